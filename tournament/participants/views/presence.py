"""Who is there for a match: the ticks against the chairs, who left, who follows, and the ways of a late comer."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament import permissions
from tournament.enums import LIST_IS_OPEN
from tournament.models import Match
from tournament.participants.forms.participants import ArrivalForm
from tournament.participants.selectors.presence import presence as presence_of
from tournament.participants.services import arrivals as services
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.views.refusals import refusal_as_message


@requires(permissions.manage_participants)
@require_safe
def presence(request: Request, slug: str, number: int) -> HttpResponse:
    match = _match_or_404(slug, number)
    return _page(request, match, ArrivalForm(tournament=match.tournament))


@requires(permissions.manage_participants)
@require_POST
def presence_begin(request: Request, slug: str, number: int) -> HttpResponse:
    """Tick off anew for this match."""
    with refusal_as_message(request):
        services.begin_presence(match=_match_or_404(slug, number), actor=request.user)
    return redirect("presence", slug, number)


@requires(permissions.manage_participants)
@require_POST
def presence_tick(request: Request, slug: str, number: int) -> HttpResponse:
    """Tick off by start number or name; the field keeps the cursor."""
    match = _match_or_404(slug, number)
    form = ArrivalForm(request.POST, tournament=match.tournament)
    if form.is_valid():
        who = form.cleaned_data["who"]
        try:
            services.set_arrived(participant=who, arrived=True, actor=request.user)
        except Refused as refused:
            form.add_error("q", str(refused))
        else:
            messages.success(request, _("There: %(name)s") % {"name": who.numbered_list_name})
            return redirect("presence", slug, number)
    return _page(request, match, form)


def _page(request: Request, match: Match, form: ArrivalForm) -> HttpResponse:
    context: dict[str, Any] = {"tournament": match.tournament, "match": match, "presence": presence_of(match)}
    context |= {"form": form, "open": match.tournament.state in LIST_IS_OPEN, "nav": "participants"}
    context["gives_seats"] = permissions.exchange_seats(request.user)
    context["may_draw"] = permissions.draw_lots(request.user)
    return render(request, "participants/presence.html", context)


def _match_or_404(slug: str, number: int) -> Match:
    rows = Match.objects.select_related("tournament")
    return get_object_or_404(rows, tournament__slug=slug, number=number)
