"""What `check` doubts in a valid ruleset: an error or a Tout that is too cheap, a match that ends within a round."""

import pytest

from scoring.doubts import doubts
from scoring.ruleset import bundled_rulesets, load_ruleset, parse_ruleset, ruleset_text

RULES = "schafkopfschule-2023"


def doubted(*changes: tuple[str, str], rules: str = RULES) -> list[str]:
    text = ruleset_text(rules)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return [doubt.message for doubt in doubts(parse_ruleset(text))]


@pytest.mark.parametrize("name", bundled_rulesets())
def test_of_the_bundled_rules_only_the_house_makes_an_error_cheaper_than_the_game(name: str) -> None:
    """H 4: an error costs a flat 60, and 30 in a Rufer, even where a Tout was announced."""
    pairs = [(doubt.code, doubt.context["contract"]) for doubt in doubts(load_ruleset(name))]
    touts = ("rufer-tout", "solo-tout", "wenz-tout")
    assert pairs == ([("sanction_below_lost_game", tout) for tout in touts] if name == "house-10-60" else [])


def test_an_error_costs_at_least_what_the_side_pays_that_loses_the_game() -> None:
    solo = "solo = { minus = 9,"
    assert doubted((solo, "solo = { minus = 6,")) == []
    assert doubted((solo, "solo = { minus = 3,")) == ["mistake in solo costs 3 points, but the game lost 6 (3.4.17)."]
    # Both players of the side pay in a Rufer: 2 x 2.
    assert doubted(("simple = 1, schneider = 2", "simple = 2, schneider = 2")) == [
        "invalid-bid in rufer costs 2 points, but the game lost 4 (2.4.10)."
    ]
    assert doubted(("ramsch = { minus = 30,", "ramsch = { minus = 12,"), rules="house-10-60")[-1] == (
        "illegal-card in ramsch costs 12 points, but the game lost 30 (H 4)."
    )


def test_the_dealer_who_sits_out_makes_a_lost_game_dearer() -> None:
    """Where the dealer who sits out scores with the defenders, the declarer of a table of five pays four players."""
    changes = [("value = [4],", "value = [4, 5],"), ('"scores-nothing"', '"with-defenders"')]
    messages = doubted(*changes, ("solo = { minus = 9,", "solo = { minus = 6,"))
    assert messages[0] == "mistake in solo costs 6 points, but the game lost 8 (3.4.17)."


def test_a_match_is_a_whole_number_of_rounds() -> None:
    """2.4.15: a round is four games, in which everyone deals once; 5.2.1: a match is 32."""
    games = "games_per_player = { value = 32"
    message = "A match has 23 games, a round 4: the last round would be shorter (2.4.15)."
    assert doubted((games, "games_per_player = { value = 23")) == [message]
    assert doubted((games, "games_per_player = { value = 24")) == []
    two_deals = ("deals_per_round = { value = 1", "deals_per_round = { value = 2")
    assert doubted((games, "games_per_player = { value = 24"), two_deals) == []
    assert doubted((games, "games_per_player = { value = 28"), two_deals) == [
        "A match has 28 games, a round 8: the last round would be shorter (2.4.15)."
    ]


def test_three_with_the_short_pack_are_not_permitted_in_tournaments() -> None:
    """The overview, Three-Hand Schafkopf: "played with 'short cards' ... It is not permitted in tournaments"."""
    short = [("pack = { value = 32", "pack = { value = 24"), ("value = [3, 4, 3]", "value = [4, 4]")]
    runners = [("runners = { from = 3, most = 14", "runners = { from = 3, most = 12")] * 5
    skat = ("dealing-three-skat-four-three", "skat-stays-closed")
    notices = [(f'[[notices]]\ncode = "{code}"\nsection = "Pal Schafkopf"\n', "") for code in skat]
    assert doubted(rules="palatinate-three") == []
    assert doubted(*short, *runners, *notices, rules="palatinate-three") == [
        "Three players with the short pack are not permitted in tournaments (overview)."
    ]


def test_a_tout_is_worth_at_least_an_unannounced_schwarz() -> None:
    tout = "values = { fixed = 6 }"
    assert doubted((tout, "values = { fixed = 4 }")) == []
    assert doubted((tout, "values = { fixed = 3 }")) == [
        "solo-tout is worth 3 to each, solo with Schwarz unannounced 4 (5.2.7)."
    ]
    # A suit bonus counts in the Solo, but not in a Tout with one fixed value.
    assert doubted((tout, "values = { fixed = 4 }"), ("hearts = { value = 0,", "hearts = { value = 1,")) == [
        "solo-tout is worth 4 to each, solo with Schwarz unannounced 5 (5.2.7)."
    ]
