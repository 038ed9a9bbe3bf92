"""The lines of a scoresheet and the corrections that changed them."""

from django.conf import settings
from django.db import models

from tournament.enums import CorrectionKind, Source
from tournament.models.actors import Acted


class Game(Acted):
    """One written line. `record` is the game record (scoring/records.py); one of its fields is `struck`.

    `redeals` are, in order, the reasons why deals before this game were not played (3.4.2, 5.2.5). `points_1` …
    `points_5` are the points that count for each seat, all 0 for a struck or undecided game. Their sum is 0, unless the
    rules write the winners' points alone: then none is negative.
    """

    scoresheet = models.ForeignKey("Scoresheet", on_delete=models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField()
    record = models.JSONField()
    # The id of the command that wrote it. Pages and devices name the game by it, even when its line moves.
    command = models.CharField(max_length=40, null=True)  # noqa: DJ001 - None, not empty: unknown
    redeals = models.JSONField(default=list, blank=True)
    source = models.CharField(max_length=6, choices=Source.choices)
    points_1 = models.SmallIntegerField(default=0)
    points_2 = models.SmallIntegerField(default=0)
    points_3 = models.SmallIntegerField(default=0)
    points_4 = models.SmallIntegerField(default=0)
    points_5 = models.SmallIntegerField(default=0)
    written_at = models.DateTimeField()
    # The supervisor who issued the sanction of this line (3.4.18).
    supervisor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            *Acted.Meta.constraints,
            models.UniqueConstraint(fields=["scoresheet", "number"], name="game_number_written_once"),
            models.UniqueConstraint(
                fields=["scoresheet", "command"],
                condition=models.Q(command__isnull=False),
                name="command_wrote_one_game",
            ),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="game_number_from_1"),
            models.CheckConstraint(
                condition=models.Q(
                    points_1=0
                    - models.F("points_2")
                    - models.F("points_3")
                    - models.F("points_4")
                    - models.F("points_5")
                )
                | models.Q(points_1__gte=0, points_2__gte=0, points_3__gte=0, points_4__gte=0, points_5__gte=0),
                name="points_of_a_game_sum_to_0_or_none_is_negative",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scoresheet} · {self.number}"


class Correction(models.Model):
    """A supervisor's change of a written line (5.3.4, 5.2.17). The old value stays readable for ever.

    `old_record` is the record before, or `{"written": [...]}` with the points on paper for the kind "ruled".
    """

    game = models.ForeignKey("Game", on_delete=models.PROTECT, related_name="corrections")
    kind = models.CharField(max_length=9, choices=CorrectionKind.choices)
    old_record = models.JSONField()
    new_record = models.JSONField()
    reason = models.CharField(max_length=200)
    # The salt of the reason's hash in the log; None in rows from before the log knew reasons.
    salt = models.CharField(max_length=32, null=True)  # noqa: DJ001 - None, not empty: unknown
    section = models.CharField(max_length=12, blank=True)
    supervisor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.CheckConstraint(condition=~models.Q(reason=""), name="correction_has_a_reason")]

    def __str__(self) -> str:
        return f"{self.game}: {self.kind}"
