"""Reads a club's file into a book of cells, or refuses it with a sentence that says why.

A small text is read at once; anything that may cost more is read in a process of its own, within limits.
"""

import json
import tempfile
import threading
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.imports.book import FileBook, book_of
from tournament.imports.kinds import ZIP
from tournament.imports.reading import read_as_json, read_book
from tournament.imports.rows import UnreadableList
from tournament.refusals import Refused
from tournament.server.apart import CRASHED, MEMORY, TIME, Exceeded, ProcessLimits, run_apart

MAX_BYTES = 5 * 1024 * 1024
# A list of 1,000 participants is 60 KB of text; the worst text of this size takes a quarter of a second.
READ_AT_ONCE = 100_000
LIMITS = ProcessLimits(computing=5, seconds=20, memory=400 * 1024 * 1024)
# Each server process reads one list at a time; a second request waits as long as a usual list takes.
TURN = threading.BoundedSemaphore(1)
TURN_SECONDS = 3

SENTENCES: Mapping[str, Any] = {
    "empty_file": _("The file is empty. Is it the right one?"),
    "old_excel": _("This is an Excel file of the old kind (.xls). "
                   "Please open it in Excel or LibreOffice, save it as .xlsx and choose that file."),
    "password": _("This file is locked with a password. "
                  "Please open it, save it without a password and choose that file."),
    "not_a_spreadsheet": _(
        "This file is no spreadsheet that can be read. Please save the list as .xlsx, .ods or .csv and choose it again."
    ),
    "open_document": _("This is a flat OpenDocument file (.fods). "
                       "Please open it in LibreOffice, choose “Save as”, there “ODF Spreadsheet (.ods)”, "
                       "and choose that file."),
    "numbers": _("This is a Numbers file. "
                 "Please open it in Numbers, choose “File › Export To › Excel” and choose that file."),
    "binary_excel": _("This is a binary Excel file (.xlsb). "
                      "Please save it in Excel as “Excel Workbook (.xlsx)” and choose that file."),
    "strict": _("This Excel file is saved as “Strict Open XML Spreadsheet”. "
                "Please save it in Excel as “Excel Workbook (.xlsx)” and choose that file."),
    "xml_excel": _("This is an Excel file of the old kind “XML Spreadsheet 2003”. "
                   "Please open it in Excel, save it as .xlsx and choose that file."),
    "web_page": _("This is a web page, even if its name ends in .xls. "
                  "Please open it in Excel or LibreOffice, save it as .xlsx and choose that file."),
    "text_document": _("This is a text document. "
                       "Please copy its table into an empty Excel sheet, save that as .xlsx and choose it."),
    "pdf": _("This is a PDF. Please ask for the list as Excel or CSV, or copy its table into an empty Excel sheet."),
    "picture": _("This is a picture. Please ask for the list as Excel or CSV, or enter the participants by hand."),
    "packed": _("This is a packed folder (.zip). Please unpack it and choose the list in it."),
    "too_large_unpacked": _("Unpacked, this file is far larger than a list of participants. "
                            "Please copy the list into a new file and save that as .xlsx."),
    "too_many_sheets": _("Together, the sheets of this file hold far more than a list of participants. "
                         "Please delete the sheets that are not needed, save the file and choose it again."),
    "too_wide": _("Line %(line)s has more than %(most)s columns. Is this the right file?"),
    "too_long": _("The file has more than %(most)s lines. Is it the right one?"),
    "open_quote": _("Near line %(line)s a quotation mark is not closed. Please mend it, or save the list as .xlsx."),
    TIME: _("Reading this file takes longer than %(seconds)s seconds; a list of participants takes one. "
            "Please save the list once more as CSV and choose that file."),
    MEMORY: _("Reading this file takes more than %(memory)s MB of memory. "
              "Please save the list once more as CSV and choose that file."),
    CRASHED: _("This file cannot be read: the reading broke off. "
               "Please save the list once more as CSV and choose that file."),
}  # fmt: skip
CODES = {
    "too_large_unpacked": "too_large",
    "too_many_sheets": "too_large",
    TIME: "too_hard",
    MEMORY: "too_hard",
    CRASHED: "too_hard",
}


def check_size(size: int) -> None:
    """Refuse (`too_large`) a file with too many bytes before it is read."""
    if size > MAX_BYTES:
        raise Refused(
            _("The file has %(size)s MB; a list of participants has at most %(most)s MB. Is it the right file?"),
            code="too_large",
            size=-(-size // 1_048_576),
            most=MAX_BYTES // 1_048_576,
        )


def read_list_file(data: bytes, limits: ProcessLimits = LIMITS) -> FileBook:
    """Read a whole file by its content, not by its name.

    Refused: `too_large`, `busy`, `too_hard`, and each other key of SENTENCES.
    """
    check_size(len(data))
    if len(data) <= READ_AT_ONCE and not data.startswith(ZIP):
        try:
            return read_book(data)
        except UnreadableList as unreadable:
            raise file_refused(unreadable.code, unreadable.context) from unreadable
    if not TURN.acquire(timeout=TURN_SECONDS):
        raise Refused(_("Another list is being read just now. Please choose the file again."), code="busy")
    try:
        with tempfile.TemporaryFile() as file:
            file.write(data)
            answer = json.loads(run_apart(read_as_json, file, limits))
    except Exceeded as exceeded:
        context = {"seconds": limits.computing, "memory": limits.memory // 1_048_576}
        raise file_refused(exceeded.what, context) from exceeded
    finally:
        TURN.release()
    if "code" in answer:
        raise file_refused(answer["code"], answer["context"])
    return book_of(answer)


def file_refused(why: str, context: Mapping[str, Any]) -> Refused:
    """Return the refusal with the sentence for this reason."""
    return Refused(SENTENCES[why], code=CODES.get(why, why), **context)
