"""Entries as people type them and the records they stand for: shorthand, points of some seats, points of all."""

import re
from dataclasses import replace

from scoring.entries import canonical, shorthand_of
from scoring.errors import ScoringError
from scoring.games import check_game
from scoring.points import outcome_table
from scoring.records import GameRecord
from scoring.ruleset import Ruleset

__all__ = ["canonical", "format_record", "parse_entry"]


def parse_entry(ruleset: Ruleset, text: str, *, first: bool = False) -> GameRecord:
    """Return the record that an entry stands for: what the table of outcomes holds, and nothing else.

    `first` is for the first game of a match. Raises ScoringError: `entry_empty`, `entry_unreadable`, `not_zero_sum`,
    `no_such_outcome`, `wrong_number_of_values`, `entry_not_circled`, or what the first game refuses.
    """
    entry = canonical(text)
    found = outcome_table(ruleset, first=first).get(entry)
    if found is not None:
        return found.record
    raise _refusal(ruleset, text.strip(), entry, first)


def format_record(record: GameRecord) -> str:
    """Return the entry of a record in canonical form: shorthand, or of a line known by its points the shortest.

    Only the fields that an entry can say are read back: circled is derived. ScoringError `no_shorthand` for others.
    """
    if record.written is not None:
        if replace(record, written=None, circled=None) != GameRecord():
            raise ScoringError("no_shorthand")
        return _points_entry(record.written)
    text = shorthand_of(record)
    if text is None:
        raise ScoringError("no_shorthand")
    return text


def _points_entry(points: tuple[int, ...]) -> str:
    """Return value and seats: of the one who stands alone, else of the winners."""
    seats = {value: [seat for seat, other in enumerate(points, 1) if other == value] for value in points}
    if len(seats) != 2:
        return " ".join(str(value) for value in points)
    value = min(seats, key=lambda value: (len(seats[value]), -value))
    return f"{value} {''.join(str(seat) for seat in seats[value])}"


def _refusal(ruleset: Ruleset, text: str, entry: str, first: bool) -> ScoringError:
    if not entry.strip("*"):
        return ScoringError("entry_empty")
    known = outcome_table(ruleset).get(entry) if first else None
    if known is not None:
        return check_game(ruleset, replace(known.record, first=True))[0].error()
    words = entry.lstrip("*").split()
    if len(words) > 2 and all(re.fullmatch("-?[0-9]{1,4}", word) for word in words):
        return _line_refusal(ruleset, text, tuple(int(word) for word in words))
    if entry.startswith("*") and entry[1:] in outcome_table(ruleset, first=first):
        return ScoringError("entry_not_circled", entry=text)
    return ScoringError("entry_unreadable", entry=text)


def _line_refusal(ruleset: Ruleset, text: str, points: tuple[int, ...]) -> ScoringError:
    problems = check_game(ruleset, GameRecord(written=points))
    return problems[0].error() if problems else ScoringError("entry_not_circled", entry=text)
