"""The signature in a PDF by pyHanko: PAdES B-B, EC P-256 with SHA-256, the document locked. Knows no rows and no page.

Nothing here opens the network: no revocation list is asked for, no time is stamped by others.
"""

import asyncio
import io
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

from asn1crypto import cms
from asn1crypto import x509 as asn1_x509
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import MDPPerm, SigSeedSubFilter
from pyhanko.sign.signers.cms_embedder import PdfCMSEmbedder, SigIOSetup, SigMDPSetup, SigObjSetup
from pyhanko.sign.signers.pdf_byterange import SignatureObject
from pyhanko.sign.signers.pdf_cms import PdfCMSSignedAttributes, Signer
from pyhanko.sign.validation.pdf_embedded import EmbeddedPdfSignature, async_validate_pdf_signature
from pyhanko.sign.validation.settings import KeyUsageConstraints
from pyhanko.sign.validation.status import SignatureCoverageLevel
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.registry import SimpleCertificateStore

from tournament.seals.keys import SealKey, fingerprint_of
from tournament.seals.pdf import PdfCheck
from tournament.seals.pdf_a import attached_data

# The signature and its attributes, without the certificates; written as two hexadecimal digits a byte.
ROOM_FOR_SIGNATURE = 1024


def sign(pdf: bytes, *, field: str, key: SealKey, at: datetime) -> bytes:
    """The PDF with the signature appended to it in its empty field; from now on nothing may be changed."""
    writer = _Writer(io.BytesIO(pdf))
    embedding = PdfCMSEmbedder().write_cms(field, writer, existing_fields_only=True)
    next(embedding)
    signer = _Signer(key)
    placeholder = SignatureObject(timestamp=at, subfilter=SigSeedSubFilter.PADES, bytes_reserved=signer.room)
    lock = SigMDPSetup(md_algorithm="sha256", certify=True, docmdp_perms=MDPPerm.NO_CHANGES)
    embedding.send(SigObjSetup(sig_placeholder=placeholder, mdp_setup=lock))
    digest, output = embedding.send(SigIOSetup(md_algorithm="sha256"))
    attributes = PdfCMSSignedAttributes(signing_time=at)
    embedding.send(
        _finished(signer.async_sign(digest.document_digest, "sha256", use_pades=True, signed_attr_settings=attributes))
    )
    signed: bytes = output.getvalue()
    return signed


def check(content: bytes) -> PdfCheck:
    """What the signature proves. Raises whatever a damaged or hostile file brings about."""
    reader = PdfFileReader(io.BytesIO(content))
    if reader.encrypted:
        return PdfCheck(problem="encrypted")
    signatures = reader.embedded_signatures
    if not signatures:
        return PdfCheck(problem="not_sealed")
    signature = signatures[0]
    certificate = x509.load_der_x509_certificate(signature.signer_cert.dump())
    public = certificate.public_key()
    known: dict[str, Any] = {
        "signed": True,
        "certificate": certificate,
        # A stranger's may be of another kind than all of ours.
        "fingerprint": fingerprint_of(public) if isinstance(public, ec.EllipticCurvePublicKey) else "",
        "signed_at": signature.self_reported_timestamp,
    }
    problem = _problem(signature, content)
    if not problem and len(signatures) > 1:
        problem = "added_to"
    if problem:
        return PdfCheck(**known, problem=problem)
    return PdfCheck(**known, intact=True, data=attached_data(content))


def _problem(signature: EmbeddedPdfSignature, content: bytes) -> str:
    """What is wrong with the signature, "" where it holds for every byte of the file."""
    start, before, after, rest = map(int, signature.byte_range)
    between = content[before:after]
    whole = start == 0 and between[:1] == b"<" and between[-1:] == b">" and len(signature.byte_range) == 4
    if whole and after + rest < len(content):
        return "added_to"
    if not whole or after + rest != len(content) or not _is_plain(between[1:-1]):
        return "changed"
    signed_at = signature.self_reported_timestamp
    if signed_at is None or signature.docmdp_level != MDPPerm.NO_CHANGES:
        return "changed"
    context = ValidationContext(trust_roots=[signature.signer_cert], allow_fetching=False, moment=signed_at)
    usage = KeyUsageConstraints(key_usage=set())
    status = _finished(
        async_validate_pdf_signature(signature, signer_validation_context=context, key_usage_settings=usage)
    )
    if not (status.intact and status.valid and status.docmdp_ok):
        return "changed"
    if status.coverage != SignatureCoverageLevel.ENTIRE_FILE:
        return "added_to"
    certificate = x509.load_der_x509_certificate(signature.signer_cert.dump())
    if not certificate.not_valid_before_utc <= signed_at <= certificate.not_valid_after_utc:
        return "certificate_not_valid"
    return "" if status.bottom_line else "changed"


def _is_plain(digits: bytes) -> bool:
    """Whether the signature is written as we write it: then none of its bytes may differ, either.

    Its certificates, its signed attributes and the signature itself are proven; all the rest must be as expected.
    """
    encoded = bytes.fromhex(digits.decode("ascii"))
    signed = cms.ContentInfo.load(encoded)["content"]
    signer = signed["signer_infos"][0]
    certificates = [one.chosen for one in signed["certificates"]]
    of_signer = next(one for one in certificates if one.serial_number == signer["sid"].chosen["serial_number"].native)
    expected = cms.ContentInfo(
        {
            "content_type": "signed_data",
            "content": {
                "version": "v1",
                "digest_algorithms": [{"algorithm": "sha256"}],
                "encap_content_info": {"content_type": "data"},
                "certificates": signed["certificates"],
                "signer_infos": [
                    {
                        "version": "v1",
                        "sid": {
                            "issuer_and_serial_number": {
                                "issuer": of_signer.issuer,
                                "serial_number": of_signer.serial_number,
                            }
                        },
                        "digest_algorithm": {"algorithm": "sha256"},
                        "signed_attrs": signer["signed_attrs"],
                        "signature_algorithm": {"algorithm": "sha256_ecdsa"},
                        "signature": signer["signature"],
                    }
                ],
            },
        }
    )
    written = expected.dump().hex().upper().encode().ljust(len(digits), b"0")
    return written == digits and _linked([x509.load_der_x509_certificate(one.dump()) for one in certificates])


def _linked(certificates: list[x509.Certificate]) -> bool:
    """Whether each was issued by one of them, or stands alone: then none of their bytes may differ."""
    return len(certificates) == 1 or all(any(_issued(one, other) for other in certificates) for one in certificates)


def _issued(certificate: x509.Certificate, issuer: x509.Certificate) -> bool:
    try:
        certificate.verify_directly_issued_by(issuer)
    except (ValueError, TypeError, InvalidSignature):
        return False
    # The count of unused bits before the signature is outside of what was signed.
    return certificate.public_bytes(Encoding.DER).endswith(b"\0" + certificate.signature)


class _Writer(IncrementalPdfFileWriter):
    """Appends the signature and nothing else: title, dates and XMP stand already, and agree."""

    def _update_meta(self) -> None:
        pass


class _Signer(Signer):
    """Signs with the installation's key; the certificates that vouch for it come along."""

    def __init__(self, key: SealKey) -> None:
        certificates = [key.certificate, *key.chain]
        if not _linked(certificates):
            certificates = [key.certificate]
        encoded = [one.public_bytes(Encoding.DER) for one in certificates]
        registry = SimpleCertificateStore()  # type: ignore[no-untyped-call]
        registry.register_multiple([asn1_x509.Certificate.load(der) for der in encoded])
        super().__init__(signing_cert=asn1_x509.Certificate.load(encoded[0]), cert_registry=registry)
        self.room = 2 * (sum(map(len, encoded)) + ROOM_FOR_SIGNATURE)
        self._key = key.key

    async def async_sign_raw(self, data: bytes, digest_algorithm: str, dry_run: bool = False) -> bytes:
        assert digest_algorithm == "sha256"
        return self._key.sign(data, ec.ECDSA(hashes.SHA256()))


def _finished(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """The result of pyHanko's coroutine, in a thread of its own: the caller's may have an event loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
