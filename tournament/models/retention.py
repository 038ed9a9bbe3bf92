"""Purges: the one way around append-only, after the time of retention (5.3.5)."""

from django.conf import settings
from django.db import models


class Purge(models.Model):
    """The personal data of a tournament were deleted. Append-only by trigger, which also refuses one before its time.

    While it stands, the database lets names of what append_only.PURGED holds go, and nothing else.
    """

    tournament = models.OneToOneField("Tournament", on_delete=models.PROTECT, related_name="purge")
    purged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    purged_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament}: {self.purged_at:%Y-%m-%d}"
