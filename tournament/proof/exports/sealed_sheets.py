"""The sealed sheets of a match as one zip: a PDF each, an index for people, a list of hashes for `sha256sum -c`."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import IO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import pgettext

from tournament.draw.selectors.seats import names_at
from tournament.enums import SheetState
from tournament.exports.documents import issue_document
from tournament.models import Document, Match, Scoresheet, User
from tournament.proof.seals.keys import grouped
from tournament.refusals import Refused

INDEX, HASHES = "index.html", "SHA256SUMS"


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexLine:
    """A sheet in the index: its file, or why there is none."""

    sheet: Scoresheet
    players: tuple[str, ...]
    file: str = ""
    document: Document | None = None
    missing: str = ""

    @property
    def check_code(self) -> str:
        """The check code as it is printed on the sheet."""
        return "-".join(grouped(self.document.head_hash[:12]).split()) if self.document else ""


def write_sealed_sheets(
    *, match: Match, file: IO[bytes], actor: User, tables: Collection[int] | None = None
) -> Iterator[tuple[int, int]]:
    """Write the zip of this match's sheets, or of these `tables`, into `file`; yield (done, in all) after each sheet.

    Only one sheet at a time is in memory. Missing documents are made; the index names those that cannot be made and
    sheets that are not accepted. The file is no zip until the last step, so write it under another name first.
    """
    rows = match.scoresheets.in_force()
    if tables is not None:
        rows = rows.filter(table_number__in=tables)
    sheets = list(rows.select_related("match__tournament", "accepted_by").order_by("table_number"))
    digits = len(str(sheets[-1].table_number)) if sheets else 1
    lines = []
    with ZipFile(file, "w") as archive, translation.override(settings.LANGUAGE_CODE):
        for count, sheet in enumerate(sheets, 1):
            line = _line(sheet, digits, actor)
            if line.document is not None:
                _add_file(archive, line.file, bytes(line.document.pdf), ZIP_STORED)
                line.document.pdf = b""  # The PDF is written; the index needs everything else.
            lines.append(line)
            yield count, len(sheets)
        sealed = [line for line in lines if line.document]
        hashes = "".join(f"{line.document.sha256}  {line.file}\n" for line in sealed if line.document)
        _add_file(archive, HASHES, hashes.encode(), ZIP_DEFLATED)
        context = {
            "tournament": match.tournament,
            "match": match,
            "lines": lines,
            "sealed": len(sealed),
            "keys": sorted({line.document.key_fingerprint for line in sealed if line.document}),
        }
        _add_file(archive, INDEX, render_to_string("exports/sealed_sheets.html", context).encode(), ZIP_DEFLATED)


def _line(sheet: Scoresheet, digits: int, actor: User) -> IndexLine:
    players = tuple(names_at(sheet).values())
    if sheet.state != SheetState.ACCEPTED:
        return IndexLine(sheet=sheet, players=players, missing=str(SheetState(sheet.state).label))
    try:
        document = issue_document(scoresheet=sheet, actor=actor)
    except Refused as refusal:
        return IndexLine(sheet=sheet, players=players, missing=str(refusal))
    if document is None:  # The sheet was reopened a moment ago.
        return IndexLine(sheet=sheet, players=players, missing=str(SheetState.COMPLETE.label))
    word = pgettext("file name", "table")
    name = f"{word}-{sheet.table_number:0{digits}}.pdf"
    return IndexLine(sheet=sheet, players=players, file=name, document=document)


def _add_file(archive: ZipFile, name: str, content: bytes, method: int) -> None:
    entry = ZipInfo(name, timezone.localtime().timetuple()[:6])
    entry.compress_type, entry.external_attr = method, 0o644 << 16
    archive.writestr(entry, content)
