"""Login names: one way to write each, and none that looks like another. Knows no database."""

import unicodedata

from django.utils.translation import gettext_lazy as _

from tournament.person.names import plain
from tournament.refusals import Refused

LONGEST = 150
SIGNS = frozenset("0123456789.-_@+")
LOOK_ALIKE = str.maketrans("01", "ol")


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
    if not name or not all(sign in SIGNS or _is_latin(sign) for sign in name):
        raise Refused(
            _(
                "A login name has Latin letters, digits, dots and hyphens only, without spaces, and %(most)s "
                "characters at most."
            ),
            code="username_unreadable",
            field="username",
            most=LONGEST,
        )
    return name


def look(name: str) -> str:
    """What two login names have in common that are easily taken for each other: müller and muller, anna1 and annal."""
    return plain(login_name(name)).translate(LOOK_ALIKE)


def _is_latin(sign: str) -> bool:
    """Whether it is one of our letters, with or without an accent."""
    letter = plain(sign)
    return letter.isascii() and letter.isalpha()
