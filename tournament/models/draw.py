"""The draw of a match: its closed list, the published lots, and draws that were discarded."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.ruleset import BY_SEAT
from tournament.enums import ClosedListState, LotSource
from tournament.lots import BY_HAND, DOOR, MOVING, Terms


class ClosedList(models.Model):
    """Everything a draw depends on besides chance, closed before anyone can know the seed.

    `terms` are lots.Terms as JSON. `secret` (64 hexadecimal digits) goes into the seed; before the draw only its
    `commitment` is published; both are empty if the lots are drawn by hand. `note` names the lottery that counts.
    `number` counts the closings of the match. `first_table` is the first table that is drawn: above 1 this is the list
    of additional tables, and everyone below it has a seat already.
    """

    match = models.ForeignKey("Match", on_delete=models.PROTECT, related_name="closed_lists")
    number = models.PositiveSmallIntegerField()
    terms = models.JSONField()
    list_hash = models.CharField(max_length=64)
    source = models.CharField(max_length=8, choices=LotSource.choices, default=LotSource.SYSTEM)
    note = models.CharField(_("which lottery"), max_length=120, blank=True)
    first_table = models.PositiveSmallIntegerField(default=1)
    commitment = models.CharField(max_length=64, blank=True)
    secret = models.CharField(max_length=64, blank=True)
    state = models.CharField(max_length=8, choices=ClosedListState.choices, default=ClosedListState.CLOSED)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    closed_at = models.DateTimeField()
    reopened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    reopened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="closing_counted_once"),
            models.UniqueConstraint(fields=["match"], condition=Q(state="closed"), name="one_closed_list_a_match"),
            models.CheckConstraint(
                condition=Q(state="reopened", reopened_at__isnull=False, reopened_by__isnull=False)
                | ~Q(state="reopened"),
                name="reopened_list_names_who",
            ),
            models.CheckConstraint(condition=Q(first_table__gte=1), name="list_begins_at_a_table"),
            models.CheckConstraint(
                condition=Q(source=LotSource.HAND, commitment="", secret="")
                | ~Q(source=LotSource.HAND) & ~Q(commitment=""),
                name="lots_by_hand_have_no_secret",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.list_hash[:8]}"

    @property
    def drawn_from(self) -> Terms:
        """The terms of the draw."""
        return Terms.from_json(self.terms)

    def gave(self, protocol: Mapping[str, Any]) -> bool:
        """Whether a draw's protocol has the list hash and the commitment that were published with this list."""
        published = (protocol["list_hash"], protocol.get("commitment", ""), protocol.get("first_table", 1))
        return published == (self.list_hash, self.commitment, self.first_table)


class Draw(models.Model):
    """A published draw. Append-only: lots may not be changed (5.2.2), and triggers refuse UPDATE and DELETE.

    `protocol` is the published text, enough to recompute every lot. `number` counts the draws of the match. The first
    draw that was not discarded seated the match; later ones drew additional tables for people without a seat, and their
    protocols list the others at their seats. If the rules keep the tables of the match before, `keeps` is the draw that
    first seated the players, and the protocol only lists who stays where. If everyone moves on from the match
    before, the protocol has what the new places follow from.
    """

    match = models.ForeignKey("Match", on_delete=models.PROTECT, related_name="draws")
    number = models.PositiveSmallIntegerField(default=1)
    closed_list = models.OneToOneField(
        "ClosedList", null=True, blank=True, on_delete=models.PROTECT, related_name="draw"
    )
    keeps = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="kept_by")
    protocol = models.JSONField(default=dict)
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    drawn_at = models.DateTimeField()

    class Meta:
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="draw_counted_once")]

    def __str__(self) -> str:
        return f"{self.match}: {self.number}"

    @property
    def lots(self) -> list[list[int]]:
        """The tables in order; each lists the start numbers of its seats 1, 2, 3, …"""
        return self.protocol["lots"]

    @property
    def first_table(self) -> int:
        """The first table that this draw filled; above 1 it drew additional tables only."""
        return self.protocol.get("first_table", 1)

    @property
    def new_tables(self) -> dict[int, list[int]]:
        """The tables that this draw filled, by number; each lists the start numbers of its seats."""
        return dict(enumerate(self.lots[self.first_table - 1 :], start=self.first_table))

    @property
    def entrants(self) -> list[int]:
        """The start numbers of all who were drawn, ascending."""
        return sorted(number for table in self.new_tables.values() for number in table)

    @property
    def is_by_hand(self) -> bool:
        """Whether people drew the lots and a login only entered them."""
        return self.protocol["algorithm"] == BY_HAND

    @property
    def is_at_the_door(self) -> bool:
        """Whether people drew their lots while they came in."""
        return self.protocol["algorithm"] == DOOR

    @property
    def is_moved(self) -> bool:
        """Whether everyone moved here from the match before, by place or by seat."""
        return self.protocol["algorithm"] == MOVING

    @property
    def moves_by_seat(self) -> bool:
        """Whether the number of the seat said how far somebody moved, and not the place at the table."""
        return self.protocol.get("seating") == BY_SEAT

    @property
    def is_discarded(self) -> bool:
        """Whether the management took it back; its `discard` must be loaded, or it costs a query."""
        return hasattr(self, "discard")

    @property
    def list_hash(self) -> str:
        """The hash of the closed list; "" if the tables were kept."""
        return self.protocol.get("list_hash") or self.protocol.get("entrants_hash", "")

    @property
    def meetings(self) -> dict[str, Any]:
        """The repetitions that the draw could not avoid, as counts of `again`, `clubs`, `seats`; empty in old draws."""
        return self.protocol.get("meetings", {})


class DiscardedDraw(models.Model):
    """The management took a published draw back before play, for a `reason`. Append-only by trigger."""

    draw = models.OneToOneField("Draw", on_delete=models.PROTECT, related_name="discard")
    reason = models.CharField(max_length=200)
    salt = models.CharField(max_length=32, null=True)  # noqa: DJ001 - None, not empty: unknown
    discarded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    discarded_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="discarded_draw_has_a_reason")]

    def __str__(self) -> str:
        return f"{self.draw}: {self.reason}"
