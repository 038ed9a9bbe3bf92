"""The page of the second entry: somebody else types a paper sheet again and sees only the lines typed here."""

from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.records import GameRecord
from tournament import permissions
from tournament.enums import SheetState
from tournament.forms.games import SettleForm, TypedLineForm, read_entry
from tournament.forms.paper_lines import SetAsideForm
from tournament.forms.records import RecordForm
from tournament.models import Scoresheet
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.selectors.games import compare_running
from tournament.selectors.second_entry import (
    second_entry,
    second_line_place,
    second_lines,
    second_view,
    waiting_second,
)
from tournament.selectors.sheets import sheet_state
from tournament.services.acting import act, new_keys
from tournament.sheet.acts import second_entry as heart
from tournament.sheet.acts.second_entry import LookAtFirst, RecordSecond, TakeBackSecond
from tournament.sheet.acts.second_entry import second_record as second_record_of
from tournament.sheet.acts.settling import SettleFirst, SettleSecond
from tournament.views.answer_versions import sheet_version_of
from tournament.views.comparisons import compared
from tournament.views.scoresheets import (
    STATUS,
    Reply,
    first_error,
    following,
    line_number,
    new_command,
    scoresheet_or_404,
    typing_context,
    with_sheet,
)
from tournament.words import labels


@require_GET
@requires(permissions.enter_games)
def second(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Show the second entry of a sheet; with ?v= the parts that changed since that version, or 204."""
    sheet = _wanted_or_404(slug, match, table)
    if request.GET.get("v") == str(sheet_version_of(request, sheet)):
        return HttpResponse(status=204)
    return _answer(request, sheet, Reply())


@require_POST
@requires(permissions.enter_games)
def second_record(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Write one line of the second entry, or compare running totals; answer with the changed parts of the page."""
    sheet = _wanted_or_404(slug, match, table)
    form = TypedLineForm(request.POST)
    typed = request.POST.get("entry", "")
    if not form.is_valid():
        return _answer(request, sheet, Reply(kind="refused", text=first_error(form), entry=typed))
    data = form.cleaned_data
    entry = read_entry(second_line_place(sheet, data["number"]), data["entry"])
    if entry.running is not None:
        return _answer(request, sheet, _compared(sheet, entry.running, data))
    if entry.paper is not None:
        return _write(request, sheet, second_record_of(entry.paper), data, typed)
    if entry.record is None:
        text = labels.scoring_sentence(entry.error) if entry.error else ""
        return _answer(request, sheet, Reply(kind="refused", text=text, entry=typed, number=data["number"]))
    return _write(request, sheet, entry.record.decided(approved=entry.initialled or None), data, typed)


@require_POST
@requires(permissions.enter_games)
def second_fields(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Write one line of the second entry chosen by fields; answer as `second_record` does."""
    sheet = _wanted_or_404(slug, match, table)
    tournament = sheet.match.tournament
    form = RecordForm(request.POST, ruleset=tournament.ruleset, tariff=tournament.tariff)
    if not form.is_valid():
        return _answer(request, sheet, Reply(kind="refused", text=first_error(form)))
    record = form.record().decided(approved=form.cleaned_data["initialled"] or None)
    return _write(request, sheet, record, form.cleaned_data, "")


@require_POST
@requires(permissions.enter_games)
def second_aside(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Say of a line of the second entry that it is no game on the paper; answer as `second_record` does."""
    sheet = _wanted_or_404(slug, match, table)
    form = SetAsideForm(request.POST)
    typed = request.POST.get("text", "")
    if not form.is_valid():
        return _answer(request, sheet, Reply(kind="refused", text=first_error(form), entry=typed))
    data = form.cleaned_data
    try:
        paper = form.on_paper(second_line_place(sheet, data["number"]))
    except Refused as refusal:
        return _answer(request, sheet, Reply.refusal(refusal, entry=typed, number=data["number"]))
    return _write(request, sheet, second_record_of(paper), data, typed)


@require_POST
@requires(permissions.enter_games)
def second_back(request: Request, slug: str, match: int, table: int, number: int) -> HttpResponse:
    """Take a line of the second entry back."""
    sheet = _wanted_or_404(slug, match, table)
    try:
        act(sheet, TakeBackSecond(number=number), actor=request.user)
    except Refused as refusal:
        return _answer(request, sheet, Reply.refusal(refusal))
    return redirect("second", slug, match, table)


@require_POST
@requires(permissions.correct_games)
def second_look(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Show a supervisor the sheet before its second entry is finished; after that somebody else must type the rest."""
    sheet = _wanted_or_404(slug, match, table)
    try:
        act(sheet, LookAtFirst(), actor=request.user)
    except Refused as refusal:
        return _answer(request, sheet, Reply.refusal(refusal))
    return redirect(sheet)


@require_POST
@requires(permissions.enter_games)
def second_settle(request: Request, slug: str, match: int, table: int, number: int) -> HttpResponse:
    """Settle a difference by the paper: the first or the second entry holds, as the page showed both."""
    form = SettleForm(request.POST)

    def settle(sheet: Scoresheet) -> None:
        if not form.is_valid():
            raise Refused(_("Please choose which of the two the paper says."), code="not_chosen")
        data = form.cleaned_data
        compared: dict[str, Any] = {"number": number, "game": data["first"], "second": data["second"]}
        if data["take"] == "first":
            act(sheet, SettleFirst(**compared), actor=request.user)
        else:
            initials = permissions.acting(data["initials"]) if data["initials"] else None
            (key,) = new_keys(1)
            act(sheet, SettleSecond(**compared, key=key, initials=initials), actor=request.user)

    return with_sheet(request, slug, match, table, settle, _("Game %(number)s is settled.") % {"number": number})


def _compared(sheet: Scoresheet, running: tuple[int, ...], data: dict[str, Any]) -> Reply:
    view = second_view(sheet, second_lines(sheet))
    return compared(compare_running(view, running, data["number"], data["upto"]), view.names)


def _wanted_or_404(slug: str, match: int, table: int) -> Scoresheet:
    sheet = scoresheet_or_404(slug, match, table)
    if not sheet.match.tournament.double_entry:
        raise Http404(_("This tournament has no double entry."))
    return sheet


def _write(request: Request, sheet: Scoresheet, record: GameRecord, data: dict[str, Any], typed: str) -> HttpResponse:
    command = RecordSecond(number=data["number"], record=record, key=data["command"], seen=data["replace"] or None)
    try:
        answer = act(sheet, command, actor=request.user)
    except Refused as refusal:
        return _answer(request, sheet, Reply.refusal(refusal, entry=typed, number=data["number"]))
    return _answer(request, sheet, Reply(kind=answer.value))


def _answer(request: Request, sheet: Scoresheet, reply: Reply) -> HttpResponse:
    """Answer with the whole page, or for its script with the changed parts. Nothing of the first entry is in them."""
    if request.method == "POST":  # the act has changed the row
        sheet = scoresheet_or_404(sheet.match.tournament.slug, sheet.match.number, sheet.table_number)
    context = _context(request, sheet, reply)
    status = STATUS.get(reply.kind, 200)
    if request.headers.get("X-Parts"):
        changing = ("sheet_part", "side_part", "missing_part")
        parts = {name: render_to_string(f"second_entry/_{name}.html", context, request) for name in changing}
        payload = {"answer": reply.kind, "text": reply.text, "to": reply.to, "version": sheet.version, "parts": parts}
        return JsonResponse(payload, status=status)
    return render(request, "second_entry/second.html", context | typing_context(context), status=status)


def _context(request: Request, sheet: Scoresheet, reply: Reply) -> dict[str, Any]:
    state, lines, user = sheet_state(sheet), second_lines(sheet), request.user.pk
    sheet.table_size = len(state.seats)
    view = second_view(sheet, lines)
    entry = second_entry(sheet, state, view.names, lines)
    closed, own = sheet.state not in (SheetState.OPEN, SheetState.COMPLETE), heart.typed_first(state, user)
    looked = user in state.looked
    empty = entry is not None and not entry.wanted and not view.written
    waiting = waiting_second(sheet.match, request.user)
    number = line_number(request.GET.get("line"))
    return {
        "tournament": sheet.match.tournament,
        "match": sheet.match,
        "scoresheet": sheet,
        "view": view,
        "second": entry,
        "own": own,
        "looked": looked,
        "empty": empty,
        "hidden": heart.is_blind_for(state, user),
        "may_look": permissions.correct_games(request.user),
        "closed": closed,
        "reply": reply,
        "line": view.lines[number - 1] if number and number <= view.games else None,
        "command": new_command(),
        "supervises": False,
        "open": not (closed or own or looked or empty),
        "base": reverse("second", args=[sheet.match.tournament.slug, sheet.match.number, sheet.table_number]),
        "waiting": waiting,
        "next_waiting": following(waiting, sheet.table_number),
        "previous_waiting": following(waiting[::-1], sheet.table_number),
    }
