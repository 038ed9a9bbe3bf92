"""A game ended by the supervisor's sanction: what the rules give each seat, and where they leave it to a ruling.

docs/rulesets.md, "Sanctions", lists where a new kind is added.
"""

from collections.abc import Iterator

from scoring.contracts import EVERYONE, KINDS, PARTNERSHIP, declarer_side
from scoring.errors import Problem, problem
from scoring.parts import ALL_OTHERS, DEAL, INVALID_BID, REVEALED_CARDS, SIDE, WRONG_DEAL, Penalty
from scoring.records import GameRecord, Sanction, given_names
from scoring.results import partner_of, played_as, players_of, seats_of
from scoring.ruleset import Ruleset


def check_sanction(ruleset: Ruleset, record: GameRecord, sanction: Sanction, seats: int) -> Iterator[Problem]:
    """Yield what is wrong with the sanction itself: kind, seats, ruling."""
    play, place = record.play, record.place
    for field in (*given_names(record.end), *given_names(record.ramsch)):
        # 3.4.17: once the supervisor has ended the game, it does not matter how the cards fell.
        yield problem("not_used_with_sanction", field=field)
    rule = ruleset.sanctions.get(sanction.kind)
    if rule is None:
        yield problem("unknown_sanction", kind=sanction.kind)
        return
    for field, value in (("sanction.offender", sanction.offender), ("sanction.revealer", sanction.revealer)):
        if value is not None and not 1 <= value <= seats:
            yield problem("seat_not_at_table", field=field, seats=seats, found=value)
        elif value is not None and value == place.sits_out and sanction.kind != WRONG_DEAL:
            yield problem("sitter_does_not_play", field=field, seat=value)
    if sanction.kind == WRONG_DEAL and place.sits_out not in (None, sanction.offender):
        yield problem(
            "offender_must_be_dealer", dealer=place.sits_out, offender=sanction.offender, section=rule.section
        )
    if sanction.kind == INVALID_BID and play.declarer is not None and sanction.offender != play.declarer:
        yield problem(
            "offender_must_be_declarer",
            declarer=play.declarer,
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
    elif sanction.points is not None and ruleset.has_sum and sum(sanction.points) != 0:
        yield problem("not_zero_sum", points=sanction.points, sum=sum(sanction.points))
    elif sanction.points is not None and not ruleset.has_sum and min(sanction.points) < 0:
        yield problem("no_minus_points", points=sanction.points)


def sanction_figures(ruleset: Ruleset, record: GameRecord, sanction: Sanction, seats: int) -> tuple[int | None, ...]:
    """Return the rules' figure for each seat; None: the supervisor must rule (3.4.17, 3.4.18, 2.4.10, H 4)."""
    figures = _figures(ruleset, record, sanction, seats)
    if ruleset.has_sum:
        return figures
    return tuple(None if figure is None else max(figure, 0) for figure in figures)


def _figures(ruleset: Ruleset, record: GameRecord, sanction: Sanction, seats: int) -> tuple[int | None, ...]:
    name = DEAL if sanction.kind == WRONG_DEAL else played_as(ruleset, record)
    penalty = ruleset.sanctions[sanction.kind].penalties.get(name)
    if penalty is None:
        return (None,) * seats
    bearer = sanction.offender if sanction.revealer is None else sanction.revealer
    side = _declarers(record)
    pair = record.play.contract is not None and KINDS[record.play.contract].family == PARTNERSHIP
    across = sanction.revealer is not None and (bearer in side) != (sanction.offender in side)
    if penalty.shared_by != ALL_OTHERS and (across or (pair and len(side) < 2)):
        # Reading 5: if offender and revealer are on different sides, no reading of 3.4.17 sums to 0. The revealer pays,
        # the offender gets 0.
        figures = {sanction.offender: 0, bearer: -penalty.minus}
        return tuple(figures.get(seat) for seat in range(1, seats + 1))
    return penalty_points(penalty, bearer, side, players_of(record, seats), seats)


def penalty_points(
    penalty: Penalty, bearer: int, side: frozenset[int], players: tuple[int, ...], seats: int
) -> tuple[int, ...]:
    """Return the points of all seats if `bearer` erred; a seat that neither bears nor shares gets 0."""
    own = [seat for seat in players if (seat in side) == (bearer in side)] if penalty.borne_by == SIDE else [bearer]
    if penalty.shared_by == ALL_OTHERS:
        others = [seat for seat in players if seat != bearer]
    else:
        others = [seat for seat in players if (seat in side) != (bearer in side)]
    loss, gain = penalty.minus // len(own), penalty.minus // len(others)
    return tuple(-loss if seat in own else gain if seat in others else 0 for seat in range(1, seats + 1))


def _declarers(record: GameRecord) -> frozenset[int]:
    """Return the declarer's side; empty in a Ramsch and before a contract is played."""
    play = record.play
    if play.contract is None or play.declarer is None or KINDS[play.contract].family == EVERYONE:
        return frozenset()
    return declarer_side(KINDS[play.contract], play.declarer, partner_of(record))


def check_ruling(ruleset: Ruleset, record: GameRecord, sanction: Sanction, seats: int) -> Iterator[Problem]:
    """Yield whether a ruling is missing or contradicts the figures of the rules, in an otherwise good record."""
    section = ruleset.sanctions[sanction.kind].section
    figures = sanction_figures(ruleset, record, sanction, seats)
    if sanction.points is None:
        if None in figures:
            yield problem("ruling_needed", section=section)
        return
    if record.place.bock:
        figures = tuple(None if figure is None else 2 * figure for figure in figures)
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
    """Return the points to propose to the supervisor: the rules' figures, and equal shares for the seats left to a
    ruling.

    None if there is no sanction, no figure or no equal share (reading 5).
    """
    sanction = record.decision.sanction
    if sanction is None or sanction.kind not in ruleset.sanctions:
        return None
    figures = sanction_figures(ruleset, record, sanction, seats_of(ruleset, record))
    open_seats = figures.count(None)
    rest = -sum(figure or 0 for figure in figures)
    if open_seats == 0:
        return tuple(figure or 0 for figure in figures)
    if open_seats == len(figures) or rest % open_seats or not ruleset.has_sum:
        return None
    return tuple(rest // open_seats if figure is None else figure for figure in figures)
