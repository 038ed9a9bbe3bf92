"""The first pages: home, a tournament's form, and the overview that leads from one step to the next."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.backup.selectors.backups import backup_state, room_warning
from tournament.backup.selectors.restores import restore_is_open
from tournament.draw.selectors.place_rules import places_of
from tournament.enums import IS_OFFICIAL, TournamentState
from tournament.forms.tournaments import TournamentForm
from tournament.models import Tournament
from tournament.network.qr import captioned_qr
from tournament.participants.selectors.participants import nameless
from tournament.participants.selectors.retention import retention
from tournament.permissions import Request, requires
from tournament.rehearsals.forms import TakeOverForm
from tournament.rehearsals.selectors import take_over, template_of, templates
from tournament.rehearsals.services.templates import create_like
from tournament.selectors import tournaments as selectors
from tournament.selectors.closing import origin
from tournament.selectors.disputes import waiting_dispute_rows
from tournament.selectors.overview import overview
from tournament.selectors.waiting import waiting
from tournament.services import tournaments as services
from tournament.tariffs.selectors import played_tariff
from tournament.views.addresses import local_only, printed_address
from tournament.views.answer_versions import version_of
from tournament.views.refusals import refusal_as_error, refusal_as_message
from tournament.words.labels import ruleset_title


@requires(permissions.see_hall)
@require_safe
def home(request: Request) -> HttpResponse:
    tournaments = list(selectors.tournaments())
    # If exactly one tournament is being played, go to it; among several do not guess.
    running = [tournament for tournament in tournaments if tournament.state == TournamentState.RUNNING]
    current = running[0] if len(running) == 1 else None
    return render(request, "tournaments/home.html", {"tournaments": tournaments, "current": current})


@requires(permissions.see_disputes)
@require_safe
def disputes_count(request: Request, slug: str) -> HttpResponse:
    """Return how many disputes wait, for a login that does not see the supervisor's number."""
    count = waiting_dispute_rows(get_object_or_404(Tournament, slug=slug)).count()
    return render(request, "tournaments/_disputes_count.html", {"count": count})


@requires(permissions.manage_tournament)
@require_http_methods(["GET", "POST"])
def tournament_new(request: Request) -> HttpResponse:
    template = template_of(request.POST.get("template") or request.GET.get("template", ""))
    form = TournamentForm(request.POST or None, initial=_entry_of(template) | _rules_chosen(request))
    if request.htmx:
        return render(request, "tournaments/_match_count.html", {"form": form})
    offer = take_over(template) if template else None
    taking = TakeOverForm(request.POST or None, offer=offer) if offer else None
    if request.method == "POST" and form.is_valid() and (taking is None or taking.is_valid()):
        with refusal_as_error(form):
            return redirect(_create(request, form, taking, template))
    context = {"form": form, "taking": taking, "offer": offer, "templates": templates()}
    return render(request, "tournaments/tournament_new.html", context)


def _create(
    request: Request, form: TournamentForm, taking: TakeOverForm | None, template: Tournament | None
) -> Tournament:
    if taking is None or template is None:
        return services.create_tournament(actor=request.user, **form.cleaned_data)
    ticks = {name: taking.cleaned_data.get(name, False) for name in ("people", "prizes")}
    return create_like(template, actor=request.user, **ticks, **form.cleaned_data)


def _entry_of(template: Tournament | None) -> dict[str, Any]:
    """Return what a new tournament has in common with its template; name, address and day are its own."""
    own = ("name", "slug", "day")
    return {field: getattr(template, field) for field in services.FIELDS if field not in own} if template else {}


def _rules_chosen(request: Request) -> dict[str, str]:
    """Return what the page asks with while somebody chooses other rules."""
    return {name: request.GET[name] for name in ("ruleset_id", "match_count") if name in request.GET}


@requires(permissions.manage_tournament)
@require_safe
def tournament_address(request: Request) -> HttpResponse:
    """Return the public address that the name and address typed so far would give."""
    slug = request.GET.get("slug", "").strip() or selectors.proposed_slug(request.GET.get("name", ""))
    return render(request, "tournaments/_address.html", {"slug": slug})


@requires(permissions.see_hall)
@require_safe
def tournament(request: Request, slug: str) -> HttpResponse:
    rows = Tournament.objects.select_related("purge").annotate(restored=restore_is_open())
    tournament: Any = get_object_or_404(rows, slug=slug)
    version = version_of(request, tournament)
    if request.htmx and request.GET.get("v") == str(version):
        return HttpResponse(status=204)
    context = {
        "tournament": tournament,
        "rules": ruleset_title(tournament.ruleset),
        "overview": overview(
            tournament,
            supervises=permissions.accept_scoresheets(request.user),
            judges=permissions.decide_appeals(request.user),
            version=version,
        ),
        "version": version,
        "local_only": local_only(request),
        "restore": tournament.restored,
        "origin": origin(tournament),
        "over": tournament.state in IS_OFFICIAL,
    }
    if context["overview"].next.page == "tournament_finish":
        context["nameless"] = nameless(tournament)
    if not request.htmx:
        context["kept"] = retention(tournament)
        context["places"] = places_of(tournament)
        context["tariff"] = played_tariff(tournament)
        address = printed_address(request, "public_standings", slug)
        context["players_code"] = address and captioned_qr(address, _("Code with the address of the public standings"))
        context["backup"] = backup_state() if permissions.manage_backups(request.user) else None
        context["room_warning"] = "" if context["backup"] else room_warning()
    return render(request, "tournaments/_steps.html" if request.htmx else "tournaments/tournament.html", context)


@requires(permissions.see_hall)
@require_safe
def approvals_count(request: Request, slug: str) -> HttpResponse:
    """Return the number in the navigation, which is current on every page."""
    counts = waiting(get_object_or_404(Tournament, slug=slug))
    return render(request, "tournaments/_approvals_count.html", {"waiting": counts})


@requires(permissions.manage_tournament)
@require_http_methods(["GET", "POST"])
def tournament_edit(request: Request, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    initial = {field: getattr(tournament, field) for field in services.FIELDS} | _rules_chosen(request)
    frozen = tournament if tournament.frozen_ruleset else None
    form = TournamentForm(request.POST or None, initial=initial, frozen=frozen)
    if request.htmx:
        return render(request, "tournaments/_match_count.html", {"form": form})
    if request.method == "POST" and form.is_valid():
        with refusal_as_error(form):
            tournament = services.edit_tournament(tournament=tournament, actor=request.user, **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect(tournament)
    context = {"form": form, "tournament": tournament, "nav": "tournament"}
    return render(request, "tournaments/tournament_edit.html", context)


@requires(permissions.manage_tournament)
@require_POST
def tournament_finish(request: Request, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusal_as_message(request):
        services.finish_tournament(tournament=tournament, actor=request.user)
        messages.success(request, _("The tournament is finished: the standings are official."))
    return redirect(tournament)


@requires(permissions.manage_tournament)
@require_POST
def tournament_reopen(request: Request, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusal_as_message(request):
        services.reopen_tournament(tournament=tournament, actor=request.user)
        messages.success(request, _("The tournament is open again: sheets can be corrected."))
    return redirect(tournament)
