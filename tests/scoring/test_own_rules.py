"""Rules that a club changes for itself: games are scored by the values in the file."""

from scoring.points import score_game
from scoring.ruleset import Ruleset, parse_ruleset
from scoring.sheets import evaluate_sheet
from scoring.shorthand import parse_entry
from tests.records import recorded


def own(ruleset: Ruleset, *changes: tuple[str, str]) -> Ruleset:
    text = ruleset.text
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return parse_ruleset(text)


def points(ruleset: Ruleset, **fields: object) -> tuple[int, ...]:
    return score_game(ruleset, recorded(**fields)).points


def test_levels_may_count_alike(ruleset: Ruleset) -> None:
    flat = own(ruleset, ("simple = 1, schneider = 2, schwarz = 3", "simple = 1, schneider = 1, schwarz = 1"))
    assert points(flat, contract="rufer", declarer=1, partner=2, card_points=120, tricks=8) == (1, 1, -1, -1)


def test_a_suit_may_count_more_but_not_in_a_tout_of_one_fixed_value(ruleset: Ruleset) -> None:
    hearts = own(ruleset, ('hearts = { value = 0, section = "2.4.4" }', 'hearts = { value = 2, section = "own" }'))
    assert points(hearts, contract="solo", suit="H", declarer=1, result="won") == (12, -4, -4, -4)
    assert points(hearts, contract="solo", suit="E", declarer=1, result="won") == (6, -2, -2, -2)
    assert points(hearts, contract="solo-tout", suit="H", declarer=1, result="won") == (18, -6, -6, -6)
    assert points(hearts, contract="solo-tout", declarer=1, result="won") == (18, -6, -6, -6)
    twice = own(hearts, ("values = { fixed = 6 }", 'values = { times = 2, of = "solo", level = "simple" }'))
    assert points(twice, contract="solo-tout", suit="H", declarer=1, result="won") == (24, -8, -8, -8)


def test_a_match_of_thirty_games_ends_with_a_short_round(ruleset: Ruleset) -> None:
    thirty = own(ruleset, ("games_per_player = { value = 32", "games_per_player = { value = 30"))
    sheet = evaluate_sheet(thirty, [parse_entry(thirty, "r12+")] * 30)
    assert [part.to for part in sheet.rounds] == [4, 8, 12, 16, 20, 24, 28, 30]
    assert sheet.rounds[-1].running == sheet.totals == (30, 30, -30, -30)
    assert [part.sum for part in sheet.rounds] == [0] * 8
    assert sheet.complete


def test_a_stoss_may_lose_the_game_for_who_called_it(ruleset: Ruleset) -> None:
    strict = own(ruleset, ('rule = { value = "ignored"', 'rule = { value = "loses"'))
    lost = {"contract": "solo", "declarer": 1, "result": "lost", "level": "schneider"}
    assert points(strict, **lost) == (-9, 3, 3, 3)
    assert points(strict, **lost, doublings=1) == (6, -2, -2, -2)
    assert points(strict, contract="solo", declarer=1, result="won", level="schneider", doublings=1) == (9, -3, -3, -3)
    sheet = evaluate_sheet(strict, [recorded(contract="wenz", declarer=2, result="lost", doublings=1)])
    assert [warning.code for warning in sheet.warnings] == ["stoss_loses"]
    assert sheet.totals == (-2, 6, -2, -2)


def test_where_only_plus_counts_the_losers_are_not_written(ruleset: Ruleset) -> None:
    checksum = '[[notices]]\ncode = "checksum-is-zero"\nsection = "5.3.3"\n'
    plus = own(ruleset, ('counting = { value = "plus-and-minus"', 'counting = { value = "plus"'), (checksum, ""))
    sheet = evaluate_sheet(plus, [parse_entry(plus, "r12+"), parse_entry(plus, "s3-"), None, None])
    assert (sheet.totals, sheet.plus, sheet.minus) == ((3, 3, 0, 2), (3, 3, 0, 2), (0, 0, 7, 1))
    assert (sheet.checksum, sheet.rounds[0].sum, sheet.rounds[0].running) == (0, 0, (3, 3, 0, 2))
