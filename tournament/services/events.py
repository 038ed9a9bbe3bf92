"""Writing the event log: each link is written in the same transaction as the change that it records."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils import timezone

from tournament.models import Event, Scoresheet, Tournament, User
from tournament.models.statements import insert
from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import FIRST_HASH, link_hash
from tournament.selectors.sheets import Chained
from tournament.sheet.actors import Actor as SheetActor
from tournament.sheet.events import Event as SheetEvent
from tournament.sheet.events import Link as SheetLink
from tournament.sheet.reading import kind_of, payload_of


def chain(tournament: Tournament | None, scoresheet: Scoresheet | None) -> Any:
    """The events of one chain, in order: that of the scoresheet, else of the tournament, else of the logins."""
    if scoresheet is not None:
        return Event.objects.filter(scoresheet=scoresheet).order_by("sequence")
    return Event.objects.filter(scoresheet=None, tournament=tournament).order_by("sequence")


def head_hash(tournament: Tournament | None, scoresheet: Scoresheet | None = None) -> str:
    """The hash of the newest link, as printed on every sheet."""
    newest = chain(tournament, scoresheet).last()
    return newest.hash if newest else FIRST_HASH


def write_event(
    *, kind: str, actor: User | None, payload: Mapping[str, Any], tournament: Tournament | None = None
) -> Event:
    """Append one link to the chain of a tournament, or of the logins. Events of a sheet are written by acting.py.

    The caller has locked the parent row and owns the transaction. The payload has ids only, no names.
    """
    event = _link(chain(tournament, None).last(), kind, actor, payload)
    event.tournament = tournament
    event.save(force_insert=True)
    return event


def write_sheet_events(events: Sequence[tuple[Scoresheet, SheetEvent]], *, actor: User | None) -> None:
    """Append one event to the chain of each of many sheets, in few queries.

    The caller has locked the sheets, loaded their matches, and decided that the events may happen.
    """
    newest: dict[int, Event] = {}
    for row in Event.objects.filter(scoresheet__in=[sheet for sheet, _ in events]).order_by("sequence"):
        newest[row.scoresheet_id or 0] = row
    links: list[Event] = []
    at = timezone.now()
    for sheet, event in events:
        link = SheetLink(event=event, by=SheetActor(login=actor.pk if actor else None), at=at)
        last = newest.get(sheet.pk)
        links += _rows(sheet, last.sequence if last else 0, last.hash if last else FIRST_HASH, [link])
    Event.objects.bulk_create(links, batch_size=500)


def append_links(scoresheet: Scoresheet, before: Chained, links: Sequence[SheetLink]) -> str:
    """Append the events of a command to the sheet's chain, after the state it was decided on; return the newest hash.

    One query for each event.
    """
    newest = before.hash
    for row in _rows(scoresheet, before.sheet.head, before.hash, links):
        insert(row)
        newest = row.hash
    return newest


def _rows(scoresheet: Scoresheet, head: int, previous: str, links: Iterable[SheetLink]) -> Iterator[Event]:
    """Unsaved rows for these links, which follow the link number `head` with the hash `previous`."""
    for sequence, link in enumerate(links, head + 1):
        kind, text, at = kind_of(link.event), canonical(payload_of(link)), link.at or timezone.now()
        signed = link_hash(
            previous=previous, sequence=sequence, kind=kind, actor=link.by.login, at=at.isoformat(), payload=text
        )
        yield Event(
            tournament_id=scoresheet.match.tournament_id,
            scoresheet=scoresheet,
            sequence=sequence,
            kind=kind,
            actor_id=link.by.login,
            at=at,
            payload=text,
            previous_hash=previous,
            hash=signed,
        )
        previous = signed


def _link(newest: Event | None, kind: str, actor: User | None, payload: Mapping[str, Any]) -> Event:
    """An unsaved row for the link after `newest`."""
    sequence = newest.sequence + 1 if newest else 1
    previous = newest.hash if newest else FIRST_HASH
    at, text = timezone.now(), canonical(payload)
    signed = link_hash(
        previous=previous,
        sequence=sequence,
        kind=kind,
        actor=actor.pk if actor else None,
        at=at.isoformat(),
        payload=text,
    )
    return Event(sequence=sequence, kind=kind, actor=actor, at=at, payload=text, previous_hash=previous, hash=signed)
