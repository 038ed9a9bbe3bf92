"""What a print shows of its seal: the codes to scan, check code, version and key."""

from dataclasses import dataclass

from django.conf import settings

from tournament.models import Document
from tournament.proof.seals.keys import SealKey, grouped, seal_key
from tournament.proof.seals.paper import PaperSeal, paper_names_hash, seal_text, tournament_hash
from tournament.proof.seals.pdf_values import Stamp
from tournament.refusals import Refused
from tournament.selectors.scoresheets import SheetView


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealing:
    """What a sealed print says of its seal: the address where it is verified ("" where no phone reaches the server),
    check code, version, key, paper seal. Only the sealed document itself has a stamp."""

    address: str
    check_code: str
    version: int
    fingerprint: str
    paper_seal: str
    stamp: Stamp | None = None


def seal_trouble() -> Refused | None:
    """Tell why nothing can be sealed now, as far as that is known before trying; None where all seems well."""
    try:
        seal_key()
    except Refused as refusal:
        return refusal
    return None


def seal_fingerprint() -> str:
    """Return the fingerprint of the installation's seal key, as posters and protocols show it; "" where it has none."""
    try:
        return grouped(seal_key().fingerprint)
    except Refused:
        return ""


def sealing_of(view: SheetView, *, acceptance: str, version: int, key: SealKey) -> Sealing:
    """Make the sealing of this version of an accepted sheet; `acceptance` is the hash of the event that accepted it.

    Refused `paper_seal_too_large` where a number has no room in the paper seal.
    """
    sheet = view.scoresheet
    tournament = sheet.match.tournament
    code = acceptance[:12]
    seal = PaperSeal(
        key=key.fingerprint[:8],
        tournament=tournament_hash(tournament.name, tournament.day),
        check_code=code,
        match=sheet.match.number,
        table=sheet.table_number,
        version=version,
        names=paper_names_hash([seat.own_name for seat in view.seats]),
        totals=view.evaluated.totals,
    )
    return Sealing(
        address=settings.PUBLIC_ADDRESS and f"{settings.PUBLIC_ADDRESS}/v/{code}/",
        check_code="-".join((code[:4], code[4:8], code[8:])).upper(),
        version=version,
        fingerprint=key.fingerprint,
        paper_seal=seal_text(seal, key),
    )


def sealing_again(view: SheetView, document: Document) -> Sealing | None:
    """Make the sealing again for another print of a sealed sheet; None where a key sealed it that is no longer in use.

    Its paper seal is signed anew and says the same as before.
    """
    try:
        key = seal_key()
    except Refused:
        return None
    if key.fingerprint != document.key_fingerprint:
        return None
    return sealing_of(view, acceptance=document.head_hash, version=document.number, key=key)
