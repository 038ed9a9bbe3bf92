"""What is published afterwards, read: cups with their winners, and what is told of a tournament."""

from tournament.results.selectors.cups import cup_candidates, cups, cups_won_at, named_winners, open_cups
from tournament.results.selectors.facts import results_facts
from tournament.results.selectors.folder import played_matches, web_sheets

__all__ = [
    "cup_candidates",
    "cups",
    "cups_won_at",
    "named_winners",
    "open_cups",
    "played_matches",
    "results_facts",
    "web_sheets",
]
