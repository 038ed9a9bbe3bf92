"""The draw on paper: posters for the wall, cards for the tables, the list to be read out, the protocol."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from tournament import permissions
from tournament.devices.selectors.devices import table_codes
from tournament.draw.exports.draw_protocol import draw_protocol_pdf as protocol_pdf
from tournament.draw.exports.table_cards import Door, table_cards_page
from tournament.draw.exports.table_cards import table_cards_pdf as cards_pdf
from tournament.draw.exports.table_plan import SCALES, by_name_pdf, by_table_pdf
from tournament.draw.selectors.draw import published_draw
from tournament.draw.selectors.draw_protocol import draw_protocols
from tournament.draw.selectors.seats import last_exchange, packs, table_plan
from tournament.draw.views.draw import match_or_404
from tournament.enums import ShownName
from tournament.models import Draw
from tournament.network.known_browsers import card_key
from tournament.participants.selectors.public_names import public_names
from tournament.permissions import Request, requires
from tournament.views.addresses import printed_address
from tournament.views.documents import CARDS, part_or_404, parts_of, printed

POSTERS = {"name": by_name_pdf, "table": by_table_pdf}


@requires(permissions.see_hall)
@require_safe
def table_plan_pdf(request: Request, slug: str, number: int) -> HttpResponse:
    """Return the poster of a drawn match: `?by=name` from A to Z or `?by=table`, on `?size=a3` or `?size=a4`."""
    draw = _drawn_or_404(slug, number)
    by, paper = request.GET.get("by", "name"), request.GET.get("size", "a3")
    if by not in POSTERS or paper not in SCALES:
        raise Http404
    tournament, exchanged = draw.match.tournament, last_exchange(draw.match)
    plan = table_plan(tournament, number, public_names(tournament))  # it hangs on the wall
    word = pgettext("file name", "names") if by == "name" else pgettext("file name", "tables")
    name = f"{slug}-{number}-{word}-{paper}.pdf"

    def make() -> bytes:
        address = printed_address(request, "public_standings", slug)
        return POSTERS[by](plan, draw, paper=paper, exchanged=exchanged, address=address)

    return printed(request, tournament, make, name)


@requires(permissions.arrange_devices)
@require_safe
def table_cards_pdf(request: Request, slug: str, number: int) -> HttpResponse:
    """Return the table cards as everyone sits now. A large hall's come in parts; without `?part=` a page lists them."""
    draw = _drawn_or_404(slug, number)
    tournament, tables = draw.match.tournament, table_plan(draw.match.tournament, number).tables
    parts = parts_of(len(tables), CARDS)
    if len(parts) > 1 and "part" not in request.GET:
        return redirect("documents", slug)
    first, last = part_or_404(request, parts)
    cards, numbers, exchanged = tables[first - 1 : last], packs(tournament, number), last_exchange(draw.match)
    address = printed_address(request, "public_standings", slug)
    # Where no phone can reach the address, the card has nothing to scan and no code to type.
    codes = table_codes(draw.match) if address else {}
    doors = {
        table: Door(
            address=printed_address(request, "table_page", slug, number, table), key=card_key(sheet, code), code=code
        )
        for table, (sheet, code) in codes.items()
    }
    word = pgettext("file name", "cards")
    name = f"{slug}-{number}-{word}.pdf"

    def make() -> bytes:
        page = table_cards_page(draw.match, cards, numbers, address=address, exchanged=exchanged, doors=doors)
        return cards_pdf(draw.match, page)

    return printed(request, tournament, make, name)


@requires(permissions.see_hall)
@require_safe
def announcement(request: Request, slug: str, number: int) -> HttpResponse:
    """Show the list to be read out at the microphone, table by table, from a tablet or on paper."""
    draw = _drawn_or_404(slug, number)
    plan = table_plan(draw.match.tournament, number, public_names(draw.match.tournament))  # the hall hears it
    context = {"tournament": draw.match.tournament, "match": draw.match, "plan": plan, "nav": "matches"}
    context |= {"draw": draw, "exchanged": last_exchange(draw.match)}
    context |= {"unnamed": any(seat.shown != ShownName.NAME for seat in plan.by_name)}
    return render(request, "draw_documents/announcement.html", context)


@requires(permissions.see_hall)
@require_safe
def draw_protocol_pdf(request: Request, slug: str, number: int) -> HttpResponse:
    """Return the protocols of all draws in force, or of any `?draw=1`. Unlike the public file they name the players, as
    the hall may read them: it hangs on the wall."""
    match = match_or_404(slug, number)
    text = request.GET.get("draw", "")
    if text and not (text.isascii() and text.isdecimal() and len(text) < 5):
        raise Http404
    protocols = draw_protocols(match, int(text) if text else None, names=public_names(match.tournament))
    if not protocols:
        raise Http404
    first_draw = (*protocols[0].originals, protocols[0])[0].draw
    address = printed_address(request, "public_draw", slug, first_draw.match.number)
    word, ending = pgettext("file name", "draw"), f"-{text}" if text else ""
    name = f"{slug}-{number}-{word}{ending}.pdf"
    return printed(request, match.tournament, lambda: protocol_pdf(*protocols, address=address), name)


def _drawn_or_404(slug: str, number: int) -> Draw:
    """Return the draw of a match that is in force, with match and tournament loaded."""
    match = match_or_404(slug, number)
    draw = published_draw(match)
    if draw is None:
        raise Http404
    draw.match = match
    return draw
