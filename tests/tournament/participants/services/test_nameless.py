"""Number first, name later: cards without a name, chosen start numbers, and the name that follows."""

import datetime as dt
import json
import threading

import pytest
from django.db import connection
from django.utils import translation

from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tournament.enums import TournamentState
from tournament.models import Event, Participant, Tournament, User
from tournament.participants.selectors.participants import nameless
from tournament.participants.services.mistaken_entries import delete_participant
from tournament.participants.services.nameless import add_nameless, name_participant
from tournament.participants.services.participants import EDITED, add_participant, edit_participant
from tournament.proof.services.audit_replay import replay_tournament
from tournament.refusals import Refused
from tournament.selectors.versions import tournament_version


@pytest.fixture
def desk(db: None) -> User:
    return make_user("desk", full_name="Dora Desk")


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


def add(tournament: Tournament, desk: User, number: int | None = None, last: str = "Huber") -> Participant:
    return add_participant(tournament=tournament, first_name="Anna", last_name=last, start_number=number, actor=desk)


def edit(participant: Participant, desk: User, **more: object) -> Participant:
    values = {field: getattr(participant, field) for field in EDITED} | {"first_name": "", "last_name": ""}
    return edit_participant(participant=participant, actor=desk, **values | more)


def make_state(tournament: Tournament, state: TournamentState) -> None:
    values = {"frozen_ruleset": tournament.ruleset.text, "keep_until": dt.date(2027, 6, 1)}
    Tournament.objects.filter(pk=tournament.pk).update(state=state, **values)


def test_a_card_without_a_name_is_an_entry_under_its_number(tournament: Tournament, desk: User) -> None:
    one = add_nameless(tournament=tournament, start_number=87, actor=desk)
    row = Participant.objects.get(pk=one.pk)
    assert (row.start_number, row.first_name, row.last_name, row.nameless, row.arrived) == (87, "", "%87", True, False)
    assert row.old_enough(tournament) is None  # 5.2.12: somebody has to ask
    with translation.override("de"):
        assert (str(row), row.list_name, row.numbered_name, row.numbered_list_name) == ("Nr. 87",) * 4
    with translation.override("en"):
        assert str(row) == "No. 87"


def test_whoever_gets_a_card_at_the_door_is_present_once_the_desk_ticks_off(tournament: Tournament, desk: User) -> None:
    make_participants(tournament, 1)
    tournament.participants.update(arrived=True)
    assert add_nameless(tournament=tournament, actor=desk).arrived


@pytest.mark.parametrize(
    ("numbers", "following"),
    [([], 1), ([1, 2], 3), ([1, 2, 101], 102), ([101, 1], 102)],
    ids=["empty", "one stack", "two stacks", "a gap is filled by choice only"],
)
def test_without_a_number_comes_the_one_after_the_highest(
    numbers: list[int], following: int, tournament: Tournament, desk: User
) -> None:
    for number in numbers:
        add_nameless(tournament=tournament, start_number=number, actor=desk)
    assert add(tournament, desk).start_number == following


def test_a_number_that_is_taken_is_refused_with_who_has_it_and_the_next_that_is_free(
    tournament: Tournament, desk: User
) -> None:
    add(tournament, desk, 101)
    add_nameless(tournament=tournament, start_number=102, actor=desk)
    with pytest.raises(Refused) as refused:
        add(tournament, desk, 101, "Hofer")
    assert (refused.value.code, refused.value.context["name"], refused.value.context["free"]) == (
        "number_taken",
        "Anna Huber",
        103,
    )
    with pytest.raises(Refused) as refused:
        add_nameless(tournament=tournament, start_number=102, actor=desk)
    assert str(refused.value) == "Start number 102 is taken: No. 102. The next free one is 103."


@pytest.mark.parametrize("number", [0, -1, 10_000])
def test_a_number_that_no_card_has_is_refused(number: int, tournament: Tournament, desk: User) -> None:
    with pytest.raises(Refused) as refused:
        add_nameless(tournament=tournament, start_number=number, actor=desk)
    assert refused.value.code == "no_such_number"
    assert add(tournament, desk, 9999).start_number == 9999


def test_the_card_of_a_deleted_entry_is_given_again_by_choice_only(tournament: Tournament, desk: User) -> None:
    add(tournament, desk, 1)
    delete_participant(participant=add_nameless(tournament=tournament, start_number=87, actor=desk), actor=desk)
    assert add(tournament, desk, last="Hofer").start_number == 88
    assert add_nameless(tournament=tournament, start_number=87, actor=desk).start_number == 87


def test_the_name_follows(tournament: Tournament, desk: User) -> None:
    one = add_nameless(tournament=tournament, start_number=87, actor=desk)
    version = tournament_version(tournament)
    named = name_participant(
        participant=one, first_name=" Xaver ", last_name="Huber", club="SV Aying", birth_year=1980, actor=desk
    )
    assert (str(named), named.start_number, named.club, named.birth_year) == ("Xaver Huber", 87, "SV Aying", 1980)
    assert (named.nameless, named.name_key) == (False, "huber xaver")
    assert tournament_version(tournament) > version
    event = Event.objects.get(kind="participant.named")
    payload = json.loads(event.payload)
    assert payload["fields"] == ["first_name", "last_name", "club", "birth_year"]
    assert "Xaver" not in event.payload
    assert replay_tournament(Event.objects.all()).people[named.pk] == (payload["names"], payload["born"])


def test_a_name_is_entered_once(tournament: Tournament, desk: User) -> None:
    one = add_nameless(tournament=tournament, start_number=87, actor=desk)
    name_participant(participant=one, first_name="Xaver", last_name="Huber", actor=desk)
    with pytest.raises(Refused) as refused:
        name_participant(participant=one, first_name="Bene", last_name="Süß", actor=desk)
    assert refused.value.code == "has_a_name"


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"first_name": "", "last_name": ""}, "no_name"),
        ({"first_name": "", "last_name": "Huber"}, "no_name"),
        ({"first_name": "Anna", "last_name": "87"}, "no_letters"),
        ({"first_name": "anna", "last_name": "HUBER"}, "twice"),
        ({"first_name": "Xaver", "last_name": "Huber", "birth_date": dt.date(2020, 1, 1)}, "under_age"),
    ],
)
def test_the_name_is_checked_like_every_name(
    entry: dict[str, object], code: str, tournament: Tournament, desk: User
) -> None:
    add(tournament, desk)
    one = add_nameless(tournament=tournament, start_number=87, actor=desk)
    with pytest.raises(Refused) as refused:
        name_participant(participant=one, actor=desk, **entry)
    assert refused.value.code == code
    assert Participant.objects.get(pk=one.pk).nameless


def test_somebody_who_plays_is_named_once_and_the_sheet_shows_it(tournament: Tournament, desk: User) -> None:
    players = [add_nameless(tournament=tournament, actor=desk) for _ in range(4)]
    sheet = open_scoresheet(tournament)
    version = sheet.version
    edit(players[0], desk, first_name="Xaver", last_name="Huber")
    sheet.refresh_from_db()
    assert sheet.version > version
    assert str(sheet.seats.get(number=1).participant) == "Xaver Huber"
    assert Event.objects.filter(kind="participant.named").count() == 1
    with pytest.raises(Refused) as refused:
        edit(players[0], desk, first_name="Bene", last_name="Süß")  # 5.2.9
    assert refused.value.code == "another_person"


def test_the_rest_of_an_entry_changes_without_a_name(tournament: Tournament, desk: User) -> None:
    one = add_nameless(tournament=tournament, start_number=87, actor=desk)
    changed = edit(one, desk, paid=True, remark="red jacket", title="Dr.")
    assert (changed.nameless, changed.paid, changed.remark, str(changed)) == (True, True, "red jacket", "No. 87")
    assert Event.objects.filter(kind="participant.changed").exists()


def test_the_name_is_entered_after_the_last_match_but_not_in_the_archive(tournament: Tournament, desk: User) -> None:
    one, other = (add_nameless(tournament=tournament, actor=desk) for _ in range(2))
    make_state(tournament, TournamentState.FINISHED)
    name_participant(participant=one, first_name="Xaver", last_name="Huber", actor=desk)
    with pytest.raises(Refused) as refused:
        add_nameless(tournament=tournament, actor=desk)
    assert refused.value.code == "list_closed"
    make_state(tournament, TournamentState.ARCHIVED)
    with pytest.raises(Refused) as refused:
        name_participant(participant=other, first_name="Bene", last_name="Süß", actor=desk)
    assert refused.value.code == "tournament_archived"


def test_who_is_still_nameless(tournament: Tournament, desk: User) -> None:
    gone, one, named = (add_nameless(tournament=tournament, actor=desk) for _ in range(3))
    name_participant(participant=named, first_name="Xaver", last_name="Huber", actor=desk)
    Participant.objects.filter(pk=gone.pk).update(withdrawn=True)
    assert nameless(tournament) == [one]
    assert nameless(tournament, [gone.pk, named.pk]) == [gone]


def test_only_the_desk_hands_out_numbers_and_enters_names(tournament: Tournament, desk: User) -> None:
    one, stranger = add_nameless(tournament=tournament, actor=desk), make_user()
    for act in (
        lambda: add_nameless(tournament=tournament, actor=stranger),
        lambda: name_participant(participant=one, first_name="Xaver", last_name="Huber", actor=stranger),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "not_allowed"


@pytest.mark.django_db(transaction=True)
def test_two_desks_that_take_one_number_at_once_get_it_once(tournament: Tournament, desk: User) -> None:
    start, outcomes = threading.Barrier(2), []

    def take() -> None:
        start.wait()
        try:
            outcomes.append(add_nameless(tournament=tournament, start_number=87, actor=desk).start_number)
        except Refused as refused:
            outcomes.append(refused.code)
        finally:
            connection.close()

    desks = [threading.Thread(target=take) for _ in range(2)]
    for one in desks:
        one.start()
    for one in desks:
        one.join()
    assert sorted(map(str, outcomes)) == ["87", "number_taken"]
    assert tournament.participants.filter(start_number=87).count() == 1
