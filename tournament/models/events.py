"""The event log: everything that happened, in order. The database itself keeps it append-only."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Event(models.Model):
    """One link of a chain. Each scoresheet has a chain, the rest of each tournament has one, and the logins have one.

    `payload` is canonical JSON of ids and numbers, never names. `hash` is SHA-256 over the previous one and this event.
    """

    tournament = models.ForeignKey("Tournament", null=True, on_delete=models.PROTECT, related_name="events")
    scoresheet = models.ForeignKey("Scoresheet", null=True, on_delete=models.PROTECT, related_name="events")
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    payload = models.TextField()
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["scoresheet", "sequence"], condition=Q(scoresheet__isnull=False), name="one_chain_a_scoresheet"
            ),
            models.UniqueConstraint(
                fields=["tournament", "sequence"], condition=Q(scoresheet__isnull=True), name="one_chain_a_tournament"
            ),
            models.UniqueConstraint(
                fields=["sequence"],
                condition=Q(scoresheet__isnull=True, tournament__isnull=True),
                name="one_chain_of_the_logins",
            ),
            models.CheckConstraint(
                condition=Q(scoresheet__isnull=True) | Q(tournament__isnull=False), name="sheet_event_has_a_tournament"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.kind}"
