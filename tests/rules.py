"""The rulesets that tests try: the bundled ones, and a club's in which a Solo in Hearts is worth more than others."""

from pathlib import Path

from scoring.ruleset import bundled_rulesets, load_ruleset
from tests.worlds.factories import make_tournament, make_user
from tournament.models import Tournament
from tournament.rulesets.services import create_ruleset

HEART_SOLO = load_ruleset(Path(__file__).parent / "scoring" / "heart-solo.toml")
RULES = {ruleset.id: ruleset for ruleset in (*map(load_ruleset, bundled_rulesets()), HEART_SOLO)}


def make_tournament_by(rules: str) -> Tournament:
    """A tournament by one of RULES; a club's own rules are imported first, as its organiser would."""
    if rules == HEART_SOLO.id:
        create_ruleset(actor=make_user("organiser"), text=HEART_SOLO.text)
    return make_tournament(rules=rules)
