"""Who will not sign the paper: noted at the desk, decided by supervisor and tribunal, accepted without a false word."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.desk import text
from tests.worlds.factories import make_user
from tests.worlds.played import ENTRIES, decide, first_sheet, play
from tests.worlds.sheets import correct, faults, fresh
from tests.worlds.signing import enrolled
from tournament.devices.selectors.table_state import table_state
from tournament.exports.filled_sheet import filled_page
from tournament.models import Scoresheet, SignatureRefusal
from tournament.proof.exports.sheet_data import sheet_data
from tournament.selectors.overview import overview
from tournament.selectors.scoresheets import sheet_view
from tournament.selectors.waiting import waiting

PLACE = ["feldkirchen-2026", 1, 1]


@pytest.fixture
def sheet(db: None) -> Scoresheet:
    tournament, actor = play(1, ENTRIES)
    decide(first_sheet(tournament), actor)
    return fresh(first_sheet(tournament))


@pytest.fixture
def desk(sheet: Scoresheet) -> Client:
    return browser("desk")


@pytest.fixture
def boss(sheet: Scoresheet) -> Client:
    return browser("supervisor")


@pytest.fixture
def judge(sheet: Scoresheet) -> Client:
    return browser("tribunal")


def browser(role: str) -> Client:
    client = Client(headers={"accept-language": "de"})
    client.force_login(make_user(role, username=role, full_name={"tribunal": "S. Graf"}.get(role, role)))
    return client


def send(client: Client, name: str, *more: object, **data: object) -> str:
    return text(client.post(reverse(name, args=[*PLACE, *more]), data, follow=True))


def go(client: Client, name: str, *more: object, query: str = "") -> str:
    return text(client.get(reverse(name, args=[*PLACE, *more]) + query))


def second(sheet: Scoresheet) -> str:
    """The short name of whoever drew seat 2."""
    return sheet_view(sheet).seats[1].short_name


def refuse(client: Client, sheet: Scoresheet, **changed: object) -> str:
    form: dict[str, Any] = {"seat": 2, "reason": "Spiel 9 stimmt nicht", "content": fresh(sheet).content_hash}
    return send(client, "signature_refuse", **(form | changed))


def test_the_desk_records_a_refusal_and_the_others_sign(desk: Client, sheet: Scoresheet) -> None:
    page = refuse(desk, sheet)
    assert "<strong>Unterschreibt nicht:</strong> „Spiel 9 stimmt nicht“" in page
    assert "Die übrigen Unterschriften stehen auf dem Papier" in page
    page = send(desk, "signatures", seat="paper", content=fresh(sheet).content_hash)
    row = fresh(sheet)
    assert (row.state, SignatureRefusal.objects.get().lapsed_at) == ("complete", None)
    assert sorted(row.seats.filter(signatures__lapsed_at=None, signatures__gt=0).values_list("number", flat=True)) == [
        1, 3, 4,
    ]  # fmt: skip
    assert f"Für {second(sheet)} Einspruch erheben" in page


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"reason": " "}, "Bitte schreiben Sie, was an der Liste nicht stimmt"),
        ({"seat": "x"}, "Bitte wählen Sie, wer nicht unterschreibt."),
        ({"content": "0" * 64}, "Die Liste wurde inzwischen geändert."),
    ],
)
def test_a_refusal_that_is_none_says_what_to_do(desk: Client, sheet: Scoresheet, changed: Any, sentence: str) -> None:
    page = refuse(desk, sheet, **changed)
    assert sentence in page
    assert not SignatureRefusal.objects.exists()


def test_the_whole_way_of_a_player_who_refuses(desk: Client, boss: Client, judge: Client, sheet: Scoresheet) -> None:
    tournament = sheet.match.tournament
    refuse(desk, sheet)
    send(desk, "signatures", seat="paper", content=fresh(sheet).content_hash)
    assert "Spiel 9 stimmt nicht" in go(desk, "sheet_disputes", query="?seat=2")
    send(desk, "sheet_disputes", number="", seat="2", reason="Spiel 9 stimmt nicht", command="d" * 32)
    assert waiting(tournament).words == "1 Einspruch, 1 verweigerte Unterschrift"
    send(boss, "dispute_decide", 1, outcome="rejected", reason="drei sagen es anders")
    send(boss, "dispute_appeal", 1, seat="2", reason="doch")
    step = overview(tournament, judges=True).next
    assert (step.page, step.text) == ("disputes", "Beschwerde, letzte Instanz entscheidet: Tisch 1.")
    count = judge.get(reverse("disputes_count", args=PLACE[:1]))
    assert "1" in text(count)
    send(boss, "signature_overrule", seat="2", dispute="1", content=fresh(sheet).content_hash)
    assert SignatureRefusal.objects.get().dispute is None, "the tribunal has not decided yet"
    send(judge, "dispute_settle", 1, outcome="rejected", reason="so bleibt es")
    way_on = f"Einspruch zur ganzen Liste (Abgewiesen): ohne die Unterschrift von {second(sheet)} weiter"
    assert way_on in go(boss, "scoresheet")
    page = send(boss, "signature_overrule", seat="2", dispute="1", content=fresh(sheet).content_hash)
    words = "verweigert, nach Entscheidung des Schiedsgerichts angenommen"
    assert f"{words} · S. Graf" in page
    assert words in go(boss, "scoresheet_look")
    assert "Alle haben unterschrieben" not in go(boss, "scoresheet_look")
    assert f"{second(sheet)} verweigert die Unterschrift" in text(boss.get(reverse("approvals", args=PLACE[:1])))
    assert waiting(tournament).words == "1 unterschriebene Liste"
    send(boss, "scoresheet_accept", content=fresh(sheet).content_hash)
    row = fresh(sheet)
    assert (row.state, faults(row)) == ("accepted", [])
    view = sheet_view(row)
    assert filled_page(view).count(words) == 1
    [entry] = sheet_data(view)["refusals"]
    assert (entry["seat"], entry["reason"], entry["overruled"]["words"]) == (2, "Spiel 9 stimmt nicht", words)
    assert [one["seat"] for one in sheet_data(view)["signatures"]] == [1, 3, 4]


def test_where_nobody_appeals_the_supervisors_decision_stands(desk: Client, boss: Client, sheet: Scoresheet) -> None:
    refuse(desk, sheet)
    send(desk, "signatures", seat="paper", content=fresh(sheet).content_hash)
    send(desk, "sheet_disputes", number="9", seat="2", reason="Spiel 9 stimmt nicht", command="d" * 32)
    send(boss, "dispute_decide", 1, outcome="rejected", reason="drei sagen es anders")
    page = go(boss, "scoresheet")
    assert "Wenn jetzt niemand Beschwerde einlegt, kann die Aufsicht ohne diese Unterschrift weitermachen" in page
    assert f"Einspruch zu Spiel 9 (Abgewiesen): ohne die Unterschrift von {second(sheet)}" in page
    page = send(boss, "signature_overrule", seat="2", dispute="1", content=fresh(sheet).content_hash)
    assert "verweigert, nach Entscheidung der Aufsicht angenommen · supervisor" in page
    send(boss, "scoresheet_accept", content=fresh(sheet).content_hash)
    [refusal] = sheet_data(sheet_view(fresh(sheet)))["refusals"]
    assert (fresh(sheet).state, refusal["overruled"]["instance"]) == ("accepted", "supervisor")


def test_an_upheld_dispute_is_followed_up_before_the_sheet_is_accepted(
    desk: Client, boss: Client, sheet: Scoresheet
) -> None:
    tournament = sheet.match.tournament
    send(desk, "sheet_disputes", number="10", seat="2", reason="war ein Solo", command="d" * 32)
    send(desk, "signatures", seat="paper", content=sheet.content_hash)
    send(boss, "dispute_decide", 1, outcome="upheld", reason="stimmt")
    stop = "Dem Einspruch zu Spiel 10 wurde stattgegeben, aber das Spiel ist nicht korrigiert"
    for page in ("scoresheet", "scoresheet_look"):
        assert stop in go(boss, page)
        assert "Liste annehmen" not in go(boss, page)
    assert stop in send(boss, "scoresheet_accept", content=fresh(sheet).content_hash)
    assert "entschieden, aber die Liste ist nicht berichtigt" in text(boss.get(reverse("approvals", args=PLACE[:1])))
    assert waiting(tournament).words == "1 Einspruch, 1 unterschriebene Liste"
    step = overview(tournament, supervises=True).next
    assert (step.page, step.text) == ("disputes", "Entschieden, aber die Liste ist nicht berichtigt: Tisch 1.")
    assert "nur Worte" in send(boss, "dispute_follow", 1, reason="nur Worte")
    assert waiting(tournament).words == "1 unterschriebene Liste"
    assert "Liste annehmen" in go(boss, "scoresheet")


def test_a_correction_follows_the_dispute_up(desk: Client, boss: Client, sheet: Scoresheet) -> None:
    send(desk, "sheet_disputes", number="10", seat="2", reason="war ein Solo", command="d" * 32)
    send(boss, "dispute_decide", 1, outcome="upheld", reason="stimmt")
    correct(sheet, 10, "r24+++", make_user("supervisor", username="reserve"))
    assert waiting(sheet.match.tournament).disputes == 0
    assert "Korrigiert" in go(boss, "dispute", 1)
    assert faults(sheet) == []


def test_only_who_may_does_it(desk: Client, judge: Client, boss: Client, sheet: Scoresheet) -> None:
    statuses = {}
    for name, more in (("signature_refuse", ()), ("signature_overrule", ()), ("dispute_follow", (1,))):
        url = reverse(name, args=[*PLACE, *more])
        statuses[name] = [client.post(url).status_code for client in (desk, boss, judge)]
    assert statuses == {
        "signature_refuse": [409, 409, 403],
        "signature_overrule": [403, 409, 403],
        "dispute_follow": [403, 404, 403],
    }


def test_the_table_reads_how_it_was_decided_but_not_what_was_said(
    desk: Client, boss: Client, sheet: Scoresheet
) -> None:
    send(desk, "sheet_disputes", number="10", seat="2", reason="Anna betrügt", cheating="on", command="d" * 32)
    device = enrolled(sheet)
    assert table_state(device)["disputes"][0]["waits"] is True
    send(boss, "dispute_decide", 1, outcome="rejected", reason="keiner hat es gesehen")
    [dispute] = table_state(device)["disputes"]
    assert (dispute["place"], dispute["waits"], dispute["about"]) == (1, False, "Spiel 10")
    assert "keiner hat es gesehen" in dispute["lines"][-1]
    assert "betrügt" not in json.dumps(dispute)
