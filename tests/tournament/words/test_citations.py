"""Which rule document the sections in a sentence belong to."""

import pytest

from scoring.ruleset import bundled_rulesets, load_ruleset, parse_ruleset
from tournament.rulesets.forms.changes import without_sections
from tournament.rulesets.forms.text import document_of, text_of_document
from tournament.words.citations import cited

SCHOOL = {"schafkopfschule-2007", "schafkopfschule-2023"}


OWN = document_of(load_ruleset("schafkopfschule-2023").text)


@pytest.mark.parametrize("name", bundled_rulesets())
def test_only_the_school_is_cited(name: str) -> None:
    sentence = "Lots decide (5.2.2), %(who)s (all agreed) keeps the list (3.4.3, 5.3.1)."
    plain = "Lots decide, %(who)s (all agreed) keeps the list."
    assert cited(sentence, load_ruleset(name)) == (sentence if name in SCHOOL else plain)


@pytest.mark.parametrize(
    ("sentence", "plain"),
    [
        ("Game 3 struck (%(section)s). %(reason)s", "Game 3 struck. %(reason)s"),
        ("Approval (–): granted", "Approval: granted"),
        ("As a substitute (5.2.11; %(reason)s)", "As a substitute (%(reason)s)"),
        ("Nobody was asked (at least 18, 5.2.12).", "Nobody was asked (at least 18)."),
        ("Strike (5.2.17)", "Strike"),
        ("Struck (2 points)", "Struck (2 points)"),
    ],
)
def test_rules_without_sections_are_cited_nowhere(sentence: str, plain: str) -> None:
    assert cited(sentence, parse_ruleset(text_of_document(without_sections(OWN)))) == plain
    assert cited(sentence, load_ruleset("schafkopfschule-2023")) == sentence


def test_a_clubs_own_sections_stay() -> None:
    rules = load_ruleset("house-10-60")
    assert cited("Game 3 struck (%(section)s, 5.3.4).", rules) == "Game 3 struck (%(section)s)."
