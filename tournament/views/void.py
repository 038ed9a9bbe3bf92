"""A sheet that cannot stand: what can be done about it, and declaring it void or valid again (5.3.6)."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament import permissions
from tournament.enums import SheetState
from tournament.forms.supervision import SupervisorReasonForm
from tournament.permissions import Request, requires
from tournament.selectors.consequences import if_valid, if_void
from tournament.services.acting import act, reason_given
from tournament.sheet.acts.void import RestoreSheet, VoidSheet
from tournament.views.refusals import refusal_as_error
from tournament.views.scoresheets import scoresheet_or_404


@require_safe
@requires(permissions.enter_games)
def sheet_trouble(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Say what to do about a sheet that is lost, unreadable, doubled, too long or too short."""
    sheet = scoresheet_or_404(slug, match, table)
    context = {"tournament": sheet.match.tournament, "scoresheet": sheet, "nav": "matches"}
    context |= {"may_void": permissions.void_scoresheets(request.user)}
    return render(request, "supervision/sheet_trouble.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(permissions.void_scoresheets)
def sheet_void(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Show the effect on the ranking, then declare the sheet void, or a void one valid again."""
    sheet = scoresheet_or_404(slug, match, table)
    void = sheet.state == SheetState.VOID
    form = SupervisorReasonForm(request.POST or None)
    text = request.POST.get("void")
    if form.is_valid() and text == ("0" if void else "1"):
        reason = reason_given(form.cleaned_data["reason"])
        with refusal_as_error(form):
            act(sheet, RestoreSheet(reason=reason) if void else VoidSheet(reason=reason), actor=request.user)
            messages.success(request, _("The sheet counts again.") if void else _("The sheet is void."))
            return redirect("sheet_void", slug, match, table)
    elif text is not None and text != ("0" if void else "1"):
        messages.error(request, _("Somebody was quicker. Please look once more."))
        return redirect("sheet_void", slug, match, table)
    context = {"tournament": sheet.match.tournament, "scoresheet": sheet, "form": form, "void": void, "nav": "matches"}
    context |= {"shifts": if_valid(sheet) if void else if_void(sheet)}
    return render(request, "supervision/sheet_void.html", context, status=422 if form.errors else 200)
