"""Whether a game can have happened as recorded: check_game() returns every problem. Knows no points of a sheet."""

from collections.abc import Iterator

from scoring.cards import CARD_POINTS, CARD_POINTS_BY_TRICKS, POSSIBLE_CARD_POINTS, TRICKS
from scoring.contracts import BY_CARD_POINTS, BY_DEAL, KINDS, LEVELS, PARTNERSHIP
from scoring.endings import first_game_section, readings, uncounted_section
from scoring.errors import Problem, problem
from scoring.records import GameRecord, Sanction, record_from_json, record_to_json
from scoring.results import as_played, seats_of
from scoring.ruleset import INVALID_BID, Contract, Ruleset
from scoring.sanctions import PLAY_FIELDS, check_ruling, check_sanction

__all__ = ["GameRecord", "Problem", "Sanction", "check_game", "record_from_json", "record_to_json"]

RESULTS = ("won", "lost")
_NOT_BESIDE_WRITTEN = (
    *("contract", "declarer", "partner", "called", "suit"),
    *(*PLAY_FIELDS, "late_tout", "runners", "doublings", "sanction"),
)


def check_game(ruleset: Ruleset, record: GameRecord) -> list[Problem]:
    """Return everything wrong with a game; an empty list means that it can be scored.

    A struck game scores 0 whatever stood on paper, so the rules refuse nothing in it (5.2.17).
    """
    seats = seats_of(ruleset, record)
    if seats not in ruleset.seats:
        return [problem("seats_not_allowed", seats=seats, allowed=ruleset.seats)]
    problems = list(_check_frame(ruleset, record, seats))
    if record.written is not None:
        problems += _check_written(ruleset, record, record.written, seats)
        return problems
    if record.contract is None:
        return [*problems, problem("contract_missing")]
    if record.contract not in KINDS:
        return [*problems, problem("unknown_contract", contract=record.contract)]
    if record.contract not in ruleset.contracts:
        return [*problems, problem("contract_not_played", contract=record.contract)]
    contract = ruleset.contracts[record.contract]
    problems += _check_players(contract, record, seats)
    problems += _check_details(contract, record)
    if record.first and not record.struck:
        section = uncounted_section(ruleset, record.contract, record.match)
        if section is not None:
            problems.append(problem("sie_does_not_count", section=section))
    if record.sanction is not None:
        problems += check_sanction(ruleset, record, record.sanction, seats)
        if not problems and not record.struck:
            problems += check_ruling(ruleset, record, record.sanction, seats)
        return problems
    problems += _check_result(ruleset, contract, record)
    return problems


def _check_frame(ruleset: Ruleset, record: GameRecord, seats: int) -> Iterator[Problem]:
    for field, value in (("circled", record.circled), ("sits_out", record.sits_out)):
        if value is not None and not 1 <= value <= seats:
            yield problem("seat_not_at_table", field=field, seats=seats, found=value)
    if record.sits_out is not None:
        yield problem("nobody_sits_out", seats=seats)
    for field, value, least, most in (
        ("match", record.match, 1, ruleset.matches),
        ("passed", record.passed, 0, 1000),
        ("doublings", record.doublings, 0, 100),
    ):
        if value is not None and not least <= value <= most:
            yield problem("number_out_of_range", field=field, least=least, most=most, found=value)


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
    elif written not in readings(ruleset, seats):
        yield problem("no_such_outcome", points=written)
    else:
        yield from _check_reading(ruleset, record, written, seats)


def _check_reading(ruleset: Ruleset, record: GameRecord, written: tuple[int, ...], seats: int) -> Iterator[Problem]:
    ways = readings(ruleset, seats)[written]
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


def _check_players(contract: Contract, record: GameRecord, seats: int) -> Iterator[Problem]:
    kind = contract.kind
    if record.declarer is None:
        yield problem("declarer_missing")
    for field, value in (("declarer", record.declarer), ("partner", record.partner)):
        if value is not None and not 1 <= value <= seats:
            yield problem("seat_not_at_table", field=field, seats=seats, found=value)
    if kind.family != PARTNERSHIP:
        if record.partner is not None:
            yield problem("partner_not_allowed", contract=kind.key)
    elif record.partner is None:
        # 2.4.10: an invalid bid can end the game before the partner is known.
        if record.sanction is None or record.sanction.kind != INVALID_BID:
            yield problem("partner_missing")
    elif record.partner == record.declarer:
        yield problem("partner_is_declarer", seat=record.partner)
    expected = record.declarer if contract.circled else None
    if record.circled is not None and record.circled != expected:
        yield problem("circled_contradicts", circled=record.circled)


def _check_details(contract: Contract, record: GameRecord) -> Iterator[Problem]:
    kind = contract.kind
    for field, value, allowed in (("called", record.called, kind.callable), ("suit", record.suit, kind.suits)):
        if value is None:
            continue
        if not allowed:
            yield problem("field_not_used", field=field, contract=kind.key)
        elif value not in allowed:
            if field == "called":
                yield problem("ace_cannot_be_called", called=value, allowed=allowed)
            else:
                yield problem("bad_value", field=field, allowed=allowed, found=value)
    if record.runners is not None and not 0 <= record.runners <= kind.trumps:
        yield problem("number_out_of_range", field="runners", least=0, most=kind.trumps, found=record.runners)
    if record.late_tout and kind.base is None:
        yield problem("late_tout_needs_tout", contract=kind.key)


def _check_result(ruleset: Ruleset, contract: Contract, record: GameRecord) -> Iterator[Problem]:
    kind = contract.kind
    broken = False
    for field, value, allowed in (("result", record.result, RESULTS), ("level", record.level, LEVELS)):
        if value is not None and value not in allowed:
            broken = True
            yield problem("bad_value", field=field, allowed=allowed, found=value)
    for found in _check_cards(record):
        broken = True
        yield found
    if kind.decided_by == BY_DEAL:
        yield from _check_dealt(kind.key, record)
        return
    has_levels = kind.decided_by == BY_CARD_POINTS or bool(record.late_tout)
    if record.level is not None and not has_levels:
        yield problem("field_not_used", field="level", contract=kind.key)
    if record.result is None and record.tricks is None and record.card_points is None:
        yield problem("result_missing")
        return
    if broken:
        return
    won, level = as_played(ruleset, record, kind.key)
    derived = "won" if won else "lost"
    if record.result not in (None, derived):
        yield problem("result_contradicts", stated=record.result, derived=derived)
    if has_levels and record.level not in (None, level):
        yield problem("level_contradicts", stated=record.level, derived=level)
    if record.first and not has_levels and not won and record.tricks is None and not record.struck:
        section = first_game_section(ruleset, kind.key, None)
        if section is not None:
            yield problem("first_tout_needs_points", section=section)


def _check_dealt(key: str, record: GameRecord) -> Iterator[Problem]:
    """A Sie is laid open and not played (2.9.2, 2.9.3)."""
    for field in ("level", "card_points", "tricks"):
        if getattr(record, field) is not None:
            yield problem("field_not_used", field=field, contract=key)
    if record.result == "lost":
        yield problem("always_won", contract=key)


def _check_cards(record: GameRecord) -> Iterator[Problem]:
    points, tricks = record.card_points, record.tricks
    if points is not None and not 0 <= points <= CARD_POINTS:
        yield problem("number_out_of_range", field="card_points", least=0, most=CARD_POINTS, found=points)
    elif points is not None and points not in POSSIBLE_CARD_POINTS:
        yield problem("card_points_impossible", card_points=points)
    elif tricks is not None and not 0 <= tricks <= TRICKS:
        yield problem("number_out_of_range", field="tricks", least=0, most=TRICKS, found=tricks)
    elif points is not None and tricks is None:
        yield problem("tricks_missing")
    elif tricks is not None and points is None:
        yield problem("card_points_missing")
    elif points is not None and tricks is not None and points not in CARD_POINTS_BY_TRICKS[tricks]:
        yield problem("tricks_contradict_card_points", tricks=tricks, card_points=points)
