"""The draw: drawing the lots, their protocol for everyone, and the table plan to print."""

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament import permissions
from tournament.models import Draw, Match
from tournament.permissions import Request, public, requires
from tournament.refusals import Refused
from tournament.selectors.seats import newest_drawn
from tournament.selectors.seats import table_plan as places
from tournament.services.draw import draw_match


@requires(permissions.draw_lots)
@require_POST
def draw(request: Request, slug: str, number: int) -> HttpResponse:
    """Draw the match among the participants whose list hash the page showed."""
    match = get_object_or_404(Match.objects.select_related("tournament"), tournament__slug=slug, number=number)
    try:
        draw_match(match=match, actor=request.user, entrants_hash=request.POST.get("entrants_hash", ""))
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The lots of match %(match)s are drawn and published.") % {"match": number})
    return redirect("match", slug, number)


@requires(public)
@require_safe
def draw_protocol(request: Request, slug: str, number: int) -> HttpResponse:
    """The published draw as a file that `python -m tournament.lots verify` recomputes: start numbers, no names."""
    found = get_object_or_404(Draw, match__tournament__slug=slug, match__number=number)
    protocol = {
        "tournament": slug,
        "match": number,
        "drawn_at": found.drawn_at.isoformat(),
        "algorithm": found.algorithm,
        "entrants": found.entrants,
        "entrants_hash": found.entrants_hash,
        "seed": found.seed,
        "lots": found.lots,
    }
    answer = JsonResponse(protocol)
    answer["Content-Disposition"] = f'attachment; filename="{slug}-{number}-lots.json"'
    return answer


@requires(permissions.see_hall)
@require_safe
def table_plan(request: Request, slug: str, number: int) -> HttpResponse:
    """The posters for the wall: by table, or from A to Z with `?by=name`."""
    match = get_object_or_404(Match.objects.select_related("tournament"), tournament__slug=slug, number=number)
    if number not in newest_drawn(match.tournament):
        raise Http404
    context = {
        "tournament": match.tournament,
        "match": match,
        "nav": "matches",
        "by": "name" if request.GET.get("by") == "name" else "table",
        "plan": places(match.tournament, number),
    }
    return render(request, "draw/table_plan.html", context)
