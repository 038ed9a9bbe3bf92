"""The registration desk's list: the search by three letters."""

import pytest

from tests.worlds.factories import make_participants, make_tournament
from tournament.models import Participant, Tournament
from tournament.participants.selectors.participants import desk, next_number, participant_list, search

CLUBS = ["SV Feldkirchen", "TSV 1865", "Schützen Eichenlaub", "FFW Oberhaching"]


@pytest.fixture
def tournament(db: None) -> Tournament:
    tournament = make_tournament()
    for player, club in zip(make_participants(tournament, 4), CLUBS, strict=True):
        Participant.objects.filter(pk=player.pk).update(club=club)
    return tournament


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("", [1, 2, 3, 4]),
        ("obe", [1, 4]),
        ("hub", [2]),
        ("HUB ben", [2]),
        ("Huber, Bene", [2]),
        ("lof", [3]),
        ("LÖF", [3]),
        ("loef", [3]),
        ("süß", [4]),
        ("suss", [4]),
        ("eichen", [3]),
        ("schützen", [3]),
        ("SCHÜTZEN", [3]),
        ("3", [3]),
        ("xyz", []),
    ],
)
def test_three_letters_find(tournament: Tournament, query: str, numbers: list[int]) -> None:
    assert [entry.start_number for entry in search(participant_list(tournament), query)] == numbers


def test_the_desk_knows_how_its_list_stands(tournament: Tournament) -> None:
    tournament.participants.filter(start_number=1).update(withdrawn=True)
    tournament.participants.filter(start_number=2).update(birth_date=None)
    state = desk(tournament, participant_list(tournament))
    assert (state.players, state.gone, state.ages_open, state.next_number, state.last_drawn, state.open) == (
        3,
        1,
        1,
        5,
        None,
        True,
    )


def test_without_a_minimum_age_no_age_is_open(db: None) -> None:
    tournament = make_tournament(rules="asserufen")
    make_participants(tournament, 2)
    tournament.participants.update(birth_date=None)
    assert desk(tournament, participant_list(tournament)).ages_open == 0
    assert [entry.age_open for entry in participant_list(tournament)] == [False, False]


def test_with_a_minimum_age_it_is_open_where_no_date_is_known(tournament: Tournament) -> None:
    tournament.participants.filter(start_number=2).update(birth_date=None)
    assert [entry.age_open for entry in participant_list(tournament)] == [False, True, False, False]


def test_an_empty_list_begins_with_1(db: None) -> None:
    assert next_number(make_tournament()) == 1


def test_a_page_takes_a_fixed_number_of_queries(tournament: Tournament, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    # One of them asks for the kinds of fees.
    for _more in range(2):
        with django_assert_num_queries(7):
            participant_list(tournament)
            desk(tournament, participant_list(tournament))
        Participant.objects.all().delete()
        make_participants(tournament, 30)
