"""The pages for the projector, without a login: the board from A to Z, and the draw as it happens."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournament.exports.witnesses import Witness
from tournament.models import Match, Tournament
from tournament.permissions import Request, public, requires
from tournament.selectors import live
from tournament.selectors.hall import board, show
from tournament.views.addresses import local_only


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
def public_board(request: Request, slug: str) -> HttpResponse:
    """Everyone from A to Z with table and seat: of the newest drawn match or of `?match=1`; before, what is awaited."""
    tournament = get_object_or_404(Tournament, slug=slug)
    wanted = request.GET.get("match", "")
    numbers = map(str, tournament.matches.values_list("number", flat=True))
    if wanted and wanted not in numbers:
        raise Http404
    # The version comes first: what changes while the page is made is news to it.
    version = live.tournament_version(tournament)
    shown = board(tournament, int(wanted) if wanted else None)
    context = {"tournament": tournament, "version": version, "board": shown}
    if shown.witnessed:
        context["witness"] = Witness(shown.witnessed)
    return render(request, "hall/public_board.html", context | _host(request))


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
def draw_show(request: Request, slug: str, number: int) -> HttpResponse:
    """The draw of a match for the whole hall: the closed list, then the lots going to their tables."""
    match = get_object_or_404(Match.objects.select_related("tournament"), tournament__slug=slug, number=number)
    version = live.tournament_version(match.tournament)
    context = {"tournament": match.tournament, "version": version, "show": show(match), "match": match}
    return render(request, "hall/draw_show.html", context | _host(request))


def _host(request: Request) -> dict[str, str]:
    """What addresses begin with on the projector: one of this computer alone is no help to the phones in the hall."""
    return {"host": "" if local_only(request) else request.get_host()}
