"""A phone at the door of a sheet: the code, another device, a locked or replaced device; the token in its cookie."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import page_of
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import fresh, line
from tournament.devices.services.devices import lock_device
from tournament.devices.views.devices import COOKIE
from tournament.models import FailedTry, Scoresheet, TableDevice, Tournament
from tournament.network.known_browsers import card_key
from tournament.network.qr import address_qr, wifi_qr
from tournament.network.user_agents import device_label
from tournament.services.acting import act

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
    """The words of a page, with single spaces."""
    return " ".join(page_of(answer).split())


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


def test_the_same_form_twice_is_one_device(client: Client, sheet: Scoresheet) -> None:
    enrol(client, sheet)
    assert enrol(client, sheet)["Location"] == at(sheet)
    assert TableDevice.objects.count() == 1


def test_loading_the_address_of_the_form_leads_to_the_door(client: Client, sheet: Scoresheet) -> None:
    assert client.get(at(sheet, "table_enrol"))["Location"] == at(sheet)


@pytest.mark.parametrize("typed", ["", "12", "12345", "abcd", "１２３４"])
def test_what_is_no_code_is_not_counted(client: Client, sheet: Scoresheet, typed: str) -> None:
    answer = client.post(at(sheet, "table_enrol"), {"code": typed})
    assert (answer.status_code, FailedTry.objects.count()) == (422, 0)
    assert "Please type the four digits of the table card." in text(answer)


def test_a_wrong_code_is_told_and_many_of_them_wait(client: Client, sheet: Scoresheet) -> None:
    wrong = "0000" if sheet.code != "0000" else "1111"
    answer = enrol(client, sheet, wrong)
    assert answer.status_code == 422
    page = text(answer)
    assert "This is not the code of table 1." in page
    [field] = [tag for tag in page.split("<") if tag.startswith('input type="text" name="code"')]
    assert (" autofocus" in field, " value=" in field) == (True, False)
    for _ in range(4):
        enrol(client, sheet, wrong)
    assert "Too many wrong tries. Please try again in 15 seconds." in text(enrol(client, sheet))


def test_whoever_has_scanned_the_card_does_not_wait_for_others(client: Client, sheet: Scoresheet, desk: Client) -> None:
    guesser = Client()
    for _ in range(5):
        enrol(guesser, sheet, "0000" if sheet.code != "0000" else "1111")
    page = text(desk.get(of(sheet, "sheet_code"), headers={"host": "testserver"}))
    assert f"?k={card_key(sheet.pk, sheet.code)}" not in page, "it is in the code alone"
    answer = client.get(f"{at(sheet)}?k={card_key(sheet.pk, sheet.code)}")
    assert (answer.status_code, answer["Location"]) == (302, at(sheet))
    assert "Too many wrong tries." in text(enrol(Client(), sheet)), "from the same address"
    assert enrol(client, sheet).status_code == 302
    assert client.get(f"{at(sheet)}?k=0123456789").status_code == 200


def scanned(sheet: Scoresheet, **more: str) -> Client:
    """A phone that has just scanned the card."""
    phone = Client(**more)
    assert phone.get(f"{at(sheet)}?k={card_key(sheet.pk, sheet.code)}").status_code == 302
    return phone


def looked_at(phone: Client, sheet: Scoresheet) -> bool:
    """Whether a wrong code was compared; otherwise the phone has to wait."""
    page = text(enrol(phone, sheet, "0000" if fresh(sheet).code != "0000" else "1111"))
    assert ("This is not the code" in page) != ("Too many wrong tries." in page)
    return "This is not the code" in page


def test_scanning_the_card_again_brings_no_more_tries(sheet: Scoresheet) -> None:
    other = open_scoresheet(sheet.match.tournament, table=2)
    assert [looked_at(scanned(sheet), sheet) for _ in range(8)] == [True] * 5 + [False] * 3
    assert looked_at(scanned(other), other), "nobody waits at another table"
    assert looked_at(scanned(sheet, REMOTE_ADDR="192.168.0.7"), sheet), "nor elsewhere"


def test_a_new_code_makes_the_card_worthless_that_was_scanned_before(sheet: Scoresheet, desk: Client) -> None:
    key, phone = card_key(sheet.pk, sheet.code), scanned(sheet)
    desk.post(of(sheet, "code_renew"))
    assert Client().get(f"{at(sheet)}?k={key}").status_code == 200
    assert [looked_at(Client(), sheet) for _ in range(6)] == [True] * 5 + [False]
    assert not looked_at(phone, sheet), "it waits with all strangers of its address"
    assert enrol(scanned(fresh(sheet)), sheet).status_code == 302


NEWER_CARDS = "There are newer cards for table 1"


def test_an_old_card_is_called_one_and_a_made_up_key_is_told_the_same(sheet: Scoresheet, desk: Client) -> None:
    """Nobody learns whether a key was ever in force: every key but that of the card in force gets the same answer."""
    old, code, phone = card_key(sheet.pk, sheet.code), sheet.code, Client()
    assert NEWER_CARDS not in text(phone.get(at(sheet)))
    desk.post(of(sheet, "code_renew"))
    pages = {key: text(phone.get(f"{at(sheet)}?k={key}")).replace(key, "") for key in (old, "0123456789", "ä")}
    assert all(NEWER_CARDS in page and f"{at(sheet, 'table_enrol')}?k=" in page for page in pages.values())
    refused = text(phone.post(f"{at(sheet, 'table_enrol')}?k={old}", {"code": code}))
    assert ("This is not the code of table 1." in refused, NEWER_CARDS in refused) == (True, True)
    by_hand = text(enrol(phone, sheet, code))
    assert ("If it stands on the card, there is a newer card" in by_hand, NEWER_CARDS in by_hand) == (True, False)


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
    assert "This device is locked.</strong> It writes nothing more: please go to the desk." in page
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
    # The test's client sends it anyway; a browser keeps to the cookie's path.
    assert '<span class="door-table">Table 2</span>' in text(client.get(at(other)))
    assert enrol(client, other).cookies[COOKIE]["path"] == at(other)


def test_a_table_that_is_not_there(client: Client, sheet: Scoresheet) -> None:
    assert client.get(at(sheet).replace("/1/1/", "/1/99/")).status_code == 404


# The desk


@pytest.fixture
def desk() -> Client:
    client = Client()
    client.force_login(make_user("desk", full_name="Eva Zöllner"))
    return client


def of(sheet: Scoresheet, name: str, *more: object) -> str:
    """An address of the desk for this sheet."""
    return reverse(name, args=[sheet.match.tournament.slug, sheet.match.number, sheet.table_number, *more])


def all_tables(sheet: Scoresheet) -> str:
    return reverse("devices", args=[sheet.match.tournament.slug, sheet.match.number])


@pytest.mark.parametrize(
    ("role", "may"), [("organiser", True), ("supervisor", True), ("desk", True), ("", False), (None, False)]
)
def test_who_sees_codes_locks_devices_and_renews_codes(client: Client, sheet: Scoresheet, role: str, may: bool) -> None:
    enrol(Client(), sheet)
    if role is not None:
        client.force_login(make_user(*filter(None, [role])))
    code = fresh(sheet).code
    pages = [client.get(address) for address in (all_tables(sheet), of(sheet, "sheet_code"))]
    acts = [client.post(of(sheet, "device_lock", 1)), client.post(of(sheet, "code_renew"))]
    assert [answer.status_code for answer in pages] == ([200] * 2 if may else [302 if role is None else 403] * 2)
    assert [code in text(answer) for answer in pages] == [may] * 2
    assert [answer.status_code for answer in acts] == [302 if may or role is None else 403] * 2
    assert (TableDevice.objects.get().state, fresh(sheet).code != code) == ("locked" if may else "active", may)


def test_the_list_shows_each_table_with_its_device(desk: Client, sheet: Scoresheet) -> None:
    open_scoresheet(sheet.match.tournament, table=2)
    enrol(Client(), sheet)
    enrol(Client(), sheet, take_over="1")
    act(sheet, line(1, "r12+"), actor=TableDevice.objects.get(number=2))
    second = Scoresheet.objects.get(table_number=2)
    for _ in range(2):
        enrol(Client(), second, "0000" if second.code != "0000" else "1111")
    page = text(desk.get(all_tables(sheet)))
    first, second = page.split('<tr role="row">')[2:4]
    assert f">{fresh(sheet).code}</a>" in first
    assert '<b>Android · Chrome</b> <span class="state state-good">Active</span>' in first
    assert "seen just now · 1 game · 1 device before</small>" in first
    assert of(sheet, "device_lock", 2) in first
    assert '<span class="state state-warning">2 wrong ones</span>' in second
    assert 'class="soft">none yet</td>' in second
    assert "device_lock" not in second
    assert "<b>Android · Chrome</b> 127.0.0.1: 2 wrong codes, at table 2, last just now" in page


def test_all_codes_are_renewed_after_asking_back(desk: Client, sheet: Scoresheet) -> None:
    before = fresh(sheet).code
    address = reverse("codes_renew", args=[sheet.match.tournament.slug, sheet.match.number])
    assert "Every open table gets another code." in text(desk.get(address))
    assert fresh(sheet).code == before
    page = text(desk.post(address, follow=True))
    assert "1 table has a new code." in page
    assert "Print the table cards" in page
    assert fresh(sheet).code != before
    assert Client().post(address).status_code == 302
    assert fresh(sheet).code in page


def test_the_list_takes_the_same_queries_for_many_tables(
    desk: Client, sheet: Scoresheet, django_assert_num_queries
) -> None:
    other = open_scoresheet(sheet.match.tournament, table=2)
    for one in (sheet, other):
        enrol(Client(), one)
        enrol(Client(), one, take_over="1")
    with django_assert_num_queries(7):  # session, login, match, version, sheets, devices, wrong codes
        desk.get(all_tables(sheet))


def test_the_list_polls_and_answers_only_what_is_new(desk: Client, sheet: Scoresheet) -> None:
    version = desk.get(all_tables(sheet)).context["version"]
    newer = {"headers": {"hx-request": "true"}}
    assert desk.get(f"{all_tables(sheet)}?v={version}", **newer).status_code == 204
    enrol(Client(), sheet, "0000" if sheet.code != "0000" else "1111")
    answer = desk.get(f"{all_tables(sheet)}?v={version}", **newer)
    assert "1 wrong one<" in text(answer)
    assert "<html" not in text(answer)


def test_locking_and_renewing_go_back_to_where_the_button_stood(desk: Client, sheet: Scoresheet) -> None:
    enrol(Client(), sheet)
    assert desk.post(of(sheet, "device_lock", 1), {"back": "list"}).url == all_tables(sheet)
    sentence = f"The device is locked. The new code of table 1 is {fresh(sheet).code}: the table needs it"
    assert sentence in text(desk.get(all_tables(sheet)))
    assert desk.post(of(sheet, "code_renew"), {"back": "code"}).url == of(sheet, "sheet_code")
    assert "Table 1 has a new code." in text(desk.get(of(sheet, "sheet_code")))
    assert desk.post(of(sheet, "code_renew")).url == f"{sheet.get_absolute_url()}#devices"


def test_what_cannot_be_ruled_is_said(desk: Client, sheet: Scoresheet) -> None:
    enrol(Client(), sheet)
    enrol(Client(), sheet, take_over="1")
    desk.post(of(sheet, "device_lock", 1), {"back": "list"})
    assert "the state is “Replaced” and cannot become “Locked”" in text(desk.get(all_tables(sheet)))
    assert desk.post(of(sheet, "device_lock", 3)).status_code == 404


def test_a_scorekeeper_without_a_card_scans_the_screen(desk: Client, sheet: Scoresheet, settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    page = text(desk.get(of(sheet, "sheet_code"), HTTP_HOST="192.168.0.7:8000"))
    assert address_qr(f"http://192.168.0.7:8000{at(sheet)}?k={card_key(sheet.pk, sheet.code)}") in page
    assert f'<p class="door-digits">{sheet.code}</p>' in page
    assert "Join the Wi-Fi" not in page
    Tournament.objects.update(wifi_name="Halle", wifi_password="herz-sticht")
    page = text(desk.get(of(sheet, "sheet_code"), HTTP_HOST="192.168.0.7:8000"))
    assert wifi_qr("Halle", "herz-sticht") in page
    assert "This address works on this computer only." in text(
        desk.get(of(sheet, "sheet_code"), HTTP_HOST="localhost:8000")
    )


def test_where_cards_are_printed_it_is_said_that_no_phone_gets_in_by_them(
    desk: Client, sheet: Scoresheet, settings
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    documents = reverse("documents", args=[sheet.match.tournament.slug])
    for address in (all_tables(sheet), documents):
        assert "The table cards lack QR code and code:" in text(desk.get(address, HTTP_HOST="localhost:8000"))
        assert "lack QR code" not in text(desk.get(address, HTTP_HOST="192.168.0.7:8000"))


def test_before_the_draw_there_are_no_devices(desk: Client, sheet: Scoresheet) -> None:
    address = reverse("devices", args=[sheet.match.tournament.slug, 2])
    assert desk.get(address).url == reverse("match", args=[sheet.match.tournament.slug, 2])


def test_the_page_of_the_sheet_tells_of_its_devices(desk: Client, sheet: Scoresheet) -> None:
    enrol(Client(), sheet)
    lock_device(device=TableDevice.objects.get(), actor=make_user("supervisor", full_name="Karl Reiter"))
    page = text(desk.get(sheet.get_absolute_url()))
    assert f">{fresh(sheet).code}</a>" in page
    assert '<dt>1. Android · Chrome</dt><dd> <span class="state">Locked</span>' in page
    assert "0 games · locked by Karl Reiter" in page


@pytest.mark.parametrize(
    ("user_agent", "label"),
    [
        (ANDROID, "Android · Chrome"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "Version/17.5 Mobile/15E148 Safari/604.1",
            "iPhone · Safari",
        ),
        (
            "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605 CriOS/131.0 Mobile Safari/604.1",
            "iPad · Chrome",
        ),
        ("Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0", "Android · Firefox"),
        (
            "Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 SamsungBrowser/25.0 Chrome/121.0 Safari/537",
            "Android · Samsung Internet",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0",
            "Windows · Edge",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15",
            "Mac · Safari",
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Linux · Firefox"),
        ("curl/8.5.0", "Device"),
        ("", "Device"),
    ],
)
def test_what_a_device_is_called(user_agent: str, label: str) -> None:
    assert device_label(user_agent) == label
