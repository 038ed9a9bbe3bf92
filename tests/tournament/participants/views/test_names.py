"""Browsers translate pages for guests, but must leave the names of people as they are on every page."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client

from tests.addresses import ALL
from tests.tournament.views.answers import address, body
from tests.worlds.factories import CAST, make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import correct, fill, live
from tournament.draw.services.closed_lists import close_list
from tournament.models import User

pytestmark = pytest.mark.django_db

NAME = re.compile(rf"\b({'|'.join(name for pair in CAST for name in pair)}|Aufseher)\b")
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
UNSEEN = {"script", "style", "title", "template"}


class Names(HTMLParser):
    """Collects every text with a name that no element around it protects."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.around: list[tuple[str, bool]] = []
        self.loose: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.around.append((tag, ("translate", "no") in attrs))

    def handle_endtag(self, tag: str) -> None:
        while self.around and self.around.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if NAME.search(data) and not any(keeps or tag in UNSEEN for tag, keeps in self.around):
            self.loose.append(" ".join(data.split()))


@pytest.fixture
def staff() -> User:
    """A login with every role, in a hall with names wherever they can be."""
    staff = make_user("organiser", "supervisor", "desk", full_name="A. Aufseher")
    tournament = make_tournament()
    make_participants(tournament, 8)
    sheet = fill(open_scoresheet(tournament), staff, ["r12+", "s1+", "wt2-"])
    correct(sheet, 1, "r13+", staff)
    live(sheet, staff)
    open_scoresheet(tournament, table=2)
    later = make_tournament("Moosach", "moosach")
    make_participants(later, 8)
    close_list(match=later.matches.get(number=1), actor=staff)
    return staff


# Rules and documents name nobody; answers that are not HTML are skipped.
PAGES = [name for name in sorted(ALL) if not re.search("pdf|xlsx|toml|ruleset|unsent", str(ALL[name].pattern))]


@pytest.mark.parametrize("slug", ["feldkirchen-2026", "moosach"])
def test_every_name_is_kept(staff: User, slug: str) -> None:
    client = Client()
    client.force_login(staff)
    loose = {}
    for name in PAGES:
        answer = client.get(address(name, slug), {"q": "Anna"})
        if answer.headers.get("Content-Type", "").startswith("text/html") and (names := Names(body(answer)).loose):
            loose[name] = names
    # An example of how a list may be written.
    assert loose == {"participants_import": ["Names in two columns, or in one as “Huber, Anna” or “Anna Huber”."]}
