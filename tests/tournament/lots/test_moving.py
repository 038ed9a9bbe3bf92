"""Everyone moves on by place or by seat: who sits where, whom a longer step keeps apart, and the check of it."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from tournament.lots import MOVED, LotsError, Terms, move, moved_protocol, verify
from tournament.lots.__main__ import main

FIVE = tuple(tuple(range(4 * table + 1, 4 * table + 5)) for table in range(5))
NUMBERS = range(1, 21)


def everyone_at(tables: Any) -> set[int]:
    return {number for table in tables for number in table}


def test_the_first_of_a_table_moves_one_table_on_the_second_two() -> None:
    movement = move(FIVE, (), [FIVE], playing=NUMBERS)
    # Seat 1 of the fifth table comes to table 1, seat 2 of the fourth, seat 3 of the third, seat 4 of the second.
    assert movement.tables == (
        (17, 14, 11, 8), (1, 18, 15, 12), (5, 2, 19, 16), (9, 6, 3, 20), (13, 10, 7, 4),
    )  # fmt: skip
    assert (movement.step, movement.again, movement.complete) == (1, 0, True)


def test_places_go_by_points_then_by_counters_then_by_seat() -> None:
    figures = (((3, 0), (9, 1), (3, 2), (-15, 0)), *(((0, 0),) * 4,) * 4)
    movement = move(FIVE, figures, [FIVE], playing=NUMBERS)
    homes = {
        number: (table, seat) for table, row in enumerate(movement.tables, 1) for seat, number in enumerate(row, 1)
    }
    # Number 2 was first; 3 has the same points as 1 and more of the counter; 4 was last.
    assert {number: homes[number] for number in (1, 2, 3, 4)} == {2: (2, 1), 3: (3, 2), 1: (4, 3), 4: (5, 4)}
    assert homes[5] == (3, 1), "equal in everything: by seat"


def test_a_longer_step_keeps_apart_who_met() -> None:
    second = move(FIVE, (), [FIVE], playing=NUMBERS)
    third = move(second.tables, (), [FIVE, second.tables], playing=NUMBERS)
    others = [
        sum(
            any({one, other} <= set(table) for tables in (FIVE, second.tables) for table in tables)
            for table in tables
            for one, other in itertools.combinations(table, 2)
        )
        for tables in (third.tables,)
    ]
    assert others == [third.again]
    assert third.again == min(move_by(second.tables, step, [FIVE, second.tables]) for step in range(1, 5))


def move_by(before: Any, step: int, earlier: Any) -> int:
    """Count the pairs who meet again if everybody moves by this step, by another way than the program's."""
    tables: dict[int, list[int]] = {}
    for table, people in enumerate(before):
        for place, number in enumerate(people, 1):
            tables.setdefault((table + step * place) % len(before), []).append(number)
    met = {pair for match in earlier for table in match for pair in itertools.permutations(table, 2)}
    return sum(pair in met for people in tables.values() for pair in itertools.combinations(people, 2))


@pytest.mark.parametrize("count", range(1, 9))
def test_everybody_sits_once_whatever_the_number_of_tables(count: int) -> None:
    tables = tuple(tuple(range(4 * table + 1, 4 * table + 5)) for table in range(count))
    movement = move(tables, (), [tables], playing=everyone_at(tables))
    assert everyone_at(movement.tables) == everyone_at(tables)
    assert [len(table) for table in movement.tables] == [4] * count
    # With five tables or more nobody meets an opponent again in the second match.
    assert (movement.again == 0) == (count >= 4)


def test_a_table_of_five_moves_with_its_fifth() -> None:
    tables = ((1, 2, 3, 4, 5), (6, 7, 8, 9), (10, 11, 12, 13))
    movement = move(tables, (), [tables], playing=everyone_at(tables))
    assert sorted(len(table) for table in movement.tables) == [4, 4, 5]
    assert everyone_at(movement.tables) == everyone_at(tables)


def test_who_plays_no_more_leaves_an_empty_chair() -> None:
    movement = move(FIVE, (), [FIVE], playing=set(NUMBERS) - {18})
    assert (movement.tables[1], movement.complete) == ((1, 0, 15, 12), False)


def terms(**changed: Any) -> Terms:
    fields = {"match": 2, "matches": 3, "source": MOVED, "entrants": tuple(NUMBERS), "tables": (4,) * 5}
    return Terms(**fields | {"earlier": (FIVE,)} | changed)


def published(**changed: Any) -> dict[str, Any]:
    return json.loads(json.dumps(moved_protocol(terms(), seating="by-seat") | changed))


def test_the_protocol_can_be_recomputed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(published()) == []
    path = tmp_path / "lots.json"
    path.write_text(json.dumps(published()))
    assert main(["verify", str(path)]) == 0
    assert "The seats of match 2 follow from match 1, nothing was drawn: 5 tables, 20 seats." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"step": 2}, "the step is 1, not 2"),
        ({"list_hash": "0" * 64}, "the hash of the list is"),
        ({"meetings": {"again": 3, "clubs": 0, "seats": 0}}, "the count of meetings is"),
        ({"seating": "by-place"}, "the figures do not fit the tables"),
        ({"seating": "kept"}, "the seating “kept” moves nobody"),
        ({"entrants": list(range(2, 22))}, "the entrants are not those of the match before"),
        ({"source": "system"}, "nobody moves here"),
    ],
)
def test_a_changed_protocol_does_not_hold(changed: dict[str, Any], words: str) -> None:
    assert any(words in sentence for sentence in verify(published(**changed)))


def test_two_who_changed_seats_are_named() -> None:
    lots = published()["lots"]
    lots[0][0], lots[1][0] = lots[1][0], lots[0][0]
    assert verify(published(lots=lots)) == [
        "table 1, seat 1: published 1, drawn 17",
        "table 2, seat 1: published 17, drawn 1",
    ]


def test_lots_by_the_first_match_move_nobody() -> None:
    with pytest.raises(LotsError):
        moved_protocol(terms(match=1, earlier=()), seating="by-seat")
