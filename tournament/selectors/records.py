"""From rows to scoring: the game records of a sheet with the approvals decided, and the whole sheet evaluated."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any

from django.db.models import QuerySet

from scoring.errors import ScoringError
from scoring.games import GameRecord, record_from_json, record_to_json
from scoring.points import GameScore, score_game
from scoring.results import seats_of
from scoring.ruleset import PLUS_ONLY, Ruleset
from scoring.sheets import EvaluatedSheet, contracts_of, dealer_of, evaluate_sheet, is_counted
from scoring.totals import evaluate_totals, totals_from_json
from tournament.enums import ApprovalState
from tournament.integrity.hashes import sha256, signed_content_hash
from tournament.models import Approval, Game, Scoresheet

GRANTED = {ApprovalState.GRANTED.value: True, ApprovalState.REFUSED.value: False}


def approvals_in_force(scoresheet: Scoresheet) -> dict[int, Approval]:
    """Game number -> the approval that is requested, granted or refused. One query."""
    return {row.game.number: row for row in approvals_of([scoresheet])}


def approvals_of(scoresheets: Sequence[Scoresheet]) -> QuerySet[Approval]:
    """The approvals of these sheets that are requested, granted or refused. One query."""
    rows = Approval.objects.filter(game__scoresheet__in=scoresheets).exclude(state=ApprovalState.WITHDRAWN)
    return rows.select_related("game", "supervisor")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an entry is typed: which line of which table, and how many deals were thrown in before the line above."""

    ruleset: Ruleset
    number: int
    seats: int
    first_dealer: int = 1
    thrown_in: int = 0

    @property
    def first(self) -> bool:
        """Whether it is the first game of the match (5.2.15, 2.9.1)."""
        return self.number == 1

    def sits_out(self, passed: int = 0) -> int | None:
        """Who deals and sits out where more sit than play, after so many deals thrown in just before this game."""
        if self.seats == self.ruleset.players:
            return None
        return dealer_of(
            self.ruleset,
            self.number,
            seats=self.seats,
            first_dealer=self.first_dealer,
            thrown_in=self.thrown_in + passed,
        )

    def put(self, record: GameRecord) -> GameRecord:
        """The record as it is kept: it scores by itself, so it says who sat out where somebody did."""
        sits_out = self.sits_out(record.passed or 0)
        return record if sits_out is None else dataclasses.replace(record, seats=self.seats, sits_out=sits_out)


def place_of(scoresheet: Scoresheet, number: int) -> Place:
    """The place of a line on a sheet. 2 queries."""
    return place_below(scoresheet, number, scoresheet.games.filter(number__lt=number).values_list("record", flat=True))


def place_below(scoresheet: Scoresheet, number: int, before: Iterable[Mapping[str, Any]]) -> Place:
    """The place of a line below these records. One query more than they cost."""
    ruleset = scoresheet.match.tournament.ruleset
    return Place(
        ruleset=ruleset,
        number=number,
        # None are left where the draw was discarded a moment ago: the sheet's lock says so.
        seats=scoresheet.seats.count() or ruleset.players,
        first_dealer=scoresheet.first_dealer,
        thrown_in=sum(record.get("passed", 0) for record in before),
    )


def line_record(game: Game) -> GameRecord:
    """The record of a written line, placed: the first game of a match is told apart by its number (5.2.15)."""
    record = record_from_json(game.record)
    return dataclasses.replace(record, first=True) if game.number == 1 else record


def points_as_written(ruleset: Ruleset, number: int, record: Mapping[str, Any]) -> tuple[tuple[int, ...], int | None]:
    """The points of each seat and the circled seat of a record, whether or not it counts; paper's values stay."""
    if "written" in record:
        return tuple(record["written"]), record.get("circled")
    played = dataclasses.replace(record_from_json(record), struck=None, first=True if number == 1 else None)
    try:
        score = score_game(ruleset, played)
    except ScoringError:
        # A deal thrown in further up made its declarer the dealer who sits out: it counted nothing.
        return (0,) * seats_of(ruleset, played), None
    return score.points, score.circled


class Asks(IntEnum):
    """How a kind of game stands to the approvals of 5.2.14 and 5.2.16: the browser adds up, the server decides."""

    NEVER = 0
    COUNTED = 1
    ALWAYS = 2


def asks_approval(ruleset: Ruleset, score: GameScore) -> Asks:
    """Whether such a game never needs an approval, from the nth counted on (5.2.16), or always (5.2.14)."""
    kinds = contracts_of(ruleset, score)
    if kinds and kinds <= set(ruleset.approvals.always):
        return Asks.ALWAYS
    return Asks.COUNTED if is_counted(ruleset, score) else Asks.NEVER


def section_for_approval(ruleset: Ruleset, score: GameScore) -> str | None:
    """By which section this kind of game may need an approval, None where it never does."""
    keys = {Asks.ALWAYS: "approvals.always", Asks.COUNTED: "approvals.counted_from"}
    key = keys.get(asks_approval(ruleset, score))
    return None if key is None else ruleset.section(key)


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


def total_column(ruleset: Ruleset) -> str:
    """Which column of a seat's totals counts: plus alone where losers are not written (5.2.7 counts both)."""
    return "plus" if ruleset.counting == PLUS_ONLY else "points"


def evaluate(
    scoresheet: Scoresheet, games: Sequence[Game], approvals: Mapping[int, Approval], *, seats: int
) -> EvaluatedSheet:
    """Score the whole sheet by the tournament's rules, for a table of `seats`: where rows meet scoring."""
    ruleset = scoresheet.match.tournament.ruleset
    if scoresheet.totals is not None:
        return evaluate_totals(ruleset, totals_from_json(scoresheet.totals))
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


def content_hash(scoresheet: Scoresheet, participants: Sequence[int], records: Sequence[GameRecord | None]) -> str:
    """What the players sign: rules, table, players by seat and every record with its approval (5.3.2, 5.3.5).

    Where only the totals are known, these.
    """
    tournament = scoresheet.match.tournament
    return signed_content_hash(
        tournament=tournament.pk,
        rules=sha256(tournament.frozen_ruleset),
        match=scoresheet.match.number,
        table=scoresheet.table_number,
        participants=participants,
        games=[record_to_json(record) if record else None for record in records],
        totals=scoresheet.totals,
    )
