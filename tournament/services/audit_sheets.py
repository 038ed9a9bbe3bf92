"""Replaying a scoresheet's chain: what its rows must be if the log tells the truth. Reads, never writes.

What the log does not hold (names, reasons, times of the rows) is not checked here; see services/events.py for why.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from tournament.enums import ApprovalState, DeviceState, SheetState, Source, TournamentState
from tournament.integrity.canonical import canonical
from tournament.models import Approval, ApprovalRequest, Correction, Event, Game, Scoresheet, Signature, TableChange
from tournament.person.strokes import strokes_hash
from tournament.selectors.records import content_hash, evaluate

IN_FORCE = frozenset({ApprovalState.REQUESTED, ApprovalState.GRANTED, ApprovalState.REFUSED})
# What was asked for before play; the hand is compared, but never told.
ASKED = ("number", "seat", "contract", "suit", "section")
PAPER_LINE = ("number", "kind", "text", "written", "record")
POINTS = ("points_1", "points_2", "points_3", "points_4", "points_5")


@dataclass(slots=True)
class SheetAsLogged:
    """One scoresheet as its events tell it. Games and approvals by line, signatures by seat."""

    place: tuple[int, int] | None = None
    """Match and table."""
    seats: list[int] = field(default_factory=list)
    games: dict[int, Any] = field(default_factory=dict)
    redeals: dict[int, list[str]] = field(default_factory=dict)
    approvals: dict[int, tuple[str, str, int | None]] = field(default_factory=dict)
    signatures: dict[int, tuple[str, str, str | None]] = field(default_factory=dict)
    """Content, way, and the hash of what the finger wrote."""
    refusals: dict[int, int] = field(default_factory=dict)
    """The row of the refusal in force, by seat."""
    corrections: dict[int, tuple[str, Any, Any]] = field(default_factory=dict)
    state: str = SheetState.OPEN.value
    source: str = Source.PAPER.value
    accepted_by: int | None = None
    discarded: bool = False
    scorekeeper: int = 1
    pack: str = ""
    totals: list[dict[str, int]] | None = None
    second: dict[int, tuple[int, Any]] = field(default_factory=dict)
    paper_lines: dict[int, dict[str, Any]] = field(default_factory=dict)
    """By their row: what stands in a line of the paper that is no game, and whether it still waits."""
    changes: dict[int, tuple[str, int, dict[str, Any]]] = field(default_factory=dict)
    devices: dict[int, tuple[str, int | None]] = field(default_factory=dict)
    """State, and who locked it, by the number of the device."""
    requests: dict[int, dict[str, Any]] = field(default_factory=dict)
    """What was asked for before play, and by whom it was decided."""
    hands: dict[int, list[str]] = field(default_factory=dict)
    """The cards that were sent with a request."""


def replay_sheet(events: Iterable[Event]) -> SheetAsLogged:
    """Play the chain from its first link. A kind that changes none of these rows passes by."""
    sheet = SheetAsLogged()
    for event in events:
        _play(sheet, event.kind, json.loads(event.payload), event.actor_id)
    return sheet


def _play(sheet: SheetAsLogged, kind: str, payload: dict[str, Any], actor: int | None) -> None:
    number = payload.get("number", 0)
    match kind.split("."):
        case ["scoresheet", "opened"]:
            sheet.place, sheet.seats = (payload["match"], payload["table"]), payload["seats"]
        case ["scoresheet", "discarded"]:
            sheet.seats, sheet.discarded = [], True
        case ["table", "code"]:
            pass  # the log does not hold the code
        case ["device", "enrolled"]:
            sheet.devices[number] = (DeviceState.ACTIVE, None)
        case ["device", state]:
            sheet.devices[number] = (state, actor)
        case ["request", "made"]:
            asked = {name: payload[name] for name in ASKED}
            sheet.requests[payload["request"]] = {**asked, "state": ApprovalState.REQUESTED, "supervisor": None}
            sheet.hands[payload["request"]] = payload["hand"]
        case ["request", "withdrawn"]:
            sheet.requests[payload["request"]]["state"] = ApprovalState.WITHDRAWN
        case ["request", state]:
            sheet.requests[payload["request"]] |= {"state": state, "supervisor": actor}
        case ["table", change]:
            _change_table(sheet, change, payload)
        case ["game", "recorded" | "moved" as change]:
            sheet.games[number] = payload["record"]
            if change == "recorded":
                sheet.redeals[number] = payload.get("redeals", [])
        case ["game", "taken_back"]:
            sheet.games.pop(number, None)
            sheet.redeals.pop(number, None)
            sheet.approvals.pop(number, None)
        case ["game", "corrected" | "struck" | "restored" | "ruled" | "unplayed" as change]:
            sheet.games[number] = payload["new_record"]
            sheet.corrections[payload["correction"]] = (change, payload["old_record"], payload["new_record"])
        case ["approval", "withdrawn"]:
            sheet.approvals.pop(number, None)
        case ["approval", state]:
            # On paper the supervisor is the one whose initials stand there, not the one who typed.
            supervisor = payload.get("supervisor", actor if state != ApprovalState.REQUESTED else None)
            sheet.approvals[number] = (state, payload["section"], supervisor)
        case ["signature", "given"]:
            told = payload["content_hash"], payload["how"], payload.get("strokes")
            sheet.signatures[payload["seat"]] = told
        case ["signature", "lapsed"]:
            sheet.signatures.pop(payload["seat"], None)
        case ["signature", "refused"]:
            sheet.refusals[payload["seat"]] = payload["refusal"]
        case ["signature", "refusal_lapsed"]:
            sheet.refusals.pop(payload["seat"], None)
        case ["second", "recorded"]:
            sheet.second[number] = (payload["typed_by"], payload["record"])
        case ["second", "taken_back"]:
            sheet.second.pop(number, None)
        case ["line", "set_aside"]:
            on_paper = {name: payload[name] for name in PAPER_LINE}
            typist = payload.get("typed_by", actor)
            sheet.paper_lines[payload["paper_line"]] = {**on_paper, "typed_by_id": typist, "open": True}
        case ["line", "closed" | "taken_up"]:
            sheet.paper_lines[payload["paper_line"]]["open"] = False
        case ["lines", "inserted"]:
            _move_lines(sheet, number, by=1)
        case ["lines", "taken_out"]:
            for lines in (sheet.games, sheet.redeals, sheet.approvals):
                lines.pop(number, None)
            _move_lines(sheet, number + 1, by=-1)
        case ["totals", "recorded"]:
            sheet.totals, sheet.source = payload["totals"], Source.TOTALS.value
        case ["totals", "taken_back"]:
            sheet.totals, sheet.source = None, Source.PAPER.value
        case ["sheet", "source"]:
            sheet.source = payload["source"]
        case ["sheet", "state"]:
            sheet.state, sheet.accepted_by = payload["to"], None
        case ["sheet", "accepted"]:
            sheet.accepted_by = actor


def _move_lines(sheet: SheetAsLogged, first: int, *, by: int) -> None:
    """Give everything from line `first` on its new number."""
    for name in ("games", "redeals", "approvals"):
        lines = getattr(sheet, name)
        setattr(sheet, name, {at + by if at >= first else at: value for at, value in lines.items()})
    for row in sheet.paper_lines.values():
        if row["number"] >= first:
            row["number"] += by


def _change_table(sheet: SheetAsLogged, change: str, payload: dict[str, Any]) -> None:
    row = payload.pop("change")
    if row is not None:  # what is set before play is no change that the sheet tells
        after_game = payload.pop("after_game")
        sheet.changes[row] = (change, after_game, payload)
    match change:
        case "scorekeeper":
            sheet.scorekeeper = payload["to"]
        case "pack":
            sheet.pack = payload["new"]
        case "totals":
            sheet.totals = payload["new"]
        case "replaced":
            sheet.seats = [*sheet.seats]
            sheet.seats[payload["seat"] - 1] = payload["came"]
        case "seats":
            came, left = payload["came"], payload["left"]
            # Both may sit at this table: then each takes the other's seat.
            seats = [left if participant == came else participant for participant in sheet.seats]
            seats[payload["seat"] - 1] = came
            sheet.seats = seats


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRows:
    """The rows of one scoresheet as the database holds them."""

    scoresheet: Scoresheet
    games: list[Game]
    approvals: list[Approval]
    signatures: list[Signature]
    corrections: list[Correction]
    changes: list[TableChange]


def sheet_differences(logged: SheetAsLogged, rows: SheetRows) -> Iterator[str]:
    """Every row that is not what the log says, and every figure that does not follow from the rows."""
    yield from _sheet_row(logged, rows)
    yield from compare("game", logged.games, {game.number: game.record for game in rows.games})
    redealt = {number: reasons for number, reasons in logged.redeals.items() if reasons}
    redeals = {game.number: game.redeals for game in rows.games if game.redeals}
    yield from compare("deals not played before game", redealt, redeals)
    held = {row.game.number: row for row in rows.approvals if row.state in IN_FORCE}
    yield from compare(
        "approval of game",
        logged.approvals,
        {number: (row.state, row.section, row.supervisor_id) for number, row in held.items()},
    )
    purged = rows.scoresheet.match.tournament.state == TournamentState.PURGED
    yield from compare(
        "signature of seat",
        # A purge takes away what the finger wrote, and nothing else of a signature.
        {seat: (content, how, None if purged else drawn) for seat, (content, how, drawn) in logged.signatures.items()},
        {
            row.seat.number: (row.content_hash, row.kind, strokes_hash(row.strokes))
            for row in rows.signatures
            if row.lapsed_at is None
        },
    )
    yield from compare("refusal of seat", logged.refusals, _refusals(rows.scoresheet))
    yield from compare(
        "correction",
        logged.corrections,
        {row.pk: (row.kind, row.old_record, row.new_record) for row in rows.corrections},
    )
    yield from compare(
        "change at the table",
        logged.changes,
        {row.pk: (row.kind, row.after_game, row.told) for row in rows.changes},
    )
    yield from compare(
        "device",
        logged.devices,
        {row.number: (row.state, row.locked_by_id) for row in rows.scoresheet.devices.all()},
    )
    yield from compare(
        "second entry of game",
        logged.second,
        {row.number: (row.typed_by_id, row.record) for row in rows.scoresheet.second_lines.all()},
    )
    yield from compare(
        "paper line",
        logged.paper_lines,
        {
            row.pk: {name: getattr(row, name) for name in (*PAPER_LINE, "typed_by_id")} | {"open": not row.closed_at}
            for row in rows.scoresheet.paper_lines.all()
        },
    )
    requests = {row.pk: row for row in rows.scoresheet.requests.all()}
    yield from compare("request", logged.requests, {pk: _told(row) for pk, row in requests.items()})
    for pk, row in requests.items():
        if pk in logged.hands and logged.hands[pk] != row.hand:
            yield f"the hand of request {pk} is not the one that the log holds"
    yield from _figures(rows, held)


def _told(row: ApprovalRequest) -> dict[str, Any]:
    """A request before play as the log tells it."""
    return {**{name: getattr(row, name) for name in (*ASKED, "state")}, "supervisor": row.supervisor_id}


def _refusals(scoresheet: Scoresheet) -> dict[int, int]:
    """The refusals in force, by seat; seats and refusals are at hand."""
    return {
        seat.number: row.pk for seat in scoresheet.seats.all() for row in seat.refusals.all() if row.lapsed_at is None
    }


def _sheet_row(logged: SheetAsLogged, rows: SheetRows) -> Iterator[str]:
    row = rows.scoresheet
    # A seat that says another match is none of this sheet's: searches and standings would not find it here.
    seats = [seat.participant_id for seat in row.seats.all() if seat.match_id == row.match_id]
    # A sheet that was never opened is told by its seats.
    place = (row.match.number, row.table_number)
    for name, told, held in (
        ("its match and table are", logged.place or place, place),
        ("the players of its seats are", logged.seats, seats),
        ("its state is", logged.state, row.state),
        ("its source is", logged.source, row.source),
        ("it was accepted by login", logged.accepted_by, row.accepted_by_id),
        ("whether it is discarded:", logged.discarded, row.discarded),
        ("its scorekeeper sits on seat", logged.scorekeeper, row.scorekeeper),
        ("its pack is", logged.pack, row.pack),
        ("its totals are", logged.totals, row.totals),
    ):
        if told != held:
            yield f"{name} {held}, the log says {told}"


def compare(what: str, told: Mapping[Any, Any], held: Mapping[Any, Any]) -> Iterator[str]:
    """Every key that is missing on one side or differs, as a sentence."""
    for key in sorted(told.keys() | held.keys()):
        if key not in held:
            yield f"{what} {key} is missing, the log says {canonical(told[key])}"
        elif key not in told:
            yield f"{what} {key} is {canonical(held[key])}, the log knows nothing of it"
        elif told[key] != held[key]:
            yield f"{what} {key} is {canonical(held[key])}, the log says {canonical(told[key])}"


def _figures(rows: SheetRows, approvals: dict[int, Approval]) -> Iterator[str]:
    """Points, totals and content hash, counted again by the rules from the rows just compared with the log."""
    if rows.scoresheet.discarded:
        return
    seats = list(rows.scoresheet.seats.all())
    try:
        sheet = evaluate(rows.scoresheet, rows.games, approvals, seats=len(seats))
    except (LookupError, ValueError) as error:
        # A row that no service wrote need not even be a game of these rules.
        yield f"its games cannot be counted: {error}"
        return
    for game in rows.games:
        kept, due = [getattr(game, name) for name in POINTS], sheet.lines[game.number - 1].points
        if kept != [*due, 0, 0][: len(POINTS)]:
            yield f"game {game.number} keeps the points {kept}, by the rules it is {list(due)}"
    for seat in seats:
        index = seat.number - 1
        plus, minus = sheet.plus[index], sheet.minus[index]
        totals = {"points": plus - minus, "plus": plus, "minus": minus}
        for name, due in (totals | asdict(sheet.counters[index])).items():
            if getattr(seat, name) != due:
                yield f"seat {seat.number} keeps {name} {getattr(seat, name)}, its games give {due}"
    if rows.games or rows.scoresheet.content_hash:
        recomputed = content_hash(
            rows.scoresheet, [seat.participant_id for seat in seats], [line.record for line in sheet.lines]
        )
        if recomputed != rows.scoresheet.content_hash:
            yield f"its content hash is {rows.scoresheet.content_hash[:12]}, the rows give {recomputed[:12]}"
