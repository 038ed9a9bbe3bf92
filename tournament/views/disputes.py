"""Disputes: the list, one sheet's, one dispute with all that was written, and every step of it (5.1.3)."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.devices.views.devices import asking_device, table_address
from tournament.draw.selectors.seats import names_at
from tournament.forms.supervision import AppealForm, DecisionForm, FollowUpForm, ObjectionForm
from tournament.models import Scoresheet, Tournament
from tournament.permissions import Request, public, requires
from tournament.proof.selectors.event_words import event_lines
from tournament.refusals import Refused
from tournament.selectors.disputes import DisputeView, disputes_of, written_numbers
from tournament.selectors.disputes import sheet_disputes as disputes_about
from tournament.selectors.scoresheets import sheet_view
from tournament.selectors.signatures import refusal_of
from tournament.services.acting import act, reason_given
from tournament.services.disputes import last_word, settle_dispute
from tournament.sheet.acts.disputes import (
    TRIBUNAL,
    AppealDispute,
    DecideDispute,
    FollowDispute,
    RaiseDispute,
    WithdrawDispute,
)
from tournament.views.refusals import refusal_as_message
from tournament.views.scoresheets import first_error, new_command, scoresheet_or_404


@require_safe
@requires(permissions.see_disputes)
def disputes(request: Request, slug: str) -> HttpResponse:
    """List all disputes of the tournament, open ones first."""
    tournament = get_object_or_404(Tournament, slug=slug)
    context = {"tournament": tournament, "disputes": disputes_of(tournament), "nav": "disputes"}
    return render(request, "disputes/disputes.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(permissions.raise_disputes)
def sheet_disputes(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """List the disputes about one sheet and raise one."""
    sheet = scoresheet_or_404(slug, match, table)
    names = names_at(sheet)
    form = _objection(request, sheet, names)
    if form.is_valid() and _raised(sheet, form, request.user):
        messages.success(request, _("The dispute is written down. The supervisor sees it at once."))
        return redirect("sheet_disputes", slug, match, table)
    context = {"tournament": sheet.match.tournament, "scoresheet": sheet, "form": form, "nav": "disputes"}
    context |= {"disputes": disputes_about(sheet, names)}
    return render(request, "disputes/sheet_disputes.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(public)
def table_dispute(request: HttpRequest, slug: str, match: int, table: int) -> HttpResponse:
    """Raise a dispute on the table's own device; any other browser goes to the page that enrols it."""
    sheet = scoresheet_or_404(slug, match, table)
    device = asking_device(request, sheet)
    try:
        if device is None:
            return redirect(table_address(sheet))
        permissions.check_device(device)
    except Refused:
        return redirect(table_address(sheet))
    names = names_at(sheet)
    form = _objection(request, sheet, names)
    if form.is_valid() and _raised(sheet, form, device):
        messages.success(request, _("The dispute is written down. A supervisor comes to your table."))
        return redirect("table_dispute", slug, match, table)
    context = {"tournament": sheet.match.tournament, "scoresheet": sheet, "form": form}
    context |= {"disputes": disputes_about(sheet, names), "base": table_address(sheet)}
    return render(request, "disputes/table_dispute.html", context, status=422 if form.errors else 200)


@require_safe
@requires(permissions.see_disputes)
def dispute(request: Request, slug: str, match: int, table: int, place: int) -> HttpResponse:
    """Show a dispute with everything written before it: its steps, the sheet and the sheet's log."""
    sheet = scoresheet_or_404(slug, match, table)
    return _page(request, sheet, place)


@require_POST
@requires(permissions.decide_disputes)
def dispute_decide(request: Request, slug: str, match: int, table: int, place: int) -> HttpResponse:
    """Decide as the supervisor."""
    sheet, form = scoresheet_or_404(slug, match, table), DecisionForm(request.POST)

    def decide(data: dict[str, Any]) -> None:
        command = DecideDispute(dispute=place, outcome=data["outcome"], reason=reason_given(data["reason"]))
        act(sheet, command, actor=request.user)

    return _step(request, sheet, place, form, decide, _("The dispute is decided."))


@require_POST
@requires(permissions.raise_disputes)
def dispute_appeal(request: Request, slug: str, match: int, table: int, place: int) -> HttpResponse:
    """Appeal against the supervisor's decision."""
    sheet = scoresheet_or_404(slug, match, table)
    form = AppealForm(request.POST, names=names_at(sheet))

    def appeal(data: dict[str, Any]) -> None:
        command = AppealDispute(dispute=place, seat=data["seat"], reason=reason_given(data["reason"]))
        act(sheet, command, actor=request.user)

    return _step(request, sheet, place, form, appeal, _("The appeal is written down."))


@require_POST
@requires(permissions.have_the_last_word)
def dispute_settle(request: Request, slug: str, match: int, table: int, place: int) -> HttpResponse:
    """Decide finally, as the tribunal or the director."""
    sheet, form = scoresheet_or_404(slug, match, table), DecisionForm(request.POST)

    def settle(data: dict[str, Any]) -> None:
        settle_dispute(scoresheet=sheet, dispute=place, actor=request.user, **data)

    return _step(request, sheet, place, form, settle, _("The dispute is finally decided."))


@require_POST
@requires(permissions.decide_disputes)
def dispute_follow(request: Request, slug: str, match: int, table: int, place: int) -> HttpResponse:
    """Say why nothing on the sheet is corrected although the dispute was upheld."""
    sheet, form = scoresheet_or_404(slug, match, table), FollowUpForm(request.POST)

    def follow(data: dict[str, Any]) -> None:
        act(sheet, FollowDispute(dispute=place, reason=reason_given(data["reason"])), actor=request.user)

    return _step(request, sheet, place, form, follow, _("It is noted why nothing is corrected."))


@require_POST
@requires(permissions.raise_disputes)
def dispute_withdraw(request: Request, slug: str, match: int, table: int, place: int) -> HttpResponse:
    """Take back a dispute, or an appeal."""
    sheet = scoresheet_or_404(slug, match, table)
    with refusal_as_message(request):
        act(sheet, WithdrawDispute(dispute=place), actor=request.user)
        messages.success(request, _("It is taken back."))
    return redirect("dispute", slug, match, table, place)


def _objection(request: HttpRequest, sheet: Scoresheet, names: Mapping[int, str]) -> ObjectionForm:
    numbers = written_numbers(sheet)
    initial: dict[str, Any] = {"number": numbers[0] if numbers else None, "command": new_command()}
    refusal = refusal_of(sheet, request.GET.get("seat", ""))
    if refusal is not None:
        # The player refuses to sign the whole sheet, and the reason is already typed there.
        initial |= {"number": None, "seat": refusal.seat.number, "reason": refusal.reason}
    ruleset = sheet.match.tournament.ruleset
    return ObjectionForm(request.POST or None, names=names, numbers=numbers, ruleset=ruleset, initial=initial)


def _raised(sheet: Scoresheet, form: ObjectionForm, actor: Any) -> bool:
    """Raise the dispute; a refusal goes into the form."""
    data = form.cleaned_data
    command = RaiseDispute(
        number=data["number"],
        seat=data["seat"],
        cheating=data["cheating"],
        reason=reason_given(data["reason"]),
        key=data["command"],
    )
    try:
        act(sheet, command, actor=actor)
    except Refused as refusal:
        form.add_error(refusal.context.get("field"), str(refusal))
        return False
    return True


def _step(
    request: Request,
    sheet: Scoresheet,
    place: int,
    form: Any,
    take: Callable[[dict[str, Any]], None],
    sentence: str,
) -> HttpResponse:
    """Take a step with the form's data; after a refusal the typed text stays on the page."""
    if not form.is_valid():
        messages.error(request, first_error(form))
        return _page(request, sheet, place, form)
    try:
        take(form.cleaned_data)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return _page(request, sheet, place, form)
    messages.success(request, sentence)
    return redirect("dispute", sheet.match.tournament.slug, sheet.match.number, sheet.table_number, place)


def _page(request: Request, sheet: Scoresheet, place: int, bound: Any = None) -> HttpResponse:
    view = sheet_view(sheet, coded=False)
    names = {seat.number: seat.name for seat in view.seats}
    about = disputes_about(sheet, names)
    if not 1 <= place <= len(about):
        raise Http404
    context = {
        "tournament": sheet.match.tournament,
        "scoresheet": sheet,
        "dispute": about[place - 1],
        "view": view,
        "history": list(event_lines(sheet.match.tournament, sheet)),
        "tribunal": sheet.match.tournament.ruleset.final_say == TRIBUNAL,
        "nav": "disputes",
        **_forms(request, sheet, about[place - 1], names, bound),
    }
    return render(request, "disputes/dispute.html", context, status=422 if bound is not None else 200)


def _forms(
    request: Request, sheet: Scoresheet, view: DisputeView, names: Mapping[int, str], bound: Any
) -> dict[str, Any]:
    """The forms of the steps that this login may take now."""
    user, tribunal = request.user, sheet.match.tournament.ruleset.final_say == TRIBUNAL
    raised, appealed, decided = (view.state == state for state in ("raised", "appealed", "decided"))
    decision = bound if isinstance(bound, DecisionForm) else DecisionForm()
    forms: dict[str, Any] = {}
    if raised and permissions.decide_disputes(user):
        forms["decide_form"] = decision
    if (appealed or (raised and not tribunal)) and last_word(sheet)(user):
        forms["settle_form"] = decision
    if view.unfollowed and permissions.decide_disputes(user):
        forms["follow_form"] = bound if isinstance(bound, FollowUpForm) else FollowUpForm()
    if decided and permissions.raise_disputes(user):
        forms["appeal_form"] = bound if isinstance(bound, AppealForm) else AppealForm(names=names)
    if (raised or appealed) and permissions.raise_disputes(user):
        forms["may_withdraw"] = True
    return forms
