"""The door: one line that lets people in, asks for the age, and takes steps back."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ruleset import ruleset_text
from tests.tournament.views.reading import words
from tests.worlds.factories import make_participants, make_tournament, make_user
from tournament.enums import TournamentState
from tournament.models import Event, Participant, Tournament

HTMX = {"HX-Request": "true"}


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament()


@pytest.fixture
def desk(client: Client, db: None) -> Client:
    client.force_login(make_user("desk"))
    return client


def press_enter(client: Client, tournament: Tournament, line: str, chosen: str = "", **more: str) -> Any:
    data = {"line": line, "chosen": chosen, **more}
    return client.post(reverse("door", args=[tournament.slug]), data, headers=HTMX)


def find(client: Client, tournament: Tournament, line: str) -> Any:
    return client.get(reverse("door_find", args=[tournament.slug]), {"line": line}, headers=HTMX)


def keys(answer: Any) -> list[str]:
    return [one.key for one in answer.context["people"]]


def there(tournament: Tournament) -> list[int]:
    return list(tournament.participants.filter(arrived=True).values_list("start_number", flat=True))


def kinds(tournament: Tournament) -> list[str]:
    return list(Event.objects.filter(tournament=tournament).order_by("pk").values_list("kind", flat=True))


def step_numbers(answer: Any) -> list[int]:
    return [one.start_number for one in answer.context["steps"]]


def rename(tournament: Tournament, number: int, last: str, first: str, **more: object) -> None:
    rows = Participant.objects.filter(tournament=tournament, start_number=number)
    rows.update(last_name=last, first_name=first, name_key=f"{last} {first}".casefold(), **more)


def test_three_letters_and_enter(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 4)
    rename(tournament, 3, "Süßmeier", "Žofie")
    assert keys(find(desk, tournament, "zof")) == ["l3"]
    answer = press_enter(desk, tournament, "zof")
    assert "3 Süßmeier Žofie is there." in words(answer)
    assert (there(tournament), keys(answer)) == ([3], [])


def test_the_marked_one_of_several(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 3)
    for number, first in enumerate(("Anna", "Bene", "Centa"), 1):
        rename(tournament, number, "Huber", first)
    answer = press_enter(desk, tournament, "hub")
    assert "Several fit." in words(answer)
    assert (there(tournament), keys(answer), 'data-typed="hub" data-several' in answer.content.decode()) == (
        [], ["l1", "l2", "l3"], True,
    )  # fmt: skip
    press_enter(desk, tournament, "hub", "l2")
    assert there(tournament) == [2]


def test_a_mark_that_does_not_fit_the_text_is_no_mark(desk: Client, tournament: Tournament) -> None:
    """The list that was marked is older than the text."""
    make_participants(tournament, 2)
    rename(tournament, 1, "Huber", "Anna")
    rename(tournament, 2, "Moser", "Bene")
    press_enter(desk, tournament, "mos", "l1")
    assert there(tournament) == [2]


def test_somebody_new_is_one_line(desk: Client, tournament: Tournament) -> None:
    answer = press_enter(desk, tournament, "Öztürk, Ayşe; FC Haar; 10.7.1990")
    one = tournament.participants.get()
    assert "1 Öztürk Ayşe is entered and there." in words(answer)
    assert (one.last_name, one.first_name, one.club, str(one.birth_date), one.arrived) == (
        "Öztürk", "Ayşe", "FC Haar", "1990-07-10", True,
    )  # fmt: skip
    assert kinds(tournament)[-2:] == ["participant.added", "participant.arrived"]


def test_the_order_of_the_names_is_chosen(desk: Client, tournament: Tournament) -> None:
    answer = find(desk, tournament, "Kreszentia Aberl")
    assert keys(answer) == ["n0", "n1"]
    press_enter(desk, tournament, "Kreszentia Aberl", "n1")
    one = tournament.participants.get()
    assert (one.last_name, one.first_name) == ("Kreszentia", "Aberl")


def test_the_same_person_at_two_desks(client: Client, tournament: Tournament) -> None:
    first, second = Client(), Client()
    first.force_login(make_user("desk", username="eva"))
    second.force_login(make_user("desk", username="gretl"))
    press_enter(first, tournament, "Huber, Anna; 1990", "n0")
    answer = press_enter(second, tournament, "Huber, Anna; 1990", "n0")
    assert "Huber is registered already, with start number 1" in words(answer)
    assert tournament.participants.count() == 1
    assert 'data-typed="Huber, Anna; 1990"' in answer.content.decode()


def test_who_is_there_already(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 2)
    press_enter(desk, tournament, "2")
    answer = press_enter(desk, tournament, "2")
    assert "was ticked off already." in words(answer)
    assert there(tournament) == [2]


def test_the_age_is_asked_once(desk: Client, tournament: Tournament) -> None:
    answer = press_enter(desk, tournament, "Huber, Anna", "n0")
    assert "1 Huber Anna : at least 16 years old?" in words(answer)
    answer = press_enter(desk, tournament, "j")
    assert "is at least 16 years old: recorded." in words(answer)
    one = tournament.participants.get()
    assert (one.age_answer, one.age_asked, answer.context["age_open"]) == (True, 16, None)
    assert "Nobody is being asked for the age just now." in words(press_enter(desk, tournament, "j"))
    press_enter(desk, tournament, "Moser, Bene", "n0")
    assert "is younger than 16 and cannot play: recorded." in words(press_enter(desk, tournament, "n"))
    assert tournament.participants.get(last_name="Moser").age_answer is False


def test_steps_are_taken_back(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 1)
    press_enter(desk, tournament, "1")
    press_enter(desk, tournament, "Huber, Anna; 1990", "n0")
    answer = press_enter(desk, tournament, "-")
    assert "2 Huber Anna is taken off the list again." in words(answer)
    assert step_numbers(answer) == [1]
    assert "is no longer ticked off." in words(press_enter(desk, tournament, "-"))
    assert (there(tournament), tournament.participants.count()) == ([], 1)
    assert "There is nothing to take back at this desk." in words(press_enter(desk, tournament, "-"))


def test_an_older_step_is_taken_back(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 3)
    for number in "123":
        press_enter(desk, tournament, number)
    press_enter(desk, tournament, "-", step="1")
    assert there(tournament) == [2, 3]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "Please type a name or a start number."),
        ("99", "Nobody has start number 99. “+99” gives it out without a name."),
        ("Huber", "Nobody fits “Huber”."),
        ("Huber, Anna; 31.2.1990", "Nobody fits"),
        ("x" * 300, "at most 200 characters"),
    ],
)
def test_what_cannot_be_done(desk: Client, tournament: Tournament, line: str, sentence: str) -> None:
    assert sentence in words(press_enter(desk, tournament, line))
    assert tournament.participants.count() == 0


def test_without_a_script(desk: Client, tournament: Tournament) -> None:
    make_participants(tournament, 2)
    url = reverse("door", args=[tournament.slug])
    answer = desk.post(url, {"line": "2"}, follow=True)
    assert (there(tournament), step_numbers(answer)) == ([2], [2])
    assert "is there." in words(answer)
    assert "autofocus" in answer.content.decode()


def test_a_finished_tournament_has_no_line(desk: Client, tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(
        state=TournamentState.FINISHED, frozen_ruleset=ruleset_text(tournament.ruleset_id)
    )
    answer = desk.get(reverse("door", args=[tournament.slug]))
    assert 'id="id_line"' not in answer.content.decode()
