"""Official documents: every version of the sealed PDF of an accepted scoresheet is kept as it was issued (5.3.5)."""

import hashlib

from django.db import transaction

from tournament import permissions
from tournament.enums import SheetState
from tournament.models import Document, Scoresheet, User
from tournament.proof.seals.keys import SealKey
from tournament.proof.services.seal_certificates import keep_certificate
from tournament.selectors.documents import current_document, next_version
from tournament.selectors.scoresheets import newest_link
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_scoresheet, lock_tournament


@transaction.atomic
def store_document(
    *, scoresheet: Scoresheet, pdf: bytes, acceptance: str, number: int, key: SealKey, actor: User
) -> Document | None:
    """Keep `pdf` as version `number` of the sheet's document, sealed with `key`, for the acceptance with this hash.

    Returns None if the sheet changed while the PDF was being made; the PDF is then no document. An acceptance has one
    document: a second call returns the first document. The event goes into the tournament's chain. The sheet's chain
    gets none, so that its check code stays that of the acceptance. Refused: not_allowed.
    """
    permissions.check(permissions.see_hall, actor)
    tournament = lock_tournament(scoresheet.match.tournament)
    sheet = lock_scoresheet(scoresheet)
    link = newest_link(sheet)
    if sheet.state != SheetState.ACCEPTED or link is None or link.hash != acceptance:
        return None
    issued = current_document(sheet)
    if issued is not None:
        return issued
    if number != next_version(sheet).number:
        return None
    keep_certificate(key)
    document = Document.objects.create(
        scoresheet=sheet,
        number=number,
        content_hash=sheet.content_hash,
        head_hash=acceptance,
        key_fingerprint=key.fingerprint,
        pdf=pdf,
        sha256=hashlib.sha256(pdf).hexdigest(),
    )
    write_event(
        tournament=tournament,
        kind="document.issued",
        actor=actor,
        payload={
            "document": document.pk,
            "scoresheet": sheet.pk,
            "number": number,
            "head_hash": acceptance,
            "sha256": document.sha256,
            "key": key.fingerprint,
        },
    )
    versions.bump(sheet)
    return document
