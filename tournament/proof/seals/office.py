"""The seal of an Excel workbook: an OPC package signature as Office and LibreOffice read it. Knows no rows, no pages.

A seal is checked by writing it again: the file's parts, the certificate and the time give exactly one text that
`seal_xlsx` would have written. So nothing can hide in a signature of another form. This text must never change, or old
files would no longer verify. tests/tournament/proof/seals/sealed.xlsx is such a file, from 2026.
"""

import base64
import binascii
import hashlib
import io
import re
import struct
import zipfile
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from lxml import etree

from tournament.proof.seals.keys import SealKey, fingerprint_of
from tournament.proof.seals.office_signature import PACKAGE, RELATIONSHIPS, Relationship, SignedPart, office_signature

# A workbook of 500 sheets has 1,100 parts, 4 MB, 40 MB unpacked.
MAX_FILE, MAX_UNPACKED, MAX_PARTS, MAX_LIST = 200_000_000, 1_000_000_000, 10_000, 10_000_000

_TYPES, _ROOT = "[Content_Types].xml", "_rels/.rels"
_FOLDER = "_xmlsignatures/"
_ORIGIN, _ORIGIN_RELS, _SIGNATURE = f"{_FOLDER}origin.sigs", f"{_FOLDER}_rels/origin.sigs.rels", f"{_FOLDER}sig1.xml"
_TYPES_NS, _RELATIONSHIPS_NS = f"{{{PACKAGE}/content-types}}", f"{{{RELATIONSHIPS}}}"
_ORIGIN_KIND, _SIGNATURE_KIND = (f"{RELATIONSHIPS}/digital-signature/{word}" for word in ("origin", "signature"))
_RELS_TYPE = "application/vnd.openxmlformats-package.relationships+xml"
_ORIGIN_TYPE = "application/vnd.openxmlformats-package.digital-signature-origin"
_SIGNATURE_TYPE = "application/vnd.openxmlformats-package.digital-signature-xmlsignature+xml"
# Records of a zip: the header before a part, without time and version; the size of a part's entry in the list at the
# end; the end.
_LOCAL, _LISTED, _END = struct.Struct("<4s2xHH4xIIIHH"), 46, struct.Struct("<4sHHHHIIH")


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeCheck:
    """The result of checking a workbook's seal.

    `intact` means that every part is as it was signed, and that no part was added or removed. `problem` is None or one
    of too_large, no_workbook, encrypted, damaged, unsigned, unknown_signature, changed, wrong_signature.
    """

    signed: bool = False
    intact: bool = False
    certificate: x509.Certificate | None = None
    fingerprint: str = ""
    signed_at: datetime | None = None
    problem: str | None = None


class _Broken(Exception):
    """The package cannot be signed or checked; the text is the code of the problem."""


def seal_xlsx(content: bytes, *, key: SealKey, at: datetime) -> bytes:
    """Seal a workbook over all its parts. This must be the last step, because openpyxl drops the seal when it saves.

    Raises ValueError where the file is no workbook, or is signed already.
    """
    try:
        package = _Package(content)
        if package.signed:
            raise _Broken("signed")
        signature = office_signature(package.parts(), key.certificate, at)
    except (_Broken, zipfile.BadZipFile) as error:
        raise ValueError(f"no workbook to be sealed: {error}") from error
    r, s = decode_dss_signature(key.key.sign(signature.signed.encode(), ec.ECDSA(hashes.SHA256())))
    value = base64.b64encode(r.to_bytes(32, "big") + s.to_bytes(32, "big")).decode()
    return package.sealed(signature.text(value).encode())


def check_xlsx(content: bytes) -> OfficeCheck:
    """Tell whether the file is a sealed workbook, who sealed it and when, and whether it is unchanged. It never raises.

    The caller must find out whose certificate it is, for anybody can sign with their own key.
    """
    try:
        return _checked(_Package(content))
    except _Broken as error:
        return OfficeCheck(problem=str(error))
    except Exception:  # A damaged file can fail anywhere inside zipfile and lxml, with any kind of error.
        return OfficeCheck(problem="damaged")


def _checked(package: "_Package") -> OfficeCheck:
    if not package.signed:
        return OfficeCheck(problem="unsigned")
    signature = package.small(_SIGNATURE).decode("utf-8", "replace") if _SIGNATURE in package.names else ""
    stated = _stated(signature)
    if stated is None:
        return OfficeCheck(signed=True, problem="unknown_signature")
    certificate, at, value = stated
    public = certificate.public_key()
    if not isinstance(public, ec.EllipticCurvePublicKey) or not isinstance(public.curve, ec.SECP256R1):
        return OfficeCheck(signed=True, problem="unknown_signature")
    expected, problem = office_signature(package.parts(), certificate, at), None
    if expected.text(value) != signature or not package.only_our_signature() or not package.is_whole():
        problem = "changed"
    elif not _verifies(public, value, expected.signed):
        problem = "wrong_signature"
    return OfficeCheck(
        signed=True,
        intact=problem is None,
        certificate=certificate,
        fingerprint=fingerprint_of(public),
        signed_at=at,
        problem=problem,
    )


def _stated(signature: str) -> tuple[x509.Certificate, datetime, str] | None:
    """Return the unchecked certificate, time and value of a signature of our form; None for any other form."""
    shape = (
        r"<SignatureValue>([\w+/]{86}==)</SignatureValue>.*<X509Certificate>([\w+/=]{1,8000})</X509Certificate>"
        r".*<xd:SigningTime>([\dTZ:-]{20})</xd:SigningTime>"
    )
    match = re.search(shape, signature, re.DOTALL | re.ASCII)
    if match is None:
        return None
    try:
        certificate = x509.load_der_x509_certificate(base64.b64decode(match[2], validate=True))
        at = datetime.strptime(match[3], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except (ValueError, binascii.Error):
        return None
    return certificate, at, match[1]


def _verifies(public: ec.EllipticCurvePublicKey, value: str, signed: str) -> bool:
    raw = base64.b64decode(value)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    try:
        public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return False
    # In base64 several last digits stand for the same bytes; we write only one of them.
    return base64.b64encode(raw).decode() == value


class _Package:
    """A zip of parts with their content types and relationships. Reads no more than the limits above."""

    def __init__(self, content: bytes) -> None:
        if len(content) > MAX_FILE:
            raise _Broken("too_large")
        try:
            self.zip = zipfile.ZipFile(io.BytesIO(content))
        except zipfile.BadZipFile:
            raise _Broken("no_workbook") from None
        self._content, entries = content, self.zip.infolist()
        self.names = [entry.filename for entry in entries]
        # zipfile reads no further than the stated size of an entry, so the sum holds even if a file lies.
        if len(entries) > MAX_PARTS or sum(entry.file_size for entry in entries) > MAX_UNPACKED:
            raise _Broken("too_large")
        if any(entry.flag_bits & 1 for entry in entries):
            raise _Broken("encrypted")
        if not {_TYPES, _ROOT, "xl/workbook.xml"} <= set(self.names):
            raise _Broken("no_workbook")
        # Of two parts with the same name another reader may take the other. Names must differ in more than case.
        if len({name.casefold() for name in self.names}) != len(self.names):
            raise _Broken("damaged")
        self.defaults, self.overrides = _content_types(self.small(_TYPES))
        self.used: set[str] = set()

    @property
    def signed(self) -> bool:
        return any(name.startswith(_FOLDER) for name in self.names)

    def small(self, name: str) -> bytes:
        """Read a part whole: a list of types or relationships, or the signature."""
        if self.zip.getinfo(name).file_size > MAX_LIST:
            raise _Broken("too_large")
        return self.zip.read(name)

    def digest(self, name: str) -> str:
        """Return the SHA-256 of a part in base64; the part is read in pieces."""
        digest = hashlib.sha256()
        with self.zip.open(name) as part:
            while piece := part.read(1 << 20):
                digest.update(piece)
        return base64.b64encode(digest.digest()).decode()

    def parts(self) -> list[SignedPart]:
        """Return all parts but the seal. Lists of relationships lack the line that leads to the seal."""
        return [self._part(name) for name in sorted(self.names) if name != _TYPES and not name.startswith(_FOLDER)]

    def _part(self, name: str) -> SignedPart:
        content_type = self.content_type(name)
        if content_type != _RELS_TYPE:
            return SignedPart(name=name, content_type=content_type, digest=self.digest(name))
        lines = _relationships(self.small(name))
        if name == _ROOT:
            lines = tuple(line for line in lines if (line.kind, line.target) != (_ORIGIN_KIND, _ORIGIN))
        return SignedPart(name=name, content_type=content_type, relationships=lines)

    def content_type(self, name: str) -> str:
        """Return the content type that the list gives for this part."""
        key = f"/{name}" if f"/{name}" in self.overrides else name.rpartition(".")[2]
        self.used.add(key)
        kind = self.overrides.get(key) or self.defaults.get(key)
        if kind is None:
            raise _Broken("damaged")
        return kind

    def only_our_signature(self) -> bool:
        """Whether the folder of signatures holds only the seal, and the list of types names no missing part."""
        ours = {_ORIGIN, _ORIGIN_RELS, _SIGNATURE}
        folder = {name for name in self.names if name.startswith(_FOLDER)}
        types = {name: self.content_type(name) for name in folder}
        return (
            types == {_ORIGIN: _ORIGIN_TYPE, _ORIGIN_RELS: _RELS_TYPE, _SIGNATURE: _SIGNATURE_TYPE}
            and folder == ours
            and self.zip.getinfo(_ORIGIN).file_size == 0
            and self.small(_ORIGIN_RELS) == _origin_relationships()
            and self.overrides.keys() | self.defaults.keys() <= self.used | {"xml"}
        )

    def is_whole(self) -> bool:
        """Whether every byte of the file belongs to a part, to the list of parts or to the end, as in a zip of ours.

        Otherwise another program might find a workbook that is not signed: before it, behind it, or between its parts.
        """
        at, listed = 0, 0
        entries = sorted(self.zip.infolist(), key=lambda entry: entry.header_offset)
        for entry in entries:
            sizes = (entry.CRC, entry.compress_size, entry.file_size)
            name = entry.orig_filename.encode()
            # With flag 8 a data descriptor would follow the part.
            if entry.header_offset != at or entry.flag_bits & 8 or not entry.orig_filename.isascii():
                return False
            header = _LOCAL.unpack_from(self._content, at)
            if header != (b"PK\3\4", entry.flag_bits, entry.compress_type, *sizes, len(name), 0):
                return False
            at += _LOCAL.size + len(name) + entry.compress_size
            listed += _LISTED + len(name)
        end = _END.pack(b"PK\5\6", 0, 0, len(entries), len(entries), listed, at, 0)
        return self._content[at + listed :] == end

    def sealed(self, signature: bytes) -> bytes:
        """Return the package with this signature; every other part stays as it was."""
        new = io.BytesIO()
        with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as target:
            for entry in self.zip.infolist():
                part = self.zip.read(entry)
                if entry.filename == _TYPES:
                    part = _with_signature_types(part)
                elif entry.filename == _ROOT:
                    part = _with_origin(part)
                target.writestr(entry, part, zipfile.ZIP_DEFLATED)
            for name, part in (
                (_ORIGIN, b""),
                (_ORIGIN_RELS, _origin_relationships()),
                (_SIGNATURE, signature),
            ):
                target.writestr(name, part)
        return new.getvalue()


def _parsed(part: bytes, tags: set[str], attributes: set[str]) -> Any:
    """Parse a list of types or relationships, which may hold only elements with these tags and attributes."""
    if b"<!" in part:  # no entities, no comments
        raise _Broken("damaged")
    try:
        root = etree.fromstring(part, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))
    except etree.XMLSyntaxError:
        raise _Broken("damaged") from None
    for element in root:
        if element.tag not in tags or len(element) or not set(element.attrib) <= attributes:
            raise _Broken("damaged")
    return root


def _content_types(part: bytes) -> tuple[dict[str, str], dict[str, str]]:
    """Return the content types by extension and by /part. A list that names one twice is damaged."""
    defaults: dict[str, str] = {}
    overrides: dict[str, str] = {}
    for element in _parse_types(part):
        default = element.tag == f"{_TYPES_NS}Default"
        types, name = (defaults, element.get("Extension")) if default else (overrides, element.get("PartName"))
        if not name or name in types or not element.get("ContentType"):
            raise _Broken("damaged")
        types[name] = element.get("ContentType")
    return defaults, overrides


def _parse_types(part: bytes) -> Any:
    return _parsed(part, {f"{_TYPES_NS}Default", f"{_TYPES_NS}Override"}, {"Extension", "PartName", "ContentType"})


def _relationships(part: bytes) -> tuple[Relationship, ...]:
    """Return the lines of a list of relationships in the order in which they are signed."""
    relationships = [
        Relationship(
            id=element.get("Id", ""),
            kind=element.get("Type", ""),
            target=element.get("Target", ""),
            mode=element.get("TargetMode", "Internal"),
        )
        for element in _parse_relationships(part)
    ]
    if len({relationship.id for relationship in relationships}) != len(relationships):
        raise _Broken("damaged")
    return tuple(sorted(relationships, key=lambda relationship: relationship.id))


def _parse_relationships(part: bytes) -> Any:
    return _parsed(part, {f"{_RELATIONSHIPS_NS}Relationship"}, {"Id", "Type", "Target", "TargetMode"})


def _with_signature_types(part: bytes) -> bytes:
    root = _parse_types(part)
    etree.SubElement(root, f"{_TYPES_NS}Default", Extension="sigs", ContentType=_ORIGIN_TYPE)
    etree.SubElement(root, f"{_TYPES_NS}Override", PartName=f"/{_SIGNATURE}", ContentType=_SIGNATURE_TYPE)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def _with_origin(part: bytes) -> bytes:
    root = _parse_relationships(part)
    etree.SubElement(root, f"{_RELATIONSHIPS_NS}Relationship", Id="rIdSeal", Type=_ORIGIN_KIND, Target=_ORIGIN)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def _origin_relationships() -> bytes:
    return (
        f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="{RELATIONSHIPS}">'
        f'<Relationship Id="rId1" Target="sig1.xml" Type="{_SIGNATURE_KIND}"/></Relationships>'
    ).encode()
