"""Inserting a line or taking one out; the lines below move."""

from collections.abc import Callable

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament import permissions
from tournament.forms.paper_lines import MoveForm
from tournament.models import Scoresheet
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.services.acting import act
from tournament.sheet.acts.line_moves import InsertLine, TakeOutLine
from tournament.views.scoresheets import Reply, answer, cleaned, scoresheet_or_404, with_sheet


@require_POST
@requires(permissions.enter_games)
def line_insert(request: Request, slug: str, match: int, table: int, number: int) -> HttpResponse:
    """Make room for a line that was left out; the page's own script gets the parts that changed."""

    def move(sheet: Scoresheet) -> None:
        data = cleaned(MoveForm(request.POST))
        act(sheet, InsertLine(number=number, key=data["command"]), actor=request.user)

    sentence = _("Line %(number)s is free; the lines from there on moved down by one.") % {"number": number}
    return _moved(request, slug, match, table, number, move, sentence)


@require_POST
@requires(permissions.enter_games)
def line_take_out(request: Request, slug: str, match: int, table: int, number: int) -> HttpResponse:
    """Take out a line that is not on the paper; the page's own script gets the parts that changed."""

    def move(sheet: Scoresheet) -> None:
        data = cleaned(MoveForm(request.POST))
        command = TakeOutLine(number=number, key=data["command"], seen=data["replace"] or None)
        act(sheet, command, actor=request.user)

    sentence = _("Line %(number)s was taken out; the lines after it moved up by one.") % {"number": number}
    return _moved(request, slug, match, table, number, move, sentence)


def _moved(
    request: Request, slug: str, match: int, table: int, number: int, move: Callable[[Scoresheet], None], sentence: str
) -> HttpResponse:
    if not request.headers.get("X-Parts"):
        return with_sheet(request, slug, match, table, move, sentence, line=number)
    sheet = scoresheet_or_404(slug, match, table)
    try:
        move(sheet)
    except Refused as refusal:
        return answer(request, sheet, Reply.refusal(refusal, number=number))
    return answer(request, sheet, Reply(kind="applied", text=sentence))
