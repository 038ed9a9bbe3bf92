"""No page leads a login to one that it may not open, before, during and after the prize-giving."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import resolve, reverse

from tests.tournament.ceremony.hall import Hall
from tests.worlds.factories import make_user
from tests.worlds.prize_giving import put_out
from tournament.models import User
from tournament.prizes.kinds import Criterion
from tournament.standings.services.release import freeze

pytestmark = pytest.mark.django_db
PAGES = ("tournament", "prizes", "prize_choosing", "prize_handing_out", "screens", "release")


def refused(client: Client, user: User, address: str) -> set[str]:
    """The links on a page that this login may not follow."""
    page = client.get(address).content.decode()
    addresses = {unescape(one) for one in re.findall(r'href="(/[^"#?]*)', page) if not one.startswith("/static/")}
    return {one for one in addresses if not resolve(one).func.permission(user)}  # type: ignore[attr-defined]


@pytest.mark.parametrize("role", ["desk", "supervisor"])
def test_no_link_leads_to_a_page_that_is_refused(role: str) -> None:
    hall, client, helper = Hall(), Client(), make_user(role)
    put_out(hall.tournament, 1, Criterion.RAFFLE)
    put_out(hall.tournament, 1)
    client.force_login(helper)
    addresses = [reverse(page, args=[hall.tournament.slug]) for page in PAGES]
    for act in (lambda: hall.call(freeze), hall.begin, lambda: hall.step(2), hall.end):
        assert {page: links for page in addresses if (links := refused(client, helper, page))} == {}
        act()
    assert {page: links for page in addresses if (links := refused(client, helper, page))} == {}
