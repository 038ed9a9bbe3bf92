"""After a purge no address shows what was to be forgotten, to whomever it answers, and no device writes any more."""

import datetime as dt
import io
import itertools
import json
import zipfile
from collections.abc import Iterator
from unittest import mock

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from django.urls.converters import IntConverter
from django.urls.resolvers import URLPattern
from django.utils import timezone

from tests.worlds.archived import login, small_tournament
from tournament.devices.selectors.devices import token_hash
from tournament.devices.views.devices import COOKIE
from tournament.models import Game, Scoresheet, Signature, SigningLink, TableDevice, Tournament
from tournament.participants.services.retention import purge_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.proof]
LONG_AGO = dt.datetime(2025, 3, 1, 20, tzinfo=dt.UTC)
REASONS = ["kam nicht", "saßen falsch", "verrechnet", "unleserlich", "Zwei kamen"]
VALUES = {
    "number": [1, 2],
    "match": [1, 2],
    "table": [1, 2],
    "start_number": [1, 3],
    "version": [1],
    "pk": [1, 2, 3],
    "lot": [1],
}


@pytest.fixture
def purged() -> Tournament:
    actor = login("reiter", "K. Reiter", "organiser", "supervisor", "desk", "tribunal")
    with mock.patch.object(timezone, "now", return_value=LONG_AGO):
        tournament = small_tournament(actor, 5, "Moosach 2025", LONG_AGO.date())
    Tournament.objects.filter(pk=tournament.pk).update(wifi_name="Saal", wifi_password="zwetschgendatschi")
    for number, person in enumerate(tournament.participants.exclude(forgotten=True)):
        who = "abcdefghijk"[number]
        tournament.participants.filter(pk=person.pk).update(
            first_name=f"Vor{who}xylo", last_name=f"Nach{who}xylo", name_key=f"nach{who}xylo vor{who}xylo"
        )
    TableDevice.objects.filter(state="active").update(token_hash=token_hash("device-token"))
    return purge_tournament(tournament=tournament, actor=actor)


def addresses(tournament: Tournament) -> Iterator[str]:
    for pattern in get_resolver().url_patterns:
        assert isinstance(pattern, URLPattern)
        names = pattern.pattern.converters
        if "slug" in names:
            others = {name: [1] if isinstance(one, IntConverter) else ["x"] for name, one in names.items()}
            values = [({"slug": [tournament.slug]} | VALUES).get(name, others[name]) for name in names]
            for combination in itertools.product(*values):
                yield reverse(pattern.name or "", kwargs=dict(zip(names, combination, strict=True)))


def text_of(answer: object) -> str:
    """What an answer says; of a zip or a workbook what its files say."""
    body: bytes = b"".join(answer.streaming_content) if getattr(answer, "streaming", False) else answer.content  # type: ignore[attr-defined]
    if body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(body)) as file:
            body = b"".join(file.read(name) for name in file.namelist())
    return body.decode(errors="replace")


def test_no_address_shows_what_was_to_be_forgotten(purged: Tournament):
    guest, desk, device = Client(), Client(), Client()
    desk.login(username="reiter", password="geheim-genug-1")
    device.cookies[COOKIE] = "device-token"
    hits = {}
    for path in addresses(purged):
        for who, client in {"guest": guest, "login": desk, "device": device}.items():
            answer = client.get(path)
            assert answer.status_code < 500, path
            text = text_of(answer)
            if words := [word for word in ["xylo", "zwetschgendatschi", *REASONS] if word in text]:
                hits[who, path] = words
    assert hits == {}


def test_its_devices_write_nothing(purged: Tournament):
    before = (list(Game.objects.values()), list(Signature.objects.values()), list(Scoresheet.objects.values()))
    device = TableDevice.objects.select_related("scoresheet__match").get(state="active")
    sheet = device.scoresheet
    client = Client()
    client.cookies[COOKIE] = "device-token"
    place = {"slug": purged.slug, "match": sheet.match.number, "table": sheet.table_number}
    command = {"id": "a" * 32, "sequence": 99, "base": sheet.version, "kind": "take_back", "number": 4}
    for name, message in {
        "table_commands": {"commands": [command]},
        "table_sign": {"seat": 3, "content": sheet.content_hash},
        "table_request": {"number": 1, "seat": 1, "contract": "wenz-tout", "key": "b" * 32},
    }.items():
        answer = client.post(reverse(name, kwargs=place), json.dumps(message), content_type="application/json")
        assert answer.status_code < 500, name
    assert client.get(reverse("table_state", kwargs=place)).status_code < 500
    after = (list(Game.objects.values()), list(Signature.objects.values()), list(Scoresheet.objects.values()))
    assert after == before
    assert not SigningLink.objects.exists()
