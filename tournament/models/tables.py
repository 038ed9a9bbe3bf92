"""Changes that the management makes at a table after the draw: scorekeeper, pack, players on seats, totals."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.enums import TableChangeKind


class TableChange(models.Model):
    """One change. The sheet shows it below its lines. Append-only by trigger.

    `after_game` is the number of games played before the change. `told` holds numbers and ids, by kind:

    scorekeeper (5.3.1): the seats `from` and `to`, and the participants who `left` and `came`
    pack (5.2.10, 3.4.3): `old` and `new`
    seats exchanged: `seat`, `other_table`, `other_seat`, and the participants who `left` and `came` here
    seat given to somebody else before play: `seat`, and the participants who `left` and `came`
    totals of a sheet without games (5.3.4): `old` and `new`

    A scorekeeper or pack set before the first game is no change; only the log has it.
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
                condition=~Q(kind__in=["seats", "replaced"], reason=""), name="changed_seats_have_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scoresheet}: {self.kind}"
