"""The addresses where a table's device signs, and the page that its code opens on a player's own phone."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from tests.tournament.views.desk import login, text
from tests.tournament.views.reading import page_of
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import accept, correct, fill, fresh, sign
from tests.worlds.signing import DRAWN
from tournament.devices.services.devices import enrol_device
from tournament.models import Scoresheet, Signature, SignatureRefusal, SigningLink, User
from tournament.network.qr import address_image

pytestmark = pytest.mark.django_db
BASE = "/table/feldkirchen-2026/1/1/"
DOT = "This is only a dot. Please sign with your name or your initials."


def begin() -> tuple[Scoresheet, User]:
    tournament, boss = make_tournament(), make_user("desk", "supervisor", full_name="K. Reiter")
    make_participants(tournament, 4)
    return fill(open_scoresheet(tournament), boss), boss


@pytest.fixture
def sheet(world: tuple[Scoresheet, User]) -> Scoresheet:
    return world[0]


@pytest.fixture
def boss(world: tuple[Scoresheet, User]) -> User:
    return world[1]


@pytest.fixture
def device(sheet: Scoresheet) -> Client:
    """The browser of the table's device."""
    client = Client()
    _, client.cookies["spielliste_table"] = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")
    return client


def post(client: Client, sheet: Scoresheet, path: str = "", **fields: Any) -> Any:
    body = {"seat": 1, "content": fresh(sheet).content_hash} | fields
    return client.post(f"{BASE}signatures/{path}", body, content_type="application/json")


def scanned(device: Client, sheet: Scoresheet, seat: int = 4) -> str:
    """The path of the page that the code on the device opens."""
    address = post(device, sheet, "links/", seat=seat).json()["address"]
    assert address.startswith("http://testserver/sign/")
    return str(address.removeprefix("http://testserver"))


def words(page: Any) -> str:
    """What a person reads of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", page_of(page)).split())


def state(page: Any) -> str:
    return re.search(r'data-state="(\w+)"', page.content.decode()).group(1)


def test_signed_on_the_device(device: Client, sheet: Scoresheet) -> None:
    answer = post(device, sheet, strokes=DRAWN).json()
    assert answer["answer"] == "signed"
    seat = answer["state"]["seats"][0]
    assert (seat["signed"]["kind"], seat["signed"]["how"]) == ("table", "Signed on the device of the table")
    assert re.fullmatch(r"\d\d:\d\d", seat["signed"]["at"])
    assert Signature.objects.get().strokes == DRAWN


def test_confirmed_without_a_drawing_and_twice_is_once(device: Client, sheet: Scoresheet) -> None:
    assert [post(device, sheet, strokes=None).status_code for _ in range(2)] == [200, 200]
    assert Signature.objects.get().strokes is None


def test_a_content_that_is_no_text_of_ours_is_another(device: Client, sheet: Scoresheet) -> None:
    answer = post(device, sheet, "refuse/", seat=3, reason="Spiel 9", content="\ud800")
    assert (answer.status_code, answer.json()["code"]) == (409, "content_changed")


def test_not_signed_with_a_reason(device: Client, sheet: Scoresheet) -> None:
    answer = post(device, sheet, "refuse/", seat=3, reason="Spiel 9").json()
    assert (answer["answer"], answer["state"]["seats"][2]["refused"]) == ("noted", "Spiel 9")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"strokes": [[[1, 1]]]}, "strokes_too_short"),
        ({"strokes": "M0 0"}, "strokes_unreadable"),
        ({"seat": 5}, "no_such_seat"),
        ({"seat": "1"}, "not_a_message"),
        ({"seat": True}, "not_a_message"),
        ({"content": None}, "not_a_message"),
        ({"content": "0" * 64}, "content_changed"),
        ({"reason": 7}, "not_a_message"),
    ],
)
def test_what_is_refused_signs_nothing(device: Client, sheet: Scoresheet, said: dict[str, Any], code: str) -> None:
    answer = post(device, sheet, **said)
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert not Signature.objects.exists()


@pytest.mark.parametrize("body", ["", "[]", "7", "null", "{}", "{", "[" * 100_000, '{"seat": 1}'])
@pytest.mark.parametrize("path", ["", "refuse/", "links/"])
def test_a_message_that_is_none(device: Client, path: str, body: str) -> None:
    answer = device.post(f"{BASE}signatures/{path}", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_a_message")


@pytest.mark.parametrize("path", ["", "refuse/", "links/"])
def test_another_browser_signs_nothing(sheet: Scoresheet, path: str) -> None:
    answer = post(Client(), sheet, path, reason="x")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_enrolled")
    assert [model.objects.count() for model in (Signature, SignatureRefusal, SigningLink)] == [0, 0, 0]


def test_the_code_is_a_picture_made_here(device: Client, sheet: Scoresheet) -> None:
    answer = post(device, sheet, "links/", seat=4)
    payload = answer.json()
    assert (payload["minutes"], payload["image"]) == (15, address_image(payload["address"]))
    assert payload["image"].startswith("data:image/svg+xml;")
    assert "no-store" in answer["Cache-Control"]


def test_beside_a_code_that_leads_no_phone_anywhere_the_page_says_so(
    device: Client, sheet: Scoresheet, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    for host, sentence in (("localhost:8000", True), ("192.168.0.7:8000", False)):
        answer = device.get(BASE, HTTP_HOST=host)
        assert ("No phone gets to this address" in answer.content.decode()) is sentence


def test_the_page_of_the_own_phone(device: Client, sheet: Scoresheet) -> None:
    path, phone = scanned(device, sheet), Client()
    page = phone.get(path)
    assert (page.status_code, state(page), page["Cache-Control"]) == (200, "ready", "private, no-store")
    assert page["Referrer-Policy"] == "same-origin"
    seat = sheet.seats.get(number=4)
    assert f"Dirk Süß Plus {seat.plus} Minus {seat.minus} Total −{-seat.points}" in words(page)
    version = fresh(sheet).version
    assert phone.get(f"{path}?v={version}").status_code == 204
    # Looking at it does not use it up.
    posted = {"content": fresh(sheet).content_hash, "act": "sign", "strokes": json.dumps(DRAWN)}
    assert phone.post(path, posted)["Location"] == path
    assert (state(phone.get(path)), Signature.objects.get().kind) == ("signed", "phone")
    assert state(phone.post(path, posted)) == "signed"
    assert Signature.objects.count() == 1


@pytest.mark.parametrize("strokes", ["", "[]", "[[[5, 5]]]"])
def test_an_empty_field_is_not_signed(device: Client, sheet: Scoresheet, strokes: str) -> None:
    path = scanned(device, sheet)
    posted = {"content": fresh(sheet).content_hash, "act": "sign", "strokes": strokes}
    page = Client().post(path, posted)
    assert (page.status_code, state(page), DOT in text(page)) == (409, "ready", True)


def test_refused_on_the_own_phone_and_too_long(device: Client, sheet: Scoresheet) -> None:
    path, content = scanned(device, sheet), fresh(sheet).content_hash
    page = Client().post(path, {"content": content, "act": "refuse", "reason": "x" * 201})
    assert (page.status_code, "x" * 201 in page.content.decode()) == (409, True)
    Client().post(path, {"content": content, "act": "refuse", "reason": "Spiel 9"})
    assert "You do not sign: Spiel 9 – the supervisor sees it." in words(Client().get(path))


def test_what_became_of_the_sheet_is_told_on_the_own_phone(device: Client, sheet: Scoresheet, boss: User) -> None:
    path, unused = scanned(device, sheet), scanned(device, sheet, seat=3)
    Client().post(path, {"content": fresh(sheet).content_hash, "act": "confirm"})
    assert "<strong>Confirmed on their own phone</strong>, " in text(Client().get(path))
    correct(sheet, 7, "r24++", boss)
    lapsed, changed = Client().get(path), Client().get(unused)
    assert (state(lapsed), state(changed)) == ("lapsed", "changed")
    assert "Game 7 was corrected (5.3.4)." in text(lapsed)
    assert "<form" not in changed.content.decode().split("<main")[1].split("</main>")[0]
    sign(sheet, boss)
    accept(sheet, boss)
    assert "The supervisor has accepted the sheet. Check code: " in text(Client().get(path))


@pytest.mark.parametrize("token", ["unknown", "..", "%00", "a" * 300])
def test_a_code_that_is_none(sheet: Scoresheet, token: str) -> None:
    for answer in (Client().get(f"/sign/{token}/"), Client().post(f"/sign/{token}/", {"act": "confirm"})):
        assert (answer.status_code, "This code is not valid." in text(answer)) == (404, True)


def test_the_desk_sees_drawing_refusal_and_why_one_lapsed(device: Client, sheet: Scoresheet, boss: User) -> None:
    post(device, sheet, seat=1, strokes=DRAWN)
    post(device, sheet, "refuse/", seat=3, reason="Spiel <9>")
    post(device, sheet, seat=4, strokes=None)
    Scoresheet.objects.update(source="live")
    desk = login(boss)
    page = desk.get(sheet.get_absolute_url())
    assert page.content.decode().count('<svg class="stroke"') == 1
    assert "✓ Signed on the device of the table," in text(page)
    assert "✓ Confirmed on the device of the table," in text(page)  # nothing was drawn
    page_words = words(page)
    assert "Does not sign: “Spiel &lt;9&gt;”" in page_words
    # A refusal is not confirmed by one tap on the prominent button, and there is no paper signature either.
    assert page_words.index("Does not sign") < page_words.index("Centa signs after all")
    assert '<button class="btn" name="seat" value="3">' in text(page)
    assert '<button class="btn btn-primary" name="seat" value="2">' in text(page)
    assert "All signatures are on the paper" not in text(page)
    correct(sheet, 7, "r24++", boss)
    page = desk.get(sheet.get_absolute_url())
    assert "the sheet was changed. Game 7 was corrected (5.3.4)." in text(page)
    assert "Does not sign" not in text(page)
    post(device, sheet, seat=1, strokes=DRAWN)
    sign(sheet, boss, 2, 3, 4)
    accept(sheet, boss)
    assert desk.get(sheet.get_absolute_url()).content.decode().count('<svg class="stroke"') == 1
