"""The pages of the prize-giving: preparing it, leading it, a trial run, and what the hall sees."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.ceremony import services
from tournament.ceremony.forms import AnnouncementForm, PauseForm, PrepareForm, StepForm, ceremony_settings_of
from tournament.ceremony.missing import ceremony_remarks, missing
from tournament.ceremony.order import order_of
from tournament.ceremony.pictures import picture_context, trial_context
from tournament.ceremony.script import people_of_script, seconds_of, step_of_place
from tournament.ceremony.selectors import (
    Running,
    Script,
    ceremony_changes,
    ceremony_of,
    is_over,
    is_read_as_before,
    is_running,
    new_winners,
    prizes_changed,
    script_of,
)
from tournament.models import Ceremony, Tournament
from tournament.participants.selectors.participants import nameless
from tournament.permissions import Request, public, requires
from tournament.prizes.kinds import Criterion
from tournament.refusals import Refused
from tournament.screens.selectors import covered_screens
from tournament.views.answer_versions import as_released, hall_version_of, share, version_of

# So many steps around the one that is shown can be chosen from the list; any place can be typed.
NEAR = 30


@requires(permissions.release_results)
@require_http_methods(["GET", "HEAD", "POST"])
def ceremony(request: Request, slug: str) -> HttpResponse:
    """Show what is missing, the settings, the order of the evening and about how long it takes."""
    tournament = get_object_or_404(Tournament, slug=slug)
    row = ceremony_of(tournament)
    form = PrepareForm(request.POST or None, initial=ceremony_settings_of(row.winners_only, row.first_place_shown))
    if form.is_valid():
        try:
            services.prepare_ceremony(tournament=tournament, actor=request.user, **form.settings)
            return redirect("ceremony", slug)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    script = script_of(tournament, row)
    context = {
        "nameless": nameless(tournament, {who for step in script.steps for who in people_of_script(step)}),
        "tournament": tournament, "nav": "ceremony", "form": form, "script": script,
        "missing": missing(tournament, script), "remarks": ceremony_remarks(script),
        "order": order_of(tournament, script.as_json(), range(len(script.steps))),
        "running": is_running(tournament, row), "over": is_over(tournament, row),
    }  # fmt: skip
    return render(request, "ceremony/ceremony.html", context, status=422 if form.errors else 200)


@requires(permissions.release_results)
@require_POST
def ceremony_begin(request: Request, slug: str) -> HttpResponse:
    """Begin: from now on the hall sees what is announced."""
    tournament = get_object_or_404(Tournament, slug=slug)
    try:
        services.begin_ceremony(tournament=tournament, actor=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("ceremony_lead" if refusal.code == "ceremony_running" else "ceremony", slug)
    return redirect("ceremony_lead", slug)


@requires(permissions.release_results)
@require_safe
def ceremony_lead(request: Request, slug: str) -> HttpResponse:
    """Show whoever leads it what is on the wall, and what comes next; polled with ?v=, 204 when nothing is new."""
    tournament = get_object_or_404(Tournament, slug=slug)
    version = _lead_version(request, tournament)
    if request.htmx and request.GET.get("v") == version:
        return HttpResponse(status=204)
    return _lead(request, tournament, version)


@requires(permissions.release_results)
@require_POST
def ceremony_step(request: Request, slug: str) -> HttpResponse:
    """Show the hall another step: the next, the one before, any, or that of a place."""
    form = StepForm(request.POST)

    def step(tournament: Tournament) -> object:
        if not form.is_valid():
            raise Refused(_("There is no such step."), code="no_such_step")
        to, place = form.cleaned_data["to"], form.cleaned_data["place"]
        if place is not None:
            running = _running(tournament)
            to = step_of_place(running.steps, running.places, place) if running else None
        if to is None:
            raise Refused(_("This place is not announced."), code="no_such_step")
        mark = form.cleaned_data["mark"]
        return services.step_ceremony(tournament=tournament, actor=request.user, to=to, mark=mark)

    return _act(request, slug, step)


@requires(permissions.release_results)
@require_POST
def ceremony_pause(request: Request, slug: str) -> HttpResponse:
    """Show the hall a calm picture, or go on."""
    form = PauseForm(request.POST)

    def pause(tournament: Tournament) -> object:
        if not form.is_valid():
            raise Refused(_("Please decide: pause, or go on."), code="no_decision")
        return services.pause_ceremony(tournament=tournament, actor=request.user, paused=form.cleaned_data["paused"])

    return _act(request, slug, pause)


@requires(permissions.release_results)
@require_POST
def ceremony_settle(request: Request, slug: str) -> HttpResponse:
    """Decide what becomes of a result that changed since it began."""
    form = AnnouncementForm(request.POST)

    def settle(tournament: Tournament) -> object:
        if not form.is_valid():
            raise Refused(_("Please decide: take the new result over, or go on as read."), code="no_decision")
        return services.settle_correction(
            tournament=tournament,
            actor=request.user,
            take_over=form.cleaned_data["decision"],
            mark=form.cleaned_data["mark"],
        )

    return _act(request, slug, settle)


@requires(permissions.release_results)
@require_POST
def ceremony_end(request: Request, slug: str) -> HttpResponse:
    """Publish the results. The screens keep the honour roll."""
    mark = request.POST.get("mark", "")
    return _act(request, slug, lambda one: services.end_ceremony(tournament=one, actor=request.user, mark=mark))


@requires(permissions.release_results)
@require_POST
def ceremony_break_off(request: Request, slug: str) -> HttpResponse:
    """Go back to the frozen ranking."""
    tournament = get_object_or_404(Tournament, slug=slug)
    try:
        services.break_off_ceremony(tournament=tournament, actor=request.user, mark=request.POST.get("mark", ""))
    except Refused as refusal:
        messages.error(request, str(refusal))
        if refusal.code == "stepped_meanwhile":
            return redirect("ceremony_lead", slug)
    else:
        messages.success(request, _("The prize-giving is broken off. The hall sees the ranking that stands still."))
    return redirect("ceremony", slug)


@requires(permissions.release_results)
@require_safe
def ceremony_trial(request: Request, slug: str) -> HttpResponse:
    """Show a step as the hall would see it. Nothing is written: no screen knows of it."""
    tournament = get_object_or_404(Tournament, slug=slug)
    text = request.GET.get("step", "")
    context = trial_context(tournament, int(text) if text.isdecimal() and len(text) < 6 else 0)
    step = context["step"]
    context |= {"number": step + 1, "preceding": step - 1, "following": step + 1}
    return render(request, "ceremony/trial.html", context)


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
@as_released
def screen_ceremony(request: Request, slug: str) -> HttpResponse:
    """Show the hall the step that is announced, or a calm picture; an open page asks for the picture alone."""
    tournament = get_object_or_404(Tournament, slug=slug)
    # Read first, so that a step while the page is made is new to the next question.
    version = hall_version_of(request, tournament)
    share(request)
    template = "ceremony/_screen.html" if request.htmx else "ceremony/screen_ceremony.html"
    return render(request, template, picture_context(tournament) | {"version": version})


def _act(request: Request, slug: str, action: Callable[[Tournament], object]) -> HttpResponse:
    """Do something to the running prize-giving, and show how it stands then."""
    tournament = get_object_or_404(Tournament, slug=slug)
    problem = ""
    try:
        action(tournament)
    except Refused as refusal:
        problem = str(refusal)
    if request.htmx:
        tournament.refresh_from_db()
        return _lead(request, tournament, _lead_version(request, tournament), problem)
    if problem:
        messages.error(request, problem)
    return redirect("ceremony_lead", slug)


def _lead_version(request: Request, tournament: Tournament) -> str:
    """What changes with everything that the page shows, a message on a screen too. Two queries."""
    return f"{version_of(request, tournament)}-{len(covered_screens(tournament, timezone.now()))}"


def _lead(request: Request, tournament: Tournament, version: str, problem: str = "") -> HttpResponse:
    row = ceremony_of(tournament)
    context: dict[str, Any] = {"tournament": tournament, "nav": "ceremony", "version": version, "problem": problem}
    context |= {"ceremony": row, "over": is_over(tournament, row)}
    context["has_choices"] = context["over"] and tournament.prizes.filter(criterion=Criterion.CHOICE).exists()
    if is_running(tournament, row):
        context |= _stand(tournament, row) | {"covered": covered_screens(tournament, timezone.now())}
    return render(request, "ceremony/_lead.html" if request.htmx else "ceremony/lead.html", context)


def _stand(tournament: Tournament, row: Ceremony) -> dict[str, Any]:
    """Return how a running prize-giving stands: now, next, what changed, what was skipped."""
    running, script = Running(ceremony=row), script_of(tournament, row)
    last, next_new = len(running.steps) - 1, running.next_new
    near = order_of(tournament, row.script, range(row.step - NEAR, row.step + NEAR + 1))
    by_number = {one.number: one for one in near}
    skipped = [at for at in running.skipped if people_of_script(running.steps[at])]
    return {
        "running": running,
        "now": by_number[row.step], "is_known": row.paused and row.step in running.shown,
        "next": by_number.get(row.step + 1),
        "later": [by_number[at] for at in (row.step + 2, row.step + 3) if at in by_number],
        "next_new": None if next_new is None else order_of(tournament, row.script, [next_new])[0],
        "near": near,
        "skipped": order_of(tournament, row.script, skipped[-NEAR:]), "skipped_count": len(skipped),
        "following": row.step + 1, "last": last,
        "left": last - row.step, "minutes": -(-seconds_of(running.steps[row.step + 1 :]) // 60),
    } | _changed(tournament, running, script)  # fmt: skip


def _changed(tournament: Tournament, running: Running, script: Script) -> dict[str, Any]:
    """Return what changed since it began, and what is missing before that can be taken over."""
    changed = script.hash != running.ceremony.ranking_hash
    prizes, as_read = prizes_changed(running, script), is_read_as_before(running, script)
    has_changes = changed or prizes or as_read
    return {
        "changed": changed, "prizes_changed": prizes, "as_read": as_read,
        "changes": ceremony_changes(running, script) if has_changes else [],
        "missing": missing(tournament, script) if has_changes else [],
        "new_winners": new_winners(running, script)[:NEAR] if prizes else [],
    }  # fmt: skip


def _running(tournament: Tournament) -> Running | None:
    row = ceremony_of(tournament)
    return Running(ceremony=row) if is_running(tournament, row) else None
