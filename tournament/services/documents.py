"""Official documents: the PDF of an accepted scoresheet, kept as it was issued (5.3.5)."""

import hashlib

from django.db import transaction

from tournament import permissions
from tournament.enums import SheetState
from tournament.models import Document, Scoresheet, User
from tournament.services.events import head_hash, write_event
from tournament.services.locks import lock_scoresheet, lock_tournament


@transaction.atomic
def store_document(*, scoresheet: Scoresheet, pdf: bytes, head: str, actor: User) -> Document | None:
    """Keep `pdf` as the document of the accepted sheet whose chain ended in `head` when it was rendered.

    None when the sheet was changed while the PDF was being made: what was rendered is then no document. The same state
    has one document: whoever comes second gets the first. The event stands in the tournament's chain, so that the
    sheet's own chain still ends in the hash that is printed on the document.
    """
    permissions.check(permissions.see_hall, actor)
    tournament = lock_tournament(scoresheet.match.tournament)
    sheet = lock_scoresheet(scoresheet)
    if sheet.state != SheetState.ACCEPTED or head_hash(tournament, sheet) != head:
        return None
    issued = Document.objects.filter(scoresheet=sheet, head_hash=head).first()
    if issued is not None:
        return issued
    document = Document.objects.create(
        scoresheet=sheet,
        number=Document.objects.filter(scoresheet=sheet).count() + 1,
        content_hash=sheet.content_hash,
        head_hash=head,
        pdf=pdf,
        sha256=hashlib.sha256(pdf).hexdigest(),
    )
    write_event(
        tournament=tournament,
        kind="document.issued",
        actor=actor,
        payload={"document": document.pk, "scoresheet": sheet.pk, "head_hash": head, "sha256": document.sha256},
    )
    return document
