"""Version counters: every change bumps them in its own transaction, so that live pages see it (selectors/live.py)."""

from django.db.models import F

from tournament.models import Match, Scoresheet, Tournament


def bump(row: Tournament | Match | Scoresheet) -> None:
    """Count one change of this row and of what it belongs to (sheet -> match; the tournament counts only its own)."""
    type(row)._default_manager.filter(pk=row.pk).update(version=F("version") + 1)
    row.version += 1
    if isinstance(row, Scoresheet):
        # The match, not the tournament: sixty tables writing at once share one row less.
        Match.objects.filter(pk=row.match_id).update(version=F("version") + 1)
