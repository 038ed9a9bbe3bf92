"""Signatures under a finished sheet and the supervisor's acceptance (5.3.1, 5.3.2)."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournament import permissions
from tournament.enums import SheetState, SignatureKind
from tournament.models import Scoresheet
from tournament.permissions import Request, requires
from tournament.proof.services.checkpoints import make_due_checkpoints
from tournament.selectors.scoresheets import sheet_view
from tournament.selectors.sheets import chained
from tournament.services.acting import act
from tournament.services.signatures import refuse_signature
from tournament.sheet.acts.acceptance import AcceptSheet
from tournament.sheet.acts.signatures import OverruleRefusal, SignSeats
from tournament.views.refusals import refusal_as_message
from tournament.views.scoresheets import acceptance_context, scoresheet_or_404, with_sheet
from tournament.views.versions import seal_accepted, versions_context


@require_POST
@requires(permissions.confirm_signatures)
def signatures(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Sign for one seat at the desk, or with `seat=paper` for all: the signatures are on the paper."""
    text = request.POST.get("seat", "")
    paper = text == SignatureKind.PAPER

    def sign(sheet: Scoresheet) -> None:
        # Nobody signs for a player who refuses.
        at_table = [seat.number for seat in sheet_view(sheet).seats if not (paper and seat.signing.refusal)]
        command = SignSeats(
            seats=tuple(number for number in at_table if paper or str(number) == text),
            how=SignatureKind.PAPER if paper else SignatureKind.DESK,
            content=request.POST.get("content", ""),
        )
        act(sheet, command, actor=request.user)

    sentence = _("The signatures are recorded.") if paper else _("The signature is recorded.")
    return with_sheet(request, slug, match, table, sign, sentence)


@require_POST
@requires(permissions.confirm_signatures)
def signature_refuse(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Record at the desk that a player does not sign the paper, and why."""

    def refuse(sheet: Scoresheet) -> None:
        refuse_signature(
            scoresheet=sheet,
            seat=_seat(request),
            reason=request.POST.get("reason", ""),
            content=request.POST.get("content", ""),
            actor=request.user,
        )

    return with_sheet(
        request, slug, match, table, refuse, _("The refusal is recorded. The supervisor sees it at once.")
    )


@require_POST
@requires(permissions.accept_scoresheets)
def signature_overrule(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Go on without the signature of a player who refuses, after the decision on a dispute (5.1.3)."""

    def overrule(sheet: Scoresheet) -> None:
        content, dispute = request.POST.get("content", ""), _number(request, "dispute")
        act(sheet, OverruleRefusal(seat=_seat(request), content=content, dispute=dispute), actor=request.user)

    sentence = _("It is noted: after the decision on the dispute the sheet can be accepted without this signature.")
    return with_sheet(request, slug, match, table, overrule, sentence)


def _seat(request: Request) -> int:
    return _number(request, "seat")


def _number(request: Request, field: str) -> int:
    text = request.POST.get(field, "")
    return int(text) if text.isdecimal() and len(text) < 3 else 0


@require_GET
@requires(permissions.accept_scoresheets)
def look(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Show a signed sheet with the button that accepts it; if it no longer waits, the desk's page."""
    sheet = scoresheet_or_404(slug, match, table)
    if sheet.state != SheetState.SIGNED:
        return redirect(sheet)
    chain = chained(sheet)
    view = sheet_view(sheet, chain)
    context = {"tournament": sheet.match.tournament, "scoresheet": sheet, "view": view, "nav": "approvals"}
    context |= acceptance_context(view, chain.sheet)
    context |= versions_context(sheet, request.user)
    return render(request, "scoresheets/look.html", context)


@require_POST
@requires(permissions.accept_scoresheets)
def accept(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Accept the signed sheet. It is sealed after the acceptance is committed, so a failed seal cannot undo it."""

    def accept_it(sheet: Scoresheet) -> None:
        act(sheet, AcceptSheet(content=request.POST.get("content", "")), actor=request.user)
        make_due_checkpoints(sheet.match.tournament)
        sheet.refresh_from_db()
        seal_accepted(request, sheet)

    if request.POST.get("next") != "list":
        return with_sheet(request, slug, match, table, accept_it, _("The sheet is accepted."))
    sheet = scoresheet_or_404(slug, match, table)
    with refusal_as_message(request):
        accept_it(sheet)
        messages.success(request, _("The sheet of table %(table)s is accepted.") % {"table": table})
        # Do not go to the next signed sheet: a finger that taps twice would accept it.
        return redirect("approvals", slug)
    return redirect("scoresheet_look", slug, match, table)
