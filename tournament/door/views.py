"""The door: one line that admits whoever comes, and takes the last step back."""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament import permissions
from tournament.door import services
from tournament.door.forms import DoorForm
from tournament.door.line import DoorLine, DoorLineKind, read_door_line
from tournament.door.selectors import DoorPerson, DoorPersonKind, door_people
from tournament.door.steps import DoorStep, door_steps, drop_step, keep_step
from tournament.enums import LIST_IS_OPEN
from tournament.models import Participant, Tournament
from tournament.participants.selectors.participants import age_is_open, desk
from tournament.participants.services.ages import answer_age
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.views.refusals import refusal_as_error


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorReport:
    """What the last Enter did: to whom, in a sentence; `is_warning` if it changed nothing."""

    number: int
    name: str
    sentence: str
    is_warning: bool = False
    remark: str = ""


@requires(permissions.manage_participants)
@require_http_methods(["GET", "HEAD", "POST"])
def door(request: Request, slug: str) -> HttpResponse:
    """Show the door, or do what the line asks for."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = DoorForm(request.POST if request.method == "POST" else None, tournament=tournament)
    report = None
    if form.is_bound and form.is_valid():
        with refusal_as_error(form):
            report = _act(request, tournament, form.cleaned_data["line"], form.cleaned_data["who"])
    if report and not request.htmx:
        return redirect("door", slug)
    context = _context(request, tournament) | {"form": form, "report": report, "text": request.POST.get("line", "")}
    context["candidates"] = door_people(tournament, form.cleaned_data["line"]) if form.errors and form.several else []
    return render(request, "door/_answer.html" if request.htmx else "door/door.html", context)


@requires(permissions.manage_participants)
@require_safe
def door_find(request: Request, slug: str) -> HttpResponse:
    """Return who may be meant by what is typed so far."""
    tournament = get_object_or_404(Tournament, slug=slug)
    text = request.GET.get("line", "")
    context = {"tournament": tournament, "candidates": door_people(tournament, read_door_line(text)), "text": text}
    return render(request, "door/_candidates.html", context)


def _act(request: Request, tournament: Tournament, line: DoorLine, who: DoorPerson | None) -> DoorReport:
    """Do what the line asks for. Refused: all codes of the services, nothing_to_take_back, nobody_asked."""
    acts: dict[DoorLineKind, Callable[[], DoorReport]] = {
        DoorLineKind.TAKE_BACK: lambda: _take_back(request, tournament),
        DoorLineKind.YES: lambda: _answer(request, tournament, True),
        DoorLineKind.NO: lambda: _answer(request, tournament, False),
    }
    if line.kind in acts:
        return acts[line.kind]()
    assert who is not None  # the form refuses a line that means nobody
    return _admit(request, tournament, line, who)


def _admit(request: Request, tournament: Tournament, line: DoorLine, who: DoorPerson) -> DoorReport:
    if who.kind is DoorPersonKind.NEW:
        admission = services.admit_new(tournament=tournament, line=line, way=who.reference, actor=request.user)
    else:
        admission = services.admit_listed(tournament=tournament, start_number=who.reference, actor=request.user)
    one = admission.participant
    if admission.registered or admission.ticked:
        keep_step(request.session, tournament.slug, DoorStep(number=one.start_number, registered=admission.registered))
    sentence = (
        _("is entered and there.") if admission.registered
        else _("is there.") if admission.ticked
        else _("was ticked off already.")
    )  # fmt: skip
    is_warning = not (admission.registered or admission.ticked)
    return _report(one, sentence, is_warning=is_warning, remark=one.remark)


def _take_back(request: Request, tournament: Tournament) -> DoorReport:
    steps = door_steps(request.session, tournament.slug)
    wanted = request.POST.get("number", "")
    step = next((one for one in steps if not wanted or str(one.number) == wanted), None)
    if step is None:
        raise Refused(_("There is nothing to take back at this desk."), code="nothing_to_take_back")
    one = services.take_back_admission(
        tournament=tournament, start_number=step.number, registered=step.registered, actor=request.user
    )
    drop_step(request.session, tournament.slug, step.number)
    return _report(one, _("is taken off the list again.") if step.registered else _("is no longer ticked off."))


def _answer(request: Request, tournament: Tournament, answer: bool) -> DoorReport:
    one = _asked_person(request, tournament)
    if one is None:
        raise Refused(_("Nobody is being asked for the age just now."), code="nobody_asked")
    answer_age(participant=one, answer=answer, actor=request.user)
    least = tournament.ruleset.minimum_age
    if answer:
        return _report(one, _("is at least %(age)s years old: recorded.") % {"age": least})
    return _report(one, _("is younger than %(age)s and cannot play: recorded.") % {"age": least}, is_warning=True)


def _report(one: Participant, sentence: str, *, is_warning: bool = False, remark: str = "") -> DoorReport:
    return DoorReport(
        number=one.start_number, name=one.list_name, sentence=sentence, is_warning=is_warning, remark=remark
    )


def _asked_person(request: Request, tournament: Tournament) -> Participant | None:
    """Return the one whom the last step admitted, if somebody has to ask for the age (5.2.12)."""
    steps = door_steps(request.session, tournament.slug)
    one = tournament.participants.filter(start_number=steps[0].number).first() if steps else None
    return one if one and age_is_open(one, tournament) else None


def _context(request: Request, tournament: Tournament) -> dict[str, object]:
    """What stands around the line: how many are there, the last steps, who is asked for the age."""
    steps = door_steps(request.session, tournament.slug)
    rows = tournament.participants.filter(start_number__in=[step.number for step in steps])
    people = {one.start_number: one for one in rows}
    return {
        "tournament": tournament,
        "nav": "participants",
        "desk": desk(tournament),
        "there": tournament.participants.filter(arrived=True, withdrawn=False).count(),
        "open": tournament.state in LIST_IS_OPEN,
        "steps": [people[step.number] for step in steps if step.number in people],
        "age_open": _asked_person(request, tournament),
        "minimum_age": tournament.ruleset.minimum_age,
    }
