"""The rulesets that tests try: the bundled ones, a club's with a dearer Solo in Hearts, one with all the contracts."""

from pathlib import Path

from scoring.ruleset import Ruleset, bundled_rulesets, load_ruleset, parse_ruleset, ruleset_text
from tests.worlds.factories import make_tournament, make_user
from tournament.models import Tournament
from tournament.rulesets.services import create_ruleset

HEART_SOLO = load_ruleset(Path(__file__).parent / "scoring" / "heart-solo.toml")
OVERVIEW = load_ruleset(Path(__file__).parents[1] / "fixtures" / "rules" / "overview.toml")
RULES = {ruleset.id: ruleset for ruleset in (*map(load_ruleset, bundled_rulesets()), HEART_SOLO)}


def changed_rules(rules: str, *changes: tuple[str, str]) -> Ruleset:
    """A bundled ruleset in which these texts are replaced; its sentences for poster and leaflet go, as some would be
    wrong."""
    text = ruleset_text(rules).split("\n[[notices]]")[0].split("\n[notices]")[0]
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return parse_ruleset(text)


EVERYTHING = changed_rules(
    "schafkopfschule-2023",
    ('id = "schafkopfschule-2023"', 'id = "everything"'),
    ('rule = { value = "ignored"', 'rule = { value = "scored"'),
    ("laying = { value = false", "laying = { value = true"),
    ("knocking = { value = false", "knocking = { value = true"),
    ("scored = { value = false", "scored = { value = true"),
    ("missing = { value = 1,", "missing = { value = 2,"),
    ('missing_borne_by = { value = "side"', 'missing_borne_by = { value = "declarer"'),
    ("defenders_win = { value = 60", "defenders_win = { value = 61"),
    ('drawn = { value = "dealt-again"', 'drawn = { value = "no-points"'),
    ("most = 14,", "most = 4,"),
    ("most = 13,", "most = 4,"),
    ('most = { value = 2, section = "3.3.3"', 'most = { value = 1, section = "3.3.3"'),
    ("{ simple = 2, schneider = 3, schwarz = 4 }", "{ simple = 2, schneider = 3, schwarz = 4, announced = 1 }"),
)
"""Everything counts that can stand behind a game: runners held or missing, Contra, announced, laid, knocked."""

OFFENDER_PAYS = changed_rules(
    "schafkopfschule-2023",
    ('id = "schafkopfschule-2023"', 'id = "offender-pays"'),
    ('rule = { value = "ignored"', 'rule = { value = "offender-pays"'),
    ("defenders_win = { value = 60", "defenders_win = { value = 61"),
)
"""Whoever calls a Stoss pays for all; a game that neither side wins is played again."""

PLUS_ONCE = changed_rules(
    "schafkopfschule-2023",
    ('id = "schafkopfschule-2023"', 'id = "plus-once"'),
    ('counting = { value = "plus-and-minus"', 'counting = { value = "plus-once"'),
    ("simple = 1, schneider = 2, schwarz = 3", "simple = 10, schneider = 20, schwarz = 30"),
    ("simple = 2, schneider = 3, schwarz = 4", "simple = 30, schneider = 40, schwarz = 50"),
    ("fixed = 6", "fixed = 60"),
    ("fixed = 8", "fixed = 80"),
)
"""Only the winners' points are written, a soloist's once (30 0 0 0), so no line has a checksum."""

OWN_RULES = {rules.id: rules for rules in (HEART_SOLO, OVERVIEW, EVERYTHING, OFFENDER_PAYS, PLUS_ONCE)}


def make_tournament_by(rules: str) -> Tournament:
    """A tournament by one of RULES or OWN_RULES; a club's own rules are imported first, as its organiser would."""
    if rules in OWN_RULES:
        create_ruleset(actor=make_user("organiser"), text=OWN_RULES[rules].text)
    return make_tournament(rules=rules)
