"""Substitutes: whose place each took over, and from which game on (5.2.11)."""

from django.conf import settings
from django.db import models


class Substitution(models.Model):
    """The management appointed `came` to take over the place and the points of `left`, from a game of a match on.

    `game` counts from 1. A substitution that was taken back before its first game stays on record.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="substitutions")
    left = models.ForeignKey("Participant", on_delete=models.PROTECT, related_name="substitutes")
    came = models.ForeignKey("Participant", on_delete=models.PROTECT, related_name="substitute_for")
    match = models.ForeignKey("Match", on_delete=models.PROTECT, related_name="substitutions")
    game = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=200)
    salt = models.CharField(max_length=32, null=True)  # noqa: DJ001 - None, not empty: unknown
    appointed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    appointed_at = models.DateTimeField()
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["left"], condition=models.Q(taken_back_at=None), name="one_substitute_a_participant"
            ),
            models.UniqueConstraint(
                fields=["came"], condition=models.Q(taken_back_at=None), name="substitute_for_one_participant"
            ),
            models.CheckConstraint(condition=~models.Q(left=models.F("came")), name="nobody_substitutes_themselves"),
            models.CheckConstraint(condition=models.Q(game__gte=1), name="substitute_comes_at_a_game"),
            models.CheckConstraint(condition=~models.Q(reason=""), name="substitution_has_a_reason"),
            models.CheckConstraint(
                condition=models.Q(taken_back_at=None, taken_back_by=None)
                | models.Q(taken_back_at__isnull=False, taken_back_by__isnull=False),
                name="substitution_says_who_took_it_back",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.left} → {self.came}"
