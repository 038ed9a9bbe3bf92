"""The cache of the public standings: ranked and rendered once for all phones of a hall, not once for each.

Nothing drops an entry: it stands for one version of the tournament (selectors/live.py) and is outdated by the next.
"""

import time
from dataclasses import dataclass

from django.core.cache import cache
from django.utils.translation import get_language

from tournament.models import Tournament
from tournament.permissions import Request
from tournament.selectors.honours import Honour, honours
from tournament.selectors.standings import Standings, overall_standings
from tournament.tables.standings import StandingsTable

LINES_A_PAGE = 200
# Phones ask every 10 seconds, so with pages reused for this long nothing on them is older than 15 seconds.
REUSED_SECONDS = 5
KEPT_SECONDS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """One page of the ranking as HTML, with the tournament's version that it shows and the time when it was made."""

    version: int
    made: float
    standings: Standings
    table: str
    page: int
    pages: int
    honours: tuple[Honour, ...]


def up_to_date(request: Request, tournament: Tournament, version: int, page: int) -> bool:
    """Whether a polling page needs nothing newer: it shows the current version, or one made seconds ago."""
    asked = _asked(request)
    if asked is None:
        return False
    made = cache.get(_key(tournament, page) + "-made")
    return asked == version or (made is not None and made[0] == asked and _fresh(made[1]))


def shared_standings(request: Request, tournament: Tournament, version: int, page: int) -> Shared:
    """Return a page of the ranking at this version. No query where it is kept already, six where it is made.

    A polling page may also get one made seconds ago, but none older than its own.
    """
    key, asked = _key(tournament, page), _asked(request)
    kept: Shared | None = cache.get(key)
    if kept is not None:
        # Another process may have given this phone a newer page, which an older one must not replace.
        will_do = asked is not None and kept.version >= asked and _fresh(kept.made)
        if kept.version == version or will_do:
            return kept
    made = _make(request, tournament, version, page)
    cache.set_many({key: made, f"{key}-made": (made.version, made.made)}, KEPT_SECONDS)
    return made


def page_of(standings: Standings, start_number: int) -> int:
    """Return the number of the page that has this player's line."""
    position = next(index for index, line in enumerate(standings.lines) if line.start_number == start_number)
    return position // LINES_A_PAGE + 1


def _key(tournament: Tournament, page: int) -> str:
    # The key holds the time of creation, because a restored or emptied database gives the same ids again.
    return f"standings-{tournament.pk}-{tournament.created_at.timestamp()}-{get_language()}-{page}"


def _asked(request: Request) -> int | None:
    """Return the version that a polling page shows; None where somebody opens an address."""
    asked = request.GET.get("v", "")
    return int(asked) if request.htmx and asked.isdecimal() and len(asked) < 12 else None


def _fresh(made: float) -> bool:
    """Whether this moment is seconds ago. One in the future is not: the clock was set back."""
    return 0 <= time.time() - made < REUSED_SECONDS


def _make(request: Request, tournament: Tournament, version: int, page: int) -> Shared:
    started = time.time()
    standings = overall_standings(tournament)
    pages = max(-(-len(standings.lines) // LINES_A_PAGE), 1)
    page = min(page, pages)
    lines = standings.lines[(page - 1) * LINES_A_PAGE : page * LINES_A_PAGE]
    table = StandingsTable(tournament, standings, lines).as_html(request)
    return Shared(
        version=version,
        made=started,
        standings=standings,
        table=table,
        page=page,
        pages=pages,
        honours=honours(tournament),
    )
