"""A sealed PDF: a PDF/A-3 that bears its own data, signed and locked. Bytes in, bytes out; knows no rows and no page.

Only what is needed to ask is loaded with this module: pyHanko and pikepdf take half a second and come with the first
document.
"""

from dataclasses import dataclass
from datetime import datetime

from cryptography import x509

from tournament.seals.keys import SealKey

# Ours have some 100 kB. What is larger is not looked at: a stranger's file must not keep the server busy.
LARGEST = 5 * 1024 * 1024
FIELD, ATTACHMENT = "Seal", "scoresheet.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """The words of a seal: `title` in bold above `line`, `description` read out instead, and what the attachment is."""

    title: str
    line: str
    description: str
    attachment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfCheck:
    """What the seal of a PDF proves. Whose it is, the caller finds out by the fingerprint.

    `problem` is "" where it is intact, else a code: too_large, not_pdf, encrypted, unreadable, too_hard (it takes too
    long), not_sealed, unknown_signature (of another kind than all of ours), changed (at least one byte is another),
    added_to (something was appended after the seal), certificate_not_valid (at the time of the seal).
    `data` is the attached file; it is read only where the seal is intact.
    """

    signed: bool = False
    intact: bool = False
    certificate: x509.Certificate | None = None
    fingerprint: str = ""
    signed_at: datetime | None = None
    data: bytes | None = None
    problem: str = ""


def seal_pdf(pdf: bytes, *, data: bytes, key: SealKey, at: datetime, title: str, language: str, stamp: Stamp) -> bytes:
    """A PDF of `render_pdf(..., archival=True)` as PDF/A-3 with `data` attached as scoresheet.json, sealed and locked.

    The stamp goes where a page has an element with the id "seal" (paper.css, .seal-place). `at` needs a time zone.
    Raises ValueError where there is no such place. About 40 ms.
    """
    from tournament.seals.pades import sign
    from tournament.seals.pdf_a import prepared

    ready = prepared(pdf, data=data, at=at, title=title, language=language, stamp=stamp, field=FIELD)
    return sign(ready, field=FIELD, key=key, at=at)


def check_pdf(content: bytes) -> PdfCheck:
    """What the seal of this file proves; raises nothing, whatever the file is, and never opens the network.

    About 20 ms. A certificate that has expired since does no harm: what counts is the time of the seal.
    """
    if len(content) > LARGEST:
        return PdfCheck(problem="too_large")
    if not content.startswith(b"%PDF-"):
        return PdfCheck(problem="not_pdf")
    from tournament.seals.pdf_check import TooLong, check

    try:
        return check(content)
    except TooLong:
        return PdfCheck(problem="too_hard")
    except Exception:
        # A stranger's file may break any line of any reader. One of ours does so when it was damaged.
        sealed = b"/ByteRange" in content
        return PdfCheck(signed=sealed, problem="changed" if sealed else "unreadable")
