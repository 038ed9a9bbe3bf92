"""Who wrote a copy: each installation signs its copies with a key that no copy contains.

The key stays in its folder, also when a copy is put into place there. Whoever has a copy, opened or not, can therefore
not write another one in the name of the installation. The signature is over the list of files with their hashes, so it
covers the whole copy.
"""

import json
import os
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournament.backup.copies.json_values import json_text
from tournament.files import write_whole
from tournament.refusals import Refused

KEY = "copies.key"
PURPOSE = b"spielliste copy 1\n"
PUBLIC, SIGNATURE = re.compile("[0-9a-f]{64}"), re.compile("[0-9a-f]{128}")
# Digits of a key that people compare.
SHOWN = 16
# Ed25519 (RFC 8032, 5.1): the prime of its field and the d of its curve.
PRIME = 2**255 - 19
D = -121665 * pow(121666, -1, PRIME)


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Which installation signed a copy. `key` is empty where nobody did: an older version wrote it, or somebody took
    the signature off."""

    key: str
    own: bool

    @property
    def short_key(self) -> str:
        """The first digits of the key: 7F3A 91C2 E04B 55D1."""
        return _grouped(self.key)


UNSIGNED = Origin(key="", own=False)


def signature_of(manifest: bytes) -> bytes:
    """The signature of this installation, with its public key. The key is made where there is none. Raises OSError."""
    key = _own_key() or _make_key()
    return json.dumps({"key": _public(key), "signature": key.sign(PURPOSE + manifest).hex()}).encode()


def origin_of(manifest: bytes, signature: bytes | None) -> Origin:
    """Who signed this list of files. Refused: signature_wrong."""
    if signature is None:
        return UNSIGNED
    try:
        fields = json.loads(signature)
        public = json_text(fields["key"], PUBLIC)
        digits = bytes.fromhex(json_text(fields["signature"], SIGNATURE))
        if is_of_small_order(bytes.fromhex(public)):
            raise ValueError("anybody can sign with this key")
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(digits, PURPOSE + manifest)
    except (InvalidSignature, ValueError, KeyError, TypeError, RecursionError):
        raise Refused(
            _("The signature of the copy does not fit: it was changed after it was written."), code="signature_wrong"
        ) from None
    own = _own_key()
    return Origin(key=public, own=own is not None and _public(own) == public)


def is_of_small_order(public: bytes) -> bool:
    """Whether this is one of the keys that fit signatures which anybody can write, without a private key.

    Eight times such a point is the neutral one, so its y is 0, 1 or -1, or twice the point has the y 0, which is
    d y^4 + 2 y^2 - 1 = 0 on the curve.
    """
    y = int.from_bytes(public, "little") % 2**255  # without the sign of x
    return y * (y**2 - 1) * (D * y**4 + 2 * y**2 - 1) % PRIME == 0


def own_short_key() -> str:
    """The first digits of this installation's key, to be compared on another one; "" before the first copy."""
    key = _own_key()
    return _grouped(_public(key)) if key else ""


def _own_key() -> Ed25519PrivateKey | None:
    with suppress(OSError, ValueError):
        return Ed25519PrivateKey.from_private_bytes(_file().read_bytes())
    return None


def _make_key() -> Ed25519PrivateKey:
    """Make the key unless another process has just made one. One that cannot be read is replaced."""
    part = _file().with_name(f"{KEY}.{secrets.token_hex(4)}")
    write_whole(part, Ed25519PrivateKey.generate().private_bytes_raw(), 0o600)
    try:
        os.link(part, _file())
    except OSError:
        if not _own_key():  # unreadable, or a disk that knows no links
            part.replace(_file())
    part.unlink(missing_ok=True)
    key = _own_key()
    if key is None:
        raise OSError(f"{KEY} cannot be read")
    return key


def _public(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


def _grouped(digits: str) -> str:
    return " ".join(digits[at : at + 4] for at in range(0, min(len(digits), SHOWN), 4)).upper()


def _file() -> Path:
    return Path(settings.VAR_DIR, KEY)
