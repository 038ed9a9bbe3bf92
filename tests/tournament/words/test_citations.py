"""Which rule document the sections in a sentence belong to."""

import pytest

from scoring.ruleset import bundled_rulesets, load_ruleset
from tournament.words.citations import cited

SCHOOL = {"schafkopfschule-2007", "schafkopfschule-2023"}


@pytest.mark.parametrize("name", bundled_rulesets())
def test_only_the_school_is_cited(name: str) -> None:
    sentence = "Lots decide (5.2.2), %(who)s (all agreed) keeps the list (3.4.3, 5.3.1)."
    plain = "Lots decide, %(who)s (all agreed) keeps the list."
    assert cited(sentence, load_ruleset(name)) == (sentence if name in SCHOOL else plain)
