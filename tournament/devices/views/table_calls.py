"""A table calls a supervisor on its device, and a supervisor answers (docs/table.md)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament import permissions
from tournament.devices.services.table_calls import answer_call, call_supervisor, take_back_call
from tournament.devices.views.table import at_table, state_answer
from tournament.models import TableCall, TableDevice, Tournament
from tournament.permissions import Request, public, requires
from tournament.views.approvals import back_to_list, where_said
from tournament.views.refusals import refusal_as_message


@requires(public)
@require_POST
@at_table
def table_call(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Call a supervisor to the table."""
    call_supervisor(device=device)
    return state_answer(device, "called")


@requires(public)
@require_POST
@at_table
def table_call_back(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Take the call back."""
    take_back_call(device=device)
    return state_answer(device, "taken_back")


@require_POST
@requires(permissions.answer_calls)
def call_answer(request: Request, slug: str, pk: int) -> HttpResponse:
    """Say that one comes; the table reads it at once."""
    tournament = get_object_or_404(Tournament, slug=slug)
    rows = TableCall.objects.select_related("scoresheet__match__tournament")
    call = get_object_or_404(rows, pk=pk, scoresheet__match__tournament=tournament)
    with refusal_as_message(request):
        answer_call(call=call, actor=request.user)
        sentence = _("Table %(table)s reads that you are coming.") % {"table": call.scoresheet.table_number}
        messages.success(request, sentence, extra_tags=where_said(call.scoresheet))
    return back_to_list(request, tournament)
