"""The games that the desk offers by the rules of its tournament: contracts with their fields, and how to type them."""

import pytest

from scoring.points import outcome_table
from scoring.ruleset import bundled_rulesets, load_ruleset
from tests.worlds.sheets import RULESET
from tournament.selectors.contracts import contract_choices, entry_keys

HOUSE = load_ruleset("house-10-60")
PALATINATE = load_ruleset("palatinate-three")


def questions_by_letters(name: str) -> dict[str, str]:
    return {choice.letters: " ".join(choice.asks) for choice in contract_choices(load_ruleset(name))}


def test_the_contracts_to_choose() -> None:
    choices = [
        (choice.key, choice.letters, choice.label, " ".join(choice.asks)) for choice in contract_choices(RULESET)
    ]
    assert choices == [
        ("rufer", "r", "Rufer", "declarer partner result level"),
        ("solo", "s", "Solo", "declarer result level late_tout"),
        ("wenz", "w", "Wenz", "declarer result level late_tout"),
        ("solo-tout", "st", "Solo Tout", "declarer result"),
        ("wenz-tout", "wt", "Wenz Tout", "declarer result"),
        ("sie", "sie", "Sie", "declarer"),
    ]


def test_what_decides_the_points_is_asked() -> None:
    house, palatinate, social = (
        questions_by_letters("house-10-60"),
        questions_by_letters("palatinate-three"),
        questions_by_letters("social"),
    )
    assert house["r"] == "declarer partner result level runners doublings late_tout"
    assert house["ra"] == "loser durchmarsch jungfrauen"
    assert palatinate["e"] == "declarer suit result level surrender runners doublings"
    assert palatinate["hs"] == "declarer result level surrender runners doublings"
    assert social["b"] == "declarer result doublings"


def test_the_suits_of_a_solo_beside_a_heart_solo() -> None:
    suits = {choice.key: choice.suits for choice in contract_choices(PALATINATE)}
    assert (suits["simple"], suits["solo"], suits["heart-solo"]) == (("E", "G", "H", "S"), ("E", "G", "S"), ())


@pytest.mark.parametrize("name", bundled_rulesets())
def test_the_examples_of_the_legend_can_be_typed(name: str) -> None:
    ruleset = load_ruleset(name)
    for seats in ruleset.seats:
        table = outcome_table(ruleset, seats=seats, sits_out=None if seats == ruleset.players else 2)
        keys = list(entry_keys(ruleset, seats, paper=True, supervises=True))
        typed = [
            key.entry
            for key in keys
            if key.entry[-1] in "+-" or "!" in key.entry or (key.entry.isdigit() and key.entry != "0")
        ]
        assert typed
        assert 1 <= sum(key.usual for key in keys) <= 4
        assert all(entry in table for entry in typed)


def test_the_legend_of_the_published_rules() -> None:
    assert [(key.entry, key.text) for key in entry_keys(RULESET, 4, paper=True, supervises=True)] == [
        ("r12+", "Rufer, 1 with 2, won; ++ Schneider, +++ Schwarz"),
        ("w4--", "Wenz, 4, lost with Schneider"),
        ("r s w", "r Rufer, s Solo, w Wenz, st Solo Tout, wt Wenz Tout, sie Sie"),
        ("61", "by points: 6 for seat 1; -61: lost"),
        ("113", "1 for seats 1 and 3; the first key of the next line writes it"),
        ("124 *", "the star takes the rarer game: 12 for seat 4"),
        ("+6 -2 -2 -2", "all values as they stand on paper"),
        ("… t", "behind a Solo or Wenz: a Tout that was announced too late"),
        ("… g", "initialled by the supervisor (on the number pad /); the next line's first digit writes it"),
        ("… x", "struck on the paper (on the number pad , and Enter): goes to the supervisor"),
        ("0", "the line is empty on the paper; u: it cannot be read; the next line's first key writes both"),
        ("= 5 -3 -2 1", "compare the running totals"),
        ("r12!1", "sanction: seat 1 erred"),
    ]


def test_a_live_sheet_has_no_paper_and_a_helper_no_sanction() -> None:
    keys = [key.entry for key in entry_keys(RULESET, 4, paper=False, supervises=False)]
    assert keys == ["r12+", "w4--", "r s w", "61", "113", "124 *", "+6 -2 -2 -2", "… t"]


def test_the_house_needs_its_fields_and_the_palatinate_its_thrown_in_deals() -> None:
    house = {key.entry: key.text for key in entry_keys(HOUSE, 5, paper=True, supervises=True)}
    assert (house["F2"], house["… l4"], house["… c"]) == ("by fields: Jungfrauen", "4 runners", "Contra, cc: Retour")
    assert ("… g" in house, "… p" in house) == (False, False)
    palatinate = {key.entry: key.text for key in entry_keys(PALATINATE, 4, paper=True, supervises=True)}
    assert ("F2" in palatinate, palatinate["… c"]) == (False, "Contra, cc: Retour")
    assert palatinate["eh1+"] == "Simple Game (Hearts), 1, won"
    assert palatinate["… p"] == "a deal was thrown in before this game; p2: two"
