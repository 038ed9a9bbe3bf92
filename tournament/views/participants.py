"""The registration desk: search, enter, mend, withdraw, print."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from tournament import permissions
from tournament.forms.participants import ParticipantForm
from tournament.models import Participant, Tournament
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.selectors.participants import desk, participant_list, search
from tournament.services import participants as services
from tournament.tables.participants import ParticipantTable


@requires(permissions.manage_participants)
@require_safe
def participants(request: Request, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    if request.htmx:
        return render(request, "participants/_table.html", _list_context(request, tournament))
    return _page(request, tournament, ParticipantForm(tournament=tournament))


@requires(permissions.manage_participants)
@require_POST
def participant_add(request: Request, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    form = ParticipantForm(request.POST, tournament=tournament)
    if form.is_valid():
        try:
            participant = services.add_participant(tournament=tournament, actor=request.user, **form.cleaned_data)
        except Refused as refused:
            form.add_error("last_name" if refused.code == "twice" else None, str(refused))
        else:
            messages.success(request, _registered(participant))
            return redirect(reverse("participants", args=[slug]) + "?entered")
    return _page(request, tournament, form)


@requires(permissions.manage_participants)
@require_http_methods(["GET", "POST"])
def participant_edit(request: Request, slug: str, start_number: int) -> HttpResponse:
    participant = _participant_or_404(slug, start_number)
    tournament = participant.tournament
    form = ParticipantForm(request.POST or None, tournament=tournament, initial=_typed(participant))
    if request.method == "POST" and form.is_valid():
        try:
            services.edit_participant(participant=participant, actor=request.user, **form.cleaned_data)
        except Refused as refused:
            form.add_error("last_name" if refused.code == "twice" else None, str(refused))
        else:
            messages.success(request, _("Start number %(number)s was changed.") % {"number": start_number})
            return redirect("participants", slug)
    context = {"tournament": tournament, "participant": participant, "form": form, "nav": "participants"}
    return render(request, "participants/participant_edit.html", context)


@requires(permissions.manage_participants)
@require_POST
def participant_withdraw(request: Request, slug: str, start_number: int) -> HttpResponse:
    participant = _participant_or_404(slug, start_number)
    try:
        services.withdraw_participant(participant=participant, actor=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("participant_edit", slug, start_number)
    values = {"name": participant, "number": start_number}
    messages.success(request, _("%(name)s is withdrawn and keeps start number %(number)s.") % values)
    return redirect("participants", slug)


@requires(permissions.manage_participants)
@require_POST
def participant_return(request: Request, slug: str, start_number: int) -> HttpResponse:
    participant = _participant_or_404(slug, start_number)
    try:
        services.return_participant(participant=participant, actor=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("participant_edit", slug, start_number)
    values = {"name": participant, "number": start_number}
    messages.success(request, _("%(name)s plays again, with start number %(number)s.") % values)
    return redirect("participants", slug)


@requires(permissions.manage_participants)
@require_safe
def participants_print(request: Request, slug: str) -> HttpResponse:
    """The list on A4, by start number or by name, with a box to tick."""
    tournament = get_object_or_404(Tournament, slug=slug)
    entries = participant_list(tournament)
    by_name = request.GET.get("order") == "name"
    if by_name:
        entries.sort(key=lambda entry: (entry.sort_name, entry.start_number))
    context = {"tournament": tournament, "entries": entries, "by_name": by_name, "nav": "participants"}
    return render(request, "participants/participants_print.html", context)


def _page(request: Request, tournament: Tournament, form: ParticipantForm) -> HttpResponse:
    state = desk(tournament)
    # A queue of newcomers is typed without a mouse: after one the next, at what was wrong, else the search.
    entering = form.is_bound or "entered" in request.GET or not state.listed
    if entering:
        wrong = next((name for name in form.fields if name in form.errors), "last_name")
        form.fields[wrong].widget.attrs["autofocus"] = True
    context = {"tournament": tournament, "nav": "participants", "form": form, "desk": state, "entering": entering}
    context |= _list_context(request, tournament)
    return render(request, "participants/participants.html", context)


def _list_context(request: Request, tournament: Tournament) -> dict[str, object]:
    query = request.GET.get("q", "")
    table = ParticipantTable(search(participant_list(tournament), query), request=request)
    return {"table": RequestConfig(request, paginate={"per_page": 100}).configure(table), "query": query}


def _participant_or_404(slug: str, start_number: int) -> Participant:
    rows = Participant.objects.select_related("tournament")
    return get_object_or_404(rows, tournament__slug=slug, start_number=start_number)


def _typed(participant: Participant) -> dict[str, str]:
    """The entry as it would be typed into the form."""
    born = participant.birth_date
    return {
        "last_name": participant.last_name,
        "first_name": participant.first_name,
        "club": participant.club,
        "birth_date": born.strftime("%d.%m.%Y") if born else "",
    }


def _registered(participant: Participant) -> str:
    values = {"number": participant.start_number, "name": participant}
    if participant.birth_date is None:
        asks_age = participant.tournament.ruleset.minimum_age > 0
        sentence = _("Start number %(number)s: %(name)s. Please ask for the age.")
        return (sentence if asks_age else _("Start number %(number)s: %(name)s.")) % values
    values["born"] = date_format(participant.birth_date)
    return _("Start number %(number)s: %(name)s, born %(born)s.") % values
