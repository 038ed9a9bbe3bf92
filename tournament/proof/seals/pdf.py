"""A sealed PDF: a PDF/A-3 that carries its own data, signed and locked. Bytes in, bytes out; knows no rows, no page.

pyHanko and pikepdf take half a second to load, so they are imported with the first document, not with this module.
"""

from datetime import datetime

from tournament.proof.seals.keys import SealKey
from tournament.proof.seals.pdf_values import PdfCheck, Stamp

# Our files have some 100 kB. Larger ones than this are not read, so that a stranger's file cannot keep the server busy.
LARGEST = 5 * 1024 * 1024
FIELD = "Seal"


def seal_pdf(pdf: bytes, *, data: bytes, key: SealKey, at: datetime, title: str, language: str, stamp: Stamp) -> bytes:
    """Turn a PDF of `render_pdf(..., archival=True)` into a PDF/A-3 with `data` attached, sealed and locked.

    The page shows the stamp's words in an element with the id "seal" (exports/_stamp.html), which the signature's field
    covers. `at` needs a time zone. Raises ValueError if there is no such element. Takes about 40 ms.
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
