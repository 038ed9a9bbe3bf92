"""Purges: the one exception to append-only tables, allowed after the time of retention (5.3.5)."""

from django.conf import settings
from django.db import models


class Purge(models.Model):
    """The deletion of a tournament's personal data. Append-only by trigger; another trigger refuses early ones.

    Once this row exists, the database allows the columns in append_only.PURGED to be emptied, and nothing else.
    """

    tournament = models.OneToOneField("Tournament", on_delete=models.PROTECT, related_name="purge")
    purged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    purged_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament}: {self.purged_at:%Y-%m-%d}"
