"""The public standings of this process: ranked and rendered once for all phones that search for somebody.

The page without a search is kept as finished bytes (server/kept_answers.py). Both obey the same rule: a version is
outdated by the next, and may be shown for some seconds more, but never to a phone that has seen a newer one.
"""

import datetime as dt
import time
from collections import OrderedDict, defaultdict
from dataclasses import dataclass
from threading import Lock

from django.utils import timezone
from django.utils.translation import get_language

from tournament.models import Tournament
from tournament.permissions import Request
from tournament.selectors.honours import Honour, honours
from tournament.selectors.standings import Standings, overall_standings
from tournament.server.kept_answers import MOST_AGE
from tournament.tables.standings import StandingsTable

LINES_A_PAGE = 200
# Pages of the ranking: enough for a tournament of 4,000 in two languages.
MOST_KEPT = 40

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """One page of the ranking as HTML, with the tournament's version that it shows and the time when it was made.

    `begun` is the same moment by a clock that nobody can set back.
    """

    version: int
    at: dt.datetime
    begun: float
    standings: Standings
    table: str
    page: int
    pages: int
    honours: tuple[Honour, ...]

    @property
    def fresh(self) -> bool:
        """Whether it was made only seconds ago."""
        return time.monotonic() - self.begun < MOST_AGE


_kept: OrderedDict[Key, Shared] = OrderedDict()
_making: defaultdict[Key, Lock] = defaultdict(Lock)


def up_to_date(request: Request, tournament: Tournament, version: int, page: int) -> bool:
    """Whether a polling page needs nothing newer: it shows the current version, or one made seconds ago."""
    asked = _asked(request)
    if asked is None:
        return False
    kept = _kept.get(_key(tournament, page))
    return asked == version or (kept is not None and kept.version == asked and kept.fresh)


def shared_standings(request: Request, tournament: Tournament, version: int, page: int) -> Shared:
    """Return a page of the ranking at this version. No query where it is kept already, six where it is made.

    A polling page may also get one made seconds ago, but none older than its own. Of several threads one makes it.
    """
    key, asked = _key(tournament, page), _asked(request)
    with _making[key]:
        kept = _kept.get(key)
        if kept is not None:
            # Another process may have given this phone a newer page, which an older one must not replace.
            will_do = asked is not None and kept.version >= asked and kept.fresh
            if kept.version == version or will_do:
                return kept
        made = _kept[key] = _make(request, tournament, version, page)
        _kept.move_to_end(key)
        while len(_kept) > MOST_KEPT:
            _making.pop(_kept.popitem(last=False)[0], None)
    return made


def page_of(standings: Standings, start_number: int) -> int:
    """Return the number of the page that has this player's line."""
    position = next(index for index, line in enumerate(standings.lines) if line.start_number == start_number)
    return position // LINES_A_PAGE + 1


def _key(tournament: Tournament, page: int) -> Key:
    # With the time of creation, because a restored or emptied database gives the same ids again.
    return tournament.pk, tournament.created_at, get_language(), page


def _asked(request: Request) -> int | None:
    """Return the version that a polling page shows; None where somebody opens an address."""
    asked = request.GET.get("v", "")
    return int(asked) if request.htmx and asked.isdecimal() and len(asked) < 12 else None


def _make(request: Request, tournament: Tournament, version: int, page: int) -> Shared:
    at, begun = timezone.now(), time.monotonic()
    standings = overall_standings(tournament)
    pages = max(-(-len(standings.lines) // LINES_A_PAGE), 1)
    page = min(page, pages)
    lines = standings.lines[(page - 1) * LINES_A_PAGE : page * LINES_A_PAGE]
    table = StandingsTable(tournament, standings, lines).as_html(request)
    return Shared(
        version=version,
        at=at,
        begun=begun,
        standings=standings,
        table=table,
        page=page,
        pages=pages,
        honours=honours(tournament),
    )
