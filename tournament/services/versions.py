"""Version counters: every change increases one in the same transaction, which tells live pages to reload."""

from django.db.models import F

from tournament.models import Match, Scoresheet, Tournament


def bump(row: Tournament | Match | Scoresheet) -> None:
    """Count one change of this row. Each sheet has its own counter, so sixty tables can write at once."""
    type(row)._default_manager.filter(pk=row.pk).update(version=F("version") + 1)
    row.version += 1


def bump_hall(tournament: Tournament) -> None:
    """Count a change that public pages show even while results are held back: seats, an announcement, a message."""
    columns = {"version": F("version") + 1, "hall_version": F("hall_version") + 1}
    Tournament.objects.filter(pk=tournament.pk).update(**columns)
    tournament.version += 1
    tournament.hall_version += 1
