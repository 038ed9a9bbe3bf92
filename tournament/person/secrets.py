"""Which passwords and codes are guessed at once. Knows no rows."""

import datetime as dt
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

SEVERAL_DIGITS = 3
FAMOUS = {"112358", "314159", "271828", "141421", "173205"}
# A name shorter than this may be part of a good password by chance.
SHORTEST_NAME = 4
# People write these for letters.
FOR_LETTERS = str.maketrans({"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i"})
SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def guessed_at_once(code: str) -> bool:
    """Whether six digits are among those that people take first: few digits, rows and columns of the keypad, runs,
    repeats, mirrors, birthdays, beginnings of famous numbers."""
    digits = [int(digit) for digit in code]
    # In halves, as 147258 and 159753, or in turns, as 142536 and 112233.
    halves, turns = (digits[:3], digits[3:]), (digits[::2], digits[1::2])
    is_pattern = any(all(map(_is_run, parts)) for parts in (halves, turns))
    repeated = any(code == code[:length] * (len(code) // length) for length in (1, 2, 3))
    few = len(set(code)) < SEVERAL_DIGITS
    return few or is_pattern or repeated or code == code[::-1] or code in FAMOUS or _date(code)


def _is_run(digits: list[int]) -> bool:
    """Whether each digit follows the one before with the same step."""
    return len({(after - before) % 10 for before, after in pairwise(digits)}) == 1


class GuessedPasswordValidator:
    """Refuses a password that is the login's own name, or one of the common German ones with something added."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError if the password is guessed at once."""
        typed = _letters(password)
        names = re.findall(r"\w+", f"{user.username} {user.full_name}") if user is not None else []
        if any(len(name) >= SHORTEST_NAME and _letters(name) in typed for name in names if not name.isdigit()):
            raise ValidationError(_("The password contains the name of the login."), code="password_is_name")
        if _common(typed) or _common(_letters(_stem(password).translate(FOR_LETTERS))):
            raise ValidationError(
                _("This password is one of those that are tried first. Please take several words, or another one."),
                code="password_is_common",
            )

    def get_help_text(self) -> str:
        """The rule in one sentence."""
        return _("It contains neither the login's name nor only a common word with digits.")


def _date(code: str) -> bool:
    """Whether the digits are a birthday as Germans write it: day, month, year."""
    try:
        dt.date(2000 + int(code[4:]), int(code[2:4]), int(code[:2]))
    except ValueError:
        return False
    return True


def _letters(text: str) -> str:
    """Only the letters, small and without umlauts."""
    return re.sub(r"[^a-z]", "", text.casefold().translate(SPELLED_OUT))


def _stem(password: str) -> str:
    """The password without the digits and signs that people add at its end."""
    return re.sub(r"[\W\d_]+$", "", password)


def _common(letters: str) -> bool:
    """Whether these letters are one common word, or two of them in a row."""
    words = _common_words()
    return letters in words or any(letters[:cut] in words and letters[cut:] in words for cut in range(3, len(letters)))


@cache
def _common_words() -> frozenset[str]:
    lines = (Path(__file__).parent / "common_passwords.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in map(_letters, line.split()))
