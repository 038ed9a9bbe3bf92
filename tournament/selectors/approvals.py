"""Games that wait for a supervisor, oldest first, and those decided lately. Words are in the active language."""

from dataclasses import dataclass

from tournament import game_labels
from tournament.enums import ApprovalState
from tournament.models import Approval, Seat, Tournament
from tournament.selectors.scoresheets import short_names

DECIDED_SHOWN = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalLine:
    """One game with its approval, the table and what was played."""

    approval: Approval
    match: int
    table: int
    number: int
    text: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalLists:
    """What waits, and what was decided (newest first)."""

    waiting: tuple[ApprovalLine, ...]
    decided: tuple[ApprovalLine, ...]


def waiting_count(tournament: Tournament) -> int:
    """How many games wait for a decision. One query."""
    return Approval.objects.filter(
        game__scoresheet__match__tournament=tournament, state=ApprovalState.REQUESTED
    ).count()


def approval_lists(tournament: Tournament) -> ApprovalLists:
    """Waiting and decided approvals of a tournament. Three queries."""
    rows = Approval.objects.filter(game__scoresheet__match__tournament=tournament).select_related(
        "game__scoresheet__match__tournament", "supervisor"
    )
    waiting = list(rows.filter(state=ApprovalState.REQUESTED).order_by("requested_at", "pk"))
    decided = list(
        rows.filter(state__in=[ApprovalState.GRANTED, ApprovalState.REFUSED]).order_by("-decided_at", "-pk")[
            :DECIDED_SHOWN
        ]
    )
    names = _names({row.game.scoresheet_id for row in [*waiting, *decided]})
    return ApprovalLists(
        waiting=tuple(_line(row, names) for row in waiting), decided=tuple(_line(row, names) for row in decided)
    )


def _names(sheets: set[int]) -> dict[int, list[str]]:
    found: dict[int, list[tuple[str, str]]] = {}
    for seat in Seat.objects.filter(scoresheet__in=sheets).select_related("participant").order_by("number"):
        found.setdefault(seat.scoresheet_id, []).append((seat.participant.first_name, seat.participant.last_name))
    return {sheet: short_names(names) for sheet, names in found.items()}


def _line(row: Approval, names: dict[int, list[str]]) -> ApprovalLine:
    sheet = row.game.scoresheet
    return ApprovalLine(
        approval=row,
        match=sheet.match.number,
        table=sheet.table_number,
        number=row.game.number,
        text=game_labels.describe(sheet.match.tournament.ruleset, row.game.record, names[sheet.pk]),
        url=sheet.get_absolute_url(),
    )
