"""Corrections, strikes, restoring and rulings: a supervisor with a reason, and the old value stays (5.3.4, 5.2.17)."""

import secrets
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import Error, transaction
from django.utils import timezone

from scoring.shorthand import parse_entry
from tests.factories import make_user, write
from tests.records import recorded
from tests.sheets import (
    QUIET,
    RULESET,
    accept,
    correct,
    faults,
    fill,
    fresh,
    grant,
    kinds,
    live,
    payload,
    points,
    refusal,
    refuse,
    requests,
    sign,
    state,
    strike,
    totals,
)
from tournament.enums import CorrectionKind, SheetState
from tournament.models import Approval, Correction, Game, Scoresheet, Signature, User
from tournament.permissions import acting
from tournament.refusals import Refused
from tournament.selectors.sheets import sheet_state
from tournament.services.acting import act, reason_given
from tournament.sheet.actors import reason_of
from tournament.sheet.acts.corrections import CorrectGame, RestoreGame, StrikeGame
from tournament.sheet.acts.line_moves import TakeOutLine
from tournament.sheet.acts.rulings import RuleOnLine
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.deciding import decide
from tournament.sheet.draft import Answer


def restore(sheet: Scoresheet, number: int, actor: User, reason: str = "found the initials") -> Scoresheet:
    act(sheet, RestoreGame(number=number, reason=reason_given(reason)), actor=actor)
    return fresh(sheet)


def test_a_correction_keeps_the_old_value(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 2, "r12+", desk)
    correct(sheet, 2, "r13++", supervisor, reason=" wrong partner ")
    row = Correction.objects.get()
    assert (row.kind, row.section, row.supervisor, row.reason) == ("corrected", "5.3.4", supervisor, "wrong partner")
    assert (row.old_record["partner"], row.new_record["partner"]) == (2, 3)
    game = Game.objects.get()
    assert (game.record, game.login, game.supervisor) == (row.new_record, desk, None)
    assert (points(sheet), totals(sheet)) == ({2: (2, -2, 2, -2)}, [2, -2, 2, -2])
    assert payload(sheet, "game.corrected") == {
        "number": 2,
        "old_record": row.old_record,
        "new_record": row.new_record,
        "section": "5.3.4",
        "reason": reason_of("wrong partner", row.salt).digest,
    }
    assert "wrong partner" not in str(payload(sheet, "game.corrected"))


def test_a_correction_to_a_sanction_names_its_supervisor(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 2, "s3+", desk)
    correct(sheet, 2, "s3!1", supervisor)
    assert (points(sheet)[2], Game.objects.get().supervisor) == ((-9, 0, 9, 0), supervisor)
    correct(sheet, 2, "s3+", supervisor)
    assert Game.objects.get().supervisor is None


def test_an_early_game_at_the_table_is_corrected(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    live(sheet, desk)
    fill(sheet, desk, QUIET[:6])
    correct(sheet, 1, "r12-", supervisor)
    assert points(sheet)[1] == (-1, -1, 1, 1)


def test_a_struck_game_keeps_its_number_and_counts_nothing(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, ["r12+", "s2+", "r34+"])
    strike(sheet, 2, supervisor)
    assert (points(sheet)[2], totals(sheet)) == ((0, 0, 0, 0), [0, 0, 0, 0])
    assert list(sheet.seats.values_list("solos_played", flat=True)) == [0, 0, 0, 0]
    assert Game.objects.get(number=2).record["contract"] == "solo"
    restore(sheet, 2, supervisor)
    assert (points(sheet)[2], totals(sheet)) == ((-2, 6, -2, -2), [-2, 6, -2, -2])
    assert [row.kind for row in Correction.objects.all()] == ["struck", "restored"]


def test_a_strike_names_the_rule_by_which(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 2, "st1+", desk)
    write(sheet, 3, "r12+", desk)
    strike(sheet, 2, supervisor)
    strike(sheet, 3, supervisor)
    assert [row.section for row in Correction.objects.all()] == ["5.2.17", "5.3.4"]


def test_a_struck_game_waits_for_nobody(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 2, "st1+", desk)
    strike(sheet, 2, supervisor)
    assert requests(sheet) == {}
    restore(sheet, 2, supervisor)
    assert (requests(sheet), points(sheet)[2]) == ({2: ("5.2.14", "requested")}, (0, 0, 0, 0))


def test_the_right_value_of_a_struck_line_counts_again(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 2, "s1+", desk)
    strike(sheet, 2, supervisor)
    correct(sheet, 2, "s1++", supervisor)
    assert points(sheet)[2] == (9, -3, -3, -3)


def test_what_was_no_game_cannot_be_restored(sheet: Scoresheet, supervisor: User) -> None:
    ruling(sheet, supervisor, [1, 1, 1, -3])
    assert refusal(lambda: restore(sheet, 2, supervisor))[0] == "no_such_outcome"


# A game that becomes another kind of game by its correction.


@pytest.mark.parametrize("decision", ["granted", "refused", "requested"])
def test_the_approval_of_a_tout_is_none_for_a_rufer(
    sheet: Scoresheet, desk: User, supervisor: User, decision: str
) -> None:
    write(sheet, 2, "st1+", desk)
    if decision != "requested":
        (grant if decision == "granted" else refuse)(sheet, 2, supervisor)
    correct(sheet, 2, "r12+", supervisor)
    assert (requests(sheet), points(sheet)[2]) == ({}, (1, 1, -1, -1))
    assert Approval.objects.get().state == "withdrawn"
    assert faults(sheet) == []


def test_the_approval_of_a_solo_is_none_for_a_tout(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, ["s1+", "w2+", "s3-", "w4-", "s1+"])
    grant(sheet, 5, supervisor)
    correct(sheet, 5, "st1+", supervisor)
    assert (requests(sheet), points(sheet)[5]) == ({5: ("5.2.14", "requested")}, (0, 0, 0, 0))
    grant(sheet, 5, supervisor)
    assert points(sheet)[5] == (18, -6, -6, -6)
    correct(sheet, 5, "s1++", supervisor)
    assert requests(sheet) == {5: ("5.2.16", "requested")}
    assert faults(sheet) == []


def test_another_result_of_the_same_game_stays_approved(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 2, "st1+", desk)
    grant(sheet, 2, supervisor)
    correct(sheet, 2, "st1-", supervisor)
    assert (requests(sheet), points(sheet)[2]) == ({2: ("5.2.14", "granted")}, (-18, 6, 6, 6))


def test_a_correction_moves_the_fifth_solo(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, ["s1+", "w2+", "s3-", "w4-", "s1+", "s2+"])
    correct(sheet, 3, "r34-", supervisor)
    assert requests(sheet) == {6: ("5.2.16", "requested")}


def test_a_refused_tout_that_becomes_a_wenz_counts_for_the_later_ones(
    sheet: Scoresheet, desk: User, supervisor: User
) -> None:
    fill(sheet, desk, ["r12+", "st1+", "s1+", "s2+", "s3+", "s4+"])
    refuse(sheet, 2, supervisor)
    assert requests(sheet) == {2: ("5.2.14", "refused")}
    correct(sheet, 2, "w1+", supervisor)
    assert requests(sheet) == {6: ("5.2.16", "requested")}
    assert (points(sheet)[2], points(sheet)[6]) == ((6, -2, -2, -2), (0, 0, 0, 0))


# Lapsed signatures and reopened sheets.


def test_a_correction_after_acceptance_reopens_the_sheet(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk)
    sign(sheet, desk)
    accept(sheet, supervisor)
    before = len(kinds(sheet))
    correct(sheet, 7, "r24++", supervisor)
    assert kinds(sheet)[before:] == ["game.corrected", *["signature.lapsed"] * 4, "sheet.state"]
    assert payload(sheet, "sheet.state") == {"from": "accepted", "to": "complete"}
    row = fresh(sheet)
    assert (row.state, row.accepted_by, row.accepted_at) == (SheetState.COMPLETE, None, None)
    assert Signature.objects.filter(lapsed_at__isnull=False).count() == 4
    sign(sheet, desk)
    accept(sheet, supervisor)
    assert (state(sheet), Signature.objects.count()) == (SheetState.ACCEPTED, 8)
    assert faults(sheet) == []


def test_a_correction_that_needs_an_approval_reopens_further(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk)
    sign(sheet, desk)
    correct(sheet, 10, "wt2+", supervisor)
    assert state(sheet) == SheetState.OPEN
    grant(sheet, 10, supervisor)
    assert state(sheet) == SheetState.COMPLETE


@pytest.mark.parametrize(
    "command",
    [
        lambda game: TakeBackGame(number=game.number, seen=game.command),
        lambda game: TakeOutLine(number=game.number, seen=game.command, key="k"),
    ],
)
def test_no_line_disappears_once_all_have_signed(
    sheet: Scoresheet, desk: User, supervisor: User, command: Callable[[Game], TakeBackGame | TakeOutLine]
) -> None:
    fill(sheet, desk)
    sign(sheet, desk)
    correct(sheet, 10, "wt2+", supervisor)
    game = sheet.games.get(number=5)
    assert state(sheet) == SheetState.OPEN
    assert refusal(lambda: act(sheet, command(game), actor=supervisor)) == (
        "signed_before",
        "All have signed this sheet: its lines stay, and only a correction by the supervisor changes one (5.3.4).",
    )
    with pytest.raises(Error, match="tournament_game stay"), transaction.atomic():
        game.delete()
    correct(sheet, 5, "r13+", supervisor)


GOOD = [
    CorrectGame(number=2, record=parse_entry(RULESET, "r13+"), reason=reason_given("misread")),
    StrikeGame(number=2, reason=reason_given("misread")),
    RestoreGame(number=2, reason=reason_given("misread")),
]


@pytest.mark.parametrize("good", GOOD)
def test_who_what_and_why_are_needed(
    sheet: Scoresheet, desk: User, supervisor: User, good: CorrectGame | StrikeGame | RestoreGame
) -> None:
    write(sheet, 2, "r12+", desk)
    if isinstance(good, RestoreGame):
        strike(sheet, 2, supervisor)
    organiser = make_user("organiser")
    assert refusal(lambda: act(sheet, good, actor=desk))[0] == "not_allowed"
    assert refusal(lambda: act(sheet, good, actor=organiser))[0] == "not_allowed"
    for_nothing, elsewhere = replace(good, reason=reason_given(" ")), replace(good, number=3)
    assert refusal(lambda: act(sheet, for_nothing, actor=supervisor))[0] == "reason_missing"
    assert refusal(lambda: act(sheet, elsewhere, actor=supervisor)) == ("not_written", "Game 3 is not written.")
    act(sheet, good, actor=supervisor)
    expected = ("nothing_changed", "The line already has this value.")
    assert refusal(lambda: act(sheet, good, actor=supervisor)) == expected
    void = replace(sheet_state(fresh(sheet)), state=SheetState.VOID)
    with pytest.raises(Refused, match=r"^This sheet is void; nothing on it can be changed\.$") as refused:
        decide(void, good, by=acting(supervisor), at=timezone.now())
    assert refused.value.code == "sheet_void"


def test_an_impossible_right_value_is_refused(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 1, "r12+", desk)
    sie, no_game = recorded(contract="sie", declarer=1), recorded(written=(1, 1, 1, -3))
    for record, code in ((sie, "sie_does_not_count"), (no_game, "no_such_outcome")):
        wrong = CorrectGame(number=1, record=record, reason=reason_given("misread"))
        assert refusal(lambda wrong=wrong: act(sheet, wrong, actor=supervisor))[0] == code


# Rulings on lines that are no game.


def ruling(sheet: Scoresheet, actor: User, written: list[int], *, right: str = "", reason: str = "misread") -> Answer:
    """Rule on line 2: the right value, or struck as it is on the paper."""
    return act(sheet, ruled(written, right=right, reason=reason), actor=actor)


def ruled(written: list[int], *, right: str = "", reason: str = "misread") -> RuleOnLine:
    return RuleOnLine(
        number=2,
        ruling=CorrectionKind.RULED if right else CorrectionKind.STRUCK,
        record=parse_entry(RULESET, right) if right else recorded(written=tuple(written), struck=True),
        written=tuple(written),
        reason=reason_given(reason),
        key=secrets.token_hex(16),
    )


def test_the_right_value_stands_and_the_papers_is_kept(sheet: Scoresheet, supervisor: User) -> None:
    assert ruling(sheet, supervisor, [-1, 1, 1, 0], right="1 23", reason=" line 2 lacks a stroke ") == Answer.APPLIED
    correction = Correction.objects.get()
    assert (correction.kind, correction.section, correction.supervisor) == ("ruled", "5.3.4", supervisor)
    assert (correction.old_record, correction.reason) == ({"written": [-1, 1, 1, 0]}, "line 2 lacks a stroke")
    assert correction.new_record == Game.objects.get().record == {"written": [-1, 1, 1, -1]}
    assert (points(sheet), kinds(sheet)) == ({2: (-1, 1, 1, -1)}, ["game.recorded", "game.ruled"])


def test_a_ruled_line_is_struck_and_counts_nothing(sheet: Scoresheet, supervisor: User) -> None:
    ruling(sheet, supervisor, [1, 1, 1, -3])
    assert Game.objects.get().record == {"written": [1, 1, 1, -3], "struck": True}
    assert (Correction.objects.get().kind, points(sheet), totals(sheet)) == ("struck", {2: (0, 0, 0, 0)}, [0] * 4)
    fill(sheet, supervisor, QUIET[:1])
    fill(sheet, supervisor, QUIET[2:], first=3)
    assert state(sheet) == SheetState.COMPLETE


def test_a_ruling_needs_supervisor_reason_and_a_game(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    written = [-1, 1, 1, 0]
    assert refusal(lambda: ruling(sheet, desk, written))[0] == "not_allowed"
    assert refusal(lambda: ruling(sheet, supervisor, written, reason="  ")) == (
        "reason_missing",
        "Please say why: the reason is printed on the sheet.",
    )
    write(sheet, 2, "r12+", desk)
    assert refusal(lambda: ruling(sheet, supervisor, written))[0] == "line_taken"


def test_a_ruling_sent_twice_is_one(sheet: Scoresheet, supervisor: User) -> None:
    once = ruled([1, 1, 1, -3])
    assert act(sheet, once, actor=supervisor) == Answer.APPLIED
    assert act(sheet, once, actor=supervisor) == Answer.DUPLICATE
    assert Correction.objects.count() == 1


def test_a_refused_game_comes_back_by_its_approval_only(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, ["r12+", "st3+"])
    refuse(sheet, 2, supervisor)
    assert refusal(lambda: strike(sheet, 2, supervisor))[0] == "nothing_changed"
    grant(sheet, 2, supervisor)
    strike(sheet, 2, supervisor)
    refuse(sheet, 2, supervisor)
    # Otherwise the sheet would say "counts again" of a game that counts nothing.
    assert refusal(lambda: restore(sheet, 2, supervisor))[0] == "approval_refused"
    grant(sheet, 2, supervisor)
    restore(sheet, 2, supervisor)
    assert (points(sheet)[2], faults(sheet)) == ((-6, -6, 18, -6), [])
