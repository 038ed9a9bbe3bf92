"""Ticking off who is there: by start number and Enter, in the list, all at once, and undone."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ruleset import ruleset_text
from tests.tournament.views.reading import messages_of, words
from tests.worlds.factories import make_participants, make_tournament, make_user
from tournament.enums import TournamentState
from tournament.models import Participant, Tournament

HTMX = {"HX-Request": "true"}


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


@pytest.fixture
def desk(client: Client, db: None) -> Client:
    client.force_login(make_user("desk"))
    return client


def url(name: str, tournament: Tournament, *args: object) -> str:
    return reverse(name, args=[tournament.slug, *args])


def tick(client: Client, tournament: Tournament, typed: str) -> Any:
    return client.post(url("arrival", tournament), {"q": typed}, follow=True)


def there(tournament: Tournament) -> list[int]:
    return list(tournament.participants.filter(arrived=True).values_list("start_number", flat=True))


def focused(answer: Any) -> list[str]:
    return re.findall(r'<input[^>]* name="(\w+)"[^>]* autofocus', answer.content.decode())


def test_a_club_that_does_not_tick_off_sees_nothing_of_it(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 4)
    answer = desk.get(url("participants", tournament))
    html = answer.content.decode()
    assert ("Tick off who is there" in html, 'data-column="arrived"' in html, 'id="door"' in html) == (
        True, False, False,
    )  # fmt: skip
    assert focused(answer) == ["q"]
    answer = desk.get(url("participants", tournament) + "?ticking")
    assert (focused(answer), answer.content.decode().count(">tick off<")) == (["q"], 5)
    assert "There: 0 of 4" in words(answer)


def test_number_and_enter_and_the_next(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 4)
    answer = tick(desk, tournament, " 3 ")
    assert answer.redirect_chain == [(url("participants", tournament) + "?ticking=3", 302)]
    assert focused(answer) == ["q"]
    assert ("3 Löffler Centa is there. take back" in words(answer), "There: 1 of 4" in words(answer)) == (True, True)
    assert there(tournament) == [3]
    # It is in use now, so the list shows it without being asked.
    answer = desk.get(url("participants", tournament))
    assert ('data-column="arrived"' in answer.content.decode(), focused(answer)) == (True, ["q"])
    assert "is there. take back" not in words(answer)


def test_ticking_off_has_an_end(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 4)
    answer = tick(desk, tournament, "3")
    page = url("participants", tournament)
    assert f'href="{page}?ticking=off">Done</a>' in answer.content.decode()
    answer = desk.get(page, {"ticking": "off"})
    html = answer.content.decode()
    assert ("Tick off who is there" in html, 'data-column="arrived"' in html, 'id="door"' in html) == (
        True, False, False,
    )  # fmt: skip
    assert focused(answer) == ["q"]
    # A search keeps the filter, and the ticks stay.
    assert '<input type="hidden" name="ticking" value="off">' in html
    assert there(tournament) == [3]


@pytest.mark.parametrize("typed", ["loffler", "Loeffler", "LÖFF", "löffler, centa", "cent tsv", "3"])
def test_a_name_and_enter(desk: Client, tournament: Tournament, typed: str) -> None:
    make_participants(tournament, 4)
    Participant.objects.filter(start_number=3).update(club="TSV Anzing")
    answer = tick(desk, tournament, typed)
    assert "3 Löffler Centa is there. take back" in words(answer)
    assert (there(tournament), answer.context["query"]) == ([3], "")


def test_who_is_there_already_stays_there(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 4)
    tick(desk, tournament, "3")
    answer = tick(desk, tournament, "centa")
    assert ("3 Löffler Centa was ticked off already." in words(answer), focused(answer)) == (True, ["q"])
    assert there(tournament) == [3]


def test_of_several_one_is_chosen(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    Participant.objects.filter(start_number__in=[2, 8]).update(last_name="Huber", first_name="Hias", club="Post")
    Participant.objects.filter(start_number=8).update(club="TSV Anzing")
    answer = tick(desk, tournament, "huber")
    html = answer.content.decode()
    assert "2 fit “huber”. Choose with the arrow keys and Enter, or type more." in words(answer)
    assert re.findall(r'name="chosen" value="(\d+)"', html) == ["2", "8"]
    assert ('value="huber"' in html, focused(answer), there(tournament)) == (True, ["q"], [])
    desk.post(url("arrival", tournament), {"q": "huber", "chosen": "8"})
    tick(desk, tournament, "huber post")
    assert there(tournament) == [2, 8]


def test_its_script_gets_what_was_done_and_the_list(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    address = url("arrival", tournament) + "?ticking"
    answer = desk.post(address, {"q": "centa", "chosen": ""}, headers=HTMX)
    html = answer.content.decode()
    assert (html.startswith('\n<div id="told">'), "3 Löffler Centa is there." in words(answer)) == (True, True)
    assert html.count("data-number=") == 8
    html = desk.post(address, {"q": "e", "chosen": ""}, headers=HTMX).content.decode()
    assert ('<div id="told" data-typed="e" data-several>' in html, there(tournament)) == (True, [3])


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Please type a start number or a name."),
        ("abc", "Nobody fits “abc”. Please try fewer letters, or the start number."),
        ("3 4", "Nobody fits “3 4”. Please try fewer letters, or the start number."),
        ("99", "Nobody has start number 99."),
        ("99999999999999999999", "Nobody has start number 99999999999999999999."),
        ("²", "Nobody fits “²”. Please try fewer letters, or the start number."),
        ("4", "4 Süß Dirk is withdrawn. Please take them back onto the list first."),
    ],
)
def test_what_fits_nobody_has_its_sentence_and_stays(
    desk: Client, tournament: Tournament, typed: str, sentence: str
) -> None:
    make_participants(tournament, 4)
    Participant.objects.filter(start_number=4).update(withdrawn=True)
    answer = tick(desk, tournament, typed)
    assert answer.context["arrival"].errors == {"q": [sentence]}
    assert sentence in words(answer)
    assert (answer.context["arrival"]["q"].value(), focused(answer)) == (typed, ["q"])
    assert there(tournament) == []


def test_a_button_in_the_list_answers_with_the_list_as_it_was_searched(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    Participant.objects.update(club="")
    address = url("participant_arrived", tournament, 2) + "?q=h&sort=-start_number&ticking="
    html = desk.post(address, headers=HTMX).content.decode()
    assert there(tournament) == [2]
    assert ("<html" in html, "Huber Bene" in html, "Süß" in html) == (False, True, False)
    assert html.index("Reiter Hias") < html.index("Huber Bene")
    assert "There: <b>1</b> of 8" in " ".join(html.split())
    html = desk.post(url("participant_left", tournament, 2) + "?q=h&ticking=", headers=HTMX).content.decode()
    assert (there(tournament), "There: <b>0</b> of 8" in " ".join(html.split())) == ([], True)


def test_without_a_script_the_page_comes_back_as_it_was(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 8)
    answer = desk.post(url("participant_arrived", tournament, 2) + "?q=h%C3%BC&ticking=", follow=True)
    assert answer.redirect_chain == [(url("participants", tournament) + "?q=h%C3%BC&ticking=", 302)]
    assert (there(tournament), answer.context["query"]) == ([2], "hü")


def test_all_at_once_and_back(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 5)
    Participant.objects.filter(start_number=5).update(withdrawn=True)
    answer = desk.post(url("all_arrived", tournament), follow=True)
    assert messages_of(answer) == ["Everyone on the list is there."]
    assert ("There: 4 of 4 · everyone is there" in words(answer), there(tournament)) == (True, [1, 2, 3, 4])
    answer = desk.post(url("all_left", tournament), follow=True)
    assert (messages_of(answer), there(tournament)) == (["All ticks are taken back."], [])
    assert 'data-column="arrived"' not in answer.content.decode()


def test_after_the_end_nothing_is_ticked_off(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 1)
    Tournament.objects.update(state=TournamentState.FINISHED, frozen_ruleset=ruleset_text(tournament.ruleset_id))
    sentence = "The tournament is finished: its list of participants is closed."
    for name, args in (
        ("all_arrived", ()),
        ("absent_withdraw", ()),
        ("withdrawn_return", ()),
        ("participant_arrived", (1,)),
    ):
        assert messages_of(desk.post(url(name, tournament, *args), follow=True)) == [sentence]
    assert there(tournament) == []


def test_queries_do_not_grow(desk: Client, tournament: Tournament, django_assert_max_num_queries: Any) -> None:
    counts = []
    for count in (4, 60):
        Participant.objects.all().delete()
        make_participants(tournament, count)
        with django_assert_max_num_queries(12) as queries:
            desk.get(url("participants", tournament) + "?ticking")
        counts.append(len(queries.captured_queries))
    assert counts[0] == counts[1]
