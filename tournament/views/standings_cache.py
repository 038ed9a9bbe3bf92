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
from tournament.server.kept_answers import MOST_AGE, SEEN, number
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
    if not _is_poll(request):
        return False
    shows, kept = number(request.GET["v"]), _kept.get(_key(tournament, page))
    return shows == version or (kept is not None and kept.version == shows and kept.fresh)


def shared_standings(request: Request, tournament: Tournament, version: int, page: int) -> Shared:
    """Return a page of the ranking at this version. No query where it is kept already, six where it is made.

    A polling page may also get one made seconds ago, but none older than its own. Of several threads one makes it.
    """
    key = _key(tournament, page)
    with _making[key]:
        kept = _kept.get(key)
        will_do = kept is not None and _is_poll(request) and kept.fresh and kept.version >= _least(request)
        if kept is not None and (kept.version == version or will_do):
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


def _is_poll(request: Request) -> bool:
    """Whether an open page asks, not somebody who opens an address."""
    return bool(request.htmx) and "v" in request.GET


def _least(request: Request) -> int:
    """Return the version that this browser has seen, maybe from another process: nothing older may follow."""
    return max(number(request.GET.get("v", "")), number(request.COOKIES.get(SEEN, "")))


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
