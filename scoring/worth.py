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
"""A Stoss loses the game for the side that called it, with Schneider and Schwarz if it lost them anyway."""
LOSES_SIMPLY = "loses-simply"
OFFENDER_PAYS = "offender-pays"
"""As LOSES_SIMPLY, and whoever called it pays for the whole side."""
LOSING_RULES = (LOSES, LOSES_SIMPLY, OFFENDER_PAYS)

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
    """Runners count from `first` on, at most `most` of them, each `times` as much as usual; `first` 0 means never.

    `values` says what so many are worth together, one value for each number from `first` to `most`; empty if each has
    the same value.
    """

    first: int
    most: int
    times: int
    values: tuple[int, ...] = ()

    def amount(self, count: int, each: int) -> int:
        """Return what this many runners are worth if one is worth `each`; negative for those paid back (4.2.3)."""
        if count < 0:
            return -self.amount(-count, each)
        if not self.values:
            return self.times * each * count
        return self.times * self.values[min(count, self.most) - self.first] if count >= self.first else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What a contract is worth to each defender, in points or in units of money."""

    values: Mapping[str, Value]
    times: int
    """2 for a Tout that doubles the values of another contract, else 1."""
    runners: RunnerRule
    doubled: bool
    """Whether a Stoss may double it."""
    announced: int
    """What an announced Schneider adds; 0 if it cannot be announced."""
    bears_bonus: bool
    """Whether bonuses for Solo and suit are added: not if it has one fixed value of its own."""

    def plain(self, level: str | None) -> int:
        """Return the value of a level without bonuses, runners and doublings."""
        value = self.values[level or FIXED]
        return self.times * (value.base + value.extra)


@dataclass(frozen=True, slots=True, kw_only=True)
class Doublings:
    """Whether Stoss, Retour and so on count, how many at most, and what they double: base, game or all.

    `laying` and `knocking` say whether every player may double a game once so, before it is announced.
    """

    rule: str
    most: int
    doubles: str
    laying: bool
    knocking: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """What holds for every contract: what runners are worth (0 if they do not count) and the doublings."""

    runner: int
    missing: int
    """The value of each highest trump that the declarer's side lacks, if the defenders hold the runners."""
    doublings: Doublings


@dataclass(frozen=True, slots=True)
class Worth:
    """What a game is worth to each defender: the `game` itself, and the `runners` on top of it."""

    game: int
    runners: int

    @property
    def total(self) -> int:
        """Both together."""
        return self.game + self.runners


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """What raises the value of one game beside its level.

    `bonus` is added to the base value. `runners` is the length of the top sequence; `without` if the defenders hold
    it. `claimed` is how many the winners asked for, None for all of them. `announced`: Schneider was announced.
    `doublings` is 1 for a Stoss, 2 for a Retour and so on; `laid` counts who laid and who knocked.
    """

    bonus: int = 0
    runners: int = 0
    without: bool = False
    claimed: int | None = None
    announced: bool = False
    doublings: int = 0
    laid: int = 0


PLAIN = Raised()


def worth(price: Price, scale: Scale, *, level: str | None, raised: Raised = PLAIN) -> Worth:
    """Return what the game is worth to each defender (5.2.7, 4.2.4; a house's Contra by reading 30).

    Runners and doublings count only as price and scale allow. Runners are negative if far too many were claimed.
    """
    value = price.values[level or FIXED]
    each = scale.missing if raised.without else scale.runner
    # A scale without a value for runners does not count them, whatever a table of values says.
    counted = _paid_runners(price.runners, raised.runners, raised.claimed) if each else 0
    running = price.runners.amount(counted, each)
    stoss = 2**raised.doublings if price.doubled and scale.doublings.rule == SCORED else 1
    before = 2**raised.laid
    base, extra = value.base + raised.bonus, value.extra + (price.announced if raised.announced else 0)
    if scale.doublings.doubles == BASE:
        return Worth(price.times * (base * stoss + extra) * before, running * before)
    game = price.times * (base + extra) * stoss * before
    return Worth(game, running * before * (1 if scale.doublings.doubles == GAME else stoss))


def _paid_runners(rule: RunnerRule, runners: int, claimed: int | None) -> int:
    """Return how many runners are paid; those claimed beyond the ones that count are paid back twice (4.2.3)."""
    count = min(runners, rule.most) if rule.first and runners >= rule.first else 0
    if claimed is None:
        return count
    return min(claimed, 2 * count - claimed)


def read_doublings(table: TomlTable) -> Doublings:
    """Read whether and how a Stoss counts; `most` may be "any"."""
    rule = table.choice("rule", (IGNORED, SCORED, *LOSING_RULES))
    most = table.integer("most", 0, 20, words=("any",))
    return Doublings(
        rule=rule,
        most=most if most <= 20 else MOST_DOUBLINGS,
        doubles=table.choice("doubles", (BASE, GAME, ALL)),
        laying=table.flag("laying"),
        knocking=table.flag("knocking"),
    )


def read_prices(contracts: TomlTable, entries: Mapping[str, TomlTable]) -> Mapping[str, Price]:
    """Read the prices of contracts: values of their own, or a multiple of another's, which may stand further down."""
    own: dict[str, Mapping[str, Value]] = {}
    others: dict[str, tuple[int, str, str | None]] = {}
    announced: dict[str, int] = {}
    for key, entry in entries.items():
        values = entry.table("values")
        if values.has("of") or values.has("times"):
            levels = KINDS[key].levels
            source = values.name("of", tuple(name for name in entries if name != key))
            level = None if levels != (FIXED,) else values.name("level", _levels_of(source))
            others[key] = (values.figure("times", most=100), source, level)
            continue
        figures = {level: values.figure(level) for level in KINDS[key].levels}
        if FIXED not in figures and values.has("announced"):
            announced[key] = values.figure("announced")
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
            announced=announced.get(key, 0),
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
    first, most = table.figure("from", least=0, most=14), table.figure("most", least=0, most=14)
    values = table.figures("values", 1, 10_000) if table.has("values") else ()
    rule = RunnerRule(first=first, most=most, times=table.figure("times", most=100), values=values)
    if first > most:
        table.contradiction("most", problem("runners_end_too_early"))
    elif values and len(values) != most - first + 1:
        table.contradiction("values", problem("runner_values_incomplete", number=most - first + 1))
    return rule
