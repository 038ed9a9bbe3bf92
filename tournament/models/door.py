"""Lots at the door: a match whose seats are drawn while people come in, and everything that happened there."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.enums import DoorState
from tournament.lots import DoorStep, DoorTerms
from tournament.lots.door import LAST, MORE


class DoorLots(models.Model):
    """The lots of a match at the door, from its opening until it closes with a draw or is called off.

    `terms` are lots.DoorTerms as JSON. Of the `secret` (64 hexadecimal digits) only the `commitment` is known until the
    door closes. `number` counts the openings of the match. `draw` is what was published at the end.
    """

    match = models.ForeignKey("Match", on_delete=models.PROTECT, related_name="door_lots")
    number = models.PositiveSmallIntegerField()
    terms = models.JSONField()
    list_hash = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    secret = models.CharField(max_length=64, blank=True)
    state = models.CharField(max_length=9, choices=DoorState.choices, default=DoorState.OPEN)
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    ended_at = models.DateTimeField(null=True, blank=True)
    draw = models.OneToOneField("Draw", null=True, blank=True, on_delete=models.PROTECT, related_name="door")

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="door_counted_once"),
            models.UniqueConstraint(fields=["match"], condition=Q(state="open"), name="one_open_door_a_match"),
            models.CheckConstraint(
                condition=Q(state="open", ended_at=None, ended_by=None)
                | ~Q(state="open") & Q(ended_at__isnull=False, ended_by__isnull=False),
                name="ended_door_names_who",
            ),
            models.CheckConstraint(
                condition=Q(state="closed", draw__isnull=False) | ~Q(state="closed") & Q(draw=None),
                name="closed_door_has_its_draw",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.list_hash[:8]}"

    @property
    def drawn_from(self) -> DoorTerms:
        """The terms of the lots."""
        return DoorTerms.from_json(self.terms)


class DoorAct(models.Model):
    """One step at the door, in its `order`: a lot, a place given back, the last tables. Append-only by trigger.

    `kind` is one of lots/door.py; without a participant tables are announced. Lots are given back by an act of their
    own, so that nothing that was drawn ever goes.
    """

    door = models.ForeignKey(DoorLots, on_delete=models.PROTECT, related_name="acts")
    order = models.PositiveIntegerField()
    kind = models.CharField(max_length=5)
    participant = models.ForeignKey(
        "Participant", null=True, blank=True, on_delete=models.PROTECT, related_name="door_acts"
    )
    table = models.PositiveSmallIntegerField(default=0)
    seat = models.PositiveSmallIntegerField(default=0)
    acted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    acted_at = models.DateTimeField()

    class Meta:
        ordering = ["door_id", "order"]
        constraints = [
            models.UniqueConstraint(fields=["door", "order"], name="door_act_ordered_once"),
            models.CheckConstraint(
                condition=Q(kind__in=[LAST, MORE], participant=None, table=0, seat=0)
                | Q(kind__in=["lot", "kept", "back", "again"], participant__isnull=False, table__gte=1, seat__gte=1),
                name="door_act_has_its_place",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.door}: {self.order} {self.kind}"

    @property
    def step(self) -> DoorStep:
        """The act as the algorithm knows it; its participant must be loaded, or it costs a query."""
        number = self.participant.start_number if self.participant else 0
        return DoorStep(kind=self.kind, number=number, table=self.table, seat=self.seat)
