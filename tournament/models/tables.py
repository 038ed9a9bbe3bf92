"""The management's changes at a table after the draw: the scorekeeper, the pack, the participant on a seat."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.enums import TableChangeKind


class TableChange(models.Model):
    """One change, as the sheet shows it below its lines. Append-only by trigger.

    `after_game` is the number of games played by then. `told` holds numbers and ids, by kind:
    - scorekeeper (5.3.1): the seats `from` and `to`, and the participants who `left` and `came`;
    - pack (5.2.10, 3.4.3): `old` and `new`;
    - seats: `seat`, `other_table`, `other_seat`, and the participants who `left` and `came` there;
    - replaced (somebody else took a seat before play): `seat`, and the participants who `left` and `came`;
    - substitute (5.2.11): `seat`, and the participants who `left` and `came`, for good from the next game on;
    - totals of a sheet without games (5.3.4): `old` and `new`;
    - voided and restored (5.3.6): nothing more.
    Scorekeeper and pack named before the first game are no change; only the log records them.
    """

    scoresheet = models.ForeignKey("Scoresheet", on_delete=models.PROTECT, related_name="changes")
    kind = models.CharField(max_length=12, choices=TableChangeKind.choices)
    after_game = models.PositiveSmallIntegerField()
    told = models.JSONField()
    reason = models.CharField(max_length=200, blank=True)
    salt = models.CharField(max_length=32, null=True)  # noqa: DJ001 - None, not empty: unknown
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ["changed_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(kind__in=["seats", "replaced", "substitute", "voided", "restored"], reason=""),
                name="changed_seats_have_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scoresheet}: {self.kind}"
