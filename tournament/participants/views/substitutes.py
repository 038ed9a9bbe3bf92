"""Appointing a substitute for somebody who drops out, and taking the appointment back (5.2.11)."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament import permissions
from tournament.draw.views.place_rules import places_context
from tournament.forms.supervision import PlaceForm, SubstituteForm, SupervisorReasonForm
from tournament.models import Participant, Seat, Substitution
from tournament.participants.selectors.substitutes import (
    matches_to_play,
    next_game,
    open_seats,
    substitution_of,
    without_any_seat,
)
from tournament.participants.services.substitutes import appoint_substitute, enter_substitute, take_back_substitute
from tournament.participants.views.participants import participant_or_404
from tournament.permissions import Request, requires
from tournament.person.names import fits, search_words
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.words import own_sentences
from tournament.views.refusals import refusal_as_error, refusal_as_message
from tournament.views.scoresheets import first_error

MOST_FOUND = 12


@require_http_methods(["GET", "HEAD", "POST"])
@requires(permissions.appoint_substitutes)
def substitute(request: Request, slug: str, start_number: int) -> HttpResponse:
    """Ask who takes over and from which game on, show what that means, then appoint."""
    participant = participant_or_404(slug, start_number)
    came = _participant_of_number(participant, request.POST.get("came") or request.GET.get("came", ""))
    seats = open_seats(participant)
    form = _place_form(request, participant, seats)
    entry = SubstituteForm(request.POST if "new" in request.POST else None, tournament=participant.tournament)
    if request.method == "POST" and form.is_valid() and (came or entry.is_valid()):
        terms: dict[str, Any] = {"participant": participant, "actor": request.user, **form.cleaned_data}
        with refusal_as_error(form):
            substitution = (
                appoint_substitute(newcomer=came, **terms) if came else enter_substitute(**terms, **entry.cleaned_data)
            )
            words = {"came": substitution.came, "number": substitution.came.start_number, "left": participant}
            messages.success(request, _("%(came)s (%(number)s) now plays for %(left)s.") % words)
            return redirect("substitute", slug, start_number)
    return _page(request, participant, form=form, entry=entry, came=came, seats=seats)


@require_POST
@requires(permissions.appoint_substitutes)
def substitute_back(request: Request, slug: str, start_number: int) -> HttpResponse:
    """Take the appointment back while the substitute has not played."""
    participant = participant_or_404(slug, start_number)
    row = get_object_or_404(Substitution, left=participant, taken_back_at=None)
    form = SupervisorReasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, first_error(form))
        return redirect("substitute", slug, start_number)
    with refusal_as_message(request):
        take_back_substitute(substitution=row, actor=request.user, reason=form.cleaned_data["reason"])
        messages.success(request, _("%(name)s plays on.") % {"name": participant})
    return redirect("substitute", slug, start_number)


def _page(request: Request, participant: Participant, **more: Any) -> HttpResponse:
    tournament, text = participant.tournament, request.GET.get("person", "")
    words = search_words(text)
    listed = [one for one in without_any_seat(tournament) if fits(words, one.start_number, f"{one} {one.club}")]
    standings = kept_standings(tournament)
    line = next((one for one in standings.lines if participant.pk in (one.participant, *one.others)), None)
    context = {
        "tournament": tournament,
        "participant": participant,
        "nav": "participants",
        "substitution": substitution_of(participant),
        "found": listed[:MOST_FOUND],
        "text": text,
        "sentences": [sentence for sentence in own_sentences(line, final=standings.final) if sentence] if line else [],
        "back_form": SupervisorReasonForm(),
        **places_context(tournament),
        **more,
    }
    return render(request, "supervision/substitute.html", context, status=422 if request.method == "POST" else 200)


def _place_form(request: Request, participant: Participant, seats: list[Seat]) -> PlaceForm:
    """The form for the place, with the next game that is not written."""
    matches = matches_to_play(participant, seats)
    initial = {"match": matches[0], "game": 1}
    if seats:
        initial = {"match": seats[0].match.number, "game": next_game(seats[0])}
    bound = request.POST if request.method == "POST" else None
    return PlaceForm(bound, tournament=participant.tournament, matches=matches, initial=initial)


def _participant_of_number(participant: Participant, text: str) -> Participant | None:
    """The participant on the list whose start number was chosen, whoever it is; the service says whether it fits."""
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        return None
    return participant.tournament.participants.filter(start_number=int(text)).first()
