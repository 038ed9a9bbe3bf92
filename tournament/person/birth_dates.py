"""Dates of birth as people write them, and ages (5.2.12). Knows no database."""

import datetime as dt
import re
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament.person.names import Born, excerpt, fold_text
from tournament.refusals import Refused

OLDEST = 115  # years; a higher age is a slip of the pen
_DAY_FIRST = re.compile(r"(\d{1,2})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})")
_YEAR_FIRST = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]00:00(?::00(?:\.0+)?)?)?")
_YEAR_ALONE = re.compile(r"\d{4}")


@dataclass(frozen=True, slots=True, kw_only=True)
class BirthDate:
    """A date of birth as it was understood, perhaps only its year; `assumed` where the text left something open."""

    date: dt.date | None
    year: int
    assumed: bool = False

    @property
    def born(self) -> Born:
        return self.date or self.year


@dataclass(frozen=True, slots=True, kw_only=True)
class AgeAnswer:
    """What somebody answered to “Are you at least `age` years old?”."""

    age: int
    yes: bool


def read_birth_date(text: str, *, day: dt.date) -> BirthDate:
    """Read 10.07.2004, 10.7.04, 2004-07-10, 10/7/2004 or a year alone; two digits mean the last such year before `day`.

    Refused `bad_date` (unreadable, or no day of the calendar), `unlikely_date` (after the day of play, too long ago).
    """
    text = fold_text(text)
    if match := _YEAR_FIRST.fullmatch(text):
        return _checked(text, int(match[1]), int(match[2]), int(match[3]), day=day)
    if match := _DAY_FIRST.fullmatch(text):
        year, short = int(match[4]), len(match[4]) == 2
        if short:
            year += day.year // 100 * 100
            year -= 100 * ((year, int(match[3]), int(match[1])) > (day.year, day.month, day.day))
        # Elsewhere 10/7 is 7 October. We read the day first, and mark the date as assumed.
        open_order = match[2] == "/" and int(match[1]) <= 12 and match[1] != match[3]
        return _checked(text, year, int(match[3]), int(match[1]), day=day, assumed=short or open_order)
    if _YEAR_ALONE.fullmatch(text) and day.year - OLDEST <= int(text) <= day.year:
        return BirthDate(date=None, year=int(text))
    raise Refused(
        _("“%(text)s” is not understood as a date of birth. Please write it like 10.07.2004."),
        code="bad_date",
        text=excerpt(text),
    )


def check_birth_date(date: dt.date, *, day: dt.date) -> None:
    """Refuse (`unlikely_date`) a date after the day of play, or one so long ago that nobody lives that long."""
    if date > day or age_on(day, date) > OLDEST:
        raise Refused(
            _("%(date)s cannot be a date of birth. Please check the year."),
            code="unlikely_date",
            date=date_format(date),
        )


def check_birth_year(year: int, *, day: dt.date) -> None:
    """Refuse (`unlikely_date`) a year of birth after the day of play, or one too long ago."""
    if not day.year - OLDEST <= year <= day.year:
        raise Refused(_("%(year)s cannot be a year of birth. Please check it."), code="unlikely_date", year=year)


def age_on(day: dt.date, born: dt.date) -> int:
    """The age on `day` in full years; the birthday itself counts."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def old_enough(born: Born, *, day: dt.date, minimum_age: int, answer: AgeAnswer | None = None) -> bool | None:
    """Return whether somebody is old enough on the day of play (5.2.12); None where they have to be asked.

    A date decides. A year of birth decides unless the birthday may fall before or after the day. Else the answer holds,
    as far as it reaches: “at least 16” says nothing of 18.
    """
    if not minimum_age:
        return True
    if isinstance(born, dt.date):
        return age_on(day, born) >= minimum_age
    if isinstance(born, int):
        if age_on(day, dt.date(born, 12, 31)) >= minimum_age:
            return True
        if age_on(day, dt.date(born, 1, 1)) < minimum_age:
            return False
    if answer and (answer.age >= minimum_age if answer.yes else answer.age <= minimum_age):
        return answer.yes
    return None


def check_age(born: Born, *, day: dt.date, minimum_age: int) -> None:
    """Refuse (`under_age`) somebody who is certainly too young on the day of play (5.2.12)."""
    if old_enough(born, day=day, minimum_age=minimum_age) is not False:
        return
    age = age_on(day, born if isinstance(born, dt.date) else dt.date(born or day.year, 1, 1))
    raise Refused(
        _("Too young: %(age)s years old on the day of play, the minimum age is %(minimum)s."),
        code="under_age",
        age=age,
        minimum=minimum_age,
    )


def _checked(text: str, year: int, month: int, day_of_month: int, *, day: dt.date, assumed: bool = False) -> BirthDate:
    try:
        date = dt.date(year, month, day_of_month)
    except ValueError:
        raise Refused(
            _("“%(text)s” is no day of the calendar. Please write the date of birth like 10.07.2004."),
            code="bad_date",
            text=excerpt(text),
        ) from None
    check_birth_date(date, day=day)
    return BirthDate(date=date, year=year, assumed=assumed)
