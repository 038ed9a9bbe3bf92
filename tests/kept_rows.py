"""The rows of a sheet as a database keeps them, made without one: what rows.py writes, as loading.py gets it."""

from collections.abc import Iterable, Mapping
from typing import Any

from tournament.sheet import rows
from tournament.sheet.actors import Reason
from tournament.sheet.columns import Columns
from tournament.sheet.loading import SheetRows
from tournament.sheet.rows import Drawn
from tournament.sheet.state import Sheet


class Kept(dict[str, Any]):
    """A row. A column that nothing was written into is empty."""

    def __missing__(self, name: str) -> None:
        return None


def kept_rows(sheet: Sheet) -> SheetRows:
    """The rows of this sheet. A device's row is written by its service, so it is made of the device itself."""
    games = [_kept_row(key, columns) for key, columns in enumerate(rows.game_rows(sheet).values(), 100)]
    keys = {row["command"]: row["id"] for row in games}
    disputes = rows.dispute_rows(sheet)
    return SheetRows(
        sheet=Kept(
            rows.sheet_columns(sheet) | {"match_number": sheet.match, "table_number": sheet.table}
        ),
        seats=sheet.seats,
        games=games,
        approvals=_of_games(rows.approval_rows(sheet).values(), keys),
        corrections=_of_games(rows.correction_rows(sheet).values(), keys),
        requests=_of_games(rows.request_rows(sheet).values(), keys),
        paper_lines=_all(rows.paper_line_rows(sheet)),
        second_lines=_all(rows.second_line_rows(sheet)),
        signatures=_all(rows.signature_rows(sheet)),
        refusals=_all(rows.refusal_rows(sheet)),
        changes=_all(rows.change_rows(sheet)),
        disputes=[_kept_row(place, columns) for place, columns in disputes.items()],
        steps=[
            _kept_row(100 * place + number, {**columns, "dispute_id": place})
            for (place, number), columns in rows.dispute_step_rows(sheet).items()
        ],
        devices=[
            Kept(
                id=number, number=number, state=device.state.value, locked_by_id=device.locked_by,
                enrolled_at=device.enrolled_at, ended_at=device.ended_at,
            )
            for number, device in sheet.devices.items()
        ],
    )  # fmt: skip


def _of_games(games: Iterable[Columns], keys: Mapping[str | None, int]) -> list[Kept]:
    return [_kept_row(key, {**columns, "game_id": keys.get(columns["game"])}) for key, columns in enumerate(games, 1)]


def _all(table: rows.Rows) -> list[Kept]:
    return [_kept_row(key, columns) for key, columns in enumerate(table.values(), 1)]


def _kept_row(key: int, columns: Columns) -> Kept:
    """A reason stands with its salt, a drawing as its strokes; a seat has its number beside it."""
    row = Kept(id=key)
    for name, value in columns.items():
        if isinstance(value, Reason):
            row |= {name: value.text, "salt": value.salt}
        else:
            row[name] = value.strokes if isinstance(value, Drawn) else value
    if "seat" in columns:
        row["seat_number"] = columns["seat"]
    return row
