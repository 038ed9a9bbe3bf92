"""A game ended by the supervisor's sanction: what the rules give each seat, and where he must rule himself."""

from collections.abc import Iterator

from scoring.contracts import KINDS, PARTNERSHIP, declarer_side
from scoring.endings import penalty_points
from scoring.errors import Problem, problem
from scoring.records import GameRecord, Sanction
from scoring.results import declared, played_as, seats_of
from scoring.ruleset import INVALID_BID, REVEALED_CARDS, Ruleset

PLAY_FIELDS = ("result", "level", "card_points", "tricks")
"""What is irrelevant once the supervisor ended the game (3.4.17)."""


def check_sanction(ruleset: Ruleset, record: GameRecord, sanction: Sanction, seats: int) -> Iterator[Problem]:
    """Yield what is wrong with a sanction for itself: kind, seats, ruling."""
    for field in PLAY_FIELDS:
        if getattr(record, field) is not None:
            yield problem("not_used_with_sanction", field=field)
    rule = ruleset.sanctions.get(sanction.kind)
    if rule is None:
        yield problem("unknown_sanction", kind=sanction.kind)
        return
    for field, value in (("sanction.offender", sanction.offender), ("sanction.revealer", sanction.revealer)):
        if value is not None and not 1 <= value <= seats:
            yield problem("seat_not_at_table", field=field, seats=seats, found=value)
    if sanction.kind == INVALID_BID and record.declarer is not None and sanction.offender != record.declarer:
        yield problem(
            "offender_must_be_declarer",
            declarer=record.declarer,
            offender=sanction.offender,
            section=rule.section,
        )
    if sanction.kind != REVEALED_CARDS:
        if sanction.revealer is not None:
            yield problem("revealer_not_allowed", kind=sanction.kind)
    elif sanction.revealer is None:
        yield problem("revealer_missing", section=rule.section)
    elif sanction.revealer == sanction.offender:
        yield problem("revealer_is_offender", seat=sanction.offender, section=rule.section)
    if sanction.points is not None and len(sanction.points) != seats:
        yield problem("wrong_number_of_values", found=len(sanction.points), seats=seats)
    elif sanction.points is not None and sum(sanction.points) != 0:
        yield problem("not_zero_sum", points=sanction.points, sum=sum(sanction.points))


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


def check_ruling(ruleset: Ruleset, record: GameRecord, sanction: Sanction, seats: int) -> Iterator[Problem]:
    """Yield where a ruling is missing or contradicts the figures of the rules, in an otherwise good record."""
    section = ruleset.sanctions[sanction.kind].section
    figures = sanction_figures(ruleset, record, sanction, seats)
    if sanction.points is None:
        if None in figures:
            yield problem("ruling_needed", section=section)
        return
    for seat, (ruled, figure) in enumerate(zip(sanction.points, figures, strict=True), 1):
        if figure is not None and ruled != figure:
            yield problem(
                "ruling_contradicts",
                points=sanction.points,
                section=section,
                seat=seat,
                figure=figure,
            )
            return


def proposed_points(ruleset: Ruleset, record: GameRecord) -> tuple[int, ...] | None:
    """Return what to propose to the supervisor: the rules' figures, the rest shared equally by the seats he rules on.

    None where there is no sanction, no figure or no equal share: then nothing is proposed (decision 5).
    """
    sanction = record.sanction
    if sanction is None or sanction.kind not in ruleset.sanctions:
        return None
    figures = sanction_figures(ruleset, record, sanction, seats_of(ruleset, record))
    open_seats = figures.count(None)
    rest = -sum(figure or 0 for figure in figures)
    if open_seats == 0:
        return tuple(figure or 0 for figure in figures)
    if open_seats == len(figures) or rest % open_seats:
        return None
    return tuple(rest // open_seats if figure is None else figure for figure in figures)
