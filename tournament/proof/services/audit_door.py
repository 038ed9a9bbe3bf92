"""Comparing the lots at the door with the tournament's chain: what was committed, and every step. Reads only."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from tournament import lots
from tournament.enums import DoorState
from tournament.models import DoorAct, DoorLots, Tournament
from tournament.proof.selectors.original_keys import OriginalKeys
from tournament.proof.services.audit_replay import Act, TournamentAsLogged, act_differences
from tournament.proof.services.audit_rows import compare
from tournament.proof.words.audit_words import row_name


def door_differences(logged: TournamentAsLogged, tournament: Tournament, keys: OriginalKeys) -> Iterator[str]:
    """A sentence for every opening and every step that differs from the log. Two queries."""
    rows = DoorLots.objects.filter(match__tournament=tournament).select_related("match", "draw")
    doors = list(keys.all(rows))
    places = {door.pk: (door.match.number, door.number) for door in doors}
    here = {places[door.pk]: (door.list_hash, door.commitment, door.state) for door in doors}
    yield from compare("lots at the door", logged.doors, here)
    acts = list(keys.all(DoorAct.objects.filter(door__match__tournament=tournament)))
    keyed = {("-".join(map(str, places[act.door_id])), act.order): act for act in acts}
    steps = {key: (act.kind, act.participant_id, act.table, act.seat) for key, act in keyed.items()}
    yield from compare("step at the door", logged.door_acts, steps)
    who: dict[tuple[str, Any], Act] = {
        ("lots at the door", places[door.pk]): Act(by=door.opened_by_id, at=door.opened_at) for door in doors
    }
    who |= {
        ("end of the lots at the door", places[door.pk]): Act(by=door.ended_by_id, at=door.ended_at)
        for door in doors
        if door.ended_at is not None
    }
    who |= {("step at the door", key): Act(by=act.acted_by_id, at=act.acted_at) for key, act in keyed.items()}
    yield from act_differences(logged.acts, who)
    for door in doors:
        if not _is_as_committed(door, imported=bool(keys.there)):
            name = {"door": row_name("lots at the door", places[door.pk])}
            yield _("%(door)s do not fit their hash, their commitment or their draw") % name


def _is_as_committed(door: DoorLots, *, imported: bool) -> bool:
    """Whether the secret fits its commitment, and the draw is the one that was published from it.

    An archive does not contain the secret of lots that were called off.
    """
    untold = imported and door.state != DoorState.CLOSED and not door.secret
    if not untold and lots.door_commitment(door.secret) != door.commitment:
        return False
    published = (door.draw.protocol["list_hash"], door.draw.protocol["commitment"]) if door.draw else None
    committed = (door.list_hash, door.commitment)
    return door.drawn_from.list_hash == door.list_hash and published in (None, committed)
