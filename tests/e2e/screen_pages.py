"""Screens in the hall, for the tests that visit every page."""

from typing import Any

from django.utils import timezone

from tournament.models import Screen, Tournament, User

# Addresses that only act.
SCREEN_ACTS = {"screen_name", "screens_message", "screen_message", "screen_forget"}


def make_screens(slug: str, undrawn: str, actor: User) -> None:
    """One that shows everything, one with a message that nobody has seen yet, and one of another evening."""
    for code, name, shown_slug, message in (
        ("KXF4RT", "Beamer Saal", slug, ""),
        ("ACEFHK", "Fernseher Theke", slug, "Die Siegerehrung beginnt um acht"),
        ("ACEFHL", "Bühne", undrawn, ""),
    ):
        Screen.objects.create(
            code=code, name=name, tournament=Tournament.objects.get(slug=shown_slug), scenes=["seats", "ranking"],
            message=message, named_by=actor, named_at=timezone.now(),
        )  # fmt: skip


def screen_ways() -> list[dict[str, Any]]:
    """The name and arguments of each page, and whether everybody may see it."""
    screens = Screen.objects.order_by("pk").values_list("pk", "tournament__slug")
    return [
        {"name": "hall_screen", "public": True},
        *({"name": "screens", "args": (slug,)} for slug in sorted({slug for _pk, slug in screens})),
        *({"name": name, "args": (slug, pk)} for pk, slug in screens for name in ("screen", "screen_preview")),
    ]
