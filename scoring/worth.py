"""What one game is worth to each defender: value, level, bonuses, runners, doublings. Knows no seats and no sides."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scoring.contracts import FIXED, KINDS
from scoring.errors import problem
from scoring.reader import TomlTable

SCORED = "scored"
IGNORED = "ignored"
LOSES = "loses"
"""A Stoss loses the game for the side that called it."""

MOST_DOUBLINGS = 100
"""The most that a record can have if doublings are unlimited."""

BASE = "base"
GAME = "game"
ALL = "all"


@dataclass(frozen=True, slots=True)
class Value:
    """The value of one level: `base` is that of the simple game, `extra` what Schneider or Schwarz adds to it."""

    base: int
    extra: int


@dataclass(frozen=True, slots=True)
class RunnerRule:
    """Runners count from `first` on, at most `most` of them, each `times` as much as usual; `first` 0 means never."""

    first: int
    most: int
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What a contract is worth to each defender, in points or in units of money."""

    values: Mapping[str, Value]
    times: int
    """2 for a Tout that doubles the values of another contract, else 1."""
    runners: RunnerRule
    doubled: bool
    """Whether a Stoss may double it."""
    bears_bonus: bool
    """Whether bonuses for Solo and suit are added: not if it has one fixed value of its own."""

    def plain(self, level: str | None) -> int:
        """Return the value of a level without bonuses, runners and doublings."""
        value = self.values[level or FIXED]
        return self.times * (value.base + value.extra)


@dataclass(frozen=True, slots=True, kw_only=True)
class Doublings:
    """Whether Stoss, Retour and so on count, how many at most, and what they double: base, game or all."""

    rule: str
    most: int
    doubles: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """What holds for every contract: the value of a runner (0 if they do not count) and the doublings."""

    runner: int
    doublings: Doublings


def worth(
    price: Price,
    scale: Scale,
    *,
    level: str | None,
    bonus: int = 0,
    runners: int = 0,
    claimed: int | None = None,
    doublings: int = 0,
) -> int:
    """Return what the game is worth to each defender (5.2.7, 4.2.4; a house's Contra by reading 30).

    `bonus` is added to the base value. `runners` is the length of the top sequence, `doublings` is 1 for a Stoss, 2
    for a Retour and so on; both count only as price and scale allow. `claimed` is how many runners the winners asked
    for; None means all of them. The value is negative if they asked for far too many.
    """
    value = price.values[level or FIXED]
    running = scale.runner * price.runners.times * _paid_runners(price.runners, runners, claimed)
    factor = 2**doublings if price.doubled and scale.doublings.rule == SCORED else 1
    base = value.base + bonus
    if scale.doublings.doubles == BASE:
        return price.times * (base * factor + value.extra) + running
    if scale.doublings.doubles == GAME:
        return price.times * (base + value.extra) * factor + running
    return (price.times * (base + value.extra) + running) * factor


def _paid_runners(rule: RunnerRule, runners: int, claimed: int | None) -> int:
    """Return how many runners are paid; those claimed beyond the ones that count are paid back twice (4.2.3)."""
    count = min(runners, rule.most) if rule.first and runners >= rule.first else 0
    if claimed is None:
        return count
    return min(claimed, 2 * count - claimed)


def read_doublings(table: TomlTable) -> Doublings:
    """Read whether and how a Stoss counts; `most` may be "any"."""
    rule = table.choice("rule", (IGNORED, SCORED, LOSES))
    most = table.integer("most", 0, 20, words=("any",))
    return Doublings(
        rule=rule,
        most=most if most <= 20 else MOST_DOUBLINGS,
        doubles=table.choice("doubles", (BASE, GAME, ALL)),
    )


def read_prices(
    contracts: TomlTable, entries: Mapping[str, TomlTable], sections: Mapping[str, str]
) -> Mapping[str, Price]:
    """Read the prices of contracts: values of their own, or a multiple of another's, which may stand further down."""
    own: dict[str, Mapping[str, Value]] = {}
    others: dict[str, tuple[int, str, str | None]] = {}
    for key, entry in entries.items():
        values, section = entry.table("values"), sections[key]
        if values.has("of") or values.has("times"):
            levels = KINDS[key].levels
            source = values.name("of", section, tuple(name for name in entries if name != key))
            level = None if levels != (FIXED,) else values.name("level", section, _levels_of(source))
            others[key] = (values.figure("times", section, most=100), source, level)
            continue
        figures = {level: values.figure(level, section) for level in KINDS[key].levels}
        least = next(iter(figures.values()))
        own[key] = {level: Value(base=least, extra=figure - least) for level, figure in figures.items()}
        if list(figures.values()) != sorted(figures.values()):
            contracts.contradiction(f"{key}.values", problem("levels_descend"))
    prices = {}
    for key, entry in entries.items():
        price = _resolve(key, own, others)
        if price is None:
            contracts.contradiction(f"{key}.values.of", problem("multiple_of_nothing"))
            price = 1, {level: Value(base=1, extra=0) for level in KINDS[key].levels}
        times, resolved = price
        prices[key] = Price(
            values=MappingProxyType(resolved),
            times=times,
            runners=_read_runners(entry.table("runners")),
            doubled=entry.flag("doubled"),
            bears_bonus=key in others or KINDS[key].levels != (FIXED,),
        )
    return MappingProxyType(prices)


def _levels_of(contract: str) -> tuple[str, ...]:
    return KINDS[contract].levels if contract in KINDS else (FIXED,)


def _resolve(
    key: str, own: Mapping[str, Mapping[str, Value]], others: Mapping[str, tuple[int, str, str | None]]
) -> tuple[int, dict[str, Value]] | None:
    """Return (times, values by level), following contracts that are a multiple of another one; None for a circle."""
    times, level, name = 1, None, key
    for _ in range(len(others) + 1):
        if name in own:
            values = own[name]
            if level is None:
                return (times, dict(values)) if tuple(values) == KINDS[key].levels else None
            return (times, {FIXED: values[level]}) if level in values else None
        if name not in others:
            return None
        factor, source, at = others[name]
        times, name = times * factor, source
        # A level of a contract without levels is its fixed one: pass on the level that this contract is a multiple of.
        level = at if at is not None and level in (None, FIXED) else level
    return None


def _read_runners(table: TomlTable) -> RunnerRule:
    section = table.section()
    rule = RunnerRule(
        first=table.figure("from", section, least=0, most=14),
        most=table.figure("most", section, least=0, most=14),
        times=table.figure("times", section, most=100),
    )
    if rule.first > rule.most:
        table.contradiction("most", problem("runners_end_too_early"))
    return rule
