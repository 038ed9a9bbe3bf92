"""The rows that a sheet stands for, by table and key. Services write the difference, the audit compares.

columns.py says which columns they have. `game` is the command that wrote a row's game.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias

from scoring.sheets import Counters
from tournament.sheet import columns
from tournament.sheet.columns import Columns, RowColumns, Value
from tournament.sheet.state import Sheet, WrittenGame

Rows: TypeAlias = Mapping[Any, Columns]
COUNTED = tuple(one.name for one in fields(Counters))
POINTS = ("points_1", "points_2", "points_3", "points_4", "points_5")


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A drawing: its hash, which the log holds, and the strokes if they are at hand."""

    digest: str | None
    strokes: Any = field(default=None, compare=False)


def game_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The written games, by the command that wrote them."""
    return {game.command or number: game_columns(sheet, number) for number, game in sheet.games.items()}


def game_columns(sheet: Sheet, number: int) -> Columns:
    """The columns of one game."""
    return written_columns(sheet, number) | dict(zip(POINTS, counted_points(sheet, number), strict=True))


def written_columns(sheet: Sheet, number: int) -> Columns:
    """The columns of one game that do not follow from the others."""
    game = sheet.games[number]
    return columns.GAME.write(game, number=number, command=game.command or None)


def counted_points(sheet: Sheet, number: int) -> tuple[int, ...]:
    """The points that a line counts for each of five seats."""
    return (*sheet.evaluated.lines[number - 1].points, 0, 0)[: len(POINTS)]


def seat_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The totals of each seat; `minus` is the minus column's sum as a positive number."""
    evaluated = sheet.evaluated
    return {
        number: {
            "participant_id": participant,
            "points": evaluated.plus[number - 1] - evaluated.minus[number - 1],
            "plus": evaluated.plus[number - 1],
            "minus": evaluated.minus[number - 1],
            **{name: getattr(evaluated.counters[number - 1], name) for name in COUNTED},
        }
        for number, participant in enumerate(sheet.seats, 1)
    }


def approval_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The approvals, by their game and their place in it."""
    return _rows_of_games(sheet, columns.APPROVAL, lambda game: game.approvals)


def correction_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The corrections, by their game and their place in it."""
    return _rows_of_games(sheet, columns.CORRECTION, lambda game: game.corrections)


def request_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The requests before play in their order."""
    return dict(enumerate(columns.REQUEST.write(one, game=one.game) for one in sheet.requests))


def paper_line_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The lines that were set aside, in their order."""
    return dict(enumerate(columns.PAPER_LINE.write(line, open=line.open) for line in sheet.paper_lines))


def second_line_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The lines of the second entry by number."""
    return {number: columns.SECOND_LINE.write(line, number=number) for number, line in sheet.second_entry.items()}


def signature_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The signatures in their order, lapsed ones too."""
    return {
        place: columns.SIGNATURE.write(
            one, seat=one.seat, lapsed=one.lapsed, strokes=Drawn(digest=one.strokes, strokes=one.drawn)
        )
        for place, one in enumerate(sheet.signatures)
    }


def refusal_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The refusals to sign in their order, lapsed ones too."""
    return dict(enumerate(columns.REFUSAL.write(one, seat=one.seat, lapsed=one.lapsed) for one in sheet.refusals))


def change_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The changes at the table that the sheet shows, in their order."""
    return dict(enumerate(map(columns.CHANGE.write, sheet.changes)))


def dispute_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The disputes in their order."""
    return {
        place: columns.DISPUTE.write(dispute, state=dispute.state.value, waits=dispute.waits)
        for place, dispute in enumerate(sheet.disputes)
    }


def dispute_step_rows(sheet: Sheet) -> dict[Any, Columns]:
    """The steps of the disputes, by the dispute's place and their own."""
    return {
        (place, number): columns.STEP.write(step)
        for place, dispute in enumerate(sheet.disputes)
        for number, step in enumerate(dispute.steps)
    }


def sheet_columns(sheet: Sheet) -> Columns:
    """The columns of the scoresheet's own row."""
    row = columns.SHEET.write(sheet)
    if sheet.totals is not None:
        row["totals"] = [dict(seat) for seat in sheet.totals]
    return row if sheet.accepted_by else row | {"accepted_at": None}


# The tables that hold no figures computed from others, by the name of their rows in the audit.
TABLES: Mapping[str, Callable[[Sheet], Rows]] = {
    "approval of game": approval_rows,
    "correction of game": correction_rows,
    "signature": signature_rows,
    "refusal to sign": refusal_rows,
    "change at the table": change_rows,
    "request": request_rows,
    "paper line": paper_line_rows,
    "second entry of game": second_line_rows,
    "step of dispute": dispute_step_rows,
}


def changes(before: Rows, after: Rows) -> Iterator[tuple[Any, Columns | None, Columns | None]]:
    """Yield every key whose row differs, with the row before and after; None if there is none."""
    for key in [*before, *(key for key in after if key not in before)]:
        if before.get(key) != after.get(key):
            yield key, before.get(key), after.get(key)


def _rows_of_games(
    sheet: Sheet, kind: RowColumns[Value], values_of: Callable[[WrittenGame], Iterable[Value]]
) -> dict[Any, Columns]:
    return {
        (game.command or number, place): kind.write(value, game=game.command)
        for number, game in sheet.games.items()
        for place, value in enumerate(values_of(game))
    }
