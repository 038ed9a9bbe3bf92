"""Looks through an .xlsx or .ods before it is read: small files can claim thousands of things, nested without end.

Every part is parsed once without keeping anything of it, which costs a fraction of what openpyxl takes.
"""

import io
import zipfile
from collections.abc import Mapping
from typing import Any, NoReturn
from xml.parsers import expat

# A list of 1,000 participants is about 50 KB as .xlsx, 0.5 MB and 40,000 elements unpacked.
MAX_UNPACKED = 20 * 1024 * 1024
MAX_PARTS = 1_000
MAX_DEPTH = 40
MAX_ATTRIBUTES = 100
MAX_TEXT = 40_000  # of a cell: 32,767 in Excel
# By the outermost element. openpyxl makes an object of each format, and searches all of them for each.
MAX_ELEMENTS: Mapping[str, int] = {
    "worksheet": 400_000,
    "document-content": 400_000,
    "sst": 150_000,
    "styleSheet": 20_000,
    "document-styles": 20_000,
}
MAX_OTHER_ELEMENTS = 5_000


class TooMuch(Exception):
    """The package holds far more than a list of participants."""


def part_names(data: bytes) -> frozenset[str]:
    """Look through a whole package and return the names of its parts.

    Raises TooMuch; ValueError, BadZipFile and other errors of zipfile if it is no spreadsheet or is damaged.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        entries = package.infolist()
        # zipfile reads no further than the size an entry states, so the sum holds for a lying archive too.
        if len(entries) > MAX_PARTS or sum(entry.file_size for entry in entries) > MAX_UNPACKED:
            raise TooMuch
        for entry in entries:
            _look_through(package.read(entry))
        return frozenset(entry.filename for entry in entries)


def _look_through(part: bytes) -> None:
    """Count the elements of a part, at any depth. A picture, or anything else that is no XML, ends the count at
    once."""
    elements = depth = text = 0
    most = MAX_OTHER_ELEMENTS

    def starts(name: str, attributes: list[str]) -> None:
        nonlocal elements, depth, text, most
        if not elements:
            most = MAX_ELEMENTS.get(name.rpartition(":")[2], MAX_OTHER_ELEMENTS)
        elements, depth, text = elements + 1, depth + 1, 0
        if elements > most or depth > MAX_DEPTH or len(attributes) > 2 * MAX_ATTRIBUTES:
            raise TooMuch

    def ends(_name: str) -> None:
        nonlocal depth
        depth -= 1

    def reads(characters: str) -> None:
        nonlocal text
        text += len(characters)
        if text > MAX_TEXT:
            raise TooMuch

    parser: Any = expat.ParserCreate()
    parser.ordered_attributes = True
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = starts, ends
    parser.CharacterDataHandler, parser.EntityDeclHandler = reads, _refuse
    try:
        parser.Parse(part, True)
    except expat.ExpatError:
        return  # openpyxl comes no further either


def _refuse(*_entity: object) -> NoReturn:
    raise ValueError("a spreadsheet declares no entities")
