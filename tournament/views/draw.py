"""The draw: closing the list, drawing the lots, taking them back, and the table plan to print."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament import permissions
from tournament.forms.draw import CloseForm, DiscardForm, HallForm
from tournament.models import ClosedList, Draw, Match
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.selectors.draw import Preflight, closed_list, discarded_draws, preflight
from tournament.selectors.seats import newest_drawn
from tournament.selectors.seats import table_plan as places
from tournament.services import closed_lists
from tournament.services import draw as services


@requires(permissions.draw_lots)
@require_POST
def list_close(request: Request, slug: str, number: int) -> HttpResponse:
    """Close the list of a match: from now on its draw depends on chance alone."""
    match = _match_or_404(slug, number)
    before = preflight(match)
    form = CloseForm(request.POST, before=before)
    if _done(form, lambda data: closed_lists.close_list(match=match, actor=request.user, **data)):
        return redirect("match", slug, number)
    return preflight_page(request, before, form)


@requires(permissions.draw_lots)
@require_POST
def list_open(request: Request, slug: str, number: int) -> HttpResponse:
    """Open a closed list again: somebody came or left."""
    match = _match_or_404(slug, number)
    closed = closed_list(match)
    if closed is not None:
        _told(request, lambda: closed_lists.reopen_list(closed=closed, actor=request.user))
    return redirect("match", slug, number)


@requires(permissions.draw_lots)
@require_POST
def draw(request: Request, slug: str, number: int) -> HttpResponse:
    """Draw the match from its closed list and what the hall named."""
    match = _match_or_404(slug, number)
    before = preflight(match)
    if before.closed is None:
        problem = before.obstacles[0].refusal if before.obstacles else None
        messages.error(request, str(problem or _("The list is not closed yet. Please close it, then draw.")))
        return redirect("match", slug, number)
    closed = before.closed
    form = HallForm(request.POST, closed=closed)

    def lots_from(data: dict[str, Any]) -> Draw:
        hall, witnesses = data["hall"], data["witnesses"]
        return services.draw_match(closed=closed, actor=request.user, hall=hall, witnesses=witnesses)

    if not _done(form, lots_from):
        return preflight_page(request, before, form)
    messages.success(request, _("The lots of match %(match)s are drawn and published.") % {"match": number})
    return redirect("match", slug, number)


@requires(permissions.draw_lots)
@require_POST
def tables_keep(request: Request, slug: str, number: int) -> HttpResponse:
    """Everyone keeps table and seat, where the rules seat the players once for all matches."""
    match = _match_or_404(slug, number)
    if _told(request, lambda: services.keep_tables(match=match, actor=request.user)):
        messages.success(request, _("The tables stay as they are.") + " " + _("The sheets are open."))
    return redirect("match", slug, number)


@requires(permissions.draw_lots)
@require_POST
def draw_discard(request: Request, slug: str, number: int) -> HttpResponse:
    """Take published lots back before play, for a reason."""
    match = _match_or_404(slug, number)
    form = DiscardForm(request.POST)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        if _told(request, lambda: services.discard_draw(match=match, actor=request.user, reason=reason)):
            messages.success(request, _("The lots are taken back; their protocol is kept. Please draw anew."))
    else:
        messages.error(request, _("Nothing was changed: please give a reason of at most 200 characters."))
    return redirect("match", slug, number)


@requires(permissions.see_hall)
@require_safe
def table_plan(request: Request, slug: str, number: int) -> HttpResponse:
    """The posters for the wall: by table, or from A to Z with `?by=name`."""
    match = _match_or_404(slug, number)
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


def preflight_page(request: Request, before: Preflight, form: forms.Form | None = None) -> HttpResponse:
    """The page of a match that is not drawn: what stands in the way, closing the list, drawing."""
    fresh: forms.Form = HallForm(closed=before.closed) if before.closed else CloseForm(before=before)
    context = {
        "tournament": before.match.tournament,
        "match": before.match,
        "nav": "matches",
        "preflight": before,
        "form": form or fresh,
        "may_draw": permissions.draw_lots(request.user),
        "discarded": discarded_draws(before.match),
    }
    return render(request, "draw/preflight.html", context)


def _match_or_404(slug: str, number: int) -> Match:
    return get_object_or_404(Match.objects.select_related("tournament"), tournament__slug=slug, number=number)


def _done(form: forms.Form, act: Callable[[dict[str, Any]], ClosedList | Draw]) -> bool:
    """Do it with what was typed; what is refused stands beside its field, and what was typed stays."""
    if not form.is_valid():
        return False
    try:
        act(form.cleaned_data)
    except Refused as refused:
        field = refused.context.get("field")
        form.add_error(field if field in form.fields else None, str(refused))
        return False
    return True


def _told(request: Request, act: Callable[[], object]) -> bool:
    """Do it, or tell why not."""
    try:
        act()
    except Refused as refused:
        messages.error(request, str(refused))
        return False
    return True
