"""Two desks on one sheet at the same moment: nothing is lost or written twice, and the second desk is told."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from tests.together import together
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import (
    QUIET,
    accept,
    approval,
    faults,
    fill,
    fresh,
    grant,
    kinds,
    line,
    points,
    requests,
    sign,
    state,
    totals,
)
from tournament.enums import ApprovalState, SheetState
from tournament.models import Game, Scoresheet, User
from tournament.proof.services.audit import audit_installation
from tournament.refusals import Refused
from tournament.services.acting import act
from tournament.services.approvals import decide_approval_of_game
from tournament.sheet.acts.take_backs import TakeBackGame

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def anna() -> User:
    return make_user("desk", "supervisor", username="anna", full_name="Anna Obermaier")


@pytest.fixture
def bene() -> User:
    return make_user("desk", "supervisor", username="bene", full_name="Bene Huber")


@pytest.fixture
def sheet() -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 4)
    return open_scoresheet(tournament)


def test_one_line_twice_at_once_is_written_once(sheet: Scoresheet, anna: User, bene: User) -> None:
    for number in range(1, 9):
        answers = together(partial(write, sheet, number, "r12+", anna), partial(write, sheet, number, "s2+", bene))
        assert sorted(answers) == ["done", "line_taken"]
        winner, values = [(anna, (1, 1, -1, -1)), (bene, (-2, 6, -2, -2))][answers.index("done")]
        game = Game.objects.get(number=number)
        assert (game.login, game.source) == (winner, "paper")
        if requests(sheet).get(number) is None:
            assert points(sheet)[number] == values
    assert kinds(sheet).count("game.recorded") == 8
    assert faults(sheet) == []


def test_the_second_is_told_who_wrote_what(sheet: Scoresheet, anna: User, bene: User) -> None:
    sentences: list[str] = []

    def desk(actor: User) -> None:
        try:
            write(sheet, 1, "s2+", actor)
        except Refused as refusal:
            sentences.append(str(refusal))

    assert together(lambda: desk(anna), lambda: desk(bene)) == ["done", "done"]
    first = Game.objects.get().login.full_name
    assert sentences == [f"Game 1 was just written by {first}: Solo, Bene, won. Yours was not written."]


def test_different_lines_at_once_are_all_written(sheet: Scoresheet, anna: User, bene: User) -> None:
    halves = [(anna, range(1, 17)), (bene, range(17, 33))]

    def desk(actor: User, numbers: range) -> None:
        for number in numbers:
            write(sheet, number, QUIET[number - 1], actor)

    assert together(*[lambda half=half: desk(*half) for half in halves]) == ["done", "done"]
    assert sorted(points(sheet)) == list(range(1, 33))
    assert totals(sheet) == [sum(column) for column in zip(*points(sheet).values(), strict=True)]
    assert (state(sheet), fresh(sheet).version) == (SheetState.COMPLETE, 32)
    assert faults(sheet) == []


def test_one_command_twice_at_once_is_one_game(sheet: Scoresheet, anna: User) -> None:
    once = line(1, "r12+")
    answers: list[str] = []

    def send() -> None:
        answers.append(act(sheet, once, actor=anna).value)

    assert together(send, send) == ["done", "done"]
    assert sorted(answers) == ["applied", "duplicate"]
    assert kinds(sheet) == ["game.recorded"]


def test_a_decision_and_a_line_taken_back_at_once(sheet: Scoresheet, anna: User, bene: User) -> None:
    for number in range(1, 7):
        write(sheet, number, "r12+" if number == 1 else "st3+", anna)
        if number == 1:
            continue
        answers = together(
            partial(decide_approval_of_game, approval=approval(sheet, number), state=ApprovalState.GRANTED, actor=bene),
            partial(act, sheet, TakeBackGame(number=number), actor=anna),
        )
        # The first one decides: an approved game cannot be taken back, and a game taken back cannot be approved.
        assert answers in (["done", "decided_by_supervisor"], ["gone", "done"])
        assert (number in points(sheet)) == (answers[0] == "done")
    assert faults(sheet) == []


def test_two_supervisors_decide_at_once(sheet: Scoresheet, anna: User, bene: User) -> None:
    write(sheet, 2, "st3+", anna)
    row = approval(sheet, 2)
    acts = [
        lambda who=who: decide_approval_of_game(approval=row, state=ApprovalState.GRANTED, actor=who)
        for who in (anna, bene)
    ]
    assert sorted(together(*acts)) == ["already_decided", "done"]
    assert kinds(sheet).count("approval.granted") == 1


def test_accepting_and_correcting_at_once(sheet: Scoresheet, anna: User, bene: User) -> None:
    fill(sheet, anna, [*QUIET[:3], "st3+", *QUIET[4:]])
    grant(sheet, 4, anna)
    sign(sheet, anna)
    row = approval(sheet, 4)
    answers = together(
        lambda: accept(sheet, anna),
        lambda: decide_approval_of_game(approval=row, state=ApprovalState.REFUSED, actor=bene),
    )
    # Accepted and reopened, or refused because the content is not the signed one any more; never accepted unsigned.
    assert answers[1] == "done"
    assert answers[0] in ("done", "content_changed", "not_signed")
    assert (state(sheet), points(sheet)[4]) == (SheetState.COMPLETE, (0, 0, 0, 0))
    assert kinds(sheet).count("signature.lapsed") == 4
    assert faults(sheet) == []


def test_a_game_written_during_an_audit_is_no_fault(sheet: Scoresheet, anna: User) -> None:
    fill(sheet, anna, QUIET[:3])
    outcomes: list[str] = []

    def another_desk(execute: Callable[..., object], sql: str, *rest: object) -> object:
        rows = execute(sql, *rest)
        if not outcomes and "tournament_event" in sql and sql.startswith("SELECT"):
            outcomes.extend(together(partial(write, sheet, 4, "r12+", anna)))
        return rows

    with connection.execute_wrapper(another_desk):
        assert faults(sheet) == []
    assert (outcomes, sorted(points(sheet)), faults(sheet)) == (["done"], [1, 2, 3, 4], [])


def test_an_audit_may_be_the_first_to_read(anna: User) -> None:
    """A thread starts without a connection, as the command does."""
    assert together(audit_installation) == ["done"]
