"""The protocol of a draw: everything that anyone needs to recompute every lot. This module writes and recomputes it."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tournament.lots.by_hand import BY_HAND, hand_problems, places_by_hand
from tournament.lots.chance import ALGORITHM, FIRST_ALGORITHM, check_hex, commitment, draw_seed, sha256_text, shuffle
from tournament.lots.door import DOOR, door_misfits, recomputed_door
from tournament.lots.errors import LotsError
from tournament.lots.moving import MOVING, differing_fields, moved_lots
from tournament.lots.seating import draw, meetings
from tournament.lots.terms import HAND, LOTTERY, NUMBERS, SYSTEM, Terms

ALGORITHMS = (FIRST_ALGORITHM, ALGORITHM, BY_HAND, MOVING, DOOR)
# The smallest and the largest count of numbers of each source: three participants name one each; a lottery has one to
# twelve.
HALL = {SYSTEM: (0, 0), NUMBERS: (3, 3), LOTTERY: (1, 12)}
_DIGITS = re.compile(r"[0-9]{1,20}")


def protocol(terms: Terms, *, secret: str, hall: Sequence[str] = ()) -> dict[str, Any]:
    """Draw the lots and return the protocol to publish, ready for JSON: the list, the sources of the seed, the lots.

    `secret` was committed when the list was closed; `hall` holds the numbers named in the hall, as strings of digits.
    Raises LotsError if they do not fit the terms.
    """
    _check_hall(terms.source, hall)
    list_hash = terms.list_hash
    seed = draw_seed(list_hash=list_hash, secret=secret, hall=hall)
    tables = draw(terms, seed)
    return {
        "algorithm": ALGORITHM,
        **terms.to_json(),
        "list_hash": list_hash,
        "commitment": commitment(secret),
        "secret": secret,
        "hall": list(hall),
        "seed": seed,
        "lots": tables,
        "meetings": asdict(meetings(terms, tables)),
    }


def hand_protocol(terms: Terms, lots: Sequence[Sequence[int]]) -> dict[str, Any]:
    """Return the protocol of lots that were drawn by hand, ready for JSON: the list, and who sits where.

    Nothing can be recomputed. Raises LotsError if a lot is missing, given twice or fits no table.
    """
    for problem in _misfits(terms, lots):
        raise LotsError(problem)
    return {
        "algorithm": BY_HAND,
        **terms.to_json(),
        "list_hash": terms.list_hash,
        "lots": [list(table) for table in lots],
        "meetings": asdict(meetings(terms, lots)),
    }


def read_protocol(published: Any) -> dict[str, Any]:
    """Read a protocol and check the type of every field. Raises LotsError if it is no protocol at all."""
    if not isinstance(published, Mapping):
        raise LotsError("the file is no protocol of a draw")
    _check_fields(published, {"algorithm": _is_text})
    if published["algorithm"] not in ALGORITHMS:
        raise LotsError(f"the algorithm “{published['algorithm']}” is not known here")
    _check_fields(published, _FIELDS[published["algorithm"]])
    return dict(published)


def verify(published: Any) -> list[str]:
    """Recompute a published protocol. Return every difference as a sentence; an empty list means that the draw holds.

    Lots drawn by hand cannot be recomputed: only their list is checked, and that everyone on it sits once. Raises
    LotsError if it is no protocol at all, or names an unknown algorithm.
    """
    published = read_protocol(published)
    recompute = {
        FIRST_ALGORITHM: _recompute_first, ALGORITHM: _recompute, BY_HAND: _check_hand, MOVING: _recompute_movement,
        DOOR: _recompute_door,
    }[published["algorithm"]]  # fmt: skip
    try:
        return list(recompute(published))
    except LotsError as error:
        return [str(error)]


def _recompute(published: Mapping[str, Any]) -> Iterator[str]:
    terms = Terms.from_json(dict(published))
    _check_hall(terms.source, published["hall"])
    expected = protocol(terms, secret=published["secret"], hall=published["hall"])
    for name, words in (
        ("list_hash", "hash of the list"),
        ("commitment", "commitment to the secret"),
        ("seed", "seed"),
    ):
        check_hex(words, published[name])
        if published[name] != expected[name]:
            yield f"the {words} is {expected[name]}, not {published[name]}"
    # Draw again from the published seed, so that one wrong line in the list does not make every seat wrong.
    tables = expected["lots"] if published["seed"] == expected["seed"] else draw(terms, published["seed"])
    yield from _differing_seats(published["lots"], tables)
    if published["lots"] == tables:
        yield from _differing_meetings(published, expected["meetings"])


def _check_hand(published: Mapping[str, Any]) -> Iterator[str]:
    terms = Terms.from_json(dict(published))
    check_hex("hash of the list", published["list_hash"])
    if published["list_hash"] != terms.list_hash:
        yield f"the hash of the list is {terms.list_hash}, not {published['list_hash']}"
    misfits = _misfits(terms, published["lots"])
    yield from misfits
    if not misfits:
        yield from _differing_meetings(published, asdict(meetings(terms, published["lots"])))


def _recompute_movement(published: Mapping[str, Any]) -> Iterator[str]:
    check_hex("hash of the list", published["list_hash"])
    yield from differing_fields(dict(published))
    yield from _differing_seats(published["lots"], moved_lots(dict(published)))


def _recompute_door(published: Mapping[str, Any]) -> Iterator[str]:
    for name, words in (("list_hash", "hash of the list"), ("commitment", "commitment to the secret")):
        check_hex(words, published[name])
    expected = recomputed_door(published)
    yield from door_misfits(published, expected)
    yield from _differing_seats(published["lots"], expected["lots"])


def _misfits(terms: Terms, lots: Sequence[Sequence[int]]) -> list[str]:
    """Everything that is wrong with lots by hand, as sentences."""
    if terms.source != HAND:
        return [f"lots by hand do not come from the source “{terms.source}”"]
    return [
        _HAND_PROBLEMS[problem.code].format(**problem.fields) for problem in hand_problems(terms, places_by_hand(lots))
    ]


def _differing_meetings(published: Mapping[str, Any], expected: Mapping[str, int]) -> Iterator[str]:
    for name, count in expected.items():
        if published["meetings"].get(name) != count:
            yield f"meetings.{name} is {count}, not {published['meetings'].get(name)}"


def _recompute_first(published: Mapping[str, Any]) -> Iterator[str]:
    """Recompute by the first algorithm: a seed shuffles the entrants, who fill tables of four in this order."""
    entrants = published["entrants"]
    expected_hash = sha256_text(",".join(map(str, entrants)))
    check_hex("hash of the entrants", published["entrants_hash"])
    if published["entrants_hash"] != expected_hash:
        yield f"the hash of the entrants is {expected_hash}, not {published['entrants_hash']}"
    terms = Terms(match=1, matches=1, entrants=tuple(entrants), tables=(4,) * (len(entrants) // 4))
    order = shuffle(terms.entrants, published["seed"])
    yield from _differing_seats(published["lots"], [order[first : first + 4] for first in range(0, len(order), 4)])


def _check_hall(source: str, hall: Sequence[str]) -> None:
    if source not in HALL:
        raise LotsError(f"from the source “{source}” nothing can be drawn")
    least, most = HALL[source]
    if not least <= len(hall) <= most:
        raise LotsError(f"the source “{source}” needs {least} to {most} numbers, not {len(hall)}")
    for number in hall:
        if not _DIGITS.fullmatch(number):
            raise LotsError(f"“{number}” is no number: digits alone, 20 at most, without spaces")


def _differing_seats(lots: Sequence[Sequence[int]], expected: Sequence[Sequence[int]]) -> Iterator[str]:
    for table in range(max(len(lots), len(expected))):
        here = lots[table] if table < len(lots) else []
        there = expected[table] if table < len(expected) else []
        for seat in range(max(len(here), len(there))):
            number_here = here[seat] if seat < len(here) else "nobody"
            number_there = there[seat] if seat < len(there) else "nobody"
            if number_here != number_there:
                yield f"table {table + 1}, seat {seat + 1}: published {number_here}, drawn {number_there}"


def _check_fields(published: Mapping[str, Any], kinds: Mapping[str, Callable[[Any], bool]]) -> None:
    for name, fits in kinds.items():
        if name not in published or not fits(published[name]):
            raise LotsError(f"the field “{name}” is missing or of the wrong kind")


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return type(value) is int


def _is_step(value: Any) -> bool:
    """Whether this is a kind in words and three numbers."""
    return isinstance(value, list) and len(value) == 4 and _is_text(value[0]) and all(map(_is_number, value[1:]))


def _list_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


_numbers = _list_of(_is_number)
_tables = _list_of(_numbers)
_places = _list_of(lambda place: _numbers(place) and len(place) == 3)
_LIST_FIELDS: Mapping[str, Callable[[Any], bool]] = {
    "match": _is_number, "matches": _is_number, "source": _is_text, "entrants": _numbers, "tables": _numbers,
    "clubs": _tables, "fixed": _places,
    "even_seats": lambda value: type(value) is bool, "earlier": _list_of(_tables), "list_hash": _is_text,
    "lots": _tables, "meetings": lambda value: isinstance(value, Mapping),
}  # fmt: skip
_FIELDS: Mapping[str, Mapping[str, Callable[[Any], bool]]] = {
    FIRST_ALGORITHM: {
        "match": _is_number, "entrants": _numbers, "entrants_hash": _is_text, "seed": _is_text, "lots": _tables,
    },
    ALGORITHM: {
        **_LIST_FIELDS, "commitment": _is_text, "secret": _is_text, "hall": _list_of(_is_text), "seed": _is_text,
    },
    BY_HAND: _LIST_FIELDS,
    DOOR: {
        "match": _is_number, "matches": _is_number, "sizes": _numbers, "usual": _is_number, "ahead": _is_number,
        "fixed": _places, "list_hash": _is_text, "commitment": _is_text, "secret": _is_text,
        "steps": _list_of(_is_step), "entrants": _numbers, "tables": _numbers, "lots": _tables,
    },
    MOVING: {**_LIST_FIELDS, "seating": _is_text, "step": _is_number, "figures": _list_of(_tables)},
}  # fmt: skip
_HAND_PROBLEMS = {
    "unknown_number": "start number {number} is not on the list",
    "number_twice": "start number {number} has two lots",
    "no_such_table": "start number {number}: there is no table {table}",
    "no_such_seat": "start number {number}: there is no seat {seat} at table {table}",
    "seat_taken": "table {table}, seat {seat}: start numbers {other} and {number}",
    "fixed_elsewhere": "start number {number} has the fixed place table {table}, seat {seat}",
    "number_missing": "start number {number} has no lot",
    "table_not_full": "table {table} is not full, free: {seats}",
    "other_tables": "the tables have other numbers of seats than the list",
}
