"""The text of an Office package signature (XML-DSig with the office and XAdES objects), written in canonical form.

Every digested part carries its own namespaces, has its attributes in order and no empty-element tags. So the text
already is its own C14N form, and no canonicaliser is needed. It must never change: old files are checked against it.
"""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

PACKAGE = "http://schemas.openxmlformats.org/package/2006"
RELATIONSHIPS, SIGNING = f"{PACKAGE}/relationships", f"{PACKAGE}/digital-signature"
_DSIG, _XADES = "http://www.w3.org/2000/09/xmldsig#", "http://uri.etsi.org/01903/v1.3.2#"
_PROPERTIES = "http://uri.etsi.org/01903#SignedProperties"
_OFFICE = "http://schemas.microsoft.com/office/2006/digsig"
_C14N, _SHA256 = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315", "http://www.w3.org/2001/04/xmlenc#sha256"
_ECDSA = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"
_TRANSFORM = f'<Transform Algorithm="{_C14N}"></Transform>'


@dataclass(frozen=True, slots=True, kw_only=True)
class Relationship:
    """One line of a list of relationships; `mode` is Internal or External."""

    id: str
    kind: str
    target: str
    mode: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedPart:
    """A part of the package: name without the first slash, content type, SHA-256 in base64.

    A list of relationships is signed line by line instead, because the line that leads to the signature is added later.
    """

    name: str
    content_type: str
    digest: str = ""
    relationships: tuple[Relationship, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeSignature:
    """`signed` is what the key signs (SignedInfo), with digests of `rest`: certificate, parts, office, time."""

    signed: str
    rest: str

    def text(self, value: str) -> str:
        """Return the whole part, with the signature's value in base64."""
        return (
            f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Signature xmlns="{_DSIG}" '
            f'Id="idPackageSignature">{self.signed}<SignatureValue>{value}</SignatureValue>{self.rest}</Signature>'
        )


def office_signature(parts: Sequence[SignedPart], certificate: x509.Certificate, at: datetime) -> OfficeSignature:
    """Write the signature of these parts, without its value."""
    time = f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    package, office, properties = _package(parts, time), _office(), _properties(certificate, time)
    signed = (
        f'<SignedInfo xmlns="{_DSIG}"><CanonicalizationMethod Algorithm="{_C14N}"></CanonicalizationMethod>'
        f'<SignatureMethod Algorithm="{_ECDSA}"></SignatureMethod>'
        + _reference("#idPackageObject", _digest(package), f"{_DSIG}Object")
        + _reference("#idOfficeObject", _digest(office), f"{_DSIG}Object")
        + _reference("#idSignedProperties", _digest(properties), _PROPERTIES, _TRANSFORM)
        + "</SignedInfo>"
    )
    certificate_text = base64.b64encode(certificate.public_bytes(Encoding.DER)).decode()
    rest = (
        f"<KeyInfo><X509Data><X509Certificate>{certificate_text}</X509Certificate></X509Data></KeyInfo>{package}{office}"
        f'<Object><xd:QualifyingProperties xmlns:xd="{_XADES}" Target="#idPackageSignature">{properties}'
        "</xd:QualifyingProperties></Object>"
    )
    return OfficeSignature(signed=signed, rest=rest)


def _package(parts: Sequence[SignedPart], time: str) -> str:
    """Write the object that names all parts of the file and the time."""
    return (
        f'<Object xmlns="{_DSIG}" Id="idPackageObject"><Manifest>{"".join(map(_part, parts))}</Manifest>'
        '<SignatureProperties><SignatureProperty Id="idSignatureTime" Target="#idPackageSignature">'
        f'<mdssi:SignatureTime xmlns:mdssi="{SIGNING}"><mdssi:Format>YYYY-MM-DDThh:mm:ssTZD</mdssi:Format>'
        f"<mdssi:Value>{time}</mdssi:Value></mdssi:SignatureTime></SignatureProperty></SignatureProperties></Object>"
    )


def _part(part: SignedPart) -> str:
    address = f"/{quote(part.name)}?ContentType={part.content_type}"
    if part.relationships is None:
        return _reference(address, part.digest)
    references = "".join(
        f'<mdssi:RelationshipReference xmlns:mdssi="{SIGNING}" SourceId="{_attribute(one.id)}">'
        "</mdssi:RelationshipReference>"
        for one in part.relationships
    )
    lines = "".join(
        f'<Relationship Id="{_attribute(one.id)}" Target="{_attribute(one.target)}" '
        f'TargetMode="{_attribute(one.mode)}" Type="{_attribute(one.kind)}"></Relationship>'
        for one in part.relationships
    )
    transforms = f'<Transform Algorithm="{PACKAGE}/RelationshipTransform">{references}</Transform>{_TRANSFORM}'
    digest = _digest(f'<Relationships xmlns="{RELATIONSHIPS}">{lines}</Relationships>')
    return _reference(address, digest, transforms=transforms)


def _office() -> str:
    """Write the object that Office asks for: a signature of everything, without a picture."""
    return (
        f'<Object xmlns="{_DSIG}" Id="idOfficeObject"><SignatureProperties>'
        '<SignatureProperty Id="idOfficeV1Details" Target="#idPackageSignature">'
        f'<SignatureInfoV1 xmlns="{_OFFICE}"><SetupID></SetupID><SignatureText></SignatureText>'
        "<SignatureImage></SignatureImage><SignatureComments>Spielliste</SignatureComments>"
        # The schema asks for all of these; the values are LibreOffice's. Type 1 means: no picture in the sheet.
        "<WindowsVersion>6.1</WindowsVersion><OfficeVersion>16.0</OfficeVersion>"
        "<ApplicationVersion>16.0</ApplicationVersion><Monitors>1</Monitors>"
        "<HorizontalResolution>1280</HorizontalResolution><VerticalResolution>800</VerticalResolution>"
        "<ColorDepth>32</ColorDepth><SignatureProviderId>{00000000-0000-0000-0000-000000000000}</SignatureProviderId>"
        "<SignatureProviderUrl></SignatureProviderUrl><SignatureProviderDetails>9</SignatureProviderDetails>"
        "<SignatureType>1</SignatureType></SignatureInfoV1></SignatureProperty></SignatureProperties></Object>"
    )


def _properties(certificate: x509.Certificate, time: str) -> str:
    """Write the XAdES object: the time of the signature and its certificate."""
    digest = base64.b64encode(hashlib.sha256(certificate.public_bytes(Encoding.DER)).digest()).decode()
    issuer = _content(certificate.issuer.rfc4514_string())
    return (
        f'<xd:SignedProperties xmlns="{_DSIG}" xmlns:xd="{_XADES}" Id="idSignedProperties">'
        f"<xd:SignedSignatureProperties><xd:SigningTime>{time}</xd:SigningTime><xd:SigningCertificate><xd:Cert>"
        f'<xd:CertDigest><DigestMethod Algorithm="{_SHA256}"></DigestMethod><DigestValue>{digest}</DigestValue>'
        f"</xd:CertDigest><xd:IssuerSerial><X509IssuerName>{issuer}</X509IssuerName>"
        f"<X509SerialNumber>{certificate.serial_number}</X509SerialNumber></xd:IssuerSerial></xd:Cert>"
        "</xd:SigningCertificate><xd:SignaturePolicyIdentifier><xd:SignaturePolicyImplied>"
        "</xd:SignaturePolicyImplied></xd:SignaturePolicyIdentifier></xd:SignedSignatureProperties>"
        "</xd:SignedProperties>"
    )


def _reference(address: str, digest: str, kind: str = "", transforms: str = "") -> str:
    of_kind = f' Type="{kind}"' if kind else ""
    how = f"<Transforms>{transforms}</Transforms>" if transforms else ""
    return (
        f'<Reference{of_kind} URI="{_attribute(address)}">{how}<DigestMethod Algorithm="{_SHA256}"></DigestMethod>'
        f"<DigestValue>{digest}</DigestValue></Reference>"
    )


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _attribute(value: str) -> str:
    """Escape a value as canonical XML does in an attribute."""
    return value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def _content(value: str) -> str:
    """Escape a value as canonical XML does between tags."""
    return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
