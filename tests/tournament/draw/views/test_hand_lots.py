"""Lots drawn by hand at the desk: typed a line each or pasted, with mistakes, and what everyone is told of them."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import messages_of, words
from tests.worlds.factories import make_participants, make_tournament, make_user
from tournament.draw.forms.hand_lots import HandForm
from tournament.draw.services.closed_lists import close_list
from tournament.enums import LotSource
from tournament.models import ClosedList, Draw, Tournament

EIGHT = "\n".join(f"{number}/{1 + number % 2}/{(number + 1) // 2}" for number in range(1, 9))
PASTED = "Nr.\tName\tVerein\tTisch\tPlatz\n" + "\n".join(
    f"{number}\tHuber Bene\tTSV 1860\t{1 + number % 2}\t{(number + 1) // 2}" for number in range(1, 9)
)
LOTS = [[2, 4, 6, 8], [1, 3, 5, 7]]


@pytest.fixture
def tournament(db: None) -> Tournament:
    tournament = make_tournament()
    make_participants(tournament, 8)
    return tournament


@pytest.fixture
def organiser(client: Client, tournament: Tournament) -> Client:
    client.force_login(make_user("organiser", full_name="Olga Orga"))
    return client


@pytest.fixture
def closed(organiser: Client, tournament: Tournament) -> ClosedList:
    press(organiser, "list_close", source="hand")
    return ClosedList.objects.get()


def press(client: Client, name: str, **data: object) -> Any:
    return client.post(reverse(name, args=["feldkirchen-2026", 1]), data, follow=True)


def publish(client: Client, text: str, **data: object) -> Any:
    return press(client, "draw", closing=1, lots=text, **data)


@pytest.mark.parametrize("text", [EIGHT, EIGHT.replace("/", " "), EIGHT.replace("/", "*") + "\n\n", PASTED])
def test_eight_lots_are_typed_or_pasted(organiser: Client, closed: ClosedList, text: str) -> None:
    answer = publish(organiser, text, witnesses="3 5")
    assert messages_of(answer) == ["The lots of match 1 are drawn and published."]
    draw = Draw.objects.get()
    assert (draw.lots, draw.protocol["witnesses"]) == (LOTS, [3, 5])
    assert "Drawn by hand, entered by Olga Orga" in words(answer)
    assert "Chance comes from Lots drawn by hand" in words(answer)


@pytest.mark.parametrize(
    ("text", "problems", "gaps"),
    [
        ("", [], ["No lot yet (8): 1 Obermaier Anna, 2 Huber Bene, 3 Löffler Centa, 4 Süß Dirk, 5 Zöllner Eva, "
                  "6 Bäuml Franz, 7 Aigner Gretl, 8 Reiter Hias."]),
        (EIGHT, [], []),
        (EIGHT.replace("3/2/2", "3/2/1"), ["Line 3: Table 2, seat 1 is taken by 1 Obermaier Anna."],
         ["Still free: table 2: seat 2."]),
        (EIGHT.replace("3/2/2", "33/2/2"), ["Line 3: Start number 33 is not on the closed list."],
         ["No lot yet (1): 3 Löffler Centa."]),
        (EIGHT.replace("3/2/2", "4/2/2"), ["Line 4: 4 Süß Dirk has a lot already."],
         ["No lot yet (1): 3 Löffler Centa."]),
        (EIGHT.replace("3/2/2", "3/3/2"), ["Line 3: There is no table 3: the last one is table 2."],
         ["Still free: table 2: seat 2."]),
        (EIGHT.replace("3/2/2", "3/2/7"), ["Line 3: There is no seat 7: a table has 4 at most."],
         ["Still free: table 2: seat 2."]),
        (EIGHT.replace("3/2/2", "3/2"), ["Line 3: Please type three numbers: start number, table, seat."],
         ["No lot yet (1): 3 Löffler Centa."]),
        (EIGHT.replace("3/2/2", "3/2/" + "9" * 5000), ["Line 3: There is no seat 0: a table has 4 at most."],
         ["Still free: table 2: seat 2."]),
    ],
)  # fmt: skip
def test_each_mistake_is_said_for_its_line(closed: ClosedList, text: str, problems: list[str], gaps: list[str]) -> None:
    form = HandForm({"lots": text}, closed=closed)
    assert (form.line_problems, list(form.gaps)) == (problems, gaps)
    assert form.is_valid() is (text == EIGHT)


def test_what_was_typed_stays_and_nothing_is_published(organiser: Client, closed: ClosedList) -> None:
    answer = publish(organiser, "1/1/1\n2/1/1")
    assert messages_of(answer) == ["Not all lots fit yet. Below stands which."]
    assert "1/1/1\n2/1/1" in answer.content.decode()
    assert "Line 2: Table 1, seat 1 is taken by 1 Obermaier Anna." in words(answer)
    assert not Draw.objects.exists()


def test_the_tables_fill_while_the_lots_are_typed(organiser: Client, closed: ClosedList) -> None:
    text = words(press(organiser, "lots_check", lots="1/2/1\n9/1/1\n3/2"))
    assert text.startswith("Line 2: Start number 9 is not on the closed list. 1 of 8 lots · No lot yet (7): ")
    assert text.endswith("Table 1 – – – – Table 2 1 Obermaier Anna – – –")
    # The line that is still being typed is no mistake.
    assert "Line 3" not in text
    assert "Line 3: Please type three numbers" in words(press(organiser, "lots_check", lots="1/2/1\n9/1/1\n3/2\n"))


def test_without_such_a_list_there_is_nothing_to_check(organiser: Client, tournament: Tournament) -> None:
    assert press(organiser, "lots_check", lots="").status_code == 404
    close_list(match=tournament.matches.get(number=1), actor=make_user("organiser", username="bene"))
    assert press(organiser, "lots_check", lots="").status_code == 404


def test_everyone_is_told_that_nothing_can_be_recomputed(organiser: Client, closed: ClosedList) -> None:
    page = reverse("public_draw", args=["feldkirchen-2026", 1])
    assert "The lots are drawn by hand, in the hall." in words(Client().get(page))
    publish(organiser, EIGHT, witnesses="3 5")
    answer = Client().get(page)
    assert "The lots were drawn by hand" in words(answer)
    assert "Entered by Olga Orga Witnesses 3 Löffler Centa, 5 Zöllner Eva" in words(answer)
    assert [word in answer.content.decode() for word in ("data-recompute", "Secret number", "Number of the draw")] == [
        False, False, False,
    ]  # fmt: skip


def test_the_source_is_asked_for_before_the_draw(organiser: Client, tournament: Tournament) -> None:
    html = organiser.get(reverse("match", args=[tournament.slug, 1])).content.decode()
    assert [f'value="{source}"' in html for source in LotSource.values] == [True] * 4
