"""The draw: what must be done before it, drawing the lots, taking them back, and printing the table plan."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament import permissions
from tournament.draw.forms.draw import CloseForm, DiscardForm, HallForm
from tournament.draw.forms.hand_lots import HandForm
from tournament.draw.selectors.door import open_door
from tournament.draw.selectors.draw import (
    Preflight,
    closed_list,
    discarded_draws,
    hold_after,
    last_closing,
    preflight,
)
from tournament.draw.selectors.public_draw import public_draw
from tournament.draw.selectors.seats import newest_drawn
from tournament.draw.selectors.seats import table_plan as places
from tournament.draw.services import draw as services
from tournament.enums import LotSource, MatchState
from tournament.models import ClosedList, Draw, Match
from tournament.participants.forms.participants import HousePlayerForm
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.selectors import versions
from tournament.selectors.matches import match_overview
from tournament.views.addresses import local_only
from tournament.views.refusals import refusal_as_message


@requires(permissions.draw_lots)
@require_POST
def draw(request: Request, slug: str, number: int) -> HttpResponse:
    """Draw the match from the closed list that the page showed and from what the hall named."""
    match = match_or_404(slug, number)
    closed = closed_list(match)
    if closed is None or request.POST.get("closing") != str(closed.number):
        messages.error(request, str(drawn_meanwhile(match) or _other_list(closed)))
        return redirect("match", slug, number)
    form = _lots_form(closed, request.POST)

    def lots_from(data: dict[str, Any]) -> Draw:
        values = {"closed": closed, "actor": request.user, "witnesses": data["witnesses"]}
        if "places" in data:
            return services.enter_lots(places=data["places"], **values)
        return services.draw_match(hall=data["hall"], **values)

    refused = act(form, lots_from)
    if refused is None and form.is_valid():
        if form.closed_up:
            sentence = _("Spaces and dots were left out: %(numbers)s.") % {"numbers": ", ".join(form.closed_up)}
            messages.info(request, sentence)
        messages.success(request, _("The lots of match %(match)s are drawn and published.") % {"match": number})
    return answer(request, match, form, refused)


@requires(permissions.draw_lots)
@require_POST
def tables_keep(request: Request, slug: str, number: int) -> HttpResponse:
    """Let everyone keep table and seat, where the rules seat the players once for all matches."""
    match = match_or_404(slug, number)
    with refusal_as_message(request):
        services.keep_tables(match=match, actor=request.user)
        messages.success(request, _("The tables stay as they are.") + " " + _("The sheets are open."))
    return redirect("match", slug, number)


@requires(permissions.draw_lots)
@require_POST
def tables_move(request: Request, slug: str, number: int) -> HttpResponse:
    """Let everyone move on, where the rules move them by place or by seat."""
    match = match_or_404(slug, number)
    with refusal_as_message(request):
        services.move_tables(match=match, actor=request.user)
        messages.success(request, _("Everyone has moved on.") + " " + _("The sheets are open."))
    return redirect("match", slug, number)


@requires(permissions.draw_lots)
@require_POST
def draw_discard(request: Request, slug: str, number: int) -> HttpResponse:
    """Take published lots back before play, with a reason."""
    match = match_or_404(slug, number)
    form = DiscardForm(request.POST, ruleset=match.tournament.ruleset)
    refused = act(form, lambda data: services.discard_draw(match=match, actor=request.user, **data))
    if form.is_valid():
        messages.success(request, _("The lots are taken back; their protocol is kept. Please draw anew."))
        return redirect("match", slug, number)
    if match.state == MatchState.PLANNED:
        messages.error(request, str(refused or _("The lots of this match are taken back already.")))
        return redirect("match", slug, number)
    return match_page(request, match, form)


@requires(permissions.draw_lots)
@require_safe
def additional_tables(request: Request, slug: str, number: int) -> HttpResponse:
    """Show the way to additional tables for those without a seat in a match that is drawn."""
    match = match_or_404(slug, number)
    before = preflight(match, additional=True)
    if not before.additional or any(one.code == "not_drawn" for one in before.obstacles):
        return redirect("match", slug, number)
    return preflight_page(request, before)


@requires(permissions.see_hall)
@require_safe
def table_plan(request: Request, slug: str, number: int) -> HttpResponse:
    """Show the posters for the wall: by table, or from A to Z with `?by=name`."""
    match = match_or_404(slug, number)
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


def preflight_page(
    request: Request, before: Preflight, form: forms.Form | None = None, house: forms.Form | None = None
) -> HttpResponse:
    """Show a match that is not drawn: what stands in the way, closing the list, drawing."""
    match = before.match
    if form is not None and not before.obstacles:
        _lead_to_errors(request, form)
    house = house or HousePlayerForm(tournament=match.tournament)
    if house.is_bound or "house" in request.GET:
        wrong = next((name for name in house.fields if name in house.errors), "last_name")
        house.fields[wrong].widget.attrs["autofocus"] = True
    context = {
        "tournament": match.tournament,
        "match": match,
        "nav": "matches",
        "preflight": before,
        "form": form or _fresh_form(before),
        "house": house,
        "may_draw": permissions.draw_lots(request.user),
        "may_manage": permissions.manage_participants(request.user),
        "discarded": discarded_draws(match),
        "has_fees": match.tournament.fee_kinds.exists(),
        "door": open_door(match) if match.number == 1 and match.state == MatchState.PLANNED else None,
    }
    return render(request, "draw/preflight.html", context)


def match_page(request: Request, match: Match, form: DiscardForm | None = None) -> HttpResponse:
    """Show a drawn match, with what was typed as a reason to draw again."""
    content, overview = public_draw(match), match_overview(match)
    draws = [part.draw for part in (content, *content.additions) if part.draw]
    if form is not None:
        _lead_to_errors(request, form)
    context = {
        "tournament": match.tournament,
        "match": match,
        "version": versions.tournament_version(match.tournament),
        "nav": "matches",
        "overview": overview,
        "local_only": local_only(request),
        "shown": content,
        "draw": content.draw,
        "discarded": content.discarded,
    }
    if permissions.draw_lots(request.user) and draws:
        context |= {
            "may_draw": True,
            "newest": draws[-1],
            "lots_hold": hold_after(match, overview.written_from(draws[-1].first_table), overview.later),
            "discard_form": form or DiscardForm(ruleset=match.tournament.ruleset),
        }
    return render(request, "matches/match.html", context)


def _lead_to_errors(request: Request, form: forms.Form) -> None:
    """Say at the top of the page what is wrong or missing, and put the cursor into the first field concerned."""
    wrong = [name for name in form.fields if name in form.errors]
    for name, field in form.fields.items():
        field.widget.attrs.pop("autofocus", None)
        if name in wrong[:1]:
            field.widget.attrs["autofocus"] = True
    # Two fields may have the same error; say it once.
    errors = dict.fromkeys(str(error) for name in (*wrong, NON_FIELD_ERRORS) for error in form.errors.get(name, ()))
    if errors:
        messages.error(request, " ".join(errors))


def _fresh_form(before: Preflight) -> forms.Form:
    if before.closed:
        return _lots_form(before.closed)
    return CloseForm(before=before, last=last_closing(before.match))


def _lots_form(closed: ClosedList, data: Any = None) -> HallForm:
    """Return the form for what the hall adds to this list: numbers, or the lots themselves."""
    return (HandForm if closed.source == LotSource.HAND else HallForm)(data, closed=closed)


def page_of(match: Match, *, additional: bool) -> HttpResponse:
    """Go to the match, or to where its additional tables are drawn."""
    return redirect("additional_tables" if additional else "match", match.tournament.slug, match.number)


def match_or_404(slug: str, number: int) -> Match:
    return get_object_or_404(Match.objects.select_related("tournament"), tournament__slug=slug, number=number)


def act(form: forms.Form, do: Callable[[dict[str, Any]], object]) -> Refused | None:
    """Act with what was typed; a refusal is shown beside its field, and what was typed stays."""
    if form.is_valid():
        try:
            do(form.cleaned_data)
        except Refused as refused:
            form.add_error(_field_of(form, refused), str(refused))
            return refused
    return None


def _field_of(form: forms.Form, refused: Refused) -> str | None:
    """Return the field that a refusal is about, None if it is about all of them."""
    if isinstance(form, HallForm | DiscardForm):
        return form.field_of(refused)
    field = refused.context.get("field")
    return field if field in form.fields else None


def answer(
    request: Request, match: Match, form: forms.Form, refused: Refused | None, *, additional: bool = False
) -> HttpResponse:
    """Go to the match if it worked or somebody else was faster; else show its page with what is in the way now.

    `additional`: the list of additional tables was to be closed.
    """
    if form.is_valid():
        return page_of(match, additional=additional)
    if refused is not None and refused.code in ("already_drawn", "list_reopened"):
        messages.error(request, str(refused))
        return redirect("match", match.tournament.slug, match.number)
    return preflight_page(request, preflight(match, additional=additional), form)


def drawn_meanwhile(match: Match) -> Refused | None:
    """Return the refusal that the match is drawn already, None if it is not."""
    final = (one.refusal for one in preflight(match).obstacles if one.code == "already_drawn")
    return next(final, None)


def _other_list(closed: ClosedList | None) -> str:
    """Tell that the page showed another list than the one that would be drawn from."""
    if closed is None:
        return _("The list was opened again in the meantime. Please close it, then draw.")
    return _("The list was opened and closed again in the meantime. Please look at its fingerprint, then draw.")
