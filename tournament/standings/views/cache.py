"""The lines of the public standings as HTML, rendered once for all phones that search for somebody.

The page without a search is kept as finished bytes, too (server/kept_answers.py).
"""

import datetime as dt
from collections import OrderedDict
from dataclasses import dataclass

from django.utils.translation import get_language

from tournament.models import Tournament
from tournament.permissions import Request
from tournament.server.public_request import SEEN, query_number
from tournament.standings.selectors.honours import Honour, honours
from tournament.standings.selectors.release import HallRanking, hall_ranking
from tournament.standings.selectors.standings import Standings
from tournament.tables.standings import StandingsTable

LINES_A_PAGE = 200
MOST_PAGES = 500
# The pages of a ranking of 4,000 in two languages, and some of those for the projector.
MOST_KEPT = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """One page of the hall's ranking as HTML, with the version that it shows and the time when it was made."""

    ranking: HallRanking
    version: int
    at: dt.datetime
    standings: Standings
    table: str
    page: int
    pages: int
    honours: tuple[Honour, ...]

    @property
    def following(self) -> int:
        """The page that comes next on the projector: after the last one the first."""
        return self.page % self.pages + 1

    @property
    def preceding(self) -> int:
        return (self.page - 2) % self.pages + 1


_shared_pages: OrderedDict[tuple[object, ...], Shared] = OrderedDict()


def shared_standings(
    request: Request, tournament: Tournament, version: int, page: int, lines: int = LINES_A_PAGE
) -> Shared:
    """Return a page of so many lines of the hall's ranking at this version, or of one that was made less than a second
    ago.

    One query where it is kept already, nine where it is made.
    """
    ranking = hall_ranking(tournament, version, least=seen_version(request))
    key = (tournament.pk, get_language(), page, lines)
    shared = _shared_pages.get(key)
    if shared is None or shared.standings is not ranking.standings:
        shared = _shared_pages[key] = _make(request, tournament, ranking, page, lines)
        if len(_shared_pages) > MOST_KEPT:
            _shared_pages.popitem(last=False)
    return shared


def asked_page(request: Request) -> int | None:
    """Return the page that `?page=` asks for; None if it names none."""
    page = request.GET.get("page", "")
    return min(max(int(page), 1), MOST_PAGES) if page.isdecimal() and len(page) < 6 else None


def page_of(standings: Standings, start_number: int) -> int:
    """Return the number of the page that has this player's line."""
    position = next(index for index, line in enumerate(standings.lines) if line.start_number == start_number)
    return position // LINES_A_PAGE + 1


def seen_version(request: Request) -> int:
    """Return the version that this browser has seen, maybe from another process: nothing older may follow."""
    return max(query_number(request.GET.get("v", "")), query_number(request.COOKIES.get(SEEN, "")))


def _make(request: Request, tournament: Tournament, ranking: HallRanking, page: int, most: int) -> Shared:
    standings = ranking.standings
    pages = max(-(-len(standings.lines) // most), 1)
    page = min(page, pages)
    lines = standings.lines[(page - 1) * most : page * most]
    return Shared(
        ranking=ranking,
        version=ranking.version,
        at=ranking.at,
        standings=standings,
        table=StandingsTable(tournament, standings, lines).as_html(request),
        page=page,
        pages=pages,
        honours=() if ranking.held_back else honours(tournament, ranking.names),
    )
