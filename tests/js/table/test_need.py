"""Which box the table's page shows before the next game, by the request for it and the game that is chosen."""

from typing import Any

import pytest

from tests.node import in_node

BOX = 'async (known) => (await import("table/need")).boxOf(known)'
TOUT = {"number": 6, "seat": 1, "contract": "wenz-tout", "suit": "", "section": "5.2.14", "always": True}
SOLO = TOUT | {"seat": 2, "contract": "solo-tout", "suit": "E"}


def box(state: str, need: dict[str, Any] | None, *, noted: bool = False, passed: int = 0) -> str:
    request = TOUT | {"id": 7, "state": state} if state else None
    return str(in_node(BOX, {"need": need, "request": request, "noted": noted, "passed": passed}))


@pytest.mark.parametrize("state", ["granted", "refused"])
def test_the_answer_is_shown_while_its_game_is_chosen(state: str) -> None:
    """Also where the game was chosen before it was asked for, and the answer turned since."""
    assert box(state, TOUT) == state
    assert box(state, None) == state


def test_a_refusal_is_read_once_another_game_is_chosen_after_it() -> None:
    assert box("refused", None, passed=7) == ""
    assert box("refused", None, passed=6) == "refused"  # the one before
    assert box("granted", None, passed=7) == "granted"


def test_another_game_needs_a_request_of_its_own() -> None:
    assert box("", None) == ""
    assert box("", TOUT) == box("granted", SOLO) == box("refused", SOLO, passed=7) == "need"
    assert box("requested", SOLO) == "waits"
    assert box("", TOUT, noted=True) == "noted"
