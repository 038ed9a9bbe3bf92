"""Search engines keep nothing of an installation."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.worlds.factories import make_tournament


@pytest.mark.django_db
def test_no_answer_is_for_search_engines(client: Client) -> None:
    tournament = make_tournament()
    for path in (
        *(reverse(name, args=[tournament.slug]) for name in ("public_standings", "screen_seats", "public_seat")),
        reverse("login"),
        "/t/nothing/",
    ):
        assert client.get(path)["X-Robots-Tag"] == "noindex, nofollow", path
    robots = client.get("/robots.txt")
    assert (robots["Content-Type"], robots.content) == ("text/plain", b"User-agent: *\nDisallow: /\n")
