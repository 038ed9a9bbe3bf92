"""Signatures under a finished sheet and the supervisor's acceptance (5.3.1, 5.3.2)."""

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament import permissions
from tournament.enums import SignatureKind
from tournament.exports.documents import issue_document
from tournament.models import Scoresheet
from tournament.permissions import Request, requires
from tournament.services.scoresheets import accept_scoresheet
from tournament.services.signatures import sign_seats
from tournament.views.scoresheets import with_sheet


@require_POST
@requires(permissions.confirm_signatures)
def signatures(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """One seat confirms at the desk, or `seat=paper`: four signatures stand on the paper."""
    chosen = request.POST.get("seat", "")
    paper = chosen == SignatureKind.PAPER

    def act(sheet: Scoresheet) -> None:
        at_table = sheet.seats.values_list("number", flat=True)
        seats = [number for number in at_table if paper or str(number) == chosen]
        sign_seats(
            scoresheet=sheet,
            seats=seats,
            kind=SignatureKind.PAPER if paper else SignatureKind.DESK,
            content=request.POST.get("content", ""),
            actor=request.user,
        )

    return with_sheet(request, slug, match, table, act, _("The signature is recorded."))


@require_POST
@requires(permissions.accept_scoresheets)
def accept(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Accept the signed sheet; its PDF is issued after the acceptance stands, which it cannot undo."""

    def act(sheet: Scoresheet) -> None:
        accepted = accept_scoresheet(scoresheet=sheet, content=request.POST.get("content", ""), actor=request.user)
        if issue_document(scoresheet=accepted, actor=request.user) is None:
            messages.warning(request, _("The PDF could not be made now; it will be made when it is downloaded."))

    return with_sheet(request, slug, match, table, act, _("The sheet is accepted."))
