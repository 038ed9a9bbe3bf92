"""The published protocol of a draw, and the answer of the check to every kind of change."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.lots.fields import SEED, digits, field
from tournament import lots

HERE = Path(__file__).parent
FILES = ["spielliste-1.json", "spielliste-2.json"]
SECRET, HALL = digits("secret"), ["7", "042", "1998"]
SPACED = " ".join([SEED[:32], SEED[32:]])
PUBLISHED = lots.protocol(
    field((4,) * 6, 2, source="numbers", clubs=((1, 2, 3), (5, 6)), fixed=((20, 6, 4),)), secret=SECRET, hall=HALL
)


def protocol_of(name: str) -> dict[str, Any]:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def changed(**fields: Any) -> dict[str, Any]:
    return copy.deepcopy(PUBLISHED) | fields


def test_what_is_published() -> None:
    assert list(PUBLISHED) == [
        *("algorithm", "match", "matches", "source", "entrants", "tables", "clubs", "fixed", "even_seats", "earlier"),
        *("list_hash", "commitment", "secret", "hall", "seed", "lots", "meetings"),
    ]
    assert json.loads(json.dumps(PUBLISHED)) == PUBLISHED
    assert (PUBLISHED["algorithm"], PUBLISHED["secret"], PUBLISHED["hall"]) == ("spielliste-2", SECRET, HALL)
    assert PUBLISHED["meetings"] == {"again": 0, "clubs": 0, "seats": 0}


@pytest.mark.parametrize("name", FILES)
def test_protocols_of_both_algorithms_hold(name: str) -> None:
    assert lots.verify(protocol_of(name)) == []
    assert lots.verify(protocol_of(name) | {"tournament": "feldkirchen-2026", "lots_by_name": {"deep": [[]]}}) == []


@pytest.mark.parametrize("source", lots.SOURCES)
def test_every_source_holds(source: str) -> None:
    hall = {"system": [], "numbers": ["0", "00", "99999999999999999999"], "lottery": ["4913283147"]}[source]
    published = lots.protocol(field((4, 4), source=source), secret=SECRET, hall=hall)
    assert lots.verify(json.loads(json.dumps(published))) == []


@pytest.mark.parametrize("name", FILES)
def test_one_changed_seat_is_named(name: str) -> None:
    published = protocol_of(name)
    number = published["lots"][1][2]
    published["lots"][1][2] = 99
    assert lots.verify(published) == [f"table 2, seat 3: published 99, drawn {number}"]


def test_two_exchanged_seats_are_both_named() -> None:
    published = changed()
    first, last = published["lots"][0], published["lots"][2]
    first[0], last[3] = last[3], first[0]
    assert lots.verify(published) == [
        f"table 1, seat 1: published {first[0]}, drawn {last[3]}",
        f"table 3, seat 4: published {last[3]}, drawn {first[0]}",
    ]


def test_a_table_left_out_and_one_too_many_are_named() -> None:
    short, long = changed(), changed()
    left_out = short["lots"].pop()
    long["lots"].append([20])
    assert lots.verify(short) == [
        f"table 6, seat {seat}: published nobody, drawn {number}" for seat, number in enumerate(left_out, start=1)
    ]
    assert lots.verify(long) == ["table 7, seat 1: published 20, drawn nobody"]


def test_another_secret_does_not_fit_its_commitment() -> None:
    secret = digits("another secret")
    seed = lots.draw_seed(list_hash=PUBLISHED["list_hash"], secret=secret, hall=HALL)
    assert lots.verify(changed(secret=secret)) == [
        f"the commitment to the secret is {lots.commitment(secret)}, not {PUBLISHED['commitment']}",
        f"the seed is {seed}, not {PUBLISHED['seed']}",
    ]


def test_another_commitment_does_not_fit_its_secret() -> None:
    assert lots.verify(changed(commitment=SEED)) == [
        f"the commitment to the secret is {PUBLISHED['commitment']}, not {SEED}"
    ]


def test_a_draw_made_up_for_another_secret_shows_in_the_commitment_alone() -> None:
    """Somebody who tries secrets after closing the list can make everything fit except the hash published before."""
    pleasing = lots.protocol(
        lots.Terms.from_json(PUBLISHED), secret=digits("a pleasing secret"), hall=PUBLISHED["hall"]
    )
    assert lots.verify(pleasing | {"commitment": PUBLISHED["commitment"]}) == [
        f"the commitment to the secret is {pleasing['commitment']}, not {PUBLISHED['commitment']}"
    ]


@pytest.mark.parametrize("hall", [["8", "042", "1998"], ["042", "7", "1998"], ["7", "42", "1998"]])
def test_another_number_of_the_hall_is_another_seed(hall: list[str]) -> None:
    seed = lots.draw_seed(list_hash=PUBLISHED["list_hash"], secret=SECRET, hall=hall)
    assert lots.verify(changed(hall=hall)) == [f"the seed is {seed}, not {PUBLISHED['seed']}"]


@pytest.mark.parametrize(
    "change",
    [
        {"match": 1, "earlier": []},
        {"matches": 3},
        {"source": "lottery"},
        {"entrants": [*range(1, 24), 25]},
        {"clubs": [*PUBLISHED["clubs"], [10, 11]]},
        {"clubs": []},
        {"fixed": []},
        {"fixed": [[20, 5, 4]]},
        {"even_seats": True},
        {"earlier": []},
        {"tables": [5, 3, 4, 4, 4, 4]},
    ],
    ids=lambda change: "-".join(change),
)
def test_a_changed_list_shows_in_its_hash_and_seed(change: dict[str, Any]) -> None:
    published = changed(**change)
    list_hash = lots.Terms.from_json(published).list_hash
    seed = lots.draw_seed(list_hash=list_hash, secret=SECRET, hall=HALL)
    assert lots.verify(published)[:2] == [
        f"the hash of the list is {list_hash}, not {PUBLISHED['list_hash']}",
        f"the seed is {seed}, not {PUBLISHED['seed']}",
    ]


def test_seats_are_told_by_the_published_seed() -> None:
    """One wrong line in the list does not make every seat wrong: only the changed player differs here."""
    published = changed(entrants=[*range(1, 20), *range(21, 26)], fixed=[[25, 6, 4]])
    for match in published["earlier"]:
        for table in match:
            table[:] = [25 if number == 20 else number for number in table]
    assert lots.verify(published)[2:] == ["table 6, seat 4: published 20, drawn 25"]


def test_another_seed_is_told_with_the_seats_that_it_would_give() -> None:
    differences = lots.verify(changed(seed=SEED))
    assert differences[0] == f"the seed is {PUBLISHED['seed']}, not {SEED}"
    tables = lots.draw(lots.Terms.from_json(PUBLISHED), SEED)
    assert len(differences) - 1 == sum(
        one != other
        for here, there in zip(PUBLISHED["lots"], tables, strict=True)
        for one, other in zip(here, there, strict=True)
    )


@pytest.mark.parametrize(
    ("count", "value", "sentence"),
    [
        ("again", 1, "meetings.again is 0, not 1"),
        ("clubs", 7, "meetings.clubs is 0, not 7"),
        ("seats", -1, "meetings.seats is 0, not -1"),
        ("again", "none", "meetings.again is 0, not none"),
    ],
)
def test_falsified_meetings(count: str, value: Any, sentence: str) -> None:
    assert lots.verify(changed(meetings=PUBLISHED["meetings"] | {count: value})) == [sentence]


def test_meetings_left_out() -> None:
    assert lots.verify(changed(meetings={})) == [
        f"meetings.{name} is 0, not None" for name in ("again", "clubs", "seats")
    ]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": SPACED}, "the seed is typed with spaces: please write its 64 digits without any"),
        ({"seed": SEED + "\n"}, "the seed is typed with spaces: please write its 64 digits without any"),
        ({"secret": SPACED}, "the secret is typed with spaces: please write its 64 digits without any"),
        ({"seed": ""}, "the seed is not 64 digits of 0-9 and a-f"),
        ({"secret": "00"}, "the secret is not 64 digits of 0-9 and a-f"),
        ({"source": "dice"}, "the source “dice” is not known"),
        ({"hall": []}, "the source “numbers” needs 3 to 3 numbers, not 0"),
        ({"hall": ["1", "2"]}, "the source “numbers” needs 3 to 3 numbers, not 2"),
        ({"hall": ["1"] * 4}, "the source “numbers” needs 3 to 3 numbers, not 4"),
        ({"source": "system"}, "the source “system” needs 0 to 0 numbers, not 3"),
        ({"source": "lottery", "hall": []}, "the source “lottery” needs 1 to 12 numbers, not 0"),
        ({"source": "lottery", "hall": ["1"] * 13}, "the source “lottery” needs 1 to 12 numbers, not 13"),
        ({"hall": ["1", "2 3", "4"]}, "“2 3” is no number: digits alone, 20 at most, without spaces"),
        ({"hall": ["1", "2,3", "4"]}, "“2,3” is no number: digits alone, 20 at most, without spaces"),
        ({"hall": ["1", "", "4"]}, "“” is no number: digits alone, 20 at most, without spaces"),
        ({"hall": ["1", "-2", "4"]}, "“-2” is no number: digits alone, 20 at most, without spaces"),
        ({"hall": ["1", "٣", "4"]}, "“٣” is no number: digits alone, 20 at most, without spaces"),
        ({"entrants": [1, 2, 3]}, "3 entrants do not fill tables of 4,4,4,4,4,4"),
        ({"tables": [4, 4]}, "24 entrants do not fill tables of 4,4"),
        ({"match": 3}, "match 3 is none of 2"),
        ({"clubs": [[1, 2], [2, 3]]}, "a club names somebody twice or nobody on the list"),
        ({"fixed": [[20, 9, 9]]}, "a fixed place is at no table"),
    ],
)
def test_what_cannot_be_checked_has_its_sentence(change: dict[str, Any], sentence: str) -> None:
    assert lots.verify(changed(**change)) == [sentence]


# ------------------------------------------------------------------------------------------- the first algorithm


def test_a_changed_list_of_the_first_algorithm() -> None:
    published = protocol_of("spielliste-1.json")
    published["entrants"][-1] = 17
    differences = lots.verify(published)
    assert differences[0].startswith("the hash of the entrants is ")
    assert differences[0].endswith(f", not {published['entrants_hash']}")
    assert [part.split(":")[1] for part in differences[1:]] == [" published 16, drawn 17"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": SPACED}, "the seed is typed with spaces: please write its 64 digits without any"),
        ({"seed": "5f"}, "the seed is not 64 digits of 0-9 and a-f"),
        ({"entrants": [2, 1, 3, 4]}, "the entrants are not in ascending order, or one is listed twice"),
        ({"entrants": [1, 2, 3, 4, 5]}, "5 entrants do not fill tables of 4"),
        ({"entrants": []}, "0 entrants do not fill tables of "),
    ],
)
def test_what_the_first_algorithm_cannot_check(change: dict[str, Any], sentence: str) -> None:
    assert lots.verify(protocol_of("spielliste-1.json") | change) == [sentence]


def test_another_seed_of_the_first_algorithm() -> None:
    assert len(lots.verify(protocol_of("spielliste-1.json") | {"seed": SEED})) > 6


# ------------------------------------------------------------------------------------------- no protocol at all

WRONG: dict[str, list[Any]] = {
    "match": [None, True, "2", 2.0, [2]],
    "matches": [None, False, "2", 1e400],
    "source": [None, 7, ["system"]],
    "entrants": [None, "1,2", {}, [1, "2"], [True], [1.0], [[1]]],
    "tables": [None, 4, [4, None], ["4"], [4.0]],
    "clubs": [None, {}, [1], [[1, "2"]], [None]],
    "fixed": [None, [1, 1, 1], [[1, 1]], [[1, 1, 1, 1]], [["1", 1, 1]], [{}]],
    "even_seats": [None, 0, 1, "no", []],
    "earlier": [None, [1], [[1]], [[["1"]]], {}],
    "list_hash": [None, 0, []],
    "commitment": [None, 0, {}],
    "secret": [None, 0, []],
    "hall": [None, "7", [7, 8, 9], [None]],
    "seed": [None, 7, []],
    "lots": [None, {}, [7], [[1, "2"]], [[True, 2, 3, 4]], [[1.5]], [None]],
    "meetings": [None, [], 0, "none"],
}


def test_every_field_is_tried() -> None:
    assert set(WRONG) == set(PUBLISHED) - {"algorithm"}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_field_of_the_wrong_kind(name: str, value: Any) -> None:
    with pytest.raises(lots.LotsError) as refused:
        lots.verify(changed(**{name: value}))
    assert str(refused.value) == f"the field “{name}” is missing or of the wrong kind"


@pytest.mark.parametrize("file", FILES)
def test_a_missing_field(file: str) -> None:
    published = protocol_of(file)
    for name in published.keys() - {"tournament"}:
        without = {key: value for key, value in published.items() if key != name}
        with pytest.raises(lots.LotsError, match=f"the field “{name}” is missing"):
            lots.verify(without)


@pytest.mark.parametrize("content", [None, [], "text", 7, [PUBLISHED]])
def test_something_else_than_a_protocol(content: Any) -> None:
    with pytest.raises(lots.LotsError, match="the file is no protocol of a draw"):
        lots.verify(content)


@pytest.mark.parametrize("algorithm", ["spielliste-3", "", "Spielliste-2", "spielliste-2 "])
def test_an_algorithm_of_tomorrow(algorithm: str) -> None:
    with pytest.raises(lots.LotsError) as refused:
        lots.verify(changed(algorithm=algorithm))
    assert str(refused.value) == f"the algorithm “{algorithm}” is not known here"
