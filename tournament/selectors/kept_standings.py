"""The ranking over all matches, kept by each process for the version of the tournament that it was made from.

A player's page, a substitution, an exclusion and a void sheet need a line of it, or compare it with another one.
Nothing drops an entry: it stands for one version (selectors/live.py) and is outdated by the next.
"""

from collections import OrderedDict
from threading import Lock

from django.utils.translation import get_language

from tournament.models import Tournament
from tournament.selectors.live import tournament_version
from tournament.selectors.standings import Standings, overall_standings

# So many tournaments, each in two languages, are under way at once.
MOST_KEPT = 8

_kept: OrderedDict[tuple[object, ...], tuple[int, Standings]] = OrderedDict()
_making = Lock()


def kept_standings(tournament: Tournament, version: int | None = None) -> Standings:
    """Return the ranking at this version, which was read before anything else; at the present one if none is given.

    No query where it is kept and the version is given, one for the version, five more where it is made. Of several
    threads one makes it.
    """
    if version is None:
        version = tournament_version(tournament)
    # With the time of creation, because a restored or emptied database gives the same ids again.
    key = (tournament.pk, tournament.created_at, get_language())
    with _making:
        known = _kept.get(key)
        if known is None or known[0] != version:
            known = _kept[key] = version, overall_standings(tournament)
            _kept.move_to_end(key)
            while len(_kept) > MOST_KEPT:
                _kept.popitem(last=False)
    return known[1]
