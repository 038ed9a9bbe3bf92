"""A sheet is declared void by the management, for its whole table, and valid again (5.3.6)."""

import pytest

from tests.worlds.factories import make_user
from tests.worlds.played import accept, accepted_tournament, first_sheet, play
from tests.worlds.sheets import fresh
from tournament.enums import ApprovalState
from tournament.models import TableChange
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.services.acting import act, reason_given
from tournament.services.approvals import decide_approval_of_game
from tournament.sheet.acts.void import RestoreSheet, VoidSheet
from tournament.standings.selectors.standings import overall_standings


def declare(sheet, actor, reason="nicht lesbar"):
    act(sheet, VoidSheet(reason=reason_given(reason)), actor=actor)
    return fresh(sheet)


@pytest.fixture
def accepted(db):
    tournament, actor = accepted_tournament()
    return tournament, first_sheet(tournament), actor


def test_a_void_sheet_counts_nothing_and_its_games_stay(accepted):
    tournament, sheet, actor = accepted
    games = list(sheet.games.values_list("number", "record"))
    void = declare(sheet, actor)
    assert (void.state, void.accepted_by, list(void.games.values_list("number", "record"))) == ("void", None, games)
    assert {line.total for line in overall_standings(tournament).lines} == {0}
    [change] = TableChange.objects.filter(scoresheet=sheet, kind="voided")
    assert (change.after_game, change.told, change.reason) == (32, {}, "nicht lesbar")
    assert audit_tournament(tournament).faults == ()


def test_valid_again_it_waits_for_its_acceptance(accepted):
    tournament, sheet, actor = accepted
    points = [line.total for line in overall_standings(tournament).lines]
    act(declare(sheet, actor), RestoreSheet(reason=reason_given("doch lesbar")), actor=actor)
    again = fresh(sheet)
    assert (again.state, again.accepted_by) == ("signed", None)
    assert [line.total for line in overall_standings(tournament).lines] == points
    assert accept_again(again, actor).state == "accepted"
    assert audit_tournament(tournament).faults == ()


def accept_again(sheet, actor):
    return accept(sheet, actor)


def test_an_approval_on_a_void_sheet_is_not_decided(db):
    """A decision would change the points, and with them the state."""
    tournament, actor = play(1, ["r12+", "wt3+"])
    sheet = first_sheet(tournament)
    waiting = sheet.games.get(number=2).approvals.get()
    declare(sheet, actor)
    with pytest.raises(Refused) as refused:
        decide_approval_of_game(approval=waiting, state=ApprovalState.GRANTED, actor=actor)
    assert (refused.value.code, fresh(sheet).state) == ("sheet_void", "void")


@pytest.mark.parametrize("role", ["supervisor", "desk", "tribunal"])
def test_only_the_management_declares(db, role):
    tournament, _actor = play(1, ["r12+"])
    with pytest.raises(Refused) as refused:
        declare(first_sheet(tournament), make_user(role, username=f"x-{role}"))
    assert refused.value.code == "not_allowed"
