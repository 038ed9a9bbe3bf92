"""Drawing the tie lots (5.4.2): they are drawn once, recorded, and never recomputed."""

import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament import lots, permissions
from tournament.models import Match, Scoresheet, TieLots, Tournament, User
from tournament.refusals import Refused
from tournament.selectors.recount import differences
from tournament.selectors.standings import Standings, overall_standings
from tournament.selectors.tie_lots import group_key
from tournament.services import live
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament


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
    _check_drawable(tournament, standings)
    numbers = {line.participant: line.start_number for line in standings.lines}
    drawn = [
        _draw_group(tournament, sorted(group, key=numbers.__getitem__), kept, actor)
        for group, kept in zip(standings.open_ties, standings.kept_lots, strict=True)
    ]
    live.bump(tournament)
    return drawn


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


def _check_drawable(tournament: Tournament, standings: Standings) -> None:
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


def _draw_group(tournament: Tournament, group: list[int], kept: lots.Chains[int], actor: User) -> TieLots:
    seed = secrets.token_hex(32)
    drawn = TieLots.objects.create(
        tournament=tournament,
        group=group_key(group),
        order=lots.draw_in(group, kept, seed),
        seed=seed,
        drawn_by=actor,
        drawn_at=timezone.now(),
    )
    write_event(
        tournament=tournament,
        kind="tie.lots_drawn",
        actor=actor,
        payload={"tie_lots": drawn.pk, "group": sorted(group), "kept": kept, "order": drawn.order, "seed": seed},
    )
    return drawn
