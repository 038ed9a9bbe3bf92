"""The desk's page of a screen."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_tournament, make_user
from tournament.models import Screen

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("role", ["organiser", "desk"])
def test_it_says_where_pictures_are_added(role: str) -> None:
    tournament, actor = make_tournament(), make_user(role)
    screen = Screen.objects.create(
        code="KXF4RT", name="Beamer", tournament=tournament, scenes=["pictures"], named_by=actor,
        named_at=timezone.now(),
    )  # fmt: skip
    client = Client(headers={"Accept-Language": "de"})
    client.force_login(actor)
    page = client.get(reverse("screen", args=[tournament.slug, screen.pk])).content.decode()
    link = f'href="{reverse("prize_pictures", args=[tournament.slug])}"'
    assert (link in page) == (role == "organiser")
    assert ("fügt die Turnierleitung hinzu" in page) == (role == "desk")
