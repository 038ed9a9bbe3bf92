"""Locked copies: only the passphrase opens them, and a changed one does not open."""

import io

import pytest

from tournament.backup.copies import locking
from tournament.backup.copies.locking import Lock, lock, make_lock, unlock, unlock_with_key
from tournament.refusals import Refused


@pytest.fixture(scope="module")
def made():
    return make_lock("Grün ist die Hoffnung")


def locked(content, made):
    target = io.BytesIO()
    key = lock(io.BytesIO(content), target, made)
    return target.getvalue(), key


def unlocked(content, passphrase="Grün ist die Hoffnung"):
    target = io.BytesIO()
    unlock(io.BytesIO(content), target, passphrase)
    return target.getvalue()


def refused(content, passphrase="Grün ist die Hoffnung"):
    with pytest.raises(Refused) as error:
        unlocked(content, passphrase)
    return error.value.code


@pytest.mark.parametrize("size", [0, 1, 100, 101, 250])
def test_what_is_locked_opens_again(made, monkeypatch, size):
    monkeypatch.setattr(locking, "PIECE", 100)
    content = bytes(number % 251 for number in range(size))
    kept = Lock.from_json(made.as_json())
    written, key = locked(content, kept)
    assert unlocked(written) == content
    target = io.BytesIO()
    unlock_with_key(io.BytesIO(written), target, key)
    assert target.getvalue() == content


def test_neither_content_nor_passphrase_can_be_read(made):
    written, _key = locked(b"Anna Huber" * 100, made)
    assert b"Anna Huber" not in written
    assert "Hoffnung" not in str(made.as_json())
    assert locked(b"", made)[0] != locked(b"", made)[0], "each copy has a key of its own"


def test_another_passphrase_opens_nothing(made):
    written, _key = locked(b"content", made)
    assert refused(written, "Gras ist die Hoffnung") == "passphrase_wrong"


def test_any_changed_byte_is_noticed(made, monkeypatch):
    monkeypatch.setattr(locking, "PIECE", 100)
    written, key = locked(bytes(250), made)
    for place in [*range(len(locking.MAGIC)), *range(len(written) - 300, len(written))]:
        changed = bytearray(written)
        changed[place] ^= 1
        with pytest.raises(Refused):
            unlock_with_key(io.BytesIO(bytes(changed)), io.BytesIO(), key)


def test_pieces_cannot_be_cut_off_or_exchanged(made, monkeypatch):
    monkeypatch.setattr(locking, "PIECE", 100)
    written, key = locked(bytes(250), made)
    head = written.index(b"\n", len(locking.MAGIC)) + 1
    first, second = written[head : head + 116], written[head + 116 : head + 232]
    for changed in (written[: head + 232], written[:head] + second + first + written[head + 232 :], written[:head]):
        with pytest.raises(Refused):
            unlock_with_key(io.BytesIO(changed), io.BytesIO(), key)


@pytest.mark.parametrize(
    "content", [b"", b"PK\x03\x04", locking.MAGIC, locking.MAGIC + b"{}\n", locking.MAGIC + b"[]\n"]
)
def test_what_is_no_locked_copy(content):
    assert refused(content) == "copy_damaged"
