"""A sealed PDF: a PDF/A-3 that carries its own data, signed and locked. Bytes in, bytes out; knows no rows, no page.

pyHanko and pikepdf take half a second to load, so they are imported with the first document, not with this module.
"""

from dataclasses import dataclass
from datetime import datetime

from cryptography import x509

from tournament.proof.seals.keys import SealKey

# Our files have some 100 kB. Larger ones than this are not read, so that a stranger's file cannot keep the server busy.
LARGEST = 5 * 1024 * 1024
FIELD = "Seal"
# The names of the attached data: of a sheet, and of final standings.
ATTACHMENT, STANDINGS = "scoresheet.json", "standings.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """The words of a seal: `title` in bold above `line`, a `description` to be read out, and one of the attachment.

    `file` is the attachment's name.
    """

    title: str
    line: str
    description: str
    attachment: str
    file: str = ATTACHMENT


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfCheck:
    """The result of checking a PDF's seal. The caller finds out by the fingerprint whose seal it is.

    `problem` is "" if the seal is intact, else a code: too_large, not_pdf, encrypted, unreadable, too_hard (it takes
    too long), not_sealed, unknown_signature (of a kind that we never make), changed (at least one byte differs),
    added_to (something was appended after the seal), certificate_not_valid (at the time of the seal).
    `data` is the attached file; it is read only if the seal is intact.
    """

    signed: bool = False
    intact: bool = False
    certificate: x509.Certificate | None = None
    fingerprint: str = ""
    signed_at: datetime | None = None
    data: bytes | None = None
    problem: str = ""


def seal_pdf(pdf: bytes, *, data: bytes, key: SealKey, at: datetime, title: str, language: str, stamp: Stamp) -> bytes:
    """Turn a PDF of `render_pdf(..., archival=True)` into a PDF/A-3 with `data` attached, sealed and locked.

    The stamp goes where a page has an element with the id "seal" (paper.css, .seal-place). `at` needs a time zone.
    Raises ValueError if there is no such place. Takes about 40 ms.
    """
    from tournament.proof.seals.pades import sign
    from tournament.proof.seals.pdf_a import prepared

    ready = prepared(pdf, data=data, at=at, title=title, language=language, stamp=stamp, field=FIELD)
    return sign(ready, field=FIELD, key=key, at=at)


def check_pdf(content: bytes) -> PdfCheck:
    """Check the seal of this file. It raises nothing, whatever the file is, and never opens the network.

    Takes about 20 ms. The certificate may have expired since the seal, but must have been valid at that time.
    """
    if len(content) > LARGEST:
        return PdfCheck(problem="too_large")
    if not content.startswith(b"%PDF-"):
        return PdfCheck(problem="not_pdf")
    from tournament.proof.seals.pdf_check import TooLong, check

    try:
        return check(content)
    except TooLong:
        return PdfCheck(problem="too_hard")
    except Exception:
        # A stranger's file, or a damaged one of ours, can fail anywhere inside a reader, with any kind of error.
        sealed = b"/ByteRange" in content
        return PdfCheck(signed=sealed, problem="changed" if sealed else "unreadable")
