"""Whether a Ramsch can have ended as recorded. Knows no points of a game."""

from collections.abc import Iterator
from itertools import combinations

from scoring.cards import CARD_POINTS, card_points_by_tricks
from scoring.errors import Problem, problem
from scoring.parts import RamschRule
from scoring.records import GameRecord, given_names
from scoring.results import players_of, scored_ramsch
from scoring.ruleset import Ruleset


def check_ramsch(ruleset: Ruleset, rule: RamschRule, record: GameRecord, seats: int) -> Iterator[Problem]:
    """Yield what is wrong with the ending of a Ramsch (H 2, reading 34)."""
    sides = [name for name in given_names(record.play) if name in ("declarer", "partner")]
    for field in (*sides, *given_names(record.end)):
        yield problem("field_not_used", field=field, contract=record.play.contract)
    broken = rule.losers == 1 and record.ramsch.second_loser is not None
    if broken:
        yield problem("field_not_used", field="second_loser", contract=record.play.contract)
    for fault in (*_check_seats(record, seats), *_check_cards(ruleset, record, seats)):
        broken = True
        yield fault
    if not broken:
        yield from _check_ending(ruleset, rule, record, seats)


def _check_seats(record: GameRecord, seats: int) -> Iterator[Problem]:
    ramsch = record.ramsch
    maidens = ramsch.jungfrauen or ()
    for field, value in (
        ("loser", ramsch.loser),
        ("second_loser", ramsch.second_loser),
        ("durchmarsch", ramsch.durchmarsch),
        *(("jungfrauen", seat) for seat in maidens),
    ):
        if value is not None and not 1 <= value <= seats:
            yield problem("seat_not_at_table", field=field, seats=seats, found=value)
        elif value is not None and value == record.place.sits_out:
            yield problem("sitter_does_not_play", field=field, seat=value)
    if len(set(maidens)) < len(maidens):
        yield problem("named_twice", field="jungfrauen")
    if ramsch.second_loser is not None and ramsch.second_loser == ramsch.loser:
        yield problem("seat_named_twice", field="second_loser", seat=ramsch.loser)


def _check_cards(ruleset: Ruleset, record: GameRecord, seats: int) -> Iterator[Problem]:
    points, tricks, sitter = record.ramsch.card_points_by_seat, record.ramsch.tricks_by_seat, record.place.sits_out
    if points is None and tricks is None:
        return
    if points is None or tricks is None:
        yield problem("by_seat_incomplete")
        return
    for values in (points, tricks):
        if len(values) != seats:
            yield problem("wrong_number_of_values", found=len(values), seats=seats)
            return
    deck = ruleset.deck
    for field, values, total in (
        ("card_points_by_seat", points, CARD_POINTS),
        ("tricks_by_seat", tricks, deck.hand),
    ):
        if min(values) < 0 or sum(values) != total:
            yield problem("wrong_total", field=field, total=total, found=sum(values))
            return
    # A seat that is not at the table is reported as another problem.
    if sitter is not None and 1 <= sitter <= seats and (points[sitter - 1] or tricks[sitter - 1]):
        yield problem("sitter_does_not_play", field="card_points_by_seat", seat=sitter)
        return
    holdable = card_points_by_tricks(deck)
    players = players_of(record, seats)
    for number in range(1, len(players)):
        # Any group of players must also be able to hold what they hold together.
        for some in combinations(players, number):
            card_sum, trick_sum = sum(points[seat - 1] for seat in some), sum(tricks[seat - 1] for seat in some)
            if card_sum not in holdable[trick_sum]:
                yield problem("tricks_contradict_card_points", tricks=trick_sum, card_points=card_sum)
                return


def _check_ending(ruleset: Ruleset, rule: RamschRule, record: GameRecord, seats: int) -> Iterator[Problem]:
    ramsch = record.ramsch
    if ramsch.card_points_by_seat is not None:
        score = scored_ramsch(ruleset, record)
        if score is None:
            code = "ramsch_needs_loser" if ramsch.loser is None else "ramsch_contradicts"
            yield problem(code, **({} if ramsch.loser is None else {"field": "loser"}))
            return
        maidens = None if ramsch.jungfrauen is None else tuple(sorted(ramsch.jungfrauen))
        for field, loser in (("loser", ramsch.loser), ("second_loser", ramsch.second_loser)):
            if loser is not None and loser not in score.losers:
                yield problem("ramsch_contradicts", field=field)
        for field, stated, derived in (
            ("durchmarsch", ramsch.durchmarsch, score.durchmarsch),
            ("jungfrauen", maidens, score.jungfrauen),
        ):
            if stated is not None and stated != derived:
                yield problem("ramsch_contradicts", field=field)
        return
    yield from _check_settled(rule, record, seats)


def _check_settled(rule: RamschRule, record: GameRecord, seats: int) -> Iterator[Problem]:
    """Yield what is wrong with an ending that the table has settled: no card points and tricks are known."""
    ramsch, players = record.ramsch, players_of(record, seats)
    maidens, others = ramsch.jungfrauen or (), len(players) - 1
    losers = [seat for seat in (ramsch.loser, ramsch.second_loser) if seat is not None]
    if ramsch.durchmarsch is not None:
        beaten = not rule.needs_all_tricks and not rule.durchmarsch_beats_jungfrau and len(maidens) < others
        if not rule.durchmarsch:
            yield problem("no_durchmarsch")
        elif losers or ramsch.durchmarsch in maidens or (maidens and beaten):
            yield problem("ramsch_contradicts", field="durchmarsch")
    elif ramsch.loser is None:
        yield problem("ramsch_needs_loser")
    elif len(losers) < rule.losers:
        yield problem("ramsch_needs_second_loser")
    elif any(seat in maidens for seat in losers) or (rule.durchmarsch and len(maidens) == others):
        # If all others took no trick, the loser took every one: that is a Durchmarsch.
        yield problem("ramsch_contradicts", field="jungfrauen")
