"""A sheet from its rows: the inverse of rows.py. `fold` makes the same sheet from its events; the audit compares both.

The rows come as mappings of their columns, each table in the order of writing. Rows do not hold how long the chain is,
which line was ever reached, whether all had once signed, and who looked at the first entry: `continued` adds that.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournament.enums import ApprovalState
from tournament.person.strokes import strokes_hash
from tournament.sheet import columns
from tournament.sheet.columns import Row
from tournament.sheet.dispute_state import Dispute, DisputeStep
from tournament.sheet.state import (
    Approval,
    PaperLine,
    Request,
    Sheet,
    SheetTerms,
    Signature,
    SignatureRefusal,
    WrittenGame,
)

# The parts of a sheet that only the chain knows.
OF_THE_CHAIN = ("head", "reached", "was_signed", "looked")


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRows:
    """The rows of one sheet. `sheet` is its own row with `match_number`; `seats` are the participants' keys by seat.

    `signatures` and `refusals` have the number of their seat as `seat_number`.
    """

    sheet: Row
    seats: tuple[int, ...] = ()
    games: Sequence[Row] = ()
    approvals: Sequence[Row] = ()
    corrections: Sequence[Row] = ()
    requests: Sequence[Row] = ()
    paper_lines: Sequence[Row] = ()
    second_lines: Sequence[Row] = ()
    signatures: Sequence[Row] = ()
    refusals: Sequence[Row] = ()
    changes: Sequence[Row] = ()
    disputes: Sequence[Row] = ()
    steps: Sequence[Row] = ()
    devices: Sequence[Row] = ()


def sheet_of_rows(terms: SheetTerms, rows: SheetRows) -> Sheet:
    """Return the sheet that these rows stand for. Raises ValueError, LookupError or ScoringError for nonsense."""
    row, games = rows.sheet, games_of_rows(rows)
    return columns.SHEET.read(
        row,
        terms=terms,
        match=row["match_number"],
        table=row["table_number"],
        seats=rows.seats,
        games=games,
        reached=max(games, default=0),
        paper_lines=tuple(map(paper_line, rows.paper_lines)),
        requests=requests_made(rows),
        signatures=tuple(map(signature, rows.signatures)),
        refusals=tuple(map(refusal, rows.refusals)),
        second_entry={line["number"]: columns.SECOND_LINE.read(line) for line in rows.second_lines},
        changes=tuple(map(columns.CHANGE.read, rows.changes)),
        devices={one["number"]: columns.DEVICE.read(one) for one in rows.devices},
        disputes=disputes(rows),
    )


def continued(sheet: Sheet, chain: Sheet) -> Sheet:
    """Return the sheet of the rows with what only its chain knows, and with the chain's evaluation if it fits."""
    loaded = replace(sheet, **{name: getattr(chain, name) for name in OF_THE_CHAIN})
    alike = ("terms", "match", "seats", "first_dealer", "totals", "records")
    if "evaluated" in chain.__dict__ and all(getattr(loaded, name) == getattr(chain, name) for name in alike):
        loaded.__dict__["evaluated"] = chain.evaluated
    return loaded


def unreadable(rows: SheetRows) -> Iterator[tuple[str, Row, Exception]]:
    """Yield the rows that cannot be read, each with its table and the error; the audit goes on without them."""
    for table, reader in READERS.items():
        for row in getattr(rows, table):
            try:
                reader(row)
            except Exception as error:  # anybody who writes to the database can put anything into a row
                yield table, row, error


def games_of_rows(rows: SheetRows) -> dict[int, WrittenGame]:
    """Return the written games by line, each with its approvals and corrections."""
    approvals, corrections = _by_game(rows.approvals), _by_game(rows.corrections)
    served = {request["game_id"]: (place, request) for place, request in enumerate(rows.requests)}
    return {
        row["number"]: written_game(
            row,
            approvals=tuple(_approval(one, *served.get(row["id"], (None, None))) for one in approvals[row["id"]]),
            corrections=tuple(map(correction, corrections[row["id"]])),
        )
        for row in rows.games
    }


def written_game(row: Row, **decisions: tuple[Any, ...]) -> WrittenGame:
    """Return a written game with the decisions on it: its approvals and corrections."""
    return columns.GAME.read(row, command=row["command"] or "", **decisions)


def requests_made(rows: SheetRows) -> tuple[Request, ...]:
    """Return the requests before play in their order, each with the command of the game that it served."""
    commands = {row["id"]: row["command"] or "" for row in rows.games}
    return tuple(columns.REQUEST.read(row, game=commands.get(row["game_id"], "")) for row in rows.requests)


def disputes(rows: SheetRows) -> tuple[Dispute, ...]:
    """Return the disputes in their order, each with its steps."""
    steps: dict[int, list[DisputeStep]] = defaultdict(list)
    for row in rows.steps:
        steps[row["dispute_id"]].append(columns.STEP.read(row))
    return tuple(columns.DISPUTE.read(row, steps=tuple(steps[row["id"]])) for row in rows.disputes)


def paper_line(row: Row) -> PaperLine:
    """Return a line of the paper that is no game."""
    return columns.PAPER_LINE.read(row, open=row["closed_at"] is None)


def signature(row: Row) -> Signature:
    """Return a signature, valid or lapsed."""
    return columns.SIGNATURE.read(
        row,
        seat=row["seat_number"],
        strokes=strokes_hash(row["strokes"]),
        drawn=row["strokes"],
        lapsed=row["lapsed_at"] is not None,
    )


def refusal(row: Row) -> SignatureRefusal:
    """Return a refusal to sign, in force or lapsed."""
    return columns.REFUSAL.read(row, seat=row["seat_number"], lapsed=row["lapsed_at"] is not None)


correction, table_change = columns.CORRECTION.read, columns.CHANGE.read
READERS: Mapping[str, Callable[[Row], Any]] = {
    "games": written_game,
    "approvals": columns.APPROVAL.read,
    "corrections": columns.CORRECTION.read,
    "requests": columns.REQUEST.read,
    "paper_lines": paper_line,
    "second_lines": columns.SECOND_LINE.read,
    "signatures": signature,
    "refusals": refusal,
    "changes": columns.CHANGE.read,
    "disputes": lambda row: bool(row["id"]),
    "steps": columns.STEP.read,
    "devices": columns.DEVICE.read,
}


def _approval(row: Row, place: int | None, request: Row | None) -> Approval:
    """Return an approval. `request`, at this place of the sheet's, served its game: the approval may come from it."""
    # An approval that was withdrawn later still comes from its request: no supervisor decided on the written game
    # (5.3.4).
    before_play = (
        request is not None
        and request["state"] == ApprovalState.GRANTED
        and row["state"] in (ApprovalState.GRANTED, ApprovalState.WITHDRAWN)
        and request["decided_at"] == row["decided_at"]
    )
    return columns.APPROVAL.read(row, request=place if before_play else None)


def _by_game(rows: Iterable[Row]) -> Mapping[int, list[Row]]:
    of_game: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        of_game[row["game_id"]].append(row)
    return of_game
