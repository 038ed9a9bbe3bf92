"""The list of games that wait for a supervisor, and the decision (5.2.14, 5.2.16, 5.2.17)."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournament import live, permissions
from tournament.enums import ApprovalState
from tournament.models import Approval, Tournament
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.selectors.approvals import approval_lists
from tournament.services.approvals import decide_approval


@require_GET
@requires(permissions.enter_games)
def approvals(request: Request, slug: str) -> HttpResponse:
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
def decide(request: Request, slug: str, pk: int) -> HttpResponse:
    """Grant or strike, then go on where the supervisor was."""
    tournament = get_object_or_404(Tournament, slug=slug)
    rows = Approval.objects.select_related("game__scoresheet__match__tournament")
    approval = rows.filter(pk=pk, game__scoresheet__match__tournament=tournament).first()
    if approval is None:
        messages.error(request, _("This game no longer waits: it was taken back in the meantime."))
        return redirect("approvals", slug)
    try:
        messages.success(request, _decide(approval, request))
    except Refused as refusal:
        messages.error(request, str(refusal))
    if request.POST.get("next") == "sheet":
        return redirect(approval.game.scoresheet.get_absolute_url())
    return redirect("approvals", slug)


def _decide(approval: Approval, request: Request) -> str:
    decisions = {
        ApprovalState.GRANTED.value: _("Table %(table)s, game %(number)s is approved."),
        ApprovalState.REFUSED.value: _("Table %(table)s, game %(number)s is struck."),
    }
    wanted = request.POST.get("state", "")
    if wanted not in decisions:
        raise Refused(_("Please choose: approve or strike."), code="no_decision")
    decide_approval(approval=approval, state=ApprovalState(wanted), actor=request.user)
    return decisions[wanted] % {"number": approval.game.number, "table": approval.game.scoresheet.table_number}
