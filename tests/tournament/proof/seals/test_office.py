"""The seal of a workbook covers all parts: every added, removed or changed part is noticed, and no file crashes it."""

import io
import struct
import zipfile
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from lxml import etree
from openpyxl import Workbook, load_workbook

from tournament.proof.seals.keys import SealKey, make_seal_key
from tournament.proof.seals.office import MAX_FILE, OfficeCheck, check_xlsx, seal_xlsx

AT = datetime(2026, 11, 22, 18, 30, 5, tzinfo=UTC)
SIGNATURE = "_xmlsignatures/sig1.xml"
TYPES, ROOT, BOOK = "[Content_Types].xml", "_rels/.rels", "xl/_rels/workbook.xml.rels"
Parts = dict[str, bytes]


def plain() -> bytes:
    workbook = Workbook()
    workbook.active["A1"], workbook.active["A2"] = "Änna & <Bene>", "=1+2"
    workbook.create_sheet("two")["A1"] = 7
    return saved(workbook)


def saved(workbook: Workbook) -> bytes:
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()


def parts_of(content: bytes) -> Parts:
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        return {name: file.read(name) for name in file.namelist()}


def zipped(parts: Iterable[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", method) as file:
        for name, part in parts:
            file.writestr(name, part)
    return content.getvalue()


@pytest.fixture(scope="module")
def sealed(seal: SealKey) -> bytes:
    return seal_xlsx(plain(), key=seal, at=AT)


def test_a_sealed_workbook_says_who_sealed_it_and_when(sealed: bytes, seal: SealKey) -> None:
    assert check_xlsx(sealed) == OfficeCheck(
        signed=True,
        intact=True,
        certificate=seal.certificate,
        fingerprint=seal.fingerprint,
        signed_at=AT,
        problem=None,
    )
    assert load_workbook(io.BytesIO(sealed)).active["A1"].value == "Änna & <Bene>"


def test_packed_anew_it_is_the_same_workbook(sealed: bytes) -> None:
    assert check_xlsx(zipped(sorted(parts_of(sealed).items()), zipfile.ZIP_STORED)).intact


def test_saved_again_it_has_lost_its_seal(sealed: bytes) -> None:
    assert check_xlsx(saved(load_workbook(io.BytesIO(sealed)))) == OfficeCheck(problem="unsigned")


def test_any_changed_part_is_noticed(sealed: bytes) -> None:
    parts = parts_of(sealed)
    assert len(parts) == 13
    for name, part in parts.items():
        for changed in (part + b"<a/>", part[:-1], part.replace(b"s", b"z", 1)):
            if changed != part:
                assert not check_xlsx(zipped({**parts, name: changed}.items())).intact, name


def _changed(part: str, old: bytes, new: bytes) -> Callable[[Parts], Parts]:
    def change(parts: Parts) -> Parts:
        assert old in parts[part]
        return {**parts, part: parts[part].replace(old, new, 1)}

    return change


SHEET = b"application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
LINK = b'<Relationship Id="rId99" Type="x" Target="http://example.org/" TargetMode="External"/></Relationships>'


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda parts: {**parts, "xl/worksheets/sheet3.xml": b"<worksheet/>"}, id="a part more"),
        pytest.param(lambda parts: {**parts, "_xmlsignatures/sig2.xml": b"<Signature/>"}, id="a signature more"),
        pytest.param(lambda parts: {k: v for k, v in parts.items() if not k.endswith("sheet2.xml")}, id="a part less"),
        pytest.param(lambda parts: {k: v for k, v in parts.items() if k != SIGNATURE}, id="no signature"),
        pytest.param(_changed("xl/worksheets/sheet2.xml", b"<v>7</v>", b"<v>8</v>"), id="a cell"),
        pytest.param(_changed("docProps/core.xml", b"openpyxl", b"somebody"), id="the author"),
        pytest.param(_changed(BOOK, b"</Relationships>", LINK), id="a link outside"),
        pytest.param(_changed(ROOT, b"</Relationships>", LINK), id="a relationship of the package"),
        pytest.param(_changed(BOOK, b"sheet2.xml", b"sheet1.xml"), id="a relationship elsewhere"),
        pytest.param(_changed(TYPES, SHEET, b"application/xml"), id="a content type"),
        pytest.param(
            _changed(TYPES, b"</Types>", b'<Override PartName="/xl/a.bin" ContentType="x/y"/></Types>'),
            id="a content type more",
        ),
        pytest.param(
            _changed(TYPES, b"</Types>", b'<Default Extension="vml" ContentType="x/y"/></Types>'),
            id="a type of ending more",
        ),
    ],
)
def test_what_comes_or_goes_is_noticed(sealed: bytes, change: Callable[[Parts], Parts]) -> None:
    check = check_xlsx(zipped(change(parts_of(sealed)).items()))
    assert (check.intact, check.problem) in {(False, "changed"), (False, "damaged"), (False, "unknown_signature")}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"<xd:SigningTime>2026", b"<xd:SigningTime>2025"),
        (
            b"YYYY-MM-DDThh:mm:ssTZD</mdssi:Format><mdssi:Value>2026",
            b"YYYY-MM-DDThh:mm:ssTZD</mdssi:Format><mdssi:Value>2025",
        ),
        (b"ecdsa-sha256", b"ecdsa-sha1"),
        (b"</Signature>", b"<Object>more</Object></Signature>"),
    ],
)
def test_a_signature_that_is_written_otherwise_is_none(sealed: bytes, old: bytes, new: bytes) -> None:
    parts = _changed(SIGNATURE, old, new)(parts_of(sealed))
    assert check_xlsx(zipped(parts.items())).problem == "changed"


def test_a_value_of_another_key_is_none(sealed: bytes, tmp_path: Path) -> None:
    """Somebody changes a cell, signs with a key of their own, and puts our certificate into the signature."""
    ours, theirs = parts_of(sealed), parts_of(seal_xlsx(plain(), key=make_seal_key(tmp_path), at=AT))

    def between(part: bytes) -> bytes:
        return part.split(b"<SignatureValue>")[1].split(b"</SignatureValue>")[0]

    ours[SIGNATURE] = ours[SIGNATURE].replace(between(ours[SIGNATURE]), between(theirs[SIGNATURE]))
    assert check_xlsx(zipped(ours.items())).problem == "wrong_signature"


def test_the_text_is_canonical_as_it_is_written(sealed: bytes) -> None:
    """The digest is taken over the text itself: an independent canonicaliser leaves each of its parts as it is."""
    text = parts_of(sealed)[SIGNATURE]
    root = etree.fromstring(text)
    pieces = [*root.iter("{*}SignedInfo"), *root.xpath("//*[@Id='idPackageObject' or @Id='idOfficeObject']")]
    pieces += root.iter("{*}SignedProperties")
    assert len(pieces) == 4
    for piece in pieces:
        # A copy that stands alone, with the namespaces around it: lxml adds stray xmlns="" to a part of a document.
        alone = etree.Element(piece.tag, dict(piece.attrib), nsmap=piece.nsmap)
        alone.extend(list(piece))
        assert etree.tostring(alone, method="c14n") in text


def test_one_sealed_in_2026_still_verifies() -> None:
    check = check_xlsx((Path(__file__).parent / "sealed.xlsx").read_bytes())
    assert (check.problem, check.intact, check.signed_at) == (None, True, AT)


def test_a_file_that_cannot_be_sealed(sealed: bytes, seal: SealKey) -> None:
    for content in (b"", b"no zip", sealed, zipped([("a.txt", b"")])):
        with pytest.raises(ValueError, match="no workbook to be sealed"):
            seal_xlsx(content, key=seal, at=AT)


BOMB = b"\0" * 11_000_000
DOCTYPE = b'<!DOCTYPE a [<!ENTITY b "c">]><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'


def with_types(content: bytes) -> bytes:
    return zipped([(TYPES, content), (ROOT, b""), ("xl/workbook.xml", b"")])


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: b"", "no_workbook"),
        (lambda: b"%PDF-1.7", "no_workbook"),
        (lambda: zipped([("../../etc/passwd", b"x")]), "no_workbook"),
        (lambda: with_types(b"<a>"), "damaged"),
        (lambda: with_types(DOCTYPE), "damaged"),
        (lambda: with_types(BOMB), "too_large"),
        (lambda: zipped((f"{number}", b"") for number in range(10_001)), "too_large"),
        (lambda: b"PK" + b"\0" * MAX_FILE, "too_large"),
        (plain, "unsigned"),
    ],
    ids=range(9),
)
def test_strangers_files(make: Callable[[], bytes], problem: str) -> None:
    assert check_xlsx(make()) == OfficeCheck(problem=problem)


def test_two_parts_of_one_name(sealed: bytes) -> None:
    parts = parts_of(sealed)
    twice = zipped([*parts.items(), ("xl/worksheets/Sheet2.xml", parts["xl/worksheets/sheet2.xml"])])
    assert check_xlsx(twice).problem == "damaged"


def test_a_damaged_file_raises_nothing(sealed: bytes) -> None:
    for at in range(0, len(sealed), 97):
        flipped = bytearray(sealed)
        flipped[at] ^= 0x55
        check_xlsx(bytes(flipped))
        check_xlsx(sealed[:at])


def test_no_other_workbook_is_hidden_in_the_file(sealed: bytes) -> None:
    """Some programs would find it instead. Each byte belongs to a part, to the list of parts, or to its end."""
    other, end = plain(), sealed.rindex(b"PK\5\6")
    (listed,) = struct.unpack_from("<I", sealed, end + 16)
    longer = bytearray(sealed + b"said")
    longer[end + 20] = 4
    moved = sealed[end : end + 16] + struct.pack("<I", listed + len(other)) + sealed[end + 20 :]
    for hidden in (other + sealed, sealed + b"\0", bytes(longer), sealed[:listed] + other + sealed[listed:end] + moved):
        assert check_xlsx(hidden).problem == "changed"
