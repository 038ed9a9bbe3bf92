"""A tariff as a value: what games are worth in money, read from a TOML file, complete. Knows no game and no points."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import TypedDict

from scoring.contracts import BY_MOST_POINTS, KINDS
from scoring.errors import Problem, ScoringError, problem
from scoring.formats import TARIFF_FORMAT, upgraded_tariff
from scoring.reader import TomlTable, decode, read_document, read_toml_file
from scoring.ruleset import Ruleset, bundled_rulesets, load_ruleset
from scoring.worth import Price, Scale, read_doublings, read_prices

GAMES, POINTS = "games", "points"
"""What is paid: a price for each game, or so much for each point."""

DECLARER, PAIR = "declarer", "pair"
"""Who wins and doubles the pot: a declarer alone, or both partners together, and no soloist."""

MOST_IN_POT = 1_000_000

_CODES: Mapping[str, str] = {
    "ruleset_unknown": "tariff_unknown",
    "ruleset_unreadable": "tariff_unreadable",
    "ruleset_key_missing": "tariff_key_missing",
    "ruleset_key_unknown": "tariff_key_unknown",
    "ruleset_key_misspelt": "tariff_key_misspelt",
    "ruleset_value_bad": "tariff_value_bad",
    "ruleset_entry_bad": "tariff_entry_bad",
    "ruleset_entry_twice": "tariff_entry_twice",
    "ruleset_contradiction": "tariff_contradiction",
}
"""The codes of the ruleset reader and their equivalents for a tariff."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RamschPrice:
    """The factors of a Ramsch for one Jungfrau, for two, and so on; what each pays for a Durchmarsch, in units."""

    jungfrau_factors: tuple[int, ...]
    durchmarsch: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tariff:
    """One agreed tariff (4.2.1). The same text always gives the same object, so it compares and caches by identity."""

    id: str
    title: str
    source: str
    text: str = field(repr=False)
    rules: Ruleset
    """The rules that judge a game record unless others are given."""
    unit_cents: int
    pays: str
    """GAMES or POINTS."""
    contracts: frozenset[str]
    """The contracts that it pays."""
    scale: Scale
    """What a runner is worth and whether Stoss and Retour are paid; where points are paid, as the rules score them."""
    claims: bool
    """Whether only claimed runners are paid, and too many claimed ones paid back twice (4.2.3)."""
    sweetener: int
    """Units that every player puts into the pot for a deal thrown in; 0 means there is no pot."""
    won_by: str
    """DECLARER or PAIR: who wins the pot, or doubles it."""
    most_in_pot: int
    """How many units the pot holds at most."""
    prices: Mapping[str, Price]
    """By contract: units to each defender; empty where points are paid."""
    ramsch: Mapping[str, RamschPrice]
    settings: Mapping[str, object] = field(repr=False)
    """Every value by its dotted key, such as `doublings.most`."""
    sections: Mapping[str, str] = field(repr=False)
    """The section number beside each key of `settings`."""

    def pays_runners(self, contract: str) -> bool:
        """Return whether runners are paid in games of this contract."""
        price = self.prices.get(contract)
        return price is not None and self.scale.runner > 0 and price.runners.most > 0

    def unpriced(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Return the contracts that this ruleset plays and the tariff has no price for."""
        return tuple(contract for contract in ruleset.contracts if contract not in self.contracts)

    def pays_by(self, ruleset: Ruleset) -> bool:
        """Return whether it can be paid by these rules: points are, only where somebody loses what others win."""
        return self.pays != POINTS or ruleset.has_sum


@cache
def bundled_tariffs() -> tuple[str, ...]:
    """Return the ids of the bundled tariffs, sorted."""
    names = (entry.name for entry in resources.files("scoring").joinpath("tariffs").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def load_tariff(id_or_path: str | Path) -> Tariff:
    """Load a bundled tariff by id, or a TOML file by path. Raises ScoringError if it cannot be read."""
    name = str(id_or_path)
    if name in bundled_tariffs():
        return parse_tariff(tariff_text(name))
    try:
        text = read_toml_file(id_or_path)
    except FileNotFoundError:
        raise ScoringError("tariff_unknown", name=name, bundled=bundled_tariffs()) from None
    except ScoringError as error:
        raise _of_tariff(error.problem()).error() from None
    return parse_tariff(text)


@cache
def tariff_text(tariff_id: str) -> str:
    """Return the TOML source of a bundled tariff."""
    return resources.files("scoring").joinpath("tariffs", f"{tariff_id}.toml").read_text(encoding="utf-8")


def is_tariff(text: str) -> bool:
    """Return whether a text is meant as a tariff rather than a ruleset: it has a unit or a pot, but no match."""
    try:
        data = decode(text)
    except ScoringError:
        return False
    return "match" not in data and ("unit_cents" in data or "pot" in data)


@lru_cache(maxsize=64)
def parse_tariff(text: str) -> Tariff:
    """Read a tariff from TOML text.

    Raises ScoringError `tariff_unreadable`, or the first problem of `check_tariff`.
    """
    tariff, problems = _read_text(text)
    if problems:
        raise problems[0].error()
    return tariff


def parse_foreign_tariff(text: str) -> Tariff:
    """Read a tariff that came from somewhere else, as `parse_tariff` does.

    It may name bundled rules only: no text that somebody sends makes a server open a file.
    """
    try:
        rules = decode(text).get("rules")
    except ScoringError as error:
        raise _of_tariff(error.problem()).error() from None
    if isinstance(rules, str) and rules not in bundled_rulesets():
        detail = problem("ruleset_unknown", name=rules, bundled=bundled_rulesets())
        raise ScoringError("tariff_contradiction", key="rules", detail=detail)
    return parse_tariff(text)


def check_tariff(text: str) -> tuple[Problem, ...]:
    """Return everything wrong with a tariff file. Raises ScoringError `tariff_unreadable` if it is no TOML."""
    return _read_text(text)[1]


def _read_text(text: str) -> tuple[Tariff, tuple[Problem, ...]]:
    try:
        data = decode(text)
    except ScoringError as error:
        raise _of_tariff(error.problem()).error() from None
    tariff, problems = read_document(upgraded_tariff(data), lambda root: _read_tariff(root, text))
    return tariff, tuple(_of_tariff(fault) for fault in problems)


def _of_tariff(fault: Problem) -> Problem:
    return Problem(code=_CODES[fault.code], context=fault.context)


def _read_tariff(root: TomlTable, text: str) -> Tariff:
    root.version("format", TARIFF_FORMAT)
    rules, unit_cents = _read_rules(root), root.integer("unit_cents", 1, 100_000)
    pot = root.table("pot")
    pays = root.choice("pays", (GAMES, POINTS))
    most = pot.integer("most", 1, MOST_IN_POT, words=("any",))
    tariff = Tariff(
        id=root.text("id"),
        title=root.text("title"),
        source=root.text("source"),
        text=text,
        rules=rules,
        unit_cents=unit_cents,
        pays=pays,
        sweetener=pot.integer("sweetener", 0, 10_000),
        won_by=pot.choice("won_by", (DECLARER, PAIR)),
        most_in_pot=most if most <= MOST_IN_POT else sys.maxsize,
        settings=root.settings,
        sections=root.sections,
        **(_read_games(root) if pays == GAMES else _read_points(root, rules)),
    )
    if root.sound:
        _find_contradictions(root, tariff)
    return tariff


class _PriceList(TypedDict):
    """What a tariff pays: contracts, and their prices where it has any."""

    contracts: frozenset[str]
    scale: Scale
    claims: bool
    prices: Mapping[str, Price]
    ramsch: Mapping[str, RamschPrice]


def _read_games(root: TomlTable) -> _PriceList:
    runners, doublings, contracts = root.table("runners"), root.table("doublings"), root.table("contracts")
    entries = {key: contracts.table(key) for key in contracts.keys_among(tuple(KINDS), least=1)}
    for entry in entries.values():
        entry.section()
    value = runners.integer("value", 0, 10_000)
    ramsch = {
        key: RamschPrice(
            jungfrau_factors=entry.integers("jungfrau_factors", 1, 100),
            durchmarsch=entry.integer("durchmarsch", 1, 10_000),
        )
        for key, entry in entries.items()
        if KINDS[key].decided_by == BY_MOST_POINTS
    }
    return {
        "contracts": frozenset(entries),
        "scale": Scale(runner=value, missing=value, doublings=read_doublings(doublings)),
        "claims": runners.flag("claimed"),
        "prices": read_prices(contracts, entries),
        "ramsch": MappingProxyType(ramsch),
    }


def _read_points(root: TomlTable, rules: Ruleset) -> _PriceList:
    return {
        "contracts": frozenset(root.choices("contracts", tuple(KINDS))),
        "scale": rules.scale,
        "claims": False,
        "prices": MappingProxyType({}),
        "ramsch": MappingProxyType({}),
    }


def _read_rules(root: TomlTable) -> Ruleset:
    name = root.text("rules")
    try:
        return load_ruleset(name)
    except ScoringError as error:
        root.contradiction("rules", error.problem())
        return load_ruleset(bundled_rulesets()[0])


def _find_contradictions(root: TomlTable, tariff: Tariff) -> None:
    for name in tariff.rules.contracts:
        if name not in tariff.contracts:
            root.contradiction(f"contracts.{name}", problem("price_missing", rules=tariff.rules.id))
    if not tariff.pays_by(tariff.rules):
        root.contradiction("rules", problem("points_without_sum", rules=tariff.rules.id))
    for name, price in tariff.prices.items():
        if name not in tariff.rules.contracts:
            root.contradiction(f"contracts.{name}", problem("price_not_needed", rules=tariff.rules.id))
        elif price.runners.most > KINDS[name].trumps(tariff.rules.deck):
            root.contradiction(f"contracts.{name}.runners.most", problem("too_few_trumps"))
