"""The ranking over all matches, kept by each process for the version of the tournament that it was made from.

The standings, a player's page, a substitution, an exclusion and a void sheet need it. Nothing drops an entry: it stands
for one version (selectors/versions.py) and is outdated by the next.
"""

import datetime as dt
import time
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from django.utils import timezone
from django.utils.translation import get_language

from tournament.models import Tournament
from tournament.selectors.versions import tournament_version
from tournament.server.kept_answers import LEAST_AGE
from tournament.standings.selectors.standings import Standings, overall_standings

# So many tournaments, each in two languages, are under way at once.
MOST_KEPT = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptStandings:
    """A ranking, its version, and the time when its making began; `start` is that time by a clock nobody sets back."""

    version: int
    at: dt.datetime
    start: float
    standings: Standings


_rankings: OrderedDict[tuple[object, ...], KeptStandings] = OrderedDict()
_making = Lock()


def kept_standings(tournament: Tournament, version: int | None = None) -> Standings:
    """Return the ranking at this version, which was read before anything else; at the present one if none is given.

    No query where it is kept and the version is given, one for the version, five more where it is made. Of several
    threads one makes it.
    """
    return _standings(tournament, tournament_version(tournament) if version is None else version, None).standings


def recent_standings(tournament: Tournament, version: int, *, least: int) -> KeptStandings:
    """Return the ranking at this version, or one that was made less than a second ago: phones ask after every game.

    It is not older than the version `least`, which the phone has seen. Queries as for `kept_standings`.
    """
    return _standings(tournament, version, least)


def _standings(tournament: Tournament, version: int, least: int | None) -> KeptStandings:
    # With the time of creation, because a restored or emptied database gives the same ids again.
    key = (tournament.pk, tournament.created_at, get_language())
    with _making:
        memory = _rankings.get(key)
        if memory is not None:
            # A version that went backwards is that of another database.
            recent = time.monotonic() - memory.start < LEAST_AGE and memory.version <= version
            # Who claims to have seen a version that there is not yet is not believed.
            will_do = least is not None and (memory.version >= least or least > version)
            if memory.version == version or (recent and will_do):
                return memory
        at, start = timezone.now(), time.monotonic()
        ranking = KeptStandings(version=version, at=at, start=start, standings=overall_standings(tournament))
        _rankings[key] = ranking
        _rankings.move_to_end(key)
        while len(_rankings) > MOST_KEPT:
            _rankings.popitem(last=False)
    return ranking
