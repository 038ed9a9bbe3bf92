"""What the check notices: a sealed PDF that was changed, one sealed by others, and malicious files."""

import asyncio
import io
import random
import socket
import zlib
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pikepdf
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import AuthorityInformationAccessOID, NameOID
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign.fields import SigFieldSpec, append_signature_field

from tests.tournament.proof.seals.sealed_pdf import AT, DATA, flipped, seal_page, signature_of
from tournament.network.certificates import begin_certificate
from tournament.proof.seals.keys import SealKey
from tournament.proof.seals.pades import sign
from tournament.proof.seals.pdf import LARGEST, check_pdf
from tournament.proof.seals.pdf_values import PdfCheck

P256 = ec.SECP256R1()


def test_one_sealed_in_2026_still_verifies() -> None:
    check = check_pdf((Path(__file__).parent / "sealed.pdf").read_bytes())
    assert (check.problem, check.intact, check.signed_at, check.data) == ("", True, AT, DATA)


def test_beside_an_event_loop(plain: bytes, seal: SealKey) -> None:
    async def sealed_and_checked() -> PdfCheck:
        return check_pdf(seal_page(plain, seal))

    # In a thread of its own, because this one may have an event loop from a browser test that never ends.
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, sealed_and_checked()).result().intact


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


def test_an_attachment_that_is_another_while_the_page_is_the_same(sealed: bytes) -> None:
    with pikepdf.open(io.BytesIO(sealed)) as document:
        document.Root.AF[0].EF.F.write(DATA.replace(b"rufer", b"wenz!"))
        buffer = io.BytesIO()
        document.save(buffer)
    check = check_pdf(buffer.getvalue())
    assert (check.signed, check.intact, check.problem, check.data) == (True, False, "changed", None)


def appended(sealed: bytes, key: SealKey, what: str) -> bytes:
    """The sealed file with an update appended, as the format allows it."""
    writer = IncrementalPdfFileWriter(io.BytesIO(sealed))
    if what == "page":
        page, _resources = writer.find_page_for_modification(0)
        page.get_object()["/MediaBox"] = generic.ArrayObject(map(generic.NumberObject, (0, 0, 99, 99)))
        writer.mark_update(page)
    elif what == "validation data":
        writer.root["/DSS"] = writer.add_object(generic.DictionaryObject())
        writer.update_root()
    else:
        append_signature_field(writer, SigFieldSpec("Second"))
    buffer = io.BytesIO()
    writer.write(buffer)
    return sign(buffer.getvalue(), field="Second", key=key, at=AT) if what == "signature" else buffer.getvalue()


@pytest.mark.parametrize("what", ["page", "validation data", "signature"])
def test_nothing_may_be_appended(sealed: bytes, seal: SealKey, what: str) -> None:
    """Not even what the format allows after a lock: only we seal these files, and we never append."""
    check = check_pdf(appended(sealed, seal, what))
    assert (check.signed, check.intact, check.problem, check.data) == (True, False, "added_to", None)


@pytest.mark.parametrize("more", [b"\n", b"x", b"\n%%EOF\n", b"\0" * 1000])
def test_no_byte_may_follow(sealed: bytes, more: bytes) -> None:
    assert check_pdf(sealed + more).problem in ("added_to", "changed")


def key_valid(since: datetime, days: int, *, curve: ec.EllipticCurve = P256, tempting: bool = False) -> SealKey:
    """A key of another installation, with a certificate of its own; if `tempting`, it names addresses to ask."""
    key = ec.generate_private_key(curve)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "another")])
    world = begin_certificate(name, name, key.public_key(), since, days)
    if tempting:
        address = x509.UniformResourceIdentifier("http://revocation.invalid/")
        point = x509.DistributionPoint([address], None, None, None)
        responder = x509.AccessDescription(AuthorityInformationAccessOID.OCSP, address)
        world = world.add_extension(x509.CRLDistributionPoints([point]), critical=False)
        world = world.add_extension(x509.AuthorityInformationAccess([responder]), critical=False)
    return SealKey(key=key, certificate=world.sign(key, hashes.SHA256()), chain=())


def test_another_installation_s_seal_is_intact_and_theirs(plain: bytes, seal: SealKey) -> None:
    theirs = key_valid(AT, 30)
    check = check_pdf(seal_page(plain, theirs))
    assert (check.intact, check.fingerprint) == (True, theirs.fingerprint)
    assert check.fingerprint != seal.fingerprint


def test_a_signature_of_another_kind_is_none_of_ours(plain: bytes) -> None:
    check = check_pdf(seal_page(plain, key_valid(AT, 30, curve=ec.SECP384R1())))
    assert (check.signed, check.intact, check.problem, check.fingerprint) == (True, False, "unknown_signature", "")


def test_a_certificate_that_expired_since_does_no_harm(plain: bytes) -> None:
    old = key_valid(datetime(2020, 1, 1, tzinfo=UTC), 30)
    assert check_pdf(seal_page(plain, old, datetime(2020, 1, 15, 12, tzinfo=UTC))).intact
    check = check_pdf(seal_page(plain, old, datetime(2020, 3, 1, tzinfo=UTC)))
    assert (check.signed, check.intact, check.problem) == (True, False, "certificate_not_valid")


def test_a_chain_that_does_not_reach_its_root_is_left_out(plain: bytes, seal: SealKey) -> None:
    """Nothing in the file could prove it, so that a byte of it could be changed unnoticed."""
    loose = SealKey(key=seal.key, certificate=seal.certificate, chain=(key_valid(AT, 30).certificate,))
    pdf = seal_page(plain, loose)
    assert check_pdf(pdf).intact
    begin, zeros, _end = signature_of(pdf)
    assert bytes.fromhex(pdf[begin:zeros].decode() + "0" * ((zeros - begin) % 2)).count(b"another") == 0


def test_the_network_is_never_asked(plain: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    requests: list[object] = []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *question, **_options: requests.append(question))
    assert check_pdf(seal_page(plain, key_valid(AT, 30, tempting=True))).intact
    assert requests == []


def encrypted(pdf: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        buffer = io.BytesIO()
        document.save(buffer, encryption=pikepdf.Encryption(owner="x", user="x"))
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "not_pdf"),
        (b"PK\x03\x04 a workbook", "not_pdf"),
        (b"%PDF-1.7\n" + b"x" * LARGEST, "too_large"),
        (b"%PDF-1.7\n%%EOF", "unreadable"),
        (b"%PDF-1.7\n" + random.Random(1).randbytes(9000), "unreadable"),
        (b"%PDF-1.7\n" + b"[" * 100_000, "unreadable"),
    ],
)
def test_files_that_are_none_of_ours(content: bytes, problem: str) -> None:
    assert check_pdf(content) == PdfCheck(problem=problem)


def test_a_pdf_without_a_seal_and_one_with_a_password(plain: bytes) -> None:
    assert check_pdf(plain) == PdfCheck(problem="not_sealed")
    assert check_pdf(encrypted(plain)) == PdfCheck(problem="encrypted")


def numbered(*objects: bytes) -> bytes:
    """A small PDF of these objects, the first of which is its catalogue."""
    content, places = bytearray(b"%PDF-1.7\n"), []
    for number, one in enumerate(objects, 1):
        places.append(len(content))
        content += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    start, count = len(content), len(objects) + 1
    content += b"xref\n0 %d\n0000000000 65535 f \n" % count + b"".join(b"%010d 00000 n \n" % at for at in places)
    return bytes(content + b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (count, start))


def test_a_file_made_to_keep_us_busy_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each field is the parent of the next one twice: 2 to the 60th fields to look at."""
    monkeypatch.setattr("tournament.proof.seals.pdf_check.SECONDS", 0.2)
    fields = [b"<</T(a)/Kids[%d 0 R %d 0 R]>>" % (at, at) for at in range(3, 63)]
    world = datetime.now(UTC)
    check = check_pdf(numbered(b"<</Type/Catalog/AcroForm<</Fields[2 0 R]>>>>", *fields, b"<</T(a)/FT/Sig>>"))
    assert check == PdfCheck(problem="too_hard")
    assert datetime.now(UTC) - world < timedelta(seconds=20)  # 2 to the 60th would take for ever


def test_a_file_that_unpacks_to_much_more_is_not_unpacked() -> None:
    bomb = zlib.compress(bytes(64 * 1024 * 1024), 9)
    stream = b"<</Type/XRef/Size 9/W[1 3 1]/Root 1 0 R/Filter/FlateDecode/Length %d>>stream\n" % len(bomb)
    content = b"%PDF-1.7\n1 0 obj\n" + stream + bomb + b"\nendstream\nendobj\nstartxref\n9\n%%EOF"
    assert check_pdf(content) == PdfCheck(problem="unreadable")


def test_damage_of_any_kind_raises_nothing_and_leaves_nothing_intact(sealed: bytes) -> None:
    chance = random.Random(5)
    for _ in range(60):
        damaged = bytearray(sealed)
        at, length = chance.randrange(9, len(damaged)), chance.randrange(1, 2000)
        what = chance.choice(
            [b"", damaged[at : at + length] * 2, chance.randbytes(length), b"<<" * length, b"9" * length]
        )
        damaged[at : at + length] = what
        assert not check_pdf(bytes(damaged)).intact
