"""The notes beside the name in its cell: a number in front, “(abgesagt)”, “– Warteliste”, “?”, a place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tournament.imports.columns import Column, Header
from tournament.imports.status import PersonStatus, status_of
from tournament.imports.table import Cell, FileRow, show
from tournament.person.first_names import is_first_name
from tournament.person.names import SUFFIXES, split_title

NAMES = (Column.NAME, Column.LAST_NAME, Column.FIRST_NAME)
MOST_WORDS = 4
_BEFORE_PLACE = re.compile(r"([^(]*\S)(?:\s*,\s*|\s+[-–—]\s+)([^(]*[^\W\d_][^(]*)")
# “1. Huber”, “2) Huber”, “3 Huber”, “- Huber”.
_IN_FRONT = re.compile(r"^(?:\d{1,4}\s*[.):]\s*|\d{1,4}\s+|[-–•·*]\s+)(?=[^\W\d])")
_BRACKETS = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]\s*")
_BETWEEN = re.compile(r"\s+[-–—]+\s*|\s*[:;/]\s+")
# “Fest” and “Spieler” may be names if no sign separates them from the name.
_ABSENT = (PersonStatus.CANCELLED, PersonStatus.WAITING, PersonStatus.UNSURE)


@dataclass(frozen=True, slots=True, kw_only=True)
class NameCells:
    """The whole name, the last name and the first name as they stand in a row, without the notes beside them.

    `place` is the place behind the whole name: “Huber Anna, Aying”.
    """

    cells: tuple[Cell, ...]
    notes: tuple[str, ...]
    place: str = ""


def name_cells(row: FileRow, header: Header) -> NameCells:
    """Return the cells of the columns of names, in the order of `NAMES`, and the notes beside the name in them."""
    cells = [row.cell(header.columns.get(column)) for column in NAMES]
    notes: list[str] = []
    for at, cell in enumerate(cells):
        if isinstance(cell, str) and cell:
            alone = not any(other != "" for number, other in enumerate(cells) if number != at)
            cells[at] = _without_notes(cell, alone, notes)
            if NAMES[at] == Column.FIRST_NAME and not alone and status_of(cell) in _ABSENT:
                cells[at] = ""
                notes.append(cell)
    whole, place = cells[0], ""
    if isinstance(whole, str) and whole:
        cells[0], place = split_place(whole)
    return NameCells(cells=tuple(cells), notes=tuple(notes), place=place)


def split_place(text: str) -> tuple[str, str]:
    """Split the text behind a whole name off: “Huber Anna, Aying”, “Huber, Anna – 85653 Aying”. The place is "" if the
    comma separates the last name from the first one, or if that is not clear."""
    match = _BEFORE_PLACE.fullmatch(text)
    if match is None or match[1].count(",") > 1:
        return text, ""
    name, place = match[1], match[2]
    words, others = split_title(name)[1].split(), place.split()
    whole = len(words) > 1 and ("," in name or is_first_name(words[0]) or is_first_name(words[-1]))
    is_title = split_title(f"x {place}")[0] != ""
    of_name = is_title or any(map(is_first_name, others)) or others[0].casefold() in SUFFIXES
    if not whole or of_name:
        return text, ""
    return name, "" if status_of(place) else place


def written_name(row: FileRow, header: Header) -> str:
    """Return the content of the columns of names, in one text."""
    return " ".join(filter(None, (show(row.cell(header.columns.get(column))) for column in NAMES)))


def without_number(text: str) -> str:
    """Return the text without the running number or the dash in front."""
    return _IN_FRONT.sub("", text)


def _without_notes(text: str, alone: bool, notes: list[str]) -> str:
    """Return the name and add the notes; `alone`: no other cell holds a part of this name."""
    text = without_number(text)
    if text.startswith("(") and text.endswith(")") and text.count("(") == 1 and status_of(text) is None:
        notes.append(text)
        text = text[1:-1].strip()

    def take(match: re.Match[str]) -> str:
        if status_of(match[1]) is None:
            return match[0]
        notes.append(match[0].strip())
        return " "

    text = _BRACKETS.sub(take, text).strip(" ,") or text
    parts = _BETWEEN.split(text)
    names = [part for part in parts if status_of(part) is None]
    if len(names) == 1 < len(parts):
        notes += [part for part in parts if part not in names]
        text = names[0]
    for name, note in _splits(text, alone):
        notes.append(note)
        return name
    return text


def _splits(text: str, alone: bool) -> Iterator[tuple[str, str]]:
    """Yield the name and the note, if the last words are a note or the first words a cancellation."""
    if text.endswith("?") and (name := text.rstrip(" ?")) and (" " in name or not alone):
        yield name, "?"
    words = text.split()
    for count in range(min(MOST_WORDS, len(words)), 0, -1):
        name, note = " ".join(words[:-count]).rstrip(" ,"), " ".join(words[-count:])
        if status_of(note) in _ABSENT and _is_rest(name, alone):
            yield name, note
        name, note = " ".join(words[count:]).lstrip(" ,"), " ".join(words[:count])
        if "," not in note and alone and status_of(note) == PersonStatus.CANCELLED and _is_rest(name, alone):
            yield name, note


def _is_rest(name: str, alone: bool) -> bool:
    """Whether a name is left without the note: “Hans Peter” would lack its last name, so that is no note."""
    words = split_title(name)[1].split()
    if not alone:
        return bool(words)
    return len(words) > 1 and ("," in name or not all(map(is_first_name, words)))
