"""The pages of void sheets, substitutes, disputes and conduct: who may, what stands there, what is refused."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.desk import text
from tests.worlds.factories import make_user
from tests.worlds.played import ENTRIES, first_sheet, play
from tests.worlds.sheets import fresh, live
from tournament.devices.services.devices import enrol_device
from tournament.models import ConductNote, Dispute, Event, Participant, Substitution, User
from tournament.standings.selectors.standings import overall_standings

SHEET = ["feldkirchen-2026", 1, 1]


@pytest.fixture
def sheet(db):
    tournament, _actor = play(1, ENTRIES[:16])
    return first_sheet(tournament)


@pytest.fixture
def login(client, sheet):
    def log_in(*roles):
        user = make_user(*roles, username="-".join(roles))
        client.force_login(user)
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
        return client

    return log_in


def go(client, name, *args):
    return client.get(reverse(name, args=[*args]))


def send(client, name, args, **data):
    return client.post(reverse(name, args=args), data)


def objection(**changed):
    return {"number": "16", "seat": "2", "reason": "war ein Solo", "command": "d" * 32, **changed}


def test_a_dispute_goes_its_way(login, sheet):
    desk = login("desk")
    answer = send(desk, "sheet_disputes", SHEET, **objection())
    assert answer.status_code == 302
    assert "Spiel 16" in text(go(desk, "disputes", SHEET[0]))
    supervisor = login("supervisor")
    assert "Spiel 16: Erhoben" in text(go(supervisor, "approvals", SHEET[0]))
    place = [*SHEET, 1]
    assert "Als Aufsicht entscheiden" in text(go(supervisor, "dispute", *place))
    send(supervisor, "dispute_decide", place, outcome="rejected", reason="so gespielt")
    send(supervisor, "dispute_appeal", place, seat="2", reason="doch")
    judge = login("tribunal")
    page = text(go(judge, "dispute", *place))
    for words in ("war ein Solo", "so gespielt", "Abgewiesen", "doch", "Spiel 16", "Als Schiedsgericht entscheiden"):
        assert words in page
    send(judge, "dispute_settle", place, outcome="upheld", reason="drei Zeugen")
    assert Dispute.objects.get().state == "final"
    assert "Offene Einsprüche" not in text(go(login("supervisor", "desk"), "approvals", SHEET[0]))


def test_the_table_reads_the_reason_in_the_quotation_marks_of_its_language(login, sheet):
    send(login("desk"), "sheet_disputes", SHEET, **objection())
    send(login("supervisor"), "dispute_decide", [*SHEET, 1], outcome="rejected", reason="so gespielt")
    live(sheet, User.objects.get(username="reiter"))
    table = Client(headers={"accept-language": "de"})
    _, table.cookies["spielliste_table"] = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")
    page = text(go(table, "table_dispute", *SHEET))
    assert "„so gespielt“" in page
    assert "“so gespielt”" not in page


def test_what_was_typed_stays(login, sheet):
    desk = login("desk")
    answer = send(desk, "sheet_disputes", SHEET, **objection(reason="x" * 501))
    assert (answer.status_code, "x" * 501 in answer.content.decode()) == (422, True)
    supervisor = login("supervisor")
    send(supervisor, "sheet_disputes", SHEET, **objection())
    answer = send(supervisor, "dispute_decide", [*SHEET, 1], reason="ohne Entscheidung")
    assert (answer.status_code, "ohne Entscheidung" in text(answer), Dispute.objects.get().state) == (
        422,
        True,
        "raised",
    )
    assert go(supervisor, "dispute", *SHEET, 9).status_code == 404


def test_the_ranking_names_an_open_dispute_neutrally(login, sheet, client):
    desk = login("desk")
    send(desk, "sheet_disputes", SHEET, **objection(reason="Huber betrügt"))
    desk.logout()
    page = text(client.get(reverse("public_standings", args=[SHEET[0]])))
    assert "Zur Liste von Tisch 1 in Durchgang 1 ist ein Einspruch offen." in page
    assert "betrügt" not in page


def test_void_and_valid_again(login, sheet):
    chief = login("organiser")
    page = text(go(chief, "sheet_void", *SHEET))
    assert "Das ändert sich" in page
    events = Event.objects.count()
    assert send(chief, "sheet_void", SHEET, void="1", reason="").status_code == 422
    assert Event.objects.count() == events
    send(chief, "sheet_void", SHEET, void="1", reason="nicht lesbar")
    assert fresh(sheet).state == "void"
    # A page from before: the second press does not undo the first.
    send(chief, "sheet_void", SHEET, void="1", reason="nicht lesbar")
    assert fresh(sheet).state == "void"
    assert "Für ungültig erklärt (5.3.6)" in text(go(chief, "scoresheet", *SHEET))
    send(chief, "sheet_void", SHEET, void="0", reason="doch lesbar")
    assert fresh(sheet).state == "open"


def test_a_substitute_is_appointed_on_the_page(login, sheet):
    chief = login("organiser")
    participant = sheet.seats.get(number=2).participant
    question = text(go(chief, "substitute", SHEET[0], participant.start_number))
    assert ("Behalten oder verlieren?" in question, "Ersatzspieler bestimmen" in question) == (True, False)
    assert "übernimmt den Platz" not in question
    send(chief, "place_rule", [SHEET[0]], leavers="lose", ranks_late_players="yes")
    page = text(go(chief, "substitute", SHEET[0], participant.start_number))
    assert "Wer vorzeitig geht, erhält keinen Platz." in page
    assert "Sitzt in Durchgang 1 an Tisch 1, Platz 2." in page
    place = {"match": "1", "game": "17", "reason": "musste heim", "accepts_rules": "on"}
    new = {"new": "1", "first_name": "Zenzi", "last_name": "Ziegler"}
    answer = send(chief, "substitute", [SHEET[0], participant.start_number], **new, **place | {"game": "99"})
    assert (answer.status_code, "Zenzi" in answer.content.decode(), Substitution.objects.count()) == (422, True, 0)
    send(chief, "substitute", [SHEET[0], participant.start_number], **new, **place)
    came = Substitution.objects.get().came
    assert "ab Spiel 17: Zenzi Ziegler als Ersatzspieler für" in text(go(chief, "scoresheet", *SHEET))
    assert came.pk in {line.participant for line in overall_standings(sheet.match.tournament).lines}
    send(chief, "substitute_back", [SHEET[0], participant.start_number], reason="war nur draußen")
    assert sheet.seats.get(number=2).participant == participant


def test_somebody_at_another_seat_is_no_substitute(login, sheet):
    chief = login("organiser")
    send(chief, "place_rule", [SHEET[0]], leavers="lose", ranks_late_players="yes")
    participant, other = (sheet.seats.get(number=number).participant for number in (2, 3))
    answer = send(
        chief, "substitute", [SHEET[0], participant.start_number],
        came=other.start_number, match="1", game="17", reason="x", accepts_rules="on",
    )  # fmt: skip
    assert (answer.status_code, "spielt nur für sich selbst" in text(answer)) == (422, True)
    assert not Substitution.objects.exists()


def test_warned_excluded_and_readmitted(login, sheet):
    supervisor = login("supervisor")
    number = sheet.seats.get(number=2).participant.start_number
    send(supervisor, "conduct_warn", [SHEET[0], number], offence="revoke", reason="Gras")
    send(
        supervisor, "conduct_exclude", [SHEET[0], number], **{"exclude-offence": "cheating", "exclude-reason": "Zinken"}
    )
    send(supervisor, "conduct_report", [SHEET[0], number], **{"report-reason": "wirft weg", "report-towards": "999"})
    page = text(go(supervisor, "conduct", SHEET[0], number))
    assert "nicht bedient" in page
    assert "Zinken" in page
    assert "wirft weg" not in page
    assert Participant.objects.get(start_number=number).excluded
    send(supervisor, "conduct_readmit", [SHEET[0], number])
    note = ConductNote.objects.get(kind="warning")
    send(supervisor, "conduct_back", [SHEET[0], number, note.pk])
    assert "zurückgenommen von" in text(go(supervisor, "conduct", SHEET[0], number))
    assert not Participant.objects.get(start_number=number).excluded


@pytest.mark.parametrize(
    ("name", "args", "may"),
    [
        ("disputes", SHEET[:1], {"organiser", "supervisor", "desk", "tribunal"}),
        ("sheet_disputes", SHEET, {"organiser", "supervisor", "desk"}),
        ("sheet_trouble", SHEET, {"organiser", "supervisor", "desk"}),
        ("hints", SHEET[:1], {"organiser", "supervisor"}),
        ("sheet_slips", SHEET, {"organiser", "supervisor", "desk"}),
        ("sheet_void", SHEET, {"organiser"}),
        ("substitute", [SHEET[0], 1], {"organiser"}),
        ("conduct", [SHEET[0], 1], {"organiser", "supervisor"}),
    ],
)
def test_who_may(login, sheet, name, args, may):
    for role in ("organiser", "supervisor", "desk", "tribunal"):
        assert (role, go(login(role), name, *args).status_code) == (role, 200 if role in may else 403)
