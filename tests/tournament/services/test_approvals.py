"""Approvals: which games need one, granted or struck, reversed, and counted again (5.2.14, 5.2.16, 5.2.17)."""

import pytest

from tests.worlds.factories import make_user, write
from tests.worlds.sheets import (
    QUIET,
    approval,
    fill,
    fresh,
    grant,
    kinds,
    payload,
    points,
    refusal,
    refuse,
    totals,
)
from tournament.enums import ApprovalState
from tournament.models import Scoresheet, User
from tournament.services.acting import act
from tournament.services.approvals import decide_approval_of_game
from tournament.sheet.acts.take_backs import TakeBackGame


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


def test_a_decision_is_not_turned_round_by_who_has_not_seen_it(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    """Two supervisors look at the same list; the second tap comes after the first."""
    fill(sheet, desk, [*QUIET[:9], "st3+"])
    row = approval(sheet, 10)
    refuse(sheet, 10, supervisor)
    other = make_user("supervisor", username="other")
    code, words = refusal(
        lambda: decide_approval_of_game(
            approval=row, state=ApprovalState.GRANTED, actor=other, seen=ApprovalState.REQUESTED
        )
    )
    assert (code, words) == (
        "already_decided", "K. Reiter has decided meanwhile: game 10, Refused. Please look once more.",
    )  # fmt: skip
    decide_approval_of_game(approval=row, state=ApprovalState.GRANTED, actor=other, seen=ApprovalState.REFUSED)
    assert points(sheet)[10] == (-6, -6, 18, -6)


@pytest.mark.parametrize("state", [ApprovalState.GRANTED, ApprovalState.REFUSED])
def test_the_second_supervisor_is_told_who_decided(
    sheet: Scoresheet, desk: User, supervisor: User, state: ApprovalState
) -> None:
    write(sheet, 2, "st3+", desk)
    row = approval(sheet, 2)
    decide_approval_of_game(approval=row, state=state, actor=supervisor)
    other = make_user("supervisor", username="other")
    assert refusal(lambda: decide_approval_of_game(approval=row, state=state, actor=other)) == (
        "already_decided",
        f"K. Reiter has decided so already: game 2, {state.label}.",
    )


def test_a_request_that_is_gone(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 2, "st3+", desk)
    row = approval(sheet, 2)
    act(sheet, TakeBackGame(number=2), actor=desk)
    assert refusal(lambda: decide_approval_of_game(approval=row, state=ApprovalState.GRANTED, actor=supervisor)) == (
        "gone",
        "This game no longer waits for an approval: it was taken back or changed in the meantime.",
    )


@pytest.mark.parametrize("role", ["desk", "organiser"])
def test_only_a_supervisor_decides(sheet: Scoresheet, desk: User, role: str) -> None:
    write(sheet, 2, "st3+", desk)
    row = approval(sheet, 2)
    actor = make_user(role, username="somebody")
    arguments = {"approval": row, "state": ApprovalState.GRANTED, "actor": actor}
    assert refusal(lambda: decide_approval_of_game(**arguments))[0] == "not_allowed"


def test_every_decision_bumps_the_version(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 2, "st3+", desk)
    version = fresh(sheet).version
    assert grant(sheet, 2, supervisor).version == version + 1
