"""Who owes a fee, who paid it, and what must lie in each cash box. A fixed number of queries for a whole list."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from django.db.models import TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models import CashBox, CashCount, CashEntry, FeeKind, Participant, Seat, Substitution, Tournament
from tournament.money.box import kept_until, sum_in_box
from tournament.person.forgotten import masked

Row = TypeVar("Row", CashEntry, CashCount)
# What somebody typed, which may name a person.
TEXTS = ("reason", "remark", "witness", "reopened_reason")


class FeeState(TextChoices):
    """Whether somebody's fee is still to be taken."""

    OWED = "owed", _("owes the fee")
    PAID = "paid", _("paid")
    ADVANCE = "advance", _("paid in advance")
    FREE = "free", _("owes nothing")


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeStatus:
    """The fee of a participant: its kind, None where the tournament has none, and the entry by which it was paid."""

    state: FeeState
    kind: FeeKind | None
    entry: CashEntry | None = None

    @property
    def is_owed(self) -> bool:
        return self.state == FeeState.OWED


@dataclass(frozen=True, kw_only=True)
class Fees:
    """The kinds of a tournament by their positions, and all that decides who owes which.

    `entries` stand, by participant: they are not reversed. `players` are who has a seat in some match; `substitutes`
    took over a place that somebody else paid for.
    """

    kinds: tuple[FeeKind, ...]
    entries: Mapping[int, CashEntry]
    players: frozenset[int]
    substitutes: frozenset[int]

    @cached_property
    def by_key(self) -> dict[int, FeeKind]:
        return {kind.pk: kind for kind in self.kinds}

    def status(self, participant: Participant) -> FeeStatus:
        """Return how it stands. House players, substitutes and who withdrew before playing owe nothing."""
        entry = self.entries.get(participant.pk)
        if not self.kinds:
            return FeeStatus(state=FeeState.ADVANCE if participant.paid else FeeState.FREE, kind=None)
        kind = self.by_key.get(participant.fee_kind_id or 0, self.kinds[0])
        if entry is not None:
            return FeeStatus(state=FeeState.PAID, kind=self.by_key[entry.fee_kind_id], entry=entry)
        if participant.paid:
            return FeeStatus(state=FeeState.ADVANCE, kind=kind)
        return FeeStatus(state=FeeState.FREE if self._is_free(participant, kind) else FeeState.OWED, kind=kind)

    def _is_free(self, participant: Participant, kind: FeeKind) -> bool:
        gone = participant.withdrawn and not participant.excluded and participant.pk not in self.players
        helps = participant.house or participant.pk in self.substitutes
        return not kind.cents or helps or gone or participant.forgotten


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxLine:
    """A box with the cents that must lie in it, and its newest count, if it is closed."""

    box: CashBox
    sum: int
    closing: CashCount | None

    @property
    def is_open(self) -> bool:
        return self.closing is None


@dataclass(frozen=True, slots=True, kw_only=True)
class CashDesk:
    """All that the page of the cash boxes shows; `entries` are the newest first, `owing` by start number."""

    fees: Fees
    boxes: tuple[BoxLine, ...]
    entries: tuple[CashEntry, ...]
    owing: tuple[tuple[Participant, FeeStatus], ...]
    in_advance: int

    @property
    def taken(self) -> int:
        """The cents that all boxes took, less what was given back."""
        return sum(entry.cents for entry in self.entries)

    @property
    def owed(self) -> int:
        """The cents that are still owed."""
        return sum(status.kind.cents for _one, status in self.owing if status.kind)


def fees_of(tournament: Tournament) -> Fees:
    """Return who owes which fee. Four queries; one where the tournament has no fees."""
    kinds = tuple(tournament.fee_kinds.order_by("position"))
    if not kinds:
        return Fees(kinds=(), entries={}, players=frozenset(), substitutes=frozenset())
    standing = CashEntry.objects.filter(box__tournament=tournament, reverses=None, reversal=None)
    seats = Seat.objects.filter(match__tournament=tournament, participant__withdrawn=True)
    substitutes = Substitution.objects.filter(tournament=tournament, taken_back_at=None)
    return Fees(
        kinds=kinds,
        entries={entry.participant_id: entry for entry in standing.select_related("box", "taken_by")},
        players=frozenset(seats.values_list("participant", flat=True)),
        substitutes=frozenset(substitutes.values_list("came", flat=True)),
    )


def fee_status(participant: Participant) -> FeeStatus:
    """Return how it stands with one participant's fee. Four queries at most."""
    return fees_of(participant.tournament).status(participant)


def box_lines(tournament: Tournament) -> tuple[BoxLine, ...]:
    """Return every box with its sum, in the order in which they were opened. Three queries."""
    entries: defaultdict[int, list[int]] = defaultdict(list)
    for box, cents in CashEntry.objects.filter(box__tournament=tournament).values_list("box", "cents"):
        entries[box].append(cents)
    closings = CashCount.objects.filter(box__tournament=tournament, reopened_at=None).select_related("counted_by")
    closed = {count.box_id: with_masks(count, tournament) for count in closings}
    return tuple(
        BoxLine(box=box, sum=sum_in_box(box.float_cents, entries[box.pk]), closing=closed.get(box.pk))
        for box in tournament.cash_boxes.select_related("opened_by").order_by("pk")
    )


def expected_in(box: CashBox) -> int:
    """Return the cents that must lie in a box. One query."""
    return sum_in_box(box.float_cents, box.entries.values_list("cents", flat=True))


def cash_desk(tournament: Tournament) -> CashDesk:
    """Return what the page of the cash boxes shows. Nine queries."""
    fees = fees_of(tournament)
    people = [(one, fees.status(one)) for one in tournament.participants.order_by("start_number")]
    entries = CashEntry.objects.filter(box__tournament=tournament).order_by("-pk")
    return CashDesk(
        fees=fees,
        boxes=box_lines(tournament),
        entries=tuple(
            with_masks(entry, tournament)
            for entry in entries.select_related("box", "participant", "fee_kind", "taken_by", "reversal")
        ),
        owing=tuple((one, status) for one, status in people if status.is_owed),
        in_advance=sum(status.state == FeeState.ADVANCE for _one, status in people),
    )


def box_of(session: Mapping[str, object], tournament: Tournament) -> CashBox | None:
    """Return the box of this browser: the one it chose, or the only open one; None if it is closed. One query."""
    boxes = open_boxes(tournament)
    key = session.get(box_key(tournament))
    if key is None and len(boxes) == 1:
        return boxes[0]
    return next((box for box in boxes if box.pk == key), None)


def open_boxes(tournament: Tournament) -> list[CashBox]:
    """Return the boxes that still take something. One query."""
    return list(tournament.cash_boxes.exclude(counts__in=CashCount.objects.filter(reopened_at=None)).order_by("pk"))


def box_key(tournament: Tournament) -> str:
    """The key of this browser's box in its session."""
    return f"cash_box_{tournament.pk}"


def with_masks(row: Row, tournament: Tournament) -> Row:
    """Return a row as it is shown: what was typed in it, with forgotten names masked. It is not to be saved."""
    for name in TEXTS:
        if hasattr(row, name):
            setattr(row, name, masked(getattr(row, name), tournament.forgotten_words))
    return row


def money_kept_until(tournament: Tournament) -> dt.date | None:
    """Return the last day on which the record of the boxes is kept, None if there is none. Three queries."""
    days = [
        *CashBox.objects.filter(tournament=tournament).values_list("opened_at", flat=True),
        *CashEntry.objects.filter(box__tournament=tournament).values_list("taken_at", flat=True),
        *CashCount.objects.filter(box__tournament=tournament).values_list("counted_at", flat=True),
    ]
    return kept_until([tournament.day, *_days(days)]) if days else None


def _days(times: Iterable[dt.datetime]) -> Iterable[dt.date]:
    return (timezone.localdate(at) for at in times)
