"""Seats left, the waiting list and the house players: one page of the desk, and what it does with one press."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament import permissions
from tournament.draw.views.place_rules import refused_leaving
from tournament.enums import LIST_IS_OPEN
from tournament.models import Participant, Tournament, User
from tournament.money.selectors import box_of
from tournament.participants.selectors.seats_left import seats_desk
from tournament.participants.services import waiting_list as services
from tournament.participants.views.participants import back, participant_or_404
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.views.answer_versions import version_of
from tournament.views.refusals import refusal_as_message
from tournament.words.labels import amount


@requires(permissions.manage_participants)
@require_safe
def seats_left(request: Request, slug: str) -> HttpResponse:
    """Show how many seats are left, who waits and who fills up; 204 for a page that is up to date."""
    tournament = get_object_or_404(Tournament, slug=slug)
    version = version_of(request, tournament)
    if request.htmx and request.GET.get("v") == str(version):
        return HttpResponse(status=204)
    context = {"tournament": tournament, "version": version, "desk": seats_desk(tournament), "nav": "participants"}
    context["open"] = tournament.state in LIST_IS_OPEN
    return render(request, "participants/_seats_left.html" if request.htmx else "participants/seats_left.html", context)


@requires(permissions.manage_participants)
@require_POST
def waiting_call(request: Request, slug: str) -> HttpResponse:
    """Call the next one of the waiting list."""
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusal_as_message(request):
        one = services.call(tournament=tournament, actor=request.user)
        messages.success(request, _called(one))
    return redirect("seats_left", slug)


@requires(permissions.manage_participants)
@require_POST
def participant_call(request: Request, slug: str, start_number: int) -> HttpResponse:
    return _act(request, slug, start_number, _call, _called)


@requires(permissions.manage_participants)
@require_POST
def participant_admit(request: Request, slug: str, start_number: int) -> HttpResponse:
    return _act(request, slug, start_number, services.admit, _admitted)


@requires(permissions.manage_participants)
@require_POST
def participant_wait(request: Request, slug: str, start_number: int) -> HttpResponse:
    """Put somebody at the end of the waiting list."""
    return _act(request, slug, start_number, services.wait, _waits)


@requires(permissions.manage_participants)
@require_POST
def house_call_in(request: Request, slug: str) -> HttpResponse:
    """Call in the house players whom the page named."""
    with refusal_as_message(request):
        people = services.call_in(participants=_people(request, slug), actor=request.user)
        text = ngettext("%(count)s house player fills up.", "%(count)s house players fill up.", len(people))
        messages.success(request, text % {"count": len(people)})
    return back(request, slug)


@requires(permissions.manage_participants)
@require_POST
def left_over(request: Request, slug: str) -> HttpResponse:
    """Take those who are left over off the list, whom the page named."""
    people = _people(request, slug)
    box = box_of(request.session, people[0].tournament) if people else None
    try:
        cents = services.leave_out(participants=people, box=box, actor=request.user)
    except Refused as refused:
        return refused_leaving(request, slug, refused, back(request, slug))
    text = ngettext("%(count)s participant is withdrawn.", "%(count)s participants are withdrawn.", len(people))
    messages.success(request, text % {"count": len(people)})
    if cents:
        messages.warning(
            request, _("Please give back %(sum)s: it is booked out of the cash box.") % {"sum": amount(cents)}
        )
    return back(request, slug)


def _people(request: Request, slug: str) -> list[Participant]:
    """Return the participants whose start numbers the page sent."""
    numbers = [
        int(text) for text in request.POST.getlist("number") if text.isascii() and text.isdecimal() and len(text) < 9
    ]
    rows = Participant.objects.select_related("tournament")
    return list(rows.filter(tournament__slug=slug, start_number__in=numbers).order_by("start_number"))


def _act(
    request: Request,
    slug: str,
    start_number: int,
    act: Callable[..., Participant],
    sentence: Callable[[Participant], str],
) -> HttpResponse:
    participant = participant_or_404(slug, start_number)
    with refusal_as_message(request):
        messages.success(request, sentence(act(participant=participant, actor=request.user)))
    return redirect("seats_left", slug)


def _call(*, participant: Participant, actor: User) -> Participant:
    return services.call(tournament=participant.tournament, participant=participant, actor=actor)


def _called(one: Participant) -> str:
    return _("Start number %(number)s is called: %(name)s.") % {"number": one.start_number, "name": one}


def _admitted(one: Participant) -> str:
    return _("%(name)s plays, with start number %(number)s.") % {"number": one.start_number, "name": one}


def _waits(one: Participant) -> str:
    return _("%(name)s is on the waiting list, with start number %(number)s.") % {
        "number": one.start_number,
        "name": one,
    }
