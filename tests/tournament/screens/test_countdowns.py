"""A message and its time: said once, however it is typed."""

import datetime as dt

import pytest
from django.utils import translation

from tournament.screens.countdowns import names_time, text_until

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
