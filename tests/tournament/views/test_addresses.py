"""Under which address phones find a page, whoever asks for it and wherever."""

import pytest
from django.test import RequestFactory
from django.urls import reverse

from tests.tournament.exports.scanned import codes, picture
from tests.worlds.factories import make_user
from tests.worlds.played import play
from tournament.views.addresses import local_only, printed_address

HALL = "http://192.168.178.20:8000"


@pytest.mark.parametrize(
    ("host", "public", "address"),
    [
        ("127.0.0.1:8000", "", ""),
        ("127.0.0.1:8000", HALL, f"{HALL}/v/"),
        ("localhost:8000", HALL, f"{HALL}/v/"),
        ("[::1]:8000", HALL, f"{HALL}/v/"),
        ("hall.local:8000", "", "http://hall.local:8000/v/"),
        ("hall.local:8000", HALL, "http://hall.local:8000/v/"),
    ],
)
def test_what_is_printed_leads_phones_to_the_server(host, public, address, settings):
    settings.PUBLIC_ADDRESS, settings.ALLOWED_HOSTS = public, ["*"]
    request = RequestFactory().get("/", headers={"host": host})
    assert (printed_address(request, "verify"), local_only(request)) == (address, not address)


@pytest.mark.django_db
def test_a_sheet_to_write_on_has_its_code_for_the_scanner_anyway(client, settings):
    """The server's own computer prints it, before and after it was started for the hall."""
    settings.ALLOWED_HOSTS = ["*"]
    tournament, _actor = play(1, [])
    client.force_login(make_user("desk"))
    codes_of_prints = []
    for settings.PUBLIC_ADDRESS in ("", HALL):
        pdf = client.get(reverse("match_pdf", args=[tournament.slug, 1]), headers={"host": "127.0.0.1:8000"}).content
        codes_of_prints.append(codes(picture(pdf, 200)))
    path = reverse("table_page", args=[tournament.slug, 1, 1])
    assert codes_of_prints == [{path}, {HALL + path}]
