"""Entries as people type them: shorthand, the points of some seats or of all, and the table for looking them up."""

import re

import pytest

from scoring.entries import canonical_entry, ends_by_itself, partings, run_together
from scoring.errors import ScoringError
from scoring.points import outcome_table, score_game
from scoring.records import GameRecord, Sanction
from scoring.ruleset import Ruleset, bundled_rulesets, load_ruleset, parse_ruleset, ruleset_text
from scoring.shorthand import format_record, parse_entry
from tests.records import changed, recorded


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ("r13++", recorded(contract="rufer", declarer=1, partner=3, result="won", level="schneider")),
        (" R 1 3 + ", recorded(contract="rufer", declarer=1, partner=3, result="won", level="simple")),
        ("r31−−−", recorded(contract="rufer", declarer=3, partner=1, result="lost", level="schwarz")),
        ("s2--", recorded(contract="solo", declarer=2, result="lost", level="schneider")),
        ("w4+++", recorded(contract="wenz", declarer=4, result="won", level="schwarz")),
        ("wt4+", recorded(contract="wenz-tout", declarer=4, result="won")),
        ("ST1-", recorded(contract="solo-tout", declarer=1, result="lost")),
        ("sie3", recorded(contract="sie", declarer=3, result="won")),
        ("sie3+", recorded(contract="sie", declarer=3, result="won")),
        ("r13!2", recorded(contract="rufer", declarer=1, partner=3, sanction=Sanction(kind="mistake", offender=2))),
        ("wt2!2", recorded(contract="wenz-tout", declarer=2, sanction=Sanction(kind="mistake", offender=2))),
        ("1 13", recorded(written=(1, -1, 1, -1))),
        ("1 31", recorded(written=(1, -1, 1, -1))),
        ("-1 13", recorded(written=(-1, 1, -1, 1))),
        ("3,24", recorded(written=(-3, 3, -3, 3))),
        ("6 2", recorded(written=(-2, 6, -2, -2), circled=2)),
        ("*6 2", recorded(written=(-2, 6, -2, -2), circled=2)),
        ("* 6.2", recorded(written=(-2, 6, -2, -2), circled=2)),
        ("-6 2", recorded(written=(2, -6, 2, 2), circled=2)),
        ("−18 4", recorded(written=(6, 6, 6, -18), circled=4)),
        ("2 134", recorded(written=(2, -6, 2, 2), circled=2)),
        ("24 3", recorded(written=(-8, -8, 24, -8))),
        ("113", recorded(written=(1, -1, 1, -1))),
        ("-113", recorded(written=(-1, 1, -1, 1))),
        ("62", recorded(written=(-2, 6, -2, -2), circled=2)),
        ("- 62", recorded(written=(2, -6, 2, 2), circled=2)),
        ("121", recorded(written=(12, -4, -4, -4), circled=1)),
        ("142", recorded(written=(-1, 1, -1, 1))),
        ("*124", recorded(written=(-4, -4, -4, 12), circled=4)),
        ("243", recorded(written=(-8, -8, 24, -8))),
        ("-1 1 1 -1", recorded(written=(-1, 1, 1, -1))),
        ("-1 +1 +1 -1", recorded(written=(-1, 1, 1, -1))),
        ("-1+1+1-1", recorded(written=(-1, 1, 1, -1))),
        ("−1, +1, +1, −1", recorded(written=(-1, 1, 1, -1))),
        ("- 1 + 1 + 1 - 1", recorded(written=(-1, 1, 1, -1))),
        ("*-2+6-2-2", recorded(written=(-2, 6, -2, -2), circled=2)),
    ],
)
def test_what_an_entry_means(ruleset: Ruleset, text: str, record: GameRecord) -> None:
    assert parse_entry(ruleset, text) == record


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "entry_empty"),
        (" * ", "entry_empty"),
        ("foo", "entry_unreadable"),
        ("x1+", "entry_unreadable"),
        ("r13+-", "entry_unreadable"),
        ("s1++++", "entry_unreadable"),
        ("6", "entry_unreadable"),
        ("6 2 2 2 2 x", "entry_unreadable"),
        ("1²", "entry_unreadable"),
        ("r13", "result_missing"),
        ("r11+", "partner_is_declarer"),
        ("r1+", "partner_missing"),
        ("s12+", "partner_not_allowed"),
        ("s7+", "seat_not_at_table"),
        ("s1!7", "seat_not_at_table"),
        ("sie3-", "always_won"),
        ("st1++", "field_not_used"),
        ("r13+!2", "not_used_with_sanction"),
        ("sie1!2", "ruling_needed"),
        ("6 7", "seat_not_at_table"),
        ("124", "entry_two_ways"),
        ("-123", "entry_two_ways"),
        ("131", "entry_unreadable"),
        ("2134", "entry_unreadable"),
        ("67", "entry_unreadable"),
        ("6 22", "no_such_points"),
        ("4 13", "no_such_points"),
        ("1 1 -2", "wrong_number_of_values"),
        ("1 1 -1 -1 0", "wrong_number_of_values"),
        ("-1 +1 +1 +0", "not_zero_sum"),
        ("1 1 1 -3", "no_such_outcome"),
        ("*1 13", "entry_not_circled"),
        ("*1 -1 1 -1", "entry_not_circled"),
    ],
)
def test_entries_refused(ruleset: Ruleset, text: str, code: str) -> None:
    with pytest.raises(ScoringError) as refusal:
        parse_entry(ruleset, text)
    assert refusal.value.code == code


def test_not_zero_sum_says_points_and_sum(ruleset: Ruleset) -> None:
    with pytest.raises(ScoringError) as refusal:
        parse_entry(ruleset, "-1 +1 +1 +0")
    assert refusal.value.context == {"points": (-1, 1, 1, 0), "sum": 1}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("sie1", "sie_does_not_count"),
        ("st1-", "first_tout_needs_points"),
        ("18 1", "first_game_not_allowed"),
        ("4 4 4 -12", "first_game_not_allowed"),
        ("124", "entry_two_ways"),
        ("121", "first_game_not_allowed"),
        ("1 1 1 -3", "no_such_outcome"),
    ],
)
def test_entries_refused_in_the_first_game(ruleset: Ruleset, text: str, code: str) -> None:
    with pytest.raises(ScoringError) as refusal:
        parse_entry(ruleset, text, first=True)
    assert refusal.value.code == code


def test_the_table_is_canonical_and_agrees_with_the_scoring(ruleset: Ruleset) -> None:
    table = outcome_table(ruleset)
    assert all(canonical_entry(text) == text for text in table)
    assert all(score_game(ruleset, outcome.record) == outcome.score for outcome in table.values())


def test_every_line_of_5_2_7_can_be_typed_in_each_way_by_points(ruleset: Ruleset) -> None:
    table = outcome_table(ruleset)
    # 3 values x 6 pairs of winners; 6 soloist values x 4 seats, Touts 2 x 4, Sie 1 x 4.
    lines = {outcome.record.paper.written for outcome in table.values() if outcome.record.paper.written}
    assert len(lines) == 3 * 6 + 6 * 4 + 2 * 4 + 4
    assert all(" ".join(str(value) for value in line) in table for line in lines)
    assert table["1 13"].score.points == table["-1 24"].score.points == (1, -1, 1, -1)


def test_digits_without_a_space_are_read_in_one_way_or_asked_back(ruleset: Ruleset) -> None:
    table = outcome_table(ruleset)
    spaced = {entry for entry in table if re.fullmatch(r"[*]?-?\d+ \d{1,2}", entry)}
    unspaced = {entry.replace(" ", "") for entry in spaced}
    open_readings = partings(table, 4)
    assert {text: readings for text, readings in open_readings.items() if text[0].isdigit()} == {
        "123": ["1 23", "12 3"],
        "124": ["1 24", "12 4"],
    }
    assert unspaced - set(table) == set(open_readings) == {"123", "124", "-123", "-124"}
    assert set(run_together(table, 4)) - unspaced == {"132", "142", "-132", "-142"}
    assert all(table[text] == table[entry] for text, entry in run_together(table, 4).items())


@pytest.mark.parametrize(
    ("entries", "alone"),
    [(["1 13", "6 2", "12 3"], True), (["1 13", "11 3"], True), (["6 1", "6 12"], False), (["1 23", "12 3"], True)],
)
def test_where_no_entry_begins_another_the_next_digit_is_the_next_ones(entries: list[str], alone: bool) -> None:
    assert ends_by_itself(entries, 4) == alone


def test_at_the_tables_of_the_school_every_entry_ends_by_itself() -> None:
    ending = {name for name in bundled_rulesets() if ends_by_itself(outcome_table(load_ruleset(name)), 4)}
    assert {"schafkopfschule-2023", "schafkopfschule-2007"} <= ending
    assert "house-10-60" not in ending


def test_written_records_format_to_the_shortest_entry() -> None:
    assert format_record(recorded(written=(-2, 6, -2, -2), circled=2)) == "6 2"
    assert format_record(recorded(written=(2, -6, 2, 2))) == "-6 2"
    assert format_record(recorded(written=(-1, 1, -1, 1))) == "1 24"
    assert format_record(recorded(written=(9, -9, 0, 0))) == "9 -9 0 0"


@pytest.mark.parametrize(
    "record",
    [
        recorded(contract="rufer", declarer=1, partner=3, card_points=94, tricks=7),
        recorded(contract="solo", declarer=1, result="won", approved=True),
        recorded(contract="solo", declarer=1, partner=2, result="won"),
        recorded(contract="solo", declarer=1, sanction=Sanction(kind="invalid-bid", offender=1)),
        recorded(written=(6, -2, -2, -2), approved=True),
        GameRecord(),
    ],
)
def test_records_that_no_entry_can_say(record: GameRecord) -> None:
    with pytest.raises(ScoringError) as refusal:
        format_record(record)
    assert refusal.value.code == "no_shorthand"


SIMPLE = recorded(contract="simple", result="won", level="simple")


@pytest.mark.parametrize(
    ("name", "entry", "record"),
    [
        ("palatinate-three", "eh1+", changed(SIMPLE, suit="H", declarer=1)),
        (
            "palatinate-three",
            "ee2--",
            changed(SIMPLE, suit="E", declarer=2, result="lost", level="schneider"),
        ),
        (
            "schafkopfschule-2023",
            "sg3+",
            changed(SIMPLE, contract="solo", suit="G", declarer=3),
        ),
        ("schafkopfschule-2023", "ste3+", recorded(contract="solo-tout", suit="E", declarer=3, result="won")),
        ("house-10-60", "ra3-", recorded(contract="ramsch", loser=3)),
        ("house-10-60", "ra3+", recorded(contract="ramsch", durchmarsch=3)),
        ("house-10-60", "rt13-", recorded(contract="rufer-tout", declarer=1, partner=3, result="lost")),
        ("social", "bb4+", recorded(contract="bettel-brett", declarer=4, result="won")),
        ("social", "k13+", recorded(contract="kreuz", declarer=1, partner=3, result="won", level="simple")),
    ],
)
def test_suits_and_other_contracts_have_their_letters(name: str, entry: str, record: GameRecord) -> None:
    ruleset = load_ruleset(name)
    assert parse_entry(ruleset, entry) == record
    assert format_record(record) == entry
    assert score_game(ruleset, record) == outcome_table(ruleset)[entry].score


def test_who_sits_opposite_is_told_by_who_plays() -> None:
    text = re.sub(r"(?m)^seats = .*", 'seats = { value = [4, 5], section = "–" }', ruleset_text("social"))
    five = outcome_table(parse_ruleset(text), seats=5, sits_out=2)
    assert five["k14+"].score.points == (1, 0, -1, 1, -1)
    assert {entry for entry in five if re.fullmatch(r"k\d\d\+", entry)} == {"k14+", "k41+", "k35+", "k53+"}


@pytest.mark.parametrize(
    ("name", "entry", "code"),
    [
        ("palatinate-three", "e1+", "suit_missing"),
        ("palatinate-three", "sh1+", "suit_is_a_contract"),
        ("schafkopfschule-2023", "ra3-", "contract_not_played"),
        ("house-10-60", "ra5-", "seat_not_at_table"),
        ("house-10-60", "ra3--", "field_not_used"),
    ],
)
def test_letters_that_do_not_fit_say_why(name: str, entry: str, code: str) -> None:
    with pytest.raises(ScoringError) as refused:
        parse_entry(load_ruleset(name), entry)
    assert refused.value.code == code


def test_points_that_may_be_circled_or_not_are_not_without_a_star() -> None:
    text = ruleset_text("house-10-60")
    start = text.index("[contracts.solo]")
    circling = parse_ruleset(
        text[:start] + text[start:].replace("circled = { value = false", "circled = { value = true", 2)
    )
    assert parse_entry(circling, "60 3") == recorded(written=(-20, -20, 60, -20))
    assert parse_entry(circling, "*60 3") == recorded(written=(-20, -20, 60, -20), circled=3)
    assert parse_entry(circling, "-60 1") == recorded(written=(-60, 20, 20, 20))
    assert parse_entry(circling, "90 2") == recorded(written=(-30, 90, -30, -30), circled=2)


@pytest.mark.parametrize(
    ("entry", "record"),
    [
        ("r15+", recorded(contract="rufer", declarer=1, partner=5, result="won", level="simple")),
        ("60 5", recorded(written=(-20, -20, 0, -20, 60))),
        ("10 10 0 -10 -10", recorded(written=(10, 10, 0, -10, -10))),
    ],
)
def test_at_a_table_of_five_who_deals_has_no_part(entry: str, record: GameRecord) -> None:
    house = load_ruleset("house-10-60")
    assert parse_entry(house, entry, seats=5, sits_out=3) == record
    with pytest.raises(ScoringError):
        parse_entry(house, entry)


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ("r13+", "sitter_does_not_play"),
        ("60 3", "no_such_points"),
        ("60 6", "seat_not_at_table"),
        ("10 10 10 -10 -20", "no_such_outcome"),
        ("10 10 -10 -10", "wrong_number_of_values"),
    ],
)
def test_at_a_table_of_five_entries_are_refused_by_its_seats(entry: str, code: str) -> None:
    with pytest.raises(ScoringError) as refused:
        parse_entry(load_ruleset("house-10-60"), entry, seats=5, sits_out=3)
    assert refused.value.code == code
