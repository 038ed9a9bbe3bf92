"""The version number by which a live page asks for anything newer.

The statements stand here as text because the server also runs them, between two requests and without Django
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
# The version for public pages: while results are held back, no game, correction or lot increases it.
HALL_VERSION = f"""
SELECT CASE WHEN (SELECT release FROM tournament_tournament WHERE id = %s) IN ('frozen', 'revealing')
    THEN (SELECT hall_version FROM tournament_tournament WHERE id = %s)
    ELSE ({TOURNAMENT_VERSION}) END
"""  # noqa: S608  our own statement
SHEET_VERSION = "SELECT version FROM tournament_scoresheet WHERE id = %s"


def tournament_version(tournament: Tournament) -> int:
    """Return a number that grows with every change anywhere in the tournament. One query."""
    return _version_of(TOURNAMENT_VERSION, tournament.pk)


def hall_version(tournament: Tournament) -> int:
    """Return the number that public pages show and ask for. It never shrinks. One query."""
    return _version_of(HALL_VERSION, *hall_parameters(tournament))


def hall_parameters(tournament: Tournament) -> tuple[int, ...]:
    """Return the parameters of HALL_VERSION."""
    return (tournament.pk,) * 3


def _version_of(statement: str, *parameters: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        (version,) = cursor.fetchone()
    return int(version)
