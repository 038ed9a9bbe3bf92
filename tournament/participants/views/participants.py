"""The registration desk: search, enter, edit, withdraw, print."""

from dataclasses import dataclass
from datetime import date

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from tournament import permissions
from tournament.draw.selectors.place_rules import has_a_place
from tournament.draw.selectors.replacements import seat_to_give
from tournament.draw.views.place_rules import places_context, refused_leaving
from tournament.enums import IS_SHUT, LIST_IS_OPEN
from tournament.models import Participant, Tournament
from tournament.participants.exports import participants_workbook
from tournament.participants.forms.participants import ArrivalForm, DeskForm, ParticipantEditForm
from tournament.participants.forms.public_names import ShownNameForm
from tournament.participants.selectors.participants import (
    ListedParticipant,
    age_is_open,
    desk,
    participant_list,
    search,
)
from tournament.participants.services import participants as services
from tournament.participants.services.mistaken_entries import deletion_refused
from tournament.participants.services.public_names import set_shown_name
from tournament.permissions import Request, requires
from tournament.person.names import numbered_name
from tournament.refusals import Refused
from tournament.standings.selectors.documents import names_changed_since
from tournament.tables.participants import ParticipantTable
from tournament.views.documents import XLSX, file_answer
from tournament.views.refusals import refusal_as_error, refusal_as_message

# The value of `ticking` once the desk has ticked off everybody who is there.
OFF = "off"
# At the door nobody turns pages: the field finds people, and each Enter sends the list again.
ROWS, DOOR_ROWS = 100, 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticked:
    """Who was ticked off last at the door; `already` if they had been ticked off before."""

    number: int
    name: str
    already: bool
    remark: str = ""

    @property
    def numbered_name(self) -> str:
        """The start number and the name; what stands for a name stands alone."""
        return numbered_name(self.number, self.name)


@requires(permissions.manage_participants)
@require_safe
def participants(request: Request, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    if request.htmx:
        return list_part(request, tournament)
    return desk_page(request, tournament)


@requires(permissions.manage_participants)
@require_POST
def participant_add(request: Request, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    form = DeskForm(request.POST, tournament=tournament)
    if form.is_valid():
        with refusal_as_error(form, twice="last_name"):
            participant = services.add_participant(tournament=tournament, actor=request.user, **form.cleaned_data)
            messages.success(request, _registered(participant))
            return redirect(reverse("participants", args=[slug]) + "?entered")
    return desk_page(request, tournament, form)


@requires(permissions.manage_participants)
@require_http_methods(["GET", "POST"])
def participant_edit(request: Request, slug: str, start_number: int) -> HttpResponse:
    participant = participant_or_404(slug, start_number)
    tournament = participant.tournament
    if participant.forgotten and request.method != "POST":
        context = {"tournament": tournament, "participant": participant, "nav": "participants"}
        return render(request, "participants/participant_forgotten.html", context)
    list_open = tournament.state in LIST_IS_OPEN
    form = ParticipantEditForm(request.POST or None, participant=participant, initial=typed_entry(participant))
    shown_form = ShownNameForm(request.POST or None, participant=participant)
    if request.method == "POST" and all([form.is_valid(), shown_form.is_valid()]):
        with refusal_as_error(form, twice="last_name"):
            with transaction.atomic():
                # The wish about the name may be noted when the list is closed, too.
                if list_open or form.has_changed():
                    services.edit_participant(participant=participant, actor=request.user, **form.cleaned_data)
                if "shown_name" in request.POST:
                    set_shown_name(participant=participant, actor=request.user, **shown_form.cleaned_data)
            messages.success(request, _("Start number %(number)s was changed.") % {"number": start_number})
            return back(request, slug)
    context = {"tournament": tournament, "participant": participant, "form": form, "nav": "participants"}
    context |= {"match": _match(request), "deletion_refused": deletion_refused(participant)}
    context |= {"list_open": list_open, "shown_form": shown_form}
    context["age_open"] = age_is_open(participant, tournament)
    context |= {"sealed_before": names_changed_since(tournament), "shut": tournament.state in IS_SHUT}
    if has_a_place(participant):
        context |= places_context(tournament)
    if permissions.exchange_seats(request.user):
        context["seat_to_give"] = seat_to_give(participant)
    return render(request, "participants/participant_edit.html", context)


@requires(permissions.manage_participants)
@require_POST
def participant_withdraw(request: Request, slug: str, start_number: int) -> HttpResponse:
    participant = participant_or_404(slug, start_number)
    try:
        services.withdraw_participant(participant=participant, actor=request.user)
    except Refused as refused:
        return refused_leaving(request, slug, refused, back(request, slug, "participant_edit", start_number))
    values = {"name": participant, "number": start_number}
    messages.success(request, _("%(name)s is withdrawn and keeps start number %(number)s.") % values)
    return back(request, slug)


@requires(permissions.manage_participants)
@require_POST
def participant_return(request: Request, slug: str, start_number: int) -> HttpResponse:
    participant = participant_or_404(slug, start_number)
    with refusal_as_message(request):
        services.return_participant(participant=participant, actor=request.user)
        values = {"name": participant, "number": start_number}
        messages.success(request, _("%(name)s plays again, with start number %(number)s.") % values)
        return back(request, slug)
    return back(request, slug, "participant_edit", start_number)


@requires(permissions.manage_participants)
@require_safe
def participants_print(request: Request, slug: str) -> HttpResponse:
    """Return the list on A4, by start number or by name, with a box to tick."""
    tournament = get_object_or_404(Tournament, slug=slug)
    listed = participant_list(tournament)
    by_name = request.GET.get("order") == "name"
    if by_name:
        listed.sort(key=lambda one: (one.sort_name, one.start_number))
    context = {"tournament": tournament, "listed": listed, "by_name": by_name, "nav": "participants"}
    return render(request, "participants/participants_print.html", context)


@requires(permissions.manage_participants)
@require_safe
def participants_excel(request: Request, slug: str) -> HttpResponse:
    """Return the list as Excel with dates of birth, as an import can read it."""
    tournament = get_object_or_404(Tournament, slug=slug)
    word = pgettext("file name", "participants")
    return file_answer(participants_workbook(tournament), f"{slug}-{word}.xlsx", XLSX, download=True)


def desk_page(
    request: Request, tournament: Tournament, form: DeskForm | None = None, arrival: ArrivalForm | None = None
) -> HttpResponse:
    """Show the registration desk, with what was typed into one of its forms."""
    listed = participant_list(tournament)
    state = desk(tournament, listed)
    form = form or DeskForm(tournament=tournament)
    arrival = arrival or ArrivalForm(tournament=tournament)
    # The desk works off a queue without a mouse: the cursor goes to the next newcomer or number, to an error, else to
    # the search.
    entering = form.is_bound or "entered" in request.GET or not state.listed
    ticking = arrival.is_bound or (not entering and _ticked(request) not in (None, OFF))
    if entering:
        wrong = next((name for name in form.fields if name in form.errors), "last_name")
        form.fields[wrong].widget.attrs["autofocus"] = True
    context = {"tournament": tournament, "nav": "participants", "form": form, "arrival": arrival, "desk": state}
    context |= {"searching": not entering, "gives_seats": permissions.exchange_seats(request.user)}
    context |= _list_context(request, tournament, listed, ticking, _several(arrival))
    return render(request, "participants/participants.html", context)


def list_part(request: Request, tournament: Tournament) -> HttpResponse:
    """Return the list alone, with its search, order and page."""
    return render(request, "participants/_table.html", _list_context(request, tournament, participant_list(tournament)))


def door_part(request: Request, tournament: Tournament, arrival: ArrivalForm, ticked: Ticked | None) -> HttpResponse:
    """Answer an act at the door: the message, and the whole list or those who fit what was typed."""
    listed = participant_list(tournament)
    context = _list_context(request, tournament, listed, True, _several(arrival)) | {
        "arrival": arrival,
        "ticked": ticked,
    }
    return render(request, "participants/_door.html", context)


def back(request: Request, slug: str, otherwise: str = "participants", *args: object) -> HttpResponseRedirect:
    """Go back to where the act began: with `?match=2` the page of the draw, else the list or `otherwise`.

    With `&tables` it began where additional tables are drawn, with `&presence` where presence is ticked off for the
    match, with `?seats` on the page of the seats left.
    """
    if "seats" in request.GET:
        return redirect("seats_left", slug)
    match = _match(request)
    if match is not None and "presence" in request.GET:
        return redirect("presence", slug, match)
    if match is not None:
        return redirect("additional_tables" if "tables" in request.GET else "match", slug, match)
    return redirect(otherwise, slug, *args)


def _match(request: Request) -> int | None:
    text = request.GET.get("match", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else None


def _several(arrival: ArrivalForm) -> str:
    """Return what was typed at the door where several fit it and the list shows them."""
    return arrival.data.get("q", "") if arrival.is_bound and arrival.several else ""


def _list_context(
    request: Request,
    tournament: Tournament,
    listed: list[ListedParticipant],
    ticking: bool = False,
    typed: str = "",
) -> dict[str, object]:
    query = typed or request.GET.get("q", "")
    unnamed = "nameless" in request.GET
    playing = [one for one in listed if not one.withdrawn]
    arrived = sum(one.arrived for one in playing)
    last = next((one for one in playing if one.arrived and str(one.start_number) == _ticked(request)), None)
    # From the first tick the list shows the ticks until the desk says it is done; before that, only to who asks for it.
    ticking = ticking or (_ticked(request) != OFF and (arrived > 0 or _ticked(request) is not None))
    ticking = ticking and tournament.state in LIST_IS_OPEN
    lines = [one for one in search(listed, query) if one.nameless or not unnamed]
    table = ParticipantTable(lines, request=request, exclude=() if ticking else ("arrived",))
    return {
        "tournament": tournament,
        "table": RequestConfig(request, paginate={"per_page": DOOR_ROWS if ticking else ROWS}).configure(table),
        "query": query,
        "ticking": ticking,
        "unnamed": unnamed,
        "ticked": last
        and Ticked(number=last.start_number, name=last.name, already="already" in request.GET, remark=last.remark),
        "arrived": arrived,
        "absent": len(playing) - arrived,
    }


def _ticked(request: Request) -> str | None:
    """Return the value of `ticking`: None without it, "" or the start number ticked off last, OFF once it is done."""
    return request.GET.get("ticking")


def participant_or_404(slug: str, start_number: int) -> Participant:
    rows = Participant.objects.select_related("tournament")
    return get_object_or_404(rows, tournament__slug=slug, start_number=start_number)


def typed_entry(participant: Participant) -> dict[str, str | int | bool | None]:
    """Return the participant as one would be typed into the form."""
    born = participant.born
    return {
        "title": participant.title,
        "last_name": "" if participant.nameless else participant.last_name,
        "first_name": participant.first_name,
        "club": participant.club,
        "birth_date": born.strftime("%d.%m.%Y") if isinstance(born, date) else str(born or ""),
        "phone": participant.phone,
        "remark": participant.remark,
        "paid": participant.paid,
        "woman": participant.woman,
        "newcomer": participant.newcomer,
        "house": participant.house,
        "fixed_table": participant.fixed_table,
        "fixed_seat": participant.fixed_seat,
    }


def _registered(participant: Participant) -> str:
    values = {"number": participant.start_number, "name": participant}
    if age_is_open(participant, participant.tournament):
        return _("Start number %(number)s: %(name)s. Please ask for the age.") % values
    if participant.born is None:
        return _("Start number %(number)s: %(name)s.") % values
    if participant.birth_date is None:
        return _("Start number %(number)s: %(name)s, year of birth %(year)s.") % (
            values | {"year": participant.birth_year}
        )
    return _("Start number %(number)s: %(name)s, born %(born)s.") % (
        values | {"born": date_format(participant.birth_date)}
    )
