"""How one game ended: the table, the contract it counts as, who won, the level, who lost a Ramsch. Knows no points."""

from dataclasses import dataclass, replace

from scoring.cards import CARD_POINTS, Deck
from scoring.contracts import (
    BY_ALL_TRICKS,
    BY_CARD_POINTS,
    BY_DEAL,
    BY_NO_TRICK,
    KINDS,
    LEVELS,
    declarer_side,
)
from scoring.errors import ScoringError
from scoring.parts import KEEP_SCHNEIDER, Limits
from scoring.records import GameRecord
from scoring.ruleset import WITH_DEFENDERS, Ruleset
from scoring.worth import LOSES, LOSING_RULES, Doublings, Raised

ACCEPTED = "accepted"
REFUSED = "refused"
DRAWN_GAME = "drawn"
"""The result of a game that neither side has won."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredPlay:
    """A game with two sides as it is scored: the contract it counts as, the seats of both sides, who won, the level."""

    contract: str
    declarer: int
    side: frozenset[int]
    defenders: frozenset[int]
    """The seats that win or lose the value: those who play, and a dealer who sits out but scores with them."""
    won: bool
    level: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredRamsch:
    """How a Ramsch ended: one or two seats lost, or one won by a Durchmarsch; `jungfrauen` took no trick."""

    losers: tuple[int, ...]
    durchmarsch: int | None
    jungfrauen: tuple[int, ...]


def seats_of(ruleset: Ruleset, record: GameRecord) -> int:
    """Return how many sit at the table of this game; if the record does not show it, as many as play."""
    place = record.place
    if place.seats is not None:
        return place.seats
    for figures in (record.paper.written, record.ramsch.card_points_by_seat, record.ramsch.tricks_by_seat):
        if figures is not None and len(figures) in ruleset.seats:
            return len(figures)
    if place.sits_out is not None and ruleset.players + 1 in ruleset.seats:
        return ruleset.players + 1
    return ruleset.usual_seats


def players_of(record: GameRecord, seats: int) -> tuple[int, ...]:
    """Return the seats that play: all but the dealer who sits out."""
    return tuple(seat for seat in range(1, seats + 1) if seat != record.place.sits_out)


def declared(record: GameRecord) -> tuple[str, int]:
    """Return (contract, declarer) of a checked game. Raises ScoringError if one is missing, as in a written line."""
    play = record.play
    if play.contract is None:
        raise ScoringError("contract_missing")
    if play.declarer is None:
        raise ScoringError("declarer_missing")
    return play.contract, play.declarer


def partner_of(record: GameRecord) -> int | None:
    """Return the partner's seat: the one named, or in a Kreuz the one opposite."""
    play = record.play
    if play.partner is None and KINDS[play.contract or ""].opposite:
        return opposite_of(record)
    return play.partner


def opposite_of(record: GameRecord) -> int | None:
    """Return the seat opposite the declarer among the four who play; None if the declarer does not play."""
    players = players_of(record, 4 if record.place.sits_out is None else 5)
    if record.play.declarer not in players:
        return None
    return players[(players.index(record.play.declarer) + 2) % len(players)]


def played_as(ruleset: Ruleset, record: GameRecord) -> str:
    """Return the contract a game counts as: a Tout announced late or in the first game is none (2.8.2, 5.2.15)."""
    play = record.play
    key = play.contract or ""
    if play.late_tout or (record.place.first and key in ruleset.first_game.touts):
        return ruleset.falls_back_to(key, play.suit) or key
    return key


def late_tout(ruleset: Ruleset, contract: str, suit: str | None = None) -> str | None:
    """Return the Tout that counts as this contract if it is announced too late (2.8.2); None if there is none.

    A Du of the Palatinate is no Tout: no rules say what becomes of a late one.
    """
    touts = (key for key in ruleset.contracts if key == f"{KINDS[key].base}-tout")
    return next((key for key in touts if ruleset.falls_back_to(key, suit) == contract), None)


def announced_late(ruleset: Ruleset, record: GameRecord) -> GameRecord:
    """Return the record of an ordinary game as a Tout that was announced too late (2.8.2).

    Raises ScoringError `late_tout_needs_tout` if the rules have no Tout of this contract.
    """
    play = record.play
    contract = play.contract or ""
    is_tout = contract in ruleset.contracts and contract == f"{KINDS[contract].base}-tout"
    tout = contract if is_tout else late_tout(ruleset, contract, play.suit)
    if tout is None or record.decision.sanction is not None:
        raise ScoringError("late_tout_needs_tout", contract=contract)
    return replace(record, play=replace(play, contract=tout, late_tout=True))


def scored_play(ruleset: Ruleset, record: GameRecord) -> ScoredPlay:
    """Return how a checked game with two sides and no sanction counts (4.1, 5.2.15)."""
    _, declarer = declared(record)
    key = played_as(ruleset, record)
    side = declarer_side(KINDS[key], declarer, partner_of(record))
    won, level = settle_result(ruleset, record)
    return ScoredPlay(
        contract=key,
        declarer=declarer,
        side=side,
        defenders=defenders_of(ruleset, side, seats_of(ruleset, record), record.place.sits_out),
        won=won,
        level=level,
    )


def defenders_of(ruleset: Ruleset, side: frozenset[int], seats: int, sits_out: int | None) -> frozenset[int]:
    """Return the seats that win or lose the value against a side."""
    absent = sits_out if ruleset.sitting_out != WITH_DEFENDERS else None
    return frozenset(seat for seat in range(1, seats + 1) if seat not in side and seat != absent)


def settle_result(ruleset: Ruleset, record: GameRecord) -> tuple[bool, str | None]:
    """Return (won, level) of a checked game without a sanction, as it is scored (4.1, 5.2.15)."""
    play, key, first_game = record.play, record.play.contract or "", ruleset.first_game
    won, level = as_played(ruleset, record)
    no_tout = record.place.first and key in first_game.touts and not play.late_tout
    if no_tout:  # 5.2.15: it counts as the game under it, by its card points if they are known
        won, level = _without_tout(ruleset, record, won=won)
    rule = ruleset.doublings.rule
    if play.doublings and rule in LOSING_RULES and ruleset.contracts[key].price.doubled:
        # A side that doubles against the rules has lost. If both did, a defender was first.
        if not won or rule != LOSES:
            won, level = True, None if level is None else "simple"
    elif play.announced and not won and level == "simple":
        level = "schneider"  # reading 42: an announced Schneider costs what it would have brought
    if not record.place.first:
        return won, level
    cap = "schneider" if first_game.reduced_to == KEEP_SCHNEIDER else "simple"
    if no_tout:
        return won, min(level or cap, cap, key=LEVELS.index)
    if played_as(ruleset, record) in first_game.schwarz and level == "schwarz":
        level = cap
    return won, level


def _without_tout(ruleset: Ruleset, record: GameRecord, *, won: bool) -> tuple[bool, str]:
    """Return (won, level) of a Tout that counts as none: by its card points, else with all tricks or lost."""
    end = record.end
    if end.card_points is None or end.tricks is None:
        return won, "schwarz"
    limits = ruleset.contracts[played_as(ruleset, record)].limits
    over = taken_over(ruleset, record)
    return _by_cards(limits, ruleset.deck, end.card_points, end.tricks, taken_over=over)


def as_played(ruleset: Ruleset, record: GameRecord) -> tuple[bool, str | None]:
    """Return (won, level) as the cards fell, before the first game or doublings change it."""
    end = record.end
    contract = ruleset.contracts[record.play.contract or ""]
    decided_by, deck = contract.kind.decided_by, ruleset.deck
    if decided_by == BY_DEAL:
        return True, None
    if decided_by == BY_NO_TRICK:
        return (end.tricks == 0 if end.tricks is not None else end.result == "won"), None
    if decided_by == BY_ALL_TRICKS and not record.play.late_tout:
        # Reading 3: it is lost by a single trick, even one worth 0.
        return (end.tricks == deck.hand if end.tricks is not None else end.result == "won"), None
    if end.surrender == ACCEPTED:
        return True, "simple"  # reading 39: without Schneider and Schwarz
    if end.card_points is None or end.tricks is None:
        return end.result == "won", end.level or "simple"
    limits = ruleset.contracts[played_as(ruleset, record)].limits
    won, level = _by_cards(limits, deck, end.card_points, end.tricks, taken_over=taken_over(ruleset, record))
    if (end.surrender == REFUSED or record.play.announced) and won and level == "simple":
        return False, "simple"  # readings 39 and 42: declarers who play on, or announce it, have promised Schneider
    return won, level


def taken_over(ruleset: Ruleset, record: GameRecord) -> bool:
    """Return whether the defenders have taken over the game: they doubled it last (reading 43)."""
    return ruleset.takes_over and (record.play.doublings or 0) % 2 == 1


def is_drawn(ruleset: Ruleset, record: GameRecord) -> bool:
    """Return whether neither side of a game with card points has won it, as its limits allow."""
    end, key = record.end, played_as(ruleset, record)
    contract = ruleset.contracts.get(key)
    if contract is None or contract.kind.decided_by != BY_CARD_POINTS or not contract.limits.can_be_drawn:
        return False
    if end.card_points is None or end.tricks is None:
        return end.result == DRAWN_GAME
    if end.tricks in (0, ruleset.deck.hand):
        return False
    own, others = end.card_points, CARD_POINTS - end.card_points
    if taken_over(ruleset, record):
        own, others = others, own
    return own < contract.limits.declarer_wins and others < contract.limits.defenders_win


def raised(record: GameRecord, doublings: Doublings, *, bonus: int = 0) -> Raised:
    """Return what raises the value of a checked game beside its level; laying and knocking only where they count."""
    play = record.play
    return Raised(
        bonus=bonus,
        runners=play.runners or 0,
        without=bool(play.without),
        claimed=record.money.claimed,
        announced=bool(play.announced),
        doublings=play.doublings or 0,
        laid=(play.laid or 0) * doublings.laying + (play.knocked or 0) * doublings.knocking,
    )


def _by_cards(
    limits: Limits, deck: Deck, card_points: int, tricks: int, *, taken_over: bool = False
) -> tuple[bool, str]:
    """Return (won, level) of the declarer's side from what is in its tricks (4.1).

    If the defenders have taken over the game, they need what the declarer else needs.
    """
    if taken_over:
        won, level = _by_cards(limits, deck, CARD_POINTS - card_points, deck.hand - tricks)
        return not won, level
    if tricks in (0, deck.hand):
        return tricks == deck.hand, "schwarz"  # 4.1.4: by tricks, never by 120 card points
    won = card_points >= limits.declarer_wins
    if won:
        return won, "schneider" if CARD_POINTS - card_points < limits.defenders_out_of_schneider else "simple"
    return won, "schneider" if card_points < limits.declarer_out_of_schneider else "simple"


def scored_ramsch(ruleset: Ruleset, record: GameRecord) -> ScoredRamsch | None:
    """Return how a Ramsch ended; None if equal card points and tricks leave open who lost (reading 34).

    Most trumps and the higher trump, the next criteria, are not recorded: the table names who lost.
    """
    ramsch = record.ramsch
    rule = ruleset.contracts[record.play.contract or ""].ramsch
    points, tricks = ramsch.card_points_by_seat, ramsch.tricks_by_seat
    seats_of_losers = tuple(seat for seat in (ramsch.loser, ramsch.second_loser) if seat is not None)
    if rule is None or points is None or tricks is None:
        return ScoredRamsch(losers=seats_of_losers, durchmarsch=ramsch.durchmarsch, jungfrauen=ramsch.jungfrauen or ())
    players = players_of(record, len(points))
    jungfrauen = tuple(seat for seat in players if tricks[seat - 1] == 0)
    for seat in players if rule.durchmarsch else ():
        swept = tricks[seat - 1] == ruleset.deck.hand
        if swept or (points[seat - 1] >= rule.durchmarsch_from and (rule.durchmarsch_beats_jungfrau or not jungfrauen)):
            return ScoredRamsch(losers=(), durchmarsch=seat, jungfrauen=jungfrauen)
    takings = {seat: (points[seat - 1], tricks[seat - 1]) for seat in players}
    last = sorted(takings.values(), reverse=True)[rule.losers - 1]
    losers = {seat for seat in players if takings[seat] > last}
    equal = {seat for seat in players if takings[seat] == last}
    losers |= equal if len(losers | equal) == rule.losers else equal & set(seats_of_losers)
    if len(losers) != rule.losers:
        return None
    return ScoredRamsch(losers=tuple(sorted(losers)), durchmarsch=None, jungfrauen=jungfrauen)
