"""The page for a sheet of which only the totals are known, if the rules allow it."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament import permissions
from tournament.forms.totals import TotalsForm, initial_totals
from tournament.models import Scoresheet
from tournament.permissions import Request, requires
from tournament.person.names import one_line
from tournament.selectors.scoresheets import sheet_view
from tournament.services.acting import act, reason_given
from tournament.sheet.acts.totals import CorrectTotals, RecordTotals, TakeBackTotals
from tournament.views.refusals import refusal_as_error
from tournament.views.scoresheets import back_to, scoresheet_or_404, with_sheet


@require_http_methods(["GET", "POST"])
@requires(permissions.enter_games)
def totals(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Enter the totals of a sheet without games."""
    sheet, form = _sheet_and_form(request, slug, match, table)
    if request.method == "POST" and form.is_valid():
        with refusal_as_error(form):
            act(sheet, RecordTotals(totals=form.totals()), actor=request.user)
            return back_to(sheet, request, _("The totals are entered."))
    return _page(request, sheet, form)


@require_http_methods(["GET", "POST"])
@requires(permissions.correct_games)
def totals_correct(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Correct totals with a reason; the old ones stay readable (5.3.4)."""
    sheet, form = _sheet_and_form(request, slug, match, table)
    reason = one_line(request.POST.get("reason", ""))[:200]
    if request.method == "POST" and form.is_valid():
        with refusal_as_error(form):
            command = CorrectTotals(totals=form.totals(), reason=reason_given(reason))
            act(sheet, command, actor=request.user)
            return back_to(sheet, request, _("The totals are corrected; the old ones stay readable."))
    return _page(request, sheet, form, correcting=True, reason=reason)


@require_POST
@requires(permissions.enter_games)
def totals_back(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Take the totals back; the sheet is open again."""
    return with_sheet(
        request, slug, match, table,
        lambda sheet: act(sheet, TakeBackTotals(), actor=request.user),
        _("The totals are taken back."),
    )  # fmt: skip


def _sheet_and_form(request: Request, slug: str, match: int, table: int) -> tuple[Scoresheet, TotalsForm]:
    sheet = scoresheet_or_404(slug, match, table)
    ruleset = sheet.match.tournament.ruleset
    if not ruleset.totals_only:
        raise Http404(_("These rules keep every game; totals alone are not enough."))
    names = [seat.name for seat in sheet_view(sheet).seats]
    initial = initial_totals(sheet.totals)
    return sheet, TotalsForm(request.POST or None, ruleset=ruleset, names=names, initial=initial, auto_id="%s")


def _page(request: Request, sheet: Scoresheet, form: TotalsForm, **more: Any) -> HttpResponse:
    context = {"tournament": sheet.match.tournament, "match": sheet.match, "scoresheet": sheet, "form": form}
    status = 422 if form.errors else 200
    return render(request, "totals/totals.html", context | {"nav": "matches"} | more, status=status)
