"""What the desk takes for a game with suffixes before the server has said what it means."""

from typing import Any

import pytest

from tests.node import in_node

TABLE: dict[str, Any] = {
    "entries": {"r13+": 0, "r13-": 1, "ra3-": 2},
    "outcomes": [
        ["won", [1, -1, 1, -1], None, 0, None],
        ["lost", [-1, 1, -1, 1], None, 0, None],
        ["Ramsch", [], None, 0, None],
    ],
    "open": {},
    "onward": True,
    "suffixes": ["l", "o", "c", "le", "="],
}
READ = """async (table, texts) => {
  const { isLine, lookUp, mayBecome } = await import("readings");
  return texts.map((text) => [mayBecome(table, text), isLine(table, text, false, 4), lookUp(table, text)?.[0] ?? ""]);
}"""
MEANT = """async (table, text, meaning) => {
  const { keepMeaning, isLine, lookUp, mayBecome } = await import("readings");
  keepMeaning(table, text, meaning);
  return [mayBecome(table, text), isLine(table, text, false, 4), lookUp(table, text)?.[0] ?? ""];
}"""


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("r13+", [True, True, "won"]),
        ("r13+ l", [True, False, ""]),
        ("r13+ l4", [True, True, "…"]),
        ("r13+ l4 cc", [True, True, "…"]),
        ("R13+ O3 LE2", [True, True, "…"]),
        ("ra3-le2", [True, True, "…"]),
        ("r13=", [True, True, "…"]),
        ("r13+ kl1", [False, False, ""]),
        ("r13+ lz", [False, False, ""]),
        ("r24+ l4", [False, False, ""]),
        ("r24=", [False, False, ""]),
    ],
)
def test_what_can_still_become_a_game(text: str, reading: list[Any]) -> None:
    assert in_node(READ, TABLE, [text]) == [reading]


def test_rules_without_suffixes_take_none() -> None:
    assert in_node(READ, TABLE | {"suffixes": []}, ["r13+ l4", "r13="]) == [[False, False, ""]] * 2


def test_what_the_server_said_holds() -> None:
    game = {"outcome": ["won, with 4", [5, -5, 5, -5], None, 0, None], "text": ""}
    assert in_node(MEANT, TABLE, "r13+ l4", game) == [True, True, "won, with 4"]
    assert in_node(MEANT, TABLE, "r13=", {"outcome": None, "text": "It is played again."}) == [False, False, ""]
