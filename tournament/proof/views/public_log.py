"""The event log for everyone: its newest links, and the checkpoints of the matches that have ended, to be kept."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournament.exports.witnesses import HeadsNow, Witness
from tournament.models import Tournament
from tournament.permissions import Request, public, requires
from tournament.proof.selectors.checkpoints import heads_of, released_checkpoints
from tournament.views.live import OPEN, as_released


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
@as_released
def public_log(request: Request, slug: str) -> HttpResponse:
    """Show the newest link of every chain, and the checkpoint of each match that has ended with a code to photograph.

    Whoever saves the page can compare it with the log later: `verify_audit --heads FILE`. While results are held back
    the links would tell what came in, so only checkpoints from before stand there.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    request.META[OPEN] = not tournament.is_held_back
    witnesses = [Witness(checkpoint) for checkpoint in released_checkpoints(tournament)]
    context = {"tournament": tournament, "witnesses": witnesses[::-1], "nav": "public_log"}
    if not tournament.is_held_back:
        context["now"] = HeadsNow(tournament=heads_of(tournament), installation=heads_of(None))
    return render(request, "public_log/public_log.html", context)
