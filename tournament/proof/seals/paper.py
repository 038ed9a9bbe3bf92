"""The paper seal: a summary of a scoresheet, signed, as text for a QR code. The public key alone can check it.

It is SIEGEL1 followed by 184 letters and digits, so always of the same length: a QR code of version 8, level M.
docs/documents.md describes it for those who read one without this program.
"""

import hashlib
import struct
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric import ec
from django.utils.translation import gettext_lazy as _

from tournament.proof.seals.scanned import Scanned, is_signed_by, read_text, signed_text, text_length
from tournament.refusals import Refused

if TYPE_CHECKING:
    from tournament.proof.seals.keys import SealKey

PREFIX = "SIEGEL1"
# Key, tournament, check code; match, table, version, seats; names; a total for each of five seats. Big-endian.
_FIELDS = struct.Struct(">4s6s6sHHHB8s5i")
SEATS = 5
LENGTH = text_length(PREFIX, _FIELDS.size)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperSeal:
    """The sealed values. Hashes are hex digits: `key` 8 (the fingerprint's first), `tournament` and `check_code` 12,
    `names` 16."""

    key: str
    tournament: str
    check_code: str
    match: int
    table: int
    version: int
    names: str
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedPaperSeal:
    """A seal that was read but not verified yet: its values, and the signed bytes."""

    seal: PaperSeal
    scanned: Scanned


def tournament_hash(name: str, day: date) -> str:
    """Hash the tournament as the sheet names it: name and day (2026-11-28), on two lines."""
    return _hash([name, day.isoformat()])[:12]


def paper_names_hash(names: Sequence[str]) -> str:
    """Hash the players' names as printed, in the order of the seats, a line each."""
    return _hash(names)[:16]


def seal_text(seal: PaperSeal, key: "SealKey") -> str:
    """Write the seal and sign it with the installation's key. Two seals of a sheet differ, because ES256 uses chance.

    Refused: paper_seal_too_large where a number has no room: match, table and version go up to 65,535, totals up to
    some two billion.
    """
    return signed_text(PREFIX, _packed(seal), key)


def read_seal(text: str) -> SignedPaperSeal:
    """Read the text that a scanner or a camera saw, in capitals or small letters. Refused: paper_seal_unreadable."""
    scanned = read_text(PREFIX, _FIELDS.size, text)
    if scanned is None:
        raise _unreadable()
    return SignedPaperSeal(seal=_unpacked(scanned.payload), scanned=scanned)


def is_seal_signed(seal: SignedPaperSeal, public_key: ec.EllipticCurvePublicKey) -> bool:
    """Whether the owner of this key sealed exactly these values."""
    return is_signed_by(seal.scanned, public_key)


def _packed(seal: PaperSeal) -> bytes:
    totals = (*seal.totals, *[0] * (SEATS - len(seal.totals)))
    hashes = [bytes.fromhex(digits) for digits in (seal.key, seal.tournament, seal.check_code, seal.names)]
    *first, names = hashes
    # pack() would cut a hash that is too long and fill up one that is too short.
    if [len(value) for value in hashes] != [4, 6, 6, 8]:
        raise ValueError("a hash of a paper seal has the wrong length")
    try:
        return _FIELDS.pack(*first, seal.match, seal.table, seal.version, len(seal.totals), names, *totals)
    except struct.error:
        raise Refused(
            _("Table %(table)s cannot have a paper seal: one of its numbers is larger than there is room for."),
            code="paper_seal_too_large",
            table=seal.table,
        ) from None


def _unpacked(payload: bytes) -> PaperSeal:
    key, tournament, code, match, table, version, seats, names, *totals = _FIELDS.unpack(payload)
    if seats > SEATS or any(totals[seats:]):
        raise _unreadable()
    return PaperSeal(
        key=key.hex(),
        tournament=tournament.hex(),
        check_code=code.hex(),
        match=match,
        table=table,
        version=version,
        names=names.hex(),
        totals=tuple(totals[:seats]),
    )


def _hash(lines: Sequence[str]) -> str:
    return hashlib.sha256(unicodedata.normalize("NFC", "\n".join(lines)).encode()).hexdigest()


def _unreadable() -> Refused:
    return Refused(
        _("This is no paper seal, or not the whole of one: it begins with %(prefix)s and has %(length)s letters and "
          "digits. Please scan it once more."),
        code="paper_seal_unreadable",
        prefix=PREFIX,
        length=LENGTH,
    )  # fmt: skip
