"""The error finder: a list whose running totals differ from the paper, the possible faults, and putting them right."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament import permissions
from tournament.forms.slips import PREFIX, RunningTotalsForm, TakeRemedyForm
from tournament.models import Scoresheet
from tournament.permissions import Request, requires
from tournament.selectors.scoresheets import sheet_view
from tournament.selectors.second_entry import is_blind_view
from tournament.selectors.slips import finding
from tournament.services.slips import take_remedy
from tournament.views.refusals import refusal_as_message
from tournament.views.scoresheets import cleaned, new_command, scoresheet_or_404

# The running totals typed on the sheet's own page, kept for the error finder: {"sheet": its row, "totals": {...}}.
TYPED = "running_totals"


@require_http_methods(["GET", "HEAD", "POST"])
@requires(permissions.enter_games)
def sheet_slips(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Ask for the running totals on the paper and name what can be wrong; take one of the proposals."""
    sheet = scoresheet_or_404(slug, match, table)
    if is_blind_view(sheet, request.user):
        return redirect("second", slug, match, table)
    view = sheet_view(sheet, coded=False)
    typed = {name: text for name, text in request.GET.items() if name.startswith(PREFIX)}
    form = RunningTotalsForm(
        typed or typed_before(request, sheet), rounds=finding(view, {}).rounds, seats=len(view.seats)
    )
    form.is_valid()
    totals = form.totals()
    if request.method == "POST" and not form.errors:
        _take(request, sheet, totals)
        return redirect(f"{request.path}?{urlencode(typed)}")
    result = finding(view, totals)
    context = {
        "tournament": sheet.match.tournament,
        "scoresheet": sheet,
        "view": view,
        "nav": "matches",
        "form": form,
        "rows": list(form.rows(result.rounds)),
        "typed": bool(totals),
        "found": result,
        "agrees": bool(totals) and all(compared.agrees is not False for compared in result.rounds),
        "supervises": permissions.correct_games(request.user),
        "command": new_command(),
        "query": urlencode(typed),
    }
    return render(request, "slips/slips.html", context, status=422 if form.errors else 200)


def _take(request: Request, sheet: Scoresheet, totals: dict[int, tuple[int, ...]]) -> None:
    with refusal_as_message(request):
        data = cleaned(TakeRemedyForm(request.POST))
        reason = data["reason"].strip() or _("The running totals on the paper say so")
        take_remedy(
            scoresheet=sheet,
            totals=totals,
            remedy=data["remedy"],
            seen=data["seen"],
            reason=reason,
            command=data["command"],
            actor=request.user,
        )
        messages.success(request, _("Done. The list was compared once more."))


def remember_totals(request: Request, sheet: Scoresheet, to: int, totals: tuple[int, ...]) -> str:
    """Keep totals that were typed on the sheet's page, and return the address of the error finder with all of the
    totals."""
    typed = typed_before(request, sheet) | {f"{PREFIX}{to}": " ".join(map(str, totals))}
    request.session[TYPED] = {"sheet": sheet.pk, "totals": typed}
    place = [sheet.match.tournament.slug, sheet.match.number, sheet.table_number]
    return f"{reverse('sheet_slips', args=place)}?{urlencode(typed)}"


def typed_before(request: Request, sheet: Scoresheet) -> dict[str, str]:
    """Return the totals of this sheet that were typed on its page."""
    stored = request.session.get(TYPED) or {}
    return dict(stored["totals"]) if stored.get("sheet") == sheet.pk else {}
