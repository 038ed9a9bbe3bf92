"""Who is present: ticked off at the door by start number or name, or all at once; and those who did not come."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament import permissions
from tournament.draw.views.place_rules import refused_leaving
from tournament.models import Tournament
from tournament.participants.forms.participants import ArrivalForm
from tournament.participants.services import arrivals as services
from tournament.participants.views.participants import Ticked, back, desk_page, door_part, list_part, participant_or_404
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.views.refusals import refusal_as_message


@requires(permissions.manage_participants)
@require_POST
def arrival(request: Request, slug: str) -> HttpResponse:
    """Tick off by start number or name; the field is emptied and keeps the cursor."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = ArrivalForm(request.POST, tournament=tournament)
    ticked = None
    if form.is_valid():
        who = form.cleaned_data["who"]
        try:
            new = services.set_arrived(participant=who, arrived=True, actor=request.user)
        except Refused as refused:
            form.add_error("q", str(refused))
        else:
            ticked = Ticked(number=who.start_number, name=who.list_name, already=not new, remark=who.remark)
    if request.htmx:
        return door_part(request, tournament, form, ticked)
    if ticked is None:
        return desk_page(request, tournament, arrival=form)
    already = "&already" if ticked.already else ""
    return redirect(f"{reverse('participants', args=[slug])}?ticking={ticked.number}{already}")


@requires(permissions.manage_participants)
@require_POST
def participant_arrived(request: Request, slug: str, start_number: int) -> HttpResponse:
    return _set(request, slug, start_number, True)


@requires(permissions.manage_participants)
@require_POST
def participant_left(request: Request, slug: str, start_number: int) -> HttpResponse:
    return _set(request, slug, start_number, False)


@requires(permissions.manage_participants)
@require_POST
def all_arrived(request: Request, slug: str) -> HttpResponse:
    return _set_all(request, slug, True)


@requires(permissions.manage_participants)
@require_POST
def all_left(request: Request, slug: str) -> HttpResponse:
    """Remove every tick, so that presence plays no role any more."""
    return _set_all(request, slug, False)


@requires(permissions.manage_participants)
@require_POST
def absent_withdraw(request: Request, slug: str) -> HttpResponse:
    """Withdraw everyone who is not ticked off."""
    tournament = get_object_or_404(Tournament, slug=slug)
    try:
        people = services.withdraw_absent(tournament=tournament, actor=request.user)
    except Refused as refused:
        return refused_leaving(request, slug, refused, back(request, slug))
    text = ngettext("%(count)s participant is withdrawn.", "%(count)s participants are withdrawn.", len(people))
    messages.success(request, text % {"count": len(people)})
    return back(request, slug)


@requires(permissions.manage_participants)
@require_POST
def withdrawn_return(request: Request, slug: str) -> HttpResponse:
    """Take everyone back onto the list who was withdrawn."""
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusal_as_message(request):
        people = services.return_withdrawn(tournament=tournament, actor=request.user)
        text = ngettext("%(count)s participant plays again.", "%(count)s participants play again.", len(people))
        messages.success(request, text % {"count": len(people)})
    return back(request, slug)


def _set(request: Request, slug: str, start_number: int, arrived: bool) -> HttpResponse:
    participant = participant_or_404(slug, start_number)
    with refusal_as_message(request):
        services.set_arrived(participant=participant, arrived=arrived, actor=request.user)
    if request.htmx:
        return list_part(request, participant.tournament)
    if "match" in request.GET:
        return back(request, slug)
    # Keep the search, the order and the page of the list.
    return redirect(f"{reverse('participants', args=[slug])}?{urlencode(request.GET.dict())}")


def _set_all(request: Request, slug: str, arrived: bool) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusal_as_message(request):
        services.all_arrived(tournament=tournament, arrived=arrived, actor=request.user)
        sentence = _("Everyone on the list is there.") if arrived else _("All ticks are taken back.")
        messages.success(request, sentence)
    return back(request, slug)
