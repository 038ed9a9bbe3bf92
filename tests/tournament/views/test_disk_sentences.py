"""What desk and devices are told while the disk takes nothing: at the desk what to do, and that nothing is lost."""

import json

import pytest
from django.test import RequestFactory

from tournament.server.disk import BROKEN, FULL, READ_ONLY
from tournament.views.errors import disk


@pytest.mark.parametrize(
    ("trouble", "what_to_do"),
    [
        (FULL, "Please make room on the tournament’s computer, or tell the organiser."),
        (READ_ONLY, "Please tell the organiser."),
        (BROKEN, "Please tell the organiser."),
    ],
)
def test_the_desk_is_told_what_to_do(trouble: str, what_to_do: str) -> None:
    answer = disk(RequestFactory().post("/", headers={"X-Parts": "1"}), trouble)
    text = json.loads(answer.content)["text"]
    assert (answer.status_code, text.startswith("Not stored yet: "), text.endswith(what_to_do)) == (503, True, True)
    assert "What you typed stays here and is sent by itself." in text
