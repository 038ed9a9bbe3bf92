"""A match (Durchgang): one sitting of all tables, usually with 32 games each."""

from django.db import models

from tournament.enums import MatchState


class Match(models.Model):
    """One match of a tournament. `version` counts every change of the match and of its sheets."""

    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="matches")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=MatchState.choices, default=MatchState.PLANNED)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "matches"
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="match_number_given_once")]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.number}"
