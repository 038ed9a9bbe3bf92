"""Poster and leaflet say the same of a game that is played because all passed, with a notice or without."""

import pytest

from scoring.ruleset import Ruleset, load_ruleset, parse_ruleset, ruleset_text
from tournament.rulesets.exports.course import contract_rows
from tournament.rulesets.exports.sections import playing_sections

MUSS = "If all pass, a Muss is played: whoever holds the card set for it must play\N{NO-BREAK SPACE}(9.9)."
KREUZ = "If all pass, a Kreuz is played: those who face one another are partners\N{NO-BREAK SPACE}(9.9)."
RAMSCH = "If all pass, a Ramsch is played; nobody can announce a game any more\N{NO-BREAK SPACE}(9.9)."


def played_if_all_pass(contract: str, notice: str = "") -> Ruleset:
    """The social rules, which know Ramsch, Muss and Kreuz, with one of them for a deal in which all pass."""
    text = ruleset_text("social")
    passed = 'all_pass = { value = "next-dealer", section = "Auction" }'
    instead = f'all_pass = {{ value = "{contract}", section = "9.9" }}'
    for old, new in ((passed, instead), ('[[notices]]\ncode = "all-pass-next-dealer"\nsection = "Auction"\n', notice)):
        assert old in text
        text = text.replace(old, new)
    return parse_ruleset(text)


@pytest.mark.parametrize(("contract", "sentence"), [("muss", MUSS), ("kreuz", KREUZ), ("ramsch", RAMSCH)])
def test_the_poster_says_what_is_played_if_all_pass(contract: str, sentence: str) -> None:
    silent = played_if_all_pass(contract)
    listed = played_if_all_pass(contract, f'[[notices]]\ncode = "all-pass-{contract}"\nsection = "9.9"\n')
    for ruleset in (silent, listed):
        printed = [words for section in playing_sections(ruleset) for words in section.sentences]
        assert [words for words in printed if words.startswith("If all pass")] == [sentence]


def ways(ruleset: Ruleset) -> dict[str, str]:
    return {name: way.split(";")[0] for name, way in contract_rows(ruleset) if name in ("Muss", "Kreuz", "Ramsch")}


def test_the_leaflet_says_of_each_whether_it_is_played_if_all_pass_or_by_agreement() -> None:
    loses = "whoever takes most card points loses, of equal ones who has more tricks"
    assert ways(load_ruleset("social")) == {
        "Kreuz": "if the table has agreed on it, with the player opposite",
        "Muss": "if the table has agreed on it, with whoever holds the called card",
        "Ramsch": f"if the table has agreed on it, {loses}",
    }
    assert ways(played_if_all_pass("muss")) == {
        "Kreuz": "if the table has agreed on it, with the player opposite",
        "Muss": "if all pass, with whoever holds the called card",
        "Ramsch": f"if the table has agreed on it, {loses}",
    }
    assert ways(load_ruleset("house-10-60")) == {"Ramsch": f"if all pass, {loses}"}
