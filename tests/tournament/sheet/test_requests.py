"""Requests before the first card: made by the table, decided by a supervisor (5.2.14, 5.2.16)."""

from dataclasses import replace

import pytest

from scoring.ruleset import load_ruleset
from tests.sheet_tables import (
    FOUR,
    PHONE,
    Row,
    barred,
    by_rules,
    check,
    does,
    full,
    line,
    live,
    rule_of,
    signed,
    typed,
    void,
    works,
)
from tests.worlds.decided import BOSS, JUDGE, after, empty_sheet, with_terms
from tournament.enums import ApprovalState
from tournament.refusals import Refused
from tournament.sheet.acts.requests import AnswerRequest, RequestApproval, WithdrawRequest
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.state import Sheet

TOUT = ("EO", "GO", "HO", "EU", "GU", "HA", "H10", "SA")
POOR = ("EO", "GO", "HO", "EU", "GU", "HA", "S10", "SK")
REQUESTED, GRANTED, REFUSED = ApprovalState.REQUESTED, ApprovalState.GRANTED, ApprovalState.REFUSED


def ask(contract: str = "solo", **more: object) -> RequestApproval:
    fields = {"number": 6, "seat": 2, "contract": contract, "suit": "", "hand": (), "key": "r" * 32}
    return RequestApproval(**fields | more)


def grant(request: int = 1, **more: object) -> AnswerRequest:
    return AnswerRequest(**{"request": request, "granted": True} | more)


def refuse(request: int = 1, **more: object) -> AnswerRequest:
    return AnswerRequest(**{"request": request, "granted": False} | more)


def withdraw(request: int = 1) -> WithdrawRequest:
    return WithdrawRequest(request=request)


def every_solo_asks(sheet: Sheet) -> Sheet:
    """By these rules every Solo needs an approval."""
    approvals = replace(load_ruleset("schafkopfschule-2023").approvals, always=("solo",), counted=())
    return with_terms(sheet, ruleset=replace(sheet.terms.ruleset, approvals=approvals))


FIVE = typed(*FOUR)
ASKED = does(ask(), by=PHONE)

MADE = [
    works("5.2.16 the table asks for the fifth Solo", [FIVE], ask(suit="E"),
          f"request.made number=6 seat=2 contract=solo suit=E hand=none section=5.2.16 command={'r' * 32} device=1",
          by=PHONE),
    works("5.2.16 a Wenz counts like a Solo", [FIVE], ask("wenz"), "request.made section=5.2.16"),
    works("5.2.14 a Tout asks always", [typed("r12+")], ask("solo-tout", number=2), "request.made section=5.2.14"),
    works("5.2.14 so does a Wenz Tout", [typed("r12+")], ask("wenz-tout", number=2), "request.made section=5.2.14"),
    works("5.2.14 so does a Sie", [typed("r12+")], ask("sie", number=2), "request.made section=5.2.14"),
    works("5.2.14 with the cards of the declarer", [FIVE], ask("solo-tout", suit="H", hand=TOUT),
          "request.made hand=EO,GO,HO,EU,GU,HA,H10,SA suit=H"),
    works("5.2.14 a poor hand may be asked for, too", [FIVE], ask("solo-tout", suit="H", hand=POOR), "request.made"),
    works("5.2.16 after a refusal the table may ask again", [FIVE, ASKED, does(refuse())], ask("wenz"),
          "request.made number=6"),
    works("a line was taken back: its request is left over", [FIVE, ASKED, does(TakeBackGame(number=5))],
          ask("solo-tout", number=5), "request.withdrawn request=1", "request.made number=5"),
    works("the fifth seat asks, too", [by_rules("social", 5), every_solo_asks], ask(number=1, seat=5),
          "request.made number=1 seat=5"),
    barred("there is no sixth", [by_rules("social", 5), every_solo_asks], ask(number=1, seat=6), "no_such_game"),
    barred("5.2.15 a Tout in the first game is a Solo", [], ask("solo-tout", number=1), "approval_not_needed"),
    barred("5.2.16 a fourth Solo needs none", [typed(*FOUR[:4])], ask(number=5), "approval_not_needed"),
    barred("5.2.16 nor does a Rufer", [FIVE], ask("rufer"), "approval_not_needed"),
    barred("nobody declares a Ramsch", [FIVE], ask("ramsch"), "no_such_game"),
    barred("2.10 nobody declares what all play", [by_rules("house-10-60")], ask("ramsch", number=1), "no_such_game"),
    barred("no such contract", [FIVE], ask("nonsense"), "no_such_game"),
    barred("no seat 0", [FIVE], ask(seat=0), "no_such_game"),
    barred("no seat 5 at a table of four", [FIVE], ask(seat=5), "no_such_game"),
    barred("no such suit", [FIVE], ask(suit="X"), "no_such_game"),
    barred("2.7 a Wenz has no suit", [FIVE], ask("wenz", suit="E"), "no_such_game"),
    barred("5.2.16 not the game after the next", [FIVE], ask(number=7), "request_out_of_turn"),
    barred("5.2.16 not a game that is played", [FIVE], ask(number=5), "request_out_of_turn"),
    barred("5.2.16 one at a time", [FIVE, ASKED], ask("wenz"), "request_open"),
    barred("5.2.14 a hand is judged by its suit", [FIVE], ask("solo-tout", hand=TOUT), "missing_field"),
    barred("5.2.14 a Solo has no rule for hands", [FIVE], ask(suit="H", hand=TOUT), "no_permit_rule"),
    barred("1.2 a hand has 8 cards", [FIVE], ask("solo-tout", suit="H", hand=TOUT[:7]), "wrong_number_of_cards"),
    barred("1.2 a card is there once", [FIVE], ask("solo-tout", suit="H", hand=(*TOUT[:7], "EO")), "card_twice"),
    barred("1.2 a card that is none", [FIVE], ask("solo-tout", suit="H", hand=(*TOUT[:7], "X9")), "unknown_card"),
    barred("5.3.3 on a full sheet nothing is played", [full], ask(number=33), "sheet_not_open"),
    barred("5.3.6 nor on a void one", [FIVE, void], ask(), "sheet_not_open"),
]  # fmt: skip

WITHDRAWN = [
    works("the table wants something else", [FIVE, ASKED], withdraw(),
          "request.withdrawn request=1 at_table=- device=1", by=PHONE),
    barred("a supervisor has granted it", [FIVE, ASKED, does(grant())], withdraw(), "already_decided"),
    barred("a supervisor has refused it", [FIVE, ASKED, does(refuse())], withdraw(), "already_decided"),
    barred("it is withdrawn already", [FIVE, ASKED, does(withdraw())], withdraw(), "gone"),
    barred("5.3.6 the sheet is void", [FIVE, ASKED, void], withdraw(), "gone"),
]  # fmt: skip

ANSWERED = [
    works("5.2.16 granted", [FIVE, ASKED], grant(), "request.granted request=1 at_table=-", by=BOSS),
    works("5.2.16 refused: nothing is struck", [FIVE, ASKED], refuse(), "request.refused request=1", by=BOSS),
    works("on the table's device, with the supervisor's code", [FIVE, ASKED], grant(at_table=True),
          "request.granted request=1 at_table=true", by=BOSS),
    works("5.2.16 turned round until the game is written", [FIVE, ASKED, does(grant())], refuse(),
          "request.refused request=1", by=JUDGE),
    works("by who saw the other decision", [FIVE, ASKED, does(grant())], refuse(seen=GRANTED), "request.refused",
          by=JUDGE),
    works("the second request", [FIVE, ASKED, does(refuse(), ask("wenz"))], grant(2), "request.granted request=2",
          by=BOSS),
    barred("decided so already", [FIVE, ASKED, does(grant())], grant(), "already_decided", by=JUDGE),
    barred("another decided meanwhile", [FIVE, ASKED, does(grant())], refuse(seen=REQUESTED), "already_decided",
           by=JUDGE),
    barred("the table withdrew it", [FIVE, ASKED, does(withdraw())], grant(), "gone", by=BOSS),
    barred("its game is written", [FIVE, ASKED, does(grant()), does(line(6, "r12+"))], refuse(), "gone", by=BOSS),
    barred("5.3.6 the sheet is void", [FIVE, ASKED, void], grant(), "gone", by=BOSS),
    barred("5.3.3 the sheet is full and signed", [FIVE, ASKED, typed(*27 * ["r12+"]), signed(1)], grant(),
           "sheet_not_open", by=BOSS),
]  # fmt: skip


ROWS: list[Row] = [*MADE, *WITHDRAWN, *ANSWERED]


@pytest.mark.parametrize("row", ROWS, ids=rule_of)
def test_a_request(row: Row) -> None:
    check(row)


def test_a_request_keeps_who_asked_and_who_decided() -> None:
    open_sheet = ASKED(live(FIVE(empty_sheet())))
    granted = after(open_sheet, grant(at_table=True), by=BOSS)
    turned = after(granted, refuse(), by=JUDGE)
    states = [
        (one.state, one.by, one.supervisor, one.at_table)
        for (one,) in (s.requests for s in (open_sheet, granted, turned))
    ]
    assert states == [
        (REQUESTED, PHONE, None, False), (GRANTED, PHONE, BOSS.login, True), (REFUSED, PHONE, JUDGE.login, False),
    ]  # fmt: skip
    assert open_sheet.requests[0].decided_at is None
    assert open_sheet.requests[0].at < granted.requests[0].decided_at < turned.requests[0].decided_at


def test_an_answer_to_no_hand_names_no_card() -> None:
    """The phone that shows it lies on the table."""
    refusal = barred("", [FIVE], ask("solo-tout", suit="H", hand=(*TOUT[:7], "EO")), "card_twice").refusal()
    assert isinstance(refusal, Refused)
    assert str(refusal) == "These cards are no hand: please choose them again."
