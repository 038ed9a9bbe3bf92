"""Hints of irregularities: a page for supervisors and the management alone."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournament import permissions
from tournament.models import Tournament
from tournament.permissions import Request, requires
from tournament.selectors.hints import hint_views


@require_safe
@requires(permissions.see_hints)
@cache_control(private=True, no_store=True)
def hint_list(request: Request, slug: str) -> HttpResponse:
    """Show the irregularities in the games so far, each with how often an honest tournament shows it."""
    tournament = get_object_or_404(Tournament, slug=slug)
    context = {"tournament": tournament, "hints": hint_views(tournament), "nav": "approvals"}
    return render(request, "supervision/hints.html", context)
