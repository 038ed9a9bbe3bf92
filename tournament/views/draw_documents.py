"""Paper of the draw: posters for the wall, cards for the tables, the list to be read out, the protocol."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from tournament import permissions
from tournament.exports.table_plan import SCALES, by_name_pdf, by_table_pdf
from tournament.models import Draw, Match
from tournament.permissions import Request, requires
from tournament.selectors.draw import published_draw
from tournament.selectors.seats import table_plan
from tournament.views.documents import printed

POSTERS = {"name": by_name_pdf, "table": by_table_pdf}


@requires(permissions.see_hall)
@require_safe
def table_plan_pdf(request: Request, slug: str, number: int) -> HttpResponse:
    """The poster of a drawn match: `?by=name` from A to Z or `?by=table`, on `?size=a3` or `?size=a4`."""
    draw = _drawn_or_404(slug, number)
    by, paper = request.GET.get("by", "name"), request.GET.get("size", "a3")
    if by not in POSTERS or paper not in SCALES:
        raise Http404
    plan = table_plan(draw.match.tournament, number)
    word = pgettext("file name", "tables")
    name = f"{slug}-{number}-{word}-{by}-{paper}.pdf"
    return printed(request, draw.match.tournament, lambda: POSTERS[by](plan, draw, paper=paper), name)


def _drawn_or_404(slug: str, number: int) -> Draw:
    """The draw of a match that holds, with its match and tournament."""
    match = get_object_or_404(Match.objects.select_related("tournament"), tournament__slug=slug, number=number)
    draw = published_draw(match)
    if draw is None:
        raise Http404
    draw.match = match
    return draw
