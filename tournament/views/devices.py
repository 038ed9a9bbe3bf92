"""How a phone gets into a sheet: the page with the table's code, the token in its cookie."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournament.models import Scoresheet, TableDevice
from tournament.selectors.devices import device_of

COOKIE = "spielliste_table"
COOKIE_AGE = 60 * 60 * 24 * 3  # a tournament weekend, and the Friday evening before it


def asking_device(request: HttpRequest, sheet: Scoresheet) -> TableDevice | None:
    """The device of this sheet that the request comes from, in whatever state; None for any other browser. 1 query."""
    return device_of(request.COOKIES.get(COOKIE, ""), sheet)


def table_address(sheet: Scoresheet) -> str:
    """The path of the sheet's page at the table, of everything below it and of the device's cookie."""
    return reverse("table_page", args=[sheet.match.tournament.slug, sheet.match.number, sheet.table_number])


def give_token(request: HttpRequest, answer: HttpResponse, sheet: Scoresheet, token: str) -> None:
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


def enrol_page(request: HttpRequest, sheet: Scoresheet, device: TableDevice | None) -> HttpResponse:
    """The page that lets a device into the sheet; `device` is one of this browser that may no longer write."""
    raise NotImplementedError
