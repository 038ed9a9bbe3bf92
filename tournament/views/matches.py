"""The matches of a tournament: the list, and the page of one match before and after its draw."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from tournament import permissions
from tournament.draw.selectors.draw import preflight
from tournament.draw.views.draw import match_page, preflight_page
from tournament.enums import MatchState
from tournament.models import Match, Tournament
from tournament.permissions import Request, requires
from tournament.selectors.matches import match_lines, match_overview
from tournament.views.addresses import local_only
from tournament.views.answer_versions import version_of


@requires(permissions.see_hall)
@require_safe
def matches(request: Request, slug: str) -> HttpResponse:
    """Show all matches and how far they are."""
    tournament = get_object_or_404(Tournament, slug=slug)
    return render(request, "matches/matches.html", {"tournament": tournament, "lines": match_lines(tournament)})


@requires(permissions.see_hall)
@require_safe
def match(request: Request, slug: str, number: int) -> HttpResponse:
    """Show what the draw needs, and after it the sheets; 204 for a page that is up to date."""
    row = get_object_or_404(Match.objects.select_related("tournament"), tournament__slug=slug, number=number)
    if not request.htmx:
        return preflight_page(request, preflight(row)) if row.state == MatchState.PLANNED else match_page(request, row)
    version = version_of(request, row.tournament)
    if request.GET.get("v") == str(version):
        return HttpResponse(status=204)
    if row.state == MatchState.PLANNED:
        # The lots were taken back elsewhere, so the polling page must load another page.
        return HttpResponseClientRefresh()
    context = {"tournament": row.tournament, "match": row, "version": version}
    return render(
        request,
        "matches/_sheets.html",
        context | {"overview": match_overview(row), "local_only": local_only(request)},
    )
