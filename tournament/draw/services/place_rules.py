"""Choosing what becomes of the places of those who leave early or join late, for the whole tournament."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.draw.selectors.place_rules import Places, has_a_place, places_of
from tournament.enums import IS_OFFICIAL, Leavers
from tournament.models import Participant, PlaceRule, Scoresheet, Tournament, User
from tournament.person.names import clean_text
from tournament.refusals import Refused
from tournament.services import versions
from tournament.services.acting import reason_given
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament
from tournament.sheet.official import official_already

REASON_LENGTH = 200


@transaction.atomic
def choose_place_rule(
    *, tournament: Tournament, actor: User, leavers: Leavers, ranks_late_players: bool, reason: str = ""
) -> Places:
    """Choose the rule, or change it; the same choice again changes nothing.

    Refused: not_allowed, tournament_finished, no_reason (a change after the first draw), all codes of clean_text.
    """
    permissions.check(permissions.manage_tournament, actor)
    tournament = lock_tournament(tournament)
    before = places_of(tournament)
    rule = Places(leavers=leavers, ranks_late_players=ranks_late_players)
    if rule == before:
        return before
    if tournament.state in IS_OFFICIAL:
        raise official_already()
    reason_and_hash = reason_given(clean_text(reason, max_length=REASON_LENGTH))
    if before.leavers and tournament.frozen_ruleset and not reason_and_hash.text:
        raise Refused(
            _("Play has begun: please say why this changes now. The reason is kept with your name."),
            code="no_reason",
            field="reason",
        )
    row = PlaceRule.objects.create(
        tournament=tournament,
        leavers=leavers,
        ranks_late_players=ranks_late_players,
        reason=reason_and_hash.text or "",
        salt=reason_and_hash.salt,
        chosen_by=actor,
        chosen_at=timezone.now(),
    )
    choice = {"leavers": row.leavers, "ranks_late_players": row.ranks_late_players}
    payload = {"place_rule": row.pk, **choice, "reason": reason_and_hash.digest}
    write_event(tournament=tournament, kind="place_rule.chosen", actor=actor, payload=payload)
    versions.bump(tournament)
    return rule


def check_place_rule(tournament: Tournament, participant: Participant, *, beside: Scoresheet | None = None) -> None:
    """Refuse that somebody with a place leaves before the rule is chosen: place_rule_open.

    `beside`: a sheet at which they did not play, because they did not come.
    """
    if has_a_place(participant, beside=beside) and not places_of(tournament).leavers:
        raise Refused(
            _(
                "%(name)s has a seat already. First the organiser chooses for the whole tournament "
                "what becomes of the place of somebody who leaves."
            ),
            code="place_rule_open",
            name=str(participant),
        )
