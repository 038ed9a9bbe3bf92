"""After a restore: what the hall was not to know yet, or not by name, stays untold.

The copy may be from before the results were held back, or from before somebody wished not to be named.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from tournament.enums import HELD_BACK, Release, ShownName, TournamentState, may_step
from tournament.models import Event, Participant, Tournament, User
from tournament.proof.selectors.original_keys import original_keys
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament
from tournament.standings.services.release import step_release

STRICTNESS = tuple(ShownName.values)


def keep_secrecy(replaced: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """For each tournament keep the stricter of `replaced` (backup/copies/shown.py) and the copy's own; return it by the
    tournament's slug. The caller holds the locks and the transaction.

    Where results were held back, the ranking stands still as it is in the copy, which is older.
    """
    changes = {}
    for former in replaced:
        first = Event.objects.filter(hash=former["first"], scoresheet=None, sequence=1).exclude(tournament=None).first()
        if first is None or first.tournament is None or first.tournament.state == TournamentState.PURGED:
            continue
        tournament = lock_tournament(first.tournament, archived=True)
        changed = {
            "held_back": _hold_back(tournament, former),
            "names": _keep_names(tournament, former) + _keep_wishes(tournament, former),
            "unknown": _unknown(tournament, former),
        }
        if any(changed.values()):
            changes[tournament.slug] = changed
    return changes


def _hold_back(tournament: Tournament, former: Mapping[str, Any]) -> bool:
    if former["release"] not in HELD_BACK or tournament.is_held_back:
        return False
    # In the name of whoever held them back; of an organiser where the copy does not know that login.
    logins = User.objects.order_by("pk")
    actor = logins.filter(username=former["frozen_by"]).first() or logins.filter(organiser=True).first()
    if not may_step(Release, tournament.release, Release.FROZEN):
        step_release(tournament, Release.OPEN, actor)
    step_release(tournament, Release.FROZEN, actor)
    return True


def _keep_names(tournament: Tournament, former: Mapping[str, Any]) -> int:
    """Keep the stricter rule of the hall and of the web; return 1 if that changed anything."""
    rule = {name: _stricter(getattr(tournament, name), former[name]) for name in ("hall_names", "web_names")}
    if rule == {"hall_names": tournament.hall_names, "web_names": tournament.web_names}:
        return 0
    tournament.hall_names, tournament.web_names = rule["hall_names"], rule["web_names"]
    tournament.save(update_fields=[*rule])
    write_event(tournament=tournament, kind="tournament.public_names", actor=None, payload=rule)
    versions.bump_hall(tournament)
    return 1


def _keep_wishes(tournament: Tournament, former: Mapping[str, Any]) -> int:
    """Keep the stricter wishes, once the rule is the stricter one; return how many changed."""
    changed, keys = 0, original_keys(tournament)
    for person in Participant.objects.filter(tournament=tournament).order_by("pk"):
        was = former["wishes"].get(str(person.pk), "")
        before = (was or former["hall_names"], was or former["web_names"])
        now = (person.shown_name or tournament.hall_names, person.shown_name or tournament.web_names)
        if all(_stricter(here, there) == here for here, there in zip(now, before, strict=True)):
            continue
        person.shown_name = wish = _stricter(*before, *now)
        person.save(update_fields=["shown_name"])
        key = keys.of(Participant, person.pk)
        payload = {"participant": key, "start_number": person.start_number, "shown_name": wish}
        write_event(tournament=tournament, kind="participant.shown", actor=None, payload=payload)
        versions.bump_hall(tournament)
        changed += 1
    return changed


def _unknown(tournament: Tournament, former: Mapping[str, Any]) -> int:
    """How many wished not to be named and are not in the copy."""
    keys = set(Participant.objects.filter(tournament=tournament).values_list("pk", flat=True))
    return sum(int(key) not in keys for key, wish in former["wishes"].items() if wish != ShownName.NAME)


def _stricter(*wishes: str) -> str:
    return max(wishes, key=STRICTNESS.index)
