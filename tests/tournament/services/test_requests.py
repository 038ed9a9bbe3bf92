"""Approvals before play: requested, decided, withdrawn, taken over by the game (5.2.14–5.2.17, reading 14)."""

import secrets
from typing import Any

import pytest

from tests.tournament.services.requesting import FOUR, POOR, TOUT, ask, decide, states, withdraw
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import (
    approval,
    faults,
    fill,
    fresh,
    kinds,
    line,
    live,
    payload,
    points,
    refusal,
    refuse,
    requests,
)
from tournament.devices.selectors.table_state import table_state
from tournament.devices.services.devices import enrol_device, lock_device
from tournament.enums import ApprovalState, SheetState, Source
from tournament.models import Event, Scoresheet, TableDevice, User
from tournament.selectors.supervisor import supervisor_lists
from tournament.selectors.waiting import waiting
from tournament.services.acting import act, reason_given
from tournament.sheet.actors import reason_of
from tournament.sheet.acts.take_backs import TakeBackGame

pytestmark = pytest.mark.django_db

GRANTED, REFUSED = ApprovalState.GRANTED, ApprovalState.REFUSED


@pytest.fixture
def reiter() -> User:
    return make_user("supervisor", "desk", username="reiter", full_name="K. Reiter")


@pytest.fixture
def sheet(reiter: User) -> Scoresheet:
    """Five games, four of them Solos and Wenzen; game 6 comes next, at the table."""
    tournament = make_tournament()
    make_participants(tournament, 8)
    return live(fill(open_scoresheet(tournament), reiter, FOUR), reiter)


@pytest.fixture
def phone(sheet: Scoresheet) -> TableDevice:
    return enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")[0]


def play(sheet: Scoresheet, actor: Any, entry: str, number: int = 6, oral: str = "") -> None:
    act(sheet, line(number, entry, oral=reason_given(oral) if oral else None), actor=actor)


def test_a_table_asks_for_the_fifth_solo(sheet: Scoresheet, phone: TableDevice) -> None:
    row = ask(sheet, phone, suit="E")
    assert (row.state, row.section, row.device, row.number) == ("requested", "5.2.16", phone, 6)
    fields = {"number": 6, "seat": 2, "contract": "solo", "suit": "E", "hand": [], "section": "5.2.16"}
    assert payload(sheet, "request.made") == {**fields, "command": row.command, "device": phone.pk}
    assert waiting(sheet.match.tournament).total == 1
    open_requests = supervisor_lists(sheet.match.tournament).games.waiting
    assert [(one.before_play, one.table, one.number, one.text) for one in open_requests] == [
        (True, 1, 6, "Solo (Acorns), Bene")
    ]
    assert faults(sheet) == []


def test_the_same_key_twice_is_one_request(sheet: Scoresheet, phone: TableDevice) -> None:
    key = secrets.token_hex(16)
    first, second = ask(sheet, phone, key=key), ask(sheet, phone, key=key)
    assert (first.pk, kinds(sheet).count("request.made")) == (second.pk, 1)


def test_the_key_of_a_request_is_one(sheet: Scoresheet, phone: TableDevice) -> None:
    assert refusal(lambda: ask(sheet, phone, key="short"))[0] == "command_used"
    assert states(sheet) == []


def test_only_this_table_asks(sheet: Scoresheet, phone: TableDevice, reiter: User) -> None:
    other = open_scoresheet(sheet.match.tournament, table=2)
    assert refusal(lambda: ask(other, phone, number=1))[0] == "other_table"
    lock_device(device=phone, actor=reiter)
    assert refusal(lambda: ask(sheet, phone))[0] == "device_locked"


def test_a_hand_is_judged_and_the_supervisor_decides(sheet: Scoresheet, phone: TableDevice, reiter: User) -> None:
    row = ask(sheet, phone, "solo-tout", suit="H", hand=POOR)
    waiting = supervisor_lists(sheet.match.tournament).games.waiting[0]
    assert (waiting.hand, waiting.permit) == ((), None)  # unless a supervisor asks
    with_hand = supervisor_lists(sheet.match.tournament, hands=True).games.waiting[0]
    assert with_hand.permit is not None
    assert not with_hand.permit.permitted
    assert [(one.speaks, one.text) for one in with_hand.permit.reasons] == [
        ("for", "Runners: 3; at least 3 are asked (5.2.14)."),
        ("against", "Ace of Bells is missing beside Ten of Bells, King of Bells (5.2.14)."),
    ]
    assert [card.name for card in with_hand.hand][:2] == ["Ober of Acorns", "Unter of Acorns"]
    assert decide(row, GRANTED, reiter).state == "granted"
    decided = supervisor_lists(sheet.match.tournament, hands=True).games.decided[0]
    assert (decided.hand, decided.permit) == ((), None)


def test_granted_before_play_the_game_needs_no_more(sheet: Scoresheet, phone: TableDevice, reiter: User) -> None:
    row = decide(ask(sheet, phone), GRANTED, reiter)
    play(sheet, phone, "s2+")
    granted = approval(sheet, 6)
    assert (granted.state, granted.supervisor, granted.decided_at) == ("granted", reiter, row.decided_at)
    assert payload(sheet, "approval.granted") == {
        "number": 6, "section": "5.2.16", "supervisor": reiter.pk, "request": 1, "device": phone.pk,
    }  # fmt: skip
    assert points(sheet)[6] == (-2, 6, -2, -2)
    row.refresh_from_db()
    assert row.game is not None
    assert row.game.number == 6
    assert supervisor_lists(sheet.match.tournament).games.waiting == ()
    assert faults(sheet) == []


def test_still_open_when_the_game_is_written(sheet: Scoresheet, phone: TableDevice, reiter: User) -> None:
    row = ask(sheet, phone)
    play(sheet, phone, "s2+")
    assert (states(sheet), requests(sheet)[6]) == (["withdrawn"], ("5.2.16", "requested"))
    assert points(sheet)[6] == (0, 0, 0, 0)
    assert refusal(lambda: decide(row, GRANTED, reiter))[0] == "gone"
    assert waiting(sheet.match.tournament).total == 1
    assert faults(sheet) == []


def test_refused_and_played_all_the_same_it_waits_and_is_named(
    sheet: Scoresheet, phone: TableDevice, reiter: User
) -> None:
    row = decide(ask(sheet, phone), REFUSED, reiter)
    play(sheet, phone, "s2+")
    assert (states(sheet), requests(sheet)[6]) == (["refused"], ("5.2.16", "requested"))
    waits = supervisor_lists(sheet.match.tournament).games.waiting
    assert [(one.before_play, one.before) for one in waits] == [(False, row)]
    refuse(sheet, 6, reiter)
    assert points(sheet)[6] == (0, 0, 0, 0)
    assert faults(sheet) == []


def test_taken_back_the_game_gives_its_request_back(sheet: Scoresheet, phone: TableDevice, reiter: User) -> None:
    row = decide(ask(sheet, phone), GRANTED, reiter)
    play(sheet, phone, "s2+")
    assert not table_state(phone)["lines"][-1]["decided"]
    act(sheet, TakeBackGame(number=6), actor=phone)
    row.refresh_from_db()
    assert (row.state, row.game) == ("granted", None)
    play(sheet, phone, "s2-")
    assert requests(sheet)[6][1] == "granted"
    assert faults(sheet) == []


def test_a_later_decision_on_the_game_is_the_supervisors(sheet: Scoresheet, phone: TableDevice, reiter: User) -> None:
    decide(ask(sheet, phone), GRANTED, reiter)
    play(sheet, phone, "s2+")
    refuse(sheet, 6, reiter)
    assert table_state(phone)["lines"][-1]["decided"]
    assert refusal(lambda: act(sheet, TakeBackGame(number=6), actor=phone))[0] == "decided_by_supervisor"


def test_withdrawn_by_the_table(sheet: Scoresheet, phone: TableDevice, reiter: User) -> None:
    row = withdraw(ask(sheet, phone), phone)
    assert (row.state, kinds(sheet)[-1], table_state(phone)["request"]) == ("withdrawn", "request.withdrawn", None)
    assert refusal(lambda: decide(row, GRANTED, reiter))[0] == "gone"
    assert refusal(lambda: withdraw(row, phone))[0] == "gone"
    decided = decide(ask(sheet, phone), GRANTED, reiter)
    assert refusal(lambda: withdraw(decided, phone)) == (
        "already_decided",
        "K. Reiter has decided so already: game 6, Granted.",
    )
    assert faults(sheet) == []


def test_a_decision_may_be_turned_round_until_the_game_is_written(
    sheet: Scoresheet, phone: TableDevice, reiter: User
) -> None:
    row = decide(ask(sheet, phone), GRANTED, reiter)
    other = make_user("supervisor", username="other", full_name="Franz Bäuml")
    assert refusal(lambda: decide(row, GRANTED, other))[0] == "already_decided"
    assert decide(row, REFUSED, other).supervisor == other
    assert payload(sheet, "request.refused") == {"request": 1}
    assert faults(sheet) == []


@pytest.mark.parametrize("role", ["desk", "organiser"])
def test_only_a_supervisor_decides(sheet: Scoresheet, phone: TableDevice, role: str) -> None:
    row = ask(sheet, phone)
    assert refusal(lambda: decide(row, GRANTED, make_user(role, username="somebody")))[0] == "not_allowed"


def test_a_line_taken_back_leaves_no_request_behind(sheet: Scoresheet, phone: TableDevice, reiter: User) -> None:
    ask(sheet, phone)
    act(sheet, TakeBackGame(number=5), actor=reiter)
    assert table_state(phone)["request"] is None
    ask(sheet, phone, "solo-tout", number=5)
    assert states(sheet) == ["withdrawn", "requested"]


def test_no_list_shows_what_a_discarded_draw_left(reiter: User) -> None:
    tournament = make_tournament()
    make_participants(tournament, 4)
    sheet = live(open_scoresheet(tournament), reiter)
    row = ask(sheet, reiter, "sie", number=1)
    assert waiting(tournament).total == 1
    Scoresheet.objects.filter(pk=sheet.pk).update(state=SheetState.DISCARDED)
    assert (waiting(tournament).total, supervisor_lists(tournament).games.waiting) == (0, ())
    assert refusal(lambda: decide(row, GRANTED, reiter))[0] == "sheet_discarded"


def test_every_act_is_news(sheet: Scoresheet, phone: TableDevice, reiter: User) -> None:
    version = fresh(sheet).version
    row = ask(sheet, phone)
    decide(row, REFUSED, reiter)
    withdraw(ask(sheet, phone), phone)
    assert fresh(sheet).version == version + 4


def test_by_word_of_mouth_waits_for_the_supervisor(sheet: Scoresheet, phone: TableDevice, reiter: User) -> None:
    play(sheet, phone, "s2+", oral="Franz Bäuml")
    row = approval(sheet, 6)
    assert (row.state, row.oral, row.supervisor, points(sheet)[6]) == (
        "requested", "Franz Bäuml", None, (0, 0, 0, 0),
    )  # fmt: skip
    # The log holds no names.
    assert payload(sheet, "approval.requested") == {
        "number": 6, "section": "5.2.16", "oral": True, "device": phone.pk,
        "named": reason_of("Franz Bäuml", row.salt or "").digest,
    }  # fmt: skip
    assert not any("Bäuml" in text for text in Event.objects.values_list("payload", flat=True))
    assert supervisor_lists(sheet.match.tournament).games.waiting[0].oral == "Franz Bäuml"
    play(sheet, phone, "r12+", number=7, oral="Franz Bäuml")  # a game that needs no approval
    assert list(requests(sheet)) == [6]
    assert faults(sheet) == []


def test_the_state_tells_the_table(sheet: Scoresheet, phone: TableDevice, reiter: User) -> None:
    row = ask(sheet, phone, "solo-tout", suit="H", hand=TOUT)
    request = table_state(phone)["request"]
    assert request is not None
    assert (request["id"], request["state"], request["text"], request["waiting"]) == (
        row.pk, "requested", "Solo Tout (Hearts), Bene", 0,
    )  # fmt: skip
    assert "permit" not in request
    decide(row, REFUSED, reiter)
    request = table_state(phone)["request"]
    assert request is not None
    assert (request["state"], request["supervisor"], request["at_table"]) == ("refused", "K. Reiter", False)


def test_on_paper_the_desk_may_ask_too(reiter: User) -> None:
    tournament = make_tournament()
    make_participants(tournament, 4)
    sheet = fill(open_scoresheet(tournament), reiter, FOUR)
    assert sheet.source == Source.PAPER
    decide(ask(sheet, reiter), GRANTED, reiter)
    write(sheet, 6, "s2+", reiter)
    assert requests(sheet)[6][1] == "granted"
