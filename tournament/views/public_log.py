"""The event log for everyone: its newest links, and the checkpoints of the matches that have ended, to be kept."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournament.exports.witnesses import HeadsNow, Witness
from tournament.models import Tournament
from tournament.permissions import Request, public, requires
from tournament.selectors.checkpoints import checkpoints_of, heads_of


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
def public_log(request: Request, slug: str) -> HttpResponse:
    """Show the newest link of every chain, and the checkpoint of each match that has ended with a code to photograph.

    Whoever saves the page can compare it with the log later: `verify_audit --heads FILE`.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    witnesses = [Witness(checkpoint) for checkpoint in checkpoints_of(tournament)]
    now = HeadsNow(tournament=heads_of(tournament), installation=heads_of(None))
    context = {"tournament": tournament, "witnesses": witnesses[::-1], "now": now, "nav": "public_log"}
    return render(request, "public_log/public_log.html", context)
