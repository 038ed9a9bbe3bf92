"""The page of a match after a restore: what came back from the tables, and what is missing."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament import permissions
from tournament.backup.selectors.restores import newest_restore, restore_view
from tournament.backup.services.restores import settle_restore
from tournament.enums import MatchState
from tournament.models import Match, Restore
from tournament.permissions import Request, requires
from tournament.views.answer_versions import version_of


@requires(permissions.enter_games)
@require_safe
def restored(request: Request, slug: str, number: int) -> HttpResponse:
    """Show what came back from each table after the newest restore; 204 for a page that is up to date."""
    match, restore = _match_and_restore(slug, number)
    if match.state == MatchState.PLANNED:
        return redirect("match", slug, number)
    version = version_of(request, match.tournament)
    if request.htmx and request.GET.get("v") == str(version):
        return HttpResponse(status=204)
    context = {"tournament": match.tournament, "match": match, "nav": "matches", "version": version}
    context |= {"view": restore_view(match, restore), "may_settle": permissions.settle_restores(request.user)}
    return render(request, "restores/_tables.html" if request.htmx else "restores/restored.html", context)


@require_POST
@requires(permissions.settle_restores)
def restore_settle(request: Request, slug: str, number: int) -> HttpResponse:
    """Note that everything is looked after; the line on the page of the match goes away."""
    _match, restore = _match_and_restore(slug, number)
    settle_restore(restore=restore, actor=request.user)
    messages.success(request, _("Settled. The pages of the matches no longer speak of it."))
    return redirect("restored", slug, number)


def _match_and_restore(slug: str, number: int) -> tuple[Match, Restore]:
    """The match and the newest restore; 404 if one of them does not exist."""
    match = get_object_or_404(Match.objects.select_related("tournament"), tournament__slug=slug, number=number)
    restore = newest_restore()
    if restore is None:
        raise Http404
    return match, restore
