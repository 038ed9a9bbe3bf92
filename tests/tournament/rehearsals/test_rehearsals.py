"""A rehearsal is begun, played and ended, and leaves nothing; whatever is no rehearsal stays."""

import datetime as dt

import pytest
from django.db import Error, connection, transaction

from tests.worlds.archived import login
from tests.worlds.everything import everything
from tests.worlds.factories import draw_lots, make_user
from tests.worlds.short_tournament import ONE_MATCH, play_match, short_tournament
from tournament.models import Event, Participant, Removal, Tournament
from tournament.participants.services.arrivals import set_arrived
from tournament.participants.services.participants import add_participant, withdraw_participant
from tournament.proof.integrity import append_only
from tournament.proof.services.audit import audit_installation, audit_tournament
from tournament.refusals import Refused
from tournament.rehearsals.rows import ways_to_tournament
from tournament.rehearsals.services.rehearsals import begin_rehearsal
from tournament.rehearsals.services.removals import end_rehearsal

pytestmark = pytest.mark.django_db


@pytest.fixture
def actor():
    return login("reiter", "K. Reiter", "organiser", "supervisor", "desk")


@pytest.fixture
def tournament(actor):
    """Eight players; number 2 is withdrawn, number 3 belongs to the house, number 4 keeps a place."""
    tournament = short_tournament(actor, rules=ONE_MATCH, players=8)
    withdraw_participant(participant=tournament.participants.get(start_number=2), actor=actor)
    add_participant(
        tournament=tournament, first_name="Ida", last_name="Haus", club="A", house=True, phone="0171 234", remark="r",
        paid=True, birth_date=dt.date(1980, 2, 3), woman=True, actor=actor,
    )  # fmt: skip
    set_arrived(participant=tournament.participants.get(start_number=1), arrived=True, actor=actor)
    return tournament


def rows_of(key):
    return {
        model.__name__: model._base_manager.filter(**{way: key}).count() for model, way in ways_to_tournament().items()
    }


def test_list_as_registered(tournament, actor):
    rehearsal = begin_rehearsal(tournament=tournament, actor=actor)
    assert rehearsal.rehearsal
    assert not Tournament.objects.get(pk=tournament.pk).rehearsal
    people = list(rehearsal.participants.all())
    assert [person.start_number for person in people] == [1, 3, 4, 5, 6, 7, 8, 9]
    house = people[-1]
    assert (house.house, house.club, house.woman, house.birth_date) == (True, "A", True, dt.date(1980, 2, 3))
    assert (house.phone, house.remark, house.paid) == ("", "", False)
    assert not any(person.arrived or person.withdrawn for person in people)
    assert audit_tournament(rehearsal).faults == ()
    assert audit_installation().faults == ()


def test_second_press_gives_the_same_rehearsal(tournament, actor):
    first = begin_rehearsal(tournament=tournament, actor=actor)
    assert begin_rehearsal(tournament=tournament, actor=actor) == first
    assert first.participants.count() == 8


def test_rehearsal_of_a_rehearsal_is_refused(tournament, actor):
    with pytest.raises(Refused) as refused:
        begin_rehearsal(tournament=begin_rehearsal(tournament=tournament, actor=actor), actor=actor)
    assert refused.value.code == "rehearses_rehearsal"


def test_played_rehearsal_ends_and_leaves_nothing(tournament, actor):
    rehearsal = begin_rehearsal(tournament=tournament, actor=actor)
    play_match(rehearsal.matches.get(number=1), [[30, 10, -20, -20], [40, -10, -10, -20]], actor)
    before = rows_of(tournament.pk)
    key, chain = rehearsal.pk, Event.objects.filter(tournament=None).count()
    removal = end_rehearsal(tournament=rehearsal, actor=actor)
    assert set(rows_of(key).values()) == {0}
    assert rows_of(tournament.pk) == before
    kinds = Event.objects.filter(tournament=None).order_by("-sequence").values_list("kind", flat=True)
    assert kinds[0] == "installation.rehearsal_ended"
    assert Event.objects.filter(tournament=None).count() == chain + 1
    assert (removal.reason, removal.removed_by) == ("", actor)
    connection.check_constraints()
    assert audit_installation().faults == ()
    assert audit_tournament(tournament).faults == ()


def test_real_tournament_does_not_end(tournament, actor):
    with pytest.raises(Refused) as refused:
        end_rehearsal(tournament=tournament, actor=actor)
    assert refused.value.code == "no_rehearsal"


def test_every_table_of_a_tournament_is_emptied(db):
    """A tournament with rows in all tables goes, as if it had been a rehearsal, and the others keep every row."""
    worlds = everything()
    running, others = worlds["running"], [worlds[name] for name in ("finished", "purged", "imported")]
    before = [rows_of(other.pk) for other in others]
    append_only.drop_removal_triggers(connection)
    Tournament.objects.filter(pk=running.pk).update(rehearsal=True)
    append_only.create_removal_triggers(connection)
    end_rehearsal(tournament=running, actor=make_user("organiser", username="ends"))
    connection.check_constraints()
    assert set(rows_of(running.pk).values()) == {0}
    assert [rows_of(other.pk) for other in others] == before


@pytest.mark.parametrize("rehearsal", [True, False])
def test_whether_it_is_a_rehearsal_never_changes(tournament, actor, rehearsal):
    row = begin_rehearsal(tournament=tournament, actor=actor) if rehearsal else tournament
    with pytest.raises(Error, match="removal: whether a tournament is a rehearsal never changes"), transaction.atomic():
        Tournament.objects.filter(pk=row.pk).update(rehearsal=not rehearsal)


def test_database_refuses_the_removal_of_what_was_drawn(tournament, actor):
    for person in tournament.participants.filter(withdrawn=False, arrived=False):
        set_arrived(participant=person, arrived=True, actor=actor)
    draw_lots(tournament.matches.get(number=1), actor)
    for rehearsal in (True, False):
        with pytest.raises(Error, match="removal: a tournament is removed if"), transaction.atomic():
            Removal.objects.create(
                tournament_key=tournament.pk,
                rehearsal=rehearsal,
                reason="" if rehearsal else "r",
                salt="" if rehearsal else "s",
                address="a",
                removed_by=actor,
                removed_at=tournament.created_at,
            )


def test_database_lets_nothing_removed_come_back(tournament, actor):
    rehearsal = begin_rehearsal(tournament=tournament, actor=actor)
    key = rehearsal.pk
    end_rehearsal(tournament=rehearsal, actor=actor)
    with pytest.raises(Error, match="removal: a tournament that was removed never comes back"), transaction.atomic():
        Tournament.objects.create(pk=key, name="n", slug="s", day=dt.date(2026, 1, 1), organiser="o")


def test_rows_of_other_tournaments_stay_while_one_is_removed(tournament, actor):
    """The removal opens the triggers for its own tournament alone."""
    end_rehearsal(tournament=begin_rehearsal(tournament=tournament, actor=actor), actor=actor)
    with pytest.raises(Error, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM tournament_event WHERE tournament_id = %s", [tournament.pk])
    assert Participant.objects.filter(tournament=tournament).count() == 9
