"""The game record, whether it can have happened, and how it ended. Knows no points of a whole sheet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.cards import CARD_POINTS, CARD_POINTS_BY_TRICKS, POSSIBLE_CARD_POINTS, TRICKS
from scoring.contracts import BY_ALL_TRICKS, BY_CARD_POINTS, BY_DEAL, KINDS, LEVELS, PARTNERSHIP, declarer_side
from scoring.endings import first_game_section, penalty_points, readings, uncounted_section
from scoring.errors import ScoringError, sentence
from scoring.records import GameRecord, Sanction, record_from_json, record_to_json
from scoring.ruleset import INVALID_BID, KEEP_SCHNEIDER, REVEALED_CARDS, Contract, Ruleset

__all__ = ["GameRecord", "Problem", "Sanction", "check_game", "played_as", "record_from_json", "record_to_json"]

RESULTS = ("won", "lost")
_PLAY_FIELDS = ("result", "level", "card_points", "tricks", "late_tout")
_DETAIL_FIELDS = ("declarer", "partner", "called", "suit", *_PLAY_FIELDS, "runners", "doublings", "sanction")


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something wrong or noteworthy: a code of MESSAGES with its context; `game` is the line where a sheet has it."""

    code: str
    context: Mapping[str, object]
    game: int | None = None

    @property
    def message(self) -> str:
        """The English sentence."""
        return sentence(self.code, {**self.context})

    def error(self) -> ScoringError:
        """Return the same as an error to raise."""
        return ScoringError(self.code, **self.context)


def _problem(code: str, **context: object) -> Problem:
    return Problem(code=code, context=context)


def seats_of(ruleset: Ruleset, record: GameRecord) -> int:
    """Return how many sit at the table of this game."""
    return record.seats if record.seats is not None else ruleset.seats[0]


def check_game(ruleset: Ruleset, record: GameRecord) -> list[Problem]:
    """Return everything wrong with a game; an empty list means that it can be scored.

    A struck game scores 0 whatever stood on paper, so the rules refuse nothing in it (5.2.17).
    """
    seats = seats_of(ruleset, record)
    if seats not in ruleset.seats:
        return [_problem("seats_not_allowed", seats=seats, allowed=ruleset.seats)]
    problems = list(_check_frame(ruleset, record, seats))
    if record.written is not None:
        problems += _check_written(ruleset, record, record.written, seats)
        return problems
    if record.contract is None:
        return [*problems, _problem("contract_missing")]
    if record.contract not in KINDS:
        return [*problems, _problem("unknown_contract", contract=record.contract)]
    if record.contract not in ruleset.contracts:
        return [*problems, _problem("contract_not_played", contract=record.contract)]
    contract = ruleset.contracts[record.contract]
    problems += _check_players(contract, record, seats)
    problems += _check_details(contract, record)
    if record.sanction is not None:
        problems += _check_sanction(ruleset, record, record.sanction, seats)
        if not problems and not record.struck:
            problems += _check_ruling(ruleset, record, record.sanction, seats)
        return problems
    problems += _check_result(ruleset, contract, record)
    return problems


def declared(record: GameRecord) -> tuple[str, int]:
    """Return (contract, declarer) of a checked game; ScoringError where one is missing, as in a written line."""
    if record.contract is None:
        raise ScoringError("contract_missing")
    if record.declarer is None:
        raise ScoringError("declarer_missing")
    return record.contract, record.declarer


def played_as(ruleset: Ruleset, record: GameRecord) -> str:
    """Return the contract a game counts as: a Tout announced late or in the first game is none (2.8.2, 5.2.15)."""
    key, _ = declared(record)
    base = KINDS[key].base
    if base is not None and (record.late_tout or (record.first and key in ruleset.first_game.touts)):
        return base
    return key


def settle_result(ruleset: Ruleset, record: GameRecord) -> tuple[bool, str | None]:
    """Return (won, level) of a checked game without a sanction, as it is scored (4.1, 5.2.15)."""
    key, _ = declared(record)
    won, level = _as_played(ruleset, record, key)
    if not record.first:
        return won, level
    rules = ruleset.first_game
    cap = "schneider" if rules.reduced_to == KEEP_SCHNEIDER else "simple"
    if key in rules.touts and not record.late_tout:
        if record.card_points is not None and record.tricks is not None:
            won, level = _by_cards(ruleset, record.card_points, record.tricks)
        return won, min(level or "schwarz", cap, key=LEVELS.index)
    if played_as(ruleset, record) in rules.schwarz and level == "schwarz":
        level = cap
    return won, level


def _as_played(ruleset: Ruleset, record: GameRecord, contract: str) -> tuple[bool, str | None]:
    """Return (won, level) before the first game reduces anything."""
    decided_by = ruleset.contracts[contract].kind.decided_by
    if decided_by == BY_DEAL:
        return True, None
    if decided_by == BY_ALL_TRICKS and not record.late_tout:
        # Decision 3: one trick worth 0 is enough to lose it.
        return (record.tricks == TRICKS if record.tricks is not None else record.result == "won"), None
    if record.card_points is not None and record.tricks is not None:
        return _by_cards(ruleset, record.card_points, record.tricks)
    return record.result == "won", record.level or "simple"


def _by_cards(ruleset: Ruleset, card_points: int, tricks: int) -> tuple[bool, str]:
    """Return (won, level) of the declarer's side from what lies in its tricks (4.1)."""
    if tricks in (0, TRICKS):
        return tricks == TRICKS, "schwarz"  # 4.1.4: by tricks, never by 120 card points
    limits = ruleset.limits
    won = card_points >= limits.declarer_wins
    if won:
        return won, "schneider" if CARD_POINTS - card_points < limits.defenders_out_of_schneider else "simple"
    return won, "schneider" if card_points < limits.declarer_out_of_schneider else "simple"


def _check_frame(ruleset: Ruleset, record: GameRecord, seats: int) -> Iterator[Problem]:
    for field, value in (("circled", record.circled), ("sits_out", record.sits_out)):
        if value is not None and not 1 <= value <= seats:
            yield _problem("seat_not_at_table", field=field, seats=seats, found=value)
    if record.sits_out is not None:
        yield _problem("nobody_sits_out", seats=seats)
    for field, value, least, most in (
        ("match", record.match, 1, ruleset.matches),
        ("passed", record.passed, 0, 1000),
        ("doublings", record.doublings, 0, 100),
    ):
        if value is not None and not least <= value <= most:
            yield _problem("number_out_of_range", field=field, least=least, most=most, found=value)


def _check_written(ruleset: Ruleset, record: GameRecord, written: tuple[int, ...], seats: int) -> Iterator[Problem]:
    for field in ("contract", *_DETAIL_FIELDS):
        if getattr(record, field) is not None:
            yield _problem("written_stands_alone", field=field)
    if record.struck:
        return
    if len(written) != seats:
        yield _problem("wrong_number_of_values", found=len(written), seats=seats)
    elif sum(written) != 0:
        yield _problem("not_zero_sum", points=written, sum=sum(written))
    elif written not in readings(ruleset, seats):
        yield _problem("no_such_outcome", points=written)
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
            yield _problem("first_game_not_allowed", points=written, section=barred[0])
            return
    possible = {way.circled for way in ways}
    if record.circled is not None and record.circled not in possible:
        yield _problem("circled_contradicts", circled=record.circled)
    elif record.circled is None and len(possible) > 1 and None not in possible:
        yield _problem("circled_missing", points=written)


def _check_players(contract: Contract, record: GameRecord, seats: int) -> Iterator[Problem]:
    kind = contract.kind
    if record.declarer is None:
        yield _problem("declarer_missing")
    for field, value in (("declarer", record.declarer), ("partner", record.partner)):
        if value is not None and not 1 <= value <= seats:
            yield _problem("seat_not_at_table", field=field, seats=seats, found=value)
    if kind.family != PARTNERSHIP:
        if record.partner is not None:
            yield _problem("partner_not_allowed", contract=kind.key)
    elif record.partner is None:
        # 2.4.10: an invalid bid can end the game before the partner is known.
        if record.sanction is None or record.sanction.kind != INVALID_BID:
            yield _problem("partner_missing")
    elif record.partner == record.declarer:
        yield _problem("partner_is_declarer", seat=record.partner)
    expected = record.declarer if contract.circled else None
    if record.circled is not None and record.circled != expected:
        yield _problem("circled_contradicts", circled=record.circled)


def _check_details(contract: Contract, record: GameRecord) -> Iterator[Problem]:
    kind = contract.kind
    for field, value, allowed in (("called", record.called, kind.callable), ("suit", record.suit, kind.suits)):
        if value is None:
            continue
        if not allowed:
            yield _problem("field_not_used", field=field, contract=kind.key)
        elif value not in allowed:
            if field == "called":
                yield _problem("ace_cannot_be_called", called=value, allowed=allowed)
            else:
                yield _problem("bad_value", field=field, allowed=allowed, found=value)
    if record.runners is not None and not 0 <= record.runners <= kind.trumps:
        yield _problem("number_out_of_range", field="runners", least=0, most=kind.trumps, found=record.runners)
    if record.late_tout and kind.base is None:
        yield _problem("late_tout_needs_tout", contract=kind.key)


def _check_result(ruleset: Ruleset, contract: Contract, record: GameRecord) -> Iterator[Problem]:
    kind = contract.kind
    broken = False
    for field, value, allowed in (("result", record.result, RESULTS), ("level", record.level, LEVELS)):
        if value is not None and value not in allowed:
            broken = True
            yield _problem("bad_value", field=field, allowed=allowed, found=value)
    for problem in _check_cards(record):
        broken = True
        yield problem
    if kind.decided_by == BY_DEAL:
        yield from _check_dealt(ruleset, kind.key, record)
        return
    has_levels = kind.decided_by == BY_CARD_POINTS or bool(record.late_tout)
    if record.level is not None and not has_levels:
        yield _problem("field_not_used", field="level", contract=kind.key)
    if record.result is None and record.tricks is None and record.card_points is None:
        yield _problem("result_missing")
        return
    if broken:
        return
    won, level = _as_played(ruleset, record, kind.key)
    derived = "won" if won else "lost"
    if record.result not in (None, derived):
        yield _problem("result_contradicts", stated=record.result, derived=derived)
    if has_levels and record.level not in (None, level):
        yield _problem("level_contradicts", stated=record.level, derived=level)
    if record.first and not has_levels and not won and record.tricks is None and not record.struck:
        section = first_game_section(ruleset, kind.key, None)
        if section is not None:
            yield _problem("first_tout_needs_points", section=section)


def _check_dealt(ruleset: Ruleset, key: str, record: GameRecord) -> Iterator[Problem]:
    """A Sie is laid open and not played (2.9.2, 2.9.3)."""
    for field in ("level", "card_points", "tricks"):
        if getattr(record, field) is not None:
            yield _problem("field_not_used", field=field, contract=key)
    if record.result == "lost":
        yield _problem("always_won", contract=key)
    if record.first and not record.struck:
        section = uncounted_section(ruleset, key, record.match)
        if section is not None:
            yield _problem("sie_does_not_count", section=section)


def _check_cards(record: GameRecord) -> Iterator[Problem]:
    points, tricks = record.card_points, record.tricks
    if points is not None and not 0 <= points <= CARD_POINTS:
        yield _problem("number_out_of_range", field="card_points", least=0, most=CARD_POINTS, found=points)
    elif points is not None and points not in POSSIBLE_CARD_POINTS:
        yield _problem("card_points_impossible", card_points=points)
    elif tricks is not None and not 0 <= tricks <= TRICKS:
        yield _problem("number_out_of_range", field="tricks", least=0, most=TRICKS, found=tricks)
    elif points is not None and tricks is None:
        yield _problem("tricks_missing")
    elif tricks is not None and points is None:
        yield _problem("card_points_missing")
    elif points is not None and tricks is not None and points not in CARD_POINTS_BY_TRICKS[tricks]:
        yield _problem("tricks_contradict_card_points", tricks=tricks, card_points=points)


def _check_sanction(ruleset: Ruleset, record: GameRecord, sanction: Sanction, seats: int) -> Iterator[Problem]:
    for field in _PLAY_FIELDS[:-1]:
        if getattr(record, field) is not None:
            yield _problem("not_used_with_sanction", field=field)
    rule = ruleset.sanctions.get(sanction.kind)
    if rule is None:
        yield _problem("unknown_sanction", kind=sanction.kind)
        return
    for field, value in (("sanction.offender", sanction.offender), ("sanction.revealer", sanction.revealer)):
        if value is not None and not 1 <= value <= seats:
            yield _problem("seat_not_at_table", field=field, seats=seats, found=value)
    if sanction.kind == INVALID_BID and record.declarer is not None and sanction.offender != record.declarer:
        yield _problem(
            "offender_must_be_declarer",
            declarer=record.declarer,
            offender=sanction.offender,
            section=rule.section,
        )
    if sanction.kind != REVEALED_CARDS:
        if sanction.revealer is not None:
            yield _problem("revealer_not_allowed", kind=sanction.kind)
    elif sanction.revealer is None:
        yield _problem("revealer_missing", section=rule.section)
    elif sanction.revealer == sanction.offender:
        yield _problem("revealer_is_offender", seat=sanction.offender, section=rule.section)
    if sanction.points is not None and len(sanction.points) != seats:
        yield _problem("wrong_number_of_values", found=len(sanction.points), seats=seats)
    elif sanction.points is not None and sum(sanction.points) != 0:
        yield _problem("not_zero_sum", points=sanction.points, sum=sum(sanction.points))
    if record.first and not record.struck and record.contract is not None:
        section = uncounted_section(ruleset, record.contract, record.match)
        if section is not None:
            yield _problem("sie_does_not_count", section=section)


def sanction_figures(ruleset: Ruleset, record: GameRecord, sanction: Sanction, seats: int) -> tuple[int | None, ...]:
    """Return what the rules give each seat; None: the supervisor must rule on it (3.4.17, 3.4.18, 2.4.10)."""
    penalty = ruleset.sanctions[sanction.kind].penalties.get(played_as(ruleset, record))
    key, declarer = declared(record)
    kind = KINDS[key]
    if penalty is None:
        return (None,) * seats
    bearer = sanction.offender if sanction.revealer is None else sanction.revealer
    side = declarer_side(kind, declarer, record.partner)
    unknown_partner = kind.family == PARTNERSHIP and record.partner is None
    across = (bearer in side) != (sanction.offender in side)
    if unknown_partner or across:
        # Decision 5: no reading of 3.4.17 sums to 0 across the sides; the revealer pays, the offender gets 0.
        known = {sanction.offender: 0, bearer: -penalty}
        return tuple(known.get(seat) for seat in range(1, seats + 1))
    return penalty_points(penalty, bearer, side, seats)


def _check_ruling(ruleset: Ruleset, record: GameRecord, sanction: Sanction, seats: int) -> Iterator[Problem]:
    section = ruleset.sanctions[sanction.kind].section
    figures = sanction_figures(ruleset, record, sanction, seats)
    if sanction.points is None:
        if None in figures:
            yield _problem("ruling_needed", section=section)
        return
    for seat, (ruled, figure) in enumerate(zip(sanction.points, figures, strict=True), 1):
        if figure is not None and ruled != figure:
            yield _problem(
                "ruling_contradicts",
                points=sanction.points,
                section=section,
                expected=f"seat {seat} gets {figure}",
            )
            return
