"""Downloads of sealed documents: the one in force, any earlier version, and those of a match in one zip."""

import contextlib
import tempfile

from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.enums import TournamentState
from tournament.exports.documents import issue_document
from tournament.exports.hall_mark import marked_name
from tournament.exports.prefilled import prefilled_pdf
from tournament.exports.scoresheet import scoresheet_pdf as sheet_pdf
from tournament.models import Document, Match, Scoresheet
from tournament.permissions import Request, requires
from tournament.proof.exports.sealed_sheets import write_sealed_sheets
from tournament.refusals import Refused
from tournament.selectors.documents import current_document, standing_of, unsealed_sheets
from tournament.selectors.prefilled import prefilled_sheets
from tournament.selectors.scoresheets import get_scoresheet, sheet_view
from tournament.selectors.second_entry import is_blind_view, waiting_second
from tournament.views.documents import PART, PDF, blind, file_answer, printed, scanned_address

ZIP = "application/zip"
# A sheet takes half a second, so more of them are left to the printer and the browser does not wait.
MOST_MADE = 5


@requires(permissions.see_hall)
@require_http_methods(["GET", "HEAD", "POST"])
def scoresheet_pdf(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Return one sheet: an accepted one as its sealed document, byte for byte; an empty one as it is printed to be
    written on; any other as it stands now. A POST seals an accepted sheet first, if the printer has not yet."""
    sheet = _sheet_or_404(slug, match, table)
    if is_blind_view(sheet, request.user):
        return redirect("second", slug, match, table)
    if request.method == "POST":
        # If it cannot be sealed, the acceptance holds all the same; the print says that the seal is missing, and the
        # sheet's page says why.
        with contextlib.suppress(Refused):
            issue_document(scoresheet=sheet, actor=request.user)
        return redirect("scoresheet_pdf", slug, match, table)
    name, document = _name(sheet), current_document(sheet)
    if document is not None and document.pdf:
        return _file_of(document, name)
    tournament, view = sheet.match.tournament, sheet_view(sheet)
    if view.rounds and not view.written and not view.waiting_remarks:
        sheets, addresses = prefilled_sheets(sheet.match, [table]), {table: scanned_address(request, sheet)}
        return printed(request, tournament, lambda: prefilled_pdf(sheets, addresses=addresses), f"{name}.pdf")
    return printed(request, tournament, lambda: sheet_pdf(view), marked_name(f"{name}.pdf", tournament))


@requires(permissions.see_hall)
@require_safe
def document_version(request: Request, slug: str, match: int, table: int, version: int) -> HttpResponse:
    """Return one version of a document, byte for byte as it was issued; the file's name says if it was superseded."""
    sheet = _sheet_or_404(slug, match, table)
    if is_blind_view(sheet, request.user):
        return redirect("second", slug, match, table)
    document = get_object_or_404(sheet.documents, number=version)
    words = [_name(sheet), pgettext("file name", "version"), str(version)]
    if standing_of(document).superseded_at:
        words.append(pgettext("file name", "superseded"))
    return _file_of(document, "-".join(words))


@requires(permissions.see_hall)
@require_POST
def sealed_zip(request: Request, slug: str, number: int) -> HttpResponseBase:
    """Return the sealed sheets of a match as one zip with an index; missing documents are made first where possible."""
    match = get_object_or_404(Match.objects.select_related("tournament"), tournament__slug=slug, number=number)
    if waiting_second(match, request.user):
        return blind(request, slug)
    if match.tournament.state == TournamentState.PURGED:
        raise _deleted()
    if match.scoresheets.in_force().count() > PART or unsealed_sheets().filter(match=match).count() > MOST_MADE:
        return redirect(f"{reverse('print_sheets', args=[slug, number])}?kind=sealed&choice=all")
    file = tempfile.TemporaryFile()  # noqa: SIM115  the answer closes it
    for _count in write_sealed_sheets(match=match, file=file, actor=request.user):
        pass
    file.seek(0)
    answer = FileResponse(file, content_type=ZIP)
    match_word, word = pgettext("file name", "match"), pgettext("file name", "sealed")
    name = marked_name(f"{slug}-{match_word}-{number}-{word}.zip", match.tournament)
    answer["Content-Disposition"] = str(content_disposition_header(True, name))
    answer["Cache-Control"] = "no-store, private"
    return answer


def _deleted() -> Http404:
    return Http404(_("This document was deleted when its time was over."))


def _sheet_or_404(slug: str, match: int, table: int) -> Scoresheet:
    try:
        return get_scoresheet(slug, match, table)
    except Scoresheet.DoesNotExist:
        raise Http404(_("There is no such table in this match.")) from None


def _file_of(document: Document, name: str) -> HttpResponse:
    """Return the file byte for byte, or raise 404 if it is no longer kept."""
    if not document.pdf:
        raise _deleted()
    return file_answer(bytes(document.pdf), marked_name(f"{name}.pdf", document.scoresheet.match.tournament), PDF)


def _name(sheet: Scoresheet) -> str:
    """Return the name of a sheet's file without the ending."""
    match_word, table_word = pgettext("file name", "match"), pgettext("file name", "table")
    match = sheet.match
    return f"{match.tournament.slug}-{match_word}-{match.number}-{table_word}-{sheet.table_number}"
