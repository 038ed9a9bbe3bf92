"""What the desk needs to read an entry: the tables of outcomes in words, and the comparison of running totals."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language

from scoring.approvals import asks_approval, contracts_of
from scoring.entries import ends_by_itself, partings
from scoring.points import GameScore, Outcome, outcome_table, score_game
from scoring.records import GameRecord, record_to_json
from scoring.ruleset import Ruleset
from scoring.sheets import counted_totals
from tournament.enums import PaperLineKind
from tournament.selectors.scoresheets import SheetView
from tournament.sheet.places import LinePlace
from tournament.words import game_labels

# The words of an outcome call the players {1}, {2} and so on, so that every table of the hall can share them.
PLAYERS = ("{1}", "{2}", "{3}", "{4}", "{5}")


def entry_tables(ruleset: Ruleset, seats: int) -> dict[str, Any]:
    """Return all that can be typed at a table: {"first", "later": a table by dealer, "tables": [entry_table, ...]}.

    Equal tables are listed once. If nobody sits out, there is one table for all dealers.
    """
    return _entry_tables(ruleset, seats, get_language() or "")


@lru_cache(maxsize=16)
def _entry_tables(ruleset: Ruleset, seats: int, _language: str) -> dict[str, Any]:
    tables: list[dict[str, Any]] = []
    payload: dict[str, Any] = {"tables": tables}
    for key, number in (("first", 1), ("later", 2)):
        payload[key] = []
        for dealer in range(1, seats + 1) if seats > ruleset.players else (1,):
            first_dealer = (dealer - number) % seats + 1
            table = entry_table(LinePlace(ruleset=ruleset, number=number, seats=seats, first_dealer=first_dealer))
            if table not in tables:
                tables.append(table)
            payload[key].append(tables.index(table))
    return payload


def entry_table(place: LinePlace, names: Sequence[str] = PLAYERS) -> dict[str, Any]:
    """Return what can be typed in one line: {"entries": canonical entry -> index, "outcomes": [outcome, ...]} and more.

    An outcome is [words, points by seat, circled seat or None, Asks, soloist or None]: the browser looks up and
    never computes. "open" maps an ambiguous entry to those it may stand for, so that the page asks back. "onward"
    says that the next digit after value and seats typed without a space belongs to the next line.
    """
    outcomes: dict[str, int] = {}
    entries: dict[str, int] = {}
    listed: list[list[Any]] = []
    table = outcome_table(place.ruleset, first=place.first, seats=place.seats, sits_out=place.sits_out())
    same: dict[int, int] = {}  # an entry with and without a space has one outcome
    for text, outcome in table.items():
        if id(outcome) not in same:
            words = _outcome(place, outcome, names)
            same[id(outcome)] = outcomes.setdefault(str(words), len(listed))
            if same[id(outcome)] == len(listed):
                listed.append(words)
        entries[text] = same[id(outcome)]
    by_outcome = outcome_table(place.ruleset, seats=place.seats, sits_out=place.sits_out())
    return {
        "entries": entries,
        "outcomes": listed,
        "open": partings(by_outcome, place.seats),
        "onward": ends_by_itself(by_outcome, place.seats),
    }


def _outcome(place: LinePlace, outcome: Outcome, names: Sequence[str]) -> list[Any]:
    score = outcome.score
    words = game_labels.describe(place.ruleset, record_to_json(place.put(outcome.record)), names)
    return _shown(place.ruleset, words, score)


def _shown(ruleset: Ruleset, words: str, score: GameScore) -> list[Any]:
    asks = asks_approval(ruleset, contracts_of(ruleset, score)).value
    return [words, list(score.points), score.circled, asks, score.soloist]


def game_outcome(place: LinePlace, record: GameRecord) -> list[Any]:
    """Return the outcome of one game that no table holds, as in `entry_table`: its suffixes are too many for one."""
    placed = place.put(record).placed(first=True if place.first else None)
    words = game_labels.describe(place.ruleset, record_to_json(placed), PLAYERS)
    return _shown(place.ruleset, words, score_game(place.ruleset, placed))


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The running totals on paper beside those counted, by seat, after line `to`, the last line that holds anything.

    If they differ, `agrees_if` lists undecided games with which they would agree, and `waiting` the lines that wait
    for the supervisor and count nothing yet. `fits` says whether the values of these lines on paper make up the
    difference; None if one of them has no values. `open` are the empty lines above the one where the totals were
    typed.
    """

    to: int
    paper: tuple[int, ...]
    counted: tuple[int, ...]
    agrees: bool
    agrees_if: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    fits: bool | None = None
    open: tuple[int, ...] = ()
    has_sum: bool = True
    """Whether the points of a game sum to 0."""


def compare_running(view: SheetView, paper: Sequence[int], at: int = 0, upto: int | None = None) -> Comparison:
    """Compare the totals on paper with the lines written so far (5.3.3); `at` is the line where they were typed.

    With `upto` only the lines up to that one count, to repeat an earlier comparison after a slip was mended.

    Undecided games and lines that wait for the supervisor count 0 here, but the scorekeeper counted them: if that can
    explain the difference, the comparison says so.
    """
    last = upto or len(view.evaluated.lines)
    lines = [line for line in view.evaluated.lines[:last] if line.record is not None]
    # An empty line has no values.
    aside = [row for row in (line.paper for line in view.aside if line.number <= last) if row]
    aside = [row for row in aside if row.kind != PaperLineKind.NOT_WRITTEN]
    waiting = tuple(row.number for row in aside)
    pending = tuple(line.no for line in lines if line.pending and line.score)
    granted = [line.score.points if line.pending and line.score else line.points for line in lines]
    agrees_if: tuple[int, ...] = ()
    fits: bool | None = None
    on_paper, totals = tuple(paper), _totals(view, [line.points for line in lines])
    if on_paper != totals:
        # Nobody knows whether the scorekeeper counted a line that is struck on the paper.
        unstruck = [row.written for row in aside if row.written and row.kind != PaperLineKind.STRUCK]
        extras = [unstruck, [row.written for row in aside if row.written]] if aside else []
        alternatives = [_totals(view, [*granted, *extra]) for extra in extras]
        decided = [_totals(view, [*(line.points for line in lines), *extra]) for extra in extras]
        fits = on_paper in decided + alternatives or (None if any(not row.written for row in aside) else False)
        if on_paper == _totals(view, granted) or (fits and on_paper not in decided):
            agrees_if = pending
    to = max([0, *waiting, *(line.no for line in lines)])
    return Comparison(
        to=to,
        paper=on_paper,
        counted=totals,
        agrees=on_paper == totals,
        agrees_if=agrees_if,
        waiting=waiting if on_paper != totals else (),
        fits=fits if waiting else None,
        open=tuple(number for number in view.missing if number < max(at, to)),
        has_sum=view.sheet.terms.ruleset.has_sum,
    )


def _totals(view: SheetView, rows: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the totals of these lines' points, by seat."""
    columns = list(zip(*rows, strict=True)) or [()] * len(view.seats)
    plus = [sum(points for points in column if points > 0) for column in columns]
    minus = [-sum(points for points in column if points < 0) for column in columns]
    return counted_totals(view.scoresheet.match.tournament.ruleset, plus, minus)
