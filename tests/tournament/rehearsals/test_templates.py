"""A new tournament like an earlier one: people under new numbers, prizes, and nothing of what happened to them."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.worlds.archived import login
from tests.worlds.factories import make_participants, make_tournament
from tests.worlds.short_tournament import ONE_MATCH, short_tournament
from tournament.models import Participant, Tournament
from tournament.participants.services.arrivals import set_arrived
from tournament.participants.services.participants import add_participant, withdraw_participant
from tournament.participants.services.public_names import set_shown_name
from tournament.prizes.services.prizes import add_prize
from tournament.proof.services.audit import audit_tournament
from tournament.rehearsals.selectors import take_over
from tournament.rehearsals.services.templates import create_like

pytestmark = pytest.mark.django_db

ENTRY = {"name": "Glonn 2027", "day": dt.date(2027, 11, 28), "organiser": "SV Glonn", "ruleset_id": ONE_MATCH}


@pytest.fixture
def actor():
    return login("reiter", "K. Reiter", "organiser", "supervisor", "desk")


@pytest.fixture
def template(actor):
    tournament = short_tournament(actor, rules=ONE_MATCH, players=3)
    add_participant(
        tournament=tournament, title="Dr.", first_name="Ida", last_name="Haus", club="A", house=True, phone="0171 234",
        remark="r", paid=True, birth_date=dt.date(1980, 2, 3), woman=True, newcomer=True, actor=actor,
    )  # fmt: skip
    add_participant(
        tournament=tournament, first_name="Jo", last_name="Jung", birth_year=2015, actor=actor
    )  # fmt: skip
    withdraw_participant(participant=tournament.participants.get(start_number=1), actor=actor)
    set_arrived(participant=tournament.participants.get(start_number=2), arrived=True, actor=actor)
    add_prize(tournament=tournament, words="Radl", donor="Bank", group="Sach", criterion="raffle", actor=actor)
    return tournament


def test_people_come_as_if_they_registered_anew(template, actor):
    template.participants.get(start_number=2).delete()
    new = create_like(template, people=True, prizes=False, actor=actor, **ENTRY)
    people = list(new.participants.all())
    assert [person.start_number for person in people] == [1, 2, 3, 4]
    ida = people[2]
    assert (ida.title, str(ida), ida.club, ida.birth_date) == ("Dr.", "Dr. Ida Haus", "A", dt.date(1980, 2, 3))
    assert (ida.phone, ida.remark, ida.paid, ida.house, ida.woman, ida.newcomer) == ("", "", False, False, None, None)
    assert not any(one.withdrawn or one.arrived or one.excluded or one.fixed_table for one in people)
    assert not new.prizes.exists()
    assert audit_tournament(new).faults == ()


def test_name_in_public_is_a_wish_that_holds_on(template, actor):
    set_shown_name(participant=template.participants.get(start_number=3), shown_name="number", actor=actor)
    new = create_like(template, people=True, prizes=False, actor=actor, **ENTRY)
    assert new.participants.get(start_number=3).shown_name == "number"
    assert audit_tournament(new).faults == ()


def test_who_is_too_young_stays_out(actor):
    """5.2.12: by the rules of the new tournament, on its day."""
    template = make_tournament()
    make_participants(template, 2)
    Participant.objects.filter(tournament=template, start_number=1).update(birth_date=dt.date(2020, 1, 1))
    entry = ENTRY | {"ruleset_id": "schafkopfschule-2023", "day": dt.date(2026, 12, 1)}
    new = create_like(template, people=True, prizes=False, actor=actor, **entry)
    assert [(one.start_number, one.last_name) for one in new.participants.all()] == [(1, "Huber")]


def test_prizes_with_groups_and_donors(template, actor):
    new = create_like(template, people=False, prizes=True, actor=actor, **ENTRY)
    prize = new.prizes.get()
    assert (prize.words, prize.donor, prize.group.name, prize.group.tournament) == ("Radl", "Bank", "Sach", new)
    assert not new.participants.exists()
    assert audit_tournament(new).faults == ()


def test_same_form_twice_takes_over_once(template, actor):
    first = create_like(template, people=True, prizes=True, actor=actor, **ENTRY)
    assert create_like(template, people=True, prizes=True, actor=actor, **ENTRY) == first
    assert (first.participants.count(), first.prizes.count()) == (5, 1)


def test_who_was_forgotten_stays_behind(template):
    Participant.objects.filter(tournament=template, start_number=4).update(
        forgotten=True, title="", first_name="", last_name="#4", club="", birth_date=None, phone="", remark="",
        paid=False, woman=None, newcomer=None,
    )  # fmt: skip
    offer = take_over(template)
    assert (offer.people, offer.nameless, offer.prizes) == (4, 1, 1)


IN_PARTS = (
    'INSERT INTO "tournament_participant"',
    'INSERT INTO "tournament_knownperson"',
    'UPDATE "tournament_participant"',
)


def test_as_many_queries_for_a_thousand_people_as_for_ten(actor):
    counts = []
    for size in (10, 1000):
        template = make_tournament(f"Vorlage {size}", f"vorlage-{size}")
        Participant.objects.bulk_create(
            Participant(
                tournament=template,
                start_number=number,
                first_name="A",
                last_name=f"N{size}-{number}",
                name_key=f"n{size}-{number}",
            )
            for number in range(1, size + 1)
        )
        entry = ENTRY | {"name": f"Neu {size}", "ruleset_id": "schafkopfschule-2023"}
        with CaptureQueriesContext(connection) as queries:
            create_like(template, people=True, prizes=True, actor=actor, **entry)
        # SQLite takes a limited number of values a statement, so Django writes long lists in several.
        counts.append(sum(not query["sql"].startswith(IN_PARTS) for query in queries))
        assert Tournament.objects.get(name=f"Neu {size}").participants.count() == size
    assert counts[0] == counts[1]
