"""Acts on the lines of a sheet: record, take back, correct, strike, restore, rule, sanction."""

from dataclasses import replace
from typing import Any

from django.http import HttpResponse, JsonResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.records import Decision, GameRecord, PaperPoints
from scoring.sanctions import proposed_points
from tournament import permissions
from tournament.enums import CorrectionKind
from tournament.forms.games import (
    CorrectionForm,
    ReasonForm,
    RulingForm,
    RunnersForm,
    SeenForm,
    TypedLine,
    TypedLineForm,
    UndoForm,
    game_of,
    read_entry,
)
from tournament.forms.records import RecordForm
from tournament.forms.sanctions import SanctionForm
from tournament.models import Scoresheet
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.selectors.games import compare_running, game_outcome
from tournament.selectors.scoresheets import sheet_view
from tournament.selectors.second_entry import second_line_place
from tournament.selectors.sheets import chained, place_of, sheet_state
from tournament.services.acting import ActStep, act, act_step, reason_given
from tournament.services.sanctions import enter_sanction
from tournament.sheet.acts.corrections import CorrectGame, RestoreGame, StrikeGame, TakeBackCorrection
from tournament.sheet.acts.games import RecordGame, RetypeGame
from tournament.sheet.acts.paper_lines import SetAsideLine
from tournament.sheet.acts.rulings import RuleOnLine
from tournament.sheet.acts.runners import SayRunners
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.draft import Answer
from tournament.sheet.places import check_line
from tournament.views.comparisons import compared
from tournament.views.scoresheets import (
    Reply,
    answer,
    answer_step,
    back_to,
    cleaned,
    first_error,
    line_number,
    scoresheet_or_404,
    sheet_at_or_404,
    with_sheet,
)
from tournament.views.slips import remember_totals
from tournament.words import labels

# Refusals of a typed line that a supervisor's correction can still change.
CORRECTED_ONLY = ("sheet_not_open", "signed_before", "decided_by_supervisor", "not_the_last")


@require_POST
@requires(permissions.enter_games)
def record(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Write one line, or compare running totals; answer with the changed parts of the page."""
    sheet, head = sheet_at_or_404(slug, match, table)
    form = TypedLineForm(_numbered(request, sheet))
    typed = request.POST.get("entry", "")
    if not form.is_valid():
        number = form.cleaned_data.get("number")
        return answer(request, sheet, Reply(kind="refused", text=first_error(form), entry=typed, number=number))
    data, state = form.cleaned_data, chained(sheet, head).sheet
    entry = read_entry(place_of(sheet, data["number"], state), data["entry"])
    if entry.running is not None:
        return answer(request, sheet, _compared(request, sheet, entry.running, data))
    try:
        check_line(state, data["number"])  # one line too many, whatever its content
        if entry.error is not None:
            reply = Reply(kind="refused", text=labels.scoring_sentence(entry.error), entry=typed, number=data["number"])
            return answer(request, sheet, reply.ruled_on(entry.written))
        step = _write(sheet, entry, data, request)
    except Refused as refusal:
        return _refused(request, sheet, refusal, entry, data)
    text = line_waits(data["number"]) if entry.paper else ""
    return answer_step(request, sheet, Reply(kind=step.answer.value, text=text), step)


@require_GET
@requires(permissions.enter_games)
def meaning(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Say what an entry means before it is written: {"outcome": as in the page's tables, or null, "text": why not}."""
    sheet = scoresheet_or_404(slug, match, table)
    number = line_number(request.GET.get("number")) or 1
    place = second_line_place(sheet, number) if "second" in request.GET else place_of(sheet, number)
    entry = read_entry(place, request.GET.get("entry", "")[:60])
    if entry.record is None:
        return JsonResponse({"outcome": None, "text": labels.scoring_sentence(entry.error) if entry.error else ""})
    return JsonResponse({"outcome": game_outcome(place, entry.record), "text": ""})


def line_waits(number: int) -> str:
    """Say what became of a line that was set aside."""
    return _("Line %(number)s waits for the supervisor.") % {"number": number}


def _refused(
    request: Request, sheet: Scoresheet, refusal: Refused, entry: TypedLine, data: dict[str, Any]
) -> HttpResponse:
    """Answer a refused line. If only a correction can change it now, lead a supervisor there with the typed text."""
    number, typed = data["number"], data["entry"]
    corrects = refusal.code in CORRECTED_ONLY and permissions.correct_games(request.user)
    if not corrects or entry.record is None or number not in sheet_state(sheet).games:
        return answer(request, sheet, Reply.refusal(refusal, entry=typed, number=number))
    text = _("Game %(number)s is changed by a correction now (5.3.4). Your value stands there: Enter leads to it.")
    reply = Reply(kind="correction", text=text % {"number": number}, number=number)
    return answer(request, sheet, reply, line=number)


@require_POST
@requires(permissions.enter_games)
def record_fields(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Write one line chosen by fields; answer as `record` does."""
    sheet = scoresheet_or_404(slug, match, table)
    tournament = sheet.match.tournament
    form = RecordForm(request.POST, ruleset=tournament.ruleset, tariff=tournament.tariff)
    if not form.is_valid():
        return answer(request, sheet, Reply(kind="refused", text=first_error(form)))
    data = form.cleaned_data
    entry = TypedLine(record=form.record(), initialled=data["initialled"])
    try:
        step = _write(sheet, entry, data, request)
    except Refused as refusal:
        return answer(request, sheet, Reply.refusal(refusal, number=data["number"]))
    return answer_step(request, sheet, Reply(kind=step.answer.value), step)


def _numbered(request: Request, sheet: Scoresheet) -> QueryDict:
    """Return the posted fields. Without a free line the page sends no number, and the entry is one too many."""
    posted = request.POST.copy()
    if posted.get("number") == "":
        posted["number"] = str(sheet.match.tournament.ruleset.games(sheet.seats.count()) + 1)
    return posted


def _write(sheet: Scoresheet, entry: TypedLine, data: dict[str, Any], request: Request) -> ActStep:
    if entry.paper is not None:
        aside = SetAsideLine(
            number=data["number"], paper=entry.paper, key=data["command"], seen=data["replace"] or None
        )
        return act_step(sheet, aside, actor=request.user)
    assert entry.record is not None
    if entry.initialled and data["initials"] is None:
        raise Refused(_("Please choose whose initials stand on the paper."), code="initials_missing")
    values: dict[str, Any] = {
        "number": data["number"],
        "record": entry.record,
        "key": data["command"],
        "initialled_by": permissions.acting(data["initials"]) if entry.initialled else None,
    }
    if data["replace"]:
        return act_step(sheet, RetypeGame(seen=data["replace"], **values), actor=request.user)
    return act_step(sheet, RecordGame(**values), actor=request.user)


def _compared(request: Request, sheet: Scoresheet, running: tuple[int, ...], data: dict[str, Any]) -> Reply:
    """Compare running totals and keep them for the error finder; the answer leads to it if they differ."""
    view = sheet_view(sheet)
    comparison = compare_running(view, running, data["number"], data["upto"])
    reply = compared(comparison, view.names)
    if comparison.to not in {round_.to for round_ in view.evaluated.rounds}:
        return reply  # in the middle of a round no paper has totals
    finder = remember_totals(request, sheet, comparison.to, running)
    return replace(reply, finder="" if comparison.agrees else finder)


@require_POST
@requires(permissions.enter_games)
def take_back(request: Request, slug: str, match: int, table: int, number: int) -> HttpResponse:
    """Take a line back, so that it can be typed again."""
    return with_sheet(
        request, slug, match, table,
        lambda sheet: act(sheet, TakeBackGame(number=number, seen=_version_seen(request)), actor=request.user),
        _("Game %(number)s was taken back.") % {"number": number},
        line=number,
    )  # fmt: skip


@require_POST
@requires(permissions.enter_games)
def runners(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Say how many runners a written game had, for the money alone (5.2.8); no correction, and logged."""

    def say(sheet: Scoresheet) -> None:
        act(sheet, SayRunners(**cleaned(RunnersForm(request.POST))), actor=request.user)

    return with_sheet(request, slug, match, table, say, _("The runners are noted; no points have changed."))


@require_POST
@requires(permissions.correct_games)
def correct(request: Request, slug: str, match: int, table: int, number: int) -> HttpResponse:
    """Correct a written line; the old value stays (5.3.4)."""

    def correct_line(sheet: Scoresheet) -> None:
        data = cleaned(CorrectionForm(request.POST))
        right = game_of(read_entry(place_of(sheet, number), data["entry"]), data["entry"])
        act(sheet, CorrectGame(record=right, **_correction(number, data)), actor=request.user)

    sentence = _("Game %(number)s was corrected; the old value stays readable.") % {"number": number}
    return with_sheet(request, slug, match, table, correct_line, sentence, line=number)


@require_POST
@requires(permissions.correct_games)
def strike(request: Request, slug: str, match: int, table: int, number: int) -> HttpResponse:
    """Strike a line (5.2.17, 5.3.4)."""
    sentence = _("Game %(number)s was struck.") % {"number": number}
    return _reasoned(request, slug, match, table, number, StrikeGame, sentence)


@require_POST
@requires(permissions.correct_games)
def restore(request: Request, slug: str, match: int, table: int, number: int) -> HttpResponse:
    """Let a struck line count again."""
    sentence = _("Game %(number)s counts again.") % {"number": number}
    return _reasoned(request, slug, match, table, number, RestoreGame, sentence)


def _reasoned(
    request: Request,
    slug: str,
    match: int,
    table: int,
    number: int,
    command: type[StrikeGame] | type[RestoreGame],
    sentence: str,
) -> HttpResponse:
    def act_with_reason(sheet: Scoresheet) -> None:
        data = cleaned(ReasonForm(request.POST))
        act(sheet, command(**_correction(number, data)), actor=request.user)

    return with_sheet(request, slug, match, table, act_with_reason, sentence, line=number)


def _correction(number: int, data: dict[str, Any]) -> dict[str, Any]:
    """The steps that all corrections of a line share."""
    before, corrected = data["replace"] or None, data["corrected"]
    return {"number": number, "reason": reason_given(data["reason"]), "seen": before, "corrected": corrected}


def _version_seen(request: Request) -> str | None:
    """Return the command that wrote the game which the page showed."""
    return cleaned(SeenForm(request.POST))["replace"] or None


@require_POST
@requires(permissions.correct_games)
def undo(request: Request, slug: str, match: int, table: int, number: int) -> HttpResponse:
    """Take the last correction of a line back as one act; the reason may be left out (5.3.4)."""

    def take_back_correction(sheet: Scoresheet) -> None:
        data = cleaned(UndoForm(request.POST))
        data["reason"] = data["reason"] or _("Corrected by mistake")
        act(sheet, TakeBackCorrection(**_correction(number, data)), actor=request.user)

    sentence = _("The correction of game %(number)s is taken back; it stays readable.") % {"number": number}
    return with_sheet(request, slug, match, table, take_back_correction, sentence, line=number)


@require_POST
@requires(permissions.correct_games)
def rule(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Rule on a line whose values on paper are no game: the right value, or struck (5.3.4, 5.3.6)."""
    sheet = scoresheet_or_404(slug, match, table)
    form = RulingForm(request.POST, seats=sheet.seats.count(), auto_id="ruling_%s")
    typed = request.POST.get("written", "")
    if not form.is_valid():
        number = form.cleaned_data.get("number")
        reply = Reply(kind="refused", text=first_error(form), entry=typed, number=number)
        return answer(request, sheet, reply.with_form(ruling=form))
    data = form.cleaned_data
    try:
        outcome = _rule(sheet, form, request)
    except Refused as refusal:
        reply = Reply.refusal(refusal, entry=typed, number=data["number"])
        return answer(request, sheet, reply.with_form(ruling=form))
    return back_to(sheet, request, _sentence(outcome, _("Game %(number)s stands as you ruled."), data["number"]))


def _sentence(outcome: Answer, sentence: str, number: int) -> str:
    """Say what became of a form. A form sent a second time changes nothing, even with other values."""
    again = _("This form was sent before: game %(number)s stands as it was written then.")
    return (again if outcome == Answer.DUPLICATE else sentence) % {"number": number}


def _rule(sheet: Scoresheet, form: RulingForm, request: Request) -> Answer:
    data = form.cleaned_data
    struck = data["struck"]
    typed = data["entry"] or form.data["written"]
    entry = read_entry(place_of(sheet, data["number"]), typed)
    record = (
        GameRecord(paper=PaperPoints(written=data["written"]), decision=Decision(struck=True))
        if struck
        else game_of(entry, typed)
    )
    ruling = RuleOnLine(
        number=data["number"],
        ruling=CorrectionKind.STRUCK if struck else CorrectionKind.RULED,
        record=record,
        written=data["written"],
        reason=reason_given(data["reason"]),
        key=data["command"],
    )
    return act(sheet, ruling, actor=request.user)


@require_POST
@requires(permissions.sanction)
def sanction(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Write a sanction line (3.4.17, 3.4.18, 2.4.10)."""
    sheet = scoresheet_or_404(slug, match, table)
    view = sheet_view(sheet)
    number = request.POST.get("number", "")
    place = place_of(sheet, int(number) if number.isdecimal() and len(number) < 4 else 1)
    form = SanctionForm(request.POST, place=place, names=view.names, auto_id="sanction_%s")
    if not form.is_valid():
        return answer(request, sheet, Reply(kind="refused", text=first_error(form), sanction=form))
    data = form.cleaned_data
    command = RecordGame(number=data["number"], record=form.record(), key=data["command"])
    try:
        outcome = enter_sanction(
            scoresheet=sheet,
            command=command,
            offence=data["offence"],
            offender=data["offender"],
            actor=request.user,
        )
    except Refused as refusal:
        return answer(request, sheet, _proposing(refusal, form))
    return back_to(sheet, request, _sentence(outcome, _("The sanction stands in game %(number)s."), data["number"]))


def _proposing(refusal: Refused, form: SanctionForm) -> Reply:
    """Answer a refused sanction. If only the ruling is missing, its field proposes the usual points (3.4.18)."""
    reply = Reply.refusal(refusal).with_form(sanction=form)
    proposed = proposed_points(form.place.ruleset, form.record()) if refusal.code == "ruling_needed" else None
    if proposed is None:
        return reply
    points = labels.points_text(proposed)
    form.data = {name: form.data[name] for name in form.data} | {"points": points}
    proposal = _("%(points)s is proposed in the form: please check it and enter it once more.") % {"points": points}
    return replace(reply, text=f"{reply.text} {proposal}")
