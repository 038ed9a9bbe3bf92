"""A sheet known only by its totals, where the ruleset allows it: checked, and evaluated without lines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from scoring.bounds import game_bounds
from scoring.contracts import EVERYONE
from scoring.errors import Problem, ScoringError, problem
from scoring.records import json_object, whole
from scoring.ruleset import Ruleset
from scoring.sheets import Counters, EvaluatedSheet, counted_totals

# What no play can give: whoever types it is refused. A sheet that holds it already keeps its state.
BOUNDED = frozenset({"totals_above_highest", "totals_above_highest_together", "totals_below_won"})
# In so many games somebody plays alone; a sheet without any Solo was hardly written to the end.
SOME_ALONE = 12
_COUNTERS = tuple(field.name for field in fields(Counters))


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenTotals:
    """The totals of one seat: the sums of both columns from 0 up, the total if it is written, the counters."""

    plus: int
    minus: int
    total: int | None
    counters: Counters


def totals_from_json(value: object) -> tuple[WrittenTotals, ...]:
    """Read a list of totals, one object for each seat: plus and minus, total and counters if they are known."""
    if not isinstance(value, list):
        raise ScoringError("wrong_type", field="totals", expected="a list", found=type(value).__name__)
    return tuple(_seat_from_json(entry) for entry in value)


def _seat_from_json(value: object) -> WrittenTotals:
    entries = {
        name: whole(part, name) for name, part in json_object(value, ("plus", "minus", "total", *_COUNTERS)).items()
    }
    for field in ("plus", "minus"):
        if field not in entries:
            raise ScoringError("missing_field", field=field)
    counters = Counters(**{name: part for name, part in entries.items() if name in _COUNTERS})
    return WrittenTotals(plus=entries["plus"], minus=entries["minus"], total=entries.get("total"), counters=counters)


def evaluate_totals(ruleset: Ruleset, seats: Sequence[WrittenTotals], *, bounded: bool = True) -> EvaluatedSheet:
    """Check the totals of a sheet and return them as an evaluated sheet; the checksum must be 0 (5.3.3).

    Problems name what is wrong, warnings what is hardly possible and therefore asked back. Without `bounded`,
    for a sheet that was entered before, the codes of BOUNDED are no problems. Raises ScoringError `seats_not_allowed`
    for a table that the ruleset does not allow.
    """
    if len(seats) not in ruleset.seats:
        raise ScoringError("seats_not_allowed", seats=len(seats), allowed=ruleset.seats)
    plus, minus = tuple(seat.plus for seat in seats), tuple(seat.minus for seat in seats)
    totals = counted_totals(ruleset, plus, minus)
    problems = tuple(one for one in _problems(ruleset, seats, totals) if bounded or one.code not in BOUNDED)
    warnings = () if problems else tuple(_doubts(ruleset, seats)) or tuple(_uncounted(ruleset, seats))
    return EvaluatedSheet(
        lines=(),
        rounds=(),
        totals=totals,
        plus=plus,
        minus=minus,
        checksum=sum(plus) - sum(minus),
        approvals=(),
        warnings=warnings,
        counted=(),
        counters=tuple(seat.counters for seat in seats),
        problems=problems,
        missing=problems,
        complete=not problems,
    )


def _problems(ruleset: Ruleset, seats: Sequence[WrittenTotals], totals: Sequence[int]) -> list[Problem]:
    if not ruleset.totals_only:
        return [problem("totals_not_allowed", section=ruleset.section("match.totals_only"))]
    problems = []
    games, bounds = ruleset.games(len(seats)), game_bounds(ruleset, len(seats))
    for number, (seat, total) in enumerate(zip(seats, totals, strict=True), 1):
        for field, most in (("plus", bounds.plus), ("minus", bounds.minus)):
            points = getattr(seat, field)
            if points < 0:
                problems.append(problem("totals_below_zero", seat=number, field=field))
            elif most is not None and points > games * most:
                context = {"games": games, "each": most, "most": games * most, "found": points}
                problems.append(problem("totals_above_highest", seat=number, field=field, **context))
        if seat.total is not None and seat.total != total:
            problems.append(problem("totals_contradict", seat=number, stated=seat.total, derived=total))
        counters = seat.counters
        if min(getattr(counters, name) for name in _COUNTERS) < 0:
            problems.append(problem("totals_below_zero", seat=number, field="counters"))
        if counters.touts_won > counters.touts_played or counters.solos_won > counters.solos_played:
            problems.append(problem("totals_won_exceed_played", seat=number))
            continue
        least = sum(count * bounds.won.get(name, 0) for name, count in _won(counters).items())
        if 0 <= seat.plus < least:
            context = {"least": least, "found": seat.plus}
            problems.append(problem("totals_below_won", seat=number, games=sum(_won(counters).values()), **context))
    alone = sum(sum(_played(seat.counters).values()) for seat in seats)
    if alone > games:
        problems.append(problem("totals_too_many_games", games=games, found=alone))
    plus, minus = sum(seat.plus for seat in seats), sum(seat.minus for seat in seats)
    if plus != minus:
        problems.append(problem("checksum_not_zero", plus=plus, minus=minus, sum=plus - minus))
    elif bounds.together is not None and plus > games * bounds.together and not problems:
        context = {"games": games, "each": bounds.together, "most": games * bounds.together, "found": plus}
        problems.append(problem("totals_above_highest_together", **context))
    return problems


def _doubts(ruleset: Ruleset, seats: Sequence[WrittenTotals]) -> Iterator[Problem]:
    """Yield what only a supervisor's ruling, or counters that were not written, can explain."""
    games, bounds = ruleset.games(len(seats)), game_bounds(ruleset, len(seats))
    # Whoever wins without playing alone wins with a partner or with all who defend, unless there is a Ramsch.
    shared = all(contract.kind.family != EVERYONE for contract in ruleset.contracts.values())
    for number, seat in enumerate(seats, 1):
        played, won = _played(seat.counters), _won(seat.counters)
        own = [bounds.own.get(name, 0) for name, count in played.items() for _ in range(count)]
        if bounds.beside is not None and None not in own:
            alone = sum(value or 0 for value in own)
            most = alone + (games - len(own)) * bounds.beside
            others = sum(other.plus for other in seats) - seat.plus
            if seat.plus > most:
                context = {"most": most, "found": seat.plus}
                yield problem("totals_above_counters", seat=number, games=len(own), **context)
            elif shared and seat.plus > alone + others:
                yield problem("totals_won_alone", seat=number, games=len(own), found=seat.plus, others=others)
        least = sum((count - won[name]) * bounds.lost.get(name, 0) for name, count in played.items())
        if seat.minus < least:
            lost = sum(played.values()) - sum(won.values())
            yield problem("totals_below_lost", seat=number, games=lost, least=least, found=seat.minus)


def _uncounted(ruleset: Ruleset, seats: Sequence[WrittenTotals]) -> Iterator[Problem]:
    """Yield that no counter is written, where they decide between equals (5.4.2)."""
    games = ruleset.games(len(seats))
    has_counters = any(getattr(seat.counters, name) for seat in seats for name in _COUNTERS)
    if games >= SOME_ALONE and not has_counters and set(ruleset.tie_break) & set(_COUNTERS):
        yield problem("totals_without_counters", games=games)


def _played(counters: Counters) -> dict[str, int]:
    return {"sie": counters.sie_played, "tout": counters.touts_played, "solo": counters.solos_played}


def _won(counters: Counters) -> dict[str, int]:
    return {"sie": counters.sie_played, "tout": counters.touts_won, "solo": counters.solos_won}
