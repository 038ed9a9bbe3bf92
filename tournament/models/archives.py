"""Tournaments that were played on another installation and imported here from an archive."""

from django.conf import settings
from django.db import models


class ImportedTournament(models.Model):
    """The origin of an imported tournament. Append-only by trigger.

    Its rows have new keys in this database, but the payloads and hashes of its log still name the keys of the archive.
    `ids` maps them: {model: {key here: key in the archive}}. `key_fingerprint` belongs to the key that signed the
    archive.
    """

    tournament = models.OneToOneField("Tournament", on_delete=models.PROTECT, related_name="imported")
    ids = models.JSONField()
    archive_sha256 = models.CharField(max_length=64)
    key_fingerprint = models.CharField(max_length=64)
    # None if the command line imported it.
    imported_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    imported_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament}: {self.archive_sha256[:12]}"
