"""A phone at the door of a sheet: the code, another device, one locked or replaced; the token in its cookie."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.sheets import fresh
from tournament.models import Scoresheet, TableDevice
from tournament.services.devices import lock_device
from tournament.views.devices import COOKIE

pytestmark = pytest.mark.django_db

ANDROID = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36"
)


@pytest.fixture
def sheet() -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 8)
    return open_scoresheet(tournament)


def at(sheet: Scoresheet, name: str = "table_page") -> str:
    return reverse(name, args=[sheet.match.tournament.slug, sheet.match.number, sheet.table_number])


def enrol(client: Client, sheet: Scoresheet, code: str = "", **more: str):
    data = {"code": code or fresh(sheet).code, **more}
    return client.post(at(sheet, "table_enrol"), data, headers={"user-agent": ANDROID})


def text(answer) -> str:
    """The words of a page, single spaces."""
    return " ".join(answer.content.decode().split())


def test_whoever_has_no_token_sees_table_names_and_the_field_for_the_code(client: Client, sheet: Scoresheet) -> None:
    answer = client.get(at(sheet))
    page = text(answer)
    assert answer.status_code == 200
    assert '<span class="door-table">Table 1</span>' in page
    for seat, name in enumerate(["Anna Obermaier", "Bene Huber", "Centa Löffler", "Dirk Süß"], start=1):
        assert f'<span class="door-seat">{seat}</span> {name}' in page
    assert "Anna Obermaier <small>keeps the sheet</small>" in page
    assert 'inputmode="numeric"' in page
    assert fresh(sheet).code not in page
    assert "no-store" in answer["Cache-Control"]


def test_the_code_opens_the_sheet_and_the_token_lies_in_a_cookie_of_this_sheet(
    client: Client, sheet: Scoresheet
) -> None:
    answer = enrol(client, sheet)
    assert (answer.status_code, answer["Location"]) == (302, at(sheet))
    cookie = answer.cookies[COOKIE]
    assert {name: cookie[name] for name in ("path", "httponly", "samesite", "secure", "max-age")} == {
        "path": at(sheet),
        "httponly": True,
        "samesite": "Lax",
        "secure": "",
        "max-age": 3 * 24 * 60 * 60,
    }
    device = TableDevice.objects.get()
    assert (device.label, cookie.value in (device.token_hash, fresh(sheet).code)) == ("Android · Chrome", False)
    assert "door-table" not in text(client.get(at(sheet)))


@pytest.mark.parametrize("https", ["setting", "request"])
def test_over_https_the_cookie_is_secure(client: Client, sheet: Scoresheet, settings, https: str) -> None:
    settings.HTTPS = https == "setting"
    answer = client.post(at(sheet, "table_enrol"), {"code": sheet.code}, secure=https == "request")
    assert answer.cookies[COOKIE]["secure"] is True


def test_the_same_form_twice_is_one_device(client: Client, sheet: Scoresheet) -> None:
    enrol(client, sheet)
    assert enrol(client, sheet)["Location"] == at(sheet)
    assert TableDevice.objects.count() == 1


def test_loading_the_address_of_the_form_leads_to_the_door(client: Client, sheet: Scoresheet) -> None:
    assert client.get(at(sheet, "table_enrol"))["Location"] == at(sheet)


@pytest.mark.parametrize("typed", ["", "12", "12345", "abcd", "１２３４"])
def test_what_is_no_code_is_not_counted(client: Client, sheet: Scoresheet, typed: str) -> None:
    answer = client.post(at(sheet, "table_enrol"), {"code": typed})
    assert (answer.status_code, fresh(sheet).wrong_codes) == (422, 0)
    assert "Please type the four digits of the table card." in text(answer)


def test_a_wrong_code_says_how_many_tries_are_left_and_the_last_closes_the_door(
    client: Client, sheet: Scoresheet
) -> None:
    wrong = "0000" if sheet.code != "0000" else "1111"
    answer = enrol(client, sheet, wrong)
    assert answer.status_code == 422
    assert "This is not the code of table 1. 4 tries are left." in text(answer)
    for _ in range(4):
        answer = enrol(client, sheet, wrong)
    page = text(answer)
    assert "Too many wrong codes." in page
    assert 'name="code"' not in page
    assert "Too many wrong codes." in text(client.get(at(sheet)))


def test_another_device_is_taken_over_by_a_button_of_its_own(client: Client, sheet: Scoresheet) -> None:
    other = Client()
    enrol(other, sheet)
    page = text(client.get(at(sheet)))
    assert "A device writes at table 1 already, last seen just now. Take over?" in page
    assert '<button class="btn btn-primary btn-wide" name="take_over" value="1">Take over table 1</button>' in page
    refused = enrol(client, sheet)
    assert refused.status_code == 422
    assert f'value="{fresh(sheet).code}"' in text(refused)
    assert enrol(client, sheet, take_over="1").status_code == 302
    assert list(TableDevice.objects.values_list("number", "state")) == [(1, "replaced"), (2, "active")]
    assert "Another device has taken over." in text(other.get(at(sheet)))


def test_a_locked_device_is_told_so_and_may_ask_again(client: Client, sheet: Scoresheet) -> None:
    enrol(client, sheet)
    lock_device(device=TableDevice.objects.get(), actor=make_user("desk"))
    page = text(client.get(at(sheet)))
    assert "This device is locked." in page
    assert 'name="code"' in page
    assert enrol(client, sheet).status_code == 302
    assert "door-table" not in text(client.get(at(sheet)))


def test_a_sheet_typed_from_paper_and_a_finished_tournament_say_so(client: Client, sheet: Scoresheet) -> None:
    write(sheet, 1, "r12+", make_user("desk"))
    page = text(client.get(at(sheet)))
    assert "Games of this sheet were typed from paper already." in page
    assert 'name="code"' not in page
    tournament = sheet.match.tournament
    tournament.state = "finished"
    tournament.save()
    assert "The tournament is finished and its ranking official." in text(client.get(at(sheet)))


def test_a_token_opens_no_other_table(client: Client, sheet: Scoresheet) -> None:
    other = open_scoresheet(sheet.match.tournament, table=2)
    enrol(client, sheet)
    # The test's client sends it there all the same; a browser keeps to its path.
    assert '<span class="door-table">Table 2</span>' in text(client.get(at(other)))
    assert enrol(client, other).cookies[COOKIE]["path"] == at(other)


def test_a_table_that_is_not_there(client: Client, sheet: Scoresheet) -> None:
    assert client.get(at(sheet).replace("/1/1/", "/1/99/")).status_code == 404
