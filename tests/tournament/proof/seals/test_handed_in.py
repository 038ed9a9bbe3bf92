"""Every file that somebody hands in gets an answer: what it is, or a problem with a sentence; bombs cost only their
own process."""

import io
import struct
import zipfile
import zlib
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageFile

from tests.worlds.sealed import in_file
from tournament.proof.seals.archive import new_archive
from tournament.proof.seals.handed_in import (
    ARCHIVE,
    CODE,
    LIMITS,
    PAPER,
    HandedIn,
    find_check_code,
    look_apart,
    look_at,
)
from tournament.proof.seals.keys import SealKey
from tournament.proof.seals.paper import PaperSeal, paper_names_hash, seal_text, tournament_hash
from tournament.proof.selectors.verdict_words import problem_text

SEAL = PaperSeal(
    key="",
    tournament=tournament_hash("Feldkirchen 2026", date(2026, 11, 28)),
    check_code="7f3a91c2e04b",
    match=1,
    table=12,
    version=2,
    names=paper_names_hash(["Anna Obermaier", "Bene Huber", "Centa Löffler", "Dirk Süß"]),
    totals=(14, -3, 7, -18),
)


@pytest.fixture(scope="module")
def text(seal: SealKey) -> str:
    return seal_text(replace(SEAL, key=seal.fingerprint[:8]), seal)


def packed(**parts: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return buffer.getvalue()


def photo(*texts: str, turned: int = 0, kind: str = "JPEG") -> bytes:
    """A grey page with these codes on it, slightly rotated."""
    page = Image.new("L", (1500, 700 * max(len(texts), 1)), 225)
    for number, code in enumerate(texts):
        drawn = io.BytesIO()
        segno.make(code, micro=False).save(drawn, kind="png", scale=8)
        page.paste(Image.open(drawn).convert("L"), (150, 100 + 700 * number))
    buffer = io.BytesIO()
    page.rotate(turned, fillcolor=225, expand=True).save(buffer, kind)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "empty"),
        (b" \n ", "empty"),
        (b"Sehr geehrte Damen und Herren", "not_known"),
        (b"\xff\x00\x81", "not_known"),
        (b'{"schema": "spielliste-scoresheet", "version": 1}', "data_alone"),
        (b"SIEGEL1 ABC", "paper_seal_unreadable"),
        (b"STAND1ABC", "checkpoint"),
        (b"GIF89a" + bytes(20), "picture_unknown"),
        (b"\x00\x00\x00\x18ftypheic" + bytes(20), "picture_unknown"),
        (b"\x89PNG\r\n\x1a\n" + bytes(20), "picture_unknown"),
        (photo(), "no_code_seen"),
        (photo("https://schafkopfschule.de"), "strange_codes"),
        (photo("https://schafkopfschule.de")[:3000], "picture_unreadable"),
        (b"PK\x03\x04" + bytes(50), "unreadable"),
        (packed(readme=b"hello"), "other_package"),
        (b"x" * 30_000, "not_known"),
    ],
)
def test_what_is_no_document_is_told_apart(content: bytes, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # WeasyPrint sets this limit for its whole process; handed-in files are read in a process without WeasyPrint.
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", False)
    assert look_at(content) == HandedIn(kind=PAPER if problem == "paper_seal_unreadable" else "", problem=problem)
    assert len(problem_text(problem)) > 30


def test_an_archive_is_looked_at_file_by_file(seal: SealKey, tmp_path: Path) -> None:
    path = tmp_path / "archive.zip"
    with new_archive(path, key=seal, at=datetime(2026, 11, 28, tzinfo=UTC)) as archive:
        archive.add("README.txt", b"Dies ist das Archiv")
    whole = path.read_bytes()
    assert look_at(whole) == HandedIn(kind=ARCHIVE, signed=True, intact=True, fingerprint=seal.fingerprint)
    parts = {name: zipfile.ZipFile(path).read(name) for name in zipfile.ZipFile(path).namelist()}
    changed, added = packed(**(parts | {"README.txt": b"Das ist"})), packed(**parts, more=b"")
    assert {look_at(content) for content in (changed, added)} == {
        HandedIn(kind=ARCHIVE, signed=True, problem="changed")
    }
    assert look_at(whole[:-30]).intact is False


def test_what_unpacks_to_too_much_is_not_unpacked() -> None:
    bomb = packed(**{"[Content_Types].xml": b"", "xl/workbook.xml": bytes(201 * 1024 * 1024)})
    assert len(bomb) < 1_000_000
    assert look_at(bomb).problem == "bomb"


def test_a_picture_that_claims_a_thousand_million_pixels_is_not_unpacked() -> None:
    head = b"IHDR" + struct.pack(">IIBBBBB", 100_000, 10_000, 1, 0, 0, 0, 0)
    picture = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    assert look_at(picture + struct.pack(">I", 0) + b"IDAT").problem == "picture_too_large"


def test_a_seal_is_found_in_what_a_scanner_types_and_on_a_photo(text: str) -> None:
    expected = HandedIn(kind=PAPER, text=text)
    assert look_at(text.encode()) == expected
    assert look_at(f"\ufeffSiegel der Liste:\r\n{text[:90].lower()}\r\n{text[90:]}\r\n".encode()) == expected
    assert look_at(photo("https://example.org/v/7F3A91C2E04B/", text, turned=7)) == expected
    assert look_at(photo("/v/7f3a91c2e04b/", kind="PNG")) == HandedIn(kind=CODE, text="7f3a91c2e04b")


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("7F3A-91C2-E04B", "7f3a91c2e04b"),
        (" 7f3a91c2e04b\n", "7f3a91c2e04b"),
        ("7F3A 91C2 E04B", "7f3a91c2e04b"),
        ("http://192.168.1.5:8000/v/7F3A91C2E04B/", "7f3a91c2e04b"),
        ("HTTPS://HALL.EXAMPLE/V/7F3A91C2E04B/", "7f3a91c2e04b"),
        ("7F3A-91C2-E04", ""),
        ("7F3A-91C2-E04B7F3A", ""),
        ("Tisch 14", ""),
    ],
)
def test_a_check_code_as_it_is_typed(typed: str, code: str) -> None:
    assert find_check_code(typed) == code


@given(st.binary(max_size=300), st.sampled_from([b"", b"%PDF-1.7\n", b"PK\x03\x04", b"\x89PNG\r\n\x1a\n", b"SIEGEL1"]))
@settings(max_examples=150, deadline=None)
def test_no_bytes_bring_it_down(noise: bytes, begins: bytes) -> None:
    result = look_at(begins + noise)
    assert (result.intact, bool(result.problem) or result.kind == CODE) == (False, True)


def test_a_process_of_its_own_answers_the_same_and_is_ended_when_it_takes_too_long(text: str) -> None:
    assert look_apart(in_file(text.encode())) == look_at(text.encode())
    assert look_apart(in_file(text.encode()), replace(LIMITS, seconds=0.01)).problem == "too_hard"
