"""The version number by which a live page asks for anything newer.

The statements stand here as text because the server asks them too, between two requests and without Django
(server/versions.py).
"""

from django.db import connection

from tournament.models import Tournament

# Sheets of discarded draws are included, else the number would shrink.
TOURNAMENT_VERSION = """
SELECT tournament_tournament.version
    + COALESCE((SELECT SUM(version) FROM tournament_match WHERE tournament_id = tournament_tournament.id), 0)
    + COALESCE((SELECT SUM(tournament_scoresheet.version) FROM tournament_scoresheet
        JOIN tournament_match ON tournament_match.id = tournament_scoresheet.match_id
        WHERE tournament_match.tournament_id = tournament_tournament.id), 0)
FROM tournament_tournament WHERE tournament_tournament.id = %s
"""
SHEET_VERSION = "SELECT version FROM tournament_scoresheet WHERE id = %s"


def tournament_version(tournament: Tournament) -> int:
    """Return a number that grows with every change anywhere in the tournament. One query."""
    with connection.cursor() as cursor:
        cursor.execute(TOURNAMENT_VERSION, [tournament.pk])
        (version,) = cursor.fetchone()
    return int(version)
