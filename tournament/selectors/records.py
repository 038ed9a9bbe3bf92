"""From rows to scoring: the game records of a sheet with the approvals decided, and the whole sheet evaluated."""

import dataclasses
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from scoring.games import GameRecord, record_from_json, record_to_json
from scoring.points import GameScore, score_game
from scoring.ruleset import Ruleset
from scoring.sheets import Sheet, evaluate_sheet
from tournament.canonical import canonical
from tournament.enums import ApprovalState
from tournament.models import Approval, Game, Scoresheet

GRANTED = {ApprovalState.GRANTED.value: True, ApprovalState.REFUSED.value: False}


def approvals_in_force(scoresheet: Scoresheet) -> dict[int, Approval]:
    """Game number -> the approval that is requested, granted or refused. One query."""
    rows = (
        Approval.objects.filter(game__scoresheet=scoresheet)
        .exclude(state=ApprovalState.WITHDRAWN)
        .select_related("game", "supervisor")
    )
    return {row.game.number: row for row in rows}


def line_record(game: Game) -> GameRecord:
    """The record of a written line, placed: the first game of a match is told apart by its number (5.2.15)."""
    record = record_from_json(game.record)
    return dataclasses.replace(record, first=True) if game.number == 1 else record


def points_as_written(ruleset: Ruleset, number: int, record: Mapping[str, Any]) -> tuple[tuple[int, ...], int | None]:
    """The points of each seat and the circled seat of a record, whether or not it counts; paper's values stay."""
    if "written" in record:
        return tuple(record["written"]), record.get("circled")
    played = dataclasses.replace(record_from_json(record), struck=None, first=True if number == 1 else None)
    score = score_game(ruleset, played)
    return score.points, score.circled


def section_for_approval(ruleset: Ruleset, score: GameScore) -> str | None:
    """By which section this kind of game may need an approval: always (5.2.14), from the nth on (5.2.16), never."""
    kinds = {key for key, contract in ruleset.contracts.items() if contract.counts_as == score.counts_as}
    if score.counts_as is None:
        return None
    if kinds <= set(ruleset.approvals.always):
        return ruleset.section("approvals.always")
    return ruleset.section("approvals.counted_from") if kinds <= set(ruleset.approvals.counted) else None


def game_records(games: Sequence[Game], approvals: Mapping[int, Approval], lines: int) -> list[GameRecord | None]:
    """The records of lines 1 … `lines`, None where nothing is written; `approved` as the supervisor decided."""
    records: list[GameRecord | None] = [None] * lines
    for game in games:
        record = record_from_json(game.record)
        approval = approvals.get(game.number)
        if approval is not None:
            record = dataclasses.replace(record, approved=GRANTED.get(approval.state))
        records[game.number - 1] = record
    return records


def evaluate(scoresheet: Scoresheet, games: Sequence[Game], approvals: Mapping[int, Approval], *, seats: int) -> Sheet:
    """Score the whole sheet by the tournament's rules, for a table of `seats`: where rows meet scoring."""
    ruleset = scoresheet.match.tournament.ruleset
    return evaluate_sheet(
        ruleset,
        game_records(games, approvals, ruleset.games(seats)),
        seats=seats,
        match=scoresheet.match.number,
        first_dealer=scoresheet.first_dealer,
    )


def content_hash(scoresheet: Scoresheet, participants: Sequence[int], records: Sequence[GameRecord | None]) -> str:
    """What the four sign: rules, table, players by seat and every record with its approval (5.3.2, 5.3.5)."""
    tournament = scoresheet.match.tournament
    content = {
        "tournament": tournament.pk,
        "rules": hashlib.sha256(tournament.frozen_ruleset.encode()).hexdigest(),
        "match": scoresheet.match.number,
        "table": scoresheet.table_number,
        "seats": list(participants),
        "games": [record_to_json(record) if record else None for record in records],
    }
    return hashlib.sha256(canonical(content).encode()).hexdigest()
