"""The checkpoint of a log: one hash over the newest event of every chain, signed, as text for a QR code.

A photo of it from the end of a match proves, years later, that nothing before it was rewritten. docs/documents.md
describes it for those who read one without this program.
"""

import hashlib
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric import ec
from django.utils.translation import gettext_lazy as _

from tournament.proof.seals.scanned import Scanned, is_signed_by, read_text, signed_text, text_length
from tournament.refusals import Refused

if TYPE_CHECKING:
    from tournament.proof.seals.keys import SealKey

PREFIX = "STAND1"
# Key, tournament; match, number; events; seconds since 1970; root; nothing. Big-endian.
_FIELDS = struct.Struct(">4s6sHHIq32s3x")
LENGTH = text_length(PREFIX, _FIELDS.size)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckpointText:
    """The signed values. Hashes are hex digits: `key` 8 (the fingerprint's first), `tournament` 12, `root` 64.

    `number` counts the checkpoints of the match; `events` counts the events of all its chains; `at` is exact to the
    second.
    """

    key: str
    tournament: str
    match: int
    number: int
    events: int
    at: datetime
    root: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedCheckpoint:
    """A checkpoint that was read but not verified yet: its values, and the signed bytes."""

    checkpoint: CheckpointText
    scanned: Scanned


def root_of(heads: Iterable[tuple[int, str]]) -> str:
    """Return SHA-256 over the sequence number and hash of every chain's newest event, a line each, sorted by hash."""
    lines = [f"{sequence} {head}" for sequence, head in sorted(heads, key=lambda head: head[1])]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def checkpoint_text(checkpoint: CheckpointText, key: "SealKey") -> str:
    """Sign a checkpoint with the installation's key."""
    hashes = [bytes.fromhex(digits) for digits in (checkpoint.key, checkpoint.tournament, checkpoint.root)]
    seconds = int(checkpoint.at.timestamp())
    payload = _FIELDS.pack(*hashes[:2], checkpoint.match, checkpoint.number, checkpoint.events, seconds, hashes[2])
    return signed_text(PREFIX, payload, key)


def read_checkpoint(text: str) -> SignedCheckpoint:
    """Read the text that a scanner or a camera saw. Refused: checkpoint_unreadable."""
    scanned = read_text(PREFIX, _FIELDS.size, text)
    if scanned is None:
        raise _unreadable()
    key, tournament, match, number, events, seconds, root = _FIELDS.unpack(scanned.payload)
    try:
        at = datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        raise _unreadable() from None
    checkpoint = CheckpointText(
        key=key.hex(), tournament=tournament.hex(), match=match, number=number, events=events, at=at, root=root.hex()
    )
    return SignedCheckpoint(checkpoint=checkpoint, scanned=scanned)


def is_checkpoint_signed(checkpoint: SignedCheckpoint, public_key: ec.EllipticCurvePublicKey) -> bool:
    """Whether the owner of this key signed exactly this checkpoint."""
    return is_signed_by(checkpoint.scanned, public_key)


def _unreadable() -> Refused:
    return Refused(
        _(
            "This is no checkpoint, or not the whole of one: it begins with %(prefix)s and has %(length)s letters and "
            "digits. Please scan it once more."
        ),
        code="checkpoint_unreadable",
        prefix=PREFIX,
        length=LENGTH,
    )
