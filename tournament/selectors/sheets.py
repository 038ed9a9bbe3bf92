"""The state of a scoresheet, folded from its chain. A process remembers states and folds only what is new.

A remembered state is identified by the hash of its last link. That hash covers the whole chain up to there, so the
state is right as long as the database holds this link, whatever happened in between.
"""

import json
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from threading import Lock
from typing import Any, TypeAlias

from tournament.enums import SheetState
from tournament.models import Event, Match, Scoresheet, Tournament, User
from tournament.models.statements import Reading, select
from tournament.proof.integrity.hashes import FIRST_HASH, sha256
from tournament.sheet.folding import fold
from tournament.sheet.places import LinePlace, line_place
from tournament.sheet.reading import read_link
from tournament.sheet.state import Sheet, SheetTerms

# The largest number of a match or table that a column holds; an address may contain any number.
MOST_NUMBER = 32_767
# Room for every sheet being played in a hall of 250 tables; a state of 32 games takes some 60 kB.
MOST_REMEMBERED = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Chained:
    """A sheet's state and the hash of the link after which the sheet was in this state."""

    sheet: Sheet
    hash: str = FIRST_HASH


# An event's number, hash, kind, payload, login and time.
EventColumns: TypeAlias = tuple[int, str, str, str, int | None, datetime]

# The links of a sheet from one on. Every game needs them several times.
LINKS = (
    "SELECT sequence, hash, kind, payload, actor_id, at FROM tournament_event "
    "WHERE scoresheet_id = %s AND sequence >= %s ORDER BY sequence"
)

# The sheet in force at a table, and the hash of its newest link. Every page of a sheet begins with it.
SHEET_AT = Reading(
    """
    SELECT {sheet}, {match}, {tournament}, {accepted_by},
        (SELECT hash FROM tournament_event WHERE scoresheet_id = sheet.id ORDER BY sequence DESC LIMIT 1)
    FROM tournament_scoresheet sheet
    JOIN tournament_match match ON match.id = sheet.match_id
    JOIN tournament_tournament tournament ON tournament.id = match.tournament_id
    LEFT JOIN tournament_user accepted_by ON accepted_by.id = sheet.accepted_by_id
    WHERE tournament.slug = %s AND match.number = %s AND sheet.table_number = %s AND sheet.state <> %s
    """,
    sheet=Scoresheet,
    match=Match,
    tournament=Tournament,
    accepted_by=User,
)

_remembered: OrderedDict[int, Chained] = OrderedDict()
_lock = Lock()


def sheet_at(tournament_slug: str, match_number: int, table_number: int) -> tuple[Scoresheet, str]:
    """Return the sheet of a table with its match and tournament, and its `head` for `chained`. One query.

    Raises Scoresheet.DoesNotExist.
    """
    if max(match_number, table_number) > MOST_NUMBER:
        raise Scoresheet.DoesNotExist
    rows = SHEET_AT.rows(tournament_slug, match_number, table_number, SheetState.DISCARDED.value)
    if not rows:
        raise Scoresheet.DoesNotExist
    [[sheet, match, tournament, accepted_by, head]] = rows
    match.tournament, sheet.match = tournament, match
    if accepted_by is not None:
        sheet.accepted_by = accepted_by
    return sheet, head or ""


def sheet_state(scoresheet: Scoresheet) -> Sheet:
    """Return the state of the sheet, whose match and tournament are loaded. One query."""
    return chained(scoresheet).sheet


def place_of(scoresheet: Scoresheet, number: int, state: Sheet | None = None) -> LinePlace:
    """Return the place of a line on a sheet, as an entry for it is read. One query; none if the `state` is given."""
    place = line_place(state or sheet_state(scoresheet), number)
    return replace(place, tariff=scoresheet.match.tournament.tariff)


def chained(scoresheet: Scoresheet, head: str = "") -> Chained:
    """Return the state of the sheet with the hash of its newest link. One query, two if the chain was replaced; none
    if the caller knows that hash, the `head`, and the state at it is remembered."""
    terms, memory = terms_of(scoresheet.match.tournament), remembered(scoresheet)
    if memory is not None and memory.sheet.terms != terms:
        memory = None
    if memory is not None and memory.hash == head:
        return memory
    newest = _continued(scoresheet, memory) if memory is not None else None
    if newest is None:
        newest = _folded(scoresheet, Chained(sheet=Sheet(terms=terms)), 0)
    if newest is not memory:
        remember(scoresheet, newest)
    return newest


def folded(terms: SheetTerms, events: Iterable[Event]) -> Sheet:
    """Return the state that these events lead to. Raises ValueError or LookupError if one cannot be read or folded."""
    sheet = Sheet(terms=terms)
    for event in events:
        payload = json.loads(event.payload)
        sheet = fold(sheet, read_link(kind=event.kind, payload=payload, login=event.actor_id, at=event.at))
    return sheet


def remembered(scoresheet: Scoresheet) -> Chained | None:
    """Return the state that this process saw last; it may be out of date."""
    with _lock:
        return _remembered.get(scoresheet.pk)


def remember(scoresheet: Scoresheet, chain: Chained) -> None:
    """Keep a state for the next command; the oldest is dropped."""
    with _lock:
        _remembered[scoresheet.pk] = chain
        _remembered.move_to_end(scoresheet.pk)
        if len(_remembered) > MOST_REMEMBERED:
            _remembered.popitem(last=False)


def terms_of(tournament: Tournament) -> SheetTerms:
    """Return the tournament's terms for its sheets."""
    return SheetTerms(
        tournament=tournament.pk,
        ruleset=tournament.ruleset,
        rules=sha256(tournament.frozen_ruleset),
        double_entry=tournament.double_entry,
    )


def _continued(scoresheet: Scoresheet, memory: Chained) -> Chained | None:
    """Return the remembered state with the links added since; None if the chain has another link there."""
    events = _events(scoresheet, memory.sheet.head)
    if memory.sheet.head and (not events or events[0][:2] != (memory.sheet.head, memory.hash)):
        return None
    return _fold(memory, events[1:] if memory.sheet.head else events)


def _folded(scoresheet: Scoresheet, start: Chained, first: int) -> Chained:
    return _fold(start, _events(scoresheet, first))


def _events(scoresheet: Scoresheet, first: int) -> list[EventColumns]:
    rows: list[Any] = select(LINKS, scoresheet.pk, first)
    return rows


def _fold(start: Chained, events: list[EventColumns]) -> Chained:
    if not events:
        return start
    sheet = start.sheet
    for _sequence, _hash, kind, payload, login, at in events:
        when = at if at.tzinfo else at.replace(tzinfo=UTC)  # SQLite keeps no time zone
        sheet = fold(sheet, read_link(kind=kind, payload=json.loads(payload), login=login, at=when))
    return Chained(sheet=sheet, hash=events[-1][1])
