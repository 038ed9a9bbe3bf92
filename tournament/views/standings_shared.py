"""The public standings, ranked and rendered once for a whole hall of phones instead of once for each."""

import time
from dataclasses import dataclass

from django.core.cache import cache
from django.utils.translation import get_language

from tournament import live
from tournament.models import Tournament
from tournament.permissions import Request
from tournament.selectors.standings import Standings, overall_standings
from tournament.tables.standings import StandingsTable

LINES_A_PAGE = 200
# A phone asks every 10 seconds: with what is reused nothing on it is older than 15.
REUSED_SECONDS = 5
KEPT_SECONDS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """One page of the ranking as HTML, with the version of the tournament that it shows and the time it was made."""

    version: int
    made: float
    standings: Standings
    table: str
    page: int
    pages: int


def shared_standings(request: Request, tournament: Tournament, page: int) -> Shared:
    """The newest page of the ranking; for a page that polls, one at most REUSED_SECONDS old, never older than its own.

    Two queries where it is kept already, six where it is made.
    """
    version = live.tournament_version(tournament)
    key = f"standings-{tournament.pk}-{tournament.created_at.timestamp()}-{get_language()}-{page}"
    kept: Shared | None = cache.get(key)
    if kept is not None and (kept.version == version or _will_do(request, kept)):
        return kept
    made = _make(request, tournament, version, page)
    cache.set(key, made, KEPT_SECONDS)
    return made


def page_of(standings: Standings, start_number: int) -> int:
    """The page on which this player's line stands."""
    position = next(index for index, line in enumerate(standings.lines) if line.start_number == start_number)
    return position // LINES_A_PAGE + 1


def _will_do(request: Request, kept: Shared) -> bool:
    asked = request.GET.get("v", "")
    fresh = time.time() - kept.made < REUSED_SECONDS
    # Another process may have answered this phone with something newer: it must not be set back.
    return bool(request.htmx) and fresh and asked.isdecimal() and len(asked) < 12 and kept.version >= int(asked)


def _make(request: Request, tournament: Tournament, version: int, page: int) -> Shared:
    started = time.time()
    standings = overall_standings(tournament)
    pages = max(-(-len(standings.lines) // LINES_A_PAGE), 1)
    page = min(page, pages)
    lines = standings.lines[(page - 1) * LINES_A_PAGE : page * LINES_A_PAGE]
    table = StandingsTable(tournament, standings, lines).as_html(request)
    return Shared(version=version, made=started, standings=standings, table=table, page=page, pages=pages)
