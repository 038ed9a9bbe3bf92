"""Login names: one way to write each, and none that looks like another. Knows no database."""

import unicodedata
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.person.names import plain
from tournament.refusals import Refused

LONGEST = 150
DIGITS, MARKS = "0123456789", ".-_@+"
SIGNS = frozenset(DIGITS + MARKS)
# Single signs, and pairs that look like one.
LOOK_ALIKE, PAIRS = str.maketrans("01", "ol"), {"rn": "m", "vv": "w"}


def login_name(typed: str) -> str:
    """The name in the one way in which it is kept and looked for; "" for what is longer than any login name."""
    if len(typed) > LONGEST:
        return ""
    name = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", typed.strip()).casefold())
    return name if len(name) <= LONGEST else ""


def clean_login_name(typed: str) -> str:
    """The same for a new login. Refused: username_unreadable.

    A Cyrillic or Greek a is not told from ours, nor is an i without its dot, and nobody sees what has no width.
    """
    name = login_name(typed)
    if not name and typed.strip():
        raise _unreadable(_("This login name is too long: it has %(most)s characters at most."), most=LONGEST)
    strange = next((sign for sign in name if sign not in SIGNS and not _is_latin(sign)), "")
    kind = strange and unicodedata.category(strange)[0]
    if kind == "L":
        raise _unreadable(_("“%(sign)s” is not a Latin letter, and a login name has no others."), sign=strange)
    if kind in ("N", "P", "S"):
        raise _unreadable(
            _("“%(sign)s” cannot stand in a login name: it has Latin letters, digits, dots and hyphens only."),
            sign=strange,
        )
    if strange or not name:
        raise _unreadable(_("A login name has Latin letters, digits, dots and hyphens only, without spaces."))
    return name


def look(name: str) -> str:
    """What two login names have in common that are easily taken for each other: müller and muller, anna1 and annal,
    turner and tumer, anna and anna with a full stop."""
    appearance = plain(login_name(name)).translate(LOOK_ALIKE).strip(MARKS)
    for pair, sign in PAIRS.items():
        appearance = appearance.replace(pair, sign)
    return appearance


def _unreadable(sentence: Any, **about: Any) -> Refused:
    return Refused(sentence, code="username_unreadable", field="username", **about)


def _is_latin(sign: str) -> bool:
    """Whether it is one of our letters, with or without an accent."""
    letter = plain(sign)
    return letter.isascii() and letter.isalpha()
