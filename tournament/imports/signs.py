"""The signs of an .xlsx beside the values of its cells: colours, comments, conditional formats."""

from typing import Any

from openpyxl.packaging.relationship import get_dependents, get_rels_path
from openpyxl.utils.cell import range_boundaries
from openpyxl.xml.functions import fromstring

from tournament.imports.table import FileRow

# Other rules compare the cells of a column with each other, or draw bars.
RULES = ("expression", "cellIs", "containsText", "beginsWith", "endsWith")
WHITE_LETTERS = "white"
# The usual colours of letters; any other colour, or a filling, is a sign.
_PLAIN_LETTERS = ("", "theme 1", "indexed 8", "indexed 64")


def colours_of(book: Any, style: Any) -> str:
    """Return the colours of a style of cells in one word: the filling's and the letters'; "" for black on white, and
    `WHITE_LETTERS` if nobody sees the letters."""
    fill, font = book._fills[style.fillId], book._fonts[style.fontId]
    filling = ""
    if getattr(fill, "patternType", None) not in (None, "none"):
        filling = _colour(fill.fgColor)
    letters = _colour(font.color)
    filling = "" if _is_white(filling) else filling
    if _is_white(letters) and not filling:
        return WHITE_LETTERS
    is_black = letters in _PLAIN_LETTERS or (letters.startswith("rgb") and letters.endswith("000000"))
    return "/".join(filter(None, (filling, "" if is_black else f"letters {letters}")))


def is_invisible(row: FileRow) -> bool:
    """Whether everything in a row is white on white."""
    filled = {at for at, cell in enumerate(row.cells) if cell != ""}
    return bool(filled) and filled <= {at for at, colour in row.colours if colour == WHITE_LETTERS}


def crossed_rows(formatting: Any) -> list[tuple[int, int]]:
    """Return the first and last rows of the conditional formats with a rule; stripes do not count."""
    rules = [rule for rule in formatting if rule.get("type") in RULES]
    if not any("ROW(" not in "".join(rule.itertext()) for rule in rules):
        return []
    areas = [range_boundaries(area) for area in formatting.get("sqref", "").split()]
    return [(top or 1, bottom or 1_048_576) for _first, top, _right, bottom in areas]


def commented_rows(worksheet: Any) -> set[int]:
    """Return the rows with a comment."""
    archive = worksheet.parent._archive
    path = get_rels_path(worksheet._worksheet_path)
    if path not in archive.namelist():
        return set()
    parts = [part.target for part in get_dependents(archive, path) if part.Type.endswith("/comments")]
    notes = [note for part in parts if part in archive.namelist() for note in fromstring(archive.read(part)).iter()]
    return {range_boundaries(note.get("ref"))[1] for note in notes if note.tag.endswith("}comment")}


def _colour(colour: Any) -> str:
    if colour is None:
        return ""
    return f"{colour.type} {colour.value}{f' {colour.tint}' if colour.tint else ''}"


def _is_white(colour: str) -> bool:
    return colour in ("theme 0", "indexed 9", "indexed 1") or (colour.startswith("rgb") and colour.endswith("FFFFFF"))
