"""Reads locked copies that versions before 0.2 wrote. Nothing writes them any more.

The head has a pair of keys (X25519), the private one encrypted under a key that scrypt makes from the passphrase. The
key of the copy (HKDF) comes from an exchange with a pair of its own. The content follows in pieces (AES-256-GCM), each
bound to the head, to its position and to whether it is the last one.
"""

import base64
import json
from typing import IO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from django.utils.translation import gettext_lazy as _

from tournament.backup.copies.damage import damaged_copy
from tournament.refusals import Refused

MAGIC = b"spielliste locked 1\n"
N, R, P = 2**17, 8, 1
PIECE, TAG = 1024 * 1024, 16
LONGEST_HEAD = 4096


def is_before_age(source: IO[bytes]) -> bool:
    """Whether this file is a copy of that kind. It is read from its beginning afterwards."""
    first = source.read(len(MAGIC))
    source.seek(0)
    return first == MAGIC


def unlock_before_age(source: IO[bytes], target: IO[bytes], passphrase: str) -> None:
    """Write the content of a locked copy in the clear. Refused: passphrase_wrong, copy_damaged."""
    head = source.readline() + source.readline(LONGEST_HEAD)
    try:
        fields = {name: base64.b64decode(text) for name, text in json.loads(head.removeprefix(MAGIC)).items()}
        public, own = fields["public"], fields["own"]
        stretched = Scrypt(salt=fields["salt"], length=32, n=N, r=R, p=P).derive(passphrase.encode())
        private = AESGCM(stretched).decrypt(fields["nonce"], fields["wrapped"], public)
        shared = X25519PrivateKey.from_private_bytes(private).exchange(X25519PublicKey.from_public_bytes(own))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise damaged_copy() from None
    except InvalidTag:
        raise Refused(_("The passphrase is wrong."), code="passphrase_wrong") from None
    key = HKDF(algorithm=hashes.SHA256(), length=32, salt=own + public, info=b"spielliste copy").derive(shared)
    _decrypt(source, target, head, AESGCM(key))


def _decrypt(source: IO[bytes], target: IO[bytes], head: bytes, cipher: AESGCM) -> None:
    number, piece = 0, source.read(PIECE + TAG)
    try:
        while True:
            following = source.read(PIECE + TAG)
            bound = head + (b"more" if following else b"last")
            target.write(cipher.decrypt(number.to_bytes(12, "big"), piece, bound))
            if not following:
                return
            number, piece = number + 1, following
    except InvalidTag:
        raise damaged_copy() from None
