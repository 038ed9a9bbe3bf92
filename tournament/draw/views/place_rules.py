"""What becomes of the places of those who leave early or join late: the question, the choice, earlier choices."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament import permissions
from tournament.draw.forms.place_rules import PlaceRuleForm
from tournament.draw.selectors.place_rules import place_rules, places_of
from tournament.draw.services.place_rules import choose_place_rule
from tournament.models import Tournament
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.standings.selectors.words import place_sentences
from tournament.views.refusals import refusal_as_error


@requires(permissions.manage_tournament)
@require_http_methods(["GET", "HEAD", "POST"])
def place_rule(request: Request, slug: str) -> HttpResponse:
    """Show the rule and its history, and choose it; then go on to `?next=`, the page that asked."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = place_form(request, tournament)
    if request.method == "POST" and form.is_valid():
        with refusal_as_error(form):
            choose_place_rule(tournament=tournament, actor=request.user, **form.cleaned_data)
            messages.success(request, _("This holds for the whole tournament. It stands below the ranking."))
            return redirect(_next(request) or reverse("place_rule", args=[slug]))
    context = {
        "tournament": tournament, "nav": "tournament", "form": form, "next": _next(request),
        **places_context(tournament), "history": place_rules(tournament),
    }  # fmt: skip
    return render(request, "place_rules/place_rule.html", context, status=422 if form.errors else 200)


def place_form(request: Request, tournament: Tournament) -> PlaceRuleForm:
    """Return the form with what is chosen now; where nothing is, nothing is proposed for the leavers."""
    places = places_of(tournament)
    initial = {"leavers": places.leavers or None, "ranks_late_players": "yes" if places.ranks_late_players else "no"}
    bound = request.POST if request.method == "POST" and "leavers" in request.POST else None
    changes = bool(places.leavers and tournament.frozen_ruleset)
    return PlaceRuleForm(bound, ruleset=tournament.ruleset, changes=changes, initial=initial)


def places_context(tournament: Tournament) -> dict[str, Any]:
    """Return what a page on which somebody leaves says about the places."""
    places = places_of(tournament)
    return {"places": places, "place_sentences": place_sentences(places, tournament.ruleset)}


def refused_leaving(request: Request, slug: str, refused: Refused, back: HttpResponseRedirect) -> HttpResponse:
    """Answer that somebody cannot leave now: by the question about the places where that is what is missing."""
    messages.error(request, str(refused))
    if refused.code == "place_rule_open" and permissions.manage_tournament(request.user):
        return redirect(f"{reverse('place_rule', args=[slug])}?{urlencode({'next': back.url})}")
    return back


def _next(request: Request) -> str:
    """Return the page of ours to go on with, or ""."""
    address = request.POST.get("next") or request.GET.get("next", "")
    return address if url_has_allowed_host_and_scheme(address, None) and address.startswith("/") else ""
