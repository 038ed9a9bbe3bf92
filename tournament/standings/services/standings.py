"""Drawing the tie lots (5.4.2), by the computer or by hand: they are drawn once, recorded, and never recomputed."""

import secrets
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament import lots, permissions
from tournament.draw.selectors.tie_lots import group_key
from tournament.draw.services.lot_witnesses import UNKNOWN_WITNESS, WITNESSES
from tournament.models import Match, Scoresheet, TieLots, Tournament, User
from tournament.refusals import Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament
from tournament.standings.selectors.recount import differences
from tournament.standings.selectors.standings import Standings, overall_standings


@transaction.atomic
def draw_tie_lots(*, tournament: Tournament, actor: User) -> list[TieLots]:
    """Draw lots for every group that is still fully tied in the final ranking (5.4.2); the lowest lot wins.

    Each group has its own seed; lots.draw_in() orders its participants, sorted by start number, and keeps the order
    of those who were drawn before. Refused:
    not_allowed, not_final (a sheet is missing), totals_differ (the recount disagrees), lots_drawn, no_open_tie.
    """
    permissions.check(permissions.draw_tie_lots, actor)
    tournament = lock_tournament(tournament)
    hold_sheets(tournament)
    standings = overall_standings(tournament)
    check_drawable(tournament, standings)
    numbers = {line.participant: line.start_number for line in standings.lines}
    results = []
    for group, chains in zip(standings.open_ties, standings.kept_lots, strict=True):
        seed = secrets.token_hex(32)
        order = lots.draw_in(sorted(group, key=numbers.__getitem__), chains, seed)
        results.append(_record(tournament, actor, order=order, chains=chains, seed=seed))
    versions.bump(tournament)
    return results


@transaction.atomic
def enter_tie_lots(*, tournament: Tournament, actor: User, order: Sequence[int], witnesses: Sequence[int]) -> TieLots:
    """Record the lots of one full tie that people drew by hand (5.4.2); the lowest lot wins.

    `order` and `witnesses` are start numbers: everyone of the tie, the lowest lot first, and one to three participants
    who looked on. Refused: not_a_tie, order_stays (an earlier draw says otherwise), unknown_witness, witnesses, and
    all codes of draw_tie_lots.
    """
    permissions.check(permissions.draw_tie_lots, actor)
    tournament = lock_tournament(tournament)
    hold_sheets(tournament)
    standings = overall_standings(tournament)
    check_drawable(tournament, standings)
    tie = next((tie for tie in standings.ties if sorted(tie.start_numbers) == sorted(order)), None)
    if tie is None:
        ties = "; ".join(", ".join(map(str, sorted(tie.start_numbers))) for tie in standings.ties)
        raise Refused(
            _("Please type the start numbers of one tie, each of them once: %(ties)s."),
            code="not_a_tie",
            field="order",
            ties=ties,
        )
    numbers = {line.start_number: line.participant for line in tie.lines}
    people = [numbers[number] for number in order]
    chains = tuple(tuple(line.participant for line in chain) for chain in tie.kept)
    if not lots.keeps(people, chains):
        raise Refused(
            _("Part of this order was drawn and announced before, and stays: %(order)s."),
            code="order_stays",
            field="order",
            order="; ".join(", ".join(line.listed for line in chain) for chain in tie.kept),
        )
    lots_drawn = _record(tournament, actor, order=people, chains=chains, witnesses=_witnesses(tournament, witnesses))
    versions.bump(tournament)
    return lots_drawn


def hold_sheets(tournament: Tournament) -> None:
    """Lock every sheet, so that none changes after the ranking is read and before the result is written."""
    # A subquery instead of a join locks only the sheets' own rows; `no_key` as in locks.py.
    sheets = Scoresheet.objects.in_force().select_for_update(no_key=True).order_by("pk")
    list(sheets.filter(match__in=Match.objects.filter(tournament=tournament)).values_list("pk"))


def check_totals(tournament: Tournament) -> None:
    """Recount the games before the ranking becomes official. Refused: totals_differ, which names the first seat."""
    wrong = differences(tournament)
    if wrong:
        raise Refused(
            _(
                "The ranking does not follow from the games: match %(match)s, table %(table)s, start number %(number)s."
                " Please check this sheet before the ranking becomes official."
            ),
            code="totals_differ",
            match=wrong[0].match,
            table=wrong[0].table,
            number=wrong[0].start_number,
        )


def record_public_lots(
    *, tournament: Tournament, actor: User, order: Sequence[int], chains: lots.Chains[int], seed: str
) -> TieLots:
    """Record the lots of a tie that were drawn in public (prizes/services/lots.py). The caller has locked the
    tournament and counts the change.

    Refused: list_changed (the tie is not the same any more), and all codes of draw_tie_lots.
    """
    permissions.check(permissions.draw_tie_lots, actor)
    hold_sheets(tournament)
    standings = overall_standings(tournament)
    check_drawable(tournament, standings)
    ties = zip(standings.open_ties, standings.kept_lots, strict=True)
    if not any(set(group) == set(order) and earlier == chains for group, earlier in ties):
        raise Refused(
            _("Since the list was closed the ranking has changed: please give this list up and close it again."),
            code="list_changed",
        )
    return _record(tournament, actor, order=list(order), chains=chains, seed=seed)


def check_drawable(tournament: Tournament, standings: Standings) -> None:
    """Refuse to draw lots: not_final, no_open_tie, lots_drawn, totals_differ."""
    if not standings.final:
        raise Refused(
            _("Lots are drawn when every sheet of every match is accepted. Until then the tie can still change."),
            code="not_final",
        )
    if not standings.open_ties:
        newest = TieLots.objects.filter(tournament=tournament).select_related("drawn_by").order_by("drawn_at").last()
        if newest is None:
            raise Refused(_("There is no full tie: nothing is left for a lot to decide."), code="no_open_tie")
        raise Refused(
            _("The lots were drawn already, by %(name)s on %(time)s. They are never drawn again."),
            code="lots_drawn",
            name=newest.drawn_by.full_name,
            time=date_format(timezone.localtime(newest.drawn_at), "SHORT_DATETIME_FORMAT"),
        )
    check_totals(tournament)


def _witnesses(tournament: Tournament, numbers: Sequence[int]) -> list[int]:
    """Return the ids of those who looked on while lots were drawn by hand."""
    keys = dict(tournament.participants.values_list("start_number", "pk"))
    for number in numbers:
        if number not in keys:
            raise Refused(UNKNOWN_WITNESS, code="unknown_witness", field="witnesses", number=number)
    if not 0 < len(set(numbers)) == len(numbers) <= WITNESSES:
        raise Refused(
            _("Please say who looked on: the start numbers of one to three different participants."),
            code="witnesses",
            field="witnesses",
        )
    return [keys[number] for number in numbers]


def _record(
    tournament: Tournament,
    actor: User,
    *,
    order: list[int],
    chains: lots.Chains[int],
    seed: str = "",
    witnesses: Sequence[int] = (),
) -> TieLots:
    """Record the lots of one group in their order, with their seed or, drawn by hand, with who looked on."""
    lots_row = TieLots.objects.create(
        tournament=tournament,
        group=group_key(order),
        order=order,
        seed=seed,
        witnesses=list(witnesses),
        drawn_by=actor,
        drawn_at=timezone.now(),
    )
    payload = {"tie_lots": lots_row.pk, "group": sorted(order), "kept": chains, "order": order, "seed": seed}
    write_event(
        tournament=tournament,
        kind="tie.lots_drawn",
        actor=actor,
        payload=payload if seed else payload | {"witnesses": lots_row.witnesses},
    )
    return lots_row
