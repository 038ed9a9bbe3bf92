"""A ruleset as a value: read from a TOML file, complete and without contradiction. Knows no game."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType

from scoring.cards import Deck
from scoring.contracts import CHOSEN, KINDS, PARTNERSHIP, SOLOIST
from scoring.errors import Problem, ScoringError, problem
from scoring.formats import FORMAT, upgraded
from scoring.notices import NOTICES, Notice, read_notices
from scoring.parts import (
    FIRST_MATCH,
    Approvals,
    Bock,
    Contract,
    FirstGame,
    Limits,
    PermitRule,
    SanctionRule,
    read_approvals,
    read_bock,
    read_contracts,
    read_first_game,
    read_limits,
    read_permits,
    read_sanctions,
)
from scoring.reader import NO_SECTION, Field, TomlTable, decode, read_document, read_toml_file
from scoring.worth import SCORED, Doublings, Scale, read_doublings

LOT = "lot"
SHARED = "shared"
CRITERIA = ("sie_played", "touts_won", "touts_played", "solos_won", "solos_played")

SAME_DEALER = "same-dealer"
NEXT_DEALER = "next-dealer"
PLAYED_INSTEAD = ("ramsch", "schieberamsch", "muss", "kreuz")
"""Contracts that are played if all pass, so that no deal is thrown in."""

SCORES_NOTHING = "scores-nothing"
WITH_DEFENDERS = "with-defenders"

PLUS_AND_MINUS = "plus-and-minus"
PLUS_ONLY = "plus"
"""Only points won go into the total; a game itself still has sum 0."""
PLUS_ONCE = "plus-once"
"""Only the winners' points are written, a soloist's once and not from each opponent: a game has no sum."""

FULL, SHARE, NOTHING = "full", "share", "nothing"
"""What each opponent gets from a soloist who loses, where only the winners' points are written."""

KEPT = "kept"
DRAWN = "drawn"
BY_PLACE = "by-place"
BY_SEAT = "by-seat"
"""Where the next match is played: at the same table, by a new draw, or so many tables on as the place or the seat."""

BORNE_BY_SIDE, BORNE_BY_DECLARER = "side", "declarer"

POINTS, PLACES = "points", "places"
"""What is added up over the matches: points, or the place in each match, where the lowest sum wins."""
SUIT_NAMES: Mapping[str, str] = {"E": "acorns", "G": "leaves", "H": "hearts", "S": "bells"}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ruleset:
    """One published ruleset. The same text always gives the same object, so it compares and caches by identity."""

    id: str
    title: str
    edition: str
    source: str
    text: str = field(repr=False)
    cards: str
    """german or french: which suits are shown."""
    pack: int
    players: int
    """How many play in a game."""
    seats: tuple[int, ...]
    """How many may sit at a table; if there are more than `players`, the dealer sits out."""
    sitting_out: str
    games_per_player: int
    deals_per_round: int
    fewest_matches: int
    matches: int
    """The most matches; the organiser chooses how many from `fewest_matches` on."""
    seating: str
    """kept, drawn, by-place or by-seat: where the players of a match sit in the next."""
    minimum_age: int
    first_dealer: int
    all_pass: str
    packets: tuple[int, ...]
    surrender: bool
    """Whether the defenders may offer to give up (Schenken)."""
    counting: str
    against_soloist: str
    """full, share or nothing: what each opponent gets from a soloist who loses, with counting PLUS_ONCE."""
    totals_only: bool
    final_say: str
    limits: Limits
    doublings: Doublings
    takes_over: bool
    """Whether a Contra takes over the game: the side that doubled last needs the declarer's card points."""
    bock: Bock
    runners_scored: bool
    runner_value: int
    missing_value: int
    """What each highest trump is worth that the declarer's side lacks, if the defenders hold the runners."""
    missing_borne_by: str
    """side or declarer: who of the declarer's side wins or loses that."""
    solo_bonus: int
    suit_bonuses: Mapping[str, int]
    """By suit E, G, H, S: what is added if the declarer chose it."""
    contracts: Mapping[str, Contract]
    bidding_order: tuple[str, ...]
    bidding_equal: str
    first_game: FirstGame
    approvals: Approvals
    permits: Mapping[str, PermitRule]
    sanctions: Mapping[str, SanctionRule]
    best_matches: int
    """How many matches of each player count, the best ones; 0 for all."""
    sums: str
    """points or places: what is added up over the matches."""
    tie_break: tuple[str, ...]
    full_tie: str
    notices: tuple[Notice, ...]
    """In the order of printing."""
    settings: Mapping[str, object] = field(repr=False)
    """Every value by its dotted key, such as `first_game.reduced_to`."""
    sections: Mapping[str, str] = field(repr=False)
    """The section number beside each key of `settings`."""
    fields: Mapping[str, Field] = field(repr=False)
    """What each key of `settings` may hold."""

    def section(self, key: str) -> str:
        """Return the section number of a dotted key."""
        return self.sections[key]

    @property
    def names_sections(self) -> bool:
        """Whether any value stands under a section: a club's own rules may have none."""
        return any(section != NO_SECTION for section in self.sections.values())

    @property
    def deck(self) -> Deck:
        """The pack as it is dealt."""
        return Deck(self.pack, self.players)

    @property
    def scale(self) -> Scale:
        """What runners and doublings are worth in points."""
        runner, missing = (self.runner_value, self.missing_value) if self.runners_scored else (0, 0)
        return Scale(runner=runner, missing=missing, doublings=self.doublings)

    @property
    def only_plus(self) -> bool:
        """Whether only points won go into the totals."""
        return self.counting != PLUS_AND_MINUS

    @property
    def has_sum(self) -> bool:
        """Whether the points of a game sum to 0, so that a line and a round have a checksum (5.3.3)."""
        return self.counting != PLUS_ONCE

    @property
    def tells_missing(self) -> bool:
        """Whether points depend on which side holds the runners."""
        borne_alone = self.missing_borne_by == BORNE_BY_DECLARER
        return self.runners_scored and (borne_alone or self.missing_value != self.runner_value)

    def decides(self, key: str) -> bool:
        """Return whether a setting decides anything beside the others; a page may leave out those that do not."""
        match key:
            case "match.fewest_matches":
                return self.fewest_matches < self.matches
            case "match.against_soloist":
                return not self.has_sum
            case "limits.drawn":
                return self.limits.can_be_drawn
            case "runners.missing":
                return self.missing_value != self.runner_value
            case "runners.missing_borne_by":
                return self.missing_borne_by != BORNE_BY_SIDE
            case "doublings.laying" | "doublings.knocking" | "doublings.takes_over" | "ranking.best_matches":
                return bool(self.settings[key])
            case "bock.deals":
                return bool(self.bock.after)
            case "ranking.sums":
                return self.sums != POINTS
            case "first_game.reduced_in":
                return bool(self.first_game.touts or self.first_game.schwarz)
        return not (key.startswith("contracts.") and key.endswith(".limits.drawn")) or self._drawn_in(key)

    def _drawn_in(self, key: str) -> bool:
        contract = self.contracts.get(key.split(".")[1])
        return contract is not None and contract.limits.can_be_drawn

    @property
    def codes(self) -> Mapping[str, str]:
        """The section of each notice that has a code."""
        return {notice.code: notice.section for notice in self.notices if notice.code}

    @property
    def usual_seats(self) -> int:
        """How many sit at a table unless something else is said: as many as play, if the rules allow that."""
        return self.players if self.players in self.seats else self.seats[0]

    def games(self, seats: int) -> int:
        """Return how many games a match has at a table of this size, so that everyone plays `games_per_player`."""
        return self.games_per_player * seats // self.players

    def games_in_round(self, seats: int) -> int:
        """Return how many games make a round at a table of this size: each deals `deals_per_round` times (2.4.15).

        The last round is shorter if the games of a match do not divide evenly.
        """
        return self.deals_per_round * seats

    def in_match(self, match: int | None) -> "Ruleset":
        """Return the rules as they hold in this match: some restrict the first game of the first match only.

        Without a match, or where every match is alike, these are the same rules.
        """
        rules = self.first_game
        if match in (None, 1) or FIRST_MATCH not in (rules.reduced_in, rules.uncounted_in):
            return self
        return _in_later_match(self)

    def bonus(self, contract: str, suit: str | None) -> int:
        """Return what Solo and trump suit add to the base value; calling an Ace gives no bonus for Hearts."""
        kind = KINDS[contract]
        if not self.contracts[contract].price.bears_bonus:
            return 0
        solo = self.solo_bonus if kind.solo else 0
        bonus_suit = kind.trump_suit if kind.solo and kind.trump_suit != CHOSEN else suit
        return solo + (
            self.suit_bonuses[bonus_suit] if bonus_suit is not None and bonus_suit in self.suit_bonuses else 0
        )

    def limits_section(self, contract: str) -> str:
        """Return the section by which a game of this contract that neither side wins is played again or not."""
        own = f"contracts.{contract}.limits.drawn"
        return self.sections[own if own in self.sections else "limits.drawn"]

    def suits(self, contract: str) -> tuple[str, ...]:
        """Return the suits that a record of this contract may name: not Hearts if these are a contract of their own."""
        suits = KINDS[contract].suits
        return suits if self.in_hearts(contract) is None else tuple(suit for suit in suits if suit != "H")

    def in_hearts(self, contract: str) -> str | None:
        """Return the separate contract that this one becomes in Hearts, such as a Heart Solo; None if there is none."""
        for key in KINDS[contract].in_hearts:
            if key in self.contracts:
                return key
        return None

    def falls_back_to(self, contract: str, suit: str | None) -> str | None:
        """Return what a Tout counts as if it does not count as a Tout (2.8.2, 5.2.15); None for any other contract."""
        base = KINDS[contract].base
        return self.in_hearts(base) or base if base is not None and suit == "H" else base

    def needs_suit(self, contract: str) -> bool:
        """Return whether the points depend on the suit that the declarer chose."""
        bears = self.contracts[contract].price.bears_bonus
        return bears and any(self.suit_bonuses[suit] for suit in self.suits(contract))


@lru_cache(maxsize=64)
def _in_later_match(ruleset: Ruleset) -> Ruleset:
    rules = ruleset.first_game
    if rules.reduced_in == FIRST_MATCH:
        rules = replace(rules, touts=(), schwarz=())
    if rules.uncounted_in == FIRST_MATCH:
        rules = replace(rules, uncounted=())
    return replace(ruleset, first_game=rules)


@cache
def bundled_rulesets() -> tuple[str, ...]:
    """Return the ids of the bundled rulesets, sorted."""
    names = (entry.name for entry in resources.files("scoring").joinpath("rulesets").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def ruleset_text(ruleset_id: str) -> str:
    """Return the TOML source of a bundled ruleset, to freeze a copy. Raises ScoringError `ruleset_unknown`."""
    if ruleset_id not in bundled_rulesets():
        raise ScoringError("ruleset_unknown", name=ruleset_id, bundled=bundled_rulesets())
    return resources.files("scoring").joinpath("rulesets", f"{ruleset_id}.toml").read_text(encoding="utf-8")


def text_of(id_or_path: str | Path) -> str:
    """Return the TOML source of a bundled ruleset by id, or of a file by path. Raises ScoringError if there is none."""
    name = str(id_or_path)
    if name in bundled_rulesets():
        return ruleset_text(name)
    try:
        return read_toml_file(id_or_path)
    except FileNotFoundError:
        raise ScoringError("ruleset_unknown", name=name, bundled=bundled_rulesets()) from None


def load_ruleset(id_or_path: str | Path) -> Ruleset:
    """Load a bundled ruleset by id, or a TOML file by path. Raises ScoringError if it cannot be read."""
    return parse_ruleset(text_of(id_or_path))


@lru_cache(maxsize=64)
def parse_ruleset(text: str) -> Ruleset:
    """Read a ruleset from TOML text.

    Raises ScoringError `ruleset_unreadable`, or the first problem of `check_ruleset`.
    """
    ruleset, problems = examine_ruleset(text)
    if problems:
        raise problems[0].error()
    return ruleset


def check_ruleset(text: str) -> tuple[Problem, ...]:
    """Return everything wrong with the text of a ruleset; empty if it holds.

    It is `ruleset_unreadable` alone, or every missing, unknown, misspelt or bad key and, once all values are sound,
    every `ruleset_contradiction`. Each names its key, and in a list the entry. `ruleset_contradiction` and
    `ruleset_unreadable` have another problem as their `detail`, whose code tells the cause.
    """
    try:
        return examine_ruleset(text)[1]
    except ScoringError as error:
        return (error.problem(),)


def examine_ruleset(text: str) -> tuple[Ruleset, tuple[Problem, ...]]:
    """Return what can be read of a ruleset, and everything wrong with it. Raises ScoringError `ruleset_unreadable`.

    A ruleset with problems must not be played by. For a form, its `settings` hold the values as given and its
    `fields` say what each may hold; everywhere else harmless values replace the bad ones.
    """
    return read_document(upgraded(decode(text)), lambda root: _read_ruleset(root, text))


def changed_settings(ruleset: Ruleset) -> tuple[tuple[str, object, object], ...]:
    """Return (key, value, bundled value) for each difference from the bundled ruleset of the same id.

    A key on one side only has None on the other. Empty if no bundled ruleset has this id.
    """
    if ruleset.id not in bundled_rulesets():
        return ()
    bundled = load_ruleset(ruleset.id).settings
    keys = dict.fromkeys((*bundled, *ruleset.settings))
    pairs = ((key, ruleset.settings.get(key), bundled.get(key)) for key in keys)
    return tuple((key, mine, theirs) for key, mine, theirs in pairs if mine != theirs)


def _read_ruleset(root: TomlTable, text: str) -> Ruleset:
    root.version("format", FORMAT)
    match, runners, bonuses = root.table("match"), root.table("runners"), root.table("bonuses")
    ranking, bidding = root.table("ranking"), root.table("bidding")
    players = match.choice("players", (3, 4))
    seats = match.choices("seats", (3, 4, 5))
    limits, doublings = read_limits(root.table("limits")), root.table("doublings")
    contracts = read_contracts(root.table("contracts"), limits)
    names = tuple(contracts)
    ruleset = Ruleset(
        id=root.word("id"),
        title=root.text("title"),
        edition=root.text("edition"),
        source=root.text("source"),
        text=text,
        cards=match.choice("cards", ("german", "french")),
        pack=match.choice("pack", (32, 24, 20)),
        players=players,
        seats=seats,
        sitting_out=match.choice("sitting_out", (SCORES_NOTHING, WITH_DEFENDERS)),
        games_per_player=match.integer("games_per_player", 1, 400),
        deals_per_round=match.integer("deals_per_round", 1, 100),
        fewest_matches=match.integer("fewest_matches", 1, 20),
        matches=match.integer("matches", 1, 20),
        seating=match.choice("seating", (KEPT, DRAWN, BY_PLACE, BY_SEAT)),
        minimum_age=match.integer("minimum_age", 0, 120),
        first_dealer=match.integer("first_dealer", 1, 4),
        all_pass=match.choice("all_pass", (SAME_DEALER, NEXT_DEALER, *PLAYED_INSTEAD)),
        packets=match.integers("packets", 1, 10),
        surrender=match.flag("surrender"),
        counting=match.choice("counting", (PLUS_AND_MINUS, PLUS_ONLY, PLUS_ONCE)),
        against_soloist=match.choice("against_soloist", (FULL, SHARE, NOTHING)),
        totals_only=match.flag("totals_only"),
        final_say=match.choice("final_say", ("tribunal", "director")),
        limits=limits,
        doublings=read_doublings(doublings),
        takes_over=doublings.flag("takes_over"),
        bock=read_bock(root.table("bock")),
        runners_scored=runners.flag("scored"),
        runner_value=runners.integer("value", 0, 10_000),
        missing_value=runners.integer("missing", 0, 10_000),
        missing_borne_by=runners.choice("missing_borne_by", (BORNE_BY_SIDE, BORNE_BY_DECLARER)),
        solo_bonus=bonuses.integer("solo", 0, 10_000),
        suit_bonuses=MappingProxyType({suit: bonuses.integer(name, 0, 10_000) for suit, name in SUIT_NAMES.items()}),
        contracts=contracts,
        bidding_order=bidding.choices("order", tuple(name for name in names if KINDS[name].is_bid)),
        bidding_equal=bidding.choice("equal", ("seating", "first-announced")),
        first_game=read_first_game(root.table("first_game"), names),
        approvals=read_approvals(root.table("approvals"), names),
        permits=read_permits(root.table("permits"), names),
        sanctions=read_sanctions(root.table("sanctions"), names, players, seats),
        best_matches=ranking.integer("best_matches", 0, 20),
        sums=ranking.choice("sums", (POINTS, PLACES)),
        tie_break=ranking.choices("tie_break", CRITERIA),
        full_tie=ranking.choice("full_tie", (LOT, SHARED)),
        notices=read_notices(root),
        settings=root.settings,
        sections=root.sections,
        fields=root.fields,
    )
    if root.sound:
        _find_contradictions(root, ruleset)
        for code in ruleset.codes:
            if not NOTICES[code](ruleset.settings):
                root.contradiction(f"notices.{code}", problem("notice_not_true"))
    return ruleset


def _find_contradictions(root: TomlTable, ruleset: Ruleset) -> None:
    deck, seats = ruleset.deck, ruleset.seats
    if not seats or any(number not in (ruleset.players, ruleset.players + 1) for number in seats):
        root.contradiction("match.seats", problem("seats_impossible"))
        return
    if ruleset.first_dealer > min(seats):
        root.contradiction("match.first_dealer", problem("first_dealer_impossible"))
    if ruleset.totals_only and ruleset.only_plus:
        root.contradiction("match.totals_only", problem("totals_without_checksum"))
    if ruleset.fewest_matches > ruleset.matches:
        numbers = {"fewest": ruleset.fewest_matches, "most": ruleset.matches}
        root.contradiction("match.fewest_matches", problem("fewest_above_matches", **numbers))
    if ruleset.best_matches > ruleset.fewest_matches:
        root.contradiction("ranking.best_matches", problem("best_above_matches"))
    if ruleset.takes_over and ruleset.doublings.rule != SCORED:
        root.contradiction("doublings.takes_over", problem("takes_over_unscored"))
    if ruleset.counting == PLUS_ONCE and ruleset.against_soloist == SHARE:
        _find_uneven_shares(root, ruleset)
    if ruleset.doublings.rule == SCORED and ruleset.doublings.most == 0:
        root.contradiction("doublings.most", problem("doublings_none_allowed"))
    if sum(ruleset.packets) != deck.hand:
        root.contradiction("match.packets", problem("packets_no_hand"))
    for number in seats:
        if ruleset.games_per_player * number % ruleset.players:
            root.contradiction("match.games_per_player", problem("games_uneven", seats=number))
    if ruleset.all_pass in PLAYED_INSTEAD and ruleset.all_pass not in ruleset.contracts:
        root.contradiction("match.all_pass", problem("all_pass_contract_missing", contract=ruleset.all_pass))
    for name, contract in ruleset.contracts.items():
        if contract.kind.family == PARTNERSHIP and ruleset.players != 4:
            root.contradiction(f"contracts.{name}", problem("partners_need_four"))
        if ruleset.runners_scored and contract.price.runners.most > contract.kind.trumps(deck):
            root.contradiction(f"contracts.{name}.runners.most", problem("too_few_trumps"))
        if contract.ramsch is not None and 2 * contract.ramsch.losers > ruleset.players:
            root.contradiction(f"contracts.{name}.losers", problem("losers_too_many"))
        if not contract.kind.is_in(deck):
            root.contradiction(f"contracts.{name}", problem("trumps_not_in_pack"))
        if contract.kind.is_bid and name not in ruleset.bidding_order:
            root.contradiction("bidding.order", problem("bidding_incomplete", contract=name))


def _find_uneven_shares(root: TomlTable, ruleset: Ruleset) -> None:
    opponents = {ruleset.players - 1}
    if ruleset.sitting_out == WITH_DEFENDERS:
        opponents |= {number - 1 for number in ruleset.seats}
    extras = {"bonuses.solo": ruleset.solo_bonus}
    extras |= {f"bonuses.{SUIT_NAMES[suit]}": bonus for suit, bonus in ruleset.suit_bonuses.items()}
    if ruleset.runners_scored:
        extras |= {"runners.value": ruleset.scale.runner, "runners.missing": ruleset.scale.missing}
    for players in sorted(opponents):
        for key, value in extras.items():
            if value % players:
                root.contradiction(key, problem("share_uneven", players=players))
        for name, contract in ruleset.contracts.items():
            if contract.kind.family == SOLOIST and any(value % players for value in contract.values.values()):
                root.contradiction(f"contracts.{name}.values", problem("share_uneven", players=players))
