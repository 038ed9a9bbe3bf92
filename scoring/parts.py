"""The parts of a ruleset and how each is read from its file. Knows no game."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scoring.cards import CARD_POINTS
from scoring.contracts import (
    BY_CARD_POINTS,
    BY_MOST_POINTS,
    EVERYONE,
    KINDS,
    PARTNERSHIP,
    Kind,
)
from scoring.errors import Problem, problem
from scoring.reader import TomlTable
from scoring.worth import Price, read_prices

DEALT_AGAIN = "dealt-again"
"""A game that nobody wins is played again; no line of the sheet is used."""
NO_POINTS = "no-points"

EVERY_MATCH = "every"
FIRST_MATCH = "first"
KEEP_SCHNEIDER = "keep-schneider"
BY_PLAYER = "player"

COUNTED_KINDS = ("sie", "tout", "solo", "none")

MISTAKE = "mistake"
REVEALED_CARDS = "revealed-cards"
INVALID_BID = "invalid-bid"
ILLEGAL_CARD = "illegal-card"
WRONG_DEAL = "wrong-deal"
SANCTION_KINDS = (MISTAKE, REVEALED_CARDS, INVALID_BID, ILLEGAL_CARD, WRONG_DEAL)
DEAL = "deal"
"""The key in the penalties of a wrong deal, where no contract is played yet."""

OFFENDER = "offender"
SIDE = "side"
OTHER_SIDE = "other-side"
ALL_OTHERS = "all-others"

THROWN_IN, LOST_SOLO, DOUBLED, SIXTY_ALL, SCHWARZ, RE = (
    *("thrown-in", "lost-solo", "doubled", "drawn", "schwarz", "re"),
)
BOCK_EVENTS = (THROWN_IN, LOST_SOLO, DOUBLED, SIXTY_ALL, SCHWARZ, RE)
"""After what a Bock begins."""

SIDE_SUITS = ("ace-or-ace-ten", "ace-ten-and-any-third", "any")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The card points that a side needs (4.1)."""

    declarer_wins: int
    defenders_win: int
    declarer_out_of_schneider: int
    defenders_out_of_schneider: int
    drawn: str
    """What becomes of a game that neither side wins, if together they need more than 121: DEALT_AGAIN or no points."""

    @property
    def can_be_drawn(self) -> bool:
        """Whether a game can end without a winner."""
        return self.declarer_wins + self.defenders_win > CARD_POINTS + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class RamschRule:
    """Who loses a Ramsch, how Jungfrauen, who take no trick, multiply it, and how a Durchmarsch reverses it."""

    losers: int
    """How many lose: the player with the most card points, or the two with the most, who pay the other two."""
    jungfrau_factors: tuple[int, ...]
    """The factors for one Jungfrau, for two, and so on; any more count as the last."""
    durchmarsch: int
    """What each of the others then loses; 0 means there is no Durchmarsch."""
    durchmarsch_from: int
    """The card points it needs; above 120 it needs every trick."""
    durchmarsch_beats_jungfrau: bool
    """Whether it counts although another player took no trick."""

    @property
    def needs_all_tricks(self) -> bool:
        """Whether a Durchmarsch needs every trick instead of a number of card points."""
        return self.durchmarsch_from > CARD_POINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """A contract as this ruleset plays it."""

    kind: Kind
    section: str
    price: Price
    limits: Limits
    circled: bool
    counts_as: str | None
    """The tie-break counter: sie, tout, solo or None."""
    ramsch: RamschRule | None

    @property
    def values(self) -> Mapping[str, int]:
        """What each defender wins or loses by level (or `fixed`), without bonuses and runners."""
        return {level: self.price.plain(level) for level in self.price.values}


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstGame:
    """What the first game of a match reduces or does not count (5.2.15, 2.9.1), in every match or in the first only."""

    touts: tuple[str, ...]
    schwarz: tuple[str, ...]
    reduced_to: str
    reduced_in: str
    uncounted: tuple[str, ...]
    uncounted_in: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bock:
    """After which games a Bock begins, in which so many deals count double; without one there is no Bock."""

    after: tuple[str, ...]
    deals: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Approvals:
    """Games to be approved before play: always (5.2.14), and from the nth counted one on (5.2.16; 0: never)."""

    always: tuple[str, ...]
    counted: tuple[str, ...]
    counted_from: int
    counted_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PermitRule:
    """What a hand needs for a Tout (5.2.14): so many runners, or so many trumps with the highest (0: this does not do).

    `side_suits` says what the cards of every other suit must be: ace-or-ace-ten, ace-ten-and-any-third or any.
    `most_side_cards` is how many cards may be no trumps.
    """

    section: str
    runners: int
    trumps_with_the_highest: int
    side_suits: str
    most_side_cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """The minus points of an error, borne by offender or side; other-side or all-others share the plus points."""

    minus: int
    borne_by: str
    shared_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SanctionRule:
    """The penalties of one kind of error, by contract (3.4.17); those of a wrong deal are under DEAL."""

    kind: str
    section: str
    penalties: Mapping[str, Penalty]


def read_limits(table: TomlTable) -> Limits:
    """Read how many card points a side needs to win and to be out of Schneider (4.1)."""
    limits = Limits(
        declarer_wins=table.integer("declarer_wins", 1, CARD_POINTS),
        defenders_win=table.integer("defenders_win", 1, CARD_POINTS),
        declarer_out_of_schneider=table.integer("declarer_out_of_schneider", 1, CARD_POINTS),
        defenders_out_of_schneider=table.integer("defenders_out_of_schneider", 1, CARD_POINTS),
        drawn=table.choice("drawn", (DEALT_AGAIN, NO_POINTS)),
    )
    if not table.sound:
        return limits
    if limits.declarer_wins + limits.defenders_win < CARD_POINTS + 1:  # at most one side wins (4.1.2)
        table.contradiction("defenders_win", problem("limits_below_121"))
    if limits.declarer_out_of_schneider > limits.declarer_wins:
        table.contradiction("declarer_out_of_schneider", problem("limit_above_declarer_wins"))
    if limits.defenders_out_of_schneider > limits.defenders_win:
        table.contradiction("defenders_out_of_schneider", problem("limit_above_defenders_win"))
    return limits


def read_contracts(table: TomlTable, limits: Limits) -> Mapping[str, Contract]:
    """Read every contract that is played; its own `limits` table takes precedence over the general one."""
    entries = {key: table.table(key) for key in table.keys_among(tuple(KINDS), least=1)}
    sections = {key: entry.section() for key, entry in entries.items()}
    prices = read_prices(table, entries)
    contracts = {}
    for key, entry in entries.items():
        kind = KINDS[key]
        counts_as = entry.choice("counts_as", COUNTED_KINDS)
        contracts[key] = Contract(
            kind=kind,
            section=sections[key],
            price=prices[key],
            limits=read_limits(entry.table("limits")) if entry.has("limits") else limits,
            circled=entry.flag("circled"),
            counts_as=None if counts_as == "none" else counts_as,
            ramsch=_read_ramsch(entry) if kind.decided_by == BY_MOST_POINTS else None,
        )
        if entry.has("limits") and kind.decided_by != BY_CARD_POINTS:
            table.contradiction(f"{key}.limits", problem("limits_unused"))
        if kind.base is not None and kind.base not in entries:
            table.contradiction(key, problem("base_missing", base=kind.base))
        if kind.family == EVERYONE and (contracts[key].circled or contracts[key].counts_as):
            table.contradiction(key, problem("nobody_declares"))
    return MappingProxyType(contracts)


def _read_ramsch(entry: TomlTable) -> RamschRule:
    return RamschRule(
        losers=entry.integer("losers", 1, 2),
        jungfrau_factors=entry.integers("jungfrau_factors", 1, 100),
        durchmarsch=entry.integer("durchmarsch", 0, 10_000),
        durchmarsch_from=entry.integer("durchmarsch_from", 61, CARD_POINTS, words=("all-tricks",)),
        durchmarsch_beats_jungfrau=entry.flag("durchmarsch_beats_jungfrau"),
    )


def read_first_game(table: TomlTable, names: tuple[str, ...]) -> FirstGame:
    """Read what the first game of a match changes."""
    with_base = tuple(name for name in names if KINDS[name].base is not None)
    with_levels = tuple(name for name in names if "schwarz" in KINDS[name].levels)
    return FirstGame(
        touts=table.choices("touts", with_base),
        schwarz=table.choices("schwarz", with_levels),
        reduced_to=table.choice("reduced_to", ("simple", KEEP_SCHNEIDER)),
        reduced_in=table.choice("reduced_in", (EVERY_MATCH, FIRST_MATCH)),
        uncounted=table.choices("uncounted", names),
        uncounted_in=table.choice("uncounted_in", (EVERY_MATCH, FIRST_MATCH)),
    )


def read_bock(table: TomlTable) -> Bock:
    """Read after what deals count double, and how many of them (overview, Bock games or rounds)."""
    return Bock(after=table.choices("after", BOCK_EVENTS), deals=table.integer("deals", 1, 100))


def read_approvals(table: TomlTable, names: tuple[str, ...]) -> Approvals:
    """Read which games a supervisor approves."""
    approvals = Approvals(
        always=table.choices("always", names),
        counted=table.choices("counted", names),
        counted_from=table.integer("counted_from", 0, 400),
        counted_by=table.choice("counted_by", ("sheet", BY_PLAYER)),
    )
    if table.sound and (approvals.counted_from == 0) != (approvals.counted == ()):
        table.contradiction("counted_from", problem("counted_by_halves"))
    return approvals


def read_permits(table: TomlTable, names: tuple[str, ...]) -> Mapping[str, PermitRule]:
    """Read which hands the Touts need; a contract that is not listed needs none."""
    rules = {}
    for key in table.keys_among(tuple(name for name in names if KINDS[name].base is not None)):
        entry = table.table(key)
        section = entry.section()
        rules[key] = PermitRule(
            section=section,
            runners=entry.figure("runners", least=0, most=14),
            trumps_with_the_highest=entry.figure("trumps_with_the_highest", least=0, most=14),
            side_suits=entry.name("side_suits", SIDE_SUITS),
            most_side_cards=entry.figure("most_side_cards", least=0, most=10),
        )
    return MappingProxyType(rules)


def read_sanctions(
    table: TomlTable, names: tuple[str, ...], players: int, seats: tuple[int, ...]
) -> Mapping[str, SanctionRule]:
    """Read the penalties; each must be divisible without a remainder at every table."""
    rules = {}
    for kind in table.keys_among(SANCTION_KINDS):
        entry = table.table(kind)
        section = entry.section()
        penalties = entry.table("penalties")
        sanctions = {}
        for name in penalties.keys_among((DEAL,) if kind == WRONG_DEAL else names):
            cell = penalties.table(name)
            sanctions[name] = penalty = Penalty(
                minus=cell.figure("minus"),
                borne_by=cell.name("borne_by", (OFFENDER, SIDE)),
                shared_by=cell.name("shared_by", (OTHER_SIDE, ALL_OTHERS)),
            )
            for detail in _sharing_problems(name, penalty, players, seats):
                penalties.contradiction(name, detail)
        rules[kind] = SanctionRule(kind=kind, section=section, penalties=MappingProxyType(sanctions))
    return MappingProxyType(rules)


def _sharing_problems(name: str, penalty: Penalty, players: int, seats: tuple[int, ...]) -> list[Problem]:
    pairs = name in KINDS and KINDS[name].family == PARTNERSHIP
    sided = pairs or (name in KINDS and KINDS[name].family != EVERYONE)
    if penalty.shared_by == OTHER_SIDE and not sided:
        return [problem("penalty_without_sides")]
    if penalty.borne_by == SIDE and penalty.shared_by == ALL_OTHERS:
        return [problem("penalty_of_side_to_all")]
    if penalty.borne_by == SIDE and penalty.minus % (players // 2 if pairs else 1):
        return [problem("penalty_of_side_uneven")]
    if penalty.shared_by == ALL_OTHERS:
        # At a table of five the dealer of a wrong deal sits out, so all players share.
        counts = {players if name == DEAL and number > players else players - 1 for number in seats}
    else:
        counts = {players // 2 if pairs else players - 1}
    return [problem("penalty_shares_uneven", players=count) for count in sorted(counts) if penalty.minus % count]
