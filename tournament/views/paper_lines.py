"""A paper line that is no game: the desk sets it aside or takes it up again, the supervisor decides."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament import permissions
from tournament.forms.paper_lines import DecideForm, SetAsideForm, TakeUpForm, UnplayedForm
from tournament.models import PaperLine, Scoresheet, Tournament
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.selectors.sheets import place_of
from tournament.selectors.waiting import decided_text
from tournament.services.acting import act, new_keys, reason_given
from tournament.services.paper_lines import take_up_line
from tournament.services.rulings import decide_paper_line
from tournament.sheet.acts.paper_lines import SetAsideLine
from tournament.sheet.acts.rulings import CloseUnplayed
from tournament.views.approvals import back_to_list, where_said
from tournament.views.games import line_waits
from tournament.views.refusals import refusal_as_message
from tournament.views.scoresheets import (
    Reply,
    answer,
    cleaned,
    first_error,
    scoresheet_or_404,
    with_sheet,
)


@require_POST
@requires(permissions.enter_games)
def line_set_aside(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Set a line aside; answer with the changed parts of the page, as `games.record` does."""
    sheet = scoresheet_or_404(slug, match, table)
    form = SetAsideForm(request.POST)
    typed = request.POST.get("text", "")
    if not form.is_valid():
        number = form.cleaned_data.get("number")
        return answer(request, sheet, Reply(kind="refused", text=first_error(form), entry=typed, number=number))
    data = form.cleaned_data
    try:
        aside = SetAsideLine(
            number=data["number"],
            paper=form.on_paper(place_of(sheet, data["number"])),
            key=data["command"],
            seen=data["replace"] or None,
        )
        outcome = act(sheet, aside, actor=request.user)
    except Refused as refusal:
        return answer(request, sheet, Reply.refusal(refusal, entry=typed, number=data["number"]))
    return answer(request, sheet, Reply(kind=outcome.value, text=line_waits(data["number"])))


@require_POST
@requires(permissions.enter_games)
def line_take_up(request: Request, slug: str, match: int, table: int, number: int) -> HttpResponse:
    """Free a line that was set aside by mistake."""

    def take_up(sheet: Scoresheet) -> None:
        version = cleaned(TakeUpForm(request.POST))["replace"]
        take_up_line(scoresheet=sheet, number=number, seen=version, actor=request.user)

    return with_sheet(
        request, slug, match, table,
        take_up,
        _("Line %(number)s is free again.") % {"number": number},
        line=number,
    )  # fmt: skip


@require_POST
@requires(permissions.correct_games)
def paper_line_decide(request: Request, slug: str, pk: int) -> HttpResponse:
    """Decide with one tap on a line that waits, then go back to where the supervisor was."""
    tournament = get_object_or_404(Tournament, slug=slug)
    rows = PaperLine.objects.select_related("scoresheet__match__tournament")
    row = get_object_or_404(rows, pk=pk, scoresheet__match__tournament=tournament)
    form = DecideForm(request.POST)
    with refusal_as_message(request):
        data = cleaned(form)
        decide_paper_line(
            paper_line=row,
            choice=data["choice"],
            reason=data["reason"],
            command=data["command"],
            actor=request.user,
            record=form.record(place_of(row.scoresheet, row.number)),
        )
        words = {"table": row.scoresheet.table_number, "number": row.number, "game": decided_text(row)}
        sentence = _("Table %(table)s, line %(number)s is decided: %(game)s.") % words
        messages.success(request, sentence, extra_tags=where_said(row.scoresheet))
    if request.POST.get("next") == "sheet":
        return redirect(row.scoresheet)
    return back_to_list(request, tournament)


@require_POST
@requires(permissions.correct_games)
def lines_unplayed(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Close the last lines of the sheet as not played, because the match had fewer games."""

    def close(sheet: Scoresheet) -> None:
        data = cleaned(UnplayedForm(request.POST))
        numbers = tuple(data["numbers"])
        keys = (data["command"], *new_keys(len(numbers) - 1))
        command = CloseUnplayed(numbers=numbers, reason=reason_given(data["reason"]), keys=keys)
        act(sheet, command, actor=request.user)

    return with_sheet(request, slug, match, table, close, _("The sheet is closed with the games played."))
