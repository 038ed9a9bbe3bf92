"""Reads: what a page needs, in a fixed number of queries."""

from tournament.prizes.selectors.awards import awards_of
from tournament.prizes.selectors.reasons import left_text, open_text, reason_text
from tournament.prizes.selectors.rows import prizes_of

__all__ = ["awards_of", "left_text", "open_text", "prizes_of", "reason_text"]
