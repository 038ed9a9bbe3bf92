"""A phone may write at a table from the hall's network; elsewhere it is told which Wi-Fi to join."""

from ipaddress import ip_network

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import page_of
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tournament.middleware.hall_network import in_hall
from tournament.models import Scoresheet, TableDevice

pytestmark = pytest.mark.django_db

MOBILE = "93.184.216.34"
BROWSER = {"accept": "text/html,application/xhtml+xml"}


@pytest.fixture
def sheet() -> Scoresheet:
    tournament = make_tournament()
    tournament.wifi_name, tournament.wifi_password = "Feldkirchen", "herz-sticht"
    tournament.save()
    make_participants(tournament, 4)
    return open_scoresheet(tournament)


def at(sheet: Scoresheet, name: str = "table_page") -> str:
    return reverse(name, args=[sheet.match.tournament.slug, 1, 1])


@pytest.mark.parametrize(
    ("address", "inside"),
    [
        ("192.168.0.7", True),
        ("10.200.0.1", True),
        ("172.31.255.254", True),
        ("127.0.0.1", True),
        ("169.254.3.4", True),
        ("::1", True),
        ("fe80::1%wlan0", True),
        ("fd00:1:2::3", True),
        ("::ffff:192.168.0.7", True),
        ("172.32.0.1", False),
        ("100.64.0.1", False),
        ("::ffff:93.184.216.34", False),
        ("2001:db8::1", False),
        ("", False),
        ("unknown", False),
    ],
)
def test_private_addresses_are_the_halls(address: str, inside: bool) -> None:
    assert in_hall(address) is inside


def test_a_phone_on_mobile_data_reads_which_wifi_to_join(client: Client, sheet: Scoresheet) -> None:
    answer = client.get(at(sheet), headers=BROWSER, REMOTE_ADDR=MOBILE)
    page = " ".join(page_of(answer).split())
    assert answer.status_code == 403
    assert "Sheets are written in the Wi-Fi “Feldkirchen” only." in page
    assert "herz-sticht" not in page
    sheet.match.tournament.__class__.objects.update(wifi_name="")
    answer = client.get(at(sheet), headers=BROWSER, REMOTE_ADDR=MOBILE)
    assert "Sheets are written in the Wi-Fi of the hall only." in answer.content.decode()


def test_it_cannot_enrol_from_there_even_with_the_code(client: Client, sheet: Scoresheet) -> None:
    answer = client.post(at(sheet, "table_enrol"), {"code": sheet.code}, headers=BROWSER, REMOTE_ADDR=MOBILE)
    assert (answer.status_code, TableDevice.objects.count()) == (403, 0)


def test_an_open_page_that_leaves_the_hall_is_answered_as_it_asks(client: Client, sheet: Scoresheet) -> None:
    client.post(at(sheet, "table_enrol"), {"code": sheet.code})
    for answer in (
        client.get(at(sheet, "table_state"), REMOTE_ADDR=MOBILE),
        client.post(at(sheet, "table_commands"), {}, content_type="application/json", REMOTE_ADDR=MOBILE),
    ):
        assert (answer.status_code, answer.json()) == (
            403,
            {
                "code": "outside_hall",
                "text": "This device is not in the network of the hall. Please join the Wi-Fi “Feldkirchen”.",
                "again": True,
            },
        )


def test_a_login_may_come_from_anywhere(client: Client, sheet: Scoresheet) -> None:
    client.force_login(make_user("desk"))
    assert client.get(at(sheet), headers=BROWSER, REMOTE_ADDR=MOBILE).status_code == 200
    assert Client().get(reverse("login"), REMOTE_ADDR=MOBILE).status_code == 200
    assert Client().get(reverse("public_standings", args=["feldkirchen-2026"]), REMOTE_ADDR=MOBILE).status_code == 200


def test_a_hosted_hall_names_its_line_or_everywhere(client: Client, sheet: Scoresheet, settings) -> None:
    settings.HALL_NETWORKS = [ip_network("93.184.216.0/24")]
    assert client.get(at(sheet), headers=BROWSER, REMOTE_ADDR=MOBILE).status_code == 200
    assert client.get(at(sheet), headers=BROWSER, REMOTE_ADDR="192.168.0.7").status_code == 403


def test_a_header_is_believed_only_where_the_proxy_is_said_to_send_it(
    client: Client, sheet: Scoresheet, settings
) -> None:
    def status(forwarded: str, remote: str) -> int:
        headers = {**BROWSER, "x-forwarded-for": forwarded}
        return client.get(at(sheet), headers=headers, REMOTE_ADDR=remote).status_code

    assert status("192.168.0.7", MOBILE) == 403
    settings.CLIENT_ADDRESS_HEADER = "X-Forwarded-For"
    assert status("192.168.0.7", "127.0.0.1") == 200
    assert status(MOBILE, "127.0.0.1") == 403
    # The device invented the first address; the last one is the proxy's own.
    assert status(f"192.168.0.7, {MOBILE}", "127.0.0.1") == 403
    assert client.get(at(sheet), headers=BROWSER, REMOTE_ADDR="127.0.0.1").status_code == 403
