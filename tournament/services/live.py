"""Version counters: every change counts in its own transaction, so that every live page sees that something is new."""

from django.db.models import F

from tournament.models import Match, Scoresheet, Tournament


def bump(row: Tournament | Match | Scoresheet) -> None:
    """Count one change of this row itself: sixty tables that write at once share no row."""
    type(row)._default_manager.filter(pk=row.pk).update(version=F("version") + 1)
    row.version += 1
