"""The most and the least that one game can bring or cost a seat: what totals without games are checked against.

A supervisor's free ruling (3.4.18) has no limit in the rules; it is taken to be within these bounds (reading 40).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from scoring.contracts import BY_DEAL, EVERYONE, PARTNERSHIP, SOLOIST, declarer_side
from scoring.endings import BOCK_FACTOR, all_against, ended_points, sided_points
from scoring.parts import DEAL, Contract
from scoring.results import defenders_of
from scoring.ruleset import Ruleset
from scoring.sanctions import penalty_points
from scoring.worth import MOST_DOUBLINGS, OFFENDER_PAYS, SCORED, Raised, Worth, worth


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What one game can bring. None: there is no upper bound, because doublings are unlimited.

    `plus` and `minus` are for one seat, `together` is what all plus points of a game sum to. `beside` is the most for
    a seat that is not the soloist of a counted game. By counter (sie, tout, solo): `own` is the most that the soloist
    gets, `won` the least if it is won, `lost` the least that it costs if it is lost.
    """

    plus: int | None
    minus: int | None
    together: int | None
    beside: int | None
    own: Mapping[str, int | None]
    won: Mapping[str, int]
    lost: Mapping[str, int]


@lru_cache(maxsize=64)
def game_bounds(ruleset: Ruleset, seats: int) -> Bounds:
    """Return the bounds of a game at a table of so many seats."""
    ways = list(_ways(ruleset, seats))
    alone: dict[str, list[int | None]] = {counter: [] for counter, _ in ways if counter is not None}
    for counter, points in ways:
        if counter is not None:
            alone[counter].append(None if points is None else points[0])
    return Bounds(
        plus=_most(None if points is None else max(points) for _, points in ways),
        minus=_most(None if points is None else -min(points) for _, points in ways),
        together=_most(None if points is None else sum(map(abs, points)) // 2 for _, points in ways),
        beside=_most(None if points is None else max(points[1 if counter else 0 :]) for counter, points in ways),
        own=MappingProxyType({counter: _most(scores) for counter, scores in alone.items()}),
        won=MappingProxyType({counter: _least(scores, 1) for counter, scores in alone.items()}),
        lost=MappingProxyType({counter: _least(scores, -1) for counter, scores in alone.items()}),
    )


def _most(values: Iterable[int | None]) -> int | None:
    most = 0
    for value in values:
        if value is None:
            return None
        most = max(most, value)
    return most


def _least(values: Iterable[int | None], sign: int) -> int:
    """Return the smallest of the values with this sign, as a number from 0 up."""
    return min((sign * value for value in values if value is not None and sign * value > 0), default=0)


def _ways(ruleset: Ruleset, seats: int) -> Iterator[tuple[str | None, tuple[int, ...] | None]]:
    """Yield (counter, points of all seats) of the cheapest and the dearest ways that each contract can end.

    Seat 1 declares, or loses a Ramsch; the last seat sits out if more sit than play. Points are None if doublings make
    them as high as one likes.
    """
    players = tuple(range(1, ruleset.players + 1))
    for contract in ruleset.contracts.values():
        key, kind = contract.kind.key, contract.kind
        side = declarer_side(kind, 1, 3 if kind.family == PARTNERSHIP else None)
        counter = contract.counts_as if kind.family == SOLOIST else None
        if kind.family == EVERYONE:
            endings = _ramsches(ruleset, contract, players, seats)
        else:
            endings = _sided(ruleset, contract, side, seats)
        for points in (*endings, *_sanctioned(ruleset, key, side, players, seats)):
            yield counter, points
            if ruleset.bock.after:
                yield counter, tuple(BOCK_FACTOR * value for value in points)
        if contract.price.doubled and ruleset.doublings.rule == SCORED and ruleset.doublings.most == MOST_DOUBLINGS:
            yield counter, None
    for points in _sanctioned(ruleset, DEAL, frozenset(), (*players, seats), seats):
        yield None, points


def _sided(ruleset: Ruleset, contract: Contract, side: frozenset[int], seats: int) -> Iterator[tuple[int, ...]]:
    defenders = defenders_of(ruleset, side, seats, seats if seats > ruleset.players else None)
    for value in _worths(ruleset, contract, seats):
        for won in (True,) if contract.kind.decided_by == BY_DEAL else (True, False):
            points = sided_points(ruleset, value, side, defenders, won, seats)
            yield points
            if won and ruleset.doublings.rule == OFFENDER_PAYS and contract.price.doubled:
                yield all_against(ruleset, points, defenders, min(defenders))


def _ramsches(ruleset: Ruleset, contract: Contract, players: tuple[int, ...], seats: int) -> Iterator[tuple[int, ...]]:
    rule = contract.ramsch
    if rule is not None:
        most = seats * (ruleset.doublings.laying + ruleset.doublings.knocking)
        yield ended_points(ruleset, rule.durchmarsch * 2**most, (1,), True, players, seats)
        for value in _worths(ruleset, contract, seats):
            for factor in (1, *rule.jungfrau_factors):
                yield ended_points(ruleset, value.total * factor, players[: rule.losers], False, players, seats)


def _sanctioned(
    ruleset: Ruleset, name: str, side: frozenset[int], bearers: tuple[int, ...], seats: int
) -> Iterator[tuple[int, ...]]:
    players = tuple(range(1, ruleset.players + 1))
    for rule in ruleset.sanctions.values():
        if name in rule.penalties:
            for bearer in bearers:
                yield penalty_points(rule.penalties[name], bearer, side, players, seats)


def _worths(ruleset: Ruleset, contract: Contract, seats: int) -> list[Worth]:
    """Return the values of each level, the cheapest and the dearest: with and without all that raises a game."""
    key, price, doublings = contract.kind.key, contract.price, ruleset.doublings
    limited = doublings.rule == SCORED and doublings.most != MOST_DOUBLINGS
    laid = seats * (doublings.laying + doublings.knocking)
    return [
        worth(
            price,
            ruleset.scale,
            level=level,
            raised=Raised(
                bonus=ruleset.bonus(key, suit),
                runners=runners,
                without=without,
                announced=dear,
                doublings=doublings.most if limited and dear else 0,
                laid=laid if dear else 0,
            ),
        )
        for level in price.values
        for suit in (ruleset.suits(key) if ruleset.needs_suit(key) else (None,))
        for runners in (0, price.runners.most)
        for without in (False, True)
        for dear in (False, True)
    ]
