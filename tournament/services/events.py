"""Writing the event log: one link of a chain, in the transaction of the change it tells of."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from tournament.integrity.canonical import canonical
from tournament.integrity.hashes import FIRST_HASH, link_hash
from tournament.models import Actor, Event, Scoresheet, TableDevice, Tournament, User


def chain(tournament: Tournament | None, scoresheet: Scoresheet | None) -> Any:
    """The events of one chain, in order: a scoresheet's, else a tournament's, else the logins'."""
    if scoresheet is not None:
        return Event.objects.filter(scoresheet=scoresheet).order_by("sequence")
    return Event.objects.filter(scoresheet=None, tournament=tournament).order_by("sequence")


def head_hash(tournament: Tournament | None, scoresheet: Scoresheet | None = None) -> str:
    """The hash of the newest link: printed on every sheet."""
    newest = chain(tournament, scoresheet).last()
    return newest.hash if newest else FIRST_HASH


def write_event(
    *,
    kind: str,
    actor: Actor | None,
    payload: Mapping[str, Any],
    tournament: Tournament | None = None,
    scoresheet: Scoresheet | None = None,
) -> Event:
    """Append one link. The caller has locked the parent row and owns the transaction; ids only, no names.

    A device of a table is no login: the payload names it.
    """
    user = None if isinstance(actor, TableDevice) else actor
    if isinstance(actor, TableDevice):
        payload = {**payload, "device": actor.pk}
    if scoresheet is not None:
        tournament = scoresheet.match.tournament
    event = _link(chain(tournament, scoresheet).last(), kind, user, payload)
    event.tournament, event.scoresheet = tournament, scoresheet
    event.save(force_insert=True)
    return event


def write_events(told: Sequence[tuple[Scoresheet, Mapping[str, Any]]], *, kind: str, actor: User) -> None:
    """Append one link of the same kind to the chains of many sheets, as write_event does, in few queries."""
    newest: dict[int, Event] = {}
    for event in Event.objects.filter(scoresheet__in=[sheet for sheet, _ in told]).order_by("sequence"):
        newest[event.scoresheet_id or 0] = event
    links = []
    for sheet, payload in told:
        link = _link(newest.get(sheet.pk), kind, actor, payload)
        link.tournament, link.scoresheet = sheet.match.tournament, sheet
        links.append(link)
    Event.objects.bulk_create(links, batch_size=500)


def by(column: str, actor: Actor) -> dict[str, Any]:
    """Who did it, for a row that names a login in `column` and the device of a table in `device`."""
    return {"device": actor} if isinstance(actor, TableDevice) else {column: actor}


def _link(newest: Event | None, kind: str, actor: User | None, payload: Mapping[str, Any]) -> Event:
    """The next link after the newest, not yet saved."""
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
