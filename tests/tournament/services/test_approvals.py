"""Approvals: which games need one, granted or struck, reversed, and counted again (5.2.14, 5.2.16, 5.2.17)."""

import pytest

from tests.factories import make_user, write
from tests.sheets import (
    QUIET,
    accept,
    approval,
    faults,
    fill,
    fresh,
    grant,
    kinds,
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
from tournament.enums import ApprovalState, SheetState
from tournament.models import Scoresheet, User
from tournament.services.acting import act
from tournament.services.approvals import decide_approval
from tournament.sheet.acts.take_backs import TakeBackGame

FOUR = ["s1+", "w2+", "s3-", "w4-"]


# Touts and Sie always need one, however they are written; a Solo or Wenz does from the fifth on.
@pytest.mark.parametrize(
    ("entries", "asked"),
    [
        (["r12+", "st1+", "wt2-", "sie3", "18 4", "24 1"], dict.fromkeys((2, 3, 4, 5, 6), "5.2.14")),
        ([*FOUR, "r12+"], {}),
        ([*FOUR, "r12+", "6 2", "w1++"], {6: "5.2.16", 7: "5.2.16"}),
        # Reading 13: Touts count as Solo or Wenz, a Sie does not.
        (["r12+", "st1+", *FOUR], {2: "5.2.14", 6: "5.2.16"}),
        (["r12+", "sie1", *FOUR], {2: "5.2.14"}),
        # 5.2.15: the Tout of the first game is a simple Solo; it counts, but needs no approval.
        (["st1+", *FOUR], {5: "5.2.16"}),
    ],
)
def test_which_games_ask(sheet: Scoresheet, desk: User, entries: list[str], asked: dict[int, str]) -> None:
    fill(sheet, desk, entries)
    assert requests(sheet) == {number: (section, "requested") for number, section in asked.items()}


def test_a_sanction_in_the_fifth_solo_is_approved_with_it(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    # Reading 12: a game ended by a sanction counts as played for 5.2.16.
    fill(sheet, desk, FOUR)
    write(sheet, 5, "s1!2", supervisor)
    assert requests(sheet) == {5: ("5.2.16", "granted")}
    row = approval(sheet, 5)
    assert (row.supervisor, row.on_paper, faults(sheet)) == (supervisor, False, [])


def test_undecided_counts_nothing_and_holds_the_sheet_open(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, [*QUIET[:9], "st3+", *QUIET[10:]])
    assert (points(sheet)[10], state(sheet)) == ((0, 0, 0, 0), SheetState.OPEN)
    grant(sheet, 10, supervisor)
    assert (points(sheet)[10], state(sheet)) == ((-6, -6, 18, -6), SheetState.COMPLETE)


def test_granted_with_name_and_time(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 2, "st3+", desk)
    grant(sheet, 2, supervisor)
    row = approval(sheet, 2)
    assert (row.state, row.supervisor, row.on_paper) == ("granted", supervisor, False)
    assert row.decided_at is not None
    assert row.decided_at >= row.requested_at
    assert payload(sheet, "approval.granted") == {"number": 2, "section": "5.2.14"}
    seat = sheet.seats.get(number=3)
    assert (seat.points, seat.touts_played, seat.touts_won, seat.solos_played) == (18, 1, 1, 0)


def test_a_refused_game_is_struck(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, ["r12+", "st3+", "r13-"])
    refuse(sheet, 2, supervisor)
    assert (points(sheet)[2], totals(sheet)) == ((0, 0, 0, 0), [0, 2, -2, 0])
    seat = sheet.seats.get(number=3)
    assert (seat.touts_played, seat.touts_won) == (0, 0)
    assert kinds(sheet)[-1] == "approval.refused"


def test_a_refused_solo_is_not_counted(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    # Reading 13: struck games do not count, so the sixth becomes the fifth; it still needs an approval.
    fill(sheet, desk, [*FOUR, "s1+", "s2+", "s3+"])
    refuse(sheet, 5, supervisor)
    assert requests(sheet) == {5: ("5.2.16", "refused"), 6: ("5.2.16", "requested"), 7: ("5.2.16", "requested")}
    strike(sheet, 1, supervisor)
    assert requests(sheet) == {5: ("5.2.16", "refused"), 7: ("5.2.16", "requested")}
    assert points(sheet)[6] == (-2, 6, -2, -2)


def test_a_decision_may_be_turned_round(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, [*QUIET[:9], "st3+", *QUIET[10:]])
    refuse(sheet, 10, supervisor)
    assert state(sheet) == SheetState.COMPLETE
    sign(sheet, desk)
    accept(sheet, supervisor)
    other = make_user("supervisor", username="other")
    grant(sheet, 10, other)
    assert (state(sheet), points(sheet)[10]) == (SheetState.COMPLETE, (-6, -6, 18, -6))
    assert approval(sheet, 10).supervisor == other
    assert kinds(sheet).count("signature.lapsed") == 4
    refuse(sheet, 10, supervisor)
    assert points(sheet)[10] == (0, 0, 0, 0)
    assert faults(sheet) == []


def test_a_decision_is_not_turned_round_by_who_has_not_seen_it(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    """Two supervisors look at the same list; the second tap comes after the first."""
    fill(sheet, desk, [*QUIET[:9], "st3+"])
    row = approval(sheet, 10)
    refuse(sheet, 10, supervisor)
    other = make_user("supervisor", username="other")
    code, words = refusal(
        lambda: decide_approval(approval=row, state=ApprovalState.GRANTED, actor=other, seen=ApprovalState.REQUESTED)
    )
    assert (code, words) == (
        "already_decided", "K. Reiter has decided meanwhile: game 10, Refused. Please look once more.",
    )  # fmt: skip
    decide_approval(approval=row, state=ApprovalState.GRANTED, actor=other, seen=ApprovalState.REFUSED)
    assert points(sheet)[10] == (-6, -6, 18, -6)


def test_initials_on_paper_can_be_turned_round_by_a_supervisor(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 2, "st3+", desk, supervisor)
    refuse(sheet, 2, supervisor)
    row = approval(sheet, 2)
    assert (row.state, row.on_paper, points(sheet)[2]) == ("refused", False, (0, 0, 0, 0))


@pytest.mark.parametrize("state", [ApprovalState.GRANTED, ApprovalState.REFUSED])
def test_the_second_supervisor_is_told_who_decided(
    sheet: Scoresheet, desk: User, supervisor: User, state: ApprovalState
) -> None:
    write(sheet, 2, "st3+", desk)
    asked = approval(sheet, 2)
    decide_approval(approval=asked, state=state, actor=supervisor)
    other = make_user("supervisor", username="other")
    assert refusal(lambda: decide_approval(approval=asked, state=state, actor=other)) == (
        "already_decided",
        f"K. Reiter has decided so already: game 2, {state.label}.",
    )


@pytest.mark.parametrize("how", ["taken back", "struck"])
def test_a_request_that_is_gone(sheet: Scoresheet, desk: User, supervisor: User, how: str) -> None:
    write(sheet, 2, "st3+", desk)
    asked = approval(sheet, 2)
    if how == "struck":
        strike(sheet, 2, supervisor)
    else:
        act(sheet, TakeBackGame(number=2), actor=desk)
    assert refusal(lambda: decide_approval(approval=asked, state=ApprovalState.GRANTED, actor=supervisor)) == (
        "gone",
        "This game no longer waits for an approval: it was taken back or changed in the meantime.",
    )


@pytest.mark.parametrize("role", ["desk", "organiser"])
def test_only_a_supervisor_decides(sheet: Scoresheet, desk: User, role: str) -> None:
    write(sheet, 2, "st3+", desk)
    asked = approval(sheet, 2)
    actor = make_user(role, username="somebody")
    given = {"approval": asked, "state": ApprovalState.GRANTED, "actor": actor}
    assert refusal(lambda: decide_approval(**given))[0] == "not_allowed"


def test_every_decision_bumps_the_version(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 2, "st3+", desk)
    version = fresh(sheet).version
    assert grant(sheet, 2, supervisor).version == version + 1
