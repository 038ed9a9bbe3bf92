"""A line of the paper that is no game: the desk sets it aside for the supervisor, or takes it up again."""

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament import permissions
from tournament.forms.paper_lines import SetAsideForm
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.selectors.records import place_of
from tournament.services import paper_lines
from tournament.views.scoresheets import Reply, answer, first_error, line_waits, scoresheet_or_404, with_sheet


@require_POST
@requires(permissions.enter_games)
def line_set_aside(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Set a line aside; answers with the page's changed parts, as `games.record` does."""
    sheet = scoresheet_or_404(slug, match, table)
    form = SetAsideForm(request.POST)
    typed = request.POST.get("text", "")
    if not form.is_valid():
        number = form.cleaned_data.get("number")
        return answer(request, sheet, Reply(kind="refused", text=first_error(form), entry=typed, number=number))
    data = form.cleaned_data
    try:
        done = paper_lines.set_aside_line(
            scoresheet=sheet,
            number=data["number"],
            paper=form.on_paper(place_of(sheet, data["number"])),
            command=data["command"],
            actor=request.user,
            replaces=data["replace"],
        )
    except Refused as refusal:
        return answer(request, sheet, Reply.refusal(refusal, entry=typed, number=data["number"]))
    return answer(request, sheet, Reply(kind=done.value, text=line_waits(data["number"])))


@require_POST
@requires(permissions.enter_games)
def line_take_up(request: Request, slug: str, match: int, table: int, number: int) -> HttpResponse:
    """The line is free again: it was set aside by mistake."""
    return with_sheet(
        request, slug, match, table,
        lambda sheet: paper_lines.take_up_line(scoresheet=sheet, number=number, actor=request.user),
        _("Line %(number)s is free again.") % {"number": number},
        line=number,
    )  # fmt: skip
