"""Who pays whom in money after one game (4.2), separate from the points (5.2.8). Knows no names.

All amounts are units of a tariff. Struck and unplayed games pay nothing. A game that has reduced points as the first
of a match (5.2.15) is paid in full.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scoring.contracts import BY_CARD_POINTS, BY_DEAL, FIXED, KINDS, PARTNERSHIP, SOLOIST
from scoring.endings import BOCK_FACTOR, points_of, ramsch_points, uncounted_section, ways_of
from scoring.errors import Problem, ScoringError, problem
from scoring.games import check_game
from scoring.parts import INVALID_BID
from scoring.points import score_game
from scoring.records import GameRecord
from scoring.results import (
    as_played,
    is_drawn,
    partner_of,
    played_as,
    players_of,
    raised,
    scored_play,
    scored_ramsch,
    seats_of,
)
from scoring.ruleset import Ruleset
from scoring.tariffs import PAIR, POINTS, Tariff
from scoring.worth import SCORED, Price, Raised, Scale, worth


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """What each seat gets or pays, in units, and what is in the pot afterwards.

    Without a pot the units sum to 0. With one, they sum to what was taken out of it, less what was put in.
    """

    units: tuple[int, ...]
    pot: int


def settle(tariff: Tariff, record: GameRecord, *, ruleset: Ruleset | None = None, pot: int = 0) -> Settlement:
    """Settle one game (4.2.2 to 4.2.4, 3.4.17; the pot by the overview).

    `ruleset` decides who won and at what level; by default it is the tariff's own. `pot` is what earlier games of
    the table left in the pot; the deals thrown in before this game are added to it. If the record itself states a
    pot, that replaces both. A sanction is paid in proportion to its points: in all, what a game lost with Schneider
    pays, for an invalid bid what a simply lost one pays. Raises ScoringError if the record is no good game, or the
    tariff has no figure for it.
    """
    rules = ruleset if ruleset is not None else tariff.rules
    _check_sums(tariff, rules, record)
    plain = record.placed(first=None)
    for fault in (*check_game(rules, plain), *_check_first(rules.in_match(record.place.match), record)):
        raise fault.error()
    for fault in _check_money(tariff, rules, plain):
        raise fault.error()
    seats = seats_of(rules, plain)
    sweeteners = _sweeteners(tariff, plain, pot, seats)
    lying = plain.money.pot if plain.money.pot is not None else pot + sweeteners * seats
    if plain.decision.struck or plain.decision.unplayed:
        units, swept = (0,) * seats, 0
    else:
        units, swept = _settle_with_pot(tariff, rules, plain, lying)
    return Settlement(units=tuple(unit - sweeteners for unit in units), pot=lying - swept)


@dataclass(slots=True, kw_only=True)
class MoneyTable:
    """The games of one table in order; it carries the pot from one game to the next."""

    tariff: Tariff
    ruleset: Ruleset | None = None
    pot: int = 0

    def settle(self, record: GameRecord) -> Settlement:
        """Settle the next game. If it is refused with ScoringError, as in `settle`, the pot stays as it was."""
        settlement = settle(self.tariff, record, ruleset=self.ruleset, pot=self.pot)
        self.pot = settlement.pot
        return settlement


def in_cents(tariff: Tariff, units: Iterable[int], unit_cents: int | None = None) -> tuple[int, ...]:
    """Return units of the tariff in cents; `unit_cents` is a different value that the table agreed on (4.2.1)."""
    each = unit_cents if unit_cents is not None else tariff.unit_cents
    return tuple(unit * each for unit in units)


def _check_sums(tariff: Tariff, rules: Ruleset, record: GameRecord) -> None:
    """Refuse what only points that sum to 0 tell: points paid, and the price of a line known by its points."""
    told_by_points = record.paper.written is not None or record.decision.sanction is not None
    if not rules.has_sum and not record.decision.struck and (tariff.pays == POINTS or told_by_points):
        raise ScoringError("points_without_sum", rules=rules.id)


def _check_first(rules: Ruleset, record: GameRecord) -> Iterator[Problem]:
    """Yield what the first game of a match forbids: a Sie (2.9.1), and a reduced line that hides what was played."""
    paper, place = record.paper, record.place
    if not place.first or record.decision.struck:
        return
    if record.play.contract is not None:
        section = uncounted_section(rules, record.play.contract)
        if section is not None:
            yield problem("sie_does_not_count", section=section)
    if paper.written is not None:
        touts = rules.first_game.touts
        bases = {rules.falls_back_to(name, suit) for name in touts for suit in rules.suits(name) or (None,)}
        reduced = {*rules.first_game.schwarz, *bases}
        ways = ways_of(rules, record, paper.written)
        if any(way.contract in reduced for way in ways):
            yield problem("settle_needs_contract", points=paper.written)


def _check_money(tariff: Tariff, rules: Ruleset, record: GameRecord) -> Iterator[Problem]:
    play = record.play
    doublings = _scale(tariff, rules).doublings
    for field, value, is_paid in (
        ("claimed", record.money.claimed, tariff.claims),
        # What counts in the points is recorded, even where the tariff does not pay it.
        ("laid", play.laid, doublings.laying or rules.doublings.laying),
        ("knocked", play.knocked, doublings.knocking or rules.doublings.knocking),
        ("pot", record.money.pot, tariff.sweetener > 0),
    ):
        if value is not None and not is_paid:
            yield problem("not_in_tariff", field=field)
    if record.money.claimed is not None and play.runners is None:
        yield problem("runners_missing", section=tariff.sections["runners.claimed"])
    if doublings.rule == SCORED and play.doublings is not None and play.doublings > doublings.most:
        yield problem("number_out_of_range", field="doublings", least=0, most=doublings.most, found=play.doublings)
    if play.contract is not None and play.contract in KINDS:
        longest = _longest_runners(rules, record, play.contract)
        if play.runners is not None and play.runners > longest:
            yield problem("number_out_of_range", field="runners", least=0, most=longest, found=play.runners)
    if record.decision.struck:
        return
    if play.contract is not None and played_as(rules, record) not in tariff.contracts:
        yield problem("settle_no_price", contract=played_as(rules, record))


def _longest_runners(rules: Ruleset, record: GameRecord, contract: str) -> int:
    """Return how long the runners of a game can be (reading 28).

    A soloist holds a card of the chosen suit, so the defenders cannot run to the last trump. Whoever takes every trick
    holds the runners himself: a soloist then has as many as a hand, but not all cards of a Sie (2.9.1).
    """
    kind, deck = KINDS[contract], rules.deck
    longest = kind.most_runners(deck)
    if (
        kind.family != SOLOIST
        or kind.decided_by == BY_DEAL
        or record.decision.sanction is not None
        or record.decision.struck
    ):
        return longest
    won, level = as_played(rules, record)
    if not won or (kind.decided_by == BY_CARD_POINTS and level != "schwarz"):
        return longest
    would_be_sie = "sie" in rules.contracts and kind.lords == KINDS["sie"].lords
    return min(longest, deck.hand - would_be_sie)


def _sweeteners(tariff: Tariff, record: GameRecord, pot: int, seats: int) -> int:
    """Return what everyone at the table paid in for the deals thrown in; a stated pot already includes it.

    Nobody pays into a pot that is full.
    """
    if record.money.pot is not None or not tariff.sweetener:
        return 0
    room = max(0, tariff.most_in_pot - pot) // (tariff.sweetener * seats)
    return tariff.sweetener * min(record.place.passed or 0, room)


def _scale(tariff: Tariff, rules: Ruleset) -> Scale:
    """Return what runners and doublings are worth: where points are paid, what the rules in force say."""
    return rules.scale if tariff.pays == POINTS else tariff.scale


def _settle_with_pot(tariff: Tariff, rules: Ruleset, record: GameRecord, lying: int) -> tuple[tuple[int, ...], int]:
    """Return the units of the seats and what was taken out of the pot; negative for what was paid in."""
    # Points are doubled already.
    times = BOCK_FACTOR if record.place.bock and tariff.pays != POINTS else 1
    sweeps = {
        _sweep(tariff, (tuple(times * unit for unit in units), declarer, partner, won), lying)
        for units, declarer, partner, won in _payments(tariff, rules, record)
    }
    if len(sweeps) != 1:
        raise ScoringError("settle_needs_contract", points=record.paper.written)
    return sweeps.pop()


def _sweep(tariff: Tariff, payment: "Payment", lying: int) -> tuple[tuple[int, ...], int]:
    """Let the declarer alone, or the pair, take the pot or double it; it stays if nobody declared or won.

    Where a pair has it, no soloist does. The declarer takes or pays the odd unit.
    """
    units, declarer, partner, won = payment
    if tariff.won_by == PAIR and partner is None:
        declarer = None
    if declarer is None or won is None or not lying:
        return units, 0
    swept = lying if won else -max(0, min(lying, tariff.most_in_pot - lying))
    of_partner = int(swept / 2) if tariff.won_by == PAIR else 0
    shares = {declarer: swept - of_partner, partner: of_partner}
    return tuple(unit + shares.get(seat, 0) for seat, unit in enumerate(units, 1)), swept


Payment = tuple[tuple[int, ...], int | None, int | None, bool | None]
"""The units of the seats, the declarer, the partner, and whether the declarer won."""


def _payments(tariff: Tariff, rules: Ruleset, record: GameRecord) -> list[Payment]:
    """Return what is paid; for a line known by its points, once for each game that it can have been."""
    if record.paper.written is not None:
        return _written_payments(tariff, rules, record, record.paper.written)
    if record.decision.sanction is not None:
        return [_sanctioned(tariff, rules, record)]
    if record.play.declarer is None or is_drawn(rules, record):
        units = score_game(rules, record).points if tariff.pays == POINTS else _undeclared(tariff, rules, record)
        return [(units, None, None, None)]
    scored = scored_play(rules, record)
    if tariff.pays == POINTS:
        units = score_game(rules, record).points
    else:
        raising = raised(record, tariff.scale.doublings)
        value = worth(tariff.prices[scored.contract], tariff.scale, level=scored.level, raised=raising)
        units = points_of(value.total, scored.side, scored.defenders, scored.won, seats_of(rules, record))
    return [(units, scored.declarer, _partner(scored.side, scored.declarer), scored.won)]


def _partner(side: frozenset[int], declarer: int | None) -> int | None:
    return next((seat for seat in side if seat != declarer), None)


def _undeclared(tariff: Tariff, rules: Ruleset, record: GameRecord) -> tuple[int, ...]:
    return (0,) * seats_of(rules, record) if is_drawn(rules, record) else _ramsch(tariff, rules, record)


def _ramsch(tariff: Tariff, rules: Ruleset, record: GameRecord) -> tuple[int, ...]:
    """Let the loser pay each of the others, or all pay the winner of a Durchmarsch, never doubled (reading 34)."""
    ended, key = scored_ramsch(rules, record), record.play.contract or ""
    if ended is None:
        raise ScoringError("ramsch_needs_loser")
    rule, seats = tariff.ramsch[key], seats_of(rules, record)
    players = players_of(record, seats)
    raising = raised(record, tariff.scale.doublings)
    if ended.durchmarsch is not None:
        return ramsch_points(2**raising.laid * rule.durchmarsch, (ended.durchmarsch,), True, players, seats)
    factors = (1, *rule.jungfrau_factors)
    value = worth(tariff.prices[key], tariff.scale, level=None, raised=raising).total
    value *= factors[min(len(ended.jungfrauen), len(factors) - 1)]
    return ramsch_points(value, ended.losers, False, players, seats)


def _sanctioned(tariff: Tariff, rules: Ruleset, record: GameRecord) -> Payment:
    """Settle a game ended by the supervisor: as Schneider without runners and doublings (3.4.17).

    The pot follows the declarer's own points: it stays if these are 0.
    """
    play = record.play
    if play.contract is None or record.decision.sanction is None:
        raise ScoringError("settle_no_contract")
    points = score_game(rules, record).points
    own = points[play.declarer - 1] if play.declarer is not None else 0
    who = play.declarer, partner_of(record), None if own == 0 else own > 0
    if tariff.pays == POINTS:
        return points, *who
    contract = played_as(rules, record)
    # 2.4.10: an invalid bid is paid as a simply lost game, without Schneider and Schwarz.
    level = "simple" if record.decision.sanction.kind == INVALID_BID else "schneider"
    value = _plain(tariff.prices[contract], level)
    # The value is paid as often as when such a game is lost: by both losers of a Rufer, to each opponent of a soloist.
    times = rules.players // 2 if KINDS[contract].family == PARTNERSHIP else rules.players - 1
    return _in_proportion(points, value * times), *who


def _written_payments(tariff: Tariff, rules: Ruleset, record: GameRecord, written: tuple[int, ...]) -> list[Payment]:
    if tariff.pays != POINTS and (rules.runners_scored or rules.doublings.rule == SCORED):
        return []  # the points do not tell what part of them is runners and doublings
    payments: list[Payment] = []
    ways = ways_of(rules, record, written)
    ringed = len({way.circled for way in ways}) > 1  # then the circle, or its absence, tells which (5.3.3)
    for way in ways:
        if ringed and way.circled != record.paper.circled:
            continue
        if tariff.pays == POINTS:
            payments.append((written, way.declarer, way.partner, way.won))
            continue
        if way.contract not in tariff.prices or way.contract in tariff.ramsch:
            return []
        if not any(written):  # neither side has won
            payments.append((written, None, None, None))
            continue
        each = min(abs(point) for point in written if point)
        value = _with_runners(tariff, record, way.contract, way.level)
        payments.append((tuple(point // each * value for point in written), way.declarer, way.partner, way.won))
    return payments


def _with_runners(tariff: Tariff, record: GameRecord, contract: str, level: str | None) -> int:
    """Return what a line known by its points is worth if it was this game, with the runners that were said of it."""
    price = tariff.prices[contract]
    raising = Raised(runners=record.play.runners or 0, claimed=record.money.claimed)
    return worth(price, tariff.scale, level=level if level in price.values else FIXED, raised=raising).total


def _plain(price: Price, level: str | None) -> int:
    return price.plain(level if level in price.values else FIXED)


def _in_proportion(points: tuple[int, ...], units: int) -> tuple[int, ...]:
    """Share out units in proportion to the points. Raises ScoringError `settle_uneven` if a remainder would be left."""
    won = sum(point for point in points if point > 0)
    if any(point * units % won for point in points if won):
        raise ScoringError("settle_uneven", units=units, points=points)
    return tuple(point * units // won if won else 0 for point in points)
