"""The sheet at the table: the page of its device, its state, and the commands it sends (docs/table.md)."""

from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from tournament import permissions
from tournament.forms.commands import read_commands
from tournament.models import TableDevice
from tournament.permissions import public, requires
from tournament.refusals import RefusalKind, Refused
from tournament.selectors.outcomes import table_outcomes
from tournament.selectors.table_state import table_state
from tournament.services.commands import apply_commands
from tournament.services.devices import seen
from tournament.views.addresses import local_only
from tournament.views.devices import asking_device, card_scanned, enrol_page, table_address
from tournament.views.scoresheets import scoresheet_or_404

DeviceView = Callable[[HttpRequest, TableDevice], HttpResponse]


def at_table(view: DeviceView) -> Callable[..., HttpResponse]:
    """Make a view for this table's device alone: 403 with an answer where the token is missing, locked or replaced."""

    @wraps(view)
    def guarded(request: HttpRequest, slug: str, match: int, table: int, **more: Any) -> HttpResponse:
        device = asking_device(request, scoresheet_or_404(slug, match, table))
        try:
            answer = view(request, _in_force(device), **more)
        except Refused as refusal:
            answer = refused(refusal)
        patch_cache_control(answer, private=True, no_store=True)
        return answer

    return guarded


def refused(refusal: Refused) -> JsonResponse:
    """The answer to what was refused: 403 where the device may not write, else 409."""
    barred = refusal.kind == RefusalKind.NOT_ALLOWED
    told = {"code": refusal.code, "text": str(refusal), "kind": refusal.kind.value}
    return JsonResponse(told, status=403 if barred else 409)


def done(device: TableDevice, answer: str) -> JsonResponse:
    """Answer with what was done and the state after it."""
    device.scoresheet.refresh_from_db()
    return JsonResponse({"answer": answer, "state": table_state(device)})


def _in_force(device: TableDevice | None) -> TableDevice:
    if device is None:
        raise Refused(
            _("This device does not write this sheet. Please scan the code on the table card."),
            code="not_enrolled",
            kind=RefusalKind.NOT_ALLOWED,
        )
    permissions.check_device(device)
    seen(device)
    return device


@requires(public)
@require_safe
@cache_control(private=True, no_store=True)
@ensure_csrf_cookie
def table_page(request: HttpRequest, slug: str, match: int, table: int) -> HttpResponse:
    """Show the page on which the table writes its sheet; without a valid token, the page that enrols the device."""
    sheet = scoresheet_or_404(slug, match, table)
    if scanned := card_scanned(request, sheet):
        return scanned
    device = asking_device(request, sheet)
    try:
        _in_force(device)
    except Refused:
        return enrol_page(request, sheet, device)
    context = {
        "tournament": sheet.match.tournament,
        "match": sheet.match,
        "scoresheet": sheet,
        "base": table_address(sheet),
        "local_only": local_only(request),
    }
    return render(request, "table/table.html", context)


@requires(public)
@require_safe
@at_table
def table_json(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Return the state of the sheet; 204 for a device that knows the newest version."""
    if request.GET.get("v") == str(device.scoresheet.version):
        return HttpResponse(status=204)
    return JsonResponse(table_state(device))


@requires(public)
@require_POST
@at_table
def table_commands(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Apply the commands that the device has queued; answer each, with the state after them."""
    answers = apply_commands(scoresheet=device.scoresheet, commands=read_commands(request.body), actor=device)
    device.scoresheet.refresh_from_db()
    return JsonResponse(
        {
            "answers": [{name: value for name, value in asdict(answer).items() if value} for answer in answers],
            "state": table_state(device),
        }
    )


@requires(public)
@require_safe
@at_table
def table_outcomes_json(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Return what every game is worth by the tournament's rules at a table of this size."""
    sheet = device.scoresheet
    return JsonResponse(table_outcomes(sheet.match.tournament.ruleset, sheet.seats.count()))
