"""Disputes as pages show them: the waiting ones, people's words, and who decided (5.1.3). Reasons are masked."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournament.enums import IN_FORCE, IS_OFFICIAL, OPEN_DISPUTES, DisputeOutcome, DisputeState, FollowUp, SheetState
from tournament.models import Dispute, DisputeStep, Scoresheet, Tournament
from tournament.person.forgotten import masked
from tournament.words import labels

# The disputes that wait for a decision or to be followed up. On a void sheet, or once the ranking is official, nothing
# can be followed up.
DISPUTE_WAITS = Q(waits=True, scoresheet__state__in=IN_FORCE) & (
    Q(state__in=OPEN_DISPUTES)
    | ~(Q(scoresheet__state=SheetState.VOID) | Q(scoresheet__match__tournament__state__in=IS_OFFICIAL))
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeStepView:
    """One step: its word ("Raised", "Decided: upheld"), the typed text, the player concerned, the author."""

    word: str
    reason: str
    player: str
    who: str
    at: datetime
    decides: bool
    upheld: bool
    follow_up: bool


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
    waits: bool
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

    @property
    def unfollowed(self) -> bool:
        """Whether it is decided, but the sheet does not say yet what the decision asks for."""
        return self.waits and not self.open

    @property
    def decision(self) -> DisputeStepView | None:
        """The step that holds the decision that stands."""
        return next((step for step in reversed(self.steps) if step.decides), None)


def disputes_of(tournament: Tournament) -> tuple[DisputeView, ...]:
    """Return all disputes of the tournament, those that wait first, then the newest. One query."""
    newest = DisputeStep.objects.filter(dispute=OuterRef("pk")).order_by("-pk").values("at")[:1]
    rows = Dispute.objects.filter(scoresheet__match__tournament=tournament).annotate(since=Subquery(newest))
    places: dict[int, int] = defaultdict(int)
    lines = []
    for row in rows.select_related("scoresheet__match").order_by("pk"):
        places[row.scoresheet_id] += 1
        row.scoresheet.match.tournament = tournament
        lines.append(_view(row, row.scoresheet, places[row.scoresheet_id], row.since))
    return tuple(sorted(lines, key=lambda one: (not one.waits, -one.since.timestamp())))


def waiting_disputes(tournament: Tournament) -> tuple[DisputeView, ...]:
    """Return the disputes that wait for a decision or to be followed up, the oldest first. One query."""
    return tuple(sorted((one for one in disputes_of(tournament) if one.waits), key=lambda one: one.since))


def waiting_dispute_rows(tournament: Tournament) -> QuerySet[Dispute]:
    """Return the rows of the disputes that wait."""
    return Dispute.objects.filter(DISPUTE_WAITS, scoresheet__match__tournament=tournament)


def sheet_disputes(scoresheet: Scoresheet, names: Mapping[int, str]) -> tuple[DisputeView, ...]:
    """Return the disputes about one sheet with their steps, in their order. `names` are by seat. One query."""
    steps = DisputeStep.objects.filter(dispute__scoresheet=scoresheet).order_by("dispute", "pk")
    labels_by_seat = {seat: labels.on_seat(seat, name) for seat, name in names.items()}
    views = []
    for place, (row, history) in enumerate(
        groupby(steps.select_related("dispute", "login", "device__scoresheet"), key=lambda step: step.dispute), 1
    ):
        so_far = list(history)
        step_texts = tuple(_step(step, labels_by_seat, scoresheet) for step in so_far)
        views.append(_view(row, scoresheet, place, so_far[-1].at, step_texts))
    return tuple(views)


def dispute_payloads(scoresheet: Scoresheet, names: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return the disputes as the table's device gets them (docs/table.md): how each was decided, and why. One query."""
    return [
        {"place": one.place, "waits": one.waits, "about": one.about, "lines": _line_texts(one)}
        for one in sheet_disputes(scoresheet, names)
        if one.state != DisputeState.WITHDRAWN
    ]


def _line_texts(dispute: DisputeView) -> list[str]:
    """Return the decisions with their reasons, and the last step. Only those who decide see the objection itself."""
    sentences = []
    for step in dispute.steps:
        open_reason = step.reason if step.decides or step.follow_up else ""
        if open_reason or step.follow_up or step is dispute.steps[-1]:
            sentences.append(
                (_("%(word)s: “%(reason)s” (%(name)s, %(time)s)") if open_reason else "%(word)s (%(name)s, %(time)s)")
                % {
                    "word": step.word,
                    "reason": open_reason,
                    "name": step.who,
                    "time": time_format(localtime(step.at), "TIME_FORMAT"),
                }
            )
    return sentences


def written_numbers(scoresheet: Scoresheet) -> list[int]:
    """Return the numbers of the games on this sheet, the last one first. One query."""
    return list(scoresheet.games.order_by("-number").values_list("number", flat=True))


def _view(
    row: Dispute, sheet: Scoresheet, place: int, since: datetime, steps: tuple[DisputeStepView, ...] = ()
) -> DisputeView:
    address = [sheet.match.tournament.slug, sheet.match.number, sheet.table_number, place]
    return DisputeView(
        match=sheet.match.number,
        table=sheet.table_number,
        place=place,
        number=row.number,
        state=DisputeState(row.state),
        late=row.late,
        cheating=row.cheating,
        since=since,
        url=reverse("dispute", args=address),
        waits=row.waits and sheet.state in IN_FORCE and (row.state in OPEN_DISPUTES or sheet.state != SheetState.VOID),
        steps=steps,
    )


def _step(step: DisputeStep, names: Mapping[int, str], sheet: Scoresheet) -> DisputeStepView:
    word = str(DisputeState(step.to).label)
    if step.follow_up:
        word = str(FollowUp(step.follow_up).label)
    elif step.outcome:
        word = f"{word}: {DisputeOutcome(step.outcome).label}"
    elif step.to == DisputeState.DECIDED:
        word = _("Appeal taken back")
    return DisputeStepView(
        word=word,
        reason=masked(step.reason, sheet.match.tournament.forgotten_words),
        player=names.get(step.for_seat or 0, ""),
        who=step.actor_name,
        at=step.at,
        decides=bool(step.outcome),
        upheld=step.outcome == DisputeOutcome.UPHELD,
        follow_up=bool(step.follow_up),
    )
