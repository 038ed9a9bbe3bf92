"""Inserting and taking out lines at the desk, and a paper with one game too many."""

import secrets

import pytest
from django.test import Client

from tests.tournament.views.desk import PARTS, address, entered, login, messages_of, text
from tests.worlds.factories import write
from tests.worlds.sheets import QUIET, fill, fresh, points, set_aside, state
from tournament.enums import SheetState
from tournament.models import Scoresheet, User
from tournament.selectors.doubles import likely_doubles
from tournament.selectors.scoresheets import sheet_view

FULL = "All 32 lines of this sheet are taken. If the paper shows one more, one game may stand there twice:"


@pytest.fixture
def client(desk: User) -> Client:
    return login(desk)


def test_a_line_is_inserted_and_taken_out(sheet: Scoresheet, desk: User, client: Client) -> None:
    fill(sheet, desk, QUIET[:3])
    page = text(client.get(sheet.get_absolute_url(), {"line": 2}))
    assert (page.count("Insert a line here"), page.count("Take this line out")) == (1, 1)
    client.post(address("line_insert", 2), {"command": secrets.token_hex(16)})
    assert messages_of(client, sheet) == ["Line 2 is free; the lines from there on moved down by one."]
    assert sorted(points(sheet)) == [1, 3, 4]
    out = {"command": secrets.token_hex(16), "replace": ""}
    reply = client.post(address("line_take_out", 2), out, headers=PARTS).json()
    expected = ("applied", "Line 2 was taken out; the lines after it moved up by one.", fresh(sheet).version)
    assert (reply["answer"], reply["text"], reply["version"]) == expected
    assert 'data-next="4"' in reply["parts"]["sheet_part"]


def test_refused_with_its_sentence(sheet: Scoresheet, desk: User, client: Client) -> None:
    write(sheet, 32, "r13+", desk)
    posted = {"command": secrets.token_hex(16), "replace": ""}
    reply = client.post(address("line_insert", 2), posted, headers=PARTS)
    sentence = "Line 32 is taken: there is no room for one more. Please take out a line first."
    assert (reply.status_code, reply.json()["text"]) == (422, sentence)
    reply = client.post(address("line_take_out", 32), posted, headers=PARTS)
    assert (reply.status_code, reply.json()["answer"], points(sheet)) == (409, "conflict", {32: (1, -1, 1, -1)})


@pytest.mark.parametrize(("number", "entry"), [("33", "r13+"), ("", "r13+"), ("33", "124")])
def test_a_33rd_game_is_one_too_many(sheet: Scoresheet, desk: User, client: Client, number: str, entry: str) -> None:
    fill(sheet, desk, QUIET[:20] + QUIET[19:31])
    reply = client.post(address("game_record"), entered(0, entry) | {"number": number}, headers=PARTS).json()
    assert (reply["answer"], reply["text"].startswith(FULL)) == ("refused", True)
    assert "take the doubled one out. A line that is wrong is typed again" in reply["text"]  # nobody has signed
    assert "These lines have the same points" in reply["parts"]["side_part"]


def test_on_an_open_sheet_the_desk_takes_the_doubled_line_out(sheet: Scoresheet, desk: User, client: Client) -> None:
    fill(sheet, desk, QUIET[:31])
    set_aside(sheet, 32, "0", desk)
    reply = client.post(address("game_record"), entered(33, "r13+"), headers=PARTS).json()
    assert reply["text"].endswith("A line that is wrong is typed again: ↑ leads there.")


def test_on_a_complete_sheet_any_line_is_taken_out_until_somebody_signs(
    sheet: Scoresheet, desk: User, supervisor: User, client: Client
) -> None:
    fill(sheet, desk, QUIET)
    pages = [text(by.get(sheet.get_absolute_url(), {"line": 5})) for by in (client, login(supervisor))]
    assert ["Take this line out" in page for page in pages] == [True, True]
    assert "Insert a line here" not in pages[1]


def test_the_likely_doubles_are_neighbours_first(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, QUIET[:20] + QUIET[19:31])
    pairs = [(pair.first.number, pair.second.number) for pair in likely_doubles(sheet_view(fresh(sheet)))]
    apart = [second - first for first, second in pairs]
    assert ((20, 21) in pairs, apart == sorted(apart), len(pairs)) == (True, True, 6)
    boss = login(supervisor)
    page = text(boss.get(sheet.get_absolute_url(), {"doubles": 1}))
    assert "Take line 21 out" in page
    assert "Take line 21 out" in text(login(desk).get(sheet.get_absolute_url(), {"doubles": 1}))
    posted = {"command": secrets.token_hex(16), "replace": sheet.games.get(number=21).command}
    boss.post(address("line_take_out", 21), posted)
    write(sheet, 32, QUIET[31], desk)
    assert state(sheet) == SheetState.COMPLETE
