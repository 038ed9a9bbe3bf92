"""Poster and leaflet, in German or English, of any ruleset and of the one that a tournament is played by."""

from collections.abc import Callable
from functools import partial
from hashlib import sha256

from django.conf import settings
from django.core.cache import caches
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import get_language, override, pgettext
from django.views.decorators.http import require_safe

from scoring.ruleset import Ruleset
from tournament import permissions
from tournament.draw.selectors.place_rules import places_of
from tournament.models import Tournament
from tournament.permissions import Request, requires
from tournament.proof.exports.sealing import seal_fingerprint
from tournament.rulesets.exports.leaflet import leaflet_pdf
from tournament.rulesets.exports.poster import poster_pdf
from tournament.rulesets.views.rulesets import shown_or_404
from tournament.views.addresses import printed_address
from tournament.views.documents import printed

KEPT_SECONDS = 3600
Render = Callable[[Ruleset, Tournament | None], bytes]


@requires(permissions.see_hall)
@require_safe
def ruleset_poster(request: Request, ruleset_id: str) -> HttpResponse:
    """Return a ruleset's poster, of an own one the newest version or `?version=`; `?lang=` chooses the language."""
    return _of_ruleset(request, ruleset_id, poster_pdf, pgettext("file name", "poster"))


@requires(permissions.see_hall)
@require_safe
def ruleset_leaflet(request: Request, ruleset_id: str) -> HttpResponse:
    """Return a ruleset's leaflet; parameters as of the poster."""
    return _of_ruleset(request, ruleset_id, leaflet_pdf, pgettext("file name", "leaflet"))


@requires(permissions.see_hall)
@require_safe
def tournament_poster(request: Request, slug: str) -> HttpResponse:
    """Return the poster of a tournament's rules, with its name; `?lang=` chooses the language."""
    render = partial(poster_pdf, address=printed_address(request, "public_standings", slug))
    return _of_tournament(request, slug, render, pgettext("file name", "poster"))


@requires(permissions.see_hall)
@require_safe
def tournament_leaflet(request: Request, slug: str) -> HttpResponse:
    """Return the leaflet of a tournament's rules, with organiser and management (5.1.1)."""
    return _of_tournament(request, slug, leaflet_pdf, pgettext("file name", "leaflet"))


@requires(permissions.public)
@require_safe
def public_rules(request: Request, slug: str) -> HttpResponse:
    """Return the same leaflet for everyone. It is made once, or a hall of phones would keep the server busy."""
    tournament, language = get_object_or_404(Tournament, slug=slug), _language(request)
    rules = tournament.ruleset
    names = (tournament.name, tournament.day, tournament.place, tournament.organiser, tournament.management)
    content = (rules, *names, places_of(tournament), seal_fingerprint())
    key = f"leaflet-{language}-{sha256(repr(content).encode()).hexdigest()}"

    def cached_pdf() -> bytes:
        cache = caches["documents"]
        pdf: bytes | None = cache.get(key)
        if pdf is None:
            pdf = _in(language, leaflet_pdf, rules, tournament)
            cache.set(key, pdf, KEPT_SECONDS)
        return pdf

    word = pgettext("file name", "leaflet")
    return printed(request, reverse("public_standings", args=[slug]), cached_pdf, f"{slug}-{word}-{language}.pdf")


def _of_ruleset(request: Request, ruleset_id: str, render: Render, word: str) -> HttpResponse:
    rules, language = shown_or_404(request, ruleset_id).rules, _language(request)
    back = reverse("ruleset", args=[ruleset_id])
    return printed(request, back, lambda: _in(language, render, rules, None), f"{ruleset_id}-{word}-{language}.pdf")


def _of_tournament(request: Request, slug: str, render: Render, word: str) -> HttpResponse:
    tournament, language = get_object_or_404(Tournament, slug=slug), _language(request)
    rules = tournament.ruleset
    return printed(
        request, tournament, lambda: _in(language, render, rules, tournament), f"{slug}-{word}-{language}.pdf"
    )


def _language(request: Request) -> str:
    """Return the language that is asked for, else the reader's own."""
    language = request.GET.get("lang", get_language() or settings.LANGUAGE_CODE)
    if language not in dict(settings.LANGUAGES):
        raise Http404
    return language


def _in(language: str, render: Render, rules: Ruleset, tournament: Tournament | None) -> bytes:
    with override(language):
        return render(rules, tournament)
