"""Checking the seal of a PDF: pyHanko's validation, and a look at every byte that pyHanko leaves out.

Strangers hand in these files, so the check uses no network, limited memory and only some seconds of computing.
"""

import asyncio
import io
import time
from ctypes import c_ulong, py_object, pythonapi
from threading import Thread

from asn1crypto import cms
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from pyhanko.pdf_utils.decode_limits import DecodeLimits, StreamDecodeLimits
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import MDPPerm
from pyhanko.sign.validation.pdf_embedded import EmbeddedPdfSignature, async_validate_pdf_signature
from pyhanko.sign.validation.settings import KeyUsageConstraints
from pyhanko.sign.validation.status import SignatureCoverageLevel
from pyhanko_certvalidator import ValidationContext

from tournament.proof.seals.keys import fingerprint_of
from tournament.proof.seals.pades import linked
from tournament.proof.seals.pdf_values import ATTACHMENT, STANDINGS, PdfCheck

SECONDS = 5
# The largest size of an unpacked stream; ours have some 100 kB.
LIMITS = DecodeLimits(per_stream=StreamDecodeLimits(max_output_size=4 * 1024 * 1024))
MOST_CERTIFICATES = 8


class TooLong(BaseException):
    """The time is up. It is no Exception, so that a reader that goes on after errors stops at this one."""


class _CheckThread(Thread):
    """A check that can be stopped. It also needs its own thread because the caller's may have an event loop."""

    def __init__(self, content: bytes) -> None:
        super().__init__(daemon=True)
        self.content = content
        self.answer: PdfCheck | None = None
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.answer = _check(self.content)
        except BaseException as error:
            self.error = error

    def end(self) -> None:
        """Raise TooLong in the thread, wherever it is, and again where a callback swallowed it."""
        while self.is_alive():
            pythonapi.PyThreadState_SetAsyncExc(c_ulong(self.ident or 0), py_object(TooLong))
            self.join(0.1)


def check(content: bytes) -> PdfCheck:
    """Check the signature. Raises TooLong, and any other error that a damaged or hostile file causes."""
    reading = _CheckThread(content)
    reading.start()
    # The limit is on computing time: on a busy machine a good sheet takes longer by the clock.
    start = time.process_time()
    while reading.is_alive() and time.process_time() - start < SECONDS:
        reading.join(0.05)
    reading.end()
    if reading.answer is None:
        raise reading.error or TooLong
    return reading.answer


def _check(content: bytes) -> PdfCheck:
    reader = PdfFileReader(io.BytesIO(content), decode_limits=LIMITS)
    if reader.encrypted:
        return PdfCheck(problem="encrypted")
    signatures = reader.embedded_signatures
    if not signatures:
        return PdfCheck(problem="not_sealed")
    signature = signatures[0]
    certificate = x509.load_der_x509_certificate(signature.signer_cert.dump())
    public = certificate.public_key()
    if not isinstance(public, ec.EllipticCurvePublicKey) or not isinstance(public.curve, ec.SECP256R1):
        return PdfCheck(signed=True, certificate=certificate, problem="unknown_signature")
    problem = _problem(signature, certificate, content) or ("added_to" if len(signatures) > 1 else "")
    return PdfCheck(
        signed=True,
        intact=not problem,
        certificate=certificate,
        fingerprint=fingerprint_of(public),
        signed_at=signature.self_reported_timestamp,
        data=None if problem else _attached(reader),
        problem=problem,
    )


def _problem(signature: EmbeddedPdfSignature, certificate: x509.Certificate, content: bytes) -> str:
    """Return the code of the signature's problem, "" where it holds for every byte of the file."""
    start, before, after, rest = map(int, signature.byte_range)
    between = content[before:after]
    if start or not (between.startswith(b"<") and between.endswith(b">")) or after + rest > len(content):
        return "changed"
    if after + rest < len(content):
        return "added_to"
    signed_at = signature.self_reported_timestamp
    if signed_at is None or signature.docmdp_level != MDPPerm.NO_CHANGES or not _is_plain(between[1:-1]):
        return "changed"
    if not certificate.not_valid_before_utc <= signed_at <= certificate.not_valid_after_utc:
        return "certificate_not_valid"
    # Trust the signer here, at the time of the seal; the caller finds out whose key it is.
    context = ValidationContext(trust_roots=[signature.signer_cert], allow_fetching=False, moment=signed_at)
    usage = KeyUsageConstraints(key_usage=set())
    status = asyncio.run(
        async_validate_pdf_signature(signature, signer_validation_context=context, key_usage_settings=usage)
    )
    holds = status.bottom_line and status.coverage == SignatureCoverageLevel.ENTIRE_FILE
    return "" if holds else "changed"


def _attached(reader: PdfFileReader) -> bytes | None:
    """Return the data that we attached, None where there are none."""
    for attached in reader.root.get("/AF", ()):
        specification = attached.get_object()
        if specification["/UF"] in (ATTACHMENT, STANDINGS):
            data: bytes = specification["/EF"]["/F"].data
            return data
    return None


def _is_plain(digits: bytes) -> bool:
    """Whether the signature is written as we write it, so that none of its own bytes can have been changed.

    Certificates, signed attributes and the signature itself are proven; everything else must be as expected.
    """
    encoded = bytes.fromhex(digits.decode("ascii"))
    signed = cms.ContentInfo.load(encoded)["content"]
    signer = signed["signer_infos"][0]
    certificates = [one.chosen for one in signed["certificates"]]
    if len(certificates) > MOST_CERTIFICATES:
        return False
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
    expected_digits = expected.dump().hex().upper().encode().ljust(len(digits), b"0")
    return expected_digits == digits and linked([x509.load_der_x509_certificate(one.dump()) for one in certificates])
