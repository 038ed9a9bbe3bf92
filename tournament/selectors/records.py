"""From rows to scoring: the game records of a sheet with the decided approvals, and the whole sheet evaluated."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from scoring.errors import ScoringError
from scoring.games import GameRecord, record_from_json
from scoring.points import score_game
from scoring.results import seats_of
from scoring.ruleset import PLUS_ONLY, Ruleset
from scoring.sheets import EvaluatedSheet, evaluate_sheet
from scoring.totals import evaluate_totals, totals_from_json
from tournament.enums import ApprovalState
from tournament.models import Approval, Game, Scoresheet
from tournament.selectors.sheets import sheet_state
from tournament.sheet.places import LinePlace, line_place

GRANTED = {ApprovalState.GRANTED.value: True, ApprovalState.REFUSED.value: False}


def approvals_in_force(scoresheet: Scoresheet) -> dict[int, Approval]:
    """Return {game number: approval} for approvals that are requested, granted or refused. One query."""
    return {row.game.number: row for row in approvals_of([scoresheet])}


def approvals_of(scoresheets: Sequence[Scoresheet]) -> QuerySet[Approval]:
    """Return the approvals of these sheets that are requested, granted or refused. One query."""
    rows = Approval.objects.filter(game__scoresheet__in=scoresheets).exclude(state=ApprovalState.WITHDRAWN)
    return rows.select_related("game", "supervisor")


def place_of(scoresheet: Scoresheet, number: int) -> LinePlace:
    """Return the place of a line on a sheet. One query."""
    return line_place(sheet_state(scoresheet), number)


def points_as_written(ruleset: Ruleset, number: int, record: Mapping[str, Any]) -> tuple[tuple[int, ...], int | None]:
    """Return each seat's points and the circled seat of a record, even if it does not count; paper's values stay."""
    if "written" in record:
        return tuple(record["written"]), record.get("circled")
    played = record_from_json(record).decided(struck=None).placed(first=True if number == 1 else None)
    try:
        score = score_game(ruleset, played)
    except ScoringError:
        # A deal thrown in further up made its declarer the dealer who sits out, so it counted nothing.
        return (0,) * seats_of(ruleset, played), None
    return score.points, score.circled


def game_records(games: Sequence[Game], approvals: Mapping[int, Approval], lines: int) -> list[GameRecord | None]:
    """Return the records of lines 1 … `lines`, None for an empty line; `approved` as the supervisor decided."""
    records: list[GameRecord | None] = [None] * lines
    for game in games:
        record = record_from_json(game.record)
        approval = approvals.get(game.number)
        if approval is not None:
            record = record.decided(approved=GRANTED.get(approval.state))
        records[game.number - 1] = record
    return records


def total_column(ruleset: Ruleset) -> str:
    """Return the column of a seat's totals that counts: plus alone if losers are not written (5.2.7 counts both)."""
    return "plus" if ruleset.counting == PLUS_ONLY else "points"


def evaluate(
    scoresheet: Scoresheet, games: Sequence[Game], approvals: Mapping[int, Approval], *, seats: int
) -> EvaluatedSheet:
    """Score the whole sheet by the tournament's rules, for a table of `seats`. Here rows meet scoring."""
    ruleset = scoresheet.match.tournament.ruleset
    if scoresheet.totals is not None:
        return evaluate_totals(ruleset, totals_from_json(scoresheet.totals), bounded=False)
    return evaluate_records(scoresheet, game_records(games, approvals, ruleset.games(seats)), seats=seats)


def evaluate_records(scoresheet: Scoresheet, records: Sequence[GameRecord | None], *, seats: int) -> EvaluatedSheet:
    """Score these lines as those of this sheet."""
    return evaluate_sheet(
        scoresheet.match.tournament.ruleset,
        records,
        seats=seats,
        match=scoresheet.match.number,
        first_dealer=scoresheet.first_dealer,
    )
