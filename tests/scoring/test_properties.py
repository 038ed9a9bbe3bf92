"""What must hold for every record, good or bad."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import MESSAGES, ScoringError
from scoring.games import check_game
from scoring.points import outcome_table, score_game
from scoring.records import GameRecord, Sanction, record_from_json, record_to_json
from scoring.ruleset import load_ruleset
from scoring.sheets import evaluate_sheet
from scoring.shorthand import canonical_entry, format_record, parse_entry
from tests.records import recorded

RULESET = load_ruleset("schafkopfschule-2023")
SEATS = st.integers(0, 5)
POINTS = st.lists(st.sampled_from([-18, -9, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 9, 12, 18, 24]), max_size=5).map(
    tuple
)


def maybe(values: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.none() | values


RECORDS = st.builds(
    recorded,
    contract=maybe(st.sampled_from([*RULESET.contracts, "ramsch"])),
    declarer=maybe(SEATS),
    partner=maybe(SEATS),
    called=maybe(st.sampled_from(["E", "G", "H", "S"])),
    suit=maybe(st.sampled_from(["E", "H", "X"])),
    result=maybe(st.sampled_from(["won", "lost", "drawn"])),
    level=maybe(st.sampled_from(["simple", "schneider", "schwarz", "hoch"])),
    card_points=maybe(st.integers(-1, 121)),
    tricks=maybe(st.integers(-1, 9)),
    late_tout=maybe(st.booleans()),
    sanction=maybe(
        st.builds(
            Sanction,
            kind=st.sampled_from([*RULESET.sanctions, "gossip"]),
            offender=SEATS,
            revealer=maybe(SEATS),
            points=maybe(POINTS),
        )
    ),
    written=maybe(POINTS),
    circled=maybe(SEATS),
    approved=maybe(st.booleans()),
    struck=maybe(st.booleans()),
    first=maybe(st.booleans()),
    match=maybe(st.integers(0, 3)),
    seats=maybe(st.integers(3, 5)),
)
# Records, a good part of which can be scored.
LIKELY = st.builds(
    recorded,
    contract=st.sampled_from([*RULESET.contracts]),
    declarer=st.integers(1, 4),
    partner=maybe(st.integers(1, 4)),
    card_points=maybe(st.integers(0, 120)),
    tricks=maybe(st.integers(0, 8)),
    result=maybe(st.sampled_from(["won", "lost"])),
    level=maybe(st.sampled_from(["simple", "schneider", "schwarz"])),
    late_tout=maybe(st.just(True)),
    first=maybe(st.booleans()),
    struck=maybe(st.just(True)),
    sanction=maybe(
        st.builds(
            Sanction,
            kind=st.sampled_from([*RULESET.sanctions]),
            offender=st.integers(1, 4),
            revealer=maybe(st.integers(1, 4)),
        )
    ),
)


@given(RECORDS | LIKELY)
def test_scored_with_sum_0_or_refused_with_a_code(record: GameRecord) -> None:
    problems = check_game(RULESET, record)
    assert all(problem.code in MESSAGES and problem.message for problem in problems)
    if problems:
        with pytest.raises(ScoringError) as refusal:
            score_game(RULESET, record)
        assert refusal.value.code == problems[0].code
        return
    score = score_game(RULESET, record)
    assert sum(score.points) == 0
    assert len(score.points) == 4
    if not record.decision.struck and record.decision.sanction is None:
        assert 0 not in score.points


@given(RECORDS | LIKELY)
def test_records_go_through_json_unchanged(record: GameRecord) -> None:
    assert record_from_json(record_to_json(record)) == record


@given(st.sampled_from(sorted(outcome_table(RULESET))))
def test_entries_round_trip(text: str) -> None:
    record = parse_entry(RULESET, text)
    assert parse_entry(RULESET, format_record(record)) == record
    if record.play.contract is not None:
        # Only a Sie can be typed in two ways: with its sign and without.
        assert format_record(record) == (text.removesuffix("+") if text.startswith("sie") else text)


@given(st.text(alphabet="rswtie1234567890+-−!* ,.;\t", max_size=14) | st.text(max_size=10), st.booleans())
def test_any_text_is_an_outcome_or_refused_with_a_code(text: str, first: bool) -> None:
    entry = canonical_entry(text)
    if entry not in outcome_table(RULESET, first=first):
        with pytest.raises(ScoringError) as refusal:
            parse_entry(RULESET, text, first=first)
        assert refusal.value.code in MESSAGES
        return
    record = parse_entry(RULESET, text, first=first)
    assert check_game(RULESET, record) == []


@given(st.lists(st.none() | RECORDS | LIKELY, max_size=34))
def test_any_sheet_adds_up(games: list[GameRecord | None]) -> None:
    sheet = evaluate_sheet(RULESET, games)
    assert len(sheet.lines) == len(games)
    assert sheet.checksum == 0
    assert all(line.sum == 0 for line in sheet.lines)
    assert all(plus - minus == total for plus, minus, total in zip(sheet.plus, sheet.minus, sheet.totals, strict=True))
    assert all(problem.code in MESSAGES and problem.message for problem in (*sheet.problems, *sheet.warnings))
    for line in sheet.lines:
        if line.struck or line.pending or line.problems or line.record is None:
            assert line.points == (0, 0, 0, 0)
        else:
            assert line.score is not None
            assert line.points == line.score.points
