"""Choosing, handing out, lots and the screen ask a fixed number of queries, for 8 people and 5 prizes or 40 and 30."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.worlds.prize_giving import put_out, ranked
from tournament.prizes.services.acts import choose, give
from tournament.prizes.services.lots import close_prize_lot, draw_lot
from tournament.standings.selectors import cache as kept_standings

pytestmark = pytest.mark.django_db

# Where the ranking must be made first: five more.
RANKING = 5


def counts(people: int, prizes: int, slug: str) -> dict[str, int]:
    tournament, players, actor = ranked(people, slug=slug)
    put_out(tournament, prizes, "place", argument=f"1-{prizes}", cents=500)
    gifts = put_out(tournament, prizes)
    (raffle,) = put_out(tournament, 1, "raffle")
    for player, prize in zip(players[: people // 4], gifts, strict=False):
        choose(tournament=tournament, actor=actor, participant=player.pk, number=prize.number)
        give(tournament=tournament, actor=actor, participant=player.pk)
    lot = close_prize_lot(tournament=tournament, actor=actor, prize=raffle)
    draw_lot(lot=lot, actor=actor, numbers=["7"])
    client = Client()
    client.force_login(actor)
    queries = {}
    ways = {
        name: [slug] for name in ("prize_choosing", "prize_handing_out", "prize_lots", "screen_prizes", "screen_lot")
    }
    for name, args in ({"public_lot": [slug, 1]} | ways).items():
        kept_standings._rankings.clear()
        client.get(reverse(name, args=args))
        with CaptureQueriesContext(connection) as captured:
            assert client.get(reverse(name, args=args)).status_code == 200
        queries[name] = len(captured)
    return queries


def test_no_page_asks_more_for_more_people_and_prizes(django_user_model):
    few = counts(8, 5, "wenige")
    django_user_model.objects.all().update(username="andere")
    many = counts(40, 30, "viele")
    assert many == few
    assert {name: count for name, count in many.items() if count > 14} == {}, many
