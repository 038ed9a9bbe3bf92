"""Prizes pasted as lines: "what; donor", or with a number before it, as a list in a spreadsheet has them. Pure."""

import re
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from tournament.person.names import clean_line, fold_text
from tournament.prizes.kinds import DONOR_LENGTH, WORDS_LENGTH
from tournament.refusals import Refused

LAST_NUMBER = 999
_PARTED = re.compile(r"\s*[;\t|]\s*")
_NUMBER = re.compile(r"(?:nr\.?\s*)?(\d{1,3})[.)]?", re.IGNORECASE)
_NUMBER_BEFORE = re.compile(r"(\d{1,3})[.)]\s+(\S.*)")


class PastedPrize(NamedTuple):
    """A line. `number` is None where the line has none."""

    number: int | None
    words: str
    donor: str


def read_pasted_prizes(text: str) -> list[PastedPrize]:
    """Read one prize a line: "Ham; Huber", "12. Ham; Huber", "12;Ham;Huber". Empty lines are skipped.

    Refused: no_lines, bad_line, number_twice, all of clean_line.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if fold_text(line)]
    if not lines:
        raise Refused(_("Please write one prize on each line."), code="no_lines", field="lines")
    prizes = [_line(number, line) for number, line in lines]
    numbers = [prize.number for prize in prizes if prize.number is not None]
    if twice := next((number for number in numbers if numbers.count(number) > 1), None):
        raise Refused(
            _("The number %(number)s stands before two prizes."), code="number_twice", number=twice, field="lines"
        )
    return prizes


def _line(place: int, line: str) -> PastedPrize:
    cells = _PARTED.split(line.strip())
    number = None
    if len(cells) > 1 and (match := _NUMBER.fullmatch(fold_text(cells[0]))):
        number, cells = int(match[1]), cells[1:]
    elif match := _NUMBER_BEFORE.fullmatch(fold_text(cells[0])):
        number, cells = int(match[1]), [match[2], *cells[1:]]
    words, donor = fold_text(cells[0]), ", ".join(filter(None, map(fold_text, cells[1:])))
    if not words or number == 0:
        raise Refused(
            _("Line %(line)s has no prize. Please write it like “Ham; Butcher’s shop”."),
            code="bad_line",
            line=place,
            field="lines",
        )
    return PastedPrize(number, clean_line(words, max_length=WORDS_LENGTH), clean_line(donor, max_length=DONOR_LENGTH))
