"""The desk's page of a screen, and how many names a screen without a script shows."""

from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament.models import Screen
from tournament.screens.scenes import Scene, SceneTurn
from tournament.screens.views import parts

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


@pytest.mark.parametrize(("more", "names"), [({}, 22), ({"witness": object()}, 12)])
def test_without_a_script_names_leave_room_for_the_code_of_the_match(
    monkeypatch: pytest.MonkeyPatch, more: dict[str, Any], names: int
) -> None:
    tournament = make_tournament()
    make_participants(tournament, 64)
    draw_lots(tournament.matches.get(number=1), make_user("organiser"))
    whole = parts.seats_context
    monkeypatch.setattr(parts, "seats_context", lambda *args: whole(*args) | more)
    turn = SceneTurn(scene=Scene.SEATS, begins=0, ends=None, seconds=0)
    request: Any = RequestFactory().get("/schirm/")
    inputs = parts.PartInputs(request=request, tournament=tournament, turn=turn, seconds=20, plain=True, version=1)
    assert len(parts.PARTS[Scene.SEATS](inputs).context()["scene"].seats) == names
