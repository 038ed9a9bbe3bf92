"""The tables of allowed steps: which state may follow which, and the message of a refused step."""

import pytest

from tournament.enums import STEPS, ApprovalState, MatchState, PrintState, SheetState, TournamentState, may_step, step
from tournament.refusals import Refused


@pytest.mark.parametrize("kind", [TournamentState, MatchState, SheetState, ApprovalState, PrintState])
def test_every_state_has_its_steps_and_no_unknown_one(kind: type) -> None:
    values = {state.value for state in kind}
    assert set(STEPS[kind]) == values
    assert set().union(*STEPS[kind].values()) <= values
    assert [state for state in values if may_step(kind, state, state)] == []


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("open", {"complete", "void", "discarded"}),
        ("complete", {"open", "signed", "void"}),
        ("signed", {"open", "complete", "accepted", "void"}),
        ("accepted", {"open", "complete", "void"}),
        ("void", {"open", "complete", "signed"}),
        ("discarded", set()),
    ],
)
def test_the_way_of_a_sheet(here: str, there: set[str]) -> None:
    assert {state.value for state in SheetState if may_step(SheetState, here, state.value)} == there


def test_published_lots_go_back_before_play_only() -> None:
    # 5.2.2: once a game is written, a match is never planned again.
    assert [here for here in STEPS[MatchState] if may_step(MatchState, here, "planned")] == ["drawn"]


def test_every_sheet_state_can_be_reached() -> None:
    reached, edge = {"open"}, ["open"]
    while edge:
        edge = [there for here in edge for there in STEPS[SheetState][here] if there not in reached]
        reached |= set(edge)
    assert reached == {state.value for state in SheetState}


def test_a_step_gives_the_new_state_or_a_sentence() -> None:
    assert step(SheetState, SheetState.OPEN, SheetState.COMPLETE) == "complete"
    with pytest.raises(Refused) as refused:
        step(SheetState, SheetState.OPEN, SheetState.ACCEPTED)
    assert refused.value.code == "step_not_allowed"
    assert str(refused.value) == "This is not possible: the state is “Open” and cannot become “Accepted”."
