"""The JSON of a record: flat, whatever parts the record has. Others read it, so its words and their order are fixed."""

import json
import random
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.records import (
    FIELDS,
    Decision,
    GamePlace,
    GameRecord,
    Money,
    PaperPoints,
    Play,
    PlayEnd,
    RamschEnd,
    Sanction,
    given_fields,
    record_from_json,
    record_to_json,
)
from tests.records import changed

# Every field in the order of the JSON, with its part and a value. No rules apply, so the values need not fit together.
PARTS: dict[str, tuple[str, object]] = {
    "contract": ("play", "rufer"),
    "declarer": ("play", 1),
    "partner": ("play", 3),
    "called": ("play", "E"),
    "suit": ("play", "H"),
    "result": ("end", "won"),
    "level": ("end", "schneider"),
    "card_points": ("end", 94),
    "tricks": ("end", 7),
    "runners": ("play", 4),
    "without": ("play", True),
    "doublings": ("play", 0),
    "doubled_by": ("play", 2),
    "announced": ("play", True),
    "late_tout": ("play", False),
    "surrender": ("end", "refused"),
    "card_points_by_seat": ("ramsch", [50, 40, 30, 0]),
    "tricks_by_seat": ("ramsch", [3, 3, 2, 0]),
    "loser": ("ramsch", 1),
    "second_loser": ("ramsch", 3),
    "durchmarsch": ("ramsch", 2),
    "jungfrauen": ("ramsch", []),
    "claimed": ("money", 3),
    "laid": ("play", 1),
    "knocked": ("play", 0),
    "pot": ("money", 40),
    "sanction": ("decision", {"kind": "revealed-cards", "offender": 2, "revealer": 4, "points": [-3, 1, 1, 1]}),
    "written": ("paper", [-2, 6, -2, -2]),
    "circled": ("paper", 2),
    "approved": ("decision", False),
    "struck": ("decision", True),
    "unplayed": ("decision", True),
    "first": ("place", False),
    "match": ("place", 2),
    "bock": ("place", True),
    "passed": ("place", 0),
    "sits_out": ("place", 5),
    "seats": ("place", 5),
}
FLAT = {name: value for name, (_, value) in PARTS.items()}

# A record of every kind, as in a file and in its parts.
KINDS = [
    ("{}", GameRecord()),
    (
        '{"contract": "rufer", "declarer": 1, "partner": 3, "card_points": 94, "tricks": 7}',
        GameRecord(play=Play(contract="rufer", declarer=1, partner=3), end=PlayEnd(card_points=94, tricks=7)),
    ),
    (
        '{"contract": "rufer", "declarer": 1, "partner": 3, "called": "E", "result": "won", "runners": 4, '
        '"doublings": 1, "surrender": "accepted", "first": false, "match": 2, "passed": 2, "seats": 4}',
        GameRecord(
            play=Play(contract="rufer", declarer=1, partner=3, called="E", runners=4, doublings=1),
            end=PlayEnd(result="won", surrender="accepted"),
            place=GamePlace(first=False, match=2, passed=2, seats=4),
        ),
    ),
    (
        '{"contract": "solo", "declarer": 2, "suit": "H", "result": "lost", "level": "schneider"}',
        GameRecord(play=Play(contract="solo", suit="H", declarer=2), end=PlayEnd(result="lost", level="schneider")),
    ),
    (
        '{"contract": "wenz-tout", "declarer": 4, "result": "won", "late_tout": true, "approved": true}',
        GameRecord(
            play=Play(contract="wenz-tout", declarer=4, late_tout=True),
            end=PlayEnd(result="won"),
            decision=Decision(approved=True),
        ),
    ),
    ('{"contract": "sie", "declarer": 3}', GameRecord(play=Play(contract="sie", declarer=3))),
    (
        '{"contract": "ramsch", "card_points_by_seat": [50, 40, 30, 0], "tricks_by_seat": [3, 3, 2, 0]}',
        GameRecord(
            play=Play(contract="ramsch"),
            ramsch=RamschEnd(card_points_by_seat=(50, 40, 30, 0), tricks_by_seat=(3, 3, 2, 0)),
        ),
    ),
    (
        '{"contract": "ramsch", "loser": 1, "jungfrauen": [2, 3]}',
        GameRecord(play=Play(contract="ramsch"), ramsch=RamschEnd(loser=1, jungfrauen=(2, 3))),
    ),
    (
        '{"contract": "ramsch", "durchmarsch": 4}',
        GameRecord(play=Play(contract="ramsch"), ramsch=RamschEnd(durchmarsch=4)),
    ),
    (
        '{"contract": "solo", "declarer": 1, "result": "won", "runners": 3, "claimed": 3, "laid": 1, "knocked": 2, '
        '"pot": 40}',
        GameRecord(
            play=Play(contract="solo", declarer=1, runners=3, laid=1, knocked=2),
            end=PlayEnd(result="won"),
            money=Money(claimed=3, pot=40),
        ),
    ),
    (
        '{"contract": "rufer", "declarer": 1, "partner": 3, "sanction": {"kind": "mistake", "offender": 2}}',
        GameRecord(
            play=Play(contract="rufer", declarer=1, partner=3),
            decision=Decision(sanction=Sanction(kind="mistake", offender=2)),
        ),
    ),
    (
        '{"sanction": {"kind": "wrong-deal", "offender": 4, "points": [1, 1, 1, -3]}, "sits_out": 4, "seats": 5}',
        GameRecord(
            decision=Decision(sanction=Sanction(kind="wrong-deal", offender=4, points=(1, 1, 1, -3))),
            place=GamePlace(seats=5, sits_out=4),
        ),
    ),
    (
        '{"written": [-2, 6, -2, -2], "circled": 2}',
        GameRecord(paper=PaperPoints(written=(-2, 6, -2, -2), circled=2)),
    ),
    (
        '{"written": [], "struck": true}',
        GameRecord(paper=PaperPoints(written=()), decision=Decision(struck=True)),
    ),
    ('{"unplayed": true}', GameRecord(decision=Decision(unplayed=True))),
]


@pytest.mark.parametrize(("text", "record"), KINDS)
def test_a_record_of_every_kind_is_read_and_written_again_to_the_letter(text: str, record: GameRecord) -> None:
    assert record_from_json(json.loads(text)) == record
    assert json.dumps(record_to_json(record)) == text
    assert json.dumps(record_to_json(record_from_json(json.loads(text)))) == text


def test_every_field_of_every_part_has_its_word_and_its_turn() -> None:
    assert tuple(PARTS) == FIELDS
    record = record_from_json(FLAT)
    parts = {field.name: getattr(record, field.name) for field in fields(GameRecord)}
    pairs = [(name.name, part) for part, values in parts.items() for name in fields(values)]
    assert sorted(pairs) == sorted((name, part) for name, (part, _) in PARTS.items())


@given(st.permutations(list(FLAT)), st.integers(0, len(FLAT)))
def test_any_fields_in_any_order_are_written_in_the_one_order(names: list[str], count: int) -> None:
    some = names[:count]
    record = record_from_json({name: FLAT[name] for name in some})
    assert json.dumps(record_to_json(record)) == json.dumps({name: FLAT[name] for name in FLAT if name in some})
    assert list(given_fields(record)) == [name for name in FLAT if name in some]


@pytest.mark.parametrize("name", FLAT)
def test_a_field_alone_stands_in_its_part_and_makes_another_record(name: str) -> None:
    record = record_from_json({name: FLAT[name]})
    part, value = PARTS[name]
    stands = getattr(getattr(record, part), name)
    expected = tuple(value) if isinstance(value, list) else value
    assert stands == (Sanction(**value | {"points": (-3, 1, 1, 1)}) if isinstance(value, dict) else expected)
    assert record != GameRecord()
    whole = record_from_json(FLAT)
    without = changed(whole, **{name: None})
    assert without != whole
    assert list(record_to_json(without)) == [other for other in FLAT if other != name]


def test_equal_records_have_the_same_hash() -> None:
    rng = random.Random(1)
    for _ in range(50):
        names = rng.sample(list(FLAT), rng.randint(0, len(FLAT)))
        one = record_from_json({name: FLAT[name] for name in names})
        other = record_from_json({name: FLAT[name] for name in reversed(names)})
        assert (one, hash(one)) == (other, hash(other))
        assert {one: "found"}[other] == "found"


def test_a_ramsch_spread_over_the_seats_in_another_way_has_another_hash() -> None:
    """Scores are remembered by record: records that share a hash make every look-up walk past all of them."""
    spread = [(mine, yours, 120 - mine - yours, 0) for mine in range(61) for yours in range(60)]
    records = [record_from_json({"contract": "ramsch", "card_points_by_seat": list(points)}) for points in spread]
    assert len(set(map(hash, records))) == len(spread)


WRONG = [
    *((name, "a text") for name in ("contract", "called", "suit", "result", "level", "surrender")),
    *((name, "a list of whole numbers") for name in ("written", "card_points_by_seat", "tricks_by_seat", "jungfrauen")),
    *((name, "true or false") for name in ("without", "announced", "late_tout", "approved", "struck")),
    *((name, "true or false") for name in ("unplayed", "first", "bock")),
    *((name, "a whole number") for name in ("declarer", "partner", "card_points", "tricks", "runners", "doublings")),
    *((name, "a whole number") for name in ("doubled_by", "loser", "second_loser", "durchmarsch")),
    *((name, "a whole number") for name in ("claimed", "laid", "knocked", "pot")),
    *((name, "a whole number") for name in ("circled", "match", "passed", "sits_out", "seats")),
]


def test_the_wrong_types_are_of_all_fields() -> None:
    assert {name for name, _ in WRONG} == set(FLAT) - {"sanction"}


@pytest.mark.parametrize(("name", "expected"), WRONG)
@pytest.mark.parametrize(("value", "actual"), [(None, "null"), ({}, "an object"), (1.5, "the number 1.5")])
def test_a_field_of_the_wrong_type_is_refused(name: str, expected: str, value: object, actual: str) -> None:
    with pytest.raises(ScoringError) as refusal:
        record_from_json({name: value})
    assert refusal.value.code == "wrong_type"
    assert refusal.value.context == {"field": name, "expected": expected, "found": actual}


def test_the_first_wrong_field_of_the_file_is_named() -> None:
    with pytest.raises(ScoringError) as refusal:
        record_from_json({"match": "2", "declarer": "1"})
    assert refusal.value.context["field"] == "match"
    with pytest.raises(ScoringError) as refusal:
        record_from_json({"match": "2", "winner": 1})
    assert refusal.value.code == "unknown_field"
    assert refusal.value.context == {"field": "winner", "known": FIELDS}


def test_a_decision_and_a_place_change_nothing_else() -> None:
    whole = record_from_json(FLAT)
    assert whole.decided(struck=None, approved=True) == changed(whole, struck=None, approved=True)
    assert whole.placed(first=True, seats=None) == changed(whole, first=True, seats=None)
