"""What the hall sees of the results: the state, and holding back, showing and publishing them."""

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from tournament import permissions
from tournament.enums import IS_SHUT, Release, TournamentState
from tournament.models import Tournament
from tournament.permissions import Request, requires
from tournament.selectors.versions import hall_version
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.release import counts_all, hall_ranking, obstacles
from tournament.standings.services.release import freeze, publish, unfreeze
from tournament.views.refusals import refusal_as_message

DONE: Mapping[Release, tuple[Callable[..., Tournament], object]] = {
    Release.FROZEN: (freeze, gettext_lazy("The ranking in the hall stands still now.")),
    Release.OPEN: (unfreeze, gettext_lazy("The hall sees the ranking again as it is.")),
    Release.PUBLISHED: (publish, gettext_lazy("The results are published.")),
}


@requires(permissions.see_hall)
@require_safe
def release(request: Request, slug: str) -> HttpResponse:
    """Show what the hall sees now, and what is missing before the prize-giving can begin."""
    tournament = get_object_or_404(Tournament, slug=slug)
    hall = hall_ranking(tournament, hall_version(tournament)) if tournament.is_held_back else None
    ranking = hall.standings if hall else kept_standings(tournament)
    context = {
        "tournament": tournament,
        "nav": "standings",
        "hall": hall,
        "too_late": tournament.release in (Release.OPEN, Release.FROZEN) and counts_all(ranking),
        "missing": obstacles(tournament),
        "may_release": permissions.release_results(request.user) and tournament.state not in IS_SHUT,
        "begun": tournament.state not in (TournamentState.DRAFT, TournamentState.REGISTRATION),
    }
    return render(request, "release/release.html", context)


@requires(permissions.release_results)
@require_POST
def release_step(request: Request, slug: str, to: str) -> HttpResponse:
    """Hold results back, show them again, or publish them."""
    tournament = get_object_or_404(Tournament, slug=slug)
    act, sentence = DONE[Release(to)]
    with refusal_as_message(request):
        act(tournament=tournament, actor=request.user)
        messages.success(request, str(sentence))
    return redirect("release", slug)
