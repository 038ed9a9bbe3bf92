"""The log's page: filters in the address, the way to where it acted, JSON Lines, roles, nonsense."""

import io
import json

import pypdf
import pytest
from django.urls import reverse

from tests.tournament.views.desk import text
from tests.worlds.factories import make_user
from tests.worlds.played import ENTRIES, first_sheet, play
from tournament.models import Event, Tournament
from tournament.proof.selectors import log as selectors_log
from tournament.services.requests import request_approval
from tournament.sheet.acts.requests import RequestApproval

SLUG = "feldkirchen-2026"


@pytest.fixture
def reader(client, db):
    play(1, ENTRIES[:8])
    client.force_login(make_user("supervisor", username="klaus"))
    return client


def page(client, **query):
    return client.get(reverse("log", args=[SLUG]), query)


def test_an_event_leads_to_its_line(reader):
    html = text(page(reader, group="games", game="7"))
    assert f"/tournaments/{SLUG}/1/1/?line=7" in html
    assert "Game 7:" in html
    assert "Game 6:" not in html


def test_nonsense_asks_for_nothing(reader):
    answer = page(reader, table="x", actor="99999", group="alles", before="-1", match="1e9")
    assert (answer.status_code, "Game 7:" in text(answer)) == (200, True)
    assert "Nothing fits." in text(page(reader, table="77"))


def test_json_lines_hold_what_the_log_holds(reader):
    answer = reader.get(reverse("log_jsonl", args=[SLUG]), {"group": "games"})
    lines = [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]
    events = Event.objects.filter(kind__startswith="game.").order_by("pk")
    assert [line["hash"] for line in lines] == [event.hash for event in events]
    assert lines[0]["payload"] == events[0].payload
    assert (lines[0]["match"], lines[0]["table"], lines[0]["at"]) == (1, 1, events[0].at.isoformat())


@pytest.mark.parametrize("role", ["organiser", "supervisor", "desk", "tribunal"])
def test_who_may_read(reader, role):
    reader.force_login(make_user(role, username=f"x-{role}"))
    may = 403 if role == "desk" else 200
    assert (page(reader).status_code, reader.get(reverse("log_jsonl", args=[SLUG])).status_code) == (may, may)


def test_no_hand_is_sent(reader):
    """3.5.4: the cards of a request are for the supervisor who decides on it."""
    sheet = first_sheet(Tournament.objects.get())
    command = RequestApproval(
        number=9, seat=2, contract="solo-tout", suit="H", key="b" * 32,
        hand=("EO", "GO", "HO", "EU", "GU", "HA", "H10", "SK"),
    )  # fmt: skip
    request_approval(scoresheet=sheet, command=command, actor=make_user("desk", username="eva"))
    answer = reader.get(reverse("log_jsonl", args=[SLUG]), {"group": "approvals"})
    lines = map(json.loads, b"".join(answer.streaming_content).splitlines())
    [line] = [line for line in lines if line["kind"].startswith("request.")]
    assert (line["kind"], line["payload"]) == ("request.made", None)


def pdf_text(answer):
    assert answer["Content-Type"] == "application/pdf"
    reader = pypdf.PdfReader(io.BytesIO(answer.content))
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


def test_the_protocol_as_pdf_has_every_event_that_fits(reader):
    address = reverse("log_pdf", args=[SLUG])
    content = pdf_text(reader.get(address, {"game": "7"}))
    event = Event.objects.filter(payload__contains='"number":7,').first()
    code = event.hash[:12].upper()
    assert "Game 7:" in content
    assert "Game: 7" in content  # the filter, in words
    assert "Game 6:" not in content
    assert f"{code[:4]}-{code[4:8]}-{code[8:]}" in content
    assert "Nothing fits." in pdf_text(reader.get(address, {"table": "77"}))


def test_a_long_protocol_comes_in_parts(reader, monkeypatch):
    monkeypatch.setattr(selectors_log, "LINES_A_PART", 5)
    count = Event.objects.filter(tournament__slug=SLUG).count()
    parts = -(-count // 5)
    assert f"PDF {parts} of {parts}" in text(page(reader))
    address = reverse("log_pdf", args=[SLUG])
    assert f"part 2 of {parts}" in pdf_text(reader.get(address, {"part": "2"}))
    assert [reader.get(address, {"part": wrong}).status_code for wrong in ("0", str(parts + 1), "x", "-1")] == [404] * 4


def test_the_protocol_has_no_hand_and_no_name_of_who_was_warned(reader):
    content = pdf_text(reader.get(reverse("log_pdf", args=[SLUG])))
    assert "EO" not in content
    assert "warning was noted" not in content
