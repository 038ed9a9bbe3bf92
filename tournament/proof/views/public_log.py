"""The event log for everyone: the checkpoints of the matches that have ended, to be photographed and kept."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournament.exports.witnesses import Witness
from tournament.models import Tournament
from tournament.permissions import Request, public, requires
from tournament.proof.selectors.checkpoints import released_checkpoints
from tournament.views.answer_versions import OPEN, as_released


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
@as_released
def public_log(request: Request, slug: str) -> HttpResponse:
    """Show the checkpoint of each match that has ended, with a code to photograph.

    While results are held back a newer checkpoint would tell what came in, so only those from before stand there.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    request.META[OPEN] = not tournament.is_held_back
    witnesses = [Witness(checkpoint) for checkpoint in released_checkpoints(tournament)]
    context = {"tournament": tournament, "witnesses": witnesses[::-1], "nav": "public_log"}
    return render(request, "public_log/public_log.html", context)
