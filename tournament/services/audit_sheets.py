"""Folding a scoresheet's chain and comparing it with its rows: no command wrote a row that differs. Reads only.

Data that is not in the log is not checked; docs/documents.md lists it.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from tournament.enums import DeviceState, TournamentState
from tournament.integrity.append_only import NO_REASON
from tournament.integrity.canonical import canonical
from tournament.integrity.hashes import ACCEPTED
from tournament.models import Approval, Correction, Dispute, Event, Game, Scoresheet, Signature, TableChange
from tournament.person.strokes import strokes_hash
from tournament.selectors.sheets import terms_of
from tournament.services.audit_gaps import link_gap, up_to_gap
from tournament.services.audit_rows import MOMENT, compare, differs, same
from tournament.sheet import rows as heart
from tournament.sheet.actors import Reason, reason_of
from tournament.sheet.folding import fold
from tournament.sheet.reading import read_link
from tournament.sheet.rows import POINTS, Columns, Drawn
from tournament.sheet.state import Device, Sheet
from tournament.words.audit_words import row_name, word


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRows:
    """The rows of one scoresheet as the database holds them."""

    scoresheet: Scoresheet
    games: list[Game]
    approvals: list[Approval]
    signatures: list[Signature]
    corrections: list[Correction]
    changes: list[TableChange]
    start_numbers: Mapping[int, int]  # by the key of a participant
    # Whether any participant was forgotten: a reason that named them has lost its words and the salt of its hash.
    somebody_forgotten: bool
    # Whether an archive brought the sheet here. It masks whatever names somebody who is forgotten.
    imported: bool = False


def sheet_differences(events: Iterable[Event], rows: SheetRows) -> Iterator[str]:
    """Every row that differs from the log, and every figure that does not follow from it.

    A link that cannot be folded is a difference, too. The sheet is folded as if that link were not there.
    """
    events = list(events)
    sheet, discarded, gaps = _folded(events, rows)
    yield from gaps
    numbers = {key: game.number for game in rows.games for key in (game.command, game.number)}
    of_game = _by_game(rows)
    gone, masked = partial(_is_gone, rows, rows.imported), partial(_is_gone, rows, True)
    disputes = list(rows.scoresheet.disputes.all())

    def table(
        what: str,
        told: Callable[[], Mapping[Any, Columns]],
        held: Callable[[], Mapping[Any, Mapping[str, Any]]],
        **more: Any,
    ) -> Iterator[str]:
        return up_to_gap(
            _("the rows of %(what)s") % {"what": word(what)}, lambda: _differing(what, told(), held(), **more)
        )

    yield from up_to_gap("its own row", lambda: _sheet_row(sheet, discarded, rows))
    yield from up_to_gap("the acceptance", lambda: _acceptance(events, rows.scoresheet))
    yield from table("game", lambda: heart.game_rows(sheet), lambda: _games(rows), names=numbers)
    yield from table(
        "approval of game",
        lambda: heart.approval_rows(sheet),
        lambda: _of_games(rows.approvals, of_game),
        names=numbers,
        gone=masked,
    )
    yield from table(
        "correction of game",
        lambda: heart.correction_rows(sheet),
        lambda: _of_games(rows.corrections, of_game),
        names=numbers,
        gone=gone,
    )
    seats = rows.scoresheet.seats
    yield from table("seat", lambda: _seats_told(sheet), lambda: {seat.number: vars(seat) for seat in seats.all()})
    yield from table("signature", lambda: _from_1(_signatures_told(sheet, rows)), lambda: _from_1(_signatures(rows)))
    yield from table(
        "refusal to sign", lambda: _from_1(heart.refusal_rows(sheet)), lambda: _from_1(_refusals(rows)), gone=masked
    )
    yield from table(
        "change at the table",
        lambda: _from_1(heart.change_rows(sheet)),
        lambda: _from_1(_in_order(rows.changes)),
        gone=gone,
    )
    yield from table("request", lambda: _from_1(_requests_told(sheet)), lambda: _from_1(_requests(rows)))
    yield from table("paper line", lambda: _from_1(heart.paper_line_rows(sheet)), lambda: _from_1(_paper_lines(rows)))
    second = rows.scoresheet.second_lines
    yield from table(
        "second entry of game",
        lambda: heart.second_line_rows(sheet),
        lambda: {row.number: vars(row) for row in second.all()},
    )
    yield from table("dispute", lambda: _from_1(heart.dispute_rows(sheet)), lambda: _from_1(_in_order(disputes)))
    yield from table(
        "step of dispute",
        lambda: heart.dispute_step_rows(sheet),
        lambda: _dispute_steps(disputes),
        names=_dispute_numbers(disputes),
        gone=masked,
    )
    yield from up_to_gap("the devices", lambda: _devices(sheet, rows))


def _folded(events: Iterable[Event], rows: SheetRows) -> tuple[Sheet, Sheet | None, list[str]]:
    """The sheet that the links lead to; what it was before it was discarded, else None; and a sentence for each link
    that could not be folded."""
    row = rows.scoresheet
    gaps: list[str] = []
    sheet, discarded = Sheet(terms=terms_of(row.match.tournament)), None
    for event in events:
        try:
            link = read_link(kind=event.kind, payload=json.loads(event.payload), login=event.actor_id, at=event.at)
            before, sheet = sheet, fold(sheet, link)
            if before.seats and not sheet.seats:
                discarded = before
        except Exception as error:  # a link can hold anything
            gaps.append(link_gap(event.sequence, event.kind, error))
            if event.sequence == 1:
                # Without its first link a sheet has no players. The row has those of now.
                sheet = replace(
                    sheet,
                    match=row.match.number,
                    table=row.table_number,
                    seats=tuple(seat.participant_id for seat in row.seats.all()),
                    first_dealer=row.first_dealer,
                )
    return sheet, discarded, gaps


def _differing(
    what: str,
    told: Mapping[Any, Columns],
    held: Mapping[Any, Mapping[str, Any]],
    names: Mapping[Any, Any] | None = None,
    gone: Callable[[str], bool] = lambda reason: False,
) -> Iterator[str]:
    """A sentence for every row that is missing on one side, and for every column that differs from the log.

    `gone` tells whether a reason may lack the salt of its hash.
    """
    for key in [*told, *(key for key in held if key not in told)]:
        row = row_name(what, _name(key, names or {}))
        if key not in held:
            yield _("%(row)s is missing, the log says %(log)s") % {"row": row, "log": _text(told[key])}
        elif key not in told:
            yield _("%(row)s is in the rows, the log knows nothing of it") % {"row": row}
        else:
            for column, value, found in _columns(told[key], held[key]):
                if same(value, found):
                    continue
                if column == "hand":
                    yield _("the hand of %(row)s is not the one that the log holds") % {"row": row}
                elif not (column in TEXTS and value and found in (None, WITHOUT_HASH) and gone(held[key][column])):
                    yield differs(f"{row}: {word(column)}", _text(found), _text(value))


# Texts of people, which the log knows by their hashes.
TEXTS = frozenset({"reason", "oral"})
WITHOUT_HASH = "without its hash"
# Whatever has such a time in the log has links that say all of it: columns that they do not mention are empty.
WRITTEN_AT = frozenset({"requested_at", "at", "refused_at", "changed_at", "typed_at", "signed_at"})
EMPTY_UNLESS_TOLD = ("oral", "reason", "decided_at", "overruled_at", "lapsed_at", "closed_at")


def _columns(told: Columns, held: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Each column with its value in the log and in the row. The points of a game count as one column."""
    if POINTS[0] in told:
        yield "points", [told[name] for name in POINTS], [held[name] for name in POINTS]
    for column, value in told.items():
        if column not in POINTS:
            yield column, value, _held(held, column, value)
    if WRITTEN_AT & told.keys():
        for column in EMPTY_UNLESS_TOLD:
            if column in held and column not in told:
                yield column, None, _held(held, column, None)


def _name(key: Any, names: Mapping[Any, Any]) -> Any:
    """The name of a row in the sentences: the number of its game, else its position among its kind, from 1."""
    if isinstance(key, tuple):
        return names.get(key[0], key[0])
    return names.get(key, key) if names else key


def _from_1(rows: Mapping[Any, Any]) -> dict[Any, Any]:
    """The same rows by their position from 1 instead of 0, as people count."""
    return {place + 1: row for place, row in rows.items()}


def _held(row: Mapping[str, Any], column: str, told: Any) -> Any:
    """The value of a row's column, in the form that the log has."""
    match column:
        case "reason" | "oral":
            if row["salt"]:
                return reason_of(row[column], row["salt"])
            return WITHOUT_HASH if row[column] else None
        case "strokes":
            return Drawn(digest=strokes_hash(row["strokes"]))
        case "open":
            return row["closed_at"] is None
        case "lapsed":
            return row["lapsed_at"] is not None
        case "game":
            return row["game"] or ("" if told == "" else None) if "game" in row else told
    value = row.get(column)
    return getattr(value, "value", value)


def _is_gone(rows: SheetRows, masked: bool, reason: str) -> bool:
    """Whether this reason may lack its salt: a purge has erased it, or it was masked for a forgotten participant."""
    if rows.scoresheet.match.tournament.state == TournamentState.PURGED:
        return reason in ("", NO_REASON)
    return masked and rows.somebody_forgotten


def _text(value: Any) -> str:
    said = _plain(value)
    if isinstance(value, Reason):
        return _("the one with the hash %(hash)s") % {"hash": said}
    if isinstance(value, Drawn):
        return _("the drawing with the hash %(hash)s") % {"hash": said}
    if value == WITHOUT_HASH:
        return _("without its hash")
    return str(said) if isinstance(value, datetime) else canonical(said)


def _plain(value: Any) -> Any:
    """The value for JSON: of texts and drawings the beginning of their hash."""
    if isinstance(value, (Reason, Drawn)):
        return (value.digest or "–")[:12]
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return value


def _sheet_row(sheet: Sheet, discarded: Sheet | None, rows: SheetRows) -> Iterator[str]:
    row = rows.scoresheet
    place = (row.match.number, row.table_number)
    held = vars(row)
    if (sheet.match, sheet.table) != place:
        places = {"here": "{}, {}".format(*place), "log": f"{sheet.match}, {sheet.table}"}
        yield _("its match and table are %(here)s, the log says %(log)s") % places
    # Ignore a seat with another match, because searches and standings would not find it at this sheet.
    seats = [seat.participant_id for seat in row.seats.all() if seat.match_id == row.match_id]
    if list(sheet.seats) != seats:
        here, log = ([rows.start_numbers.get(who, who) for who in one] for one in (seats, sheet.seats))
        yield _("the players of its seats are %(here)s, the log says %(log)s") % {"here": here, "log": log}
    columns = heart.sheet_columns(sheet) | {"first_dealer": sheet.first_dealer}
    for column, value in columns.items():
        if not same(value, held[column]):
            values = {"column": word(column), "here": _text(held[column]), "log": _text(value)}
            if column == "totals":
                yield _("its totals are %(here)s, the log says %(log)s") % values
            else:
                yield _("its %(column)s is %(here)s, the log says %(log)s") % values
    if sheet.seats and (rows.games or row.content_hash) and row.content_hash != sheet.content_hash:
        hashes = {"here": row.content_hash[:12], "log": sheet.content_hash[:12]}
        yield _("its content hash is %(here)s, the log gives %(log)s") % hashes
    # A sheet that was discarded keeps the hash that it had, if a device or a source had it written before.
    if not sheet.seats and row.content_hash and (discarded is None or row.content_hash != discarded.content_hash):
        yield _("its content hash is %(here)s, though the log gives it no players") % {"here": row.content_hash[:12]}


def _acceptance(events: Sequence[Event], row: Scoresheet) -> Iterator[str]:
    """Compare the time of the acceptance in force with its link. The link does not say fractions of a second."""
    accepted = next((event.at for event in reversed(events) if event.kind == ACCEPTED), None)
    if accepted and row.accepted_at and abs(row.accepted_at - accepted) > MOMENT:
        times = {"here": row.accepted_at.isoformat(), "log": accepted.isoformat()}
        yield _("it was accepted at %(here)s, the log says %(log)s") % times


def _devices(sheet: Sheet, rows: SheetRows) -> Iterator[str]:
    """Compare the devices of the table with the log: their states, who locked them, when they came and went."""
    held = {row.number: row for row in rows.scoresheet.devices.all()}
    states = {number: (row.state, row.locked_by_id) for number, row in held.items()}
    yield from compare("device", _devices_told(sheet.devices), states)
    for number, device in sheet.devices.items():
        row = held.get(number)
        for what in ("enrolled_at", "ended_at"):
            told, found = getattr(device, what), getattr(row, what, None)
            if row and told and (found is None or abs(found - told) > MOMENT):
                yield differs(f"{row_name('device', number)}: {word(what)}", str(found), told.isoformat())


def _seats_told(sheet: Sheet) -> dict[Any, Columns]:
    """The totals of the seats by the log; none for a discarded sheet, whose seats are removed. The participants are
    compared with the sheet's row.
    """
    if not sheet.seats:
        return {}
    return {
        number: {name: value for name, value in columns.items() if name != "participant_id"}
        for number, columns in heart.seat_rows(sheet).items()
    }


def _signatures_told(sheet: Sheet, rows: SheetRows) -> dict[Any, Columns]:
    """The signatures by the log; without the drawings after a purge, which erases nothing else of a signature."""
    purged = rows.scoresheet.match.tournament.state == TournamentState.PURGED
    gone = {"strokes": Drawn(digest=None)} if purged else {}
    return {place: columns | gone for place, columns in heart.signature_rows(sheet).items()}


def _games(rows: SheetRows) -> dict[Any, Mapping[str, Any]]:
    return {game.command or game.number: vars(game) for game in rows.games}


def _by_game(rows: SheetRows) -> dict[int, Any]:
    return {game.pk: game.command or game.number for game in rows.games}


def _of_games(found: Iterable[Approval | Correction], of_game: Mapping[int, Any]) -> dict[Any, Mapping[str, Any]]:
    """The rows by game and by their position among the rows of that game, in the order of writing."""
    places: dict[Any, int] = defaultdict(int)
    held: dict[Any, Mapping[str, Any]] = {}
    for row in sorted(found, key=lambda row: row.pk):
        key = of_game.get(row.game_id, row.game_id)
        held[key, places[key]] = vars(row)
        places[key] += 1
    return held


def _requests_told(sheet: Sheet) -> dict[Any, Columns]:
    """The requests by the log. An older log, which has no commands, does not say which game a request served."""
    return {
        place: {name: value for name, value in columns.items() if name != "game" or "command" in columns}
        for place, columns in heart.request_rows(sheet).items()
    }


def _requests(rows: SheetRows) -> dict[Any, Mapping[str, Any]]:
    """The requests with the commands of the games that they served; None where that is not known."""
    commands = {game.pk: game.command for game in rows.games}
    told = _in_order(rows.scoresheet.requests.all())
    return {place: {**row, "game": commands.get(row["game_id"])} for place, row in told.items()}


def _by_seat(rows: SheetRows, found: Mapping[Any, Mapping[str, Any]]) -> dict[Any, Mapping[str, Any]]:
    """The same rows with the numbers of their seats."""
    numbers = {seat.pk: seat.number for seat in rows.scoresheet.seats.all()}
    return {place: {**row, "seat": numbers.get(row["seat_id"])} for place, row in found.items()}


def _in_order(found: Iterable[Any]) -> dict[Any, Mapping[str, Any]]:
    """The rows by their position, in the order of writing."""
    return {place: vars(row) for place, row in enumerate(sorted(found, key=lambda row: row.pk))}


def _signatures(rows: SheetRows) -> dict[Any, Mapping[str, Any]]:
    return _by_seat(rows, _in_order(rows.signatures))


def _refusals(rows: SheetRows) -> dict[Any, Mapping[str, Any]]:
    refusals = (row for seat in rows.scoresheet.seats.all() for row in seat.refusals.all())
    return _by_seat(rows, _in_order(refusals))


def _paper_lines(rows: SheetRows) -> dict[Any, Mapping[str, Any]]:
    return _in_order(rows.scoresheet.paper_lines.all())


def _dispute_steps(disputes: Sequence[Dispute]) -> dict[Any, Mapping[str, Any]]:
    """The steps by the place of their dispute and their own, in the order of writing."""
    ordered = sorted(disputes, key=lambda row: row.pk)
    return {
        (place, number): row
        for place, dispute in enumerate(ordered)
        for number, row in _in_order(dispute.steps.all()).items()
    }


def _dispute_numbers(disputes: Sequence[Dispute]) -> dict[int, int]:
    return {place: place + 1 for place in range(len(disputes))}


def _devices_told(devices: Mapping[int, Device]) -> dict[int, tuple[str, int | None]]:
    return {
        number: (one.state.value, one.locked_by if one.state == DeviceState.LOCKED else None)
        for number, one in devices.items()
    }
