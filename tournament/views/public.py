"""Pages without a login, and without dates of birth: tables, seat search, and the version that live pages ask for."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournament.draw.selectors.seats import find_seat, new_lots_follow, newest_drawn, table_plan
from tournament.models import Tournament
from tournament.participants.selectors.public_names import public_names
from tournament.permissions import Request, public, requires
from tournament.views.answer_versions import as_released, hall_version_of, share


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
def public_tables(request: Request, slug: str) -> HttpResponse:
    """Show the table plan of the newest drawn match, or of `?match=1`; 204 for a page that is up to date."""
    tournament = get_object_or_404(Tournament, slug=slug)
    version = hall_version_of(request, tournament)
    share(request)
    if request.htmx and request.GET.get("v") == str(version):
        return HttpResponse(status=204)
    newest = newest_drawn(tournament)
    text = request.GET.get("match", "")
    if text and text not in map(str, newest):
        raise Http404
    context = {"tournament": tournament, "version": version, "drawn": newest, "wanted": text}
    context["new_lots"] = new_lots_follow(tournament)
    if newest:
        match = int(text) if text else newest[0]
        context |= {"match": match, "plan": table_plan(tournament, match, public_names(tournament))}
    return render(request, "public/_tables.html" if request.htmx else "public/public_tables.html", context)


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
@as_released
def public_seat(request: Request, slug: str) -> HttpResponse:
    """Show table, seat and opponents for a name or start number; 204 for a page that is up to date."""
    tournament = get_object_or_404(Tournament, slug=slug)
    version = hall_version_of(request, tournament)
    if request.htmx and request.GET.get("v") == str(version):
        return HttpResponse(status=204)
    text = request.GET.get("q", "").strip()
    if not text:
        share(request)
    context = {
        "tournament": tournament,
        "version": version,
        "text": text,
        "by_name": bool(text) and not text.isdecimal(),
        "drawn": newest_drawn(tournament),
        "new_lots": new_lots_follow(tournament),
        "search": find_seat(tournament, text),
    }
    return render(request, "public/_seat.html" if request.htmx else "public/public_seat.html", context)


@requires(public)
@require_safe
@cache_control(no_store=True)
def public_version(request: Request, slug: str) -> HttpResponse:
    """Return the number that grows with every change of the tournament, as text; 204 where `?v=` is that number."""
    version = hall_version_of(request, get_object_or_404(Tournament, slug=slug))
    share(request)
    if request.GET.get("v") == str(version):
        return HttpResponse(status=204)
    return HttpResponse(str(version), content_type="text/plain")
