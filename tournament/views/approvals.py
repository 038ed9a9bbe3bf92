"""The list of games that wait for a supervisor, and the decision (5.2.14, 5.2.16, 5.2.17)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournament import live, permissions
from tournament.enums import ApprovalState
from tournament.models import Approval, Tournament
from tournament.permissions import requires
from tournament.refusals import Refused
from tournament.selectors.approvals import approval_lists
from tournament.services.approvals import decide_approval


@require_GET
@requires(permissions.enter_games)
def approvals(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits and what was decided; polled with ?v=, 204 when nothing is new."""
    tournament = get_object_or_404(Tournament, slug=slug)
    version = live.tournament_version(tournament)
    if request.GET.get("v") == str(version):
        return HttpResponse(status=204)
    context = {
        "tournament": tournament,
        "version": version,
        "lists": approval_lists(tournament),
        "supervises": permissions.decide_approvals(request.user),
    }
    template = "approvals/_lists.html" if request.headers.get("HX-Request") else "approvals/approvals.html"
    return render(request, template, context)


@require_POST
@requires(permissions.decide_approvals)
def decide(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Grant or strike, then go on where the supervisor was."""
    rows = Approval.objects.select_related("game__scoresheet__match__tournament")
    approval = get_object_or_404(rows, pk=pk, game__scoresheet__match__tournament__slug=slug)
    wanted = ApprovalState.GRANTED if request.POST.get("state") == ApprovalState.GRANTED else ApprovalState.REFUSED
    words = {"number": approval.game.number, "table": approval.game.scoresheet.table_number}
    try:
        decide_approval(approval=approval, state=wanted, actor=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        granted = wanted == ApprovalState.GRANTED
        done = (
            _("Table %(table)s, game %(number)s is approved.")
            if granted
            else _("Table %(table)s, game %(number)s is struck.")
        )
        messages.success(request, done % words)
    if request.POST.get("next") == "sheet":
        return redirect(approval.game.scoresheet.get_absolute_url())
    return redirect("approvals", slug)
