"""Corrections, strikes, restoring and rulings: a supervisor with a reason, and the old value stays (5.3.4, 5.2.17)."""

import secrets
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import Error, transaction
from django.utils import timezone

from scoring.shorthand import parse_entry
from tests.records import recorded
from tests.worlds.factories import make_user, write
from tests.worlds.sheets import (
    QUIET,
    RULESET,
    accept,
    correct,
    faults,
    fill,
    fresh,
    grant,
    kinds,
    payload,
    points,
    refusal,
    sign,
    state,
    strike,
    totals,
)
from tournament.enums import CorrectionKind, SheetState
from tournament.models import Correction, Game, Scoresheet, Signature, User
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


def test_a_struck_game_keeps_its_number_and_counts_nothing(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, ["r12+", "s2+", "r34+"])
    strike(sheet, 2, supervisor)
    assert (points(sheet)[2], totals(sheet)) == ((0, 0, 0, 0), [0, 0, 0, 0])
    assert list(sheet.seats.values_list("solos_played", flat=True)) == [0, 0, 0, 0]
    assert Game.objects.get(number=2).record["contract"] == "solo"
    restore(sheet, 2, supervisor)
    assert (points(sheet)[2], totals(sheet)) == ((-2, 6, -2, -2), [-2, 6, -2, -2])
    assert [row.kind for row in Correction.objects.all()] == ["struck", "restored"]


# A game that becomes another kind of game by its correction.


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


# Rulings on lines that are no game.


def ruling(sheet: Scoresheet, actor: User, paper: list[int], *, right: str = "", reason: str = "misread") -> Answer:
    """Rule on line 2: the right value, or struck as it is on the paper."""
    return act(sheet, ruled(paper, right=right, reason=reason), actor=actor)


def ruled(paper: list[int], *, right: str = "", reason: str = "misread") -> RuleOnLine:
    return RuleOnLine(
        number=2,
        ruling=CorrectionKind.RULED if right else CorrectionKind.STRUCK,
        record=parse_entry(RULESET, right) if right else recorded(written=tuple(paper), struck=True),
        written=tuple(paper),
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
    paper = [-1, 1, 1, 0]
    assert refusal(lambda: ruling(sheet, desk, paper))[0] == "not_allowed"
    assert refusal(lambda: ruling(sheet, supervisor, paper, reason="  ")) == (
        "reason_missing",
        "Please say why: the reason is printed on the sheet.",
    )
    write(sheet, 2, "r12+", desk)
    assert refusal(lambda: ruling(sheet, supervisor, paper))[0] == "line_taken"


def test_a_ruling_sent_twice_is_one(sheet: Scoresheet, supervisor: User) -> None:
    once = ruled([1, 1, 1, -3])
    assert act(sheet, once, actor=supervisor) == Answer.APPLIED
    assert act(sheet, once, actor=supervisor) == Answer.DUPLICATE
    assert Correction.objects.count() == 1
