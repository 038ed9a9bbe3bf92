"""How the lists feed the address book, who is whom in it, and who leaves it, when, and what the log says of that."""

import datetime as dt
import json
from typing import Any
from unittest import mock

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.worlds.archived import small_tournament
from tests.worlds.factories import make_user
from tournament.address_book.selectors import doublets, expired_people, find_people, person_kept_until
from tournament.address_book.services.feeding import feed_book
from tournament.address_book.services.people import edit_person, expire_people, merge_people, remove_person
from tournament.address_book.services.registering import register_known
from tournament.imports.columns import find_header
from tournament.imports.reading import read_book
from tournament.models import Event, KnownPerson, Participant, Tournament, User
from tournament.participants.services.mistaken_entries import delete_participant
from tournament.participants.services.participants import (
    add_participant,
    edit_participant,
    import_participants,
    withdraw_participant,
)
from tournament.participants.services.retention import forget_participant, purge_tournament
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.services.tournaments import FIELDS, create_tournament, edit_tournament

pytestmark = pytest.mark.django_db
FIRST, SECOND = dt.date(2026, 3, 7), dt.date(2026, 11, 28)
BORN = dt.date(1970, 5, 1)


def begin(actor: User, name: str, day: dt.date) -> Tournament:
    return create_tournament(
        actor=actor, name=name, day=day, organiser=f"SV {name}", ruleset_id="schafkopfschule-2023", place=name
    )


@pytest.fixture
def desk() -> User:
    return make_user("organiser", "desk", "supervisor", username="dora")


@pytest.fixture
def first(desk: User) -> Tournament:
    return begin(desk, "Haar", FIRST)


@pytest.fixture
def second(desk: User) -> Tournament:
    return begin(desk, "Poing", SECOND)


def add(tournament: Tournament, actor: User, name: str = "Josef Huber", **entry: Any) -> Participant:
    first_name, last_name = name.split()
    return add_participant(tournament=tournament, actor=actor, first_name=first_name, last_name=last_name, **entry)


def edit(participant: Participant, actor: User, **entry: Any) -> Participant:
    values: Any = {"first_name": participant.first_name, "last_name": participant.last_name, **entry}
    return edit_participant(
        participant=participant, fixed_table=None, fixed_seat=None, house=False, actor=actor, **values
    )


def book() -> list[tuple[str, str, int, dt.date]]:
    rows = KnownPerson.objects.order_by("pk")
    return [(str(one), one.club, one.times, one.last_played) for one in rows]


def logged() -> list[tuple[str, Any]]:
    events = Event.objects.filter(tournament=None).exclude(kind="installation.tournament_created").order_by("pk")
    return [(event.kind, json.loads(event.payload)) for event in events]


def refusal(call: Any, **arguments: Any) -> str:
    with pytest.raises(Refused) as error:
        call(**arguments)
    return error.value.code


@pytest.mark.parametrize(
    ("earlier", "later", "same"),
    [
        ({}, {}, True),  # neither has anything that tells them apart, as on the list of one tournament
        ({"club": "SV Haar"}, {"club": "S.V. Haar e.V."}, True),
        ({"club": "SV Haar"}, {"club": "SV Poing"}, False),
        ({"club": "SV Haar"}, {}, False),  # in doubt two
        ({"birth_date": BORN}, {"birth_date": BORN, "club": "SV Poing"}, True),
        ({"birth_date": BORN, "club": "SV Haar"}, {"birth_date": BORN, "club": "SV Poing"}, True),
        ({"birth_date": BORN}, {"birth_date": dt.date(1970, 5, 2)}, False),
        ({"birth_date": BORN}, {"birth_year": 1970}, True),
        ({"birth_date": BORN}, {"birth_year": 1971}, False),
        ({"birth_date": BORN}, {}, False),
        ({"birth_date": BORN, "club": "SV Haar"}, {"club": "SV Haar"}, True),
        ({"birth_year": 1970, "club": "SV Haar"}, {"birth_year": 1970}, False),
    ],
)
def test_who_comes_again_is_the_same_person_only_where_it_is_sure(
    first: Tournament, second: Tournament, desk: User, earlier: Any, later: Any, same: bool
) -> None:
    one, again = add(first, desk, **earlier), add(second, desk, **later)
    assert (one.known_person_id == again.known_person_id) is same
    assert KnownPerson.objects.count() == 2 - same
    assert [len(doublets())] == [0 if same or not may_be(earlier, later) else 1]


def may_be(earlier: Any, later: Any) -> bool:
    clubs = {one.get("club", "") for one in (earlier, later)}
    dates = [one["birth_date"] for one in (earlier, later) if "birth_date" in one]
    years = {one["birth_date"].year if "birth_date" in one else one.get("birth_year") for one in (earlier, later)}
    return len(clubs - {""}) < 2 and len(set(dates)) < 2 and len(years - {None}) < 2


def test_two_possible_people_are_a_doubt_too(first: Tournament, second: Tournament, desk: User) -> None:
    for born in (1960, 1970):
        add(first, desk, club="SV Haar", birth_year=born)
    add(second, desk, club="SV Haar")
    assert [times for _name, _club, times, _day in book()] == [1, 1, 1]


def test_the_book_knows_the_newest_day_and_what_was_entered_last(
    first: Tournament, second: Tournament, desk: User
) -> None:
    add(second, desk, club="SV Haar", phone="0171 1234567", title="Dr.")
    add(first, desk, club="SV Haar", birth_date=BORN)
    assert book() == [("Dr. Josef Huber", "SV Haar", 2, SECOND)]
    person = KnownPerson.objects.get()
    assert (person.phone, person.born) == ("0171 1234567", BORN)


def test_a_mended_entry_mends_the_book(first: Tournament, desk: User) -> None:
    entry = add(first, desk, "Josef Hubr", birth_date=BORN)
    edit(entry, desk, last_name="Huber", birth_date=None, birth_year=1971)
    person = KnownPerson.objects.get()
    assert (str(person), person.born, person.name_key) == ("Josef Huber", 1971, "huber josef")


def test_what_the_desk_mended_in_the_book_stays_when_the_entry_is_ticked_as_paid(first: Tournament, desk: User) -> None:
    entry = add(first, desk, "Josef Hubr")
    values: Any = {"title": "", "club": "SV Haar", "birth_date": None, "birth_year": None, "phone": ""}
    edit_person(person=KnownPerson.objects.get(), actor=desk, first_name="Josef", last_name="Huber", **values)
    edit(entry, desk, paid=True)
    assert book() == [("Josef Huber", "SV Haar", 1, FIRST)]


def test_an_entry_that_becomes_somebody_else_leaves_the_person_alone(
    first: Tournament, second: Tournament, desk: User
) -> None:
    add(first, desk)
    entry = add(second, desk)
    edit(entry, desk, first_name="Rosa", last_name="Lindner")
    assert book() == [("Josef Huber", "", 1, FIRST), ("Rosa Lindner", "", 1, SECOND)]
    edit(entry, desk, first_name="Karl", last_name="Ernst")
    assert book() == [("Josef Huber", "", 1, FIRST), ("Karl Ernst", "", 1, SECOND)]


def test_a_mistaken_entry_leaves_no_person(first: Tournament, second: Tournament, desk: User) -> None:
    delete_participant(participant=add(first, desk), actor=desk)
    assert book() == []
    add(first, desk)
    delete_participant(participant=add(second, desk), actor=desk)
    assert book() == [("Josef Huber", "", 1, FIRST)]


def test_another_day_of_the_tournament_is_the_day_in_the_book(first: Tournament, desk: User) -> None:
    add(first, desk)
    values: Any = {field: getattr(first, field) for field in FIELDS} | {"day": dt.date(2026, 3, 8)}
    edit_tournament(tournament=first, actor=desk, **values)
    assert book() == [("Josef Huber", "", 1, dt.date(2026, 3, 8))]


def test_nobody_without_a_name_is_known(first: Tournament) -> None:
    entry = Participant.objects.create(
        tournament=first, start_number=87, first_name=" ", last_name="%87", name_key="%87"
    )
    feed_book(first, [entry])
    assert book() == []


def test_a_list_is_taken_in_with_as_many_queries_for_three_as_for_thirty(first: Tournament, desk: User) -> None:
    counts = []
    add(first, desk)
    for number, people in (("a", 3), ("b", 30)):
        text = "Nachname;Vorname;Verein;Telefon\n" + "".join(
            f"Berg{number};Vorname{chr(97 + at // 26)}{chr(97 + at % 26)};SV Haar;0171 1234{at}\n"
            for at in range(people)
        )
        table = read_book(text.encode()).table()
        header = find_header(table.texts())
        assert header
        with CaptureQueriesContext(connection) as queries:
            import_participants(tournament=first, table=table, header=header, actor=desk)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert KnownPerson.objects.count() == first.participants.exclude(known_person=None).count() == 34
    assert KnownPerson.objects.filter(club="SV Haar", times=1).exclude(phone="").count() == 33


def test_a_list_finds_whom_the_book_knows(first: Tournament, second: Tournament, desk: User) -> None:
    add(first, desk, club="SV Haar")
    table = read_book(b"Name;Verein\nHuber, Josef;SV Haar\nHuber, Josef;SV Poing\n").table()
    header = find_header(table.texts())
    assert header
    import_participants(tournament=second, table=table, header=header, actor=desk)
    assert book() == [("Josef Huber", "SV Haar", 2, SECOND), ("Josef Huber", "SV Poing", 1, SECOND)]


def test_somebody_known_is_registered_by_one_call_and_only_once(
    first: Tournament, second: Tournament, desk: User
) -> None:
    add(first, desk, title="Dr.", club="SV Haar", birth_date=BORN, phone="0171 1234567", remark="laut")
    person = KnownPerson.objects.get()
    entry = register_known(tournament=second, person=person, actor=desk)
    assert (str(entry), entry.club, entry.born) == ("Dr. Josef Huber", "SV Haar", BORN)
    assert (entry.phone, entry.remark, entry.known_person_id) == ("", "", person.pk)
    assert book() == [("Dr. Josef Huber", "SV Haar", 2, SECOND)]
    with pytest.raises(Refused) as error:
        register_known(tournament=second, person=person, actor=desk)
    assert error.value.code == "twice"
    assert "start number 1" in str(error.value)
    assert audit_tournament(second).faults == ()


def test_who_has_another_name_on_the_list_is_not_registered_twice(first: Tournament, desk: User) -> None:
    add(first, desk, "Josef Hubr")
    values: Any = {"title": "", "club": "", "birth_date": None, "birth_year": None, "phone": ""}
    person = edit_person(person=KnownPerson.objects.get(), actor=desk, first_name="Josef", last_name="Huber", **values)
    assert refusal(register_known, tournament=first, person=person, actor=desk) == "twice"


def test_who_was_taken_out_meanwhile_is_not_registered(first: Tournament, second: Tournament, desk: User) -> None:
    add(first, desk)
    person = KnownPerson.objects.get()
    remove_person(person=KnownPerson.objects.get(), actor=desk)
    assert refusal(register_known, tournament=second, person=person, actor=desk) == "person_gone"
    assert not second.participants.exists()


def test_two_become_one_with_the_parts_that_were_chosen(first: Tournament, second: Tournament, desk: User) -> None:
    one = add(first, desk, "Josef Mayer", birth_date=BORN, phone="0171 1111111").known_person
    other = add(second, desk, "Sepp Maier", club="SV Haar", birth_year=1970).known_person
    assert one
    assert other
    merge_people(person=one, other=other, taken={"last_name", "club"}, actor=desk)
    assert book() == [("Josef Maier", "SV Haar", 2, SECOND)]
    person = KnownPerson.objects.get()
    assert (person.pk, person.born, person.phone, person.name_key) == (one.pk, BORN, "0171 1111111", "maier josef")
    assert set(Participant.objects.values_list("known_person", flat=True)) == {one.pk}
    assert logged() == [("installation.people_merged", {"person": one.pk, "merged": other.pk})]
    assert audit_tournament(first).faults == audit_tournament(second).faults == ()
    assert refusal(merge_people, person=one, other=other, taken=(), actor=desk) == "person_gone"
    assert refusal(merge_people, person=one, other=one, taken=(), actor=desk) == "same_person"


def test_who_played_together_is_two_people(first: Tournament, desk: User) -> None:
    add(first, desk, "Josef Huber", club="SV Haar")
    add(first, desk, "Josef Hueber", club="SV Haar")
    one, other = KnownPerson.objects.order_by("pk")
    assert doublets() == []
    assert refusal(merge_people, person=one, other=other, taken=(), actor=desk) == "listed_together"


def test_names_that_sound_alike_are_proposed_where_they_have_something_in_common(
    first: Tournament, second: Tournament, desk: User
) -> None:
    add(first, desk, "Josef Maier", club="SV Haar")
    add(first, desk, "Rosa Schmidt")
    add(second, desk, "Josef Mayer", club="SV Haar")
    add(second, desk, "Rosa Schmitt")
    assert [(str(one), str(other)) for one, other in doublets()] == [("Josef Maier", "Josef Mayer")]


def test_who_asks_leaves_the_book_at_once_and_the_lists_stay(first: Tournament, desk: User) -> None:
    entry = add(first, desk)
    pk = entry.known_person_id
    remove_person(person=KnownPerson.objects.get(), actor=desk)
    entry.refresh_from_db()
    assert (book(), entry.known_person_id, str(entry)) == ([], None, "Josef Huber")
    assert logged() == [("installation.person_removed", {"person": pk})]
    assert "Huber" not in "".join(Event.objects.values_list("payload", flat=True))


def test_who_is_forgotten_in_a_tournament_leaves_the_book(first: Tournament, second: Tournament, desk: User) -> None:
    entry, other = add(first, desk), add(second, desk)
    withdraw_participant(participant=entry, actor=desk)
    entry.refresh_from_db()
    forget_participant(participant=entry, actor=desk)
    other.refresh_from_db()
    assert (book(), other.known_person_id) == ([], None)
    assert audit_tournament(first).faults == ()


def test_after_six_months_the_link_is_cut_and_the_person_stays(desk: User) -> None:
    long_ago = dt.datetime(2025, 3, 1, 20, tzinfo=dt.UTC)
    with mock.patch.object(timezone, "now", return_value=long_ago):
        tournament = small_tournament(desk, 5, "Moosach 2025", long_ago.date())
    before = book()
    assert before
    assert {day for *_rest, day in before} == {long_ago.date()}
    purge_tournament(tournament=tournament, actor=desk)
    assert book() == before
    assert not tournament.participants.exclude(known_person=None).exists()


@pytest.mark.parametrize(
    ("played", "last"),
    [
        (dt.date(2026, 11, 28), dt.date(2029, 11, 28)),
        (dt.date(2024, 2, 29), dt.date(2027, 2, 28)),
    ],
)
def test_three_years_after_the_last_tournament_a_person_leaves(played: dt.date, last: dt.date) -> None:
    assert person_kept_until(played) == last
    person = KnownPerson.objects.create(first_name="Anna", last_name="Huber", name_key="huber anna", last_played=played)
    with mock.patch.object(timezone, "localdate", return_value=last):
        assert (expired_people(), expire_people()) == ([], 0)
    with mock.patch.object(timezone, "localdate", return_value=last + dt.timedelta(days=1)):
        assert expire_people() == 1
    assert book() == []
    assert logged() == [("installation.people_expired", {"people": [person.pk]})]


def test_only_organiser_and_desk_keep_the_book(first: Tournament, desk: User) -> None:
    add(first, desk)
    person, supervisor = KnownPerson.objects.get(), make_user("supervisor", username="aufsicht")
    for call in (remove_person, edit_person):
        with pytest.raises((Refused, PermissionDenied)):
            call(person=person, actor=supervisor)  # type: ignore[call-arg]


def test_each_change_is_in_the_next_answer(first: Tournament, second: Tournament, desk: User) -> None:
    assert find_people("hub") == []
    entry = add(first, desk, club="SV Haar", birth_date=BORN)
    [line] = find_people("hub")
    assert (line.name, line.club, line.birth_year, line.last_played, line.times) == (
        "Huber Josef", "SV Haar", 1970, FIRST, 1,
    )  # fmt: skip
    edit(entry, desk, last_name="Obermaier")
    assert (find_people("hub"), [one.name for one in find_people("maier haar")]) == ([], ["Obermaier Josef"])
    add(second, desk, "Josef Obermaier", club="SV Haar")
    assert [one.times for one in find_people("ober")] == [2]
    remove_person(person=KnownPerson.objects.get(), actor=desk)
    assert find_people("ober") == []


def test_an_answer_costs_one_query_and_three_after_a_change(first: Tournament, desk: User) -> None:
    add(first, desk)
    for count in (3, 1, 1):
        with CaptureQueriesContext(connection) as queries:
            assert len(find_people("hub")) == 1
        assert len(queries) == count
