"""Registering, changing and withdrawing participants, and the real lists on both databases."""

import datetime as dt
import json
import threading
from pathlib import Path

import pytest
from django.db import connection

from tests.worlds.factories import choose_places, make_participants, make_tournament, make_user, open_scoresheet, write
from tournament.enums import SheetState, TournamentState
from tournament.imports.columns import find_header
from tournament.imports.files import read_list_file
from tournament.imports.lines import ImportedLine
from tournament.models import Event, Participant, Scoresheet, Tournament, User
from tournament.participants.services.participants import (
    EDITED,
    add_participant,
    edit_participant,
    import_participants,
    return_participant,
    withdraw_participant,
)
from tournament.proof.services.audit_replay import replay_tournament
from tournament.refusals import Refused
from tournament.selectors.versions import tournament_version

FIXTURES = Path(__file__).parents[4] / "fixtures"
BORN = dt.date(1980, 1, 1)


@pytest.fixture
def desk(db: None) -> User:
    return make_user("desk", full_name="Dora Desk")


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


def add(tournament: Tournament, desk: User, first: str = "Anna", last: str = "Huber", **more: object) -> Participant:
    more = {"birth_date": BORN, **more}
    return add_participant(tournament=tournament, first_name=first, last_name=last, actor=desk, **more)


def edit(participant: Participant, desk: User, **more: object) -> Participant:
    values = {field: getattr(participant, field) for field in EDITED}
    return edit_participant(participant=participant, actor=desk, **{**values, **more})


def import_file(tournament: Tournament, desk: User, name: str) -> list[ImportedLine]:
    table = read_list_file((FIXTURES / name).read_bytes()).table()
    header = find_header(table.texts())
    assert header is not None
    return import_participants(tournament=tournament, table=table, header=header, actor=desk)


def log() -> list[tuple[str, dict]]:
    """The events without the hashes of names, whose salts are random; test_witnesses.py has those."""
    events = [(event.kind, json.loads(event.payload)) for event in Event.objects.all()]
    hashes = ("names", "born")
    return [(kind, {name: payload[name] for name in payload if name not in hashes}) for kind, payload in events]


def test_a_participant_gets_the_next_start_number(tournament: Tournament, desk: User) -> None:
    make_participants(tournament, 3)
    version = tournament_version(tournament)
    anna = add(tournament, desk, "  Anna ", "Huber", club=" SV  Feldkirchen ")
    assert (anna.start_number, anna.first_name, anna.club) == (4, "Anna", "SV Feldkirchen")
    assert log() == [("participant.added", {"participant": anna.pk, "start_number": 4})]
    assert tournament_version(tournament) > version


def test_the_number_of_a_withdrawn_player_is_not_given_again(tournament: Tournament, desk: User) -> None:
    anna = add(tournament, desk)
    withdraw_participant(participant=anna, actor=desk)
    assert add(tournament, desk, "Bene").start_number == 2


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"first": " "}, "no_name"),
        ({"last": "=cmd()"}, "formula"),
        ({"club": "@SUM(A1)"}, "formula"),
        ({"last": "x" * 61}, "too_long"),
        ({"club": "x" * 81}, "too_long"),
        ({"birth_date": dt.date(2010, 11, 29)}, "under_age"),
        ({"birth_date": dt.date(2026, 11, 29)}, "unlikely_date"),
    ],
)
def test_what_cannot_be_registered_is_refused(
    tournament: Tournament, desk: User, changed: dict[str, object], code: str
) -> None:
    with pytest.raises(Refused) as refused:
        add(tournament, desk, **changed)
    assert refused.value.code == code
    assert (Participant.objects.count(), log()) == (0, [])


def test_the_16th_birthday_is_enough(tournament: Tournament, desk: User) -> None:
    assert add(tournament, desk, birth_date=dt.date(2010, 11, 28)).start_number == 1


@pytest.mark.parametrize(
    ("first", "last", "born"), [("Anna", "Huber", BORN), ("ANNA", "hubER", BORN), ("Anna", "Huber", None)]
)
def test_twice_is_refused_with_the_start_number(
    tournament: Tournament, desk: User, first: str, last: str, born: dt.date | None
) -> None:
    make_participants(tournament, 2)
    add(tournament, desk)
    with pytest.raises(Refused) as refused:
        add(tournament, desk, first, last, birth_date=born)
    assert refused.value.code == "twice"
    assert str(refused.value).startswith("Anna Huber is registered already, with start number 3.")


@pytest.mark.parametrize(
    "other", [{"birth_date": dt.date(1950, 1, 1)}, {"birth_date": None, "club": "TSV Anzing"}], ids=["born", "club"]
)
def test_a_namesake_with_another_club_or_date_of_birth_is_another_person(
    tournament: Tournament, desk: User, other: dict[str, object]
) -> None:
    add(tournament, desk, club="SV Feldkirchen")
    second = add(tournament, desk, **other)
    assert second.start_number == 2
    with pytest.raises(Refused) as refused:
        edit(second, desk, club="sv feldkirchen", birth_date=None)
    assert refused.value.code == "twice"


def test_the_same_person_may_play_in_another_tournament(tournament: Tournament, desk: User) -> None:
    add(tournament, desk)
    assert add(make_tournament("Grafing", "grafing"), desk).start_number == 1


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (TournamentState.FINISHED, "list_closed"),
        (TournamentState.ARCHIVED, "tournament_archived"),
        (TournamentState.PURGED, "tournament_archived"),
    ],
)
def test_the_list_of_a_finished_tournament_is_closed(tournament: Tournament, desk: User, state: str, code: str) -> None:
    anna = add(tournament, desk)
    Tournament.objects.update(state=state, frozen_ruleset=tournament.ruleset.text)
    acts = [
        lambda: add(tournament, desk, "Bene"),
        lambda: edit(anna, desk, club="TSV"),
        lambda: withdraw_participant(participant=anna, actor=desk),
        lambda: return_participant(participant=anna, actor=desk),
        lambda: import_file(tournament, desk, "teilnehmer-alt.csv"),
    ]
    for act in acts:
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == code


def test_nobody_without_a_role_registers(tournament: Tournament, desk: User) -> None:
    anna = add(tournament, desk)
    nobody = make_user()
    acts = [
        lambda: add(tournament, nobody, "Bene"),
        lambda: edit(anna, nobody, club="TSV"),
        lambda: withdraw_participant(participant=anna, actor=nobody),
        lambda: return_participant(participant=anna, actor=nobody),
        lambda: import_file(tournament, nobody, "teilnehmer-alt.csv"),
    ]
    for act in acts:
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "not_allowed"


def test_an_entry_is_mended_and_the_log_names_the_fields_alone(tournament: Tournament, desk: User) -> None:
    anna = add(tournament, desk)
    edit(anna, desk, last_name="Hueber", club="TSV 1865")
    anna.refresh_from_db()
    assert (anna.start_number, anna.last_name, anna.club, anna.name_key) == (1, "Hueber", "TSV 1865", "hueber anna")
    assert log()[-1] == (
        "participant.changed",
        {"participant": anna.pk, "start_number": 1, "fields": ["last_name", "club"]},
    )


def test_a_house_player_is_marked_and_the_log_says_so(tournament: Tournament, desk: User) -> None:
    xaver = add(tournament, desk, "Xaver", "Wirt", birth_date=None, house=True)
    who = {"participant": xaver.pk, "start_number": 1}
    assert log()[-1] == ("participant.added", {**who, "house": True})
    edit(xaver, desk, house=False)
    assert log()[-1] == ("participant.changed", {**who, "fields": ["house"], "house": False})
    withdraw_participant(participant=edit(xaver, desk, house=True), actor=desk)
    return_participant(participant=xaver, actor=desk)
    assert replay_tournament(Event.objects.all()).participants == {xaver.pk: (1, False, True)}


def test_saving_without_a_change_writes_nothing(tournament: Tournament, desk: User) -> None:
    anna = add(tournament, desk)
    version = tournament_version(tournament)
    edit(anna, desk)
    assert (len(log()), tournament_version(tournament)) == (1, version)


def test_an_entry_does_not_become_somebody_elses(tournament: Tournament, desk: User) -> None:
    add(tournament, desk)
    bene = add(tournament, desk, "Bene")
    with pytest.raises(Refused) as refused:
        edit(bene, desk, first_name="Anna")
    assert (refused.value.code, refused.value.context["number"]) == ("twice", 1)


def test_who_has_a_seat_is_mended_but_not_replaced(tournament: Tournament, desk: User) -> None:
    make_participants(tournament, 4)
    open_scoresheet(tournament)
    bene = tournament.participants.get(start_number=2)
    assert edit(bene, desk, last_name="Hueber").last_name == "Hueber"
    with pytest.raises(Refused) as refused:
        edit(bene, desk, first_name="Xaver", last_name="Kirchner")
    assert refused.value.code == "another_person"
    bene.refresh_from_db()
    assert (bene.first_name, bene.last_name) == ("Bene", "Hueber")


def test_withdrawing_and_coming_back_keep_the_number(tournament: Tournament, desk: User) -> None:
    anna = add(tournament, desk)
    for _again in range(2):  # the same form sent twice
        assert withdraw_participant(participant=anna, actor=desk).withdrawn
    for _again in range(2):
        assert not return_participant(participant=anna, actor=desk).withdrawn
    assert [kind for kind, payload in log()] == [
        "participant.added",
        "participant.withdrawn",
        "participant.returned",
    ]
    assert Participant.objects.get().start_number == 1


def test_nobody_withdraws_from_a_table_that_plays(tournament: Tournament, desk: User) -> None:
    make_participants(tournament, 8)
    sheet = open_scoresheet(tournament)
    other = open_scoresheet(tournament, table=2)
    gretl = tournament.participants.get(start_number=7)
    # Nobody has played yet, so the lots can be taken back.
    with pytest.raises(Refused) as refused:
        withdraw_participant(participant=gretl, actor=desk)
    assert (refused.value.code, str(refused.value)) == (
        "seated",
        "Gretl Aigner has a seat at table 2 of match 1, but no game is written yet: the organiser gives the seat to "
        "somebody else, on the page of the entry, or takes the lots back under “Draw anew” on the page of the match.",
    )
    # One game anywhere in the match fixes all its lots; one at this table fixes its seats.
    playing = (
        "Gretl Aigner has a seat at table 2 of match 1, where no game is written yet: the organiser gives it to "
        "somebody else, on the page of the entry.",
        "Gretl Aigner has a seat at table 2 of match 1 and can withdraw when this sheet is complete. "
        "For somebody who has to leave now, the organiser appoints a substitute on the page of the entry.",
    )
    for open_sheet, sentence in zip((sheet, other), playing, strict=True):
        write(open_sheet, 1, "r12+", desk)
        with pytest.raises(Refused) as refused:
            withdraw_participant(participant=gretl, actor=desk)
        assert (refused.value.code, str(refused.value)) == ("seated", sentence)
    assert not Participant.objects.filter(withdrawn=True).exists()


def test_whose_sheet_is_complete_may_withdraw_while_others_play(tournament: Tournament, desk: User) -> None:
    make_participants(tournament, 8)
    open_scoresheet(tournament)
    write(open_scoresheet(tournament, table=2), 1, "r12+", desk)
    Scoresheet.objects.filter(table_number=1).update(state=SheetState.COMPLETE)
    choose_places(tournament, make_user("organiser", username="chef"))
    assert withdraw_participant(participant=tournament.participants.get(start_number=1), actor=desk).withdrawn


def test_the_clubs_list_is_registered_with_numbers_1_to_64(tournament: Tournament, desk: User) -> None:
    lines = import_file(tournament, desk, "teilnehmer-feldkirchen.xlsx")
    rows = tournament.participants.order_by("start_number")
    assert [row.start_number for row in rows] == list(range(1, 65))
    assert [(row.last_name, row.first_name) for row in rows] == [
        (line.last_name, line.first_name) for line in lines if line.taken
    ]
    pairs = [[row.pk, row.start_number] for row in rows]
    assert log() == [("participants.imported", {"participants": pairs})]


def test_the_same_list_again_and_last_years_list_add_nobody(tournament: Tournament, desk: User) -> None:
    import_file(tournament, desk, "teilnehmer-feldkirchen.xlsx")
    version = tournament_version(tournament)
    for name in ["teilnehmer-feldkirchen.xlsx", "teilnehmer-alt.csv"]:
        assert not any(line.taken for line in import_file(tournament, desk, name))
    assert (Participant.objects.count(), len(log()), tournament_version(tournament)) == (64, 1, version)


def test_a_list_goes_on_after_the_numbers_given_already(tournament: Tournament, desk: User) -> None:
    add(tournament, desk, "Rosa", "Zöllner", birth_date=dt.date(1972, 7, 21))
    import_file(tournament, desk, "teilnehmer-feldkirchen.xlsx")
    assert [row.start_number for row in tournament.participants.all()] == list(range(1, 65))
    assert tournament.participants.get(last_name="Wagner").start_number == 3


def test_a_fixed_place_is_kept_and_taken_back(tournament: Tournament, desk: User) -> None:
    anna = add(tournament, desk)
    edited = edit(anna, desk, fixed_table=3, fixed_seat=2)
    assert (edited.fixed_table, edited.fixed_seat) == (3, 2)
    assert log()[-1] == (
        "participant.changed",
        {"participant": anna.pk, "start_number": 1, "fields": ["fixed_table", "fixed_seat"]},
    )
    edit(edited, desk, fixed_seat=1)
    assert log()[-1][1]["fields"] == ["fixed_seat"]
    freed = edit(edited, desk, fixed_table=None, fixed_seat=None)
    assert (freed.fixed_table, freed.fixed_seat) == (None, None)
    # The place is now free for somebody else.
    edit(add(tournament, desk, "Bene"), desk, fixed_table=3, fixed_seat=1)


@pytest.mark.parametrize(
    ("table", "seat", "code", "field", "sentence"),
    [
        (3, None, "half_a_place", "fixed_seat", "A fixed place is a table and a seat. Please give both, or none."),
        (None, 2, "half_a_place", "fixed_table", "A fixed place is a table and a seat. Please give both, or none."),
        (1, 5, "no_such_place", "fixed_seat", "By these rules a table has 4 seats at most: there is no seat 5."),
        (1, 0, "no_such_place", "fixed_seat", "By these rules a table has 4 seats at most: there is no seat 0."),
        (0, 1, "no_such_place", "fixed_table", "There is no table 0."),
        (10_000, 1, "no_such_place", "fixed_table", "There is no table 10000."),
        (2, 4, "place_taken", "fixed_table", "Table 2, seat 4 is kept for 1 Huber Anna already."),
    ],
)
def test_a_place_that_cannot_be_kept(
    tournament: Tournament, desk: User, table: int | None, seat: int | None, code: str, field: str, sentence: str
) -> None:
    edit(add(tournament, desk), desk, fixed_table=2, fixed_seat=4)
    bene = add(tournament, desk, "Bene")
    with pytest.raises(Refused) as refusal:
        edit(bene, desk, fixed_table=table, fixed_seat=seat)
    assert (refusal.value.code, refusal.value.context["field"], str(refusal.value)) == (code, field, sentence)
    bene.refresh_from_db()
    assert bene.fixed_table is None


def test_rules_with_tables_of_five_know_a_fifth_seat(desk: User) -> None:
    tournament = make_tournament(rules="house-10-60")
    assert edit(add(tournament, desk), desk, fixed_table=1, fixed_seat=5).fixed_seat == 5


@pytest.mark.django_db(transaction=True)
def test_two_desks_at_once_give_different_numbers() -> None:
    tournament = make_tournament()
    desks = [make_user("desk", username=f"desk{number}") for number in range(4)]
    barrier = threading.Barrier(len(desks))
    failures: list[BaseException] = []

    def register(number: int) -> None:
        try:
            barrier.wait()
            for turn in range(3):
                add(tournament, desks[number], f"Vorname{number}", f"Nachname{turn}")
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=register, args=(number,)) for number in range(len(desks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert [row.start_number for row in tournament.participants.all()] == list(range(1, 13))
    assert [event.sequence for event in Event.objects.all()] == list(range(1, 13))


@pytest.mark.django_db(transaction=True)
def test_the_same_list_confirmed_twice_at_once_is_registered_once() -> None:
    tournament = make_tournament()
    desks = [make_user("desk", username=f"desk{number}") for number in range(2)]
    barrier = threading.Barrier(len(desks))
    counts: list[int] = []

    def confirm(desk: User) -> None:
        try:
            barrier.wait()
            counts.append(sum(line.taken for line in import_file(tournament, desk, "teilnehmer-feldkirchen.xlsx")))
        finally:
            connection.close()

    threads = [threading.Thread(target=confirm, args=(desk,)) for desk in desks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(counts) == [0, 64]
    assert [row.start_number for row in tournament.participants.all()] == list(range(1, 65))
