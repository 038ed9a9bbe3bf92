"""The table says on its device how many runners a written game had, for the money alone (5.2.8, docs/table.md)."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from tournament.devices.forms.runners import read_runners
from tournament.devices.views.table import at_table, state_answer
from tournament.models import TableDevice
from tournament.permissions import public, requires
from tournament.services.acting import act


@requires(public)
@require_POST
@at_table
def table_runners(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Note the runners of a game; no points change."""
    act(device.scoresheet, read_runners(request.body), actor=device)
    return state_answer(device, "said")
