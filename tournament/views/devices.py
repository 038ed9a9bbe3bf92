"""How a phone gets into a sheet: the page with the table's code, the token in its cookie."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from tournament.enums import DeviceState
from tournament.forms.devices import EnrolForm
from tournament.models import Scoresheet, TableDevice
from tournament.permissions import public, requires
from tournament.refusals import Refused
from tournament.selectors.devices import device_of, entrance
from tournament.services.devices import check_enrollable, enrol_device
from tournament.user_agents import device_label
from tournament.views.scoresheets import scoresheet_or_404

COOKIE = "spielliste_table"
COOKIE_AGE = 60 * 60 * 24 * 3  # a tournament weekend, and the Friday evening before it


def asking_device(request: HttpRequest, sheet: Scoresheet) -> TableDevice | None:
    """The device of this sheet that the request comes from, in whatever state; None for any other browser. 1 query."""
    return device_of(request.COOKIES.get(COOKIE, ""), sheet)


def table_address(sheet: Scoresheet) -> str:
    """The path of the sheet's page at the table, of everything below it and of the device's cookie."""
    return reverse("table_page", args=[sheet.match.tournament.slug, sheet.match.number, sheet.table_number])


def enrol_page(
    request: HttpRequest,
    sheet: Scoresheet,
    device: TableDevice | None,
    *,
    form: EnrolForm | None = None,
    refusal: Refused | None = None,
) -> HttpResponse:
    """The page that asks for the table's code, or says why no device gets in. `device` is one that was ended."""
    closed: Refused | None = None
    try:
        check_enrollable(sheet)
    except Refused as error:
        closed = error
    context: dict[str, Any] = {
        "tournament": sheet.match.tournament,
        "match": sheet.match,
        "scoresheet": sheet,
        "entrance": entrance(sheet),
        "ended": device.state if device else "",
        "closed": closed,
        "form": form or EnrolForm(),
        # Said once, beside the button that takes over.
        "refusal": refusal if refusal and refusal.code != "device_active" else None,
    }
    status = 422 if refusal or (form and form.errors) else 200
    return render(request, "devices/enrol.html", context, status=status)


@requires(public)
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def enrol(request: HttpRequest, slug: str, match: int, table: int) -> HttpResponse:
    """Four digits make this device the writer of the sheet."""
    sheet = scoresheet_or_404(slug, match, table)
    device, form = asking_device(request, sheet), EnrolForm(request.POST)
    if request.method != "POST" or (device and device.state == DeviceState.ACTIVE):
        return redirect(table_address(sheet))
    if not form.is_valid():
        return enrol_page(request, sheet, device, form=form)
    label = device_label(request.headers.get("User-Agent", ""))
    try:
        _device, token = enrol_device(scoresheet=sheet, label=label, **form.cleaned_data)
    except Refused as refusal:
        return enrol_page(request, scoresheet_or_404(slug, match, table), device, form=form, refusal=refusal)
    answer = redirect(table_address(sheet))
    _give_token(request, answer, sheet, token)
    return answer


def _give_token(request: HttpRequest, answer: HttpResponse, sheet: Scoresheet, token: str) -> None:
    """Leave the token on the device: for this sheet only, out of reach for scripts."""
    answer.set_cookie(
        COOKIE,
        token,
        max_age=COOKIE_AGE,
        path=table_address(sheet),
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS or request.is_secure(),
    )
