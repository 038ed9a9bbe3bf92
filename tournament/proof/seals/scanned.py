"""A few signed bytes as text for a QR code. A hand scanner or a camera reads it, and the public key is enough to check.

The text is a word followed by base32, in which 8 and 9 stand for Y and Z: a scanner types like a keyboard, and German
keyboards have Y and Z exchanged.
"""

import base64
import binascii
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

if TYPE_CHECKING:
    from tournament.proof.seals.keys import SealKey

SIGNATURE = 64
_TYPED = str.maketrans("YZ", "89")
_BASE32 = str.maketrans("89", "YZ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanned:
    """A text that was read but not verified yet: its payload, the bytes that were signed, and r and s."""

    payload: bytes
    signed: bytes
    signature: bytes


def signed_text(prefix: str, payload: bytes, key: "SealKey") -> str:
    """Write `prefix`, the payload and its ES256 signature. Two texts of the same payload differ: ES256 uses chance.

    The prefix is signed, too, so that a text of one kind never passes for another. Payload and signature together are
    a multiple of 5 bytes long, so that base32 needs no padding.
    """
    assert (len(payload) + SIGNATURE) % 5 == 0
    r, s = decode_dss_signature(key.key.sign(prefix.encode() + payload, ec.ECDSA(SHA256())))
    signature = r.to_bytes(SIGNATURE // 2, "big") + s.to_bytes(SIGNATURE // 2, "big")
    return prefix + base64.b32encode(payload + signature).decode().translate(_TYPED)


def text_length(prefix: str, payload: int) -> int:
    """Return the length of a text with `payload` bytes of payload."""
    return len(prefix) + (payload + SIGNATURE) * 8 // 5


def read_text(prefix: str, payload: int, text: str) -> Scanned | None:
    """Read a text in capitals or small letters, ignoring spaces; None if it is no such text or not complete."""
    typed = "".join(text.split()).upper()
    whole = len(typed) == text_length(prefix, payload) and typed.isascii() and typed.startswith(prefix)
    if not whole or {"Y", "Z"} & set(typed[len(prefix) :]):
        return None
    try:
        content = base64.b32decode(typed[len(prefix) :].translate(_BASE32))
    except binascii.Error:
        return None
    return Scanned(payload=content[:payload], signed=prefix.encode() + content[:payload], signature=content[payload:])


def is_signed_by(scanned: Scanned, public_key: ec.EllipticCurvePublicKey) -> bool:
    """Whether the owner of this key signed exactly this text."""
    half = SIGNATURE // 2
    r, s = (int.from_bytes(part, "big") for part in (scanned.signature[:half], scanned.signature[half:]))
    try:
        public_key.verify(encode_dss_signature(r, s), scanned.signed, ec.ECDSA(SHA256()))
    except InvalidSignature:
        return False
    return True
