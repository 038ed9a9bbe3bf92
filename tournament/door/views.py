"""The door: one line that lets in whoever comes, and takes the last step back."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament import permissions
from tournament.door import services
from tournament.door.forms import AdmissionForm
from tournament.door.line import DoorLineKind, read_door_line
from tournament.door.selectors import door_facts, participants_of, people_at_door
from tournament.door.services import Admission, DeskTools
from tournament.door.steps import AdmissionStep, card_after, door_steps, drop_step, keep_card, keep_step
from tournament.draw.selectors.door import DoorLot, open_door_of
from tournament.enums import LIST_IS_OPEN
from tournament.models import Participant, Tournament
from tournament.money.selectors import box_of, expected_in, fees_of
from tournament.participants.selectors.participants import age_is_open
from tournament.participants.selectors.seats_left import seats_left
from tournament.participants.services.ages import answer_age
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.views.refusals import refusal_as_error
from tournament.words.labels import amount


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorReport:
    """What the last Enter did: to whom, in a sentence; `is_warning` if they do not play now; the lot that was drawn."""

    name: str
    sentence: str
    is_warning: bool = False
    remark: str = ""
    lot: DoorLot | None = None


@requires(permissions.manage_participants)
@require_http_methods(["GET", "HEAD", "POST"])
def door(request: Request, slug: str) -> HttpResponse:
    """Show the door, or do what the line asks for."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = AdmissionForm(request.POST if request.method == "POST" else None, tournament=tournament)
    report = None
    if form.is_bound and form.is_valid():
        with refusal_as_error(form):
            report = _act(request, tournament, form)
    if report and not request.htmx:
        return _go_on(request, slug, report)
    context = _context(request, tournament) | {"form": form, "report": report, "text": request.POST.get("line", "")}
    context["people"] = form.people if form.several else []
    return render(request, "door/_answer.html" if request.htmx else "door/door.html", context)


@requires(permissions.manage_participants)
@require_safe
def door_find(request: Request, slug: str) -> HttpResponse:
    """Return who may be meant by what is typed so far."""
    tournament = get_object_or_404(Tournament, slug=slug)
    text = request.GET.get("line", "")
    context = {"tournament": tournament, "text": text, "people": [], "refusal": ""}
    try:
        context["people"] = people_at_door(tournament, read_door_line(text))
    except Refused as refused:
        context["refusal"] = str(refused)
    return render(request, "door/_people.html", context)


def _go_on(request: Request, slug: str, report: DoorReport) -> HttpResponse:
    """Lead a browser without a script to the next line, with what the last one did."""
    sentence = f"{report.name} {report.sentence}"
    if report.lot:
        place = {"table": report.lot.table, "seat": report.lot.seat}
        sentence += " " + _("Table %(table)s, seat %(seat)s") % place
    (messages.warning if report.is_warning else messages.success)(request, sentence)
    return redirect("door", slug)


def _act(request: Request, tournament: Tournament, form: AdmissionForm) -> DoorReport:
    """Do what the line asks for. Refused: all codes of the services, nothing_to_take_back, nobody_asked."""
    acts: dict[DoorLineKind, Callable[[], DoorReport]] = {
        DoorLineKind.TAKE_BACK: lambda: _take_back(request, tournament),
        DoorLineKind.YES: lambda: _answer(request, tournament, True),
        DoorLineKind.NO: lambda: _answer(request, tournament, False),
    }
    return acts.get(form.cleaned_data["line"].kind, lambda: _let_in(request, tournament, form))()


def _let_in(request: Request, tournament: Tournament, form: AdmissionForm) -> DoorReport:
    typed, slug = form.cleaned_data, tournament.slug
    at_desk = DeskTools(
        number=typed["card"],
        box=box_of(request.session, tournament) if typed["pays"] else None,
        kind=typed["kind"],
    )
    admission = services.let_in(
        tournament=tournament, who=typed["who"], line=typed["line"], desk=at_desk, actor=request.user
    )
    number = admission.participant.start_number
    if admission.changed:
        entry = admission.entry.pk if admission.entry else None
        keep_step(request.session, slug, AdmissionStep(number=number, registered=admission.registered, entry=entry))
    if admission.registered:
        keep_card(request.session, slug, number)
    return DoorReport(
        name=admission.participant.numbered_list_name,
        sentence=" ".join(_sentences(admission)),
        is_warning=admission.participant.withdrawn or not admission.changed,
        remark=admission.participant.remark,
        lot=admission.lot,
    )


def _sentences(admission: Admission) -> list[str]:
    """Say what one Enter did."""
    if admission.participant.withdrawn:
        return [_("The hall is full: is on the waiting list now.")]
    texts = []
    if admission.registered:
        texts.append(_("is entered and there."))
    elif admission.named:
        texts.append(_("has a name now."))
    elif admission.returned:
        texts.append(_("plays after all, and is there."))
    elif admission.ticked:
        texts.append(_("is there."))
    elif admission.entry is None:
        texts.append(_("was ticked off already."))
    if entry := admission.entry:
        values = {"sum": amount(entry.cents), "kind": entry.fee_kind.name, "box": entry.box.name}
        texts.append(_("%(sum)s (%(kind)s) into %(box)s.") % values)
    return texts


def _take_back(request: Request, tournament: Tournament) -> DoorReport:
    steps = door_steps(request.session, tournament.slug)
    wanted = request.POST.get("step", "")
    step = next((one for one in steps if not wanted or str(one.number) == wanted), None)
    if step is None:
        raise Refused(_("There is nothing to take back at this desk."), code="nothing_to_take_back")
    one = services.take_back(
        tournament=tournament,
        start_number=step.number,
        registered=step.registered,
        entry=step.entry,
        box=box_of(request.session, tournament),
        actor=request.user,
    )
    drop_step(request.session, tournament.slug, step.number)
    texts = [_("is taken off the list again.") if step.registered else _("is no longer ticked off.")]
    if step.entry:
        texts.append(_("The fee goes back."))
    return DoorReport(name=one.numbered_list_name, sentence=" ".join(texts))


def _answer(request: Request, tournament: Tournament, answer: bool) -> DoorReport:
    one = _age_open(request, tournament)
    if one is None:
        raise Refused(_("Nobody is being asked for the age just now."), code="nobody_asked")
    answer_age(participant=one, answer=answer, actor=request.user)
    least = tournament.ruleset.minimum_age
    text = (
        _("is at least %(age)s years old: recorded.")
        if answer
        else _("is younger than %(age)s and cannot play: recorded.")
    )
    return DoorReport(name=one.numbered_list_name, sentence=text % {"age": least}, is_warning=not answer)


def _age_open(request: Request, tournament: Tournament) -> Participant | None:
    """Return the one whom the last step let in, if somebody has to ask for the age (5.2.12)."""
    steps = door_steps(request.session, tournament.slug)
    one = participants_of(tournament, [steps[0].number]).get(steps[0].number) if steps else None
    return one if one and not one.withdrawn and age_is_open(one, tournament) else None


def _context(request: Request, tournament: Tournament) -> dict[str, object]:
    """What stands around the line: seats left, the cash box, the last steps, who is asked for the age."""
    steps = door_steps(request.session, tournament.slug)
    facts = door_facts(tournament, card_after(request.session, tournament.slug))
    people = participants_of(tournament, (step.number for step in steps))
    fees = fees_of(tournament)
    box = box_of(request.session, tournament) if fees.kinds else None
    return {
        "tournament": tournament,
        "nav": "participants",
        "facts": facts,
        "seats": seats_left(tournament),
        "open": tournament.state in LIST_IS_OPEN,
        "steps": [people[step.number] for step in steps if step.number in people],
        "age_open": _age_open(request, tournament),
        "minimum_age": tournament.ruleset.minimum_age,
        "card": facts.card,
        "fees": fees.kinds,
        "box": box,
        "in_box": expected_in(box) if box else 0,
        "draws_lots": open_door_of(tournament.pk) is not None,
    }
