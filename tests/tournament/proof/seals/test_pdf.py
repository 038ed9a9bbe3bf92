"""A sealed PDF in other programs: pdfsig, qpdf and poppler; and the rules of PDF/A and PDF/UA that can be checked."""

import io
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Name

from tests.tournament.proof.seals.archival import broken_rules
from tests.tournament.proof.seals.sealed_pdf import AT, DATA, PAGE, STAMP, flipped, seal_page, told
from tournament.exports.pdf import render_pdf
from tournament.proof.seals.keys import SealKey
from tournament.proof.seals.pdf import check_pdf, seal_pdf


def test_our_own_check_says_whose_it_is_when_and_what_it_bears(sealed: bytes, seal: SealKey) -> None:
    check = check_pdf(sealed)
    assert (check.signed, check.intact, check.problem) == (True, True, "")
    assert (check.fingerprint, check.certificate) == (seal.fingerprint, seal.certificate)
    assert (check.signed_at, check.data) == (AT, DATA)


def test_pdfsig_calls_it_valid(sealed: bytes, tmp_path: Path) -> None:
    output = told(sealed, tmp_path, "pdfsig", "FILE")
    assert "Signature is Valid." in output
    assert "Total document signed" in output
    assert "Signature Type: ETSI.CAdES.detached" in output
    assert "Signing Time: Nov 28 2026 21:04:10" in output


def test_qpdf_finds_nothing_wrong(sealed: bytes, tmp_path: Path) -> None:
    output = told(sealed, tmp_path, "qpdf", "--check", "FILE")
    assert "No syntax or stream encoding errors found" in output
    assert "WARNING" not in output


def test_poppler_reads_title_structure_fonts_and_attachment(sealed: bytes, tmp_path: Path) -> None:
    info = dict(line.split(":", 1) for line in told(sealed, tmp_path, "pdfinfo", "FILE").splitlines())
    expected = {
        "Title": "Tisch 1 · Süß & Löffler",
        "Creator": "Spielliste",
        "CreationDate": "Sat Nov 28 21:04:10 2026 UTC",
        "ModDate": "Sat Nov 28 21:04:10 2026 UTC",
        "Tagged": "yes",
        "JavaScript": "no",
        "Encrypted": "no",
        "PDF version": "1.7",
    }
    assert {key: info[key].strip() for key in expected} == expected
    fonts = told(sealed, tmp_path, "pdffonts", "FILE").splitlines()[2:]
    assert {tuple(line.split()[-5:-2]) for line in fonts} == {("yes", "yes", "yes")}
    (tmp_path / "out").mkdir()
    told(sealed, tmp_path, "pdfdetach", "-saveall", "-o", str(tmp_path / "out"), "FILE")
    assert [(file.name, file.read_bytes()) for file in (tmp_path / "out").iterdir()] == [("scoresheet.json", DATA)]
    assert "Versiegelt am 28.11.2026, 22:04" in told(sealed, tmp_path, "pdftotext", "-f", "2", "FILE", "-")


def test_the_rules_of_pdf_a_and_ua_that_can_be_looked_up(sealed: bytes) -> None:
    assert broken_rules(sealed) == []


def test_where_a_character_has_no_glyph_it_does_not_call_itself_pdf_a(seal: SealKey) -> None:
    """The fonts of a computer vary, but none has a glyph for a private character."""
    for name, marks in (("\uf123", 0), ("Löffler", 1)):
        pdf = seal_page(render_pdf([PAGE.replace("Dirk Süß", name)], title="x", archival=True), seal)
        assert check_pdf(pdf).intact
        with pikepdf.open(io.BytesIO(pdf)) as document:
            packet = document.Root.Metadata.read_bytes()
        assert (packet.count(b"<pdfaid:part>"), packet.count(b"<pdfuaid:part>")) == (marks, marks)


def test_a_title_of_anything(plain: bytes, seal: SealKey) -> None:
    title = "Tisch 1 <&> \x07 ]]> דניאל 🎉 {at}"
    pdf = seal_pdf(plain, data=DATA, key=seal, at=AT, title=title, language="de", stamp=STAMP)
    assert broken_rules(pdf) == []


def twice_listed(document: pikepdf.Pdf) -> None:
    document.Root.AF.append(document.Root.AF[0])


def twice_described(document: pikepdf.Pdf) -> None:
    packet = document.Root.Metadata.read_bytes()
    document.Root.Metadata.write(packet.replace(b"</rdf:RDF>", b"<rdf:RDF/></rdf:RDF>"))


def another_title(document: pikepdf.Pdf) -> None:
    document.docinfo.Title = "Tisch 2"


def without_font(document: pikepdf.Pdf) -> None:
    """Of the only font that the page with the seal has for bold words."""
    (bold,) = [font for font in document.pages[1].Resources.Font.values() if "Bold" in str(font.BaseFont)]
    bold.BaseFont = Name("/Bold")
    del bold.DescendantFonts[0].FontDescriptor.FontFile2


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
        (without_font, "/Bold is not embedded"),
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


def test_pdfsig_notices_it_too(sealed: bytes, tmp_path: Path) -> None:
    assert "Digest Mismatch" in told(flipped(sealed, 3000, 0), tmp_path, "pdfsig", "FILE")


def test_a_page_without_a_place_for_the_seal_is_a_mistake_of_ours(plain: bytes, seal: SealKey) -> None:
    with pytest.raises(ValueError, match="tags or colour profile"):
        seal_page(render_pdf(["<p id='seal'>x</p>"], title="x"), seal)
    with pytest.raises(ValueError, match='no element with the id "seal"'):
        seal_page(render_pdf(["<html lang='de'><p>x</p>"], title="x", archival=True), seal)
