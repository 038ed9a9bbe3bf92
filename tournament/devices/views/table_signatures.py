"""Signing on the table's device: with a finger, with a key, or by a code for one's own phone (docs/table.md)."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.devices.services.signing_links import MINUTES, make_signing_link
from tournament.devices.views.table import at_table, state_answer
from tournament.enums import SignatureKind
from tournament.forms.signatures import read_signing
from tournament.models import TableDevice
from tournament.network.qr import address_image
from tournament.permissions import public, requires
from tournament.services.acting import act
from tournament.services.signatures import refuse_signature
from tournament.sheet.acts.signatures import SignSeats
from tournament.views.addresses import printed_address


@requires(public)
@require_POST
@at_table
def table_sign(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Let one of the players sign the sheet here."""
    message = read_signing(request.body)
    command = SignSeats(seats=(message.seat,), how=SignatureKind.TABLE, content=message.content, drawn=message.strokes)
    act(device.scoresheet, command, actor=device)
    return state_answer(device, "signed")


@requires(public)
@require_POST
@at_table
def table_sign_refuse(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Note that one of the players does not sign, and why."""
    message = read_signing(request.body)
    refuse_signature(
        scoresheet=device.scoresheet, seat=message.seat, reason=message.reason, content=message.content, actor=device
    )
    return state_answer(device, "noted")


@requires(public)
@require_POST
@at_table
def table_sign_link(request: HttpRequest, device: TableDevice) -> HttpResponse:
    """Make a code that lets one of the players sign on their own phone."""
    message = read_signing(request.body)
    token = make_signing_link(scoresheet=device.scoresheet, seat=message.seat, content=message.content, device=device)
    address = printed_address(request, "sign", token) or request.build_absolute_uri(reverse("sign", args=[token]))
    image = address_image(address)
    return JsonResponse({"answer": "made", "address": address, "image": image, "minutes": MINUTES})
