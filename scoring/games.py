"""Whether a game can have happened as recorded: check_game() returns every problem. Knows no points of a sheet."""

from collections.abc import Iterator
from functools import lru_cache

from scoring.cards import CARD_POINTS, card_points_by_tricks, possible_card_points
from scoring.contracts import BY_CARD_POINTS, BY_DEAL, BY_NO_TRICK, EVERYONE, KINDS, LEVELS, PARTNERSHIP
from scoring.endings import first_game_section, readings, uncounted_section
from scoring.errors import Problem, problem
from scoring.parts import ALL_OTHERS, INVALID_BID, WRONG_DEAL, Contract
from scoring.ramsch import RAMSCH_FIELDS, check_ramsch
from scoring.records import FIELDS, GameRecord, Sanction, record_from_json, record_to_json
from scoring.results import ACCEPTED, REFUSED, as_played, opposite_of, partner_of, seats_of
from scoring.ruleset import PLAYED_INSTEAD, Ruleset
from scoring.sanctions import PLAY_FIELDS, check_ruling, check_sanction
from scoring.worth import MOST_DOUBLINGS, SCORED

__all__ = ["GameRecord", "Problem", "Sanction", "check_game", "record_from_json", "record_to_json"]

KNOWN_GAMES = 2**16
"""How many games are kept with their problems and points: a sheet is evaluated again with each game it gets.

Of 250 tables 16,000 games come again and again; a kept game takes 700 bytes, so a process that runs for months needs a
bound. A ruleset hashes by identity, a record by all its fields: none can be forgotten.
"""

RESULTS = ("won", "lost")
SURRENDERS = (ACCEPTED, REFUSED)
_NOT_BESIDE_WRITTEN = (
    *("contract", "declarer", "partner", "called", "suit"),
    *(*PLAY_FIELDS, "late_tout", "runners", "doublings", "sanction"),
)


def check_game(ruleset: Ruleset, record: GameRecord) -> list[Problem]:
    """Return everything wrong with a game; an empty list means that it can be scored.

    A struck game scores 0 whatever stood on paper, so the rules refuse nothing in it (5.2.17).
    """
    return list(_problems(ruleset, record))


@lru_cache(maxsize=KNOWN_GAMES)
def _problems(ruleset: Ruleset, record: GameRecord) -> list[Problem]:
    seats = seats_of(ruleset, record)
    if seats not in ruleset.seats:
        return [problem("seats_not_allowed", seats=seats, allowed=ruleset.seats)]
    if record.unplayed:
        return [problem("unplayed_stands_alone", field=field) for field in _beside_unplayed(record)]
    problems = list(_check_frame(ruleset, record, seats))
    if record.written is not None:
        problems += _check_written(ruleset, record, record.written, seats)
        return problems
    sanction = record.sanction
    if record.contract is None:
        if sanction is None or sanction.kind != WRONG_DEAL:
            return [*problems, problem("contract_missing")]
        # H 4: a wrong deal ends the game before one is announced.
        problems += (problem("contract_missing") for field in _BEFORE_PLAY if getattr(record, field) is not None)
    elif record.contract not in KINDS:
        return [*problems, problem("unknown_contract", contract=record.contract)]
    elif record.contract not in ruleset.contracts:
        return [*problems, problem("contract_not_played", contract=record.contract)]
    else:
        contract = ruleset.contracts[record.contract]
        problems += _check_players(ruleset, contract, record, seats)
        problems += _check_details(ruleset, contract, record)
        if record.first and not record.struck:
            section = uncounted_section(ruleset, record.contract, record.match)
            if section is not None:
                problems.append(problem("sie_does_not_count", section=section))
        if sanction is None:
            problems += _check_ending(ruleset, contract, record, seats)
    if sanction is not None:
        problems += check_sanction(ruleset, record, sanction, seats)
        if not problems and not record.struck:
            problems += check_ruling(ruleset, record, sanction, seats)
    return problems


_PLACE = ("first", "match", "seats", "sits_out")


def _beside_unplayed(record: GameRecord) -> list[str]:
    """The fields that a line without a game cannot have: it has a place on the sheet and nothing else."""
    return [name for name in FIELDS if name not in ("unplayed", *_PLACE) and getattr(record, name) is not None]


_BEFORE_PLAY = ("declarer", "partner", "called", "suit", "late_tout", "runners")


def _check_frame(ruleset: Ruleset, record: GameRecord, seats: int) -> Iterator[Problem]:
    for field, value in (("circled", record.circled), ("sits_out", record.sits_out)):
        if value is not None and not 1 <= value <= seats:
            yield problem("seat_not_at_table", field=field, seats=seats, found=value)
    if seats == ruleset.players:
        if record.sits_out is not None:
            yield problem("nobody_sits_out", seats=seats)
    elif record.sits_out is None and record.written is None:
        yield problem("sits_out_missing", seats=seats)
    doublings = ruleset.doublings
    for field, value, least, most in (
        ("match", record.match, 1, ruleset.matches),
        ("passed", record.passed, 0, 1000),
        ("doublings", record.doublings, 0, doublings.most if doublings.rule == SCORED else MOST_DOUBLINGS),
        ("claimed", record.claimed, 0, 14),
        ("laid", record.laid, 0, seats),
        ("knocked", record.knocked, 0, seats),
        ("pot", record.pot, 0, 1_000_000),
    ):
        if value is not None and not least <= value <= most:
            yield problem("number_out_of_range", field=field, least=least, most=most, found=value)
    if record.passed and ruleset.all_pass in PLAYED_INSTEAD:
        section = ruleset.section("match.all_pass")
        yield problem("no_deal_thrown_in", contract=ruleset.all_pass, section=section)


def _check_written(ruleset: Ruleset, record: GameRecord, written: tuple[int, ...], seats: int) -> Iterator[Problem]:
    for field in _NOT_BESIDE_WRITTEN:
        if getattr(record, field) is not None:
            yield problem("written_stands_alone", field=field)
    if record.struck:
        return
    if len(written) != seats:
        yield problem("wrong_number_of_values", found=len(written), seats=seats)
    elif sum(written) != 0:
        yield problem("not_zero_sum", points=written, sum=sum(written))
    elif written not in readings(ruleset, seats, record.sits_out):
        yield problem("no_such_outcome", points=written)
    else:
        yield from _check_reading(ruleset, record, written, seats)


def _check_reading(ruleset: Ruleset, record: GameRecord, written: tuple[int, ...], seats: int) -> Iterator[Problem]:
    ways = readings(ruleset, seats, record.sits_out)[written]
    if record.first:
        barred = [
            section
            for way in ways
            if (
                section := uncounted_section(ruleset, way.contract, record.match)
                or first_game_section(ruleset, way.contract, way.level)
            )
        ]
        if len(barred) == len(ways):
            yield problem("first_game_not_allowed", points=written, section=barred[0])
            return
    possible = {way.circled for way in ways}
    if record.circled is not None and record.circled not in possible:
        yield problem("circled_contradicts", circled=record.circled)
    elif record.circled is None and len(possible) > 1 and None not in possible:
        yield problem("circled_missing", points=written)


def _check_players(ruleset: Ruleset, contract: Contract, record: GameRecord, seats: int) -> Iterator[Problem]:
    kind = contract.kind
    if record.declarer is None and kind.family != EVERYONE:
        yield problem("declarer_missing")
    for field, value in (("declarer", record.declarer), ("partner", record.partner)):
        if value is not None and not 1 <= value <= seats:
            yield problem("seat_not_at_table", field=field, seats=seats, found=value)
        elif value is not None and value == record.sits_out:
            yield problem("sitter_does_not_play", field=field, seat=value)
    if kind.family == PARTNERSHIP:
        yield from _check_partner(ruleset, contract, record)
    elif kind.family != EVERYONE and record.partner is not None:
        yield problem("partner_not_allowed", contract=kind.key)
    expected = record.declarer if contract.circled else None
    if record.circled is not None and record.circled != expected:
        yield problem("circled_contradicts", circled=record.circled)


def _check_partner(ruleset: Ruleset, contract: Contract, record: GameRecord) -> Iterator[Problem]:
    if contract.kind.opposite:
        across = opposite_of(record)
        if across is not None and partner_of(record) != across:
            yield problem("partner_not_opposite", contract=contract.kind.key, partner=across)
    elif record.partner is None:
        if not _partner_may_be_unknown(ruleset, record):
            yield problem("partner_missing")
    elif record.partner == record.declarer:
        yield problem("partner_is_declarer", seat=record.partner)


def _partner_may_be_unknown(ruleset: Ruleset, record: GameRecord) -> bool:
    """An invalid bid can end the game before he is known (2.4.10); where all others share, he is one of them (H 4)."""
    if record.sanction is None or record.contract is None:
        return False
    rule = ruleset.sanctions.get(record.sanction.kind)
    penalty = rule.penalties.get(record.contract) if rule else None
    return record.sanction.kind == INVALID_BID or (penalty is not None and penalty.shared_by == ALL_OTHERS)


def _check_details(ruleset: Ruleset, contract: Contract, record: GameRecord) -> Iterator[Problem]:
    kind = contract.kind
    if record.called is not None:
        if not kind.callable:
            yield problem("field_not_used", field="called", contract=kind.key)
        elif record.called not in kind.callable:
            yield problem("ace_cannot_be_called", called=record.called, allowed=kind.callable)
    yield from _check_suit(ruleset, contract, record)
    trumps = kind.trumps(ruleset.deck)
    if record.runners is not None and not 0 <= record.runners <= trumps:
        yield problem("number_out_of_range", field="runners", least=0, most=trumps, found=record.runners)
    if record.late_tout and kind.base is None:
        yield problem("late_tout_needs_tout", contract=kind.key)
    if record.surrender is not None:
        if record.surrender not in SURRENDERS:
            yield problem("bad_value", field="surrender", allowed=SURRENDERS, found=record.surrender)
        elif not ruleset.surrender or kind.decided_by != BY_CARD_POINTS:
            yield problem("nobody_gives_up", contract=kind.key)
    if kind.family != EVERYONE:
        for field in RAMSCH_FIELDS:
            if getattr(record, field) is not None:
                yield problem("field_not_used", field=field, contract=kind.key)


def _check_suit(ruleset: Ruleset, contract: Contract, record: GameRecord) -> Iterator[Problem]:
    kind, key = contract.kind, contract.kind.key
    if record.suit is None:
        if ruleset.needs_suit(key) and record.sanction is None and not record.struck:
            yield problem("suit_missing", contract=key)
    elif kind.solo and kind.trump_suit == record.suit:
        return  # A Solo in Hearts may say so.
    elif not kind.suits:
        yield problem("field_not_used", field="suit", contract=key)
    elif record.suit not in kind.suits:
        yield problem("bad_value", field="suit", allowed=kind.suits, found=record.suit)
    elif record.suit not in ruleset.suits(key):
        yield problem("suit_is_a_contract", suit=record.suit, contract=ruleset.in_hearts(key))


def _check_ending(ruleset: Ruleset, contract: Contract, record: GameRecord, seats: int) -> Iterator[Problem]:
    if contract.ramsch is not None:
        yield from check_ramsch(ruleset, contract.ramsch, record, seats)
    else:
        yield from _check_result(ruleset, contract, record)


def _check_result(ruleset: Ruleset, contract: Contract, record: GameRecord) -> Iterator[Problem]:
    kind = contract.kind
    broken = record.surrender not in (None, *SURRENDERS)
    for field, value, allowed in (("result", record.result, RESULTS), ("level", record.level, LEVELS)):
        if value is not None and value not in allowed:
            broken = True
            yield problem("bad_value", field=field, allowed=allowed, found=value)
    for found in _check_cards(ruleset, record):
        broken = True
        yield found
    if kind.decided_by == BY_DEAL:
        yield from _check_dealt(kind.key, record)
        return
    has_levels = kind.decided_by == BY_CARD_POINTS or bool(record.late_tout)
    if record.level is not None and not has_levels:
        yield problem("field_not_used", field="level", contract=kind.key)
    if record.surrender == ACCEPTED:
        if record.card_points is not None or record.tricks is not None:
            yield problem("field_not_used", field="card_points", contract=kind.key)
            return
    elif record.result is None and record.tricks is None and record.card_points is None:
        if not record.struck:  # What was disallowed before the first card has none (5.2.17).
            yield problem("result_missing")
        return
    if broken:
        return
    won, level = as_played(ruleset, record)
    derived = "won" if won else "lost"
    if record.surrender == REFUSED and won and level == "simple":
        yield problem("schneider_promised")
    if record.result not in (None, derived):
        yield problem("result_contradicts", stated=record.result, derived=derived)
    if has_levels and record.level not in (None, level):
        yield problem("level_contradicts", stated=record.level, derived=level)
    if record.first and not has_levels and not won and record.tricks is None and not record.struck:
        section = first_game_section(ruleset, kind.key, None)
        if section is not None and kind.decided_by != BY_NO_TRICK:
            yield problem("first_tout_needs_points", section=section)


def _check_dealt(key: str, record: GameRecord) -> Iterator[Problem]:
    """A Sie is laid open and not played (2.9.2, 2.9.3)."""
    for field in ("level", "card_points", "tricks"):
        if getattr(record, field) is not None:
            yield problem("field_not_used", field=field, contract=key)
    if record.result == "lost":
        yield problem("always_won", contract=key)


def _check_cards(ruleset: Ruleset, record: GameRecord) -> Iterator[Problem]:
    points, tricks, deck = record.card_points, record.tricks, ruleset.deck
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
