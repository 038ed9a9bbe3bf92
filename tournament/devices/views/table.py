"""The sheet at the table: the page of its device, its state, and the commands it sends (docs/table.md)."""

from collections.abc import Callable, Mapping
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
from tournament.backup.selectors.restores import newest_restore, restore_key
from tournament.backup.services.restores import keep_recollection, note_conflicts, note_seen_newer
from tournament.devices.forms.commands import CommandsMessage, read_commands
from tournament.devices.forms.recollections import read_recollection, seen_version
from tournament.devices.selectors.devices import whole_sheet
from tournament.devices.selectors.table_state import keeps_device_state, table_changes, table_state
from tournament.devices.services.commands import Applied, apply_message
from tournament.devices.services.devices import note_seen
from tournament.devices.views.devices import asking_device, card_scanned, device_asking_at, enrol_page, table_address
from tournament.models import Scoresheet, TableDevice
from tournament.permissions import public, requires
from tournament.refusals import RefusalKind, Refused
from tournament.selectors.outcomes import table_outcomes
from tournament.views.addresses import local_only
from tournament.views.answer_versions import sheet_version_of
from tournament.views.scoresheets import scoresheet_or_404

DeviceView = Callable[[HttpRequest, TableDevice], HttpResponse]


def at_table(view: DeviceView) -> Callable[..., HttpResponse]:
    """Make a view for this table's device alone: 403 with an answer where the token is missing, locked or replaced."""

    @wraps(view)
    def guarded(request: HttpRequest, slug: str, match: int, table: int, **more: Any) -> HttpResponse:
        device = device_asking_at(request, slug, match, table)
        nobodys = None if device else scoresheet_or_404(slug, match, table)
        try:
            answer = view(request, _in_force(device), **more)
        except Refused as refusal:
            sheet = device.scoresheet if device else nobodys
            assert sheet is not None
            answer = refused(refusal, {"restore": restore_key(), "keep": keeps_device_state(sheet, device)})
        patch_cache_control(answer, private=True, no_store=True)
        return answer

    return guarded


def refused(refusal: Refused, more: Mapping[str, Any]) -> JsonResponse:
    """The answer to what was refused: 403 with `more` where the device may not write, else 409."""
    payload = {"code": refusal.code, "text": str(refusal), "kind": refusal.kind.value}
    if refusal.kind == RefusalKind.NOT_ALLOWED:
        return JsonResponse({**payload, **more}, status=403)
    return JsonResponse(payload, status=409)


def state_answer(device: TableDevice, answer: str) -> JsonResponse:
    """Answer with what was done and the state after it."""
    device.scoresheet.refresh_from_db()
    return JsonResponse({"answer": answer, "state": table_state(device)})


def _in_force(device: TableDevice | None) -> TableDevice:
    if device is None:
        raise _not_enrolled()
    permissions.check_device(device)
    note_seen(device)
    return device


def _not_enrolled() -> Refused:
    restore = newest_restore()
    if restore is None or restore.settled_at is not None:
        sentence = _("This device does not write this sheet. Please scan the code on the table card.")
    else:
        sentence = _(
            "The desk now works with an earlier state, which does not know this device. Please enrol it again; "
            "if the code on the table card does not fit, ask the desk. The games on this device follow by themselves."
        )
    return Refused(sentence, code="not_enrolled", kind=RefusalKind.NOT_ALLOWED)


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
    """Return the state of the sheet; 204 for a device that knows the newest version since the newest restore.

    A device that keeps (`kept`) what was acknowledged gets the state once it need no longer. If it has seen a newer
    version, the database has gone back.
    """
    device.scoresheet, restore = whole_sheet(device), device.newest_restore
    version_known = request.GET.get("v"), request.GET.get("restore", "")
    kept_too_long = request.GET.get("kept") == "1" and not keeps_device_state(device.scoresheet, device)
    version = sheet_version_of(request, device.scoresheet)
    if version_known == (str(version), restore) and not kept_too_long:
        return HttpResponse(status=204)
    if (newer := seen_version(request.GET, sheet=device.scoresheet_id, restore=restore)) > version:
        note_seen_newer(device=device, restore=restore, version=newer)
        restore = restore_key()
    return JsonResponse(table_state(device, restore))


@requires(public)
@require_POST
@at_table
def table_commands(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Apply the commands that the device has queued; answer each, with the state after them.

    Nothing is applied if the device does not know of the newest restore: it first has to send what the copy lacks.
    """
    message, applied = read_commands(request.body), Applied(answers=[], steps=[])
    if message.restore in (None, device.newest_restore):
        # Each command locks and reads the sheet anew; reading it before would be for nothing.
        unread = Scoresheet(pk=device.scoresheet_id)
        applied = apply_message(scoresheet=unread, commands=message.commands, actor=device)
        if message.restore is not None and any(answer.code == "sheet_older" for answer in applied.answers):
            newest = max(command.base for command in message.commands)
            note_seen_newer(device=device, restore=message.restore, version=newest)
    if applied.answers and any(command.again for command in message.commands):
        # The first that the sheet does not take stays on the device with all after it.
        rest = message.commands[len(applied.steps) :]
        note_conflicts(device=device, conflicts=sum(command.again for command in rest))
    answers = [answer.payload for answer in applied.answers]
    if (changes := changes_of(device, message, applied)) is not None:
        return JsonResponse({"answers": answers, "changes": changes})
    device.scoresheet.refresh_from_db()
    return JsonResponse({"answers": answers, "state": table_state(device)})


def changes_of(device: TableDevice, message: CommandsMessage, applied: Applied) -> dict[str, Any] | None:
    """Return what the commands changed in the state that the device has; None if it needs all of it."""
    before = applied.since(message.version)
    if before is None:
        return None
    last, sequence = applied.steps[-1], message.commands[len(applied.steps) - 1].sequence
    assert last.after is not None
    assert last.premises is not None
    players = last.premises.players
    changes = table_changes(device, last.row, before, last.after, players=players, sequence=sequence)
    return None if changes is None else {"since": message.version, **changes}


@requires(public)
@require_POST
@at_table
def table_recollection(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Keep what the device had counted on its sheet before a restore."""
    message = read_recollection(request.body)
    keep_recollection(device=device, restore=message.restore, version=message.version, counts=message.counts)
    return state_answer(device, "kept")


@requires(public)
@require_safe
@at_table
def table_outcomes_json(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Return what every game is worth by the tournament's rules at a table of this size."""
    sheet = device.scoresheet
    tournament = sheet.match.tournament
    ruleset = tournament.ruleset.in_match(sheet.match.number)
    return JsonResponse(table_outcomes(ruleset, sheet.seats.count(), tournament.tariff))
