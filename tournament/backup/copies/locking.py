"""Locked copies in the age format: this laptop writes them without a passphrase, and only the passphrase opens them.

A location has an age identity. Copies are encrypted to its recipient; the identity itself is kept only encrypted under
the passphrase. A locked copy is a zip with both, so that the file and the passphrase are enough, also without this
program (docs/hall.md): unzip it, then `age -d -i key.age copy.zip.age > copy.zip`.

Why not a passphrase as the recipient: age would need it for every copy, and the laptop must not know it.
"""

import base64
import errno
import re
import struct
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import IO

import pyrage
from django.utils.translation import gettext_lazy as _

from tournament.backup.copies.damage import damaged_copy
from tournament.backup.copies.locking_before_age import is_before_age, unlock_before_age
from tournament.refusals import Refused

IDENTITY, COPY = "key.age", "copy.zip.age"
LONGEST_IDENTITY = 4096
# Each step doubles the memory that the passphrase's check takes: 20 is 1 GiB. Our own identities have 17 to 19.
MOST_WORK = 20
# The whole head of an identity under a passphrase, before its "---". What follows is not read: its maker chose it.
HEAD = re.compile(rb"age-encryption\.org/v1\n-> scrypt [A-Za-z0-9+/]{22} (\d{1,2})\n[A-Za-z0-9+/]{43}")
# The head of our copies is shorter than one KB. age reads a head from its beginning again with each piece of it, so one
# without end would never be read.
LONGEST_HEAD, HEAD_END = 4096, b"\n---"
# age chooses the work by the speed of this moment, so a new lock may need another attempt.
ATTEMPTS = 3
# What reading a damaged zip or a strange identity raises.
NOT_WHOLE = (
    zipfile.BadZipFile, struct.error, EOFError, RuntimeError, KeyError, ValueError,
    pyrage.IdentityError, pyrage.DecryptError,
)  # fmt: skip
# pyrage says in words why a file could not be written.
ERROR_NUMBER = re.compile(r"\[Errno (\d+)\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """What a location needs to write locked copies. It opens nothing without the passphrase.

    Both are "" where an older version set the passphrase: such a lock writes no copies any more.
    """

    recipient: str = ""
    identity: str = ""
    """The private key in an age file of its own, encrypted under the passphrase."""

    def as_json(self) -> dict[str, str]:
        """The same as JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, fields: dict[str, str]) -> "Lock":
        """Read what `as_json` wrote, or an older version. Raises KeyError or TypeError."""
        return cls() if "wrapped" in fields else cls(**fields)


def make_lock(passphrase: str) -> Lock:
    """A new lock that this passphrase opens. Takes a second or more on purpose, and up to 512 MB of memory.

    Refused: lock_not_made, if its check would take more work than `unlock` allows.
    """
    identity = pyrage.x25519.Identity.generate()
    for _attempt in range(ATTEMPTS):
        encrypted = pyrage.passphrase.encrypt(f"{identity}\n".encode(), passphrase, armored=True)
        if _is_within_work(encrypted):
            return Lock(recipient=str(identity.to_public()), identity=encrypted.decode())
    raise Refused(_("The passphrase could not be set up. Please try again."), code="lock_not_made")


def check_lock(lock: Lock) -> None:
    """Refused: lock_outdated, if it writes no copies any more."""
    if not lock.recipient:
        raise Refused(
            _("An older version set this passphrase: please take the place off the list and add it again."),
            code="lock_outdated",
        )


def lock(source: IO[bytes], target: IO[bytes], lock: Lock) -> pyrage.x25519.Identity:
    """Write the content of `source` locked; return a key of this copy alone, with which it can be read for its check.

    Raises OSError.
    """
    of_copy = pyrage.x25519.Identity.generate()
    recipients = [pyrage.x25519.Recipient.from_str(lock.recipient), of_copy.to_public()]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as container:
        container.writestr(IDENTITY, lock.identity)
        with container.open(COPY, "w", force_zip64=True) as member:
            try:
                pyrage.encrypt_io(source, member, recipients)
            except pyrage.EncryptError as error:
                number = ERROR_NUMBER.search(str(error))
                raise OSError(int(number[1]) if number else errno.EIO, str(error)) from error
    return of_copy


def unlock(source: IO[bytes], target: IO[bytes], passphrase: str) -> None:
    """Write the content of a locked copy in the clear.

    Refused: passphrase_wrong, passphrase_slow, copy_damaged. Raises OSError.
    """
    if is_before_age(source):
        unlock_before_age(source, target, passphrase)
        return
    try:
        with _opened(source) as container:
            encrypted = container.read(IDENTITY)
            if not _is_within_work(encrypted):
                raise damaged_copy()
            identity = pyrage.passphrase.decrypt(encrypted, passphrase).decode()
        key = pyrage.x25519.Identity.from_str(identity.strip())
    except pyrage.DecryptError as error:
        if "Excessive work" not in str(error):
            raise Refused(_("The passphrase is wrong."), code="passphrase_wrong") from None
        raise Refused(
            _("Opening this copy takes this computer too long. Please try again when it has nothing else to do."),
            code="passphrase_slow",
        ) from None
    except NOT_WHOLE:
        raise damaged_copy() from None
    unlock_with_key(source, target, key)


def unlock_with_key(source: IO[bytes], target: IO[bytes], key: pyrage.x25519.Identity) -> None:
    """The same with one of its two keys. Refused: copy_damaged. Raises OSError."""
    try:
        with _opened(source) as container, container.open(COPY) as head, container.open(COPY) as member:
            if HEAD_END not in head.read(LONGEST_HEAD):
                raise damaged_copy()
            pyrage.decrypt_io(member, target, [key])
    except NOT_WHOLE:
        raise damaged_copy() from None
    except OSError as error:
        if error.errno is None:  # pyrage's own: a piece was changed, or is missing
            raise damaged_copy() from None
        raise


def _is_within_work(encrypted: bytes) -> bool:
    """Whether the passphrase's check leaves this computer its memory: whoever made the file chose how much it takes.

    Raises ValueError.
    """
    armor = encrypted.strip().splitlines()
    head, _end, _content = base64.b64decode(b"".join(armor[1:-1]), validate=True).partition(b"\n---")
    match = HEAD.fullmatch(head)
    return match is not None and int(match[1]) <= MOST_WORK


@contextmanager
def _opened(source: IO[bytes]) -> Iterator[zipfile.ZipFile]:
    """Open the zip, if its files are stored as they are: none becomes larger than the zip.

    Refused: copy_damaged. Raises what is in NOT_WHOLE.
    """
    with zipfile.ZipFile(source) as container:
        parts = [container.getinfo(name) for name in (IDENTITY, COPY)]
        if parts[0].file_size > LONGEST_IDENTITY or any(part.compress_type or part.header_offset < 0 for part in parts):
            raise damaged_copy()
        yield container
