"""The supervisor's list of what waits, and the decision on a game (5.2.14, 5.2.16, 5.2.17)."""

from typing import Any

from django.contrib import messages
from django.db.models import OuterRef, Subquery
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournament import permissions
from tournament.enums import ApprovalState, MatchState
from tournament.models import Approval, ApprovalRequest, Match, Scoresheet, Tournament
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.selectors import versions
from tournament.selectors.supervisor import supervisor_lists
from tournament.services.approvals import decide_approval_of_game
from tournament.services.requests import decide_request
from tournament.views.answer_versions import version_of
from tournament.views.refusals import refusal_as_message
from tournament.views.scoresheets import new_command
from tournament.words import labels


@require_GET
@requires(permissions.enter_games)
def approvals(request: Request, slug: str) -> HttpResponse:
    """Show the waiting and the decided games; polled with ?v= and ?shown=, 204 when nothing is new."""
    newest = Match.objects.filter(tournament=OuterRef("pk")).exclude(state=MatchState.PLANNED).order_by("-number")
    tournaments = Tournament.objects.annotate(hall=Subquery(newest.values("number")[:1]))
    tournament: Any = get_object_or_404(tournaments, slug=slug)
    # Read the version first, so that the next poll also asks for a change made while the lists are read.
    version = version_of(request, tournament)
    if request.GET.get("v") == str(version):
        return HttpResponse(status=204)
    context = _lists(request, tournament, version)
    # Sixty tables may write a game a second: do not replace an unchanged list under somebody's finger.
    if request.GET.get("shown") == context["shown"]:
        return HttpResponse(status=204)
    if request.headers.get("HX-Request"):
        return render(request, "approvals/_lists.html", context)
    return render(request, "approvals/approvals.html", context | {"hall": tournament.hall})


@require_POST
@requires(permissions.decide_approvals)
def decide(request: Request, slug: str, pk: int) -> HttpResponse:
    """Grant or strike, then go back to where the supervisor was."""
    tournament = get_object_or_404(Tournament, slug=slug)
    rows = Approval.objects.select_related("game__scoresheet__match__tournament")
    approval = rows.filter(pk=pk, game__scoresheet__match__tournament=tournament).first()
    if approval is None:
        messages.error(request, _("This game no longer waits: it was taken back in the meantime."))
        return back_to_list(request, tournament)
    with refusal_as_message(request):
        state = _state(request, _("Please choose: approve or strike."))
        decide_approval_of_game(approval=approval, state=state, actor=request.user, seen=_state_seen(request))
        messages.success(request, _game_decided(approval, state), extra_tags=where_said(approval.game.scoresheet))
    if request.POST.get("next") == "sheet":
        return redirect(approval.game.scoresheet.get_absolute_url())
    return back_to_list(request, tournament)


@require_POST
@requires(permissions.decide_approvals)
def decide_before(request: Request, slug: str, pk: int) -> HttpResponse:
    """Grant or refuse a game before its first card."""
    tournament = get_object_or_404(Tournament, slug=slug)
    rows = ApprovalRequest.objects.select_related("scoresheet__match__tournament")
    row = get_object_or_404(rows, pk=pk, scoresheet__match__tournament=tournament)
    with refusal_as_message(request):
        state = _state(request, _("Please choose: approve or refuse."))
        decide_request(request=row, state=state, actor=request.user, seen=_state_seen(request))
        messages.success(request, _request_decided(row, state), extra_tags=where_said(row.scoresheet))
    return back_to_list(request, tournament)


def _lists(request: Request, tournament: Tournament, version: int) -> dict[str, Any]:
    supervises = permissions.decide_approvals(request.user)
    lists = supervisor_lists(tournament, hands=supervises)
    return {
        "tournament": tournament,
        "version": version,
        "calls": lists.calls,
        "lists": lists.games,
        "refusals": lists.refusals,
        "disputes": lists.disputes,
        "signed": lists.signed,
        # Each line gets a command id of its own, because two lines decided on one page are two acts.
        "lines": [(line, new_command()) for line in lists.lines],
        "ruled": lists.ruled,
        "shown": lists.shown,
        "supervises": supervises,
        "may_answer": permissions.answer_calls(request.user),
        # Send the count in the page's head, too, so that it agrees with the list; a whole page asks for it itself.
        "waiting": lists.counts if request.htmx else None,
    }


def back_to_list(request: Request, tournament: Tournament) -> HttpResponse:
    """Answer with the list and the message, or with the whole page if a form was sent without script."""
    if not request.htmx:
        return redirect("approvals", tournament.slug)
    version = versions.tournament_version(tournament)
    return render(request, "approvals/_answer.html", _lists(request, tournament, version))


def _state(request: Request, sentence: str) -> ApprovalState:
    text = request.POST.get("state", "")
    if text not in (ApprovalState.GRANTED, ApprovalState.REFUSED):
        raise Refused(sentence, code="no_decision")
    return ApprovalState(text)


def _state_seen(request: Request) -> ApprovalState | None:
    """The state on the page when the button was pressed."""
    text = request.POST.get("seen", "")
    return ApprovalState(text) if text in ApprovalState.values else None


def where_said(sheet: Scoresheet) -> str:
    """Name the table of a message as the list does, so that the message disappears when that table asks again."""
    return f"{sheet.match.number}-{sheet.table_number}"


def _game_decided(approval: Approval, state: ApprovalState) -> str:
    words = {"number": approval.game.number, "table": approval.game.scoresheet.table_number}
    if state == ApprovalState.GRANTED:
        return _("Table %(table)s, game %(number)s is approved.") % words
    return _("Table %(table)s, game %(number)s is struck.") % words


def _request_decided(row: ApprovalRequest, state: ApprovalState) -> str:
    words = {"number": row.number, "table": row.scoresheet.table_number, "contract": labels.CONTRACTS[row.contract]}
    if state == ApprovalState.GRANTED:
        return _("Table %(table)s may play game %(number)s.") % words
    return _("Table %(table)s, game %(number)s: %(contract)s is refused. Another game may be played.") % words
