"""Who wins and loses how much: the arithmetic of values and sides, and every ending that a ruleset's values allow."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from types import MappingProxyType

from scoring.contracts import BY_DEAL, EVERYONE, FIXED, PARTNERSHIP, declarer_side
from scoring.parts import FIRST_MATCH, Contract
from scoring.results import defenders_of
from scoring.ruleset import Ruleset
from scoring.worth import SCORED, worth

COUNTED_DOUBLINGS = 4
"""If doublings are unlimited, a line known by its points can have at most so many; more need the whole record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """One way a game can end, by contract, seats, result and level; `won` in a Ramsch means a Durchmarsch."""

    contract: str
    declarer: int | None
    partner: int | None
    won: bool
    level: str | None
    points: tuple[int, ...]
    circled: int | None


def points_of(value: int, side: frozenset[int], defenders: frozenset[int], won: bool, seats: int) -> tuple[int, ...]:
    """Return the points of all seats: each defender pays or gets the value, the declarer's side shares the rest.

    A seat on neither side, such as the dealer who sits out, gets 0.
    """
    signed = value if won else -value
    share = signed * len(defenders) // len(side)
    return tuple(share if seat in side else -signed if seat in defenders else 0 for seat in range(1, seats + 1))


def ramsch_points(value: int, seat: int, won: bool, players: Iterable[int], seats: int) -> tuple[int, ...]:
    """Return the points of all seats if one lost to all others, or won from them by a Durchmarsch (H 6)."""
    others = [player for player in players if player != seat]
    each = -value if won else value
    return tuple(-each * len(others) if at == seat else each if at in others else 0 for at in range(1, seats + 1))


@lru_cache(maxsize=256)
def endings(ruleset: Ruleset, seats: int, sits_out: int | None = None) -> tuple[Ending, ...]:
    """Return every ending of a game other than the first, without runners, doublings or a named suit, in order."""
    possible: list[Ending] = []
    for contract in ruleset.contracts.values():
        if contract.kind.family != EVERYONE:
            possible += _sided(ruleset, contract, seats, sits_out, plain=True)
    return tuple(possible)


@lru_cache(maxsize=256)
def readings(ruleset: Ruleset, seats: int, sits_out: int | None = None) -> Mapping[tuple[int, ...], tuple[Ending, ...]]:
    """Return {points of a line: every ending that has them}. Without `sits_out`, any seat may sit out."""
    groups: dict[tuple[int, ...], list[Ending]] = {}
    absent = [sits_out] if seats == ruleset.players or sits_out is not None else list(range(1, seats + 1))
    for seat in absent:
        for contract in ruleset.contracts.values():
            if contract.kind.family == EVERYONE:
                ways = _ramsches(ruleset, contract, seats, seat)
            else:
                ways = _sided(ruleset, contract, seats, seat, plain=False)
            for ending in ways:
                groups.setdefault(ending.points, []).append(ending)
    return MappingProxyType({points: tuple(ways) for points, ways in groups.items()})


def _sided(ruleset: Ruleset, contract: Contract, seats: int, sits_out: int | None, *, plain: bool) -> Iterator[Ending]:
    kind = contract.kind
    players = [seat for seat in range(1, seats + 1) if seat != sits_out]
    pairs: list[tuple[int, int | None]] = [(seat, None) for seat in players]
    if kind.family == PARTNERSHIP:
        pairs = [
            (players[one], players[other])
            for one, other in permutations(range(len(players)), 2)
            if not kind.opposite or abs(one - other) == 2
        ]
    values = {level: _values(ruleset, contract, level, plain=plain) for level in contract.price.values}
    for declarer, partner in pairs:
        side = declarer_side(kind, declarer, partner)
        defenders = defenders_of(ruleset, side, seats, sits_out)
        for level, amounts in values.items():
            for won in (True,) if kind.decided_by == BY_DEAL else (True, False):
                for value in amounts:
                    yield Ending(
                        contract=kind.key,
                        declarer=declarer,
                        partner=partner,
                        won=won,
                        level=None if level == FIXED else level,
                        points=points_of(value, side, defenders, won, seats),
                        circled=declarer if contract.circled else None,
                    )


def _values(ruleset: Ruleset, contract: Contract, level: str, *, plain: bool) -> tuple[int, ...]:
    """Return every value that the level can have, with each suit, number of runners and number of doublings."""
    key, price = contract.kind.key, contract.price
    suits: tuple[str | None, ...] = ruleset.suits(key) if ruleset.needs_suit(key) else (None,)
    if plain:
        bonuses, lengths, doublings = {ruleset.bonus(key, None)}, {0}, {0}
    else:
        bonuses = {ruleset.bonus(key, suit) for suit in suits}
        lengths = {0, *range(price.runners.first, price.runners.most + 1)} if ruleset.runners_scored else {0}
        scored = ruleset.doublings.rule == SCORED and price.doubled
        doublings = set(range(min(ruleset.doublings.most, COUNTED_DOUBLINGS) + 1)) if scored else {0}
    return tuple(
        sorted(
            {
                worth(price, ruleset.scale, level=level, bonus=bonus, runners=length, doublings=doubled)
                for bonus in bonuses
                for length in lengths
                for doubled in doublings
            }
        )
    )


def _ramsches(ruleset: Ruleset, contract: Contract, seats: int, sits_out: int | None) -> Iterator[Ending]:
    rule, players = contract.ramsch, [seat for seat in range(1, seats + 1) if seat != sits_out]
    if rule is None:
        return
    values = _values(ruleset, contract, FIXED, plain=False)
    losses = {value * factor for value in values for factor in (1, *rule.jungfrau_factors)}
    for seat in players:
        for value, won in (*((loss, False) for loss in sorted(losses)), (rule.durchmarsch, True)):
            if value:
                yield Ending(
                    contract=contract.kind.key,
                    declarer=None,
                    partner=None,
                    won=won,
                    level=None,
                    points=ramsch_points(value, seat, won, players, seats),
                    circled=None,
                )


def first_game_section(ruleset: Ruleset, contract: str, level: str | None) -> str | None:
    """Return the section that reduces such a game in the first game of a match, or None (5.2.15)."""
    rules = ruleset.first_game
    if contract in rules.touts:
        return ruleset.section("first_game.touts")
    if contract in rules.schwarz and level == "schwarz":
        return ruleset.section("first_game.schwarz")
    return None


def uncounted_section(ruleset: Ruleset, contract: str, match: int | None) -> str | None:
    """Return the section by which such a contract does not count in the first game of this match, or None (2.9.1)."""
    rules = ruleset.first_game
    if contract not in rules.uncounted:
        return None
    if rules.uncounted_in == FIRST_MATCH and match not in (None, 1):
        return None
    return ruleset.section("first_game.uncounted")
