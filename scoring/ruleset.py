"""A ruleset as a value: read from a TOML file, complete and without contradiction. Knows no game."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType

from scoring.contracts import KINDS, Kind
from scoring.errors import ScoringError
from scoring.reader import Table, read_document

EVERY_MATCH = "every"
FIRST_MATCH = "first"
KEEP_SCHNEIDER = "keep-schneider"
BY_PLAYER = "player"
LOT = "lot"

COUNTED_KINDS = ("sie", "tout", "solo", "none")
CRITERIA = ("sie_played", "touts_won", "touts_played", "solos_won", "solos_played")

MISTAKE = "mistake"
REVEALED_CARDS = "revealed-cards"
INVALID_BID = "invalid-bid"
SANCTION_KINDS = (MISTAKE, REVEALED_CARDS, INVALID_BID)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """A contract as this ruleset plays it."""

    kind: Kind
    section: str
    values: Mapping[str, int]
    """By level (or `fixed`): what each defender wins or loses."""
    circled: bool
    counts_as: str | None
    """The tie-break counter: sie, tout, solo or None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Card points a side needs (4.1)."""

    declarer_wins: int
    defenders_win: int
    declarer_out_of_schneider: int
    defenders_out_of_schneider: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstGame:
    """What the first game of a match reduces or does not count (5.2.15, 2.9.1)."""

    touts: tuple[str, ...]
    schwarz: tuple[str, ...]
    reduced_to: str
    uncounted: tuple[str, ...]
    uncounted_in: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Approvals:
    """Games to be approved before play: always (5.2.14), and from the nth counted on (5.2.16)."""

    always: tuple[str, ...]
    counted: tuple[str, ...]
    counted_from: int
    counted_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SanctionRule:
    """The minus points of the offender by contract; the other side shares them (3.4.17)."""

    kind: str
    section: str
    penalties: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ruleset:
    """One published ruleset. The same text always gives the same object, so it compares and caches by identity."""

    id: str
    title: str
    edition: str
    source: str
    text: str = field(repr=False)
    pack: int
    seats: tuple[int, ...]
    games_per_match: int
    games_per_round: int
    matches: int
    new_draw_each_match: bool
    minimum_age: int
    first_dealer: int
    all_pass: str
    packets: tuple[int, ...]
    stoss: str
    counting: str
    limits: Limits
    contracts: Mapping[str, Contract]
    first_game: FirstGame
    approvals: Approvals
    sanctions: Mapping[str, SanctionRule]
    tie_break: tuple[str, ...]
    full_tie: str
    notices: Mapping[str, str]
    """Notice code to section, in the order of printing."""
    settings: Mapping[str, object] = field(repr=False)
    """Every value by its dotted key, as `first_game.reduced_to`."""
    sections: Mapping[str, str] = field(repr=False)
    """The section number beside each key of `settings`."""

    def section(self, key: str) -> str:
        """Return the section number of a dotted key."""
        return self.sections[key]


def bundled_rulesets() -> tuple[str, ...]:
    """Return the ids of the bundled rulesets, sorted."""
    names = (entry.name for entry in resources.files("scoring").joinpath("rulesets").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def ruleset_text(ruleset_id: str) -> str:
    """Return the TOML source of a bundled ruleset, to freeze a copy; ScoringError `ruleset_unknown`."""
    if ruleset_id not in bundled_rulesets():
        raise ScoringError("ruleset_unknown", name=ruleset_id)
    return resources.files("scoring").joinpath("rulesets", f"{ruleset_id}.toml").read_text(encoding="utf-8")


def load_ruleset(id_or_path: str | Path) -> Ruleset:
    """Load a bundled ruleset by id, or a TOML file by its path; ScoringError where neither can be read."""
    name = str(id_or_path)
    if name in bundled_rulesets():
        return parse_ruleset(ruleset_text(name))
    try:
        text = Path(id_or_path).read_text(encoding="utf-8")
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        raise ScoringError("ruleset_unknown", name=name) from None
    except (OSError, ValueError) as error:  # ValueError: no UTF-8, or a null byte in the path
        raise ScoringError("ruleset_unreadable", detail=str(error)) from None
    return parse_ruleset(text)


@lru_cache(maxsize=64)
def parse_ruleset(text: str) -> Ruleset:
    """Read a ruleset from TOML text.

    Raises ScoringError `ruleset_unreadable`, `ruleset_key_missing`, `ruleset_key_unknown`, `ruleset_value_bad` or
    `ruleset_contradiction`; all but the first name the key.
    """
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ScoringError("ruleset_unreadable", detail=str(error)) from None
    return read_document(data, lambda root: _read_ruleset(root, text))


def changed_settings(ruleset: Ruleset) -> tuple[tuple[str, object, object], ...]:
    """Return (key, value, bundled value) where a ruleset differs from the bundled one of the same id.

    A key on one side only has None on the other. Empty where no bundled ruleset has this id.
    """
    if ruleset.id not in bundled_rulesets():
        return ()
    bundled = load_ruleset(ruleset.id).settings
    keys = dict.fromkeys((*bundled, *ruleset.settings))
    pairs = ((key, ruleset.settings.get(key), bundled.get(key)) for key in keys)
    return tuple((key, mine, theirs) for key, mine, theirs in pairs if mine != theirs)


def _read_ruleset(root: Table, text: str) -> Ruleset:
    match = root.table("match")
    contracts = _read_contracts(root.table("contracts"))
    names = tuple(contracts)
    ranking = root.table("ranking")
    ruleset = Ruleset(
        id=root.text("id"),
        title=root.text("title"),
        edition=root.text("edition"),
        source=root.text("source"),
        text=text,
        # Only what is implemented is allowed, so that no file can promise what scoring would not do.
        pack=match.choice("pack", (32,)),
        seats=match.choices("seats", (4,)),
        games_per_match=match.integer("games_per_match", 1, 400),
        games_per_round=match.integer("games_per_round", 1, 400),
        matches=match.integer("matches", 1, 20),
        new_draw_each_match=match.flag("new_draw_each_match"),
        minimum_age=match.integer("minimum_age", 0, 120),
        first_dealer=match.integer("first_dealer", 1, 4),
        all_pass=match.choice("all_pass", ("same-dealer",)),
        packets=match.integers("packets", 1, 8),
        stoss=match.choice("stoss", ("no-effect",)),
        counting=match.choice("counting", ("plus-and-minus",)),
        limits=_read_limits(root.table("limits")),
        contracts=contracts,
        first_game=_read_first_game(root.table("first_game"), names),
        approvals=_read_approvals(root.table("approvals"), names),
        sanctions=_read_sanctions(root.table("sanctions"), names),
        tie_break=ranking.choices("tie_break", CRITERIA),
        full_tie=ranking.choice("full_tie", (LOT, "shared")),
        notices=root.table("notices").sections_by_code(),
        settings=root.settings,
        sections=root.sections,
    )
    if ruleset.games_per_match % ruleset.games_per_round:
        root.contradiction("match.games_per_round", "the games of a match must divide into whole rounds")
    if sum(ruleset.packets) != ruleset.pack // 4:
        root.contradiction("match.packets", "the packets must make up a hand")
    return ruleset


def _read_limits(table: Table) -> Limits:
    limits = Limits(
        declarer_wins=table.integer("declarer_wins", 1, 120),
        defenders_win=table.integer("defenders_win", 1, 120),
        declarer_out_of_schneider=table.integer("declarer_out_of_schneider", 1, 120),
        defenders_out_of_schneider=table.integer("defenders_out_of_schneider", 1, 120),
    )
    if limits.declarer_wins + limits.defenders_win != 121:  # 120 card points, exactly one side wins (4.1.2)
        table.contradiction("defenders_win", "together with declarer_wins it must be 121")
    if limits.declarer_out_of_schneider > limits.declarer_wins:
        table.contradiction("declarer_out_of_schneider", "it must not exceed declarer_wins")
    if limits.defenders_out_of_schneider > limits.defenders_win:
        table.contradiction("defenders_out_of_schneider", "it must not exceed defenders_win")
    return limits


def _read_contracts(table: Table) -> Mapping[str, Contract]:
    contracts = {}
    for key in table.keys_among(tuple(KINDS)):
        kind, entry = KINDS[key], table.table(key)
        counts_as = entry.choice("counts_as", COUNTED_KINDS)
        section = entry.section()
        values = entry.table("values")
        contracts[key] = Contract(
            kind=kind,
            section=section,
            values=MappingProxyType({level: values.figure(level, section) for level in kind.levels}),
            circled=entry.flag("circled"),
            counts_as=None if counts_as == "none" else counts_as,
        )
    for key, contract in contracts.items():
        if contract.kind.base is not None and contract.kind.base not in contracts:
            table.contradiction(key, f"it falls back to {contract.kind.base}, which is missing")
        amounts = list(contract.values.values())
        if amounts != sorted(set(amounts)):
            table.contradiction(f"{key}.values", "a higher level must be worth more")
    return MappingProxyType(contracts)


def _read_first_game(table: Table, names: tuple[str, ...]) -> FirstGame:
    with_base = tuple(name for name in names if KINDS[name].base is not None)
    with_levels = tuple(name for name in names if "schwarz" in KINDS[name].levels)
    return FirstGame(
        touts=table.choices("touts", with_base),
        schwarz=table.choices("schwarz", with_levels),
        reduced_to=table.choice("reduced_to", ("simple", KEEP_SCHNEIDER)),
        uncounted=table.choices("uncounted", names),
        uncounted_in=table.choice("uncounted_in", (EVERY_MATCH, FIRST_MATCH)),
    )


def _read_approvals(table: Table, names: tuple[str, ...]) -> Approvals:
    return Approvals(
        always=table.choices("always", names),
        counted=table.choices("counted", names),
        counted_from=table.integer("counted_from", 1, 400),
        counted_by=table.choice("counted_by", ("sheet", BY_PLAYER)),
    )


def _read_sanctions(table: Table, names: tuple[str, ...]) -> Mapping[str, SanctionRule]:
    rules = {}
    for kind in table.keys_among(SANCTION_KINDS):
        entry = table.table(kind)
        section = entry.section()
        penalties = entry.table("penalties")
        figures = {name: penalties.figure(name, section) for name in penalties.keys_among(names)}
        for name, figure in figures.items():
            if figure % (2 if KINDS[name].family == "partnership" else 3):
                table.contradiction(f"{kind}.penalties.{name}", "the other side cannot share it equally")
        rules[kind] = SanctionRule(kind=kind, section=section, penalties=MappingProxyType(figures))
    return MappingProxyType(rules)
