"""A message and its time: said once, however it is typed."""

import datetime as dt

import pytest
from django.utils import translation

from tournament.screens.countdowns import names_time, text_until
from tournament.screens.forms import moment_of
from tournament.screens.views.hall import clock

UNTIL = dt.datetime(2026, 11, 28, 19, 30, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Durchgang 2", "Durchgang 2 um 19:30"),
        ("Durchgang 2 um", "Durchgang 2 um 19:30"),
        ("Pause bis", "Pause bis 19:30"),
        ("Essen AB", "Essen AB 19:30"),
        ("Durchgang 2 um 19:30", "Durchgang 2 um 19:30"),
        ("Durchgang 2 um 19.30 Uhr!", "Durchgang 2 um 19.30 Uhr!"),
        ("Um 19:30 Uhr geht es weiter", "Um 19:30 Uhr geht es weiter"),
        ("Match 2 at 7:30 p.m.", "Match 2 at 7:30 p.m."),
        # What only looks like it.
        ("Das Publikum", "Das Publikum um 19:30"),
        ("Bis 19:45 Pause", "Bis 19:45 Pause um 19:30"),
        ("Tisch 19", "Tisch 19 um 19:30"),
    ],
)
def test_the_time_is_said_once(text: str, words: str) -> None:
    with translation.override("de"):
        assert text_until(text, UNTIL) == words


@pytest.mark.parametrize(
    ("text", "time", "expected"),
    [
        ("um 20 Uhr", "20:00", True),
        ("um 20:00", "20:00", True),
        ("8 pm", "20:00", True),
        ("8 am", "20:00", False),
        ("09:05", "09:05", True),
        ("9.05", "09:05", True),
        ("12:10 am", "00:10", True),
        ("7:30", "19:30", False),
        ("119:30", "19:30", False),
        ("19:301", "19:30", False),
        ("20 Bretzen", "20:00", False),
        ("28.11.", "11:00", False),
        ("", "19:30", False),
    ],
)
def test_what_names_a_time(text: str, time: str, expected: bool) -> None:
    assert names_time(text, dt.time.fromisoformat(time)) is expected


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0:00"), (-5, "0:00"), (65, "1:05"), (3600, "1:00:00"), (4205, "1:10:05")]
)
def test_what_is_left(seconds: int, words: str) -> None:
    assert clock(dt.timedelta(seconds=seconds)) == words


@pytest.mark.parametrize(
    ("now", "time", "moment"),
    [
        ("19:10", "19:30", "28 19:30"),
        ("23:50", "00:10", "29 00:10"),
        ("00:10", "23:50", "27 23:50"),
        ("19:31", "19:30", "28 19:30"),
    ],
)
def test_a_time_of_day_is_the_nearest_one(now: str, time: str, moment: str) -> None:
    nearest = moment_of(dt.datetime.strptime(time, "%H:%M").time(), dt.datetime.fromisoformat(f"2026-11-28T{now}:12"))
    assert nearest is not None
    assert f"{nearest:%d %H:%M}" == moment
