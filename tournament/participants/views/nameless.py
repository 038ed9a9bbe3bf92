"""Number first, name later: a card handed out without a name, and the page on which the name follows."""

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament import permissions
from tournament.models import Participant, Tournament
from tournament.participants.forms.participants import NamingForm, NumberForm
from tournament.participants.selectors.participants import age_is_open
from tournament.participants.services import nameless as services
from tournament.participants.views.participants import participant_or_404, typed_entry
from tournament.permissions import Request, requires
from tournament.views.refusals import refusal_as_error, refusal_as_message

# Pages that list who has no name yet, and to which naming somebody leads back.
PAGES = ("tournament", "standings", "ceremony")


@requires(permissions.manage_participants)
@require_POST
def nameless_add(request: Request, slug: str) -> HttpResponse:
    """Register the number of a card alone, the one that was typed or the next."""
    tournament, form = get_object_or_404(Tournament, slug=slug), NumberForm(request.POST)
    if not form.is_valid():
        messages.error(request, str(form.errors["start_number"][0]))
    else:
        with refusal_as_message(request):
            one = services.add_nameless(tournament=tournament, actor=request.user, **form.cleaned_data)
            messages.success(request, _("%(name)s is on the list; the name may follow.") % {"name": one})
    return redirect(reverse("participants", args=[slug]) + "?entered")


@requires(permissions.manage_participants)
@require_http_methods(["GET", "HEAD", "POST"])
def participant_name(request: Request, slug: str, start_number: int) -> HttpResponse:
    """Enter the name of somebody nameless, and go back to where it was asked for: a sheet, or a page of PAGES."""
    participant = participant_or_404(slug, start_number)
    tournament = participant.tournament
    if not participant.nameless:
        return redirect("participant_edit", slug, start_number)
    form = NamingForm(request.POST or None, participant=participant, initial=typed_entry(participant))
    if form.is_valid():
        with refusal_as_error(form, twice="last_name"):
            named = services.name_participant(participant=participant, actor=request.user, **form.cleaned_data)
            messages.success(request, _told(named, tournament))
            return _back(request, slug)
    context = {"tournament": tournament, "participant": participant, "form": form, "nav": "participants"}
    return render(request, "participants/participant_name.html", context | {"back": _back(request, slug).url})


def _told(participant: Participant, tournament: Tournament) -> str:
    values = {"number": participant.start_number, "name": participant}
    if age_is_open(participant, tournament):
        return _("Start number %(number)s: %(name)s. Please ask for the age.") % values
    return _("Start number %(number)s: %(name)s.") % values


def _back(request: Request, slug: str) -> HttpResponseRedirect:
    """Return the way back: `?match=1&table=3` is a sheet, `?from=standings` a page; else the list."""
    match, table = request.GET.get("match", ""), request.GET.get("table", "")
    if all(text.isascii() and text.isdecimal() and len(text) < 5 for text in (match, table)):
        return redirect("scoresheet", slug, match, table)
    page = request.GET.get("from", "")
    return redirect(page if page in PAGES else "participants", slug)
