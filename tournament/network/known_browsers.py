"""Browsers that have logged in before, or have scanned the card of a table, by a cookie.

Strangers cannot make them wait (services/guessing.py). So whoever has the cookie must know the secret that is in force:
it ends with the password, and with the code of the table.
"""

import secrets
from collections.abc import Mapping

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import constant_time_compare, salted_hmac

COOKIE = "__Secure-spielliste_known" if settings.HTTPS else "spielliste_known"
SALT = "known browser"
MOST_LOGINS = 8  # of a shared laptop at the desk
AGE = 60 * 60 * 24 * 400
CARD_COOKIE = "__Secure-spielliste_card" if settings.HTTPS else "spielliste_card"
CARD = "table card"
CARD_AGE = 60 * 60 * 24 * 3


def known_as(request: HttpRequest, person: AbstractBaseUser) -> str:
    """The id of this browser if somebody has logged in with it as this person, with the password of now; else ""."""
    browser, logins = _read_cookie(request)
    return browser if _proof(person) in logins else ""


def remember_login(request: HttpRequest, answer: HttpResponseBase, person: AbstractBaseUser) -> None:
    """Let this browser be known as one of this person, until the password changes or the login is switched off."""
    browser, logins = _read_cookie(request)
    proof = _proof(person)
    newest = [proof, *(other for other in logins if other != proof)][:MOST_LOGINS]
    answer.set_cookie(
        COOKIE,
        signing.dumps([browser or secrets.token_hex(8), newest], salt=SALT),
        max_age=AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


def browser_of(cookies: Mapping[str, str]) -> str:
    """The id of a browser in which somebody has logged in, with whatever password; else ""."""
    return _opened(cookies.get(COOKIE, ""))[0]


def _proof(person: AbstractBaseUser) -> str:
    """What only a session of this login as it is now can have."""
    return salted_hmac(SALT, f"{person.pk} {person.get_session_auth_hash()}").hexdigest()[:20]


def _read_cookie(request: HttpRequest) -> tuple[str, list[str]]:
    return _opened(request.COOKIES.get(COOKIE, ""))


def _opened(cookie: str) -> tuple[str, list[str]]:
    try:
        browser, logins = signing.loads(cookie, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return "", []
    return str(browser), list(logins)


def card_key(sheet: int, code: str) -> str:
    """What the QR code on a table's card has beside the address: whoever scans it has seen the card. A new code makes
    it worthless."""
    return salted_hmac(CARD, f"{sheet} {code}").hexdigest()[:10]


def is_card_key(typed: str, sheet: int, code: str) -> bool:
    """Whether this is the key of the card that is in force."""
    return constant_time_compare(typed, card_key(sheet, code))


def remember_card(answer: HttpResponseBase, key: str, path: str) -> None:
    """Let this browser be known as one that has scanned a card, at the table with this path."""
    answer.set_cookie(
        CARD_COOKIE,
        key,
        max_age=CARD_AGE,
        path=path,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


def has_card(request: HttpRequest, sheet: int, code: str) -> bool:
    """Whether this browser has scanned the card with the code that this sheet has now."""
    return is_card_key(request.COOKIES.get(CARD_COOKIE, ""), sheet, code)
