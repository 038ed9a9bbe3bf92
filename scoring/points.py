"""The points of one game, and the table of all that can be entered for one. Knows no sheet, no names, no language."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from scoring.contracts import KINDS, SOLOIST, declarer_side
from scoring.endings import Ending, endings, first_game_section, points_of, readings, uncounted_section
from scoring.entries import point_entries, shorthand_of
from scoring.errors import ScoringError
from scoring.games import check_game
from scoring.records import GameRecord, Sanction
from scoring.results import declared, played_as, seats_of, settle_result
from scoring.ruleset import MISTAKE, Ruleset
from scoring.sanctions import sanction_figures


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScore:
    """The points of each seat and what they come from; one that does not sum to 0 cannot be built.

    `won_by` is declarer or defenders, None for a sanction and where it is not known; `level` None without levels;
    `scored_as` the contract it counts as, None where a written line leaves it open; `circled` a seat (5.3.3).
    `soloist`, `counts_as` (sie, tout, solo) and `soloist_won` move the tie-break counters (5.4.2).
    """

    points: tuple[int, ...]
    won_by: str | None = None
    level: str | None = None
    scored_as: str | None = None
    circled: int | None = None
    soloist: int | None = None
    counts_as: str | None = None
    soloist_won: bool = False

    def __post_init__(self) -> None:
        if sum(self.points) != 0:
            raise ScoringError("sum_not_zero", points=self.points)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What an entry means: the record it stands for and its score."""

    record: GameRecord
    score: GameScore


def score_game(ruleset: Ruleset, record: GameRecord) -> GameScore:
    """Score one game; `approved` is ignored, a struck game is 0 for all (5.2.7, 5.2.15, 5.2.17, 3.4.17).

    Raises ScoringError with the first problem of `check_game`.
    """
    problems = check_game(ruleset, record)
    if problems:
        raise problems[0].error()
    seats = seats_of(ruleset, record)
    if record.struck:
        return GameScore(points=(0,) * seats)
    if record.written is not None:
        return _score_written(ruleset, record, record.written, seats)
    key = played_as(ruleset, record)
    _, declarer = declared(record)
    contract = ruleset.contracts[key]
    if record.sanction is not None:
        points, won_by, level = _sanctioned(ruleset, record, record.sanction, seats), None, None
        # Decision 12: it counts as won if the soloist received plus points.
        won = points[declarer - 1] > 0
    else:
        won, level = settle_result(ruleset, record)
        side = declarer_side(contract.kind, declarer, record.partner)
        points = points_of(contract, side, won, level, seats)
        won_by = "declarer" if won else "defenders"
    alone = contract.kind.family == SOLOIST
    return GameScore(
        points=points,
        won_by=won_by,
        level=level,
        scored_as=key,
        circled=declarer if contract.circled else None,
        soloist=declarer if alone else None,
        counts_as=contract.counts_as,
        soloist_won=alone and won,
    )


def _sanctioned(ruleset: Ruleset, record: GameRecord, sanction: Sanction, seats: int) -> tuple[int, ...]:
    if sanction.points is not None:
        return sanction.points
    return tuple(figure or 0 for figure in sanction_figures(ruleset, record, sanction, seats))


def _score_written(ruleset: Ruleset, record: GameRecord, written: tuple[int, ...], seats: int) -> GameScore:
    """Say of a line known by its points what all its readings have in common; nothing is invented."""
    ways = [way for way in readings(ruleset, seats)[written] if _can_stand(ruleset, record, way)]
    circles = {way.circled for way in ways}
    circled = record.circled if len(circles) > 1 else circles.pop()
    ways = [way for way in ways if way.circled == circled]
    declarers = {way.declarer for way in ways}
    results = {way.won for way in ways}
    levels = {way.level for way in ways}
    contracts = {way.contract for way in ways}
    counts = {ruleset.contracts[way.contract].counts_as for way in ways}
    alone = len(declarers) == 1 and all(KINDS[name].family == SOLOIST for name in contracts)
    won = results.pop() if len(results) == 1 else None
    return GameScore(
        points=written,
        won_by=None if won is None else "declarer" if won else "defenders",
        level=levels.pop() if len(levels) == 1 else None,
        scored_as=contracts.pop() if len(contracts) == 1 else None,
        circled=circled,
        soloist=declarers.pop() if alone else None,
        counts_as=counts.pop() if alone and len(counts) == 1 else None,
        soloist_won=alone and bool(won),
    )


def _can_stand(ruleset: Ruleset, record: GameRecord, way: Ending) -> bool:
    if not record.first:
        return True
    return not (
        uncounted_section(ruleset, way.contract, record.match) or first_game_section(ruleset, way.contract, way.level)
    )


@lru_cache(maxsize=64)
def outcome_table(ruleset: Ruleset, *, first: bool = False) -> Mapping[str, Outcome]:
    """Return every entry that can be typed for a game line, in the canonical form of `entries.canonical`.

    `first` gives the table of the first game of a match: what it refuses is missing, what it reduces is scored
    reduced (5.2.15). The records themselves do not carry `first`: their place on the sheet does. A point entry that
    fits more than one line is left out.
    """
    table: dict[str, Outcome] = {}
    for record in _plain_records(ruleset):
        text = shorthand_of(record)
        if text is not None:
            _add(ruleset, table, text, record, first)
            if text[-1].isdigit() and record.sanction is None:
                _add(ruleset, table, f"{text}+", record, first)  # a Sie needs no sign, but bears one
    lines: dict[str, set[tuple[tuple[int, ...], int | None]]] = {}
    for points, ways in readings(ruleset, ruleset.seats[0]).items():
        for way in ways:
            texts = point_entries(points, starred=False)
            if way.circled is not None:
                texts += point_entries(points, starred=True)
            for text in texts:
                lines.setdefault(text, set()).add((points, way.circled))
    for text, meant in lines.items():
        if len(meant) == 1:
            points, circled = next(iter(meant))
            _add(ruleset, table, text, GameRecord(written=points, circled=circled), first)
    return MappingProxyType(table)


def _add(ruleset: Ruleset, table: dict[str, Outcome], text: str, record: GameRecord, first: bool) -> None:
    placed = replace(record, first=True) if first else record
    if not check_game(ruleset, placed):
        table[text] = Outcome(record=record, score=score_game(ruleset, placed))


def _plain_records(ruleset: Ruleset) -> Iterator[GameRecord]:
    """Yield the records that shorthand can say: every ending, and every sanction of a mistake."""
    seats = ruleset.seats[0]
    sanctioned = set()
    for ending in endings(ruleset, seats):
        players = GameRecord(contract=ending.contract, declarer=ending.declarer, partner=ending.partner)
        yield replace(players, result="won" if ending.won else "lost", level=ending.level)
        if players not in sanctioned:
            sanctioned.add(players)
            for offender in range(1, seats + 1):
                yield replace(players, sanction=Sanction(kind=MISTAKE, offender=offender))
