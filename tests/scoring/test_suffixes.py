"""What is typed behind a game: read, refused where the rules do not count it, and told in words."""

from itertools import product

import pytest

from scoring.contracts import KINDS
from scoring.errors import ScoringError
from scoring.points import score_game
from scoring.ruleset import Ruleset, load_ruleset
from scoring.shorthand import format_record, parse_entry
from scoring.suffixes import SUFFIX_LETTERS, counted_fields
from scoring.tariffs import load_tariff
from tests.records import recorded
from tests.rules import EVERYTHING, OFFENDER_PAYS, PLUS_ONCE, changed_rules

OFFICIAL = load_ruleset("schafkopfschule-2023")
HOUSE = load_ruleset("house-10-60")
HEARTS_DRAWN = changed_rules(
    "house-10-60",
    ("defenders_win = { value = 60", "defenders_win = { value = 61"),
    ('drawn = { value = "dealt-again"', 'drawn = { value = "no-points"'),
    ("hearts = { value = 0", "hearts = { value = 10"),
)
RUFER = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
SOLO = {"contract": "solo", "declarer": 2, "result": "won", "level": "schneider"}


@pytest.mark.parametrize(
    ("rules", "entry", "record", "points"),
    [
        # H 6: 10, and 10 for each of at least 3 runners; H 4: Contra doubles the 10 alone.
        (HOUSE, "r13+ l4", recorded(**RUFER, runners=4), (50, -50, 50, -50)),
        (HOUSE, "R 13 + C L3", recorded(**RUFER, runners=3, doublings=1), (50, -50, 50, -50)),
        # The house does not tell who holds them: "without" counts the same.
        (HOUSE, "r13+ o3", recorded(**RUFER, runners=3), (40, -40, 40, -40)),
        # 1 and 3 runners at 1; without 3 costs 2 each and is won by the declarer alone.
        (EVERYTHING, "r13+ l3", recorded(**RUFER, runners=3), (4, -4, 4, -4)),
        (EVERYTHING, "r13+ o3", recorded(**RUFER, runners=3, without=True), (13, -7, 1, -7)),
        # Schneider is 3, announced 1 more.
        (EVERYTHING, "s2++ an", recorded(**SOLO, announced=True), (-4, 12, -4, -4)),
        # Two laid and one knocked: eight times 3.
        (EVERYTHING, "s2++kl1le2", recorded(**SOLO, laid=2, knocked=1), (-24, 72, -24, -24)),
        # 4.1.2 with 61 for both: a Solo that neither side wins, with its suit where suits count.
        (HEARTS_DRAWN, "sh2=", recorded(contract="solo", suit="H", declarer=2, result="drawn"), (0, 0, 0, 0)),
        (EVERYTHING, "r13=", recorded(contract="rufer", declarer=1, partner=3, result="drawn"), (0, 0, 0, 0)),
        # 5.2.4 as some play it: seat 2 called the Stoss and pays for seat 4.
        (OFFENDER_PAYS, "r13- c2", recorded(**RUFER | {"result": "lost"}, doublings=1, doubled_by=2), (1, -2, 1, 0)),
        (PLUS_ONCE, "s2+", recorded(**SOLO | {"level": "simple"}), (0, 30, 0, 0)),
        (PLUS_ONCE, "0 30 30 30", recorded(written=(0, 30, 30, 30), circled=1), (0, 30, 30, 30)),
    ],
)
def test_a_suffix_is_read_counts_and_can_be_typed_again(rules, entry, record, points):
    assert parse_entry(rules, entry) == record
    assert score_game(rules, record).points == points
    assert parse_entry(rules, format_record(record)) == record


@pytest.mark.parametrize(
    ("rules", "entry", "code"),
    [
        (OFFICIAL, "r13+ l4", "suffix_not_counted"),  # 5.2.8: runners are for money only
        (OFFICIAL, "r13+ c", "suffix_not_counted"),  # 5.2.4
        (HOUSE, "r13+ le1", "suffix_not_counted"),
        (HOUSE, "r13+ v2", "suffix_not_counted"),
        (HOUSE, "r13+ l4 l4", "entry_unreadable"),
        (HOUSE, "r13+ l4 o3", "entry_unreadable"),
        (HOUSE, "r13+ l", "entry_unreadable"),
        (HOUSE, "r13+ ccc", "number_out_of_range"),  # H 4: Contra and Re
        (HOUSE, "w1+ l5", "number_out_of_range"),
        (HOUSE, "r13 l4", "result_missing"),
        (EVERYTHING, "s2+ an", "schneider_announced"),
        (EVERYTHING, "r13+ le5", "number_out_of_range"),
        (EVERYTHING, "r13+ o0", "without_runners"),
        (OFFENDER_PAYS, "r13+ c", "doubled_by_missing"),
        (OFFENDER_PAYS, "r13+ c3", "doubled_by_defender"),
        (OFFENDER_PAYS, "r13=", "dealt_again"),
    ],
)
def test_a_suffix_is_refused_with_the_reason(rules: Ruleset, entry: str, code: str) -> None:
    with pytest.raises(ScoringError) as refusal:
        parse_entry(rules, entry)
    assert refusal.value.code == code


def test_with_a_tariff_runners_and_claims_are_read_and_change_no_points():
    """5.2.8, 4.2.3."""
    record = parse_entry(OFFICIAL, "r13+ l5 v3", tariff=load_tariff("official"))
    assert record == recorded(**RUFER, runners=5, claimed=3)
    assert score_game(OFFICIAL, record).points == (1, -1, 1, -1)
    assert format_record(record) == "r13+ l5 v3"


def test_every_combination_comes_back_as_it_was_typed():
    parts = [("", "l0", "l3", "o3"), ("", "an"), ("", "c"), ("", "le1"), ("", "kl4")]
    entries = [" ".join(filter(None, ("s2++", *ways))) for ways in product(*parts)]
    assert [format_record(parse_entry(EVERYTHING, entry)) for entry in entries] == entries


def test_no_suffix_begins_like_a_contract_or_a_mark_of_the_desk():
    assert not set(SUFFIX_LETTERS) & {kind.letters for kind in KINDS.values()}
    assert not set(SUFFIX_LETTERS) & {"x", "g", "p", "t", "u"}


@pytest.mark.parametrize(
    ("rules", "tariff", "contract", "fields"),
    [
        (OFFICIAL, None, "rufer", ""),
        (OFFICIAL, "official", "rufer", "runners claimed"),
        (OFFICIAL, "official", "sie", ""),
        (HOUSE, None, "rufer", "runners doublings"),
        (EVERYTHING, None, "solo", "runners without announced doublings laid knocked"),
        (EVERYTHING, None, "sie", "laid knocked"),
        (OFFENDER_PAYS, None, "solo", "doublings doubled_by"),
    ],
)
def test_what_the_rules_and_the_tariff_ask_for(rules, tariff, contract, fields):
    prices = load_tariff(tariff) if tariff else None
    assert " ".join(counted_fields(rules, rules.contracts[contract], prices)) == fields
