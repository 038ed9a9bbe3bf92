"""Official documents as they were issued: their bytes, the hash of these, and the key that sealed them (5.3.5)."""

from django.db import models


class Document(models.Model):
    """One version of the sealed PDF of a scoresheet. Append-only by trigger: a corrected sheet gets another version.

    `number` counts the versions of the sheet. `head_hash` is the hash of the acceptance in the sheet's chain of events:
    only another acceptance leads to another version. `key_fingerprint` is "" for PDFs from before there were seals.
    """

    scoresheet = models.ForeignKey("Scoresheet", on_delete=models.PROTECT, related_name="documents")
    number = models.PositiveSmallIntegerField()
    content_hash = models.CharField(max_length=64)
    head_hash = models.CharField(max_length=64)
    key_fingerprint = models.CharField(max_length=64, blank=True)
    pdf = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["scoresheet", "number"], name="versions_of_a_sheet_counted_once"),
            models.UniqueConstraint(
                fields=["scoresheet", "head_hash"],
                condition=~models.Q(key_fingerprint=""),
                name="one_sealed_document_an_acceptance",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scoresheet}: {self.sha256[:12]}"


class StandingsDocument(models.Model):
    """One version of the sealed PDF of a tournament's final standings. Append-only by trigger.

    `number` counts the versions. `content_hash` is the hash of the ranking (proof/seals/standings_data.py):
    another ranking leads to another version. The check code is the beginning of `head_hash`.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="standings_documents")
    number = models.PositiveSmallIntegerField()
    content_hash = models.CharField(max_length=64)
    head_hash = models.CharField(max_length=64, unique=True)
    key_fingerprint = models.CharField(max_length=64)
    pdf = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="versions_of_standings_counted_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="standings_version_from_1"),
            models.CheckConstraint(condition=~models.Q(key_fingerprint=""), name="standings_document_is_sealed"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.sha256[:12]}"


class SealCertificate(models.Model):
    """The public certificate of a key that sealed documents. Old ones stay: they verify seals from before a change.

    `imported` marks the certificate of another installation whose tournament was imported. Append-only by trigger.
    """

    fingerprint = models.CharField(max_length=64, unique=True)
    certificate = models.TextField()
    imported = models.BooleanField(default=False)
    first_used_at = models.DateTimeField()

    class Meta:
        ordering = ["first_used_at", "pk"]

    def __str__(self) -> str:
        return self.fingerprint[:16]
