"""Cards in templates: the pack of a ruleset, and for which contracts a hand is judged (5.2.14)."""

from django import template

from scoring.ruleset import Ruleset
from tournament.selectors.approvals import asks_hand
from tournament.selectors.cards import SuitRow, pack_of

register = template.Library()


@register.simple_tag
def pack(ruleset: Ruleset) -> tuple[SuitRow, ...]:
    """Return every card, a row for each suit."""
    return pack_of(ruleset)


@register.simple_tag
def judged(ruleset: Ruleset) -> str:
    """Return the keys of the contracts for which a hand is judged, separated by spaces."""
    return " ".join(key for key in ruleset.contracts if asks_hand(ruleset, key))
