"""Lots at the door: whoever comes draws at once, no table stays half full, and every changed lot is noticed."""

import hashlib
import itertools
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.lots.fields import SECRET, digits
from tournament import lots
from tournament.lots.__main__ import main
from tournament.lots.door import AGAIN, BACK, KEPT, LAST, LOT, MORE

FOURS, HOUSE = (4,), (4, 5)


def terms_of(sizes: tuple[int, ...] = FOURS, *, ahead: int = 12, **more: Any) -> lots.DoorTerms:
    return lots.DoorTerms(match=1, matches=3, sizes=sizes, usual=4, ahead=ahead, **more)


def opened(sizes: tuple[int, ...] = FOURS, secret: str = SECRET, **more: Any) -> lots.DoorSeating:
    return lots.DoorSeating(terms=terms_of(sizes, **more), secret=secret)


def came(door: lots.DoorSeating, numbers: Any) -> lots.DoorSeating:
    for number in numbers:
        door.draw(number)
    return door


def published(door: lots.DoorSeating) -> dict[str, Any]:
    """The protocol as a file has it."""
    protocol = lots.door_protocol(door.terms, secret=door.secret, steps=door.steps)
    content: dict[str, Any] = json.loads(json.dumps(protocol))
    return content


def described(published: dict[str, Any], order: int, number: int, free: list[tuple[int, int]]) -> tuple[int, int]:
    """One lot, computed from the words of docs/draw.md alone."""
    text = (
        f"match={published['match']}/{published['matches']}\nsizes={','.join(map(str, published['sizes']))}\n"
        f"usual={published['usual']}\nahead={published['ahead']}\n"
        f"fixed={';'.join(':'.join(map(str, place)) for place in published['fixed'])}"
    )
    list_hash = hashlib.sha256(text.encode()).hexdigest()
    seed = hashlib.sha256(f"door-1:{list_hash}:{published['secret']}:{order}:{number}".encode()).hexdigest()
    whole = 2**32 - 2**32 % len(free)
    for counter in itertools.count():
        block = hashlib.sha256(f"door-1:{seed}:{counter}".encode()).digest()
        for start in range(0, 32, 4):
            word = int.from_bytes(block[start : start + 4], "big")
            if word < whole:
                return free[word % len(free)]
    raise AssertionError


def test_the_first_lots_are_those_that_the_text_describes() -> None:
    door = opened()
    free = [(table, seat) for table in (1, 2, 3) for seat in (1, 2, 3, 4)]
    assert (door.tables, door.free) == (3, free)
    door.draw(33)
    first = described(terms_of().to_json() | {"secret": SECRET}, 1, 33, free)
    assert door.places == {33: first}
    # Eleven are free, so that the fourth table opens.
    free = [place for place in free if place != first] + [(4, seat) for seat in (1, 2, 3, 4)]
    assert (door.tables, door.free) == (4, free)
    door.draw(7)
    assert door.places[7] == described(terms_of().to_json() | {"secret": SECRET}, 2, 7, free)


def test_no_further_table_opens_after_the_last_ones_and_more_do_when_asked() -> None:
    door = opened()
    assert door.announce(last=True).to_json() == ["last", 0, 0, 0]
    came(door, range(1, 13))
    assert (door.tables, door.free) == (3, [])
    with pytest.raises(lots.LotsError, match="no seat is free"):
        door.draw(13)
    assert door.announce(last=False).kind == MORE
    assert (door.tables, len(door.free)) == (6, 12)
    with pytest.raises(lots.LotsError, match="tables open anyway"):
        door.announce(last=False)
    door.announce(last=True)
    with pytest.raises(lots.LotsError, match="open already"):
        door.announce(last=True)


def test_who_goes_gives_the_seat_back_and_draws_another_lot_when_coming_again() -> None:
    door = came(opened(), [1, 2, 3])
    place = door.places[2]
    assert door.give_back(2) == lots.DoorStep(kind=BACK, number=2, table=place[0], seat=place[1])
    assert place in door.free
    with pytest.raises(lots.LotsError, match="has no place"):
        door.give_back(2)
    door.draw(2)
    assert door.lots == 4
    with pytest.raises(lots.LotsError, match="has a place already"):
        door.draw(2)


def test_a_kept_place_is_no_lot_and_waits_for_its_own() -> None:
    door = opened(ahead=8, fixed=((5, 1, 2),))
    assert (1, 2) not in door.free
    came(door, [1, 2, 3, 4])
    assert door.draw(5) == lots.DoorStep(kind=KEPT, number=5, table=1, seat=2)
    door.give_back(5)
    assert (1, 2) not in door.free
    for number, table, seat in ((5, 1, 3), (6, 1, 2), (7, *door.places[1]), (7, 1, 9)):
        with pytest.raises(lots.LotsError):
            door.keep(number, table, seat)
    assert door.keep(8, 9, 1).kind == KEPT
    # When the door closes the place of somebody who did not come is a seat like the others.
    door.give_back(8)
    came(door, [9, 10, 11, 12])
    assert door.close() == (4, 4)
    assert sorted(door.places.values()) == [(table, seat) for table in (1, 2) for seat in (1, 2, 3, 4)]


def test_a_kept_place_at_a_table_that_is_not_filled_keeps_the_door_from_closing() -> None:
    door = came(opened(), range(1, 8))
    door.keep(8, 9, 1)
    with pytest.raises(lots.LotsError, match="keeps table 9, seat 1"):
        door.close()


def test_who_sits_at_no_table_draws_again_by_table_and_seat() -> None:
    door = came(opened(), range(1, 9))
    movers = door.movers
    assert movers == [number for _place, number in sorted((p, n) for n, p in door.places.items() if p[0] > 2)]
    stay = {number: place for number, place in door.places.items() if number not in movers}
    before = len(door.steps)
    assert door.close() == (4, 4)
    assert [(step.kind, step.number) for step in door.steps[before:]] == [(AGAIN, number) for number in movers]
    assert stay.items() <= door.places.items()


@pytest.mark.parametrize(
    ("sizes", "count", "fills"),
    [
        (FOURS, 9, None),
        (FOURS, 3, None),
        (HOUSE, 9, (5, 4)),
        (HOUSE, 11, None),
        (HOUSE, 13, (5, 4, 4)),
        (HOUSE, 5, (5,)),
    ],
)
def test_the_people_fill_the_tables_that_the_rules_allow(
    sizes: tuple[int, ...], count: int, fills: tuple[int, ...] | None
) -> None:
    door = came(opened(sizes), range(1, count + 1))
    if fills is None:
        with pytest.raises(lots.LotsError, match=f"{count} people fill no tables"):
            door.close()
    else:
        assert door.close() == fills
        assert lots.verify(published(came(opened(sizes), range(1, count + 1)))) == []


@settings(max_examples=60, deadline=None)
@given(
    numbers=st.lists(st.integers(1, 999), min_size=8, max_size=150, unique=True),
    goes=st.lists(st.integers(0, 149), max_size=40),
    comes_again=st.sets(st.integers(0, 149), max_size=20),
    sizes=st.sampled_from([FOURS, HOUSE, (3, 4), (4, 5, 6)]),
    last=st.integers(0, 200),
    label=st.integers(),
)
def test_no_seat_twice_no_half_table_and_the_protocol_holds(
    numbers: list[int], goes: list[int], comes_again: set[int], sizes: tuple[int, ...], last: int, label: int
) -> None:
    """Any order of arrival, any departures, the last tables at any moment."""
    door = opened(sizes, digits(label), fixed=((numbers[0], 1, 2), (1000, 2, 1)))
    for index, number in enumerate(numbers):
        if index == last and index >= 8:
            door.announce(last=True)
        if not door.free:
            door.announce(last=False)
        door.draw(number)
        assert len(set(door.places.values())) == len(door.places)
        if index in goes and index > 8:
            door.give_back(number)
            if index in comes_again:
                door.draw(number)
    # The house fills up, as long as the people fill no tables.
    for number in itertools.count(2000):
        if door.sizes is not None:
            break
        if not door.free:
            door.announce(last=False)
        door.draw(number)
    content, people = published(door), sorted(door.places)
    assert sorted(number for table in content["lots"] for number in table) == people == content["entrants"]
    assert {len(table) for table in content["lots"]} <= set(sizes)
    assert lots.verify(content) == []


def changes(protocol: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Versions that somebody might try to pass off."""
    kinds = [step[0] for step in protocol["steps"]]
    other = {name: deepcopy(protocol) for name in ("seat", "number", "order", "again", "missing", "kept")}
    first = kinds.index(LOT)
    other["seat"]["steps"][first][3] = 5 - other["seat"]["steps"][first][3]
    other["number"]["steps"][first][1] = 998
    steps = other["order"]["steps"]
    steps[first], steps[first + 1] = steps[first + 1], steps[first]
    other["again"]["steps"][-1][2:] = other["again"]["steps"][-2][2:]
    del other["missing"]["steps"][-1]
    other["kept"]["steps"][first + 1][0] = "toString"
    lots_exchanged = deepcopy(protocol["lots"])
    lots_exchanged[0][0], lots_exchanged[1][0] = lots_exchanged[1][0], lots_exchanged[0][0]
    return other | {
        "secret": protocol | {"secret": "5a" * 32},
        "commitment": protocol | {"commitment": "00" * 32},
        "list_hash": protocol | {"list_hash": "00" * 32},
        "spaces": protocol | {"secret": " ".join(protocol["secret"])},
        "lots": protocol | {"lots": lots_exchanged},
        "no table": protocol | {"lots": protocol["lots"][:-1]},
        "entrants": protocol | {"entrants": protocol["entrants"][1:]},
        "tables": protocol | {"tables": [4]},
        "ahead": protocol | {"ahead": 11},
        "fixed": protocol | {"fixed": [[protocol["entrants"][0], 1, 1]]},
        "sizes": protocol | {"sizes": []},
        "match": protocol | {"match": 4},
    }


def example() -> dict[str, Any]:
    door = came(opened(), [12, 3, 40, 7, 9])
    door.give_back(7)
    came(door, [1, 2, 4])
    door.announce(last=True)
    return published(came(door, [7, *range(50, 54)]))


@pytest.mark.parametrize("name", changes(example()))
def test_whatever_is_changed_is_found(name: str) -> None:
    assert [step[0] for step in example()["steps"]].count(AGAIN) > 1
    assert {step[0] for step in example()["steps"]} == {LOT, BACK, LAST, AGAIN}
    assert lots.verify(changes(example())[name])


@pytest.mark.parametrize(
    "name", ["match", "sizes", "usual", "ahead", "fixed", "steps", "entrants", "tables", "lots", "secret", "list_hash"]
)
def test_what_is_no_protocol_is_refused(name: str) -> None:
    for wrong in ({}, None, [["1"]], True):
        with pytest.raises(lots.LotsError, match=name):
            lots.verify(example() | {name: wrong})


def test_a_later_lot_cannot_be_known_from_earlier_ones_without_the_secret() -> None:
    """Two secrets that gave the same first lots go on differently: nothing follows from what was seen."""
    places: dict[tuple[Any, ...], set[tuple[int, int]]] = {}
    for label in range(400):
        door = came(opened(secret=digits(label)), [1])
        first = tuple(door.places.items())
        places.setdefault(first, set()).add(came(door, [2]).places[2])
    assert len(places) == 12
    assert all(len(second) > 8 for second in places.values())


def test_the_command_line_says_that_it_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "door.json"
    file.write_text(json.dumps(example()))
    assert main(["verify", str(file)]) == 0
    counted = sum(step[0] in (LOT, AGAIN) for step in example()["steps"])
    assert (
        capsys.readouterr().out
        == f"The lots of match 1, drawn at the door, hold: 3 tables, 12 seats, {counted} lots.\n"
    )
    file.write_text(json.dumps(changes(example())["seat"]))
    assert main(["verify", str(file)]) == 1
