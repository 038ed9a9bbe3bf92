"""A sheet from its rows: the inverse of rows.py. `fold` makes the same sheet from its events; the audit compares both.

The rows come as mappings of their columns, each table in the order of writing. Rows do not hold how long the chain is,
which line was ever reached, whether all had once signed, and who looked at the first entry: `continued` adds that.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from scoring.records import record_from_json
from tournament.enums import (
    ApprovalState,
    DeviceState,
    DisputeOutcome,
    DisputeState,
    FollowUp,
    PaperLineKind,
    SheetState,
    Source,
)
from tournament.person.strokes import strokes_hash
from tournament.sheet.actors import Actor, Reason, reason_of
from tournament.sheet.dispute_state import Dispute, DisputeStep
from tournament.sheet.state import (
    Approval,
    Correction,
    Device,
    PaperLine,
    Request,
    SecondLine,
    Sheet,
    SheetTerms,
    Signature,
    SignatureRefusal,
    TableChange,
    WrittenGame,
)

Row: TypeAlias = Mapping[str, Any]
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
    row = rows.sheet
    games = games_of_rows(rows)
    return Sheet(
        terms=terms,
        match=row["match_number"],
        table=row["table_number"],
        seats=rows.seats,
        first_dealer=row["first_dealer"],
        scorekeeper=row["scorekeeper"],
        pack=row["pack"],
        state=SheetState(row["state"]),
        source=Source(row["source"]),
        games=games,
        reached=max(games, default=0),
        totals=row["totals"],
        paper_lines=tuple(map(paper_line, rows.paper_lines)),
        requests=requests_made(rows),
        signatures=tuple(map(signature, rows.signatures)),
        refusals=tuple(map(refusal, rows.refusals)),
        second_entry={line["number"]: second_line(line) for line in rows.second_lines},
        changes=tuple(map(table_change, rows.changes)),
        devices={one["number"]: device(one) for one in rows.devices},
        disputes=disputes(rows),
        accepted_by=row["accepted_by_id"],
        accepted_at=row["accepted_at"],
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
        row["number"]: replace(
            written_game(row),
            approvals=tuple(approval(one, *served.get(row["id"], (None, None))) for one in approvals[row["id"]]),
            corrections=tuple(map(correction, corrections[row["id"]])),
        )
        for row in rows.games
    }


def written_game(row: Row) -> WrittenGame:
    """Return a written game, without the decisions on it."""
    return WrittenGame(
        record=record_from_json(row["record"]),
        source=Source(row["source"]),
        command=row["command"] or "",
        by=_actor(row),
        at=row["written_at"],
        redeals=_list(row["redeals"]),
        supervisor=row["supervisor_id"],
    )


def approval(row: Row, place: int | None = None, request: Row | None = None) -> Approval:
    """Return an approval. `request`, at this place of the sheet's, served its game: the approval may come from it."""
    # An approval that was withdrawn later still comes from its request: no supervisor decided on the written game
    # (5.3.4).
    granted = row["state"] in (ApprovalState.GRANTED, ApprovalState.WITHDRAWN)
    before_play = request is not None and granted and request["state"] == ApprovalState.GRANTED
    return Approval(
        section=row["section"],
        state=ApprovalState(row["state"]),
        by=_actor(row),
        at=row["requested_at"],
        on_paper=row["on_paper"],
        oral=_reason(row, "oral"),
        supervisor=row["supervisor_id"],
        decided_at=row["decided_at"],
        request=place if request and before_play and request["decided_at"] == row["decided_at"] else None,
        row=row["id"],
    )


def correction(row: Row) -> Correction:
    """Return a correction of a written game."""
    return Correction(
        kind=row["kind"],
        old=row["old_record"],
        new=row["new_record"],
        section=row["section"],
        reason=_reason(row),
        supervisor=row["supervisor_id"],
        at=row["at"],
        row=row["id"],
    )


def requests_made(rows: SheetRows) -> tuple[Request, ...]:
    """Return the requests before play in their order, each with the command of the game that it served."""
    commands = {row["id"]: row["command"] or "" for row in rows.games}
    return tuple(replace(request_made(row), game=commands.get(row["game_id"], "")) for row in rows.requests)


def request_made(row: Row) -> Request:
    """Return a request before play."""
    return Request(
        number=row["number"],
        seat=row["seat"],
        contract=row["contract"],
        suit=row["suit"],
        section=row["section"],
        hand=_list(row["hand"]),
        state=ApprovalState(row["state"]),
        by=_actor(row),
        at=row["requested_at"],
        supervisor=row["supervisor_id"],
        decided_at=row["decided_at"],
        at_table=row["at_table"],
        command=row["command"],
        row=row["id"],
    )


def paper_line(row: Row) -> PaperLine:
    """Return a line of the paper that is no game."""
    return PaperLine(
        number=row["number"],
        kind=PaperLineKind(row["kind"]),
        text=row["text"],
        written=None if row["written"] is None else _list(row["written"]),
        record=None if row["record"] is None else record_from_json(row["record"]),
        typed_by=row["typed_by_id"],
        at=row["typed_at"],
        closed_at=row["closed_at"],
        open=row["closed_at"] is None,
        row=row["id"],
    )


def second_line(row: Row) -> SecondLine:
    """Return a line of the second entry."""
    record = record_from_json(row["record"])
    return SecondLine(record=record, typed_by=row["typed_by_id"], command=row["command"], at=row["typed_at"])


def signature(row: Row) -> Signature:
    """Return a signature, valid or lapsed."""
    return Signature(
        seat=row["seat_number"],
        kind=row["kind"],
        content=row["content_hash"],
        by=_actor(row),
        at=row["signed_at"],
        strokes=strokes_hash(row["strokes"]),
        drawn=row["strokes"],
        lapsed=row["lapsed_at"] is not None,
        lapsed_at=row["lapsed_at"],
    )


def refusal(row: Row) -> SignatureRefusal:
    """Return a refusal to sign, in force or lapsed."""
    return SignatureRefusal(
        seat=row["seat_number"],
        content=row["content_hash"],
        reason=_reason(row),
        by=_actor(row),
        at=row["refused_at"],
        lapsed=row["lapsed_at"] is not None,
        lapsed_at=row["lapsed_at"],
        dispute=row["dispute"],
        overruled_by=row["overruled_by_id"],
        overruled_at=row["overruled_at"],
    )


def table_change(row: Row) -> TableChange:
    """Return a change at the table that the sheet shows."""
    return TableChange(
        kind=row["kind"],
        after_game=row["after_game"],
        told=row["told"],
        reason=_reason(row),
        by=row["changed_by_id"],
        at=row["changed_at"],
    )


def device(row: Row) -> Device:
    """Return a device of the table."""
    state = DeviceState(row["state"])
    return Device(state=state, locked_by=row["locked_by_id"], enrolled_at=row["enrolled_at"], ended_at=row["ended_at"])


def disputes(rows: SheetRows) -> tuple[Dispute, ...]:
    """Return the disputes in their order, each with its steps."""
    steps: dict[int, list[DisputeStep]] = defaultdict(list)
    for row in rows.steps:
        steps[row["dispute_id"]].append(dispute_step(row))
    return tuple(
        Dispute(number=row["number"], cheating=row["cheating"], late=row["late"], steps=tuple(steps[row["id"]]))
        for row in rows.disputes
    )


def dispute_step(row: Row) -> DisputeStep:
    """Return a step of a dispute."""
    return DisputeStep(
        to=DisputeState(row["to"]),
        reason=_reason(row),
        outcome=DisputeOutcome(row["outcome"]) if row["outcome"] else None,
        follow_up=FollowUp(row["follow_up"]) if row["follow_up"] else None,
        seat=row["for_seat"],
        by=_actor(row),
        at=row["at"],
    )


READERS: Mapping[str, Callable[[Row], Any]] = {
    "games": written_game,
    "approvals": approval,
    "corrections": correction,
    "requests": request_made,
    "paper_lines": paper_line,
    "second_lines": second_line,
    "signatures": signature,
    "refusals": refusal,
    "changes": table_change,
    "disputes": lambda row: bool(row["id"]),
    "steps": dispute_step,
    "devices": device,
}


def _by_game(rows: Iterable[Row]) -> Mapping[int, list[Row]]:
    of_game: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        of_game[row["game_id"]].append(row)
    return of_game


def _actor(row: Row) -> Actor:
    return Actor(login=row["login_id"], device=row["device_id"])


def _list(value: Any) -> tuple[Any, ...]:
    """Return the values of a list in JSON. A text or an object can be iterated as well, so they are refused."""
    if not isinstance(value, list):
        raise TypeError(f"{type(value).__name__} instead of a list")
    return tuple(value)


def _reason(row: Row, column: str = "reason") -> Reason | None:
    """Return the text that a person wrote. Its salt is erased together with a name; without the salt the hash is
    unknown."""
    text, salt = row[column], row["salt"]
    if salt:
        return reason_of(text, salt)
    return Reason(digest="", text=text) if text else None
