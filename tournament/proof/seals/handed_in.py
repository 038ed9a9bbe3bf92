"""A file that somebody hands in: its kind, who sealed it, whether it was changed, its content. Knows no rows.

`look_apart` reads strangers' files in a process of its own: a file made to use up memory or time stops only that
process, and the tables notice nothing. No file is kept.
"""

import dataclasses
import io
import json
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any

from tournament.proof.seals.sheet_data import DataError, read_data, recomputed
from tournament.proof.seals.standings_data import read_standings, standings_faults
from tournament.refusals import Refused
from tournament.server.apart import Exceeded, ProcessLimits, run_apart

PDF, WORKBOOK, ARCHIVE, PAPER, CODE, UNKNOWN = "pdf", "workbook", "archive", "paper", "code", ""

# The sealed PDF of a sheet has 100 KB; the workbook of 500 sheets has 4 MB, unpacked 40 MB.
MOST_BYTES = 200 * 1024 * 1024
MOST_UNPACKED = 200 * 1024 * 1024
MOST_PARTS = 20_000
MOST_TEXT = 20_000
MOST_SEATS, MOST_GAMES, LONGEST_SHOWN, LARGEST_SHOWN = 10, 200, 300, 1_000_000
LIMITS = ProcessLimits(computing=10, seconds=30, memory=900 * 1024 * 1024)
CHANGED_ARCHIVE = {
    "archive_signature_wrong",
    "archive_file_added",
    "archive_file_changed",
    "archive_file_missing",
    "archive_file_twice",
}

_SEAL = re.compile(r"SIEGEL\s*1[A-Z0-9\s]*", re.IGNORECASE)
_ADDRESS = re.compile(r"/v/([0-9A-F-]{12,16})(?![0-9A-Z])", re.IGNORECASE)
_CODE = re.compile(r"[0-9A-Fa-f]{12}|[0-9A-Fa-f]{4}([ -–])[0-9A-Fa-f]{4}\1[0-9A-Fa-f]{4}")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedIn:
    """What was found out about a file. `problem` is a code of verdict_words, "" where the file could be read.

    `data` is the JSON in the file that describes a sheet, `standings` that of final standings; `faults` are (code,
    game) of all that does not follow from it. `text` is the text of a paper seal, or a check code.
    """

    kind: str = UNKNOWN
    problem: str = ""
    signed: bool = False
    intact: bool = False
    fingerprint: str = ""
    signed_at: datetime | None = None
    data: Mapping[str, Any] | None = None
    standings: Mapping[str, Any] | None = None
    faults: tuple[tuple[str, int | None], ...] = ()
    text: str = ""


def look_at(content: bytes) -> HandedIn:
    """Read a file by its content, not by its name. It never raises, whatever the bytes are."""
    if not content.strip():
        return HandedIn(problem="empty")
    if len(content) > MOST_BYTES:
        return HandedIn(problem="too_large")
    try:
        if b"%PDF-" in content[:1024]:
            return _pdf(content)
        if content.startswith(b"PK\x03\x04"):
            return _package(content)
        return _picture(content)
    except MemoryError:
        return HandedIn(problem="too_hard")
    except Exception:  # A damaged file can fail anywhere inside a reader, with any kind of error.
        return HandedIn(problem="unreadable")


def look_apart(content: IO[bytes], limits: ProcessLimits = LIMITS) -> HandedIn:
    """Do as `look_at` with a file, in a process with limits of memory and time; beyond them it is `too_hard`."""
    if content.seek(0, io.SEEK_END) > MOST_BYTES:
        return HandedIn(problem="too_large")
    try:
        return _from_json(run_apart(look_as_json, content, limits))
    except (Exceeded, ValueError):
        return HandedIn(problem="too_hard")


def look_as_json(content: bytes) -> bytes:
    """Return what `look_at` found out as JSON, for another process."""
    result = look_at(content)
    fields = dataclasses.asdict(dataclasses.replace(result, data=None, standings=None))
    fields |= {"data": result.data, "standings": result.standings}
    fields["signed_at"] = result.signed_at.isoformat() if result.signed_at else None
    return json.dumps(fields).encode()


def find_check_code(text: str) -> str:
    """Find the 12 digits of a check code in a typed text or address, with or without hyphens; else return ""."""
    address = _ADDRESS.search(text)
    typed = address.group(1) if address else text.strip()
    if address is None and not _CODE.fullmatch(typed):
        return ""
    digits = re.sub(r"[^0-9A-Fa-f]", "", typed).lower()
    return digits if len(digits) == 12 else ""


def _pdf(content: bytes) -> HandedIn:
    from tournament.proof.seals.pdf import (
        check_pdf,  # Imported here: it takes half a second, needless for a typed seal.
    )

    check = check_pdf(content)
    if check.intact and check.data and (standings := _standings(check.data)) is not None:
        return HandedIn(
            kind=PDF,
            signed=True,
            intact=True,
            fingerprint=check.fingerprint,
            signed_at=check.signed_at,
            standings=standings,
            faults=tuple((code, None) for code in standings_faults(standings)),
        )
    data, faults, problem = _read_data(check.data) if check.intact else (None, (), "")
    return HandedIn(
        kind=PDF,
        problem=check.problem or problem or "",
        signed=check.signed,
        intact=check.intact,
        fingerprint=check.fingerprint or "",
        signed_at=check.signed_at,
        data=data,
        faults=faults,
    )


def _package(content: bytes) -> HandedIn:
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        parts = package.infolist()
    names = {part.filename for part in parts}
    if "MANIFEST.sig" in names:
        return _archive(content)
    # zipfile reads no further than the stated size of an entry, so the sum holds even if an archive lies.
    if sum(part.file_size for part in parts) > MOST_UNPACKED or len(parts) > MOST_PARTS:
        return HandedIn(problem="bomb")
    if "[Content_Types].xml" not in names or "xl/workbook.xml" not in names:
        return HandedIn(problem="other_package")
    from tournament.proof.seals.office import check_xlsx  # Imported here for the same reason.

    check = check_xlsx(content)
    return HandedIn(
        kind=WORKBOOK,
        problem=check.problem or "",
        signed=check.signed,
        intact=check.intact,
        fingerprint=check.fingerprint or "",
        signed_at=check.signed_at,
    )


def _archive(content: bytes) -> HandedIn:
    from tournament.proof.seals.archive import open_archive

    try:
        with open_archive(io.BytesIO(content)) as archive:
            return HandedIn(kind=ARCHIVE, signed=True, intact=True, fingerprint=archive.fingerprint)
    except Refused as refused:
        broken = refused.code in CHANGED_ARCHIVE
        return HandedIn(kind=ARCHIVE, signed=broken, problem="changed" if broken else "unreadable")


def _picture(content: bytes) -> HandedIn:
    """Read a seal from a picture or from its text."""
    from tournament.proof.seals.photo import PictureError, codes_on, is_picture

    if not is_picture(content):
        return _typed(content)
    try:
        texts = codes_on(content)
    except PictureError as error:
        return HandedIn(problem=str(error))
    results = [_typed(text.encode()) for text in texts]
    best = [one for kind in (PAPER, CODE) for one in results if one.kind == kind and not one.problem]
    return best[0] if best else HandedIn(problem="strange_codes" if texts else "no_code_seen")


def _typed(content: bytes) -> HandedIn:
    from tournament.proof.seals.paper import read_seal

    if len(content) > MOST_TEXT:
        return HandedIn(problem="not_known")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return HandedIn(problem="not_known")
    if code := find_check_code(text):
        return HandedIn(kind=CODE, text=code)
    if text.strip().upper().startswith("STAND1"):
        return HandedIn(problem="checkpoint")
    seal = _SEAL.search(text)
    if seal is None:
        return HandedIn(problem="data_alone" if '"spielliste-scoresheet"' in text else "not_known")
    try:
        read_seal(seal.group())
    except Refused as refused:
        return HandedIn(kind=PAPER, problem=refused.code)
    return HandedIn(kind=PAPER, text="".join(seal.group().split()).upper())


def _read_data(content: bytes | None) -> tuple[Mapping[str, Any] | None, tuple[tuple[str, int | None], ...], str]:
    """Return the data attached to a sealed PDF, the faults in them, and the code of why they cannot be read."""
    if content is None:
        return None, (), "data_missing"
    try:
        data = read_data(content)
    except DataError as error:
        return None, (), error.code
    if not _is_small(data):
        return None, (), "data_too_large"
    return data, tuple((fault.code, fault.game) for fault in recomputed(data)), ""


def _standings(content: bytes) -> Mapping[str, Any] | None:
    """Return the data of final standings, None where the attachment is something else."""
    try:
        return read_standings(content)
    except DataError:
        return None


def _is_small(data: Mapping[str, Any]) -> bool:
    """Whether the values to be shown are no larger than on a real sheet: a stranger's key may have sealed anything."""
    result, tournament = data["result"], data["tournament"]
    words = [tournament["name"], tournament["day"], data["rules"]["title"], *(one["name"] for one in data["players"])]
    numbers = [data["table"], data["sheet"]["match"], *result["totals"]]
    return (
        len(data["players"]) <= MOST_SEATS
        and len(result["totals"]) <= MOST_SEATS
        and len(data["sheet"].get("games") or ()) <= MOST_GAMES
        and all(len(text) <= LONGEST_SHOWN for text in words)
        and all(abs(number) <= LARGEST_SHOWN for number in numbers)
    )


def _from_json(text: bytes) -> HandedIn:
    fields = json.loads(text)
    at = fields["signed_at"]
    fields["signed_at"] = datetime.fromisoformat(at) if at else None
    fields["faults"] = tuple((code, game) for code, game in fields["faults"])
    return HandedIn(**fields)
