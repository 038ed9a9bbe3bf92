"""Who wins and loses how much: the arithmetic of values and sides, and every ending a ruleset's values allow."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from types import MappingProxyType

from scoring.contracts import BY_DEAL, FIXED, PARTNERSHIP, declarer_side
from scoring.ruleset import FIRST_MATCH, Contract, Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """One way a game can end, by contract, seats, result and level."""

    contract: str
    declarer: int
    partner: int | None
    won: bool
    level: str | None
    points: tuple[int, ...]
    circled: int | None


def points_of(contract: Contract, side: frozenset[int], won: bool, level: str | None, seats: int) -> tuple[int, ...]:
    """Return the points of all seats: each defender pays or gets the value, the declarer's side shares the rest."""
    value = contract.values[level or FIXED] * (1 if won else -1)
    share = value * (seats - len(side)) // len(side)
    return tuple(share if seat in side else -value for seat in range(1, seats + 1))


def penalty_points(penalty: int, bearer: int, side: frozenset[int], seats: int) -> tuple[int, ...]:
    """Return the points where one player alone is punished: the other side shares his minus, his own side gets 0."""
    others = [seat for seat in range(1, seats + 1) if (seat in side) != (bearer in side)]
    share = penalty // len(others)
    return tuple(-penalty if seat == bearer else share if seat in others else 0 for seat in range(1, seats + 1))


@lru_cache(maxsize=64)
def endings(ruleset: Ruleset, seats: int) -> tuple[Ending, ...]:
    """Return every ending of a game played to its end, from the second game on, in the ruleset's order."""
    found = []
    for key, contract in ruleset.contracts.items():
        kind = contract.kind
        pairs: list[tuple[int, int | None]] = [(seat, None) for seat in range(1, seats + 1)]
        if kind.family == PARTNERSHIP:
            pairs = list(permutations(range(1, seats + 1), 2))
        for declarer, partner in pairs:
            side = declarer_side(kind, declarer, partner)
            for level in kind.levels:
                for won in (True,) if kind.decided_by == BY_DEAL else (True, False):
                    stated = None if level == FIXED else level
                    found.append(
                        Ending(
                            contract=key,
                            declarer=declarer,
                            partner=partner,
                            won=won,
                            level=stated,
                            points=points_of(contract, side, won, stated, seats),
                            circled=declarer if contract.circled else None,
                        )
                    )
    return tuple(found)


@lru_cache(maxsize=64)
def readings(ruleset: Ruleset, seats: int) -> Mapping[tuple[int, ...], tuple[Ending, ...]]:
    """Return for the points of a line every ending that has them."""
    found: dict[tuple[int, ...], list[Ending]] = {}
    for ending in endings(ruleset, seats):
        found.setdefault(ending.points, []).append(ending)
    return MappingProxyType({points: tuple(ways) for points, ways in found.items()})


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
