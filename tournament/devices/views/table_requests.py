"""Requests before play on the table's device: made, withdrawn, decided there (docs/table.md)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST

from tournament.devices.views.table import at_table, state_answer
from tournament.forms.requests import read_decision, read_request, read_withdrawal
from tournament.models import ApprovalRequest, TableDevice, User
from tournament.permissions import public, requires
from tournament.services.requests import decide_at_table, request_approval, withdraw_request
from tournament.sheet.acts.requests import RequestApproval


@requires(public)
@require_POST
@sensitive_variables("said")
@at_table
def table_request(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Ask for approval of the next game."""
    message = read_request(request.body)
    command = RequestApproval(
        number=message.number,
        seat=message.seat,
        contract=message.contract,
        suit=message.suit,
        hand=tuple(message.hand),
        key=message.key,
    )
    request_approval(scoresheet=device.scoresheet, command=command, actor=device)
    return state_answer(device, "asked")


@requires(public)
@require_POST
@at_table
def table_request_withdraw(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Withdraw the request."""
    withdraw_request(request=_request(device, read_withdrawal(request.body)), actor=device)
    return state_answer(device, "withdrawn")


@requires(public)
@require_POST
@sensitive_variables("said")
@at_table
def table_request_decide(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Decide on the request, by a supervisor at the table with the own code."""
    message = read_decision(request.body)
    decide_at_table(
        request=_request(device, message.request),
        state=message.state,
        supervisor=User.objects.filter(pk=message.supervisor).first(),
        code=message.code,
        device=device,
    )
    return state_answer(device, message.state.value)


def _request(device: TableDevice, pk: int) -> ApprovalRequest:
    """Return a request of this device's sheet, and of no other."""
    row = device.scoresheet.requests.filter(pk=pk).first()
    if row is None:
        raise Http404
    row.scoresheet = device.scoresheet
    return row
