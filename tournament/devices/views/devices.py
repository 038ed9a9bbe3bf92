"""How a device enrols at a table, by the table's code and a token in a cookie; and how the desk manages devices."""

import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.devices.forms.devices import EnrolForm
from tournament.devices.selectors.devices import device_at, device_of, entrance, match_doors, table_door
from tournament.devices.services.devices import check_enrollable, enrol_device, lock_device, renew_code, renew_codes
from tournament.enums import DeviceState, MatchState
from tournament.models import Match, Scoresheet, TableDevice
from tournament.network.client_address import client_address
from tournament.network.known_browsers import card_key, has_card, is_card_key, remember_card
from tournament.network.qr import address_qr, wifi_qr
from tournament.network.user_agents import device_label
from tournament.permissions import Request, arrange_devices, public, requires
from tournament.refusals import Refused
from tournament.services.guessing import Visitor
from tournament.views.addresses import local_only, printed_address
from tournament.views.answer_versions import version_of
from tournament.views.refusals import refusal_as_message
from tournament.views.scoresheets import scoresheet_or_404

# Over https the cookie has another name, because a page over plain http may not overwrite a Secure cookie.
COOKIE = settings.DEVICE_COOKIE_NAME
MINUTE = 60
COOKIE_AGE = 60 * 60 * 24 * 3  # a tournament weekend, and the Friday evening before it


def asking_device(request: HttpRequest, sheet: Scoresheet) -> TableDevice | None:
    """Return this sheet's device that sent the request, in any state; None for any other browser. 1 query."""
    return device_of(request.COOKIES.get(COOKIE, ""), sheet)


def device_asking_at(request: HttpRequest, slug: str, match: int, table: int) -> TableDevice | None:
    """Return the same for the sheet of this table, without looking for the sheet first. 1 query."""
    return device_at(request.COOKIES.get(COOKIE, ""), slug, match, table)


def table_address(sheet: Scoresheet) -> str:
    """Return the path of the sheet's page at the table, which the device's cookie has, too."""
    return reverse("table_page", args=[sheet.match.tournament.slug, sheet.match.number, sheet.table_number])


def enrol_page(
    request: HttpRequest,
    sheet: Scoresheet,
    device: TableDevice | None,
    *,
    form: EnrolForm | None = None,
    refusal: Refused | None = None,
) -> HttpResponse:
    """Ask for the table's code, or say why no device may enrol. `device` is one that was replaced or locked.

    While results are held back only a device of this table is told why: it would tell how far the sheet is.
    """
    closed, is_open = None, device is not None or not sheet.match.tournament.is_held_back
    try:
        check_enrollable(sheet)
    except Refused as error:
        closed = error if is_open else None
    key, door = request.GET.get("k", ""), entrance(sheet)
    context: dict[str, Any] = {
        "tournament": sheet.match.tournament,
        "match": sheet.match,
        "scoresheet": sheet,
        "base": table_address(sheet),
        "entrance": door,
        "on_paper": is_open and door.on_paper,
        "ended": device.state if device else "",
        "closed": closed,
        # Any key but that of the card in force: whoever makes one up learns no more than that it is not this one.
        "old_key": "" if is_card_key(key, sheet.pk, sheet.code) else key,
        "form": EnrolForm(autofocus=True) if refusal and refusal.code == "wrong_code" else form or EnrolForm(),
        # The button that takes over says it already.
        "refusal": refusal if refusal and refusal.code != "device_active" else None,
    }
    status = 422 if refusal or (form and form.errors) else 200
    return render(request, "devices/enrol.html", context, status=status)


def card_scanned(request: HttpRequest, sheet: Scoresheet) -> HttpResponse | None:
    """Know a browser that comes from the QR code of the table's card, and lead it to the address without the key."""
    key = request.GET.get("k", "")
    if not is_card_key(key, sheet.pk, sheet.code):
        return None
    answer = redirect(table_address(sheet))
    remember_card(answer, key, table_address(sheet))
    return answer


@requires(public)
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def enrol(request: HttpRequest, slug: str, match: int, table: int) -> HttpResponse:
    """Check the four digits, and let this device write the sheet."""
    sheet = scoresheet_or_404(slug, match, table)
    device, form = asking_device(request, sheet), EnrolForm(request.POST)
    if request.method != "POST" or (device and device.state == DeviceState.ACTIVE):
        return redirect(table_address(sheet))
    if not form.is_valid():
        return enrol_page(request, sheet, device, form=form)
    label = device_label(request.headers.get("User-Agent", ""))
    visitor = Visitor(address=client_address(request), label=label, card=has_card(request, sheet.pk, sheet.code))
    try:
        _device, token = enrol_device(scoresheet=sheet, label=label, visitor=visitor, **form.cleaned_data)
    except Refused as refusal:
        return enrol_page(request, scoresheet_or_404(slug, match, table), device, form=form, refusal=refusal)
    answer = redirect(table_address(sheet))
    _give_token(answer, sheet, token)
    return answer


def _give_token(answer: HttpResponse, sheet: Scoresheet, token: str) -> None:
    """Put the token into a cookie that is for this sheet only and that scripts cannot read."""
    answer.set_cookie(
        COOKIE,
        token,
        max_age=COOKIE_AGE,
        path=table_address(sheet),
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


@requires(arrange_devices)
@require_safe
def devices(request: Request, slug: str, number: int) -> HttpResponse:
    """Show the codes and devices of all tables of a match; 204 for a page that is up to date."""
    match = get_object_or_404(Match.objects.select_related("tournament"), tournament__slug=slug, number=number)
    if match.state == MatchState.PLANNED:
        return redirect("match", slug, number)
    # When a device was last seen changes no version, so the page gets it anew every minute.
    version = f"{version_of(request, match.tournament, seconds=5)}-{int(time.time()) // MINUTE}"
    if request.htmx and request.GET.get("v") == version:
        return HttpResponse(status=204)
    context = {"tournament": match.tournament, "match": match, "nav": "matches", "version": version}
    context |= {"doors": match_doors(match), "local_only": local_only(request)}
    return render(request, "devices/_list.html" if request.htmx else "devices/devices.html", context)


@requires(arrange_devices)
@require_safe
def sheet_code(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Show address, code and Wi-Fi of one table in large type, for a scorekeeper without a card."""
    sheet = scoresheet_or_404(slug, match, table)
    tournament = sheet.match.tournament
    address = printed_address(request, "table_page", slug, match, table)
    scanned = f"{address}?k={card_key(sheet.pk, sheet.code)}"
    context = {
        "tournament": tournament,
        "match": sheet.match,
        "scoresheet": sheet,
        "nav": "matches",
        "door": table_door(sheet),
        "address": address,
        "qr": address_qr(scanned) if address else "",
        "wifi_qr": wifi_qr(tournament.wifi_name, tournament.wifi_password) if tournament.wifi_name else "",
    }
    return render(request, "devices/sheet_code.html", context)


@require_POST
@requires(arrange_devices)
def device_lock(request: Request, slug: str, match: int, table: int, number: int) -> HttpResponse:
    """Lock a device, so that it can write no more."""
    sheet = scoresheet_or_404(slug, match, table)
    device = get_object_or_404(TableDevice.objects.select_related("scoresheet"), scoresheet=sheet, number=number)
    sentence = _(
        "The device is locked. The new code of table %(table)s is %(code)s: the table needs it to go on writing, "
        "the one on its card opens nothing any more."
    )
    return _ruled(request, sheet, lambda: lock_device(device=device, actor=request.user), sentence)


@require_POST
@requires(arrange_devices)
def code_renew(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Give this table another code."""
    sheet = scoresheet_or_404(slug, match, table)
    sentence = _("Table %(table)s has a new code. The one on its card opens nothing any more.")
    return _ruled(request, sheet, lambda: renew_code(scoresheet=sheet, actor=request.user), sentence)


@requires(arrange_devices)
@require_http_methods(["GET", "HEAD", "POST"])
def codes_renew(request: Request, slug: str, number: int) -> HttpResponse:
    """Ask back, then give every open table of the match another code, and lead to the cards."""
    match = get_object_or_404(Match.objects.select_related("tournament"), tournament__slug=slug, number=number)
    if request.method == "POST":
        with refusal_as_message(request):
            renewed = renew_codes(match=match, actor=request.user)
            sentence = ngettext(
                "%(tables)s table has a new code. The one on its card opens nothing any more: please print the cards.",
                "%(tables)s tables have new codes. Those on the cards open nothing any more: please print the cards.",
                renewed,
            )
            messages.success(request, sentence % {"tables": renewed})
        return redirect("devices", slug, number)
    return render(
        request, "devices/codes_renew.html", {"tournament": match.tournament, "match": match, "nav": "matches"}
    )


def _ruled(request: Request, sheet: Scoresheet, act: Callable[[], Scoresheet], sentence: str) -> HttpResponse:
    """Act, confirm it with the table's code, and go back to the page with the button."""
    with refusal_as_message(request):
        code = act().code
        messages.success(request, sentence % {"table": sheet.table_number, "code": code})
    place = (sheet.match.tournament.slug, sheet.match.number, sheet.table_number)
    match request.POST.get("back"):
        case "list":
            return redirect("devices", *place[:2])
        case "code":
            return redirect("sheet_code", *place)
    return redirect(sheet.get_absolute_url() + "#devices")
