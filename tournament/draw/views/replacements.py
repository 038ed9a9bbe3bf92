"""Giving the seat of somebody who did not come to another: who, with what effect, and the act with its reason."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament import permissions
from tournament.draw.forms.replacements import NewcomerForm, ReplacementForm
from tournament.draw.selectors.place_rules import has_a_place
from tournament.draw.selectors.replacements import without_seat
from tournament.draw.services.replacements import check_not_begun, enter_on_seat, replace_absent
from tournament.draw.views.place_rules import places_context
from tournament.models import Participant, Seat
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.views.scoresheets import back_to, scoresheet_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@requires(permissions.exchange_seats)
def seat_replace(request: Request, slug: str, match: int, table: int, number: int) -> HttpResponse:
    """Ask who takes the seat, from the list or entered here, then act."""
    sheet = scoresheet_or_404(slug, match, table)
    seats = sheet.seats.select_related("participant", "scoresheet__match__tournament", "match__tournament")
    seat = get_object_or_404(seats, number=number)
    try:
        check_not_begun(sheet)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(sheet)
    if "new" in request.POST:
        return _enter(request, seat)
    newcomer = _participant_of_number(seat, (request.POST or request.GET).get("came", ""))
    if newcomer is None:
        return _choose(request, seat, NewcomerForm(tournament=sheet.match.tournament))
    return _replace(request, seat, newcomer)


def _enter(request: Request, seat: Seat) -> HttpResponse:
    """Enter somebody who is not on the list yet, in the same act that gives the seat."""
    entry = NewcomerForm(request.POST, tournament=seat.match.tournament)
    if not entry.is_valid():
        return _choose(request, seat, entry)
    return _replace(request, seat, Participant(tournament=seat.match.tournament, **entry.cleaned_data), entry)


def _replace(request: Request, seat: Seat, newcomer: Participant, entry: NewcomerForm | None = None) -> HttpResponse:
    initial = {"left": seat.participant.start_number, "came": newcomer.start_number, "reason": _("did not come")}
    form = ReplacementForm(request.POST if "left" in request.POST else None, newcomer=newcomer, initial=initial)
    if form.is_valid():
        data = form.cleaned_data
        if data["left"] != seat.participant.start_number:
            messages.error(request, _("Somebody else sits there by now. Please look at the table again."))
            return redirect(seat.scoresheet)
        terms = {"seat": seat, "actor": request.user, "reason": data["reason"], "accepts_rules": data["accepts_rules"]}
        try:
            enter_on_seat(**terms, **entry.cleaned_data) if entry else replace_absent(**terms, newcomer=newcomer)
        except Refused as refusal:
            if entry and refusal.code == "twice":
                entry.add_error("last_name", str(refusal))
                return _choose(request, seat, entry)
            form.add_error("reason" if refusal.context.get("field") else None, str(refusal))
        else:
            return back_to(seat.scoresheet, request, _("The seat is given. The sheet says so below its lines."))
    return _page(request, seat, newcomer=newcomer, entered=entry, form=form)


def _choose(request: Request, seat: Seat, form: NewcomerForm) -> HttpResponse:
    text = request.GET.get("person", "")
    return _page(request, seat, form=form, text=text, found=without_seat(seat.match, text))


def _page(request: Request, seat: Seat, **more: object) -> HttpResponse:
    context = {"tournament": seat.match.tournament, "match": seat.match, "nav": "matches", "address": _address(seat)}
    if has_a_place(seat.participant, beside=seat.scoresheet):
        more |= places_context(seat.match.tournament)
    return render(request, "tables/seat_replace.html", context | {"seat": seat, "scoresheet": seat.scoresheet} | more)


def _participant_of_number(seat: Seat, text: str) -> Participant | None:
    """Return the participant without a seat whose start number the address has."""
    if not (text.isascii() and text.isdecimal()):
        return None
    return next((one for one in without_seat(seat.match, text) if one.start_number == int(text)), None)


def _address(seat: Seat) -> str:
    sheet = seat.scoresheet
    place = [seat.match.tournament.slug, seat.match.number, sheet.table_number, seat.number]
    return reverse("seat_replace", args=place)
