"""Lots drawn by hand: what is wrong with them is found while they are typed, and the protocol claims no chance."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.lots.fields import SECRET
from tournament import lots
from tournament.lots.__main__ import main

EIGHT = lots.Terms(match=1, matches=2, source="hand", entrants=tuple(range(1, 9)), tables=(4, 4))
PLACES = [(number, 1 + number % 2, (number + 1) // 2) for number in range(1, 9)]
NINE = lots.Terms(match=1, matches=2, source="hand", entrants=tuple(range(1, 10)), tables=(5, 4))
FIXED = lots.Terms(match=1, matches=2, source="hand", entrants=tuple(range(1, 9)), tables=(4, 4), fixed=((1, 2, 1),))


def change(place: lots.Place) -> list[lots.Place]:
    """The lots of all eight, with another lot for number 3."""
    return [place if number == 3 else (number, table, seat) for number, table, seat in PLACES]


def problems(terms: lots.Terms, places: list[lots.Place]) -> list[tuple[str, int | None, dict[str, Any]]]:
    return [(one.code, one.at, one.fields) for one in lots.hand_problems(terms, places)]


FREE = ("table_not_full", None, {"table": 2, "seats": "2"})


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        (PLACES, []),
        (change((99, 2, 2)), [
            ("unknown_number", 2, {"number": 99, "table": 2, "seat": 2}), ("number_missing", None, {"number": 3}), FREE,
        ]),
        (change((4, 2, 2)), [
            ("number_twice", 3, {"number": 4, "table": 1, "seat": 2}), ("number_missing", None, {"number": 3}),
            ("table_not_full", None, {"table": 1, "seats": "2"}),
        ]),
        (change((3, 1, 1)), [("seat_taken", 2, {"number": 3, "table": 1, "seat": 1, "other": 2}), FREE]),
        (change((3, 3, 2)), [("no_such_table", 2, {"number": 3, "table": 3, "seat": 2}), FREE]),
        (change((3, 0, 2)), [("no_such_table", 2, {"number": 3, "table": 0, "seat": 2}), FREE]),
        (change((3, 2, 5)), [("no_such_seat", 2, {"number": 3, "table": 2, "seat": 5}), FREE]),
        (PLACES[:2] + PLACES[3:], [("number_missing", None, {"number": 3}), FREE]),
        ([], [("number_missing", None, {"number": number}) for number in range(1, 9)]
            + [("table_not_full", None, {"table": table, "seats": "1, 2, 3, 4"}) for table in (1, 2)]),
    ],
)  # fmt: skip
def test_every_mistake_has_its_name(places: list[lots.Place], expected: list[Any]) -> None:
    assert problems(EIGHT, places) == expected


@pytest.mark.parametrize("large", [1, 2])
def test_the_table_of_five_may_stand_anywhere(large: int) -> None:
    small = 3 - large
    places = [(seat, large, seat) for seat in range(1, 6)] + [(5 + seat, small, seat) for seat in range(1, 5)]
    assert problems(NINE, places) == []
    tables = lots.tables_by_hand(places)
    assert tables[large - 1] == [1, 2, 3, 4, 5]
    assert lots.verify(lots.hand_protocol(NINE, tables)) == []


def test_whoever_has_a_fixed_place_needs_no_line() -> None:
    rest = [(number, 1 if number < 6 else 2, number - 1 if number < 6 else number - 4) for number in range(2, 9)]
    assert problems(FIXED, rest) == []
    assert problems(FIXED, [*rest, (1, 2, 1)]) == []
    assert problems(FIXED, [*rest, (1, 1, 1)]) == [("fixed_elsewhere", 7, {"number": 1, "table": 2, "seat": 1})]
    assert lots.tables_by_hand(rest, FIXED.fixed) == [[2, 3, 4, 5], [1, 6, 7, 8]]


PROTOCOL = lots.hand_protocol(EIGHT, lots.tables_by_hand(PLACES))


@pytest.mark.parametrize(
    ("changes", "differences"),
    [
        ({}, []),
        ({"lots": [[2, 4, 6, 8], [1, 3, 5, 5]]}, [
            "start number 5 has two lots", "start number 7 has no lot", "table 2 is not full, free: 4",
        ]),
        ({"lots": [[2, 4, 6, 8, 7], [1, 3, 5]]}, [
            "start number 7: there is no seat 5 at table 1", "table 2 is not full, free: 4",
        ]),
        ({"source": "system", "list_hash": replace(EIGHT, source="system").list_hash}, [
            "lots by hand do not come from the source “system”",
        ]),
        ({"list_hash": "0" * 64}, [f"the hash of the list is {EIGHT.list_hash}, not {'0' * 64}"]),
        ({"list_hash": "x"}, ["the hash of the list is not 64 digits of 0-9 and a-f"]),
        ({"meetings": {"again": 1, "clubs": 0, "seats": 0}}, ["meetings.again is 0, not 1"]),
    ],
)  # fmt: skip
def test_only_what_can_be_checked_is_checked(changes: dict[str, Any], differences: list[str]) -> None:
    assert lots.verify(PROTOCOL | changes) == differences


def test_lots_by_hand_pass_for_no_others() -> None:
    claimed = {"algorithm": lots.ALGORITHM, "secret": SECRET, "commitment": SECRET, "hall": [], "seed": SECRET}
    assert lots.verify(PROTOCOL | claimed) == ["from the source “hand” nothing can be drawn"]
    with pytest.raises(lots.LotsError):
        lots.protocol(EIGHT, secret=SECRET)


@pytest.mark.parametrize(
    ("changes", "code", "sentence"),
    [
        ({}, 0, "The lots of match 1 were drawn by hand: there is nothing to recompute.\n"
                "Everyone on the list sits once: 2 tables, 8 seats.\n"),
        ({"lots": [[2, 4, 6, 8], [1, 3, 5, 9]]}, 1,
         "The draw does not hold:\n  start number 9 is not on the list\n  start number 7 has no lot\n"
         "  table 2 is not full, free: 4\n"),
    ],
)  # fmt: skip
def test_the_command_says_that_nothing_is_recomputed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, Any], code: int, sentence: str
) -> None:
    file = tmp_path / "lots.json"
    file.write_text(json.dumps(PROTOCOL | changes), encoding="utf-8")
    assert (main(["verify", str(file)]), capsys.readouterr().out) == (code, sentence)
