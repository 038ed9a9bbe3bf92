"""Who wins and loses how much: the arithmetic of values and sides, and every ending that a ruleset's values allow."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations, permutations, product
from operator import add
from types import MappingProxyType

from scoring.contracts import BY_CARD_POINTS, BY_DEAL, EVERYONE, FIXED, LEVELS, PARTNERSHIP, declarer_side
from scoring.parts import NO_POINTS, Contract
from scoring.records import GameRecord
from scoring.results import defenders_of
from scoring.ruleset import BORNE_BY_DECLARER, FULL, SHARE, Ruleset
from scoring.worth import OFFENDER_PAYS, SCORED, Raised, Worth, worth

COUNTED_DOUBLINGS = 4
"""If doublings are unlimited, a line known by its points can have at most so many; more need the whole record."""

BOCK_FACTOR = 2


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


def sided_points(
    ruleset: Ruleset,
    value: Worth,
    side: frozenset[int],
    defenders: frozenset[int],
    won: bool,
    seats: int,
    *,
    alone: int | None = None,
) -> tuple[int, ...]:
    """Return the points of all seats of a game with two sides, as these rules write them.

    `alone` is the declarer if the declarer wins or loses the runners alone; they are then no part of the partner's.
    Where only the winners' points are written, each of them has the value once.
    """
    if ruleset.has_sum:
        if alone is None:
            return points_of(value.total, side, defenders, won, seats)
        plain = points_of(value.game, side, defenders, won, seats)
        runners = points_of(value.runners, frozenset((alone,)), defenders, won, seats)
        return tuple(map(add, plain, runners))
    if won:
        shares = {seat: value.game if alone not in (None, seat) else value.total for seat in side}
    elif len(side) > 1 or ruleset.against_soloist == FULL:
        shares = dict.fromkeys(defenders, value.total)
    else:
        shares = dict.fromkeys(defenders, value.total // len(defenders) if ruleset.against_soloist == SHARE else 0)
    return tuple(shares.get(seat, 0) for seat in range(1, seats + 1))


def all_against(ruleset: Ruleset, points: Sequence[int], defenders: frozenset[int], offender: int) -> tuple[int, ...]:
    """Return the points of a game that the declarer's side won if one defender pays for all (a forbidden Stoss)."""
    if not ruleset.has_sum:
        return tuple(points)
    paid = sum(points[seat - 1] for seat in defenders)
    return tuple(
        paid if seat == offender else 0 if seat in defenders else value for seat, value in enumerate(points, 1)
    )


def ended_points(
    ruleset: Ruleset, value: int, side: Collection[int], won: bool, players: Collection[int], seats: int
) -> tuple[int, ...]:
    """Return the points of all seats of a Ramsch as these rules write them."""
    points = ramsch_points(value, side, won, players, seats)
    if ruleset.has_sum:
        return points
    return tuple(value * (won == (at in side)) * (at in players) for at in range(1, seats + 1))


def points_of(value: int, side: frozenset[int], defenders: frozenset[int], won: bool, seats: int) -> tuple[int, ...]:
    """Return the points of all seats: each defender pays or gets the value, the declarer's side shares the rest.

    A seat on neither side, such as the dealer who sits out, gets 0.
    """
    signed = value if won else -value
    share = signed * len(defenders) // len(side)
    return tuple(share if seat in side else -signed if seat in defenders else 0 for seat in range(1, seats + 1))


def ramsch_points(
    value: int, side: Collection[int], won: bool, players: Collection[int], seats: int
) -> tuple[int, ...]:
    """Return the points of all seats if a `side` of one or two lost to all others, or one won from them (H 6)."""
    others = frozenset(player for player in players if player not in side)
    return points_of(value, frozenset(side), others, won, seats)


@lru_cache(maxsize=256)
def endings(ruleset: Ruleset, seats: int, sits_out: int | None = None) -> tuple[Ending, ...]:
    """Return every ending of a game other than the first, without runners, doublings or a named suit, in order."""
    possible: list[Ending] = []
    for contract in ruleset.contracts.values():
        if contract.kind.family != EVERYONE:
            possible += _sided(ruleset, contract, seats, sits_out, plain=True)
    return tuple(possible)


def ways_of(ruleset: Ruleset, record: GameRecord, written: tuple[int, ...]) -> tuple[Ending, ...]:
    """Return every ending that a line known by its points can be; in a Bock its points are twice those of one."""
    place = record.place
    if place.bock:
        if any(value % BOCK_FACTOR for value in written):
            return ()
        written = tuple(value // BOCK_FACTOR for value in written)
    return readings(ruleset, len(written), place.sits_out).get(written, ())


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
    worths = {level: _worths(ruleset, contract, level, seats, plain=plain) for level in contract.price.values}
    by_declarer = _runners_are_apart(ruleset, contract)
    one_pays = not plain and contract.price.doubled and ruleset.doublings.rule == OFFENDER_PAYS
    for declarer, partner in pairs:
        side = declarer_side(kind, declarer, partner)
        defenders = defenders_of(ruleset, side, seats, sits_out)
        circled = declarer if contract.circled else None
        ending = partial(Ending, contract=kind.key, declarer=declarer, partner=partner, circled=circled)
        for level, amounts in worths.items():
            named = None if level == FIXED else level
            for won in (True,) if kind.decided_by == BY_DEAL else (True, False):
                for value, without in amounts:
                    alone = declarer if without and by_declarer else None
                    points = sided_points(ruleset, value, side, defenders, won, seats, alone=alone)
                    yield ending(won=won, level=named, points=points)
                    if one_pays and won and level in (FIXED, LEVELS[0]):
                        for seat in sorted(defenders):
                            yield ending(won=True, level=named, points=all_against(ruleset, points, defenders, seat))
        if not plain and has_drawn_line(contract):
            yield ending(won=False, level=None, points=(0,) * seats)


def has_drawn_line(contract: Contract) -> bool:
    """Return whether a game of this contract that neither side wins is a line of its own, with no points."""
    by_cards = contract.kind.decided_by == BY_CARD_POINTS
    return by_cards and contract.limits.can_be_drawn and contract.limits.drawn == NO_POINTS


def _runners_are_apart(ruleset: Ruleset, contract: Contract) -> bool:
    """Return whether a declarer with a partner wins or loses missing trumps alone."""
    return ruleset.missing_borne_by == BORNE_BY_DECLARER and contract.kind.family == PARTNERSHIP


def _worths(
    ruleset: Ruleset, contract: Contract, level: str, seats: int, *, plain: bool
) -> tuple[tuple[Worth, bool], ...]:
    """Return every worth that the level can have, and whether the defenders hold the runners in it.

    It depends on the suit, on runners, doublings and what was announced; the second tells only where that matters.
    """
    key, price = contract.kind.key, contract.price
    if plain:
        value = worth(price, ruleset.scale, level=level, raised=Raised(bonus=ruleset.bonus(key, None)))
        return ((Worth(value.total, 0), False),)
    suits: tuple[str | None, ...] = ruleset.suits(key) if ruleset.needs_suit(key) else (None,)
    bonuses = {ruleset.bonus(key, suit) for suit in suits}
    lengths = {0, *range(price.runners.first, price.runners.most + 1)} if ruleset.runners_scored else {0}
    apart = _runners_are_apart(ruleset, contract)
    holders = (False, True) if apart or ruleset.missing_value != ruleset.runner_value else (False,)
    doublings = ruleset.doublings
    scored = doublings.rule == SCORED and price.doubled
    stosses = range(min(doublings.most, COUNTED_DOUBLINGS) + 1) if scored else range(1)
    laid = range(seats * (doublings.laying + doublings.knocking) + 1)
    announced = (False, True) if price.announced and level != LEVELS[0] else (False,)
    worths = set()
    for bonus, runners, without, stoss, before, told in product(bonuses, lengths, holders, stosses, laid, announced):
        raised = Raised(bonus=bonus, runners=runners, without=without, announced=told, doublings=stoss, laid=before)
        value = worth(price, ruleset.scale, level=level, raised=raised)
        worths.add((value, without) if apart else (Worth(value.total, 0), False))
    return tuple(sorted(worths, key=lambda one: (one[0].total, one[0].game, one[1])))


def _ramsches(ruleset: Ruleset, contract: Contract, seats: int, sits_out: int | None) -> Iterator[Ending]:
    rule, players = contract.ramsch, [seat for seat in range(1, seats + 1) if seat != sits_out]
    if rule is None:
        return
    values = [value.total for value, _without in _worths(ruleset, contract, FIXED, seats, plain=False)]
    losses = {value * factor for value in values for factor in (1, *rule.jungfrau_factors)}
    laid = range(seats * (ruleset.doublings.laying + ruleset.doublings.knocking) + 1)
    sweeps = [rule.durchmarsch * 2**before for before in laid]
    ways = [(side, loss, False) for side in combinations(players, rule.losers) for loss in sorted(losses)]
    ways += [((seat,), sweep, True) for seat in players for sweep in sweeps]
    for side, value, won in ways:
        if value:
            yield Ending(
                contract=contract.kind.key,
                declarer=None,
                partner=None,
                won=won,
                level=None,
                points=ended_points(ruleset, value, side, won, players, seats),
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


def uncounted_section(ruleset: Ruleset, contract: str) -> str | None:
    """Return the section by which such a contract does not count in the first game of a match, or None (2.9.1)."""
    return ruleset.section("first_game.uncounted") if contract in ruleset.first_game.uncounted else None
