"""Lots drawn by hand: what is wrong or missing while they are typed. Writes nothing; draw.py publishes them."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from tournament import permissions
from tournament.draw.forms.hand_lots import HandForm
from tournament.draw.selectors.draw import closed_list
from tournament.draw.views.draw import match_or_404
from tournament.enums import LotSource
from tournament.permissions import Request, requires


@requires(permissions.draw_lots)
@require_POST
def lots_check(request: Request, slug: str, number: int) -> HttpResponse:
    """Show the tables as far as their lots are typed, and which lines are wrong."""
    closed = closed_list(match_or_404(slug, number))
    if closed is None or closed.source != LotSource.HAND:
        raise Http404
    return render(request, "draw/_hand_lots.html", {"form": HandForm(request.POST, closed=closed, unfinished=True)})
