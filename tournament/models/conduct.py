"""A supervisor's notes about a participant's conduct (3.4, 3.5, 5.1.4, 5.1.5, 5.2.18)."""

from django.conf import settings
from django.db import models

from tournament.enums import ConductKind
from tournament.offences import Offence


class ConductNote(models.Model):
    """A warning, an exclusion, or a confidential report of given points (5.2.18).

    `offence` names the rule. `scoresheet` and `game` say where it happened, if at a table; `towards` is the participant
    said to have been given points. A note that was taken back stays on record.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="conduct_notes")
    participant = models.ForeignKey("Participant", on_delete=models.PROTECT, related_name="conduct_notes")
    kind = models.CharField(max_length=9, choices=ConductKind.choices)
    offence = models.CharField(max_length=16, choices=Offence.choices)
    towards = models.ForeignKey(
        "Participant", null=True, blank=True, on_delete=models.PROTECT, related_name="reports_towards"
    )
    scoresheet = models.ForeignKey(
        "Scoresheet", null=True, blank=True, on_delete=models.PROTECT, related_name="conduct_notes"
    )
    game = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    salt = models.CharField(max_length=32, null=True)  # noqa: DJ001 - None, not empty: unknown
    noted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    noted_at = models.DateTimeField()
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["participant"],
                condition=models.Q(kind="exclusion", taken_back_at=None),
                name="excluded_once",
            ),
            models.CheckConstraint(
                condition=models.Q(game=None) | models.Q(scoresheet__isnull=False), name="game_of_a_note_has_its_sheet"
            ),
            models.CheckConstraint(
                condition=models.Q(kind="warning") | ~models.Q(reason=""), name="exclusion_and_report_have_a_reason"
            ),
            models.CheckConstraint(
                condition=models.Q(towards=None) | models.Q(kind="report"), name="only_a_report_names_another"
            ),
            models.CheckConstraint(
                condition=models.Q(taken_back_at=None, taken_back_by=None)
                | models.Q(taken_back_at__isnull=False, taken_back_by__isnull=False),
                name="note_says_who_took_it_back",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.participant}: {self.kind} {self.offence}"
