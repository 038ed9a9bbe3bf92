"""Whose turn it is: a table of evenings, and for any sequence of acts no prize twice, nobody twice, undo undoes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.prizes.turns import ChoosingTurns, TurnAct, turns_of

ANNA, BENE, CENTA, DIRK = range(1, 5)
HAM, BEER, WINE = 51, 52, 53


def choice(who: int, prize: int) -> TurnAct:
    return TurnAct("chosen", who, prize)


@pytest.mark.parametrize(
    ("acts", "turn", "next_ones", "free"),
    [
        ([], ANNA, (BENE, CENTA), (HAM, BEER, WINE)),
        ([choice(ANNA, BEER)], BENE, (CENTA,), (HAM, WINE)),
        ([TurnAct("later", ANNA)], BENE, (CENTA, DIRK), (HAM, BEER, WINE)),
        ([TurnAct("later", ANNA), choice(BENE, HAM), choice(CENTA, BEER), TurnAct("absent", DIRK)], ANNA, (), (WINE,)),
        # Among those who come later the one who was put to the end last comes last.
        (
            [TurnAct("later", ANNA), TurnAct("later", BENE), TurnAct("later", ANNA)],
            CENTA,
            (DIRK, BENE),
            (HAM, BEER, WINE),
        ),
        ([TurnAct("absent", ANNA)], BENE, (CENTA, DIRK), (HAM, BEER, WINE)),
        ([TurnAct("later", ANNA), TurnAct("absent", ANNA)], BENE, (CENTA, DIRK), (HAM, BEER, WINE)),
        ([TurnAct("waived", ANNA, HAM)], BENE, (CENTA, DIRK), (HAM, BEER, WINE)),
        # A prize that is not chosen was waived, or given: no turn changes.
        ([TurnAct("waived", ANNA, 9), TurnAct("given", ANNA, 9)], ANNA, (BENE, CENTA), (HAM, BEER, WINE)),
        ([choice(ANNA, HAM), choice(BENE, BEER), choice(CENTA, WINE)], None, (), ()),
        ([TurnAct("absent", who) for who in range(1, 5)], None, (), (HAM, BEER, WINE)),
        # Somebody outside the ranking (excluded since) keeps what was chosen.
        ([choice(77, HAM)], ANNA, (BENE,), (BEER, WINE)),
    ],
)
def test_whose_turn_it_is(acts, turn, next_ones, free):
    turns = turns_of([ANNA, BENE, CENTA, DIRK], [HAM, BEER, WINE], acts)
    assert (turns.turn, turns.next_ones, turns.free) == (turn, next_ones, free)


@pytest.mark.parametrize(
    ("barred", "acts", "turn", "queue"),
    [
        # Of three prizes two are closed to Anna: she chooses the third one, as long as it is there.
        ({ANNA: {HAM, BEER}}, [], ANNA, (ANNA, BENE, CENTA, DIRK)),
        ({ANNA: {HAM, BEER}}, [TurnAct("later", ANNA), choice(BENE, WINE)], CENTA, (CENTA, DIRK)),
        ({ANNA: {HAM, BEER, WINE}}, [], BENE, (BENE, CENTA, DIRK)),
        ({ANNA: set()}, [], ANNA, (ANNA, BENE, CENTA, DIRK)),
        # What was chosen before stays chosen.
        ({ANNA: {HAM, BEER, WINE}}, [choice(ANNA, HAM)], BENE, (BENE, CENTA, DIRK)),
    ],
)
def test_nobody_is_called_for_whom_nothing_is_left(barred, acts, turn, queue):
    turns = turns_of([ANNA, BENE, CENTA, DIRK], [HAM, BEER, WINE], acts, barred)
    assert (turns.turn, turns.queue) == (turn, queue)


def test_without_people_or_prizes_it_is_nobodys_turn():
    assert turns_of([], [HAM], []).turn is None
    assert turns_of([ANNA], [], []).turn is None
    assert turns_of([ANNA], [], []).next_ones == ()


@given(people=st.integers(1, 8), prizes=st.integers(0, 8), keys=st.lists(st.tuples(st.integers(0, 5), st.integers(0))))
@settings(max_examples=300, deadline=None)
def test_nothing_and_nobody_twice_and_undo_restores(people, prizes, keys):
    """Two digits, later, not here, no prize, called again, undone: as the desk may press them."""
    order, numbers = list(range(1, people + 1)), list(range(101, 101 + prizes))
    acts: list[TurnAct] = []
    before: list[ChoosingTurns] = []
    for key, pick in keys:
        turns = turns_of(order, numbers, acts)
        if key == 5 and acts:
            acts.pop()
            assert turns_of(order, numbers, acts) == before.pop()
            continue
        if turns.turn is None:
            continue
        act = [
            choice(turns.turn, turns.free[pick % len(turns.free)]),
            choice(turns.turn, turns.free[0]),
            TurnAct("later", turns.turn),
            TurnAct("absent", turns.turn),
            TurnAct("waived", turns.turn, numbers[0]),
            TurnAct("later", turns.turn),
        ][key]
        before.append(turns)
        acts.append(act)
    turns = turns_of(order, numbers, acts)
    assert len(set(turns.choices.values())) == len(turns.choices)
    assert {*turns.free, *turns.choices.values()} == set(numbers)
    assert sorted([*turns.queue, *turns.absent, *turns.waived, *turns.choices]) == order
    assert set(turns.later) <= set(turns.queue)
