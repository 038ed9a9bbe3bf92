"""The table plan and the search for a seat."""

from typing import Any

import pytest

from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament.draw.selectors.seats import find_seat, newest_drawn, table_plan
from tournament.enums import SheetState, Source
from tournament.models import Participant, Scoresheet, Seat, Tournament
from tournament.selectors.screen_pages import draw_scene, seats_scene


@pytest.fixture
def tournament(db: None) -> Tournament:
    """The eight of the cast, drawn for match 1: Obermaier, Huber, Löffler, Süß, Zöllner, Bäuml, Aigner, Reiter."""
    tournament = make_tournament()
    make_participants(tournament, 8)
    draw_lots(tournament.matches.get(number=1), make_user("organiser"))
    return tournament


def numbers_of(tournament: Tournament, text: str) -> list[int]:
    return [person.start_number for person in find_seat(tournament, text).hits]


def test_the_plan_by_table_is_the_draw(tournament: Tournament) -> None:
    plan = table_plan(tournament, 1)
    tables = tournament.matches.get(number=1).draws.get().lots
    assert [[seat.start_number for seat in table.seats] for table in plan.tables] == tables
    assert [table.number for table in plan.tables] == [1, 2]
    assert {tuple(seat.number for seat in table.seats) for table in plan.tables} == {(1, 2, 3, 4)}


def test_the_plan_by_name_runs_from_a_to_z(tournament: Tournament) -> None:
    Participant.objects.filter(start_number=8).update(last_name="Ärmler", first_name="Ida")
    names = [(seat.mark, seat.name) for seat in table_plan(tournament, 1).by_name]
    assert names == [
        ("A", "Aigner Gretl"), ("", "Ärmler Ida"), ("B", "Bäuml Franz"), ("H", "Huber Bene"), ("L", "Löffler Centa"),
        ("O", "Obermaier Anna"), ("S", "Süß Dirk"), ("Z", "Zöllner Eva"),
    ]  # fmt: skip


def test_two_of_one_name_are_told_apart_wherever_people_look_for_themselves(tournament: Tournament) -> None:
    for number, club in ((2, "Post SV"), (5, "TSV Anzing"), (7, "")):
        Participant.objects.filter(start_number=number).update(last_name="Huber", first_name="Josef", club=club)
    names = {2: "Huber Josef (Post SV)", 5: "Huber Josef (TSV Anzing)", 7: "Huber Josef (7)"}
    assert {person.start_number: person.name for person in find_seat(tournament, "huber").hits} == names
    tables = (*table_plan(tournament, 1).tables, *draw_scene(tournament.matches.get(number=1)).tables)
    for seats in (seats_scene(tournament).seats, [seat for table in tables for seat in table.seats]):
        assert {seat.start_number: seat.name for seat in seats if seat.start_number in names} == names
    # For people with one name and one club the start number decides.
    Participant.objects.filter(start_number=5).update(club="post sv")
    names_by_number = {seat.start_number: seat.name for seat in seats_scene(tournament).seats}
    assert [names_by_number[number] for number in (2, 5, 1)] == ["Huber Josef (2)", "Huber Josef (5)", "Obermaier Anna"]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("3", [3]),
        (" 3 ", [3]),
        ("03", [3]),
        ("30", []),
        ("huber", [2]),
        ("HUBER", [2]),
        ("Bene Huber", [2]),
        ("Huber, Bene", [2]),
        ("Huber Anna", []),
        ("löff", [3]),
        ("loff", [3]),
        ("loeff", [3]),
        ("lo\u0308ff", [3]),
        ("suss", [4]),
        ("SÜSS", [4]),
        ("suess", [4]),
        ("er", [7, 2, 3, 1, 8, 5]),
        ("2 huber", [2]),
        ("", []),
        ("   ", []),
        (",", []),
        ("%", []),
        ("'; drop table", []),
        ("9" * 5000, []),
        ("²", []),
        ("٣", []),
    ],
)
def test_whoever_is_looked_for_is_found(tournament: Tournament, text: str, numbers: list[int]) -> None:
    assert numbers_of(tournament, text) == numbers


def test_a_seat_with_its_opponents(tournament: Tournament) -> None:
    (person,) = find_seat(tournament, "3").hits
    (sitting,) = person.sittings
    seat = Seat.objects.get(participant__start_number=3)
    assert (person.name, person.withdrawn) == ("Löffler Centa", False)
    assert (sitting.seat.match, sitting.seat.table) == (1, seat.scoresheet.table_number)
    assert sitting.seat.number == seat.number
    others = Seat.objects.filter(scoresheet=seat.scoresheet).exclude(pk=seat.pk).order_by("number")
    assert [other.start_number for other in sitting.opponents] == [
        other.participant.start_number for other in others.select_related("participant")
    ]


def test_the_match_that_is_played_stands_first_then_the_newest(tournament: Tournament) -> None:
    assert newest_drawn(tournament) == (1,)
    draw_lots(tournament.matches.get(number=2), make_user("organiser", username="second"))
    assert newest_drawn(tournament) == (2, 1)

    def matches() -> list[int]:
        (person,) = find_seat(tournament, "3").hits
        return [sitting.seat.match for sitting in person.sittings]

    own = Scoresheet.objects.filter(seats__participant__start_number=3)
    # Paper sheets stay open until they are typed: a player who looks for the seat of match 2 has gone on.
    assert matches() == [2, 1]
    own.update(source=Source.LIVE)
    assert matches() == [1, 2]
    # The match ends for everyone at the table when its sheet is complete, even if other tables still play.
    for state in (SheetState.COMPLETE, SheetState.SIGNED):
        own.filter(match__number=1).update(state=state)
        assert matches() == [2, 1]
    own.filter(match__number=2).update(state=SheetState.COMPLETE)
    assert matches() == [2, 1]
    (person,) = find_seat(tournament, "3").hits
    assert [len(sitting.opponents) for sitting in person.sittings] == [3, 3]


def test_a_late_participant_has_no_seat_and_others_tournaments_stay_apart(tournament: Tournament) -> None:
    other = make_tournament(slug="other")
    make_participants(other, 4)
    (person,) = find_seat(other, "3").hits
    assert person.sittings == ()
    assert newest_drawn(other) == ()


def test_too_many_hits_are_cut_and_said(db: None) -> None:
    tournament = make_tournament()
    make_participants(tournament, 40)
    search = find_seat(tournament, "Nachname")
    assert (len(search.hits), search.too_many) == (12, True)
    assert not find_seat(tournament, "Huber").too_many


@pytest.mark.parametrize("count", [4, 40])
def test_queries_do_not_grow(db: None, count: int, django_assert_num_queries: Any) -> None:
    tournament = make_tournament()
    make_participants(tournament, count)
    organiser = make_user("organiser")
    for match in tournament.matches.all():
        draw_lots(match, organiser)
    with django_assert_num_queries(1):
        assert len(table_plan(tournament, 2).by_name) == count
    with django_assert_num_queries(3):
        assert find_seat(tournament, "e").hits


def test_no_number_stands_beside_somebody_forgotten(tournament: Tournament) -> None:
    last = Participant.objects.get(start_number=8)
    forgotten = {"forgotten": True, "first_name": "", "last_name": "#8", "club": "", "birth_date": None}
    Participant.objects.filter(pk=last.pk).update(**forgotten)
    beside = {seat.name: seat.beside for seat in seats_scene(tournament).seats}
    assert (beside["Participant 8"], beside["Huber Bene"]) == ("", 2)
