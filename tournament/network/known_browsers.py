"""Browsers that have logged in before, or have scanned the card of a table: each has a signed cookie.

Strangers cannot make them wait (services/guessing.py).
"""

import secrets

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

COOKIE = "__Secure-spielliste_known" if settings.HTTPS else "spielliste_known"
SALT = "known browser"
MOST_LOGINS = 8  # of a shared laptop at the desk
AGE = 60 * 60 * 24 * 400
CARD_COOKIE = "__Secure-spielliste_card" if settings.HTTPS else "spielliste_card"
CARD = "table card"
CARD_AGE = 60 * 60 * 24 * 3


def known_as(request: HttpRequest, login: int) -> str:
    """The id of this browser if somebody has logged in with it as this login before, else ""."""
    browser, logins = _read(request)
    return browser if login in logins else ""


def remember_login(request: HttpRequest, answer: HttpResponseBase, login: int) -> None:
    """Let this browser be known as one of this login."""
    browser, logins = _read(request)
    newest = [login, *(other for other in logins if other != login)][:MOST_LOGINS]
    answer.set_cookie(
        COOKIE,
        signing.dumps([browser or secrets.token_hex(8), newest], salt=SALT),
        max_age=AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


def _read(request: HttpRequest) -> tuple[str, list[int]]:
    try:
        browser, logins = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return "", []
    return str(browser), list(logins)


def card_key(sheet: int) -> str:
    """What the QR code on a table's card has beside the address: whoever scans it has seen the card."""
    return salted_hmac(CARD, str(sheet)).hexdigest()[:10]


def remember_card(request: HttpRequest, answer: HttpResponseBase, sheet: int, path: str) -> None:
    """Let this browser be known as one that has scanned the card of this sheet's table."""
    answer.set_cookie(
        CARD_COOKIE,
        signing.dumps([card_of(request, sheet) or secrets.token_hex(8), sheet], salt=CARD),
        max_age=CARD_AGE,
        path=path,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


def card_of(request: HttpRequest, sheet: int) -> str:
    """The id of this browser if it has scanned the card of this sheet's table, else ""."""
    try:
        browser, of = signing.loads(request.COOKIES.get(CARD_COOKIE, ""), salt=CARD)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(browser) if of == sheet else ""
