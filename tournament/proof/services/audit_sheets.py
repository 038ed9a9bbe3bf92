"""The sheet that its chain folds to, compared with the sheet that its rows make, field by field. Reads only.

Data that is not in the log is not checked; docs/documents.md lists it.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

from tournament.enums import DeviceState, SheetState, Source, TournamentState
from tournament.models import Approval, Correction, Event, Game, Scoresheet, Signature, TableChange
from tournament.proof.integrity.append_only import NO_REASON
from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import ACCEPTED
from tournament.proof.services.audit_gaps import gap, link_gap, up_to_gap
from tournament.proof.services.audit_rows import MOMENT, compare, differs, same
from tournament.proof.words.audit_words import row_name, word
from tournament.selectors.sheet_rows import own_row
from tournament.selectors.sheets import terms_of
from tournament.sheet import loading
from tournament.sheet import rows as heart
from tournament.sheet.actors import Reason
from tournament.sheet.columns import Columns
from tournament.sheet.folding import fold
from tournament.sheet.reading import read_link
from tournament.sheet.rows import POINTS, Drawn
from tournament.sheet.state import Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditedSheet:
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


def sheet_differences(events: Iterable[Event], rows: AuditedSheet) -> Iterator[str]:
    """Every field in which the sheet of the rows differs from the sheet of the log, and every figure that does not
    follow from it.

    A link that cannot be folded, and a row that cannot be read, is a difference, too. The comparison goes on as if it
    were not there.
    """
    events = list(events)
    log, discarded, gaps = _folded(events, rows)
    yield from gaps
    here, unread = _loaded(log, rows)
    for one in unread:
        yield gap(row_name(one.what, one.row["id"]), one.error)
    yield from up_to_gap("its own row", lambda: _sheet_row(log, here, discarded, rows))
    yield from up_to_gap("the acceptance", lambda: _acceptance(events, rows.scoresheet))
    for what, logged, rows_here in _tables(log, here, rows):
        gaps_here = [one for one in unread if one.what == what]
        yield from up_to_gap(
            _("the rows of %(what)s") % {"what": word(what)},
            partial(_differing, what, logged, rows_here, rows, gaps_here),
        )
    yield from up_to_gap("the devices", lambda: _devices(log, here))


Rows: TypeAlias = Mapping[Any, Columns]


def _tables(
    log: Sheet, here: Sheet, rows: AuditedSheet
) -> Iterator[tuple[str, Callable[[], Rows], Callable[[], Rows]]]:
    """What each kind of row is called, the rows of the log, and those that are kept. Computed figures are compared as
    they are kept.
    """
    points = {game.command or game.number: {name: getattr(game, name) for name in POINTS} for game in rows.games}

    def games() -> Rows:
        lines = {here.games[number].command or number: number for number in here.games}
        games_here = {game.command or game.number: vars(game) for game in rows.games}
        # A game that cannot be read is compared as it is stored.
        return games_here | {key: heart.written_columns(here, number) | points[key] for key, number in lines.items()}

    yield "game", lambda: heart.game_rows(log), games
    for what, table in heart.TABLES.items():
        yield what, partial(table, log), partial(table, here)
    disputes = rows.scoresheet.disputes.all()
    yield "dispute", partial(heart.dispute_rows, log), lambda: dict(enumerate(_in_order(disputes)))
    yield "seat", lambda: _seats(log), lambda: {seat.number: vars(seat) for seat in rows.scoresheet.seats.all()}


def _folded(events: Iterable[Event], rows: AuditedSheet) -> tuple[Sheet, Sheet | None, list[str]]:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A row that cannot be read: its kind, its position among the rows of its sheet, and why."""

    what: str
    place: int
    row: Mapping[str, Any]
    error: Exception


def _loaded(log: Sheet, rows: AuditedSheet) -> tuple[Sheet, list[Unread]]:
    """The sheet of the rows as far as they can be read, and each other row. A game is compared as it is stored."""
    sheet = rows.scoresheet
    numbers = {seat.pk: {"seat_number": seat.number} for seat in sheet.seats.all()}
    signed: Sequence[Any] = rows.signatures
    refused = [row for seat in sheet.seats.all() for row in seat.refusals.all()]
    disputes = list(sheet.disputes.all())
    own = dict(own_row(sheet))
    for column, states in (("state", SheetState), ("source", Source)):
        if own[column] not in states.values:
            own[column] = getattr(log, column)  # what is stored is compared with its own row
    readable_rows = loading.SheetRows(
        sheet=own,
        seats=tuple(seat.participant_id for seat in sheet.seats.all()),
        games=_in_order(rows.games),
        approvals=_in_order(rows.approvals),
        corrections=_in_order(rows.corrections),
        requests=_in_order(sheet.requests.all()),
        paper_lines=_in_order(sheet.paper_lines.all()),
        second_lines=_in_order(sheet.second_lines.all()),
        signatures=[row | numbers.get(row["seat_id"], {}) for row in _in_order(signed)],
        refusals=[row | numbers.get(row["seat_id"], {}) for row in _in_order(refused)],
        changes=_in_order(rows.changes),
        disputes=_in_order(disputes),
        steps=_in_order(step for one in disputes for step in one.steps.all()),
        devices=_in_order(sheet.devices.all()),
    )
    unread, whole = [], readable_rows
    for table, row, error in list(loading.unreadable(readable_rows)):
        if table != "games":
            place = next(at for at, one in enumerate(getattr(whole, table)) if one is row)
            unread.append(Unread(what=KINDS[table], place=place, row=row, error=error))
        readable: dict[str, Any] = {table: [one for one in getattr(readable_rows, table) if one is not row]}
        readable_rows = replace(readable_rows, **readable)
    return loading.sheet_of_rows(log.terms, readable_rows), unread


def _in_order(rows: Iterable[Any]) -> list[dict[str, Any]]:
    """The rows in the order of writing."""
    return [vars(row) for row in sorted(rows, key=lambda row: row.pk)]


def _differing(
    what: str,
    log_rows: Callable[[], Rows],
    rows_here_of: Callable[[], Rows],
    rows: AuditedSheet,
    unread: Sequence[Unread],
) -> Iterator[str]:
    """A sentence for every row that is missing on one side, and for every column that differs from the log."""
    logged, rows_here, skipped = log_rows(), rows_here_of(), _keys_of(what, rows, unread)
    if what in COUNTED_ROWS:
        # Rows after one that cannot be read keep their position.
        places = (place for place in range(len(rows_here) + len(skipped)) if place not in skipped)
        rows_here = dict(zip(places, rows_here.values(), strict=True))
    names = {key: game.number for game in rows.games for key in (game.command, game.number)}
    for key in [*logged, *(key for key in rows_here if key not in logged)]:
        if key in skipped or (isinstance(key, tuple) and key[0] in skipped):
            continue
        row = row_name(what, _name(what, key, names))
        if key not in rows_here:
            yield _("%(row)s is missing, the log says %(log)s") % {"row": row, "log": _text(logged[key])}
        elif key not in logged:
            yield _("%(row)s is in the rows, the log knows nothing of it") % {"row": row}
        else:
            for column, value, stored in _columns(what, logged[key], rows_here[key]):
                if same(value, stored) or _is_gone(rows, what, column, stored):
                    continue
                if column == "hand":
                    yield _("the hand of %(row)s is not the one that the log holds") % {"row": row}
                else:
                    yield differs(f"{row}: {word(column)}", _text(stored), _text(value))


def _keys_of(what: str, rows: AuditedSheet, unread: Sequence[Unread]) -> set[Any]:
    """The keys of rows that cannot be compared because one cannot be read: its own, or those of its game or dispute."""
    if what in COUNTED_ROWS:
        return {one.place for one in unread}
    if what == "second entry of game":
        return {one.row["number"] for one in unread}
    games = {game.pk: game.command or game.number for game in rows.games}
    disputes = {row["id"]: place for place, row in enumerate(_in_order(rows.scoresheet.disputes.all()))}
    return {
        games.get(one.row["game_id"]) if "game_id" in one.row else disputes.get(one.row["dispute_id"]) for one in unread
    }


# Texts of people, which the log knows by their hashes.
TEXTS = frozenset({"reason", "oral"})
# Whatever has such a time in the log has links that say all of it: columns that they do not mention are empty.
WRITTEN_AT = frozenset({"requested_at", "at", "refused_at", "changed_at", "typed_at", "signed_at"})
EMPTY_UNLESS_LOGGED = ("oral", "reason", "decided_at", "overruled_at", "lapsed_at", "closed_at")
# What the rows of a table are called.
KINDS = {
    "approvals": "approval of game",
    "corrections": "correction of game",
    "requests": "request",
    "paper_lines": "paper line",
    "second_lines": "second entry of game",
    "signatures": "signature",
    "refusals": "refusal to sign",
    "changes": "change at the table",
    "disputes": "dispute",
    "steps": "step of dispute",
    "devices": "device",
}
# Rows that people count in the order of writing, and those whose texts are masked for somebody who is forgotten.
COUNTED_ROWS = frozenset({"signature", "refusal to sign", "change at the table", "request", "paper line", "dispute"})
MASKED_ROWS = frozenset({"approval of game", "refusal to sign", "step of dispute"})


def _columns(what: str, logged: Columns, row: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Each column with its value in the log and in the row. The points of a game count as one column."""
    if POINTS[0] in logged:
        yield "points", [logged[name] for name in POINTS], [row[name] for name in POINTS]
    for column, value in logged.items():
        # An older log, which has no commands, does not say which game a request served.
        unknown = what == "request" and column == "game" and "command" not in logged
        if column not in POINTS and not unknown:
            yield column, value, row.get(column)
    if WRITTEN_AT & logged.keys():
        yield from (
            (column, None, row[column]) for column in EMPTY_UNLESS_LOGGED if column in row.keys() - logged.keys()
        )


def _name(what: str, key: Any, names: Mapping[Any, Any]) -> Any:
    """The name of a row in the sentences: the number of its game, else its position among its kind, from 1."""
    first = key[0] if isinstance(key, tuple) else key
    if what == "step of dispute" or what in COUNTED_ROWS:
        return first + 1
    return first if what in ("seat", "second entry of game") else names.get(first, first)


def _is_gone(rows: AuditedSheet, what: str, column: str, stored: Any) -> bool:
    """Whether what the log holds may be missing here: a purge erases drawings and reasons, and a reason is masked for
    a participant who is forgotten.
    """
    purged = rows.scoresheet.match.tournament.state == TournamentState.PURGED
    if column == "strokes":
        return purged and isinstance(stored, Drawn) and stored.digest is None
    if column not in TEXTS or (isinstance(stored, Reason) and stored.digest):
        return False
    if purged:
        return stored is None or stored.text in ("", NO_REASON)
    return rows.somebody_forgotten and (what in MASKED_ROWS or rows.imported)


def _text(value: Any) -> str:
    plain = _plain(value)
    if isinstance(value, Reason):
        return _("the one with the hash %(hash)s") % {"hash": plain} if value.digest else _("without its hash")
    if isinstance(value, Drawn):
        return _("the drawing with the hash %(hash)s") % {"hash": plain}
    return str(plain) if isinstance(value, datetime) else canonical(plain)


def _plain(value: Any) -> Any:
    """The value for JSON: of texts and drawings the beginning of their hash."""
    if isinstance(value, (Reason, Drawn)):
        return (value.digest or "–")[:12]
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return value


def _sheet_row(sheet: Sheet, sheet_here: Sheet, discarded: Sheet | None, rows: AuditedSheet) -> Iterator[str]:
    row = rows.scoresheet
    place = (row.match.number, row.table_number)
    stored = {name: vars(row)[name] for name in ("accepted_at", "state", "source")}
    columns_here = heart.sheet_columns(sheet_here) | stored
    if (sheet.match, sheet.table) != place:
        places = {"here": "{}, {}".format(*place), "log": f"{sheet.match}, {sheet.table}"}
        yield _("its match and table are %(here)s, the log says %(log)s") % places
    # Ignore a seat with another match, because searches and standings would not find it at this sheet.
    seats = [seat.participant_id for seat in row.seats.all() if seat.match_id == row.match_id]
    if list(sheet.seats) != seats:
        here, log = ([rows.start_numbers.get(who, who) for who in one] for one in (seats, sheet.seats))
        yield _("the players of its seats are %(here)s, the log says %(log)s") % {"here": here, "log": log}
    columns = heart.sheet_columns(sheet)
    for column, value in columns.items():
        if not same(value, columns_here[column]):
            values = {"column": word(column), "here": _text(columns_here[column]), "log": _text(value)}
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


def _devices(log: Sheet, here: Sheet) -> Iterator[str]:
    """Compare the devices of the table with the log: their states, who locked them, when they came and went."""
    locked = {
        number: (one.state.value, one.locked_by if one.state == DeviceState.LOCKED else None)
        for number, one in log.devices.items()
    }
    devices_here = {number: (one.state.value, one.locked_by) for number, one in here.devices.items()}
    yield from compare("device", locked, devices_here)
    for number, device in log.devices.items():
        for what in ("enrolled_at", "ended_at"):
            logged, stored = getattr(device, what), getattr(here.devices.get(number), what, None)
            if number in here.devices and logged and (stored is None or abs(stored - logged) > MOMENT):
                yield differs(f"{row_name('device', number)}: {word(what)}", str(stored), logged.isoformat())


def _seats(sheet: Sheet) -> dict[Any, Columns]:
    """The totals of the seats by the log; none for a discarded sheet, whose seats are removed. The participants are
    compared with the sheet's row.
    """
    if not sheet.seats:
        return {}
    return {
        number: {name: value for name, value in columns.items() if name != "participant_id"}
        for number, columns in heart.seat_rows(sheet).items()
    }
