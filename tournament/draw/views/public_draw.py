"""The draw for everyone: the closed list, the lots, where they come from, and the protocol to recompute them."""

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournament.draw.selectors.public_draw import draw_version
from tournament.draw.selectors.public_draw import public_draw as draw_for_everyone
from tournament.models import Draw, Match
from tournament.permissions import Request, public, requires
from tournament.selectors.progress import match_numbers


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
def public_draw(request: Request, slug: str, number: int) -> HttpResponse:
    """Show the draw of a match, with the button that recomputes it; 204 for a page that is up to date."""
    match = get_object_or_404(Match.objects.select_related("tournament"), tournament__slug=slug, number=number)
    if request.htmx and request.GET.get("v") == draw_version(match):
        return HttpResponse(status=204)
    content, text = draw_for_everyone(match, in_public=True), request.GET.get("number", "").strip()
    context = {
        "tournament": match.tournament,
        "match": match,
        "shown": content,
        "matches": match_numbers(match.tournament),
        "asked": text,
        "own": content.lot_of(text),
        "nav": "public_tables",
    }
    return render(request, "public_draw/_draw.html" if request.htmx else "public_draw/public_draw.html", context)


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
def draw_protocol(request: Request, slug: str, number: int) -> HttpResponse:
    """Return the draw that seated the match, or any `?draw=1`, as a file to recompute: start numbers, no names."""
    draws = Draw.objects.filter(match__tournament__slug=slug, match__number=number).order_by("number")
    text = request.GET.get("draw", "")
    if text and not (text.isascii() and text.isdecimal() and len(text) < 5):
        raise Http404
    draw = (draws.filter(number=text) if text else draws.filter(discard=None)).first()
    if draw is None:
        raise Http404
    origin = {"tournament": slug, "draw": draw.number, "drawn_at": draw.drawn_at.isoformat()}
    answer = JsonResponse(draw.protocol | origin)
    name = f"{slug}-{number}-lots.json" if not text else f"{slug}-{number}-lots-{draw.number}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
