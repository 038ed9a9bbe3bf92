"""A sealed PDF as others read it: pdfsig, qpdf, poppler and pyHanko; and what is noticed once a byte is another."""

import io
import json
import os
import random
import re
import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pikepdf
import pytest

from tests.tournament.seals.archival import broken_rules
from tournament.exports.pdf import render_pdf
from tournament.seals.keys import SealKey
from tournament.seals.pdf import Stamp, check_pdf, seal_pdf

AT = datetime(2026, 11, 28, 21, 4, 10, tzinfo=UTC)
DATA = json.dumps({"schema": "spielliste-scoresheet", "games": [{"contract": "rufer"}] * 32}).encode()
STAMP = Stamp(
    title="Versiegelt am 28.11.2026, 22:04",
    line="Siegelschlüssel 7F3A 91C2 E04B 55D0",
    description="Digitales Siegel der Turnierleitung",
    attachment="Die Daten dieser Liste",
)
HEAD = '<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Spielliste</title></head><body>'
FOOT = '<footer class="paper-foot"><span>Regeln</span><span class="page-number"></span></footer>'
PAGE = f"""{HEAD}{FOOT}<h1>Spielliste</h1><p><img src="img/eichel.svg" alt=""> Tisch 1</p>
<table><thead><tr><th>Nr.</th><th>Dirk Süß</th></tr></thead>
<tbody><tr><th scope="row">1</th><td>+2</td></tr></tbody></table>
<p><svg viewBox="0 0 9 9" width="9" height="9"><title>Unterschrift</title><path d="M1 1l5 5" stroke="#000"/></svg></p>
<p style="break-before: page"><span id="seal" class="seal-place"></span></p></body></html>"""


@pytest.fixture(scope="module")
def plain() -> bytes:
    return render_pdf([PAGE], title="x", archival=True)


@pytest.fixture(scope="module")
def sealed(plain: bytes, seal: SealKey) -> bytes:
    return seal_pdf(plain, data=DATA, key=seal, at=AT, title="Tisch 1 · Süß & Löffler", language="de", stamp=STAMP)


def told(pdf: bytes, folder: Path, *command: str) -> str:
    """What a program says about the file, which takes the place of FILE in its arguments."""
    (folder / "x.pdf").write_bytes(pdf)
    words = [str(folder / "x.pdf") if word == "FILE" else word for word in command]
    if shutil.which(words[0]) is None:
        pytest.skip(f"{words[0]} is not installed here")
    in_utc = {**os.environ, "TZ": "UTC"}
    return subprocess.run(words, capture_output=True, text=True, check=True, env=in_utc).stdout


def test_our_own_check_says_whose_it_is_when_and_what_it_bears(sealed: bytes, seal: SealKey) -> None:
    check = check_pdf(sealed)
    assert (check.signed, check.intact, check.problem) == (True, True, "")
    assert (check.fingerprint, check.certificate) == (seal.fingerprint, seal.certificate)
    assert (check.signed_at, check.data) == (AT, DATA)


def test_pdfsig_calls_it_valid(sealed: bytes, tmp_path: Path) -> None:
    said = told(sealed, tmp_path, "pdfsig", "FILE")
    assert "Signature is Valid." in said
    assert "Total document signed" in said
    assert "Signature Type: ETSI.CAdES.detached" in said
    assert "Signing Time: Nov 28 2026 21:04:10" in said


def test_qpdf_finds_nothing_wrong(sealed: bytes, tmp_path: Path) -> None:
    said = told(sealed, tmp_path, "qpdf", "--check", "FILE")
    assert "No syntax or stream encoding errors found" in said
    assert "WARNING" not in said


def test_poppler_reads_title_structure_fonts_and_attachment(sealed: bytes, tmp_path: Path) -> None:
    said = dict(line.split(":", 1) for line in told(sealed, tmp_path, "pdfinfo", "FILE").splitlines())
    wanted = {
        "Title": "Tisch 1 · Süß & Löffler",
        "Creator": "Spielliste",
        "CreationDate": "Sat Nov 28 21:04:10 2026 UTC",
        "ModDate": "Sat Nov 28 21:04:10 2026 UTC",
        "Tagged": "yes",
        "JavaScript": "no",
        "Encrypted": "no",
        "PDF version": "1.7",
    }
    assert {key: said[key].strip() for key in wanted} == wanted
    fonts = told(sealed, tmp_path, "pdffonts", "FILE").splitlines()[2:]
    assert {tuple(line.split()[-5:-2]) for line in fonts} == {("yes", "yes", "yes")}
    (tmp_path / "out").mkdir()
    told(sealed, tmp_path, "pdfdetach", "-saveall", "-o", str(tmp_path / "out"), "FILE")
    assert [(file.name, file.read_bytes()) for file in (tmp_path / "out").iterdir()] == [("scoresheet.json", DATA)]
    assert "Versiegelt am 28.11.2026, 22:04" in told(sealed, tmp_path, "pdftotext", "-f", "2", "FILE", "-")


def test_the_rules_of_pdf_a_and_ua_that_can_be_looked_up(sealed: bytes) -> None:
    assert broken_rules(sealed) == []


def twice_listed(document: pikepdf.Pdf) -> None:
    document.Root.AF.append(document.Root.AF[0])


def twice_described(document: pikepdf.Pdf) -> None:
    packet = document.Root.Metadata.read_bytes()
    document.Root.Metadata.write(packet.replace(b"</rdf:RDF>", b"<rdf:RDF/></rdf:RDF>"))


def another_title(document: pikepdf.Pdf) -> None:
    document.docinfo.Title = "Tisch 2"


def without_font(document: pikepdf.Pdf) -> None:
    stamp = document.pages[1].Annots[0].AP.N
    del stamp.Resources.Font.Bold.DescendantFonts[0].FontDescriptor.FontFile2


def without_words(document: pikepdf.Pdf) -> None:
    del document.pages[1].Annots[0].TU


def unreachable_by_key(document: pikepdf.Pdf) -> None:
    del document.pages[1].Tabs


def unmarked_content(document: pikepdf.Pdf) -> None:
    document.pages[0].contents_add(b"0 0 9 9 re f")


@pytest.mark.parametrize(
    ("harm", "wrong"),
    [
        (twice_listed, "attachments are not listed once each"),
        (twice_described, "not one plain description"),
        (another_title, "the description contradicts the Info"),
        (without_font, "/SEALED+SourceSans3-Semibold is not embedded"),
        (without_words, "a field without words"),
        (unreachable_by_key, "a field that is not printed or reached in order"),
        (unmarked_content, "f is not marked"),
    ],
)
def test_the_rules_find_what_is_wrong(sealed: bytes, harm: Callable[[pikepdf.Pdf], None], wrong: str) -> None:
    with pikepdf.open(io.BytesIO(sealed)) as document:
        harm(document)
        harmed = io.BytesIO()
        document.save(harmed, min_version="1.7", fix_metadata_version=False)
    assert broken_rules(harmed.getvalue()) == [wrong]


def flipped(pdf: bytes, place: int, bit: int) -> bytes:
    changed = bytearray(pdf)
    changed[place] ^= 1 << bit
    return bytes(changed)


def signature_of(pdf: bytes) -> tuple[int, int, int]:
    """Where the digits of the signature begin, where its zeros begin, and where they end."""
    begin, end = re.search(rb"/Contents <([0-9A-F]+)>", pdf).span(1)
    return begin, begin + len(pdf[begin:end].rstrip(b"0")), end


def test_a_byte_that_is_another_is_noticed_wherever_it_stands(sealed: bytes) -> None:
    begin, zeros, end = signature_of(sealed)
    chance = random.Random(13)
    parts = [(0, 200), *((at, at + 2000) for at in range(0, begin, 2000)), (begin - 200, begin), (end, len(sealed))]
    places = [chance.randrange(first, last) for first, last in parts for _ in range(2)]
    places += [chance.randrange(begin - 1, zeros) for _ in range(60)]
    places += [chance.randrange(zeros, end + 1) for _ in range(5)]
    places += [0, len(sealed) - 1, begin - 1, begin, end - 1, end]
    unnoticed = [place for place in places if check_pdf(flipped(sealed, place, chance.randrange(8))).intact]
    assert unnoticed == []


def test_pdfsig_notices_it_too(sealed: bytes, tmp_path: Path) -> None:
    assert "Digest Mismatch" in told(flipped(sealed, 3000, 0), tmp_path, "pdfsig", "FILE")
