"""The draw of a match: list of entrants, seed and lots, kept as they were published (5.2.2)."""

from django.conf import settings
from django.db import models


class Draw(models.Model):
    """Append-only: published lots may not be changed (5.2.2); triggers refuse UPDATE and DELETE.

    `entrants` is the closed list of start numbers, ascending; `lots` a list of tables in order, each the start numbers
    of seats 1, 2, 3, 4.
    """

    match = models.OneToOneField("Match", on_delete=models.PROTECT, related_name="draw")
    algorithm = models.CharField(max_length=40)
    seed = models.CharField(max_length=64)
    entrants = models.JSONField()
    entrants_hash = models.CharField(max_length=64)
    lots = models.JSONField()
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    drawn_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.match}: {self.seed[:8]}"
