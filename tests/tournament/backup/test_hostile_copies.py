"""Copies that somebody wrote to break the reader: each is refused with a sentence, or read like any other."""

import copy as copies
import json
import random
import zipfile
from hashlib import sha256
from io import BytesIO

import pytest

from tournament.backup.copies import packing
from tournament.backup.copies.contents import Contents, lacking
from tournament.backup.copies.locking_before_age import MAGIC, unlock_before_age
from tournament.backup.copies.packing import MANIFEST, SIGNATURE, SQLITE, read_manifest, unpack_copy
from tournament.backup.copies.signing import is_of_small_order, origin_of, signature_of
from tournament.backup.selectors.backups import restore_sentences
from tournament.refusals import Refused

HEAD = {
    "tournament": "glonn-2026", "match": 1, "table": 3, "sheet": 7, "sequence": 9, "hash": "a" * 64, "games": 4,
}  # fmt: skip
COUNTS = {"tournament": 1, "match": 2, "scoresheet": 3, "participant": 4, "game": 5, "event": 6}
GOOD = {
    "format": 1,
    "made_at": "2026-11-28T14:30:00+00:00",
    "why": "regular",
    "program": "1.0",
    "parts": {SQLITE: [3, "b" * 64], "secret_key": [2, "c" * 64], "ca/seal.key": [1, "d" * 64]},
    "contents": {"heads": [HEAD, HEAD | {"tournament": None, "match": None, "table": None, "sheet": None}],
                 "counts": COUNTS, "newest_event": 6},
}  # fmt: skip
NESTED = json.loads("[" * 90 + "]" * 90)
HOSTILE = [
    None, True, False, -1, 0, 2**31, 2**63, 2**64, 10**400, -(10**400), 0.5, 1e308, float("nan"), float("inf"),
    float("-inf"), "", "1", "x" * 100_000, "\x00", "\ud800", "\x1b[2J", "../../evil", "ca/../../evil",
    "ca/" + "x" * 300, "ä", "0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59-12:00", "2026-11-28T14:30:00",
    "2026-02-31", [], {}, [[]], [1, 2], {"a": 1}, NESTED, [1, "x"], [10**400, "b" * 64], [-1, "b" * 64],
    [2**60, "b" * 64], [True, "b" * 64],
    {SQLITE: [1, "b" * 64], "spielliste.dump": [1, "b" * 64]}, {f"ca/{n}": [1, "b" * 64] for n in range(200)},
]  # fmt: skip
EMPTY = Contents(heads=(), counts=dict.fromkeys(COUNTS, 0), newest_event=0)


def zipped(listed, **more):
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(MANIFEST, listed if isinstance(listed, bytes) else json.dumps(listed).encode())
        for name, content in more.items():
            packed.writestr(name, content)
    return file


def read_listed(listed):
    """Read it and all that is said of it; return the code of the refusal, "" if there is none."""
    try:
        manifest = read_manifest(zipped(listed))
    except Refused as refusal:
        return refusal.code if str(refusal) else "no sentence"
    lacks = lacking(manifest.contents, EMPTY, lambda head: False)
    sentences = list(restore_sentences(manifest, lacks, empty=False, faults=()))
    assert all(sentence.isprintable() for sentence in sentences)
    json.dumps(manifest.as_json()).encode()
    return ""


def places(value, path=()):
    yield path
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places(value[key], (*path, key))


def with_value(value, path, other):
    changed = copies.deepcopy(value)
    if not path:
        return other
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = other
    return changed


def test_the_good_one_is_read():
    assert read_listed(GOOD) == ""


@pytest.mark.parametrize("path", list(places(GOOD)), ids=lambda path: "/".join(map(str, path)))
def test_no_value_at_any_place_breaks_the_reader(path):
    for other in HOSTILE:
        assert read_listed(with_value(GOOD, path, other)) in ("", "copy_damaged", "copy_newer")
    if path:
        missing = copies.deepcopy(GOOD)
        inner = missing
        for key in path[:-1]:
            inner = inner[key]
        del inner[path[-1]]
        assert read_listed(missing) in ("", "copy_damaged")


def test_bytes_changed_at_random_break_no_reader():
    chance, good = random.Random(28), json.dumps(GOOD).encode()
    for _ in range(2000):
        changed = bytearray(good)
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(changed))
            changed[place : place + chance.choice([0, 1, 1, 8])] = chance.choice(
                [b"", b"\xff", b"[", b"}", b"9" * 30, b"-", b"1e999", b"NaN", b'"', b"\\ud800", b"null"]
            )
        assert read_listed(bytes(changed)) in ("", "copy_damaged", "copy_newer")


@pytest.mark.parametrize(
    "listed",
    [b"", b"\xff\xfe{}", b"[" * 200_000, b'{"a":' * 200_000, b"9" * 5000, b"null", b"NaN", b'"x"', b"[]" * 20, b"{}",
     b'{"format": 1e999}', b"[" + b"[]," * 400_000 + b"[]]", b" " * (packing.LONGEST_MANIFEST + 1)],
    ids=range(13),
)  # fmt: skip
def test_what_is_no_list_of_files(listed):
    assert read_listed(listed) == "copy_damaged"


def test_a_name_that_stands_in_the_zip_twice(tmp_path):
    file = zipped(GOOD)
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(MANIFEST, json.dumps(GOOD))
    with pytest.raises(Refused) as error:
        read_manifest(file)
    assert error.value.code == "copy_damaged"


def test_a_part_that_is_larger_than_the_disk(tmp_path):
    with pytest.raises(Refused) as error:
        unpack_copy(zipped(with_value(GOOD, ("parts", SQLITE), [2**52, "b" * 64])), tmp_path)
    assert error.value.code == "disk_full"
    assert list(tmp_path.iterdir()) == []


def list_of(parts):
    """The list of files of a copy that has these."""
    parts_listed = {name: [len(content), sha256(content).hexdigest()] for name, content in parts.items()}
    return json.dumps(GOOD | {"parts": parts_listed}).encode()


@pytest.mark.parametrize("surplus", ["copies.key", "ca/authority.key", "ca/", "manifest.json~", "../evil"])
@pytest.mark.parametrize("signed", [True, False])
def test_a_file_that_the_list_does_not_name(tmp_path, surplus, signed):
    parts = {SQLITE: b"data"}
    listed = list_of(parts)
    if signed:
        parts[SIGNATURE] = signature_of(listed)
    with pytest.raises(Refused) as error:
        unpack_copy(zipped(listed, **parts, **{surplus: b""}), tmp_path)
    assert (error.value.code, list(tmp_path.iterdir())) == ("copy_surplus", [])
    assert unpack_copy(zipped(listed, **parts), tmp_path).origin.own is signed


def test_no_bit_of_a_zips_directory_breaks_the_reader(tmp_path):
    """A file on the disk, where a place before its beginning is an error of the system."""
    parts = {SQLITE: b"data", "secret_key": b"key"}
    whole = zipped(list_of(parts), **parts).getvalue()
    with zipfile.ZipFile(BytesIO(whole)) as packed:
        directory = packed.start_dir
    copy, codes = tmp_path / "copy.zip", set()
    for place in range(8 * directory, 8 * len(whole)):
        changed = bytearray(whole)
        changed[place // 8] ^= 1 << place % 8
        copy.write_bytes(changed)
        with copy.open("rb") as file:
            try:
                assert read_manifest(file).parts.keys() == parts.keys()
            except Refused as refusal:
                codes.add(refusal.code)
    assert codes == {"copy_damaged"}


@pytest.mark.parametrize("told_size", [packing.MOST_UNSEEN + 1, 5])
def test_a_bomb_is_refused_before_anything_is_unpacked(tmp_path, told_size):
    parts = {"secret_key": b"key", SQLITE: bytes(packing.MOST_UNSEEN + 1)}
    file = zipped(list_of(parts | {SQLITE: bytes(told_size)}), **parts)
    with pytest.raises(Refused) as error:
        unpack_copy(file, tmp_path)
    assert (error.value.code, list(tmp_path.iterdir())) == ("copy_damaged", [])


def test_a_link_in_a_zip_is_written_as_a_file(tmp_path):
    """And only if it is what the list says."""
    file = zipped(list_of({SQLITE: b"/et"}))
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as packed:
        link = zipfile.ZipInfo(SQLITE)
        link.external_attr, link.compress_type = 0o120777 << 16, zipfile.ZIP_DEFLATED
        packed.writestr(link, "/et")
    unpack_copy(file, tmp_path)
    assert (tmp_path / SQLITE).read_bytes() == b"/et"
    assert not (tmp_path / SQLITE).is_symlink()


@pytest.mark.parametrize(
    "signature",
    [b"", b"null", b"[]", b"{}", b'{"key": 1, "signature": 2}', b"[" * 1000, b"\xff", b"x" * 2000,
     b'{"key": "' + b"0" * 64 + b'", "signature": "' + b"0" * 128 + b'"}'],
    ids=range(9),
)  # fmt: skip
def test_what_is_no_signature(signature):
    with pytest.raises(Refused) as error:
        read_manifest(zipped(GOOD, **{SIGNATURE: signature}))
    assert error.value.code == ("copy_damaged" if len(signature) > 1024 else "signature_wrong")


# The points of small order in all their spellings: libsodium's list, each with either sign of x.
SMALL_ORDER = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]


@pytest.mark.parametrize("key", SMALL_ORDER)
def test_a_key_with_which_anybody_can_sign(key):
    """One in eight lists fits the key and the neutral point, whatever is in it."""
    signature = f"01{'0' * 126}"
    for public in (key, f"{key[:-2]}{int(key[-2:], 16) ^ 0x80:02x}"):
        assert is_of_small_order(bytes.fromhex(public))
        signed = json.dumps({"key": public, "signature": signature}).encode()
        for spaces in range(64):
            with pytest.raises(Refused) as error:
                origin_of(json.dumps(GOOD).encode() + b" " * spaces, signed)
            assert error.value.code == "signature_wrong"


def test_a_signature_of_another_list_does_not_fit():
    listed = json.dumps(GOOD).encode()
    assert read_manifest(zipped(listed, **{SIGNATURE: signature_of(listed)})).origin.own
    with pytest.raises(Refused) as error:
        read_manifest(zipped(listed + b" ", **{SIGNATURE: signature_of(listed)}))
    assert error.value.code == "signature_wrong"


def test_the_head_of_a_locked_copy_that_is_none():
    for head in (b"", b"[" * 4000, b"{}", b"null", b"\xff", b'{"public": 1}', b'{"own": "' + b"A" * 44 + b'"}'):
        with pytest.raises(Refused) as error:
            unlock_before_age(BytesIO(MAGIC + head + b"\nxx"), BytesIO(), "Gras")
        assert error.value.code == "copy_damaged"
