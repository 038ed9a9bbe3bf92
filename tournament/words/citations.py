"""Sections of the Schafkopf School's rules in sentences: cited only where a tournament is played by these rules."""

import re

from scoring.reader import NO_SECTION
from scoring.ruleset import Ruleset

# Of all documents behind the rulesets, only the School's numbers its sections.
_SECTION = re.compile(r"\d+(?:\.\d+)+")
_SEVERAL = rf"{_SECTION.pattern}(?:, {_SECTION.pattern})*"
_CITATION = re.compile(rf"\s\({_SEVERAL}\)")
# Sections beside something else in brackets: "(5.2.11; why)", "(at least 18, 5.2.12)".
_BESIDE = re.compile(rf"(?<=\(){_SEVERAL}; |, {_SECTION.pattern}(?=\))")
# The place of a section that the ruleset itself gives, or the dash that it gives for none.
_NONE = re.compile(rf"\s\((?:%\(sections?\)s|{NO_SECTION})\)")


def cited(sentence: object, ruleset: Ruleset) -> str:
    """Return the sentence unchanged if the ruleset names sections by number, else without sections in brackets:
    "(5.3.1)". If it names none at all, places for a section go, too: "(%(section)s)".

    Pass the sentence before names are put into it. A copy of the School's rules keeps their sections.
    """
    if any(_SECTION.fullmatch(section) for section in ruleset.sections.values()):
        return str(sentence)
    text = _BESIDE.sub("", _CITATION.sub("", str(sentence)))
    return text if ruleset.names_sections else _NONE.sub("", text)
