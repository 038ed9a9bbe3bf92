"""The rulesets that tests try: the bundled ones, a club's with a dearer Solo in Hearts, one with all the contracts."""

from pathlib import Path

from scoring.ruleset import bundled_rulesets, load_ruleset
from tests.worlds.factories import make_tournament, make_user
from tournament.models import Tournament
from tournament.rulesets.services import create_ruleset

HEART_SOLO = load_ruleset(Path(__file__).parent / "scoring" / "heart-solo.toml")
OVERVIEW = load_ruleset(Path(__file__).parents[1] / "fixtures" / "rules" / "overview.toml")
RULES = {ruleset.id: ruleset for ruleset in (*map(load_ruleset, bundled_rulesets()), HEART_SOLO)}


def make_tournament_by(rules: str) -> Tournament:
    """A tournament by one of RULES; a club's own rules are imported first, as its organiser would."""
    for own in (HEART_SOLO, OVERVIEW):
        if rules == own.id:
            create_ruleset(actor=make_user("organiser"), text=own.text)
    return make_tournament(rules=rules)
