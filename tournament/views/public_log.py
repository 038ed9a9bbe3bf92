"""The event log for everyone: the checkpoints of the matches that have ended, to be photographed and kept."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournament.exports.witnesses import Witness
from tournament.models import Tournament
from tournament.permissions import Request, public, requires
from tournament.selectors.checkpoints import checkpoints_of


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
def public_log(request: Request, slug: str) -> HttpResponse:
    """Show the checkpoint of each match that has ended: events, root, time, and a code to photograph."""
    tournament = get_object_or_404(Tournament, slug=slug)
    witnesses = [Witness(checkpoint) for checkpoint in checkpoints_of(tournament)]
    context = {"tournament": tournament, "witnesses": witnesses[::-1], "nav": "public_log"}
    return render(request, "public_log/public_log.html", context)
