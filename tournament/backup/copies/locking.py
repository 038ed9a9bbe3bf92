"""Locked copies: this laptop writes them without a passphrase, and only the passphrase opens them.

A location has a pair of keys (X25519). The public key encrypts; the private key is stored only under a key that scrypt
makes from the passphrase. Both stand at the head of every locked copy, so a copy and the passphrase are enough.
Each copy has a key of its own (HKDF over an exchange with a fresh pair); the content follows in pieces (AES-256-GCM),
each bound to the head, to its position and to whether it is the last one.
"""

import base64
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from django.utils.translation import gettext_lazy as _

from tournament.refusals import Refused

MAGIC = b"spielliste locked 1\n"
# 128 MB of memory and some 0.4 s for each guess of a passphrase.
N, R, P = 2**17, 8, 1
PIECE = 1024 * 1024
TAG = 16
LONGEST_HEAD = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """What a location needs to write locked copies. It opens nothing without the passphrase."""

    public: bytes
    salt: bytes
    nonce: bytes
    wrapped: bytes
    """The private key, encrypted under the passphrase."""

    def as_json(self) -> dict[str, str]:
        """The same as JSON."""
        return {name: base64.b64encode(getattr(self, name)).decode() for name in ("public", "salt", "nonce", "wrapped")}

    @classmethod
    def from_json(cls, told: dict[str, str]) -> "Lock":
        """Read what `as_json` wrote. Raises KeyError or ValueError."""
        return cls(**{name: base64.b64decode(told[name]) for name in ("public", "salt", "nonce", "wrapped")})


def make_lock(passphrase: str) -> Lock:
    """A new lock that this passphrase opens. Takes half a second on purpose."""
    private, salt, nonce = X25519PrivateKey.generate(), os.urandom(16), os.urandom(12)
    public = private.public_key().public_bytes_raw()
    wrapped = AESGCM(_stretched(passphrase, salt)).encrypt(nonce, private.private_bytes_raw(), public)
    return Lock(public=public, salt=salt, nonce=nonce, wrapped=wrapped)


def lock(source: IO[bytes], target: IO[bytes], lock: Lock) -> bytes:
    """Write the content of `source` locked; return the key of this copy, with which it can be read for its check."""
    fresh = X25519PrivateKey.generate()
    own = fresh.public_key().public_bytes_raw()
    key = _key_of_copy(fresh.exchange(X25519PublicKey.from_public_bytes(lock.public)), own, lock.public)
    head = MAGIC + json.dumps(lock.as_json() | {"own": base64.b64encode(own).decode()}).encode() + b"\n"
    target.write(head)
    cipher, number, piece = AESGCM(key), 0, source.read(PIECE)
    while True:
        following = source.read(PIECE)
        target.write(cipher.encrypt(_nonce(number), piece, _bound(head, last=not following)))
        if not following:
            return key
        number, piece = number + 1, following


def unlock(source: IO[bytes], target: IO[bytes], passphrase: str) -> None:
    """Write the content of a locked copy in the clear. Refused: passphrase_wrong, copy_damaged."""
    head = _head(source)
    try:
        told = json.loads(head.removeprefix(MAGIC))
        found, own = Lock.from_json(told), base64.b64decode(told["own"])
        private = AESGCM(_stretched(passphrase, found.salt)).decrypt(found.nonce, found.wrapped, found.public)
        shared = X25519PrivateKey.from_private_bytes(private).exchange(X25519PublicKey.from_public_bytes(own))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise damaged() from None
    except InvalidTag:
        raise Refused(_("The passphrase is wrong."), code="passphrase_wrong") from None
    _decrypt(source, target, head, _key_of_copy(shared, own, found.public))


def unlock_with_key(source: IO[bytes], target: IO[bytes], key: bytes) -> None:
    """The same with the key of this copy, right after it was written. Refused: copy_damaged."""
    _decrypt(source, target, _head(source), key)


def damaged() -> Refused:
    """The refusal of a copy that is not as it was written."""
    return Refused(_("The copy is damaged or incomplete."), code="copy_damaged")


def _decrypt(source: IO[bytes], target: IO[bytes], head: bytes, key: bytes) -> None:
    cipher = AESGCM(key)
    try:
        for number, (piece, last) in enumerate(_pieces(source)):
            target.write(cipher.decrypt(_nonce(number), piece, _bound(head, last=last)))
    except InvalidTag:
        raise damaged() from None


def _pieces(source: IO[bytes]) -> Iterator[tuple[bytes, bool]]:
    piece = source.read(PIECE + TAG)
    while True:
        following = source.read(PIECE + TAG)
        yield piece, not following
        if not following:
            return
        piece = following


def _head(source: IO[bytes]) -> bytes:
    first, second = source.readline(LONGEST_HEAD), source.readline(LONGEST_HEAD)
    if first != MAGIC or not second.endswith(b"\n"):
        raise damaged()
    return first + second


def _stretched(passphrase: str, salt: bytes) -> bytes:
    return Scrypt(salt=salt, length=32, n=N, r=R, p=P).derive(passphrase.encode())


def _key_of_copy(shared: bytes, own: bytes, public: bytes) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=32, salt=own + public, info=b"spielliste copy").derive(shared)


def _nonce(number: int) -> bytes:
    return number.to_bytes(12, "big")


def _bound(head: bytes, *, last: bool) -> bytes:
    return head + (b"last" if last else b"more")
