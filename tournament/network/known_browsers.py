"""Browsers that have logged in before: a signed cookie names the logins, so that strangers cannot make them wait."""

import secrets

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

COOKIE = "__Secure-spielliste_known" if settings.HTTPS else "spielliste_known"
SALT = "known browser"
MOST_LOGINS = 8  # of a shared laptop at the desk
AGE = 60 * 60 * 24 * 400


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
