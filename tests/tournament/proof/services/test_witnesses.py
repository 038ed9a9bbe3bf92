"""Names stand in the log as salted hashes, an older log is witnessed by an update, and triggers are looked at."""

import importlib

import pytest
from django.apps import apps
from django.db import connection

from tests.damage.tampering import triggers_off
from tests.worlds.archived import login, small_tournament
from tournament.models import DiscardedDraw, Event, Participant, Tournament, User
from tournament.proof.integrity import append_only
from tournament.proof.services.audit import audit_installation, audit_tournament

pytestmark = pytest.mark.django_db
WITHOUT_SALTS = ((Participant, ("salt", "birth_salt")), (Tournament, ("salt",)), (User, ("salt",)))


def begin() -> Tournament:
    return small_tournament(login("reiter", "K. Reiter", "organiser", "supervisor", "desk"), 5)


def faults(tournament: Tournament) -> list[str]:
    return [fault.what for fault in (*audit_tournament(tournament).faults, *audit_installation().faults)]


def of_old(tournament: Tournament) -> list[str]:
    """What the audit finds but the answers about the age: their salt is newer than the update that this plays."""
    return [fault for fault in faults(tournament) if not fault.startswith("answer about the age")]


def exchange(first: Participant, second: Participant) -> None:
    """Exchange the names of two participants, as somebody who wants another winner."""
    names = [(one.first_name, one.last_name, one.name_key) for one in (first, second)]
    Participant.objects.filter(pk=first.pk).update(name_key="")
    for one, (first_name, last_name, name_key) in zip((second, first), names, strict=True):
        values = {"first_name": first_name, "last_name": last_name, "name_key": name_key}
        Participant.objects.filter(pk=one.pk).update(**values)


def test_exchanged_names_are_noticed(world: Tournament):
    tournament = world
    first, second, *_others = tournament.participants.filter(forgotten=False)
    exchange(first, second)
    witnessed = "the name, club, place or day of entry of participant {} is not what the log witnessed"
    assert faults(tournament) == [witnessed.format(one.start_number) for one in (first, second)]


def test_an_update_witnesses_an_older_log(world: Tournament):
    """It gives the rows their salts; from then on a change is noticed."""
    tournament = world
    with triggers_off():
        for model, columns in WITHOUT_SALTS:
            model.objects.update(**dict.fromkeys(columns))
        DiscardedDraw.objects.update(salt=None)
        importlib.import_module("tournament.migrations.0024_witnesses").witness(apps, None)
    assert of_old(tournament) == []
    kinds = list(Event.objects.order_by("-pk").values_list("kind", flat=True)[:2])
    assert kinds == ["installation.witnessed", "tournament.witnessed"]
    User.objects.update(full_name="Rosa Lindner")
    Tournament.objects.update(place="Glonn")
    one = tournament.participants.filter(forgotten=False).last()
    assert one is not None
    Participant.objects.filter(pk=one.pk).update(fixed_table=1, fixed_seat=1)
    with triggers_off():
        DiscardedDraw.objects.update(reason="anders")
    assert of_old(tournament) == [
        "its name, address, place, organiser or kind of entry is not what the log witnessed",
        f"the name, club, place or day of entry of participant {one.start_number} is not what the log witnessed",
        "the reason of the discard of draw 1 of match 1 is not the one that the log witnessed",
        f"the name of login {User.objects.get().pk} is not what the log witnessed",
    ]


def test_a_name_is_not_found_in_the_log(world: Tournament):
    payloads = "".join(Event.objects.values_list("payload", flat=True))
    for one in world.participants.filter(forgotten=False):
        assert one.last_name not in payloads
        assert one.salt
        assert one.salt not in payloads


def test_a_trigger_that_is_missing_or_changed_is_named(world: Tournament):
    assert faults(world) == []
    connection.check_constraints()
    of = " ON tournament_event" if connection.vendor == "postgresql" else ""
    name = "append_only_row" if of else "tournament_event_no_delete"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}{of}")
    missing = f"trigger {name} of tournament_event is missing: the database no longer refuses changes"
    assert faults(world) == [missing]
    body = " BEGIN RETURN NEW; END; "
    with connection.cursor() as cursor:
        if of:
            function = "spielliste_tournament_event"
            cursor.execute(f"CREATE OR REPLACE FUNCTION {function}() RETURNS trigger AS $${body}$$ LANGUAGE plpgsql;")
            for level, action in (("row", "DELETE OR UPDATE"),):
                cursor.execute(
                    f"CREATE TRIGGER append_only_{level} BEFORE {action} ON tournament_event "
                    f"FOR EACH ROW EXECUTE FUNCTION {function}()"
                )
        else:
            cursor.execute(f"CREATE TRIGGER {name} BEFORE DELETE ON tournament_event WHEN 0 BEGIN SELECT 1; END")
    assert f"trigger {name} of tournament_event is not the one that this version makes" in faults(world)
    if of:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE tournament_draw DISABLE TRIGGER append_only_row")
        off = "trigger append_only_row of tournament_draw is switched off: the database no longer refuses changes"
        assert off in faults(world)


def test_a_trigger_of_somebody_else_is_named(world: Tournament):
    does = "BEGIN SELECT 1; END"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("CREATE FUNCTION quiet() RETURNS trigger AS 'BEGIN RETURN NULL; END' LANGUAGE plpgsql")
            does = "FOR EACH ROW EXECUTE FUNCTION quiet()"
        cursor.execute(f"CREATE TRIGGER quiet AFTER INSERT ON tournament_game {does}")
    assert faults(world) == ["trigger quiet of tournament_game is none of ours"]
    assert {one.table for one in append_only.all_triggers(connection)} >= set(append_only.TABLES)
