"""Makes the sealed document of an accepted scoresheet, after the acceptance is committed, and keeps it (5.3.5)."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

from django.conf import settings
from django.db import OperationalError
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.enums import SheetState
from tournament.exports.pdf import PrintError
from tournament.exports.scoresheet import scoresheet_pdf, sheet_title
from tournament.models import Document, Scoresheet, User
from tournament.proof.exports.sealing import sealing_of
from tournament.proof.exports.sheet_data import Issue, sheet_json
from tournament.proof.seals.keys import SealKey, seal_key, short_fingerprint
from tournament.proof.seals.pdf import seal_pdf
from tournament.proof.seals.pdf_values import ATTACHMENT, Stamp
from tournament.refusals import Refused
from tournament.selectors.documents import NextVersion, current_document, next_version
from tournament.selectors.scoresheets import newest_link, sheet_view
from tournament.services.documents import store_document


def issue_document(*, scoresheet: Scoresheet, actor: User) -> Document | None:
    """Render, seal and keep the document of an accepted sheet; the same acceptance gives the same document.

    Call it after the acceptance is committed and outside any transaction: a render is slow and must hold no lock. It
    works without a request; the first caller is the actor of the event. Returns None if the sheet is not, or no longer,
    accepted.

    Refused, with a sentence that says what the organiser can do: seal_key_missing and the other codes of seals.keys,
    pango_missing, not_stored. The acceptance holds all the same; nothing is kept, and the next call tries again.
    """
    # Read the acceptance first: the document is stored for exactly this one, or not at all.
    sheet = Scoresheet.objects.select_related("match__tournament", "accepted_by").filter(pk=scoresheet.pk).first()
    acceptance = newest_link(sheet) if sheet and sheet.state == SheetState.ACCEPTED else None
    if sheet is None or acceptance is None:
        return None
    issued = current_document(sheet)
    if issued is not None:
        return issued
    key, version = seal_key(), next_version(sheet)
    with trouble_as_refusal():
        # A document is in the language of the installation, whatever the language of the first reader.
        with translation.override(settings.LANGUAGE_CODE):
            pdf = _sealed_pdf(sheet, acceptance=acceptance.hash, version=version, key=key, at=timezone.now())
        return store_document(
            scoresheet=sheet, pdf=pdf, acceptance=acceptance.hash, number=version.number, key=key, actor=actor
        )


def _sealed_pdf(sheet: Scoresheet, *, acceptance: str, version: NextVersion, key: SealKey, at: datetime) -> bytes:
    view = sheet_view(sheet)
    attachment = _("The sheet as data: games, names, approvals, corrections, signatures")
    stamp = stamp_of(key.fingerprint, at, attachment=attachment)
    sealing = sealing_of(view, acceptance=acceptance, version=version.number, key=key)
    issue = Issue(version=version.number, replaces=version.replaces, at=at)
    return seal_pdf(
        scoresheet_pdf(view, sealing=replace(sealing, stamp=stamp)),
        data=sheet_json(view, issue),
        key=key,
        at=at,
        title=sheet_title(sheet),
        language=settings.LANGUAGE_CODE,
        stamp=stamp,
    )


def stamp_of(fingerprint: str, at: datetime, *, attachment: str, file: str = ATTACHMENT) -> Stamp:
    """Return the words of a visible seal by the key with this fingerprint."""
    when = date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")
    fingerprint = short_fingerprint(fingerprint)
    return Stamp(
        title=_("Sealed %(when)s") % {"when": when},
        line=_("Key %(fingerprint)s") % {"fingerprint": fingerprint},
        description=_("Seal of this document, %(when)s, key %(fingerprint)s")
        % {"when": when, "fingerprint": fingerprint},
        attachment=attachment,
        file=file,
    )


@contextmanager
def trouble_as_refusal() -> Iterator[None]:
    """Refuse with a sentence for the organiser if no document can be made: pango_missing, not_stored."""
    try:
        yield
    except PrintError as error:
        raise Refused(
            gettext_lazy("The sheet cannot be sealed on this computer: Pango is missing. ./run installs it."),
            code="pango_missing",
        ) from error
    except (OSError, OperationalError) as error:
        raise Refused(
            gettext_lazy(
                "The sealed sheet could not be stored. Please see whether the disk of this computer is full; then open "
                "the sheet’s PDF again."
            ),
            code="not_stored",
        ) from error
