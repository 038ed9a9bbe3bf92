"""What a ruleset that holds may not have meant: errors and Touts that are too cheap, a game that no tournament has, a
match that ends within a round.

It only warns; the rules decide.
"""

from collections.abc import Iterator

from scoring.cards import LONG_PACK
from scoring.contracts import BY_ALL_TRICKS, FIXED, KINDS, LEVELS
from scoring.endings import endings, ramsch_points
from scoring.errors import Problem, problem
from scoring.ruleset import Ruleset
from scoring.worth import Raised, worth


def doubts(ruleset: Ruleset) -> tuple[Problem, ...]:
    """Return the warnings that apply, in this order.

    `sanction_below_lost_game`: an error costs less than simply losing the same game (at the dearest table).
    `tout_below_schwarz`: a Tout is worth less than an unannounced Schwarz. Both without runners and doublings.
    `three_with_the_short_pack`: "Three-hand Schafkopf", which is "not permitted in tournaments" (overview).
    `last_round_shorter`: a match is no whole number of rounds (2.4.15), so the last one has fewer games.
    """
    three = (problem("three_with_the_short_pack"),) if ruleset.players == 3 and ruleset.pack < LONG_PACK else ()
    return (*_cheap_sanctions(ruleset), *_cheap_touts(ruleset), *three, *_shorter_rounds(ruleset))


def _cheap_sanctions(ruleset: Ruleset) -> Iterator[Problem]:
    lost = _lost_games(ruleset)
    for rule in ruleset.sanctions.values():
        for key, penalty in rule.penalties.items():
            if penalty.minus < lost.get(key, 0):
                yield problem(
                    "sanction_below_lost_game",
                    kind=rule.kind,
                    contract=key,
                    minus=penalty.minus,
                    lost=lost[key],
                    section=rule.section,
                )


def _lost_games(ruleset: Ruleset) -> dict[str, int]:
    """Return, by contract, what a side pays in all if it simply loses; a contract that is never lost is left out."""
    lost: dict[str, int] = {}
    for seats in ruleset.seats:
        sits_out = seats if seats > ruleset.players else None
        for ending in endings(ruleset, seats, sits_out):
            if not ending.won and ending.level in (None, LEVELS[0]):
                lost[ending.contract] = max(lost.get(ending.contract, 0), _paid(ending.points))
    for key, contract in ruleset.contracts.items():
        if contract.ramsch is not None:
            players = range(1, ruleset.players + 1)
            losers = players[: contract.ramsch.losers]
            lost[key] = _paid(ramsch_points(contract.values[FIXED], losers, False, players, ruleset.players))
    return lost


def _paid(points: tuple[int, ...]) -> int:
    return -sum(value for value in points if value < 0)


def _cheap_touts(ruleset: Ruleset) -> Iterator[Problem]:
    for key, contract in ruleset.contracts.items():
        if contract.kind.decided_by != BY_ALL_TRICKS:
            continue
        for suit in ruleset.suits(key) or (None,):
            base = ruleset.falls_back_to(key, suit)
            if base is None:
                continue
            tout, schwarz = _worth(ruleset, key, None, suit), _worth(ruleset, base, LEVELS[-1], suit)
            if tout < schwarz:
                worths = {"tout": tout, "base": base, "schwarz": schwarz}
                yield problem("tout_below_schwarz", contract=key, **worths, section=contract.section)
                break


def _shorter_rounds(ruleset: Ruleset) -> Iterator[Problem]:
    """Yield one warning, of the usual table: if its rounds are whole, so are those of every other."""
    games, round_games = ruleset.games(ruleset.usual_seats), ruleset.games_in_round(ruleset.usual_seats)
    if games % round_games:
        section = ruleset.section("match.deals_per_round")
        yield problem("last_round_shorter", games=games, round_games=round_games, section=section)


def _worth(ruleset: Ruleset, key: str, level: str | None, suit: str | None) -> int:
    bonus = ruleset.bonus(key, suit if KINDS[key].suits else None)
    return worth(ruleset.contracts[key].price, ruleset.scale, level=level, raised=Raised(bonus=bonus)).total
