"""The ranking from the game records alone, to compare the standings with."""

from tournament.models import Tournament
from tournament.standings.selectors.recount import recount
from tournament.standings.selectors.seat_totals import seat_totals
from tournament.standings.selectors.standings import Standings, rank_overall


def recomputed_standings(tournament: Tournament) -> Standings:
    """Return the ranking from the game records alone. Seven queries."""
    return rank_overall(tournament, recount(tournament, seat_totals(tournament)))
