"""Tournaments that were played on another installation and brought here in an archive."""

from django.conf import settings
from django.db import models


class ImportedTournament(models.Model):
    """Where a tournament came from. Append-only by trigger.

    Its rows have keys of their own here; the payloads and hashes of its log go on naming those of the archive. `ids`
    leads back: {model: {key here: key there}}. `key_fingerprint` is that of the key which signed the archive.
    """

    tournament = models.OneToOneField("Tournament", on_delete=models.PROTECT, related_name="imported")
    ids = models.JSONField()
    archive_sha256 = models.CharField(max_length=64)
    key_fingerprint = models.CharField(max_length=64)
    # Nobody where the command line brought it.
    imported_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    imported_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament}: {self.archive_sha256[:12]}"
