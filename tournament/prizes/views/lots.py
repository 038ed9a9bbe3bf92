"""Lots before everybody: the management's page, the page on which anyone recomputes one, and the hall's screen."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from tournament import permissions
from tournament.models import Prize, PublicLot, Tournament
from tournament.permissions import Request, public, requires
from tournament.prizes.entry import entry_key
from tournament.prizes.selectors import awards_of
from tournament.prizes.selectors.lots import ShownLot, needed_lots, shown_lots
from tournament.prizes.services.lots import close_prize_lot, close_tie_lot, draw_lot, give_up_lot
from tournament.views.addresses import printed_address
from tournament.views.answer_versions import as_released, hall_version_of
from tournament.views.refusals import refusal_as_message

NUMBERS_LENGTH = 300


@requires(permissions.manage_prizes)
@require_http_methods(["GET", "HEAD", "POST"])
def prize_lots(request: Request, slug: str) -> HttpResponse:
    """Close lists, type the numbers of the hall, draw; and all lots so far."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if request.method == "POST":
        with refusal_as_message(request):
            messages.success(request, _act(request, tournament))
        return redirect("prize_lots", slug)
    awards = awards_of(tournament)
    prizes, ties = needed_lots(tournament, awards)
    rows = shown_lots(tournament, for_management=True, awards=awards)
    waiting = {lot.row.prize_id for lot in rows if lot.is_open}
    context = {
        "tournament": tournament,
        "lots": rows,
        "prizes": [one for one in prizes if one.prize.pk not in waiting],
        "ties": ties if permissions.draw_tie_lots(request.user) else (),
        "nav": "prizes",
    }
    return render(request, "prizes/lots.html", context)


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
def public_lot(request: Request, slug: str, lot: int) -> HttpResponse:
    """Show a lot to everyone: its list, where its order comes from, and the button that recomputes it."""
    tournament = get_object_or_404(Tournament, slug=slug)
    return render(request, "prizes/public_lot.html", {"tournament": tournament, "lot": _lot_or_404(tournament, lot)})


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
def lot_file(request: Request, slug: str, lot: int) -> HttpResponse:
    """Return a lot as a file to recompute: start numbers, no names."""
    tournament = get_object_or_404(Tournament, slug=slug)
    answer = JsonResponse(_lot_or_404(tournament, lot).protocol | {"tournament": slug})
    answer["Content-Disposition"] = f'attachment; filename="{slug}-lot-{lot}.json"'
    return answer


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
@as_released
def screen_lot(request: Request, slug: str) -> HttpResponse:
    """Show the newest lot to the whole hall: the closed list with its digits, then the order."""
    tournament = get_object_or_404(Tournament, slug=slug)
    version = hall_version_of(request, tournament)
    return render(request, "prizes/screen_lot.html", lot_context(request, tournament) | {"version": version})


def lot_context(request: Request, tournament: Tournament) -> dict[str, Any]:
    """Return what prizes/_lot.html shows: the lot about which something was done last, and where to recompute it.

    One that was given up is not shown.
    """
    candidates = [lot for lot in shown_lots(tournament) if lot.row.given_up_at is None]
    newest = max(candidates, key=lambda lot: (lot.row.drawn_at or lot.row.closed_at, lot.row.pk), default=None)
    address = printed_address(request, "public_lot", tournament.slug, newest.number) if newest else ""
    return {"tournament": tournament, "lot": newest, "address": address}


def _act(request: Request, tournament: Tournament) -> str:
    """Do what was asked for; return a sentence."""
    posted = request.POST
    if "prize" in posted:
        prize = get_object_or_404(Prize, tournament=tournament, number=entry_key(posted["prize"]))
        close_prize_lot(tournament=tournament, actor=request.user, prize=prize)
        return _("The list is closed. Now let people in the hall call out numbers.")
    if "tie" in posted:
        close_tie_lot(tournament=tournament, actor=request.user, member=entry_key(posted["tie"]))
        return _("The list is closed. Now let people in the hall call out numbers.")
    if "give_up" in posted:
        give_up_lot(lot=_row_or_404(tournament, posted["give_up"]), actor=request.user)
        return _("The list is given up.")
    numbers = posted.get("numbers", "")[:NUMBERS_LENGTH].replace(",", " ").split()
    draw_lot(lot=_row_or_404(tournament, posted.get("draw", "")), actor=request.user, numbers=numbers)
    return _("The lot is drawn.")


def _row_or_404(tournament: Tournament, text: str) -> PublicLot:
    return get_object_or_404(PublicLot, tournament=tournament, pk=entry_key(text))


def _lot_or_404(tournament: Tournament, number: int) -> ShownLot:
    for lot in shown_lots(tournament):
        if lot.number == number:
            return lot
    raise Http404
