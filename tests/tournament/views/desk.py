"""The desk's addresses, and the words of its pages and answers, for the tests of its views."""

import html
import secrets
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import page_of
from tournament.models import Scoresheet, User

NO_GAME = "No game ends with the points +1 +1 +1 −3, though they sum to 0."
WHY = "Please say why: the reason is printed on the sheet."

PARTS = {"X-Parts": "1"}


def address(name: str, *more: object, table: int = 1) -> str:
    """The address of an act on the sheet of match 1."""
    return reverse(name, args=["feldkirchen-2026", 1, table, *more])


def text(answer: Any) -> str:
    """A page's HTML without special characters, with single spaces."""
    return " ".join(html.unescape(page_of(answer)).split())


def entered(number: int, entry: str, **more: object) -> dict[str, Any]:
    """The data that the entry panel posts."""
    return {"number": number, "entry": entry, "command": secrets.token_hex(16), "replace": "", "initials": "", **more}


def login(user: User) -> Client:
    """A browser with this user logged in."""
    client = Client()
    client.force_login(user)
    return client


def messages_of(client: Client, sheet: Scoresheet) -> list[str]:
    """The messages that the next page of this sheet shows."""
    answer = client.get(sheet.get_absolute_url())
    return [str(message) for message in answer.context["messages"]]
