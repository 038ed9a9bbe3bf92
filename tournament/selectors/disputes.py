"""Disputes as pages show them: which are open, what was said, who decided (5.1.3). Reasons are masked."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.enums import OPEN_DISPUTES, DisputeOutcome, DisputeState
from tournament.models import Dispute, DisputeStep, Scoresheet, Tournament
from tournament.person.forgotten import masked
from tournament.words import labels


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeStepView:
    """One step: its word ("Raised", "Decided: upheld"), what was said, for which player, by whom."""

    word: str
    reason: str
    player: str
    who: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeView:
    """A dispute. `place` counts the disputes of a sheet from 1; `steps` are empty in lists that need none."""

    match: int
    table: int
    place: int
    number: int | None
    state: DisputeState
    late: bool
    cheating: bool
    since: datetime
    url: str
    steps: tuple[DisputeStepView, ...] = ()

    @property
    def about(self) -> str:
        return _("Game %(number)s") % {"number": self.number} if self.number else _("The whole sheet")

    @property
    def state_label(self) -> str:
        return str(self.state.label)

    @property
    def open(self) -> bool:
        return self.state in OPEN_DISPUTES


def disputes_of(tournament: Tournament) -> tuple[DisputeView, ...]:
    """Return all disputes of the tournament, open ones first, then the newest. Three queries."""
    rows = Dispute.objects.filter(scoresheet__match__tournament=tournament)
    found = _views(rows.select_related("scoresheet__match__tournament").prefetch_related("steps"))
    return tuple(sorted(found, key=lambda one: (not one.open, -one.since.timestamp())))


def open_disputes(tournament: Tournament) -> tuple[DisputeView, ...]:
    """Return the disputes that wait for a decision, the oldest first. One query, three if there are any."""
    if not Dispute.objects.filter(scoresheet__match__tournament=tournament, state__in=OPEN_DISPUTES).exists():
        return ()
    return tuple(sorted((one for one in disputes_of(tournament) if one.open), key=lambda one: one.since))


def sheet_disputes(scoresheet: Scoresheet) -> tuple[DisputeView, ...]:
    """Return the disputes about one sheet with their steps, in their order. Four queries."""
    rows = Dispute.objects.filter(scoresheet=scoresheet).select_related("scoresheet__match__tournament")
    steps = "steps__login", "steps__device__scoresheet"
    seats = scoresheet.seats.select_related("participant")
    names = {seat.number: labels.on_seat(seat.number, str(seat.participant)) for seat in seats}
    return tuple(_views(rows.prefetch_related("steps", *steps), names))


def _views(rows: Iterable[Dispute], names: dict[int, str] | None = None) -> list[DisputeView]:
    places: dict[int, int] = defaultdict(int)
    found = []
    for row in sorted(rows, key=lambda row: row.pk):
        places[row.scoresheet_id] += 1
        sheet, place = row.scoresheet, places[row.scoresheet_id]
        steps = list(row.steps.all())
        address = [sheet.match.tournament.slug, sheet.match.number, sheet.table_number, place]
        found.append(
            DisputeView(
                match=sheet.match.number,
                table=sheet.table_number,
                place=place,
                number=row.number,
                state=DisputeState(row.state),
                late=row.late,
                cheating=row.cheating,
                since=steps[-1].at,
                url=reverse("dispute", args=address),
                steps=() if names is None else tuple(_step(step, names, sheet) for step in steps),
            )
        )
    return found


def _step(step: DisputeStep, names: dict[int, str], sheet: Scoresheet) -> DisputeStepView:
    word = str(DisputeState(step.to).label)
    if step.outcome:
        word = f"{word}: {DisputeOutcome(step.outcome).label}"
    elif step.to == DisputeState.DECIDED:
        word = _("Appeal taken back")
    return DisputeStepView(
        word=word,
        reason=masked(step.reason, sheet.match.tournament.forgotten_words),
        player=names.get(step.for_seat or 0, ""),
        who=step.actor.full_name,
        at=step.at,
    )
