"""Lots at the door at the desk: opening it, drawing for whoever comes in, the last tables, closing it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament import permissions
from tournament.draw.forms.door import DoorForm
from tournament.draw.selectors.door import door_desk, open_door
from tournament.draw.selectors.draw import preflight
from tournament.draw.services import door as services
from tournament.draw.views.draw import match_or_404
from tournament.models import DoorLots, Match
from tournament.permissions import Request, requires
from tournament.views.refusals import refusal_as_error, refusal_as_message

# No start number has more.
MOST_DIGITS = 8


@requires(permissions.manage_participants)
@require_safe
def door_lots(request: Request, slug: str, number: int) -> HttpResponse:
    """Show the lot that was drawn last, or that of `?number=`, the free seats, and what is open at the end."""
    match = match_or_404(slug, number)
    door = open_door(match)
    return redirect("match", slug, number) if door is None else _page(request, match, door, DoorForm())


@requires(permissions.draw_lots)
@require_POST
def door_open(request: Request, slug: str, number: int) -> HttpResponse:
    """Begin to draw lots at the door."""
    with refusal_as_message(request):
        services.open_door_lots(match=match_or_404(slug, number), actor=request.user)
    return redirect("door_lots", slug, number)


@requires(permissions.manage_participants)
@require_POST
def door_draw(request: Request, slug: str, number: int) -> HttpResponse:
    """Draw the lot of whoever has this start number."""
    match, form = match_or_404(slug, number), DoorForm(request.POST)
    if form.is_valid():
        participant = match.tournament.participants.filter(start_number=form.cleaned_data["number"]).first()
        if participant is None:
            form.add_error("number", _("Nobody has this start number."))
        else:
            with refusal_as_error(form, withdrawn="number", no_seat_left="number", under_age="number"):
                services.draw_at_door(participant=participant, actor=request.user)
                return redirect(f"{reverse('door_lots', args=[slug, number])}?number={participant.start_number}")
    door = open_door(match)
    return redirect("match", slug, number) if door is None else _page(request, match, door, form)


@requires(permissions.manage_participants)
@require_POST
def door_tables(request: Request, slug: str, number: int) -> HttpResponse:
    """Say that the last tables are open, or open more after all."""
    with refusal_as_message(request):
        tournament = match_or_404(slug, number).tournament
        services.announce_tables(tournament=tournament, last="last" in request.POST, actor=request.user)
    return redirect("door_lots", slug, number)


@requires(permissions.draw_lots)
@require_POST
def door_close(request: Request, slug: str, number: int) -> HttpResponse:
    """Close the door: the lots are published, and the sheets are open."""
    with refusal_as_message(request):
        services.close_door(match=match_or_404(slug, number), actor=request.user)
        messages.success(request, _("The lots of match %(match)s are drawn and published.") % {"match": number})
        return redirect("match", slug, number)
    return redirect("door_lots", slug, number)


@requires(permissions.draw_lots)
@require_POST
def door_call_off(request: Request, slug: str, number: int) -> HttpResponse:
    """Call the lots at the door off: nobody has a seat."""
    with refusal_as_message(request):
        services.call_off_door(match=match_or_404(slug, number), actor=request.user)
        messages.success(request, _("The lots at the door are called off; they stay on record."))
    return redirect("match", slug, number)


def _page(request: Request, match: Match, door: DoorLots, form: DoorForm) -> HttpResponse:
    door.match = match
    number_text = request.GET.get("number", "")[:MOST_DIGITS]
    context = {
        "tournament": match.tournament,
        "match": match,
        "nav": "matches",
        "desk": door_desk(door, int(number_text) if number_text.isascii() and number_text.isdecimal() else None),
        "obstacles": preflight(match).obstacles,
        "form": form,
        "may_draw": permissions.draw_lots(request.user),
    }
    return render(request, "draw/door.html", context)
