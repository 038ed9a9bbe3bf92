"""Purges: the only way around append-only, after the end of retention (5.3.5)."""

from django.conf import settings
from django.db import models


class Purge(models.Model):
    """The deletion of a tournament's personal data. Append-only by trigger; another refuses a purge before its time.

    While this row exists, the database allows emptying the columns in append_only.PURGED, and nothing else.
    """

    tournament = models.OneToOneField("Tournament", on_delete=models.PROTECT, related_name="purge")
    purged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    purged_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament}: {self.purged_at:%Y-%m-%d}"
