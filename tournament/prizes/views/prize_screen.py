"""The prizes on the screen of the hall: a public page, and what a screen in the hall shows of it."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournament.models import Tournament
from tournament.permissions import Request, public, requires
from tournament.prizes.selectors.prize_screen import prize_screen
from tournament.views.answer_versions import as_released, hall_version_of


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
@as_released
def screen_prizes(request: Request, slug: str) -> HttpResponse:
    """Show what is left to choose from and who comes next, while prizes are chosen; before, a sentence."""
    tournament = get_object_or_404(Tournament, slug=slug)
    version = hall_version_of(request, tournament)
    return render(request, "prizes/screen_prizes.html", prize_context(tournament) | {"version": version})


def prize_context(tournament: Tournament) -> dict[str, Any]:
    """Return what prizes/_screen.html shows."""
    return {"tournament": tournament, "screen": prize_screen(tournament)}
