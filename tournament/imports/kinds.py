"""Recognises a file that is no list, so that the sentence says what it really is and what to do."""

import io
import zipfile

from tournament.imports.rows import UnreadableList

ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0"
# The first bytes of files that people choose by mistake.
_BEGINNINGS = {
    b"%PDF": "pdf",
    b"{\\rtf": "text_document",
    b"\x89PNG": "picture",
    b"\xff\xd8\xff": "picture",
    b"GIF8": "picture",
    b"II*\x00": "picture",
    b"MM\x00*": "picture",
    b"MIME-Version:": "web_page",
}
_STRICT = b"http://purl.oclc.org/ooxml/"


def foreign_kind(data: bytes) -> str:
    """Return the kind of this file if its first bytes show one that is not read; else ""."""
    for beginning, kind in _BEGINNINGS.items():
        if data.startswith(beginning):
            return kind
    if data[4:8] == b"ftyp" and data[8:11] in (b"hei", b"mif", b"avi"):
        return "picture"
    # Excel 2 to 4 wrote its cells without a box around them.
    if data[:2] in (b"\x09\x00", b"\x09\x02", b"\x09\x04") and data[2:4] in (b"\x04\x00", b"\x06\x00"):
        return "old_excel"
    return _kind_in_box(data) if data.startswith(_OLE) else ""


def _kind_in_box(data: bytes) -> str:
    """Return the content of an old Microsoft container, by the names in its directory, which are in UTF-16."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        return "password"
    return "text_document" if "WordDocument".encode("utf-16-le") in data else "old_excel"


def check_package(data: bytes, names: frozenset[str]) -> None:
    """Refuse a package that holds anything but a readable workbook. Raises Unreadable."""
    if is_open_document(names):
        return _check_open_document(data, names)
    if any(name.endswith(".iwa") or name == "Index.zip" for name in names):
        raise UnreadableList("numbers")
    if "xl/workbook.bin" in names:
        raise UnreadableList("binary_excel")
    if any(name.startswith("word/") for name in names):
        raise UnreadableList("text_document")
    if "xl/workbook.xml" in names:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            if _STRICT in package.read("xl/workbook.xml"):
                raise UnreadableList("strict")
    elif any(name.endswith((".xlsx", ".xls", ".csv", ".ods")) for name in names):
        raise UnreadableList("packed")


def is_open_document(names: frozenset[str]) -> bool:
    """Whether these are the parts of a document of LibreOffice."""
    return "mimetype" in names and bool({"content.xml", "encrypted-package"} & names)


def _check_open_document(data: bytes, names: frozenset[str]) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        if "encrypted-package" in names or b"encryption-data" in _part(package, "META-INF/manifest.xml"):
            raise UnreadableList("password")
        if b"opendocument.spreadsheet" not in package.read("mimetype"):
            raise UnreadableList("text_document")


def _part(package: zipfile.ZipFile, name: str) -> bytes:
    return package.read(name) if name in package.namelist() else b""


def check_text(text: str) -> None:
    """Refuse a plain text that is no list. Raises Unreadable."""
    # Control characters other than tabs and line ends occur in pictures and programs.
    if any(character < " " and character not in "\t\r\n\f\v" for character in text):
        raise UnreadableList("not_a_spreadsheet")
    start = text.lstrip("\ufeff \t\r\n")
    if not start.startswith("<"):
        return
    head = start[:2000].casefold()
    if "urn:schemas-microsoft-com:office:spreadsheet" in head:
        raise UnreadableList("xml_excel")
    raise UnreadableList("open_document" if "opendocument" in head else "web_page")
