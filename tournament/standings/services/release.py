"""Holding results back, and letting the hall see them: freeze, unfreeze, publish, and the steps of the prize-giving."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import enums, permissions
from tournament.enums import HELD_BACK, IS_OFFICIAL, Release, TournamentState
from tournament.models import Ceremony, FrozenRanking, Tournament, User
from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import sha256
from tournament.refusals import Refused
from tournament.selectors.versions import tournament_version
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament
from tournament.standings.selectors.release import content_of, obstacles
from tournament.standings.selectors.standings import overall_standings
from tournament.standings.services.standings import hold_sheets

KINDS = {
    Release.FROZEN: "release.frozen",
    Release.OPEN: "release.opened",
    Release.REVEALING: "release.revealing",
    Release.PUBLISHED: "release.published",
}


@transaction.atomic
def freeze(*, tournament: Tournament, actor: User) -> Tournament:
    """Let the public ranking stand still from now on. A second press changes nothing.

    Refused: not_allowed, not_started, ceremony_running, step_not_allowed once it is published.
    """
    permissions.check(permissions.release_results, actor)
    tournament = lock_tournament(tournament)
    if tournament.release == Release.FROZEN:
        return tournament
    if tournament.state not in (TournamentState.RUNNING, *IS_OFFICIAL):
        raise Refused(_("Play has not begun yet: the first draw begins it."), code="not_started")
    _check_no_ceremony(tournament)
    step_release(tournament, Release.FROZEN, actor)
    return tournament


@transaction.atomic
def unfreeze(*, tournament: Tournament, actor: User) -> Tournament:
    """Show the hall the ranking again as it is, after a freeze or to begin anew once it was published.

    A second press changes nothing. Refused: not_allowed, ceremony_running.
    """
    permissions.check(permissions.release_results, actor)
    tournament = lock_tournament(tournament)
    if tournament.release == Release.OPEN:
        return tournament
    _check_no_ceremony(tournament)
    step_release(tournament, Release.OPEN, actor)
    return tournament


@transaction.atomic
def publish(*, tournament: Tournament, actor: User) -> Tournament:
    """Show the hall the final ranking. A second press changes nothing.

    Refused: not_allowed, ceremony_running, not_held_back, not_settled with the first thing that is missing.
    """
    permissions.check(permissions.release_results, actor)
    tournament = lock_tournament(tournament)
    if tournament.release == Release.PUBLISHED:
        return tournament
    if tournament.release not in HELD_BACK:
        raise Refused(_("Nothing is held back: the hall sees the ranking as it is."), code="not_held_back")
    _check_no_ceremony(tournament)
    hold_sheets(tournament)
    for missing in obstacles(tournament):
        raise Refused(
            _("The final ranking cannot be published yet. %(missing)s"), code="not_settled", missing=missing.sentence
        )
    step_release(tournament, Release.PUBLISHED, actor)
    return tournament


def step_release(tournament: Tournament, to: Release, actor: User | None) -> None:
    """Step to another state of what the hall may know. The caller holds the tournament's lock and the transaction.

    The ranking is stored when the hall stops seeing it as it is; `actor` is None only where nothing is held back any
    more. Refused: step_not_allowed.
    """
    held_back = tournament.is_held_back
    tournament.release = enums.step(Release, tournament.release, to)
    payload: dict[str, object] = {"release": tournament.release}
    if tournament.is_held_back and not held_back:
        ranking = _store_ranking(tournament, actor)
        payload |= {"ranking": ranking.pk, "content": sha256(canonical(ranking.content))}
    tournament.save(update_fields=["release"])
    write_event(tournament=tournament, kind=KINDS[to], actor=actor, payload=payload)
    versions.bump_hall(tournament)
    if not held_back:
        # Beginning with the version that open pages ask for, so that theirs is outdated and none shrinks.
        tournament.hall_version = tournament_version(tournament)
        tournament.save(update_fields=["hall_version"])


def _store_ranking(tournament: Tournament, actor: User | None) -> FrozenRanking:
    """Store the ranking as it stands, in place of one from before."""
    hold_sheets(tournament)
    content = content_of(overall_standings(tournament))
    values = {"content": content, "frozen_by": actor, "frozen_at": timezone.now()}
    return FrozenRanking.objects.update_or_create(tournament=tournament, defaults=values)[0]


def _check_no_ceremony(tournament: Tournament) -> None:
    """Refuse while a prize-giving announces the results: it has its own end."""
    ceremony = Ceremony.objects.filter(tournament=tournament, begun_at__isnull=False, ended_at=None)
    if tournament.release == Release.REVEALING and ceremony.exists():
        raise Refused(_("The prize-giving is running. Please end it there, or break it off."), code="ceremony_running")
