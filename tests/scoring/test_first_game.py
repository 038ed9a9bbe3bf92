"""The first game of a match: 5.2.15 and 2.9.1, with readings 8 and 9."""

import pytest

from scoring.errors import ScoringError
from scoring.points import outcome_table, score_game
from scoring.records import GameRecord
from scoring.ruleset import Ruleset, parse_ruleset
from scoring.sheets import evaluate_sheet
from tests.records import recorded


def with_setting(ruleset: Ruleset, old: str, new: str) -> Ruleset:
    assert ruleset.text.count(old) == 1
    return parse_ruleset(ruleset.text.replace(old, new))


@pytest.fixture
def keeps_schneider(ruleset: Ruleset) -> Ruleset:
    return with_setting(ruleset, 'reduced_to = { value = "simple"', 'reduced_to = { value = "keep-schneider"')


def first(**fields: object) -> GameRecord:
    return recorded(first=True, declarer=1, **fields)


CASES = [
    ("tout-won", {"contract": "solo-tout", "result": "won"}, 6, 9),
    ("wenz-tout-won", {"contract": "wenz-tout", "result": "won"}, 6, 9),
    ("tout-lost-but-61", {"contract": "solo-tout", "result": "lost", "card_points": 61, "tricks": 6}, 6, 6),
    ("tout-lost-but-115", {"contract": "solo-tout", "card_points": 115, "tricks": 7}, 6, 9),
    ("tout-lost-with-60", {"contract": "solo-tout", "card_points": 60, "tricks": 4}, -6, -6),
    ("tout-lost-with-30", {"contract": "wenz-tout", "card_points": 30, "tricks": 4}, -6, -9),
    ("tout-lost-without-a-trick", {"contract": "wenz-tout", "card_points": 0, "tricks": 0}, -6, -9),
    ("solo-schwarz-won", {"contract": "solo", "result": "won", "level": "schwarz"}, 6, 9),
    ("wenz-schwarz-lost", {"contract": "wenz", "card_points": 0, "tricks": 0}, -6, -9),
    ("solo-schneider", {"contract": "solo", "result": "won", "level": "schneider"}, 9, 9),
    ("wenz-schneider-lost", {"contract": "wenz", "result": "lost", "level": "schneider"}, -9, -9),
    ("late-tout-schwarz", {"contract": "solo-tout", "late_tout": True, "result": "won", "level": "schwarz"}, 6, 9),
    ("late-tout-lost", {"contract": "solo-tout", "late_tout": True, "result": "lost"}, -6, -6),
]


@pytest.mark.parametrize(
    ("fields", "simple", "schneider"), [pytest.param(*case[1:], id=f"5.2.15-{case[0]}") for case in CASES]
)
def test_5_2_15(
    ruleset: Ruleset, keeps_schneider: Ruleset, fields: dict[str, object], simple: int, schneider: int
) -> None:
    assert score_game(ruleset, first(**fields)).points[0] == simple
    assert score_game(keeps_schneider, first(**fields)).points[0] == schneider


# H: 5.2.4 as bars write it, 61 or fewer: a Contra that nobody may call has lost, whatever the Tout counts as.
@pytest.mark.parametrize(
    ("rule", "points"), [("loses-simply", (6, -2, -2, -2)), ("loses", (6, -2, -2, -2)), ("ignored", (-6, 2, 2, 2))]
)
def test_5_2_15_a_forbidden_stoss_on_a_tout_that_counts_as_a_solo(
    ruleset: Ruleset, rule: str, points: tuple[int, ...]
) -> None:
    rules = with_setting(ruleset, 'rule = { value = "ignored"', f'rule = {{ value = "{rule}"')
    record = first(contract="solo-tout", card_points=60, tricks=4, doublings=1)
    assert score_game(rules, record).points == points


def test_5_2_15_counts_as_a_solo_for_the_tie_break(ruleset: Ruleset) -> None:
    score = score_game(ruleset, first(contract="solo-tout", result="won"))
    assert (score.scored_as, score.counts_as, score.level, score.circled) == ("solo", "solo", "simple", 1)


def test_5_2_15_does_not_restrict_a_rufer(ruleset: Ruleset) -> None:
    record = first(contract="rufer", partner=2, result="won", level="schwarz")
    assert score_game(ruleset, record).points == (3, 3, -3, -3)


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (first(contract="solo-tout", result="lost"), "first_tout_needs_points"),
        (first(contract="sie"), "sie_does_not_count"),
        (recorded(first=True, written=(18, -6, -6, -6)), "first_game_not_allowed"),
        (recorded(first=True, written=(4, 4, 4, -12)), "first_game_not_allowed"),
        (recorded(first=True, written=(24, -8, -8, -8)), "first_game_not_allowed"),
    ],
)
def test_what_the_first_game_refuses(ruleset: Ruleset, record: GameRecord, code: str) -> None:
    with pytest.raises(ScoringError) as refusal:
        score_game(ruleset, record)
    assert refusal.value.code == code
    assert refusal.value.context["section"] == (
        "2.9.1" if 24 in (record.paper.written or ()) or "sie" in code else "5.2.15"
    )


def test_written_lines_that_the_first_game_allows(ruleset: Ruleset) -> None:
    for line in ((6, -2, -2, -2), (-9, 3, 3, 3), (3, 3, -3, -3)):
        assert score_game(ruleset, recorded(first=True, written=line)).points == line


def test_reading_9_the_sie_of_the_very_first_game_only(ruleset: Ruleset) -> None:
    old = with_setting(ruleset, 'uncounted_in = { value = "every"', 'uncounted_in = { value = "first"')
    assert score_game(old, first(contract="sie", match=2)).points == (24, -8, -8, -8)
    with pytest.raises(ScoringError):
        score_game(old, first(contract="sie", match=1))
    with pytest.raises(ScoringError):
        score_game(ruleset, first(contract="sie", match=2))


def test_5_2_15_may_hold_for_the_first_match_only(ruleset: Ruleset) -> None:
    old = with_setting(ruleset, 'reduced_in = { value = "every"', 'reduced_in = { value = "first"')
    tout = {"contract": "solo-tout", "result": "won"}
    assert score_game(old, first(**tout, match=1)).points == (6, -2, -2, -2)
    assert score_game(old, first(**tout, match=2)).points == (18, -6, -6, -6)
    # A sheet says which match it is of; a game alone counts as of the first.
    assert score_game(old, first(**tout)).points == (6, -2, -2, -2)
    assert evaluate_sheet(old, [recorded(declarer=1, approved=True, **tout)], match=2).totals == (18, -6, -6, -6)
    assert evaluate_sheet(ruleset, [recorded(declarer=1, approved=True, **tout)], match=2).totals == (6, -2, -2, -2)


def test_the_table_of_the_first_game(ruleset: Ruleset) -> None:
    table, later = outcome_table(ruleset, first=True), outcome_table(ruleset)
    assert set(table) < set(later)
    assert table["s1+++"].score.points == (6, -2, -2, -2)
    assert table["st1+"].score.points == (6, -2, -2, -2)
    assert not {"st1-", "sie1", "18 1", "12 1", "-12 1", "24 1", "18 -6 -6 -6"} & set(table)
    assert table["r13++"] == later["r13++"]
