"""What a sealed PDF is made of and what its check finds: the words of the seal, names of attachments, the result."""

from dataclasses import dataclass
from datetime import datetime

from cryptography import x509

# The names of the attached data: of a sheet, and of final standings.
ATTACHMENT, STANDINGS = "scoresheet.json", "standings.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """The words of a seal: `title` in bold above `line` on the page, a `description` to be read out, and one of the
    attachment, whose name is `file`."""

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
