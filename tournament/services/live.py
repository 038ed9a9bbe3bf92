"""Version counters: every change counts one up in its own transaction, and live pages see that something is new."""

from django.db.models import F

from tournament.models import Match, Scoresheet, Tournament


def bump(row: Tournament | Match | Scoresheet) -> None:
    """Count one change of this row. Each row has its own counter, so that sixty tables do not wait for one."""
    type(row)._default_manager.filter(pk=row.pk).update(version=F("version") + 1)
    row.version += 1
