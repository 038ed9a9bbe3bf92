"""Signing a PDF with pyHanko: PAdES B-B, EC P-256 with SHA-256, the document locked. Knows no rows and no page.

Nothing here opens the network: it fetches no revocation list and no time stamp.
"""

import asyncio
import io
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

from asn1crypto import x509 as asn1_x509
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign.fields import MDPPerm, SigSeedSubFilter
from pyhanko.sign.signers.cms_embedder import PdfCMSEmbedder, SigIOSetup, SigMDPSetup, SigObjSetup
from pyhanko.sign.signers.pdf_byterange import SignatureObject
from pyhanko.sign.signers.pdf_cms import PdfCMSSignedAttributes, Signer
from pyhanko_certvalidator.registry import SimpleCertificateStore

from tournament.proof.seals.keys import SealKey

# Room in bytes for the signature and its attributes, without the certificates. It is written as two digits a byte.
ROOM_FOR_SIGNATURE = 1024


def sign(pdf: bytes, *, field: str, key: SealKey, at: datetime) -> bytes:
    """Append the signature to the PDF, in its empty field. Afterwards nothing may be changed."""
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


class _Writer(IncrementalPdfFileWriter):
    """Appends only the signature: title, dates and XMP are written already, and agree."""

    def _update_meta(self) -> None:
        pass


class _Signer(Signer):
    """Signs with the installation's key, and adds the certificates that vouch for it."""

    def __init__(self, key: SealKey) -> None:
        chain = key.chain if linked([key.certificate, *key.chain]) else ()
        own, *others = [one.public_bytes(Encoding.DER) for one in (key.certificate, *chain)]
        registry = SimpleCertificateStore()  # type: ignore[no-untyped-call]
        registry.register_multiple([asn1_x509.Certificate.load(der) for der in others])
        super().__init__(signing_cert=asn1_x509.Certificate.load(own), cert_registry=registry)
        self.room = 2 * (len(own) + sum(map(len, others)) + ROOM_FOR_SIGNATURE)
        self._key = key.key

    async def async_sign_raw(self, data: bytes, digest_algorithm: str, dry_run: bool = False) -> bytes:
        assert digest_algorithm == "sha256"
        return self._key.sign(data, ec.ECDSA(hashes.SHA256()))


def _finished(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Run pyHanko's coroutine in a thread of its own, because the caller's thread may have an event loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def linked(certificates: list[x509.Certificate]) -> bool:
    """Whether each of these certificates was issued by one of them, or there is only one. Then no byte can be changed.

    The hash of the signer's certificate is also in the signed attributes.
    """
    # A certificate's signature does not cover the count of unused bits before it, so check that here.
    whole = all(one.public_bytes(Encoding.DER).endswith(b"\0" + one.signature) for one in certificates)
    issued = all(any(_issued(one, other) for other in certificates) for one in certificates)
    return whole and (issued or len(certificates) == 1)


def _issued(certificate: x509.Certificate, issuer: x509.Certificate) -> bool:
    try:
        certificate.verify_directly_issued_by(issuer)
    except (ValueError, TypeError, InvalidSignature):
        return False
    return True
