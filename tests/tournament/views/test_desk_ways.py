"""The ways from the desk: to another sheet, to the second entry, to the totals; and who writes a live sheet."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.desk import PARTS, address, entered, login, text
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.played import first_sheet, play
from tests.worlds.sheets import line, type_twice
from tournament.devices.services.devices import enrol_device
from tournament.models import Scoresheet, SecondLine, Tournament, User
from tournament.services.acting import act
from tournament.sheet.acts.second_entry import RecordSecond

pytestmark = pytest.mark.django_db

HERE = "/tournaments/feldkirchen-2026/1/1/"
GAMES = "AAECAwQFBgcICQoLDA0ODw.1.crufer.d1.p3.rw.le~EBESExQVFhcYGRobHB0eHw.2.crufer.d2.p4.rl.lz"
UNSENT = f"/tournaments/feldkirchen-2026/1/2/unsent/?c={GAMES}"


@pytest.fixture
def desk() -> User:
    return make_user("desk", username="eva", full_name="Eva Zöllner")


@pytest.fixture
def client(desk: User) -> Client:
    return login(desk)


@pytest.fixture
def sheet() -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 8)
    open_scoresheet(tournament, table=2)
    return open_scoresheet(tournament)


@pytest.mark.parametrize(
    ("query", "there"),
    [
        ({"to": "2"}, "/tournaments/feldkirchen-2026/1/2/"),
        ({"to": " 2 ", "here": "1"}, "/tournaments/feldkirchen-2026/1/2/"),
        ({"to": "http://10.0.0.2:8000/table/feldkirchen-2026/1/2/"}, "/tournaments/feldkirchen-2026/1/2/"),
        ({"to": f"http://10.0.0.2:8000{UNSENT}"}, UNSENT),
        ({"to": "http>--10.0.0.2>8000-tournaments-feldkirchen/2026-1-2-unsent-_c´ab", "here": "1"}, HERE),
        ({"to": "99", "here": "1"}, HERE),
        ({"to": "99"}, "/tournaments/feldkirchen-2026/matches/1/"),
        ({"to": ""}, "/tournaments/feldkirchen-2026/matches/1/"),
        ({"to": "x" * 700, "here": "zwei"}, "/tournaments/feldkirchen-2026/matches/1/"),
        ({"to": "http://x/table/other/1/2/", "here": "1"}, HERE),
    ],
)
def test_to_a_table_by_its_number_or_its_code(
    client: Client, sheet: Scoresheet, query: dict[str, str], there: str
) -> None:
    answer = client.get(reverse("sheet_go", args=["feldkirchen-2026", 1]), query)
    assert (answer.status_code, answer["Location"]) == (302, there)


def test_a_scanner_with_the_other_keyboard(client: Client, sheet: Scoresheet) -> None:
    """It types ? for _, y for z, and ß for a hyphen."""
    Tournament.objects.update(slug="pfalz_cup-2")
    scanned = "httpÖ--10.0.0.2Ö8000-table-pfaly?cupß2-1-2-"
    answer = client.get(reverse("sheet_go", args=["pfalz_cup-2", 1]), {"to": scanned})
    assert (answer.status_code, answer["Location"]) == (302, "/tournaments/pfalz_cup-2/1/2/")


def test_without_double_entry_there_is_no_page_for_it(client: Client, sheet: Scoresheet) -> None:
    assert client.get(address("second")).status_code == 404
    assert client.post(address("second_record"), entered(1, "r12+")).status_code == 404
    assert client.get(address("totals")).status_code == 404


def test_the_second_entry_without_a_script(client: Client, sheet: Scoresheet) -> None:
    Tournament.objects.update(double_entry=True)
    page = text(client.post(address("second_record"), entered(1, "r12+")))
    assert "1 of 32 games" in page
    assert SecondLine.objects.get().typed_by.username == "eva"
    refused = client.post(address("second_record"), entered(2, "7"))
    assert refused.status_code == 422
    assert "The entry 7 cannot be read." in text(refused)
    assert "Nothing was entered." in text(client.post(address("second_record"), entered(2, "")))


def test_a_page_of_the_second_entry_that_is_current_gets_nothing(client: Client, sheet: Scoresheet) -> None:
    Tournament.objects.update(double_entry=True)
    assert client.get(address("second"), {"v": sheet.version}).status_code == 204
    client.post(address("second_record"), entered(1, "r12+"))
    parts = client.get(address("second"), {"v": sheet.version}, headers=PARTS).json()["parts"]
    assert sorted(parts) == ["missing_part", "sheet_part", "side_part"]


def test_the_way_to_a_sheet_that_waits_leads_to_its_second_entry(desk: User) -> None:
    """By its address, its number and after every act; a supervisor may look, but then types no second entry."""
    tournament, actor = play(1, ["r12+", "-62"] * 16)
    type_twice(tournament, actor)
    franz = login(make_user("supervisor", username="franz", full_name="Franz Bäuml"))
    for client in (login(desk), franz):
        answer = client.get(address("scoresheet"))
        assert (answer.status_code, answer["Location"]) == (302, address("second"))
        assert client.get(address("scoresheet"), {"v": "0"}, headers=PARTS).status_code == 204
        assert client.get(address("scoresheet_pdf"))["Location"] == address("second")
        page = text(client.get(address("second")))
        assert "K. Reiter" not in page
        assert "0 of 32 games" in page
        assert ("Look at the sheet" in page) == (client is franz)
    assert franz.post(address("second_look"))["Location"] == address("scoresheet")
    page = text(franz.get(address("scoresheet")))
    assert "32 of 32 games" in page
    assert "To the second entry" not in page
    assert "You have looked at the first entry" in text(franz.get(address("second")))


def test_a_difference_is_settled_as_the_page_showed_it(desk: User) -> None:
    """Without a choice nothing is settled, and neither is a line that was retyped meanwhile."""
    tournament, actor = play(1, ["r12+"])
    Tournament.objects.update(double_entry=True)
    sheet = first_sheet(tournament)
    act(sheet, RecordSecond(number=1, record=line(1, "r13+").record, key="b" * 32), actor=desk)
    boss, settle = login(actor), address("second_settle", 1)
    commands = {"first": sheet.games.get().command, "second": SecondLine.objects.get().command}
    page = text(boss.get(address("scoresheet")))
    assert [f'name="{name}" value="{key}"' in page for name, key in commands.items()] == [True, True]
    for form in (
        {**commands},
        {**commands, "take": "third"},
        {"take": "first"},
        {"take": "second", **commands, "second": "x"},
    ):
        answer = boss.post(settle, form)
        assert (answer.status_code, "Please choose which of the two the paper says." in text(answer)) == (422, True)
    answer = boss.post(settle, {**commands, "second": "c" * 32, "take": "first"})
    assert (answer.status_code, "Game 1 was typed anew in the meantime." in text(answer)) == (409, True)
    assert SecondLine.objects.get().record["partner"] == 3
    assert boss.post(settle, {**commands, "take": "second"})["Location"] == address("scoresheet")
    game = sheet.games.get()
    assert (game.record["partner"], game.login) == (3, actor)


def test_an_empty_sheet_offers_no_second_entry(client: Client, sheet: Scoresheet) -> None:
    Tournament.objects.update(double_entry=True)
    page = text(client.get(address("scoresheet")))
    assert "Double entry" not in page
    assert "there is nothing to type a second time" in text(client.get(address("second")))


def test_the_desk_says_which_device_writes(client: Client, sheet: Scoresheet) -> None:
    device, _token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="iPhone · Safari")
    act(sheet, line(1, "r12+"), actor=device)
    assert "Live at the table</strong> · written by device 1 of table 1" in text(client.get(address("scoresheet")))
