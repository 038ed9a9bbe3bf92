"""The list before the draw: closing it, opening it again, and adding a house player who fills up a table."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament import permissions
from tournament.draw.forms.draw import CloseForm
from tournament.draw.selectors.draw import closed_list, preflight
from tournament.draw.services import closed_lists as services
from tournament.draw.views.draw import act, answer, drawn_meanwhile, match_or_404, page_of, preflight_page
from tournament.models import ClosedList, Match
from tournament.participants.forms.participants import HousePlayerForm
from tournament.participants.services.participants import add_participant
from tournament.permissions import Request, requires
from tournament.views.refusals import refusal_as_error, refusal_as_message


@requires(permissions.draw_lots)
@require_POST
def list_close(request: Request, slug: str, number: int) -> HttpResponse:
    """Close the list of a match; from now on its draw depends on chance alone."""
    match = match_or_404(slug, number)
    additional = "additional" in request.POST
    before = preflight(match, additional=additional)
    if before.closed is not None:
        _tell_closed(request, before.closed)
        return page_of(match, additional=before.additional)
    form = CloseForm(request.POST, before=before)
    refused = act(
        form, lambda data: services.close_list(match=match, actor=request.user, additional=additional, **data)
    )
    return answer(request, match, form, refused, additional=additional)


@requires(permissions.draw_lots)
@require_POST
def list_open(request: Request, slug: str, number: int) -> HttpResponse:
    """Open a closed list again, because somebody came or left."""
    match = match_or_404(slug, number)
    closed = closed_list(match)
    if closed is None:
        _tell_open(request, match)
    else:
        with refusal_as_message(request):
            services.reopen_list(closed=closed, actor=request.user)
            messages.success(request, _("The list is open again; nothing was drawn from it."))
    return page_of(match, additional=closed is not None and closed.first_table > 1)


@requires(permissions.draw_lots)
@require_POST
def list_renew(request: Request, slug: str, number: int) -> HttpResponse:
    """Open the list and close it again at once, with the same choices and whoever is on it now."""
    match = match_or_404(slug, number)
    closed = closed_list(match)
    if closed is None:
        _tell_open(request, match)
    else:
        with refusal_as_message(request):
            services.renew_list(closed=closed, actor=request.user)
            messages.success(request, _("The list was closed again: it has a new fingerprint."))
    return page_of(match, additional=closed is not None and closed.first_table > 1)


@requires(permissions.manage_participants)
@require_POST
def house_player(request: Request, slug: str, number: int) -> HttpResponse:
    """Register a house player who fills up a table; the form stays as long as somebody is missing."""
    match = match_or_404(slug, number)
    additional = "additional" in request.POST
    obstacle = None if additional else drawn_meanwhile(match)
    if obstacle is not None:
        messages.error(request, str(obstacle))
        return redirect("match", slug, number)
    form = HousePlayerForm(request.POST, tournament=match.tournament)
    if form.is_valid() and _add(request, match, form):
        page = "additional_tables" if additional else "match"
        return redirect(f"{reverse(page, args=[slug, number])}?house")
    return preflight_page(request, preflight(match, additional=additional), house=form)


def _add(request: Request, match: Match, form: HousePlayerForm) -> bool:
    with refusal_as_error(form, twice="last_name"):
        player = add_participant(tournament=match.tournament, actor=request.user, house=True, **form.cleaned_data)
        values = {"number": player.start_number, "name": player}
        messages.success(request, _("Start number %(number)s: %(name)s.") % values)
        return True
    return False


def _tell_closed(request: Request, closed: ClosedList) -> None:
    values = {
        "name": closed.closed_by.full_name,
        "time": date_format(localtime(closed.closed_at), "SHORT_DATETIME_FORMAT"),
    }
    messages.info(request, _("The list is closed already: %(name)s, %(time)s.") % values)


def _tell_open(request: Request, match: Match) -> None:
    """Say that somebody else was faster: the list is drawn from already, or open."""
    obstacle = drawn_meanwhile(match)
    if obstacle is not None:
        messages.error(request, str(obstacle))
    else:
        messages.info(request, _("The list is open already."))
