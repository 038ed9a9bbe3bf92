"""The pages for the projector, without a login: the seats from A to Z, the draw while it happens, and the standings."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournament.exports.witnesses import Witness
from tournament.models import Match, Tournament
from tournament.participants.selectors.seats_left import seats_left, waiting_list
from tournament.permissions import Request, public, requires
from tournament.selectors.screen_pages import draw_scene, seats_scene
from tournament.standings.selectors.words import progress_text, state_sentences, void_sentences
from tournament.standings.views.cache import Shared, asked_page, shared_standings
from tournament.views.addresses import hall_address
from tournament.views.answer_versions import as_released, hall_version_of, made_from

LINES_A_SCREEN = 10


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
def screen_seats(request: Request, slug: str) -> HttpResponse:
    """Show everyone from A to Z with table and seat, of the newest drawn match or `?match=1`; before a draw, the
    waiting page."""
    tournament = get_object_or_404(Tournament, slug=slug)
    text = request.GET.get("match", "")
    numbers = map(str, tournament.matches.values_list("number", flat=True))
    if text and text not in numbers:
        raise Http404
    # Read the version first, so that the next poll also finds a change made while the page is built.
    version = hall_version_of(request, tournament)
    context = seats_context(request, tournament, int(text) if text else None)
    return render(request, "screen_pages/seats.html", context | {"version": version})


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
def screen_seats_left(request: Request, slug: str) -> HttpResponse:
    """Show at the door how many seats are left, who waits and who is called: start numbers, never names."""
    tournament = get_object_or_404(Tournament, slug=slug)
    version = hall_version_of(request, tournament)
    context = seats_left_context(tournament) | {"version": version}
    return render(request, "screen_pages/seats_left.html", context)


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
def screen_draw(request: Request, slug: str, number: int) -> HttpResponse:
    """Show the draw of a match to the whole hall: the closed list, then the lots going to their tables."""
    match = get_object_or_404(Match.objects.select_related("tournament"), tournament__slug=slug, number=number)
    version = hall_version_of(request, match.tournament)
    return render(request, "screen_pages/draw.html", draw_context(request, match) | {"version": version})


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
@as_released
def screen_ranking(request: Request, slug: str) -> HttpResponse:
    """Show one page of the public ranking to the whole hall, `?page=2` another; the script goes on by itself."""
    tournament = get_object_or_404(Tournament, slug=slug)
    version = hall_version_of(request, tournament)
    shared = shared_standings(request, tournament, version, asked_page(request) or 1, LINES_A_SCREEN)
    made_from(request, shared.version)
    return render(request, "screen_pages/ranking.html", ranking_context(request, tournament, shared))


def seats_context(request: Request, tournament: Tournament, match: int | None = None) -> dict[str, Any]:
    """Return what screen_pages/_seats.html shows: the newest drawn match, or `match`."""
    content = seats_scene(tournament, match)
    context: dict[str, Any] = {"tournament": tournament, "scene": content}
    if content.witnessed:
        context["witness"] = Witness(content.witnessed)
    return context | _host(request)


def seats_left_context(tournament: Tournament) -> dict[str, Any]:
    """Return what screen_pages/_seats_left.html shows."""
    queue = waiting_list(tournament)
    return {
        "tournament": tournament,
        "seats": seats_left(tournament),
        "calls": [one.start_number for one in queue if one.called_at],
        "waits": [one.start_number for one in queue if not one.called_at],
    }


def draw_context(request: Request, match: Match) -> dict[str, Any]:
    """Return what screen_pages/_draw.html shows. The match's tournament is loaded."""
    return {"tournament": match.tournament, "scene": draw_scene(match), "match": match} | _host(request)


def ranking_context(request: Request, tournament: Tournament, shared: Shared) -> dict[str, Any]:
    """Return what screen_pages/_ranking.html shows: one page of the ranking."""
    ranking = shared.standings
    context = {
        "tournament": tournament, "shared": shared, "standings": ranking, "hall": shared.ranking,
        "progress": "" if shared.ranking.held_back else progress_text(ranking),
        "provisional": state_sentences(ranking), "void": void_sentences(ranking),
        "begun": any(line.counts for line in ranking.lines),
    }  # fmt: skip
    return context | _host(request)


def _host(request: Request) -> dict[str, str]:
    """Return the beginning of addresses on the projector, "" if they would work only on this computer."""
    return {"host": hall_address(request).partition("//")[2]}
