"""The lines of a list: who is taken, who is not and why. Whatever was assumed about a line is told."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.imports.columns import Column, Header, letters_of
from tournament.imports.encodings import has_odd_letters
from tournament.imports.omissions import (
    NAMES,
    Omitted,
    first_unwanted,
    hint_of_absence,
    list_omissions,
    says_yes,
    written_name,
)
from tournament.imports.table import Cell, FileRow, FileTable, Formula, Omission, show
from tournament.person.birth_dates import check_age, check_birth_date, read_birth_date
from tournament.person.forgotten import Words, asked_to_be_forgotten
from tournament.person.names import (
    CLUB_LENGTH,
    clean_name,
    clean_text,
    excerpt,
    may_be_one,
    name_key,
    one_name,
    split_name,
)
from tournament.refusals import Refused

SUM_WORDS = frozenset(
    "summe summen gesamt gesamtsumme gesamtzahl gesamtbetrag insgesamt zwischensumme übertrag total sum subtotal "
    "anzahl teilnehmerzahl davon".split()
)


class LineState(StrEnum):
    TAKEN = "taken"
    NOTED = "noted"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRemark:
    """A sentence about a line; with `refuses` the line is not taken because of it."""

    code: str
    text: str
    refuses: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """Somebody who is on the list already: a participant, or an earlier line (then `start_number` is None).

    `line` is how people find the earlier line in the file.
    """

    last_name: str
    first_name: str
    club: str
    birth_date: dt.date | None
    start_number: int | None = None
    line: str | None = None

    @property
    def where(self) -> str:
        if self.start_number is None:
            return _("line %(line)s") % {"line": self.line}
        return _("start number %(number)s") % {"number": self.start_number}


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedLine:
    """One line of the file. `written` and `written_date` are as in the file; names are "" where there are none.

    `withdrawn` and `house` come from lists that we exported. `place` is how people find the line in the file.
    `omission`: the file shows that the line is not meant.
    """

    number: int
    place: str
    number_in_file: str
    written: str
    last_name: str = ""
    first_name: str = ""
    title: str = ""
    club: str = ""
    birth_date: dt.date | None = None
    birth_year: int | None = None
    phone: str = ""
    remark: str = ""
    paid: bool = False
    written_date: str = ""
    withdrawn: bool = False
    house: bool = False
    remarks: tuple[ImportRemark, ...] = ()
    start_number: int | None = None
    omission: Omission | None = None

    @property
    def state(self) -> LineState:
        if any(remark.refuses for remark in self.remarks):
            return LineState.REFUSED
        return LineState.NOTED if self.remarks else LineState.TAKEN

    @property
    def taken(self) -> bool:
        return self.state != LineState.REFUSED

    def as_known(self) -> Known:
        return Known(
            last_name=self.last_name,
            first_name=self.first_name,
            club=self.club,
            birth_date=self.birth_date,
            line=self.place,
        )


def read_lines(
    table: FileTable,
    header: Header,
    *,
    day: dt.date,
    minimum_age: int,
    known: Iterable[Known] = (),
    forgotten: Words | None = None,
    first_number: int = 1,
) -> list[ImportedLine]:
    """Return every line below the header, in order; those that are taken get start numbers from `first_number` on.

    `known` are the participants registered already. `forgotten` are those who asked to be forgotten: a list must not
    bring their names back. Lines with nothing but a number are left out.
    """
    last_first = _is_last_first(table, header)
    roll: dict[str, list[Known]] = {}
    for person in known:
        _enrol(roll, person)
    lines = []
    number = first_number
    for row, omitted in _rows_below(table, header):
        line = (
            _left_out(row, header, omitted)
            if omitted
            else _read_line(row, header, day=day, minimum_age=minimum_age, last_first=last_first)
        )
        if line.last_name:
            line = replace(line, remarks=(*line.remarks, *(_forgotten(forgotten or {}, line) or _found_on(roll, line))))
        if line.taken:
            line = replace(line, start_number=number)
            number += 1
            _enrol(roll, line.as_known())
        lines.append(line)
    return lines


def _rows_below(table: FileTable, header: Header) -> Iterable[tuple[FileRow, Omitted | None]]:
    """Return the rows of players and why one is left out; numbers written in advance, without a name, are none."""
    number_column = header.columns.get(Column.NUMBER)
    headings, omissions = list_omissions(table, header)
    for at, row in enumerate(table.rows[header.index + 1 :], start=header.index + 1):
        if at not in headings and any(cell != "" for column, cell in enumerate(row.cells) if column != number_column):
            yield row, first_unwanted(omissions.get(at, []), table)


def _left_out(row: FileRow, header: Header, omitted: Omitted) -> ImportedLine:
    """Return a line that the file shows as not meant, with the reason."""
    text = {
        Omission.HIDDEN_ROW: _("Hidden in the file."),
        Omission.STRUCK: _("Struck through in the file."),
    }.get(omitted.omission) or _("“%(text)s” stands there.") % {"text": excerpt(omitted.text)}
    remark = ImportRemark(code=omitted.omission.value, text=text, refuses=True)
    return replace(_as_written(row, header), omission=omitted.omission, remarks=(remark,))


def _is_last_first(table: FileTable, header: Header) -> bool:
    """Whether the column of names has the order “Huber Anna”: its heading says so, and no line uses a comma."""
    column = header.columns.get(Column.NAME)
    return header.last_first and not any("," in show(row.cell(column)) for row in table.rows[header.index + 1 :])


def _as_written(row: FileRow, header: Header) -> ImportedLine:
    """Return the line with what stands in the file and nothing read from it."""
    number_cell = row.cell(header.columns.get(Column.NUMBER))
    return ImportedLine(
        number=row.number,
        place=row.place or str(row.number),
        number_in_file="" if isinstance(number_cell, Formula) else excerpt(show(number_cell), 12),
        written=excerpt(written_name(row, header), 80),
        written_date=excerpt(show(row.cell(header.columns.get(Column.BIRTH_DATE))), 20),
    )


def _read_line(row: FileRow, header: Header, *, day: dt.date, minimum_age: int, last_first: bool) -> ImportedLine:
    remarks: list[ImportRemark] = []

    def cell(column: Column) -> Cell:
        return row.cell(header.columns.get(column))

    line = _as_written(row, header)
    if _is_sum(row):
        return replace(line, remarks=(ImportRemark(code="sum_line", text=_("A sum, no participant."), refuses=True),))
    if line.written.endswith(":"):
        text = _("A heading, no participant.")
        return replace(line, remarks=(ImportRemark(code="heading", text=text, refuses=True),))
    last_name, first_name = _names([cell(column) for column in NAMES], last_first, remarks)
    if not last_name:
        return replace(line, remarks=tuple(remarks))
    club = _club(cell(Column.CLUB), cell(Column.TOWN), remarks)
    remarks += _doubts(row, header, f"{last_name} {first_name}", club)
    return replace(
        line,
        last_name=last_name,
        first_name=first_name,
        club=club,
        birth_date=_birth_date(cell(Column.BIRTH_DATE), day, minimum_age, remarks),
        withdrawn=_marked(cell(Column.WITHDRAWN), _("Withdrawn: gets a start number and is not drawn."), remarks),
        house=_marked(cell(Column.HOUSE), _("Player of the house."), remarks),
        remarks=tuple(remarks),
    )


def _doubts(row: FileRow, header: Header, name: str, club: str) -> list[ImportRemark]:
    """Return what a person should compare with the file: letters, struck words, a remark about not coming."""
    remarks = [
        ImportRemark(code="odd_letters", text=_("“%(text)s”: are the letters right?") % {"text": excerpt(text)})
        for text in (name, club)
        if has_odd_letters(text)
    ]
    if row.part_struck or row.struck & set(header.columns.values()):
        text = _("Something in this line is struck through. Please compare it with the file.")
        remarks.append(ImportRemark(code="part_struck", text=text))
    if hint := hint_of_absence(row, header):
        text = _("“%(text)s” stands there. Does this person come?") % {"text": excerpt(hint)}
        remarks.append(ImportRemark(code="maybe_absent", text=text))
    return remarks


def _marked(cell: Cell, text: str, remarks: list[ImportRemark]) -> bool:
    """Whether a column says yes of somebody: “ja”, “x”, “storniert”. A remark tells so, and names any other word."""
    yes = says_yes(cell)
    if yes is None:
        # A formula without a value, or a word such as “bezahlt” in a column that was chosen for withdrawals.
        values = {"text": excerpt(show(cell)), "heading": text.partition(":")[0].rstrip(".")}
        remarks.append(ImportRemark(code="no_mark", text=_("“%(text)s” was not read as “%(heading)s”.") % values))
    elif yes:
        remarks.append(ImportRemark(code="marked", text=text))
    return yes is True


def _is_sum(row: FileRow) -> bool:
    """Whether the row begins with a word for a sum: “Summe”, “Gesamt:”, “Summe bezahlt:”; “Summe, Anna” is somebody."""
    for cell in row.cells:
        if isinstance(cell, str) and any(character.isalpha() for character in cell):
            return "," not in cell and letters_of(cell.split()[0]) in SUM_WORDS
    return False


def _names(cells: list[Cell], last_first: bool, remarks: list[ImportRemark]) -> tuple[str, str]:
    """Return last and first name, or two empty strings and the reason among the remarks."""
    if isinstance(cells[0], Formula) and all(isinstance(cell, str) and cell for cell in cells[1:]):
        cells = ["", *cells[1:]]  # the whole name is made of the two beside it
    if any(isinstance(cell, Formula) for cell in cells):
        text = _(
            "The name is a formula, and its result is not in the file. Please open the file in Excel or LibreOffice "
            "and save it; or copy the column and paste it as values."
        )
        remarks.append(ImportRemark(code="formula", text=text, refuses=True))
        return "", ""
    full, last, first = (show(cell) for cell in cells)
    try:
        if not full:
            if not last or not first:
                raise one_name(clean_name(last or first))
            return clean_name(last), clean_name(first)
        last_name, first_name = split_name(full, last_first=last_first)
    except Refused as refused:
        remarks.append(_refusal(refused))
        return "", ""
    if "," not in full:
        text = _("Read as first name “%(first)s”, last name “%(last)s”.") % {"first": first_name, "last": last_name}
        remarks.append(ImportRemark(code="name_order", text=text))
    return last_name, first_name


def _club(club: Cell, town: Cell, remarks: list[ImportRemark]) -> str:
    """Return the club, else the town. One that cannot be kept is left out, with a remark; it refuses nobody."""
    cell = club if club != "" else town
    try:
        if not isinstance(cell, Formula):
            return clean_text(show(cell), max_length=CLUB_LENGTH)
        text = _("The club is a formula and was left empty.")
        code = "club_formula"
    except Refused as refused:
        text, code = _("The club was left empty: %(reason)s") % {"reason": refused}, f"club_{refused.code}"
    remarks.append(ImportRemark(code=code, text=text))
    return ""


def _birth_date(cell: Cell, day: dt.date, minimum_age: int, remarks: list[ImportRemark]) -> dt.date | None:
    """Return the date of birth, None where it is open; what is wrong or assumed about it becomes a remark.

    Where there is no minimum age (0), nobody needs a date.
    """
    try:
        if isinstance(cell, Formula):
            text = _("The date of birth is a formula. Please write the date itself into the cell.")
            remarks.append(ImportRemark(code="date_formula", text=text, refuses=True))
            return None
        if isinstance(cell, dt.date):
            check_birth_date(cell, day=day)
            check_age(cell, day=day, minimum_age=minimum_age)
            return cell
        if cell == "":
            if not minimum_age:
                return None
            text = _("No date of birth: please ask for it at the desk (minimum age %(age)s).") % {"age": minimum_age}
            remarks.append(ImportRemark(code="no_birth_date", text=text))
            return None
        read = read_birth_date(cell, day=day)
        if read.date is None:
            # A year alone refuses only if even somebody born on its first day is too young.
            check_age(dt.date(read.year, 1, 1), day=day, minimum_age=minimum_age)
            if minimum_age:
                text = _("Only the year of birth %(year)s: please ask for the date at the desk.")
            else:
                text = _("Only the year of birth %(year)s: the date of birth stays empty.")
            remarks.append(ImportRemark(code="year_alone", text=text % {"year": read.year}))
            return None
        if read.assumed:
            values = {"text": excerpt(cell), "date": date_format(read.date)}
            remarks.append(ImportRemark(code="date_assumed", text=_("“%(text)s” was read as %(date)s.") % values))
        check_age(read.date, day=day, minimum_age=minimum_age)
    except Refused as refused:
        remarks.append(_refusal(refused))
        return None
    return read.date


def _refusal(refused: Refused) -> ImportRemark:
    return ImportRemark(code=refused.code, text=str(refused), refuses=True)


def _enrol(roll: dict[str, list[Known]], person: Known) -> None:
    roll.setdefault(name_key(person.last_name, person.first_name), []).append(person)


def _forgotten(forgotten: Words, line: ImportedLine) -> list[ImportRemark]:
    """Refuse a name that asked to be forgotten: the desk enters such a person, or a namesake, by hand."""
    number = asked_to_be_forgotten(forgotten, line.last_name, line.first_name)
    if number is None:
        return []
    text = _("Somebody of this name asked to be forgotten (start number %(number)s): not entered from a list.")
    return [ImportRemark(code="forgotten", text=text % {"number": number}, refuses=True)]


def _found_on(roll: dict[str, list[Known]], line: ImportedLine) -> list[ImportRemark]:
    """Tell whether the name is on the list already: the same person (the first line holds), or a namesake."""
    found = roll.get(name_key(line.last_name, line.first_name), [])
    if not found and any(remark.code == "name_order" for remark in line.remarks):
        # Which of the two is the last name was guessed, so look for the other order, too.
        found = roll.get(name_key(line.first_name, line.last_name), [])
    for person in found:
        if may_be_one(person.club, person.birth_date, line.club, line.birth_date):
            code = "twice" if person.start_number is None else "registered"
            values = {"first": person.first_name, "last": person.last_name, "where": person.where}
            text = _("Stands on the list already: %(first)s %(last)s, %(where)s. The first entry holds.") % values
            return [ImportRemark(code=code, text=text, refuses=True)]
    if found:
        values = {"where": found[0].where}
        text = _("The same name as %(where)s, with another club or date of birth: a different person.") % values
        return [ImportRemark(code="namesake", text=text)]
    return []
