"""The official PDF of an accepted scoresheet: rendered after the acceptance is safe, then kept (5.3.5)."""

import logging

from tournament.enums import SheetState
from tournament.exports.pdf import PrintError
from tournament.exports.scoresheet import scoresheet_pdf
from tournament.models import Document, Scoresheet, User
from tournament.selectors.scoresheets import get_scoresheet, sheet_view
from tournament.services.documents import store_document
from tournament.services.events import head_hash

log = logging.getLogger(__name__)


def stored_document(scoresheet: Scoresheet) -> Document | None:
    """The document of the sheet as it stands now, None where there is none (yet)."""
    head = head_hash(scoresheet.match.tournament, scoresheet)
    return Document.objects.filter(scoresheet=scoresheet, head_hash=head).first()


def issue_document(*, scoresheet: Scoresheet, actor: User) -> Document | None:
    """Render and keep the PDF of an accepted sheet; the same state gives the same document.

    Call it after the acceptance is committed, outside any transaction: a render takes its time and holds no lock. None
    where the sheet is not accepted, was changed meanwhile, or cannot be printed here; the acceptance holds all the same
    and the next download tries again.
    """
    issued = stored_document(scoresheet)
    if issued is not None:
        return issued
    match = scoresheet.match
    sheet = get_scoresheet(match.tournament.slug, match.number, scoresheet.table_number)
    if sheet.state != SheetState.ACCEPTED:
        return None
    view = sheet_view(sheet)
    try:
        pdf = scoresheet_pdf(view)
    except PrintError:
        log.exception("The PDF of an accepted sheet cannot be made")
        return None
    return store_document(scoresheet=sheet, pdf=pdf, head=view.head_hash, actor=actor)
