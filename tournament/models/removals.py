"""Removals: tournaments that are no longer here. There is no other way in which their rows go (append_only.py)."""

from django.conf import settings
from django.db import models


class Removal(models.Model):
    """A tournament that was deleted before anything was drawn, or a rehearsal that ended. Append-only by trigger.

    Its rows are gone, so `tournament_key` is no foreign key. `address` is the SHA-256 of its short address, by which
    a page that is asked for later says what became of it. `reason` is text, for the log knows only its hash.
    """

    tournament_key = models.PositiveBigIntegerField(unique=True)
    rehearsal = models.BooleanField()
    address = models.CharField(max_length=64)
    reason = models.CharField(max_length=200, blank=True)
    salt = models.CharField(max_length=32, blank=True)
    removed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    removed_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(rehearsal=True, reason="", salt="")
                | models.Q(rehearsal=False) & ~models.Q(reason="") & ~models.Q(salt=""),
                name="deleted_tournament_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_key}: {self.removed_at:%Y-%m-%d}"
