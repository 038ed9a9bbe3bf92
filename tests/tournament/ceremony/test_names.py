"""Names in the prize-giving: namesakes are told apart, lists are sorted as people look them up."""

import re
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.test import Client

from tests.tournament.ceremony.hall import Hall
from tournament.ceremony.pictures import HallPicture, ShownPerson
from tournament.ceremony.titles import places_title
from tournament.enums import ShownName
from tournament.models import Participant


def rename(hall: Hall, number: int, first: str, last: str, club: str) -> None:
    Participant.objects.filter(pk=hall.players[number - 1].pk).update(first_name=first, last_name=last, club=club)


def called(hall: Hall) -> list[str]:
    """Who is called to the front."""
    line = hall.screen().partition('class="ceremony-called"')[2].partition("</p>")[0]
    return [unescape(name) for name in re.findall(r'<strong translate="no">(.*?)</strong>', line)]


def test_who_is_called_stands_in_the_order_of_a_list(hall: Hall) -> None:
    for number, last in ((1, "Fuchs"), (5, "Çelik"), (2, "Bauer")):
        rename(hall, number, "Toni", last, "")
    hall.begin()
    assert called(hall) == ["Bauer Toni", "Çelik Toni", "Fuchs Toni"]


def test_namesakes_who_are_called_are_told_apart(hall: Hall) -> None:
    for number, club in ((1, "SC Übersee"), (5, ""), (2, "FC Haar"), (8, "TSV Au")):
        rename(hall, number, "Hans", "Müller" if number != 2 else "Maier", club)
    hall.begin()
    # Number 8 gets no prize, but is in the hall.
    assert called(hall) == ["Maier Hans", "Müller Hans (5)", "Müller Hans (SC Übersee)"]
    Participant.objects.filter(pk__in=[hall.players[4].pk, hall.players[7].pk]).update(shown_name=ShownName.NUMBER)
    assert called(hall) == ["Maier Hans", "Müller Hans", "No. 5"]


def test_a_club_that_stands_below_the_name_is_not_said_twice(hall: Hall) -> None:
    for number, club in ((1, "SC Übersee"), (2, "SC Übersee"), (5, "FC Haar")):
        rename(hall, number, "Hans", "Müller", club)
    hall.begin()
    hall.step(2)
    assert '<h2 class="ceremony-name" translate="no">Müller Hans (2)</h2>' in hall.screen()
    hall.step(3)
    assert '<h2 class="ceremony-name" translate="no">Müller Hans</h2>' in hall.screen()


def test_the_order_of_the_evening_tells_namesakes_apart_and_says_a_prize_once(hall: Hall, presenter: Client) -> None:
    for number, club in ((1, "SC Übersee"), (5, "FC Haar")):
        rename(hall, number, "Hans", "Müller", club)
    page = presenter.get(hall.address("ceremony")).content.decode()
    assert ">Hans Müller (FC Haar)</span>" in page
    assert f'>{hall.special.words}</a>: <span translate="no">Hans Müller (SC Übersee)</span></li>' in page


@pytest.mark.parametrize(
    ("places", "title"),
    [([7], "Place 7"), ([7, 7], "Place 7"), ([23, 24], "Places 23 and 24"), ([14, 11], "Places 11 and 14"),
     ([12, 13, 13, 15], "Places 12 to 15")],
)  # fmt: skip
def test_a_list_is_named_by_its_places(places: list[int], title: str) -> None:
    assert places_title(places) == title


def test_the_honour_roll_leaves_out_what_was_skipped(hall: Hall) -> None:
    hall.begin()
    hall.step(1)
    hall.step(4)
    hall.step(5)
    assert re.findall(r"Preis \d", hall.screen()) == ["Preis 1", "Preis 4"]
    hall.step(2)
    hall.step(5)
    assert re.findall(r"Preis \d", hall.screen()) == ["Preis 1", "Preis 4", "Preis 3"]


def test_the_prizes_lead_to_the_prize_giving(hall: Hall, presenter: Client) -> None:
    assert f'href="{hall.address("ceremony")}"' in presenter.get(hall.address("prizes")).content.decode()


def test_after_one_match_the_points_stand_once(hall: Hall) -> None:
    anna = ShownPerson(name="Obermaier Anna", club="", place=2, total="+9", points=((1, "+9"),))
    context = {"tournament": hall.tournament, "picture": HallPicture(kind="place", people=(anna,))}
    page = render_to_string("ceremony/_picture.html", context)
    assert '<p class="ceremony-points"><span class="is-total"><b>+9 points</b></span></p>' in page
