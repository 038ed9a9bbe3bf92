"""Sections of the Schafkopf School's rules in sentences: cited only where a tournament is played by these rules."""

import re

from scoring.ruleset import Ruleset

# Of all documents behind the rulesets, only the School's numbers its sections.
_SECTION = re.compile(r"\d+(?:\.\d+)+")
_CITATION = re.compile(rf"\s\({_SECTION.pattern}(?:, {_SECTION.pattern})*\)")


def cited(sentence: object, ruleset: Ruleset) -> str:
    """Return the sentence unchanged if the ruleset names sections by number, else without sections in brackets:
    "(5.3.1)".

    Pass the sentence before names are put into it. A copy of the School's rules keeps their sections.
    """
    if any(_SECTION.fullmatch(section) for section in ruleset.sections.values()):
        return str(sentence)
    return _CITATION.sub("", str(sentence))
