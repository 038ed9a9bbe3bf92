"""A copy from before results were held back, or from before a wish, makes nothing more open."""

import datetime as dt
import json
from typing import Any

import pytest
from django.db import transaction

from tests.worlds.factories import make_user
from tests.worlds.played import finished_tournament, play
from tournament.backup.copies.contents import read_contents
from tournament.backup.copies.shown import read_shown
from tournament.backup.selectors.restores import newest_restore, restore_view
from tournament.backup.selectors.secrecy import secrecy_sentences
from tournament.backup.services.backups import database_run
from tournament.backup.services.restores import note_restore
from tournament.enums import Release
from tournament.models import Event, FrozenRanking, Participant, Tournament, User
from tournament.participants.services.public_names import set_public_names, set_shown_name
from tournament.proof.services.audit import audit_tournament
from tournament.services.tournaments import create_tournament
from tournament.standings.services.release import freeze, publish, unfreeze

pytestmark = pytest.mark.django_db
COPIED = dt.datetime(2026, 11, 28, 18, 5, tzinfo=dt.UTC)


def replaced(*acts: Any) -> list[dict[str, Any]]:
    """What the database tells after these acts, which the copy then does not know."""
    status: list[dict[str, Any]] = []
    with transaction.atomic():
        for act in acts:
            act()
        status = json.loads(json.dumps(read_shown(database_run)))
        transaction.set_rollback(True)
    return status


def by(tournament: Tournament, actor: User, act: Any, **more: Any) -> Any:
    """The act, for later."""
    return lambda: act(tournament=tournament, actor=actor, **more)


def restored(hall: list[dict[str, Any]]) -> dict[str, Any]:
    note_restore(copy="spielliste.zip", copied_at=COPIED, hall=hall)
    event = Event.objects.filter(kind="installation.restored").latest("pk")
    return dict(json.loads(event.payload).get("kept", {}))


def no_faults(tournament: Tournament) -> None:
    assert [fault.what for fault in audit_tournament(tournament).faults] == []


def test_what_was_held_back_stays_so_as_it_stands_in_the_copy() -> None:
    tournament, actor = play()
    hall = replaced(by(tournament, actor, freeze))
    assert restored(hall) == {tournament.slug: {"held_back": True, "names": 0, "unknown": 0}}
    tournament.refresh_from_db()
    assert (tournament.release, FrozenRanking.objects.get().frozen_by) == (Release.FROZEN, actor)
    kinds = list(Event.objects.filter(tournament=tournament, scoresheet=None).values_list("kind", flat=True))
    assert kinds[-2:] == ["tournament.restored", "release.frozen"]
    no_faults(tournament)
    assert restored(hall) == {}, "the second time changes nothing"


@pytest.mark.parametrize("copy", ["not begun", "published", "another login"])
def test_also_where_the_copy_is_another(copy: str) -> None:
    tournament, actor = finished_tournament()
    if copy == "published":
        freeze(tournament=tournament, actor=actor)
        publish(tournament=tournament, actor=actor)
        hall = replaced(by(tournament, actor, unfreeze), by(tournament, actor, freeze))
    else:
        hall = replaced(by(tournament, actor, freeze))
        hall[0]["frozen_by"] = "vroni"
    if copy == "not begun":
        Tournament.objects.update(state="registration")
    assert restored(hall)[tournament.slug]["held_back"]
    tournament.refresh_from_db()
    assert (tournament.release, FrozenRanking.objects.get().frozen_by) == (Release.FROZEN, actor)


def test_also_where_the_copy_has_nothing_but_the_tournament() -> None:
    actor = make_user("organiser")
    ruleset = "schafkopfschule-2023"
    tournament = create_tournament(
        actor=actor, name="Feldkirchen", day=COPIED.date(), organiser="SV", ruleset_id=ruleset
    )
    hall = replaced()
    hall[0] |= {"release": "revealing", "frozen_by": actor.username}
    assert restored(hall)[tournament.slug]["held_back"]
    tournament.refresh_from_db()
    assert tournament.release == Release.FROZEN
    no_faults(tournament)


def test_a_copy_that_is_stricter_stays_as_it_is() -> None:
    tournament, actor = play()
    anna = tournament.participants.get(start_number=1)
    hall = replaced()
    freeze(tournament=tournament, actor=actor)
    set_public_names(tournament=tournament, hall_names="number", web_names="hidden", actor=actor)
    set_shown_name(participant=anna, shown_name="hidden", actor=actor)
    assert restored(hall) == {}


@pytest.mark.parametrize(
    ("rule", "wish", "was_rule", "was_wish", "found_rule", "found_wish"),
    [
        (("name", "name"), "", ("number", "hidden"), "", ("number", "hidden"), ""),
        (("number", "name"), "", ("name", "hidden"), "", ("number", "hidden"), ""),
        (("name", "name"), "", ("name", "name"), "hidden", ("name", "name"), "hidden"),
        (("name", "name"), "number", ("name", "name"), "hidden", ("name", "name"), "hidden"),
        (("name", "name"), "hidden", ("name", "name"), "number", ("name", "name"), "hidden"),
        (("name", "name"), "hidden", ("name", "name"), "", ("name", "name"), "hidden"),
        (("hidden", "hidden"), "name", ("hidden", "hidden"), "", ("hidden", "hidden"), "hidden"),
        (("hidden", "name"), "", ("hidden", "name"), "name", ("hidden", "name"), ""),
        (("name", "hidden"), "", ("name", "hidden"), "number", ("name", "hidden"), "hidden"),
    ],
)
def test_nobody_is_named_more_openly(
    rule: tuple[str, str], wish: str, was_rule: tuple[str, str], was_wish: str, found_rule: tuple[str, str],
    found_wish: str,
) -> None:  # fmt: skip
    tournament, actor = play()
    anna = tournament.participants.get(start_number=1)
    set_public_names(tournament=tournament, hall_names=rule[0], web_names=rule[1], actor=actor)
    set_shown_name(participant=anna, shown_name=wish, actor=actor)
    changed = by(tournament, actor, set_public_names, hall_names=was_rule[0], web_names=was_rule[1])
    hall = replaced(changed, lambda: set_shown_name(participant=anna, shown_name=was_wish, actor=actor))
    restored(hall)
    tournament.refresh_from_db()
    anna.refresh_from_db()
    assert ((tournament.hall_names, tournament.web_names), anna.shown_name) == (found_rule, found_wish)
    no_faults(tournament)


def test_who_wished_not_to_be_named_and_is_not_in_the_copy_is_counted() -> None:
    tournament, _ = play()
    hall = replaced(lambda: Participant.objects.filter(start_number=1).update(shown_name="hidden"))
    hall[0]["wishes"] = {"987654": "hidden", "987655": "name"}
    assert restored(hall) == {tournament.slug: {"held_back": False, "names": 0, "unknown": 1}}


def test_a_tournament_that_is_not_in_the_copy_changes_nothing() -> None:
    tournament, actor = play()
    hall = replaced(by(tournament, actor, freeze))
    assert restored([hall[0] | {"first": "0" * 64}]) == {}
    tournament.refresh_from_db()
    assert tournament.release == Release.OPEN


def test_the_check_says_what_stays_untold_and_the_page_after_the_restore_what_did() -> None:
    tournament, actor = play()
    copy = read_contents(database_run)
    sentences = list(secrecy_sentences(copy))
    assert sentences == []
    hall = replaced(
        by(tournament, actor, freeze),
        by(tournament, actor, set_public_names, hall_names="hidden", web_names="number"),
        lambda: sentences.extend(secrecy_sentences(copy)),
    )
    assert sentences == [
        "Results were held back after the copy: Feldkirchen 2026. They stay so: the hall’s ranking then stands still "
        "as it is in the copy.",
        "How people are named in public was changed after the copy. Nobody is named more openly than here; the wishes "
        "of those whom the copy does not have are lost.",
    ]
    hall[0]["wishes"]["987654"] = "hidden"
    restored(hall)
    restore = newest_restore()
    assert restore is not None
    assert restore_view(tournament.matches.get(number=1), restore).secrecy == [
        "Results were held back, and the copy did not know it: the hall’s ranking stands still as it is in the copy.",
        "Names in public are as strict as before the restore.",
        "1 person who did not want to be named is not in the copy: please note that wish again.",
    ]
