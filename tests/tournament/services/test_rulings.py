"""The supervisor decides on lines that wait, and closes a sheet with fewer games: what counts, what the sheet says."""

import secrets

import pytest

from tests.worlds.sheets import (
    QUIET,
    correct,
    faults,
    fill,
    fresh,
    line,
    offered,
    payload,
    points,
    refusal,
    rule_on,
    set_aside,
    state,
    totals,
)
from tournament.enums import SheetState
from tournament.models import Correction, PaperLine, Scoresheet, User
from tournament.selectors.matches import match_overview
from tournament.selectors.scoresheets import sheet_view
from tournament.selectors.waiting import decided_text
from tournament.services.acting import act, new_keys, reason_given
from tournament.sheet.acts.corrections import RestoreGame, StrikeGame
from tournament.sheet.acts.rulings import CloseUnplayed
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.draft import Answer


def close(sheet: Scoresheet, numbers: list[int], actor: User, reason: str = "played until eleven") -> Answer:
    command = CloseUnplayed(numbers=tuple(numbers), reason=reason_given(reason), keys=new_keys(len(numbers)))
    return act(sheet, command, actor=actor)


@pytest.mark.parametrize(
    ("typed", "choice", "counts", "kind", "reason"),
    [
        ("+1 -1 -1 +2", "1 -1 -1 1", (1, -1, -1, 1), "ruled", "No game on paper"),
        ("+1 -1 -1 +2", "struck", (0, 0, 0, 0), "struck", "No game on paper"),
        ("92x", "struck", (0, 0, 0, 0), "struck", "Struck on paper"),
        ("92x", "as_written", (-3, 9, -3, -3), "ruled", "Struck on paper, but it counts"),
        ("x", "struck", (0, 0, 0, 0), "struck", "Struck on paper"),
        ("0", "not_played", (0, 0, 0, 0), "unplayed", "Empty on paper"),
    ],
)
def test_one_tap_decides(
    sheet: Scoresheet, desk: User, supervisor: User, typed: str, choice: str, counts: object, kind: str, reason: str
) -> None:
    set_aside(sheet, 5, typed, desk)
    assert rule_on(sheet, choice, supervisor) == Answer.APPLIED
    correction = Correction.objects.get()
    assert (points(sheet), correction.kind, correction.reason) == ({5: counts}, kind, reason)
    assert PaperLine.objects.get().closed_at is not None
    assert faults(sheet) == []
    assert sheet_view(fresh(sheet)).lines[4].problems == ()


def test_what_stood_on_the_paper_stays_readable(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    set_aside(sheet, 5, "+1 -1 -1 +2", desk)
    rule_on(sheet, "1 -1 -1 1", supervisor)
    set_aside(sheet, 6, "x", desk)
    rule_on(sheet, "struck", supervisor)
    view = sheet_view(fresh(sheet))
    assert [cell.plus for cell in view.lines[4].old_values[0].cells] == [1, None, None, 2]
    remarks = [remark.split(" · supervisor")[0] for remark in view.remarks]
    assert remarks == [
        "Game 5 (5.3.4): on paper +1 −1 −1 +2, right is Rufer: +1 −1 −1 +1. No game on paper",
        "Game 6 struck (5.3.4): –. Struck on paper",
    ]


def test_decided_once(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    set_aside(sheet, 5, "92x", desk)
    command = secrets.token_hex(16)
    assert rule_on(sheet, "struck", supervisor, command=command) == Answer.APPLIED
    assert rule_on(sheet, "struck", supervisor, command=command) == Answer.DUPLICATE
    assert refusal(lambda: rule_on(sheet, "as_written", supervisor))[0] == "not_set_aside"


def test_a_decision_with_a_used_id_is_not_taken_for_done(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    command = secrets.token_hex(16)
    act(sheet, line(1, "r13+", command=command), actor=desk)
    set_aside(sheet, 5, "92x", desk)
    assert refusal(lambda: rule_on(sheet, "struck", supervisor, command=command))[0] == "command_used"


def test_a_line_into_which_the_desk_typed_a_game_tells_that_game(
    sheet: Scoresheet, desk: User, supervisor: User
) -> None:
    set_aside(sheet, 5, "92x", desk)
    row = PaperLine.objects.get()
    game = line(5, "r13+")
    act(sheet, game, actor=desk)
    assert rule_on(sheet, "struck", supervisor, command=game.key) == Answer.DUPLICATE
    assert decided_text(row) == "Rufer, Anna with Centa, won"
    act(sheet, TakeBackGame(number=5, key=new_keys(1)[0], seen=game.key), actor=desk)
    assert decided_text(row) == ""


def test_decisions_refused(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    set_aside(sheet, 5, "92x", desk)
    assert refusal(lambda: rule_on(sheet, "struck", desk))[0] == "not_allowed"
    assert refusal(lambda: rule_on(sheet, "6 -2 -2 -2", supervisor))[0] == "not_proposed"
    # The supervisor may always do without a game, but must say why.
    assert refusal(lambda: rule_on(sheet, "not_played", supervisor))[0] == "reason_missing"


def test_31_games(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, QUIET[:31])
    before = totals(sheet)
    set_aside(sheet, 32, "0", desk)
    assert [proposal.key for proposal in offered(sheet)] == ["not_played"]
    rule_on(sheet, "not_played", supervisor)
    view = sheet_view(fresh(sheet))
    assert (state(sheet), totals(sheet), view.checksum) == (SheetState.COMPLETE, before, 0)
    assert (view.played, view.unplayed, view.lines[31].word, view.rounds[-1].sum) == (31, 1, "not played", 0)
    assert [line.games for line in match_overview(sheet.match).sheets] == [31]
    assert faults(sheet) == []


def test_the_whole_end_at_once(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, QUIET[:28])
    set_aside(sheet, 29, "0", desk)
    assert [(choice.key, choice.words) for choice in offered(sheet)] == [
        ("end", "Close the sheet with 28 games: 29–32 not played"),
        ("not_played", "Not played"),
    ]
    rule_on(sheet, "end", supervisor)
    view = sheet_view(fresh(sheet))
    assert (state(sheet), view.played, view.missing) == (SheetState.COMPLETE, 28, ())
    assert [remark.split(" · ")[0] for remark in view.remarks] == ["Games 29–32 not played (5.3.4). Empty on paper"]
    assert faults(sheet) == []


def test_the_end_is_closed_as_it_was_seen(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    assert refusal(lambda: close(sheet, list(range(1, 33)), supervisor))[0] == "no_game_yet"
    fill(sheet, desk, QUIET[:30])
    assert refusal(lambda: close(sheet, [32], supervisor))[0] == "line_taken"
    assert refusal(lambda: close(sheet, [31, 32], desk))[0] == "not_allowed"
    assert refusal(lambda: close(sheet, [31, 32], supervisor, reason=" "))[0] == "reason_missing"
    set_aside(sheet, 31, "92x", desk)
    assert refusal(lambda: close(sheet, [31, 32], supervisor))[0] == "line_taken"
    assert close(sheet, [32], supervisor) == Answer.APPLIED
    assert payload(sheet, "game.unplayed")["number"] == 32


def test_a_line_not_played_is_no_game_and_may_turn_out_to_be_one(
    sheet: Scoresheet, desk: User, supervisor: User
) -> None:
    fill(sheet, desk, QUIET[:31])
    close(sheet, [32], supervisor)
    strike = StrikeGame(number=32, reason=reason_given("why"))
    restore = RestoreGame(number=32, reason=reason_given("why"))
    assert refusal(lambda: act(sheet, strike, actor=supervisor))[0] == "nothing_changed"
    assert refusal(lambda: act(sheet, restore, actor=supervisor))[0] == "nothing_changed"
    assert refusal(lambda: act(sheet, TakeBackGame(number=32), actor=supervisor))[0] == "decided_by_supervisor"
    correct(sheet, 32, "r13+", supervisor, reason="the game was found")
    assert (points(sheet)[32], state(sheet), sheet_view(fresh(sheet)).unplayed) == (
        (1, -1, 1, -1), SheetState.COMPLETE, 0
    )  # fmt: skip
    assert faults(sheet) == []
