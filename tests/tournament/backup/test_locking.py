"""Locked copies: only the passphrase opens them, also without this program, and a changed one does not open."""

import base64
import io
import os
import pty
import re
import select
import shutil
import subprocess
import zipfile
from errno import ENOSPC
from pathlib import Path
from types import SimpleNamespace

import pyrage
import pytest

from tournament.backup.copies import locking, locking_before_age
from tournament.backup.copies.locking import COPY, IDENTITY, Lock, check_lock, lock, make_lock, unlock, unlock_with_key
from tournament.refusals import Refused

PASSPHRASE = "Grün ist die Hoffnung"
BEFORE_AGE = Path(__file__).parent / "fixtures" / "spielliste-2026-11-01T18-30-00Z.zip.locked"


@pytest.fixture(scope="module")
def new_lock():
    return make_lock(PASSPHRASE)


def locked(content, new_lock):
    target = io.BytesIO()
    key = lock(io.BytesIO(content), target, new_lock)
    return target.getvalue(), key


def unlocked(content, passphrase=PASSPHRASE):
    target = io.BytesIO()
    unlock(io.BytesIO(content), target, passphrase)
    return target.getvalue()


def checked(content, key):
    target = io.BytesIO()
    unlock_with_key(io.BytesIO(content), target, key)
    return target.getvalue()


def refused(content, passphrase=PASSPHRASE):
    with pytest.raises(Refused) as error:
        unlocked(content, passphrase)
    return error.value.code


def rezipped(parts, compression=zipfile.ZIP_STORED):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", compression) as container:
        for name, content in parts.items():
            container.writestr(name, content)
    return target.getvalue()


def parts_of(content):
    with zipfile.ZipFile(io.BytesIO(content)) as container:
        return {name: container.read(name) for name in container.namelist()}


@pytest.mark.parametrize("size", [0, 1, 2**16, 2**16 + 1, 200_000])
def test_what_is_locked_opens_again(new_lock, size):
    content = bytes(number % 251 for number in range(size))
    copy, key = locked(content, Lock.from_json(new_lock.as_json()))
    assert checked(copy, key) == content
    if size == 1:  # the passphrase takes seconds
        assert unlocked(copy) == content


def test_neither_content_nor_passphrase_can_be_read(new_lock):
    copy, key = locked(b"Anna Huber" * 100, new_lock)
    assert b"Anna Huber" not in copy
    assert "Hoffnung" not in str(new_lock.as_json())
    assert "AGE-SECRET-KEY" not in str(new_lock.as_json())
    another, _key = locked(b"", new_lock)
    with pytest.raises(Refused):
        checked(another, key)  # each copy has a key of its own


def test_another_passphrase_opens_nothing(new_lock):
    copy, _key = locked(b"content", new_lock)
    assert refused(copy, "Gras ist die Hoffnung") == "passphrase_wrong"


def test_any_changed_byte_is_noticed(new_lock):
    """The zip has a checksum; whoever computes that anew is noticed by age."""
    copy, key = locked(bytes(100_000), new_lock)
    parts = parts_of(copy)
    for place in [*range(0, 400, 7), 66_000, len(parts[COPY]) - 1]:
        changed = bytearray(parts[COPY])
        changed[place] ^= 1
        with pytest.raises(Refused):
            checked(rezipped({**parts, COPY: bytes(changed)}), key)
    for place in range(2000, len(copy) - 400, 9001):
        changed = bytearray(copy)
        changed[place] ^= 1
        with pytest.raises(Refused):
            checked(bytes(changed), key)


def test_no_piece_can_be_cut_off(new_lock):
    copy, key = locked(bytes(200_000), new_lock)
    parts = parts_of(copy)
    for length in (len(parts[COPY]) - 1, len(parts[COPY]) - 20_000, 2**17, 100, 0):
        with pytest.raises(Refused) as error:
            checked(rezipped({**parts, COPY: parts[COPY][:length]}), key)
        assert error.value.code == "copy_damaged"


@pytest.mark.parametrize(
    "content",
    [
        b"", b"PK\x03\x04", b"age-encryption.org/v1\n", rezipped({}), rezipped({IDENTITY: b"", "other": b""}),
        rezipped({IDENTITY: bytes(5000), COPY: b""}), rezipped({IDENTITY: b"", COPY: b""}, zipfile.ZIP_DEFLATED),
        locking_before_age.MAGIC, locking_before_age.MAGIC + b"{}\n", locking_before_age.MAGIC + b"[]\n",
    ],
)  # fmt: skip
def test_what_is_no_locked_copy(content):
    assert refused(content) == "copy_damaged"


def test_what_the_passphrase_opens_must_be_an_identity(new_lock):
    copy, _key = locked(b"content", new_lock)
    strange = pyrage.passphrase.encrypt(b"no identity", PASSPHRASE, armored=True)
    assert refused(rezipped({**parts_of(copy), IDENTITY: strange})) == "copy_damaged"


@pytest.mark.parametrize("work", [21, 22, 30, 999])
def test_an_identity_that_would_take_all_memory_is_no_copy_of_ours(work):
    """pyrage itself computes up to 23, which is 8 GiB."""
    text, mac = base64.b64encode(bytes(32)).decode().rstrip("="), base64.b64encode(bytes(32)).decode().rstrip("=")
    slow = f"age-encryption.org/v1\n-> scrypt {text[:22]} {work}\n{text}\n--- {mac}\n".encode() + bytes(100)
    armor = b"-----BEGIN AGE ENCRYPTED FILE-----\n" + base64.encodebytes(slow) + b"-----END AGE ENCRYPTED FILE-----\n"
    assert refused(rezipped({IDENTITY: armor, COPY: b""})) == "copy_damaged"


@pytest.mark.parametrize("work", ["22abc", "22 ", "0x16"])
def test_an_identity_that_hides_its_work_is_no_copy_of_ours(work):
    """pyrage reads 22 there, and a line of its maker's own in what follows the head says 17."""
    text = base64.b64encode(bytes(32)).decode().rstrip("=")
    head = f"age-encryption.org/v1\n-> scrypt {text[:22]} {work}\n{text}\n--- {text}\n"
    content = base64.encodebytes(head.encode() + b"\n-> scrypt x 17\n" + bytes(100))
    armor = b"-----BEGIN AGE ENCRYPTED FILE-----\n" + content + b"-----END AGE ENCRYPTED FILE-----\n"
    assert refused(rezipped({IDENTITY: armor, COPY: b""})) == "copy_damaged"


def test_a_head_without_end_is_not_read(new_lock, monkeypatch):
    """age would read it again and again, for an hour."""
    copy, key = locked(b"content", new_lock)
    head, body = parts_of(copy)[COPY].split(b"\n---", 1)
    long = b"\n".join([head, *[b"-> more\n" + b"A" * 43] * 100]) + b"\n---" + body
    monkeypatch.setattr(locking.pyrage, "decrypt_io", None)
    with pytest.raises(Refused) as error:
        checked(rezipped(parts_of(copy) | {COPY: long}), key)
    assert error.value.code == "copy_damaged"


def test_no_lock_is_made_that_would_not_open_here(monkeypatch):
    """A fast moment of the computer makes age choose more work; then it is tried again."""
    encrypt, works = pyrage.passphrase.encrypt, iter([21, 21, 18, 21, 21, 21])
    armor = encrypt(b"", PASSPHRASE, armored=True).splitlines()
    content = base64.b64decode(b"".join(armor[1:-1]))

    def by_the_moment(*_: object, **__: object) -> bytes:
        with_other_work = re.sub(rb" \d+\n", b" %d\n" % next(works), content, count=1)
        return b"\n".join([armor[0], base64.b64encode(with_other_work), armor[-1]])

    monkeypatch.setattr(locking, "pyrage", SimpleNamespace(
        passphrase=SimpleNamespace(encrypt=by_the_moment), x25519=pyrage.x25519
    ))  # fmt: skip
    assert make_lock(PASSPHRASE).recipient.startswith("age1")
    with pytest.raises(Refused) as error:
        make_lock(PASSPHRASE)
    assert error.value.code == "lock_not_made"


def test_a_full_disk_is_told_as_such(new_lock):
    class Full(io.BytesIO):
        def write(self, piece):
            if self.tell() > 100_000:
                raise OSError(ENOSPC, "No space left on device")
            return super().write(piece)

    with pytest.raises(OSError, match="No space") as error:
        lock(io.BytesIO(bytes(400_000)), Full(), new_lock)
    assert error.value.errno == ENOSPC
    copy, key = locked(bytes(400_000), new_lock)
    with pytest.raises(OSError, match="No space") as error:
        unlock_with_key(io.BytesIO(copy), Full(), key)
    assert error.value.errno == ENOSPC


def test_a_copy_that_a_version_before_age_locked_still_opens():
    assert unlocked(BEFORE_AGE.read_bytes()) == b"Eichel sticht Gras\n" * 200
    assert refused(BEFORE_AGE.read_bytes(), "Gras ist die Hoffnung") == "passphrase_wrong"
    assert refused(BEFORE_AGE.read_bytes()[:-1]) == "copy_damaged"


def test_a_lock_from_before_age_writes_nothing(new_lock):
    lock_before = Lock.from_json({"public": "AA==", "salt": "AA==", "nonce": "AA==", "wrapped": "AA=="})
    with pytest.raises(Refused) as error:
        check_lock(lock_before)
    assert error.value.code == "lock_outdated"
    check_lock(new_lock)


@pytest.mark.skipif(shutil.which("age") is None, reason="no age here: apt-get install age")
def test_anybody_opens_it_with_age(new_lock, tmp_path):
    copy, _key = locked(b"Eichel sticht Gras\n", new_lock)
    with zipfile.ZipFile(io.BytesIO(copy)) as container:
        container.extractall(tmp_path)
    # age asks on the terminal of its session.
    command = ["setsid", "--ctty", "--wait", "age", "--decrypt", "--identity", IDENTITY, "--output", "copy.zip", COPY]
    keyboard, terminal = pty.openpty()
    age, question = subprocess.Popen(command, cwd=tmp_path, stdin=terminal, stdout=terminal, stderr=terminal), b""
    try:
        while b"passphrase" not in question.lower():
            assert select.select([keyboard], [], [], 20)[0], question
            question += os.read(keyboard, 1000)
        os.write(keyboard, f"{PASSPHRASE}\n".encode())
        assert age.wait(60) == 0
    finally:
        age.kill()
    assert (tmp_path / "copy.zip").read_bytes() == b"Eichel sticht Gras\n"
