"""Whether a game can have happened as recorded: check_game() returns every problem. Knows no points of a sheet."""

from collections.abc import Iterator
from functools import lru_cache

from scoring.cards import CARD_POINTS, card_points_by_tricks, possible_card_points
from scoring.contracts import BY_CARD_POINTS, BY_DEAL, BY_NO_TRICK, EVERYONE, KINDS, LEVELS, PARTNERSHIP
from scoring.endings import first_game_section, uncounted_section, ways_of
from scoring.errors import Problem, problem
from scoring.parts import ALL_OTHERS, DEALT_AGAIN, INVALID_BID, WRONG_DEAL, Contract
from scoring.ramsch import check_ramsch
from scoring.records import (
    GameRecord,
    PlayEnd,
    RamschEnd,
    Sanction,
    given_fields,
    given_names,
    record_from_json,
    record_to_json,
)
from scoring.results import (
    ACCEPTED,
    DRAWN_GAME,
    REFUSED,
    as_played,
    is_drawn,
    opposite_of,
    partner_of,
    played_as,
    seats_of,
)
from scoring.ruleset import PLAYED_INSTEAD, Ruleset
from scoring.sanctions import check_ruling, check_sanction
from scoring.worth import MOST_DOUBLINGS, OFFENDER_PAYS, SCORED

__all__ = ["GameRecord", "Problem", "Sanction", "check_game", "record_from_json", "record_to_json"]

KNOWN_GAMES = 2**16
"""How many games are kept with their problems and points: a sheet is evaluated again after each game it gets.

A hall of 250 tables has 16,000 games that are needed again and again. A kept game takes 700 bytes, so a process that
runs for months needs a bound. A ruleset is found by identity, a record is compared in all its fields, so a kept
result is never wrong.
"""

RESULTS = ("won", "lost")
MOST_RUNNERS = 14
"""There are at most so many trumps."""
SURRENDERS = (ACCEPTED, REFUSED)
_NOT_BESIDE_WRITTEN = (
    *("contract", "declarer", "partner", "called", "suit"),
    *(*PlayEnd.__slots__, *RamschEnd.__slots__),
    *("late_tout", "runners", "without", "doublings", "doubled_by", "laid", "knocked", "announced", "sanction"),
)


def check_game(ruleset: Ruleset, record: GameRecord) -> list[Problem]:
    """Return everything wrong with a game; an empty list means that it can be scored.

    A struck game scores 0 whatever is on the paper, so the rules refuse nothing in it (5.2.17).
    """
    return list(_problems(ruleset.in_match(record.place.match), record))


@lru_cache(maxsize=KNOWN_GAMES)
def _problems(ruleset: Ruleset, record: GameRecord) -> list[Problem]:
    play, decision = record.play, record.decision
    seats = seats_of(ruleset, record)
    if seats not in ruleset.seats:
        return [problem("seats_not_allowed", seats=seats, allowed=ruleset.seats)]
    if decision.unplayed:
        return [problem("unplayed_stands_alone", field=field) for field in _beside_unplayed(record)]
    problems = list(_check_frame(ruleset, record, seats))
    if record.paper.written is not None:
        problems += _check_written(ruleset, record, record.paper.written, seats)
        return problems
    sanction = decision.sanction
    if play.contract is None:
        if sanction is None or sanction.kind != WRONG_DEAL:
            return [*problems, problem("contract_missing")]
        # H 4: a wrong deal ends the game before a contract is announced.
        problems += (problem("contract_missing") for field in given_names(play) if field != "doublings")
    elif play.contract not in KINDS:
        return [*problems, problem("unknown_contract", contract=play.contract)]
    elif play.contract not in ruleset.contracts:
        return [*problems, problem("contract_not_played", contract=play.contract)]
    else:
        contract = ruleset.contracts[play.contract]
        problems += _check_players(ruleset, contract, record, seats)
        problems += _check_details(ruleset, contract, record)
        if record.place.first and not decision.struck:
            section = uncounted_section(ruleset, play.contract)
            if section is not None:
                problems.append(problem("sie_does_not_count", section=section))
        if sanction is None:
            problems += _check_ending(ruleset, contract, record, seats)
    if sanction is not None:
        problems += check_sanction(ruleset, record, sanction, seats)
        if not problems and not decision.struck:
            problems += check_ruling(ruleset, record, sanction, seats)
    return problems


_BESIDE_UNPLAYED = ("unplayed", "first", "match", "bock", "seats", "sits_out")


def _beside_unplayed(record: GameRecord) -> list[str]:
    """Return the fields that a line without a game must not have: it has a place on the sheet and nothing else."""
    return [name for name in given_fields(record) if name not in _BESIDE_UNPLAYED]


def _check_frame(ruleset: Ruleset, record: GameRecord, seats: int) -> Iterator[Problem]:
    money, place = record.money, record.place
    for field, value in (("circled", record.paper.circled), ("sits_out", place.sits_out)):
        if value is not None and not 1 <= value <= seats:
            yield problem("seat_not_at_table", field=field, seats=seats, found=value)
    if seats == ruleset.players:
        if place.sits_out is not None:
            yield problem("nobody_sits_out", seats=seats)
    elif place.sits_out is None and record.paper.written is None:
        yield problem("sits_out_missing", seats=seats)
    doublings = ruleset.doublings
    for field, value, least, most in (
        ("match", place.match, 1, ruleset.matches),
        ("passed", place.passed, 0, 1000),
        ("doublings", record.play.doublings, 0, doublings.most if doublings.rule == SCORED else MOST_DOUBLINGS),
        ("claimed", money.claimed, 0, MOST_RUNNERS),
        ("laid", record.play.laid, 0, seats),
        ("knocked", record.play.knocked, 0, seats),
        ("pot", money.pot, 0, 1_000_000),
    ):
        if value is not None and not least <= value <= most:
            yield problem("number_out_of_range", field=field, least=least, most=most, found=value)
    if place.bock and not ruleset.bock.after:
        yield problem("no_bock", section=ruleset.section("bock.after"))
    if place.passed and ruleset.all_pass in PLAYED_INSTEAD:
        section = ruleset.section("match.all_pass")
        yield problem("no_deal_thrown_in", contract=ruleset.all_pass, section=section)


def _check_written(ruleset: Ruleset, record: GameRecord, written: tuple[int, ...], seats: int) -> Iterator[Problem]:
    fields = given_fields(record)
    for field in _NOT_BESIDE_WRITTEN:
        # 5.2.8: what only money asks for can be said of any line; where it counts, it is in the points.
        if field in fields and not (field == "runners" and not ruleset.runners_scored):
            yield problem("written_stands_alone", field=field)
    runners = record.play.runners
    if runners is not None and not 0 <= runners <= MOST_RUNNERS:
        yield problem("number_out_of_range", field="runners", least=0, most=MOST_RUNNERS, found=runners)
    if record.decision.struck:
        return
    if len(written) != seats:
        yield problem("wrong_number_of_values", found=len(written), seats=seats)
    elif ruleset.has_sum and sum(written) != 0:
        yield problem("not_zero_sum", points=written, sum=sum(written))
    elif not ruleset.has_sum and min(written) < 0:
        yield problem("no_minus_points", points=written)
    elif not ways_of(ruleset, record, written):
        yield problem("no_such_outcome" if ruleset.has_sum else "no_such_winners", points=written)
    else:
        yield from _check_reading(ruleset, record, written)


def _check_reading(ruleset: Ruleset, record: GameRecord, written: tuple[int, ...]) -> Iterator[Problem]:
    paper, place = record.paper, record.place
    ways = ways_of(ruleset, record, written)
    if place.first:
        barred = [
            section
            for way in ways
            if (
                section := uncounted_section(ruleset, way.contract)
                or first_game_section(ruleset, way.contract, way.level)
            )
        ]
        if len(barred) == len(ways):
            yield problem("first_game_not_allowed", points=written, section=barred[0])
            return
    possible = {way.circled for way in ways}
    if paper.circled is not None and paper.circled not in possible:
        yield problem("circled_contradicts", circled=paper.circled)
    elif paper.circled is None and len(possible) > 1 and None not in possible:
        yield problem("circled_missing", points=written)


def _check_players(ruleset: Ruleset, contract: Contract, record: GameRecord, seats: int) -> Iterator[Problem]:
    play, paper = record.play, record.paper
    kind = contract.kind
    if play.declarer is None and kind.family != EVERYONE:
        yield problem("declarer_missing")
    for field, value in (("declarer", play.declarer), ("partner", play.partner)):
        if value is not None and not 1 <= value <= seats:
            yield problem("seat_not_at_table", field=field, seats=seats, found=value)
        elif value is not None and value == record.place.sits_out:
            yield problem("sitter_does_not_play", field=field, seat=value)
    if kind.family == PARTNERSHIP:
        yield from _check_partner(ruleset, contract, record)
    elif kind.family != EVERYONE and play.partner is not None:
        yield problem("partner_not_allowed", contract=kind.key)
    expected = play.declarer if contract.circled else None
    if paper.circled is not None and paper.circled != expected:
        yield problem("circled_contradicts", circled=paper.circled)


def _check_partner(ruleset: Ruleset, contract: Contract, record: GameRecord) -> Iterator[Problem]:
    play = record.play
    if contract.kind.opposite:
        across = opposite_of(record)
        if across is not None and partner_of(record) != across:
            yield problem("partner_not_opposite", contract=contract.kind.key, partner=across)
    elif play.partner is None:
        if not _partner_may_be_unknown(ruleset, record):
            yield problem("partner_missing")
    elif play.partner == play.declarer:
        yield problem("partner_is_declarer", seat=play.partner)


def _partner_may_be_unknown(ruleset: Ruleset, record: GameRecord) -> bool:
    """Return whether a sanction leaves the partner open.

    An invalid bid can end the game before the partner is known (2.4.10). If all others share the plus points, the
    partner is one of them anyway (H 4).
    """
    decision = record.decision
    if decision.sanction is None or record.play.contract is None:
        return False
    rule = ruleset.sanctions.get(decision.sanction.kind)
    penalty = rule.penalties.get(record.play.contract) if rule else None
    return decision.sanction.kind == INVALID_BID or (penalty is not None and penalty.shared_by == ALL_OTHERS)


def _check_details(ruleset: Ruleset, contract: Contract, record: GameRecord) -> Iterator[Problem]:
    play, end = record.play, record.end
    kind = contract.kind
    if play.called is not None:
        if not kind.callable:
            yield problem("field_not_used", field="called", contract=kind.key)
        elif play.called not in kind.callable:
            yield problem("ace_cannot_be_called", called=play.called, allowed=kind.callable)
    yield from _check_suit(ruleset, contract, record)
    trumps = kind.trumps(ruleset.deck)
    if play.runners is not None and not 0 <= play.runners <= trumps:
        yield problem("number_out_of_range", field="runners", least=0, most=trumps, found=play.runners)
    if play.late_tout and kind.base is None:
        yield problem("late_tout_needs_tout", contract=kind.key)
    yield from _check_raised(ruleset, contract, record)
    if end.surrender is not None:
        if end.surrender not in SURRENDERS:
            yield problem("bad_value", field="surrender", allowed=SURRENDERS, found=end.surrender)
        elif not ruleset.surrender or kind.decided_by != BY_CARD_POINTS:
            yield problem("nobody_gives_up", contract=kind.key)
    if kind.family != EVERYONE:
        for field in given_names(record.ramsch):
            yield problem("field_not_used", field=field, contract=kind.key)


def _check_raised(ruleset: Ruleset, contract: Contract, record: GameRecord) -> Iterator[Problem]:
    """Yield what is wrong with an announced Schneider, with whoever called a forbidden Stoss, with runners held."""
    play, key = record.play, contract.kind.key
    if play.announced and not contract.price.announced:
        yield problem("schneider_not_announced", contract=key)
    if play.without and not play.runners:
        yield problem("without_runners")
    one_pays = ruleset.doublings.rule == OFFENDER_PAYS and contract.price.doubled
    if play.doubled_by is None:
        if play.doublings and one_pays and record.decision.sanction is None and not record.decision.struck:
            yield problem("doubled_by_missing", section=ruleset.section("doublings.rule"))
    elif not play.doublings:
        yield problem("field_not_used", field="doubled_by", contract=key)
    elif play.doubled_by in (play.declarer, partner_of(record), record.place.sits_out):
        yield problem("doubled_by_defender", seat=play.doubled_by)
    elif not 1 <= play.doubled_by <= seats_of(ruleset, record):
        seats = seats_of(ruleset, record)
        yield problem("seat_not_at_table", field="doubled_by", seats=seats, found=play.doubled_by)


def _check_suit(ruleset: Ruleset, contract: Contract, record: GameRecord) -> Iterator[Problem]:
    play = record.play
    kind, key = contract.kind, contract.kind.key
    if play.suit is None:
        if ruleset.needs_suit(key) and record.decision.sanction is None and not record.decision.struck:
            yield problem("suit_missing", contract=key)
    elif kind.solo and kind.trump_suit == play.suit:
        return  # A Solo in Hearts may name its suit.
    elif not kind.suits:
        yield problem("field_not_used", field="suit", contract=key)
    elif play.suit not in kind.suits:
        yield problem("bad_value", field="suit", allowed=kind.suits, found=play.suit)
    elif play.suit not in ruleset.suits(key):
        yield problem("suit_is_a_contract", suit=play.suit, contract=ruleset.in_hearts(key))


def _check_ending(ruleset: Ruleset, contract: Contract, record: GameRecord, seats: int) -> Iterator[Problem]:
    if contract.ramsch is not None:
        yield from check_ramsch(ruleset, contract.ramsch, record, seats)
    else:
        yield from _check_result(ruleset, contract, record)


def _check_result(ruleset: Ruleset, contract: Contract, record: GameRecord) -> Iterator[Problem]:
    end = record.end
    kind = contract.kind
    broken = end.surrender not in (None, *SURRENDERS)
    has_drawn = kind.decided_by == BY_CARD_POINTS and ruleset.contracts[kind.key].limits.can_be_drawn
    results = (*RESULTS, DRAWN_GAME) if has_drawn else RESULTS
    for field, value, allowed in (("result", end.result, results), ("level", end.level, LEVELS)):
        if value is not None and value not in allowed:
            broken = True
            yield problem("bad_value", field=field, allowed=allowed, found=value)
    for fault in _check_cards(ruleset, end):
        broken = True
        yield fault
    if kind.decided_by == BY_DEAL:
        yield from _check_dealt(kind.key, end)
        return
    has_levels = kind.decided_by == BY_CARD_POINTS or bool(record.play.late_tout)
    if end.level is not None and not has_levels:
        yield problem("field_not_used", field="level", contract=kind.key)
    if end.surrender == ACCEPTED:
        if end.card_points is not None or end.tricks is not None:
            yield problem("field_not_used", field="card_points", contract=kind.key)
            return
    elif end.result is None and end.tricks is None and end.card_points is None:
        if not record.decision.struck:  # A game that was refused before the first card has no result (5.2.17).
            yield problem("result_missing")
        return
    if broken:
        return
    if is_drawn(ruleset, record) or end.result == DRAWN_GAME:
        yield from _check_drawn(ruleset, record)
        return
    won, level = as_played(ruleset, record)
    derived = "won" if won else "lost"
    if won and level == "simple" and (end.surrender == REFUSED or record.play.announced):
        yield problem("schneider_announced" if record.play.announced else "schneider_promised")
    if end.result not in (None, derived):
        yield problem("result_contradicts", stated=end.result, derived=derived)
    if has_levels and end.level not in (None, level):
        yield problem("level_contradicts", stated=end.level, derived=level)
    if record.place.first and not has_levels and not won and end.tricks is None and not record.decision.struck:
        section = first_game_section(ruleset, kind.key, None)
        if section is not None and kind.decided_by != BY_NO_TRICK:
            yield problem("first_tout_needs_points", section=section)


def _check_drawn(ruleset: Ruleset, record: GameRecord) -> Iterator[Problem]:
    """Yield what is wrong with a game that neither side has won: it may be played again without a line."""
    end, key = record.end, played_as(ruleset, record)
    if not is_drawn(ruleset, record):
        derived = "won" if as_played(ruleset, record)[0] else "lost"
        yield problem("result_contradicts", stated=end.result, derived=derived)
        return
    if end.result not in (None, DRAWN_GAME):
        yield problem("result_contradicts", stated=end.result, derived=DRAWN_GAME)
    if end.level is not None:
        yield problem("field_not_used", field="level", contract=key)
    limits = ruleset.contracts[key].limits
    if limits.drawn == DEALT_AGAIN and not record.decision.struck:
        yield problem("dealt_again", contract=key, section=ruleset.limits_section(key))


def _check_dealt(key: str, end: PlayEnd) -> Iterator[Problem]:
    """Yield what is wrong with a Sie, which is laid open and not played (2.9.2, 2.9.3)."""
    for field in given_names(end):
        if field in ("level", "card_points", "tricks"):
            yield problem("field_not_used", field=field, contract=key)
    if end.result == "lost":
        yield problem("always_won", contract=key)


def _check_cards(ruleset: Ruleset, end: PlayEnd) -> Iterator[Problem]:
    points, tricks, deck = end.card_points, end.tricks, ruleset.deck
    if points is not None and not 0 <= points <= CARD_POINTS:
        yield problem("number_out_of_range", field="card_points", least=0, most=CARD_POINTS, found=points)
    elif points is not None and points not in possible_card_points(deck):
        yield problem("card_points_impossible", card_points=points)
    elif tricks is not None and not 0 <= tricks <= deck.hand:
        yield problem("number_out_of_range", field="tricks", least=0, most=deck.hand, found=tricks)
    elif points is not None and tricks is None:
        yield problem("tricks_missing")
    elif tricks is not None and points is None:
        yield problem("card_points_missing")
    elif points is not None and tricks is not None and points not in card_points_by_tricks(deck)[tricks]:
        yield problem("tricks_contradict_card_points", tricks=tricks, card_points=points)
