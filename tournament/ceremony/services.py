"""Leading the prize-giving: settings, beginning, steps, pause, going on after a correction, the end.

Who steps names the step that the page was made on (Running.mark): a key pressed twice, or two presenters, never skip
one. What the hall has seen of a step stays in `shown`; what was skipped is not announced.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.ceremony.missing import missing
from tournament.ceremony.script import carried_over, same_position
from tournament.ceremony.selectors import (
    Running,
    ceremony_of,
    is_running,
    ranking_changed,
    script_of,
)
from tournament.enums import Release
from tournament.models import Ceremony, Tournament, User
from tournament.prizes.criteria import MOST_PLACES
from tournament.proof.services.audit_ceremony import script_hash
from tournament.refusals import RefusalKind, Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament
from tournament.standings.selectors.release import obstacles
from tournament.standings.services.release import step_release
from tournament.standings.services.standings import hold_sheets


@transaction.atomic
def prepare_ceremony(
    *, tournament: Tournament, actor: User, winners_only: bool, first_place_shown: int | None
) -> Ceremony:
    """Set what will be announced. The same settings again change nothing.

    Refused: not_allowed, ceremony_running, no_such_place.
    """
    permissions.check(permissions.release_results, actor)
    tournament = lock_tournament(tournament)
    ceremony = ceremony_of(tournament)
    if is_running(tournament, ceremony):
        raise Refused(_("The prize-giving is running. Its order is fixed."), code="ceremony_running")
    if first_place_shown is not None and not 1 <= first_place_shown <= MOST_PLACES:
        raise Refused(
            _("Please give the place it begins with, from 1 on."), code="no_such_place", field="first_place_shown"
        )
    settings = {"winners_only": winners_only, "first_place_shown": first_place_shown}
    if ceremony.pk and settings == {name: getattr(ceremony, name) for name in settings}:
        return ceremony
    ceremony.winners_only, ceremony.first_place_shown = winners_only, first_place_shown
    ceremony.save()
    write_event(tournament=tournament, kind="ceremony.prepared", actor=actor, payload=settings)
    versions.bump(tournament)
    return ceremony


@transaction.atomic
def begin_ceremony(*, tournament: Tournament, actor: User) -> Ceremony:
    """Make the script, and show the hall its first step. From now on the hall sees only what is announced.

    Refused: not_allowed, ceremony_running, published, not_settled with the first thing that is missing.
    """
    permissions.check(permissions.release_results, actor)
    tournament = lock_tournament(tournament)
    ceremony = ceremony_of(tournament)
    if is_running(tournament, ceremony):
        raise Refused(_("The prize-giving has begun already."), code="ceremony_running", kind=RefusalKind.CONFLICT)
    if tournament.release == Release.PUBLISHED:
        raise Refused(
            _("The results are published. To announce them again, first show the hall the open ranking."),
            code="published",
        )
    hold_sheets(tournament)
    script = script_of(tournament, ceremony)
    for one in missing(tournament, script):
        raise Refused(_("The prize-giving cannot begin yet. %(missing)s"), code="not_settled", missing=one.sentence)
    ceremony.script, ceremony.ranking_hash = script.as_json(), script.hash
    ceremony.step, ceremony.shown, ceremony.paused = 0, [0], False
    ceremony.begun_by, ceremony.begun_at, ceremony.ended_at = actor, timezone.now(), None
    ceremony.save()
    payload = {"ranking": ceremony.ranking_hash, "steps": len(script.steps), "script": script_hash(ceremony.script)}
    write_event(tournament=tournament, kind="ceremony.begun", actor=actor, payload=payload)
    step_release(tournament, Release.REVEALING, actor)
    return ceremony


@transaction.atomic
def step_ceremony(*, tournament: Tournament, actor: User, to: int, mark: str) -> Ceremony:
    """Show the hall step `to`; forward, back or anywhere. `mark` is that of the page on which this was asked for.

    A step that is shown already changes nothing. Refused: not_allowed, not_running, stepped_meanwhile, paused,
    no_such_step, ranking_changed.
    """
    tournament, running = _running(tournament, actor)
    ceremony = running.ceremony
    if mark != running.mark:
        if ceremony.step == to and mark.partition("-")[2] == running.mark.partition("-")[2]:
            return ceremony
        raise Refused(
            _("Somebody else went on meanwhile. Nothing was skipped: this page shows where it stands now."),
            code="stepped_meanwhile",
            kind=RefusalKind.CONFLICT,
        )
    if ceremony.paused:
        raise Refused(_("The prize-giving is paused. Please go on first."), code="paused")
    if not 0 <= to < len(running.steps):
        raise Refused(_("There is no such step."), code="no_such_step")
    if to == ceremony.step:
        return ceremony
    _check_ranking(tournament, ceremony)
    ceremony.step = to
    _show(tournament, running, actor)
    return ceremony


@transaction.atomic
def pause_ceremony(*, tournament: Tournament, actor: User, paused: bool) -> Ceremony:
    """Show the hall a calm picture, or go on with the step that it stood at. A second press changes nothing.

    Refused: not_allowed, not_running; to go on: ranking_changed.
    """
    tournament, running = _running(tournament, actor)
    ceremony = running.ceremony
    if ceremony.paused == paused:
        return ceremony
    if not paused:
        _check_ranking(tournament, ceremony)
    ceremony.paused = paused
    if paused:
        ceremony.save(update_fields=["paused"])
        versions.bump_hall(tournament)
    else:
        _show(tournament, running, actor)
    return ceremony


@transaction.atomic
def settle_correction(*, tournament: Tournament, actor: User, take_over: bool, mark: str) -> Ceremony:
    """Decide what becomes of a result that changed: take it over, or go on as it was read out.

    A new script stands where the old one stood, paused; of its steps those count as seen that were read out exactly so.
    Refused: not_allowed, not_running, stepped_meanwhile, not_settled (to take it over).
    """
    tournament, running = _running(tournament, actor)
    ceremony = running.ceremony
    _check_mark(ceremony, mark)
    hold_sheets(tournament)
    script = script_of(tournament, ceremony)
    if take_over:
        for one in missing(tournament, script):
            raise Refused(_("The new result is not settled yet. %(missing)s"), code="not_settled", missing=one.sentence)
        places = {line.participant: line.place for line in script.standings.lines}
        step = same_position(running.steps, ceremony.step, running.places, script.steps, places)
        content = script.as_json()
        ceremony.shown = carried_over(ceremony.script, ceremony.shown, content)
        ceremony.step, ceremony.paused, ceremony.script = step, True, content
    ceremony.ranking_hash = script.hash
    ceremony.save()
    payload = {"ranking": script.hash, "taken_over": take_over, "step": ceremony.step, "shown": ceremony.shown}
    payload["script"] = script_hash(ceremony.script)
    write_event(tournament=tournament, kind="ceremony.corrected", actor=actor, payload=payload)
    versions.bump_hall(tournament)
    return ceremony


@transaction.atomic
def end_ceremony(*, tournament: Tournament, actor: User, mark: str) -> Ceremony:
    """Publish the results. The screens keep the honour roll. `mark` is that of the page on which this was asked for.

    A second press changes nothing. Refused: not_allowed, not_running, stepped_meanwhile, ranking_changed, not_settled.
    """
    permissions.check(permissions.release_results, actor)
    tournament = lock_tournament(tournament)
    ceremony = ceremony_of(tournament)
    if ceremony.ended_at is not None and tournament.release == Release.PUBLISHED:
        return ceremony
    _check_running(tournament, ceremony)
    _check_mark(ceremony, mark)
    hold_sheets(tournament)
    _check_ranking(tournament, ceremony)
    for one in obstacles(tournament):
        raise Refused(_("The results cannot be published yet. %(missing)s"), code="not_settled", missing=one.sentence)
    ceremony.ended_at, ceremony.paused = timezone.now(), False
    ceremony.save()
    payload = {"shown": sorted(ceremony.shown)}
    write_event(tournament=tournament, kind="ceremony.ended", actor=actor, payload=payload)
    step_release(tournament, Release.PUBLISHED, actor)
    return ceremony


@transaction.atomic
def break_off_ceremony(*, tournament: Tournament, actor: User, mark: str) -> Ceremony:
    """Go back to the frozen ranking; the prize-giving can begin again from its first step.

    `mark` is that of the page on which this was asked for. A second press changes nothing. Refused: not_allowed,
    not_running, stepped_meanwhile.
    """
    permissions.check(permissions.release_results, actor)
    tournament = lock_tournament(tournament)
    ceremony = ceremony_of(tournament)
    if ceremony.begun_at is None and tournament.release == Release.FROZEN:
        return ceremony
    _check_running(tournament, ceremony)
    _check_mark(ceremony, mark)
    payload = {"step": ceremony.step}
    ceremony.script, ceremony.ranking_hash = {}, ""
    ceremony.step, ceremony.shown, ceremony.paused = 0, [], False
    ceremony.begun_by, ceremony.begun_at = None, None
    ceremony.save()
    write_event(tournament=tournament, kind="ceremony.broken_off", actor=actor, payload=payload)
    step_release(tournament, Release.FROZEN, actor)
    return ceremony


def _running(tournament: Tournament, actor: User) -> tuple[Tournament, Running]:
    """Lock the tournament and return it with its running prize-giving."""
    permissions.check(permissions.release_results, actor)
    tournament = lock_tournament(tournament)
    ceremony = ceremony_of(tournament)
    _check_running(tournament, ceremony)
    return tournament, Running(ceremony=ceremony)


def _check_running(tournament: Tournament, ceremony: Ceremony) -> None:
    if not is_running(tournament, ceremony):
        raise Refused(
            _("The prize-giving is not running at the moment."), code="not_running", kind=RefusalKind.CONFLICT
        )


def _check_mark(ceremony: Ceremony, mark: str) -> None:
    """Refuse what was decided on a page that shows another step, or another beginning."""
    if mark != Running(ceremony=ceremony).mark:
        raise Refused(
            _("Somebody else went on meanwhile. Nothing was done: please look where it stands now."),
            code="stepped_meanwhile",
            kind=RefusalKind.CONFLICT,
        )


def _check_ranking(tournament: Tournament, ceremony: Ceremony) -> None:
    if ranking_changed(tournament, ceremony):
        raise Refused(
            _("A result changed since the prize-giving began. Please decide first: take it over, or go on as read."),
            code="ranking_changed",
            kind=RefusalKind.CONFLICT,
        )


def _show(tournament: Tournament, running: Running, actor: User) -> None:
    """Show the hall the step that the ceremony stands at; what is new is announced with it."""
    ceremony = running.ceremony
    if ceremony.step not in ceremony.shown:
        ceremony.shown = sorted({*ceremony.shown, ceremony.step})
        step = running.steps[ceremony.step]
        payload = {"step": ceremony.step, "kind": step["kind"], "lines": step["lines"], "awards": step["awards"]}
        write_event(tournament=tournament, kind="ceremony.announced", actor=actor, payload=payload)
    ceremony.save(update_fields=["step", "shown", "paused"])  # the script is large
    versions.bump_hall(tournament)
