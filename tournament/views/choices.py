"""Choosing the right value of a line by tapping: on a phone the supervisor sees it before it is written."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.records import record_to_json
from tournament import permissions
from tournament.forms.games import ChoiceForm
from tournament.forms.records import RecordForm
from tournament.models import Scoresheet
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.selectors.choices import (
    LineChoice,
    answers_of,
    fields_of,
    line_choice,
    questions_of,
    section_asked,
)
from tournament.selectors.paper_lines import AS_TYPED, why_it_counts
from tournament.selectors.scoresheets import SheetView, sheet_view
from tournament.selectors.second_entry import is_blind_view
from tournament.selectors.sheets import place_of
from tournament.services.acting import act, reason_given
from tournament.services.rulings import decide_paper_line
from tournament.sheet.acts.corrections import CorrectGame
from tournament.sheet.lines import LineView
from tournament.views.scoresheets import back_to, first_error, new_command, scoresheet_or_404


@require_http_methods(["GET", "POST"])
@requires(permissions.correct_games)
def choose(request: Request, slug: str, match: int, table: int, number: int) -> HttpResponse:
    """Choose the right value of a line. The page's own script gets the questions again and the value of the answer."""
    sheet = scoresheet_or_404(slug, match, table)
    view = sheet_view(sheet, coded=False)
    line = view.lines[number - 1] if 1 <= number <= view.games else None
    if line is None or not (line.paper or (line.game and not is_blind_view(sheet, request.user))):
        return redirect(sheet)
    choice, refused = _choice(view, line, request.POST or request.GET), ""
    form = ChoiceForm(request.POST or None)
    form.fields["reason"].widget.attrs["placeholder"] = usual = _usual(line)
    if request.method == "POST":
        try:
            _write(sheet, line, choice, form, usual, request)
        except Refused as refusal:
            refused = str(refusal)
        else:
            return _answer(request, sheet, line)
    context = {"tournament": sheet.match.tournament, "nav": "approvals", "view": view, "scoresheet": sheet}
    context |= {"line": line, "choice": choice, "form": form, "refused": refused}
    template = "scoresheets/_choice.html" if request.htmx else "scoresheets/choose.html"
    return render(request, template, context, status=422 if refused else 200)


def _choice(view: SheetView, line: LineView, query: QueryDict) -> LineChoice:
    """Return the choice: as the page sent it, at first the value of the line."""
    place = place_of(view.scoresheet, line.number)
    paper = line.paper.record if line.paper else None
    record = line.record or (record_to_json(paper) if paper else {})
    questions = questions_of(place, view.names, dict(query.lists()) if "number" in query else fields_of(record))
    data = QueryDict(mutable=True)
    for name, values in (answers_of(questions) | {"number": [str(line.number)], "command": [new_command()]}).items():
        data.setlist(name, values)
    form = RecordForm(data, ruleset=place.ruleset, tariff=place.tariff)
    choice = line_choice(place, view.names, questions, form.record() if form.is_valid() else None)
    return replace(choice, section=section_asked(view, line.number, choice.record)) if choice.record else choice


def _usual(line: LineView) -> str:
    """Return the reason that is kept if the supervisor writes none."""
    return _("Written down wrongly") if line.paper is None else why_it_counts(line.paper)


def _answer(request: Request, sheet: Scoresheet, line: LineView) -> HttpResponse:
    if line.paper is None:
        sentence = _("Game %(number)s was corrected; the old value stays readable.")
        return back_to(sheet, request, sentence % {"number": line.number})
    sentence = _("Table %(table)s, line %(number)s is decided.")
    messages.success(request, sentence % {"table": sheet.table_number, "number": line.number})
    return redirect("approvals", sheet.match.tournament.slug)


def _write(
    sheet: Scoresheet, line: LineView, choice: LineChoice, form: ChoiceForm, usual: str, request: Request
) -> None:
    """Write exactly the game that was shown: after a loss of network the page may show other points than the chosen
    fields."""
    if choice.record is None:
        raise Refused("%(text)s", code="incomplete", text=choice.problem)
    if choice.key != request.POST.get("shown"):
        raise Refused(_("Nothing is written yet: please look at the points and press once more."), code="not_shown")
    if not form.is_valid():
        raise Refused("%(text)s", code="form", text=first_error(form))
    data = form.cleaned_data
    reason = data["reason"] or usual
    if line.paper is not None:
        if data["paper"] != line.paper.row:
            raise Refused(
                _("The paper says something else meanwhile. Please choose once more."), code="not_proposed", choice=""
            )
        decide_paper_line(
            paper_line=sheet.paper_lines.select_related("scoresheet").get(pk=line.paper.row or 0),
            choice=AS_TYPED,
            reason=reason,
            command=new_command(),
            actor=request.user,
            record=choice.record,
            approve=data["approve"],
        )
        return
    correction = CorrectGame(
        number=line.number,
        record=choice.record,
        reason=reason_given(reason),
        # "": the page showed a line of the paper, no game.
        seen=data["replace"],
        corrected=data["corrected"],
        approve=data["approve"],
    )
    act(sheet, correction, actor=request.user)
