"""Dates of birth in the notations that lists use, and the age on the day of play (5.2.12)."""

import datetime as dt

import pytest

from tournament.person.birth_dates import (
    AgeAnswer,
    age_on,
    check_age,
    check_birth_date,
    old_enough,
    read_birth_date,
)
from tournament.refusals import Refused

DAY = dt.date(2026, 11, 28)


@pytest.mark.parametrize(
    ("text", "date", "assumed"),
    [
        ("10.07.2004", dt.date(2004, 7, 10), False),
        ("10.7.2004", dt.date(2004, 7, 10), False),
        ("10. 7. 2004", dt.date(2004, 7, 10), False),
        ("10-07-2004", dt.date(2004, 7, 10), False),
        ("2004-07-10", dt.date(2004, 7, 10), False),
        ("2004-07-10 00:00:00", dt.date(2004, 7, 10), False),
        ("25/7/2004", dt.date(2004, 7, 25), False),
        ("10/7/2004", dt.date(2004, 7, 10), True),
        ("7/7/2004", dt.date(2004, 7, 7), False),
        ("14.04.83", dt.date(1983, 4, 14), True),
        ("04.09.04", dt.date(2004, 9, 4), True),
        ("03.05.12", dt.date(2012, 5, 3), True),
        ("28.11.26", dt.date(2026, 11, 28), True),
        ("29.11.26", dt.date(1926, 11, 29), True),
        ("29.2.00", dt.date(2000, 2, 29), True),
    ],
)
def test_a_date_is_read_and_says_what_was_left_open(text: str, date: dt.date, assumed: bool) -> None:
    birth = read_birth_date(text, day=DAY)
    assert (birth.date, birth.assumed) == (date, assumed)


def test_a_year_alone_is_a_year() -> None:
    birth = read_birth_date("1983", day=DAY)
    assert (birth.date, birth.year) == (None, 1983)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_date"),
        ("31.02.1990", "bad_date"),
        ("29.02.2001", "bad_date"),
        ("13.13.1990", "bad_date"),
        ("0.1.1990", "bad_date"),
        ("10.07", "bad_date"),
        ("10.07-2004", "bad_date"),
        ("38178", "bad_date"),
        ("1066", "bad_date"),
        ("2027", "bad_date"),
        ("gestern", "bad_date"),
        ("10.07.0000", "bad_date"),
        ("29.11.2026", "unlikely_date"),
        ("10.07.1904", "unlikely_date"),
    ],
)
def test_what_is_no_date_of_birth_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_birth_date(text, day=DAY)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("born", "age"),
    [
        (dt.date(2010, 11, 28), 16),
        (dt.date(2010, 11, 29), 15),
        (dt.date(2010, 11, 27), 16),
        (dt.date(1980, 1, 1), 46),
        (DAY, 0),
    ],
)
def test_the_birthday_itself_counts(born: dt.date, age: int) -> None:
    assert age_on(DAY, born) == age


def test_the_16th_birthday_is_enough_and_the_day_before_is_not() -> None:
    check_age(dt.date(2010, 11, 28), day=DAY, minimum_age=16)
    with pytest.raises(Refused) as refused:
        check_age(dt.date(2010, 11, 29), day=DAY, minimum_age=16)
    assert (refused.value.code, refused.value.context["age"]) == ("under_age", 15)


@pytest.mark.parametrize(
    ("born", "answer", "least", "fits"),
    [
        (None, None, 0, True),
        (None, None, 16, None),
        (dt.date(2010, 11, 28), None, 16, True),
        (dt.date(2010, 11, 29), None, 16, False),
        # A year decides, but for the one in which the birthday may be after the day of play.
        (2009, None, 16, True),
        (2010, None, 16, None),
        (2011, None, 16, False),
        (2010, AgeAnswer(age=16, yes=True), 16, True),
        (2010, AgeAnswer(age=16, yes=False), 16, False),
        # What is written down holds against what was said.
        (2011, AgeAnswer(age=16, yes=True), 16, False),
        (dt.date(1980, 1, 1), AgeAnswer(age=16, yes=False), 16, True),
        # An answer reaches as far as the question.
        (None, AgeAnswer(age=16, yes=True), 18, None),
        (None, AgeAnswer(age=16, yes=False), 18, False),
        (None, AgeAnswer(age=18, yes=True), 16, True),
        (None, AgeAnswer(age=18, yes=False), 16, None),
    ],
)
def test_who_is_old_enough(born: dt.date | int | None, answer: AgeAnswer | None, least: int, fits: bool | None) -> None:
    assert old_enough(born, day=DAY, minimum_age=least, answer=answer) is fits


def test_on_the_last_day_of_a_year_the_year_decides() -> None:
    assert old_enough(2010, day=dt.date(2026, 12, 31), minimum_age=16) is True


def test_whoever_is_115_may_play() -> None:
    check_birth_date(dt.date(1910, 11, 29), day=DAY)
    with pytest.raises(Refused):
        check_birth_date(dt.date(1910, 11, 28), day=DAY)
