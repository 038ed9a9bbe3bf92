"""The lines of a list: which are taken, which are not, and why. Every assumption about a line is stated."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.imports.additions import describe_additions, find_additions
from tournament.imports.columns import Column, Header
from tournament.imports.dittos import with_dittos
from tournament.imports.encodings import has_odd_letters
from tournament.imports.name_cells import name_cells, written_name
from tournament.imports.omissions import ListQuestion, Omitted, first_unwanted, mark_rows
from tournament.imports.row_kinds import RowKind, row_kind
from tournament.imports.table import Cell, FileRow, FileTable, Formula, Omission, show
from tournament.imports.twins import Known, TwinVerdict, find_twins
from tournament.imports.values import (
    ImportRemark,
    is_marked,
    read_birth,
    read_club,
    read_names,
    read_paid,
    read_phone,
    read_remark,
)
from tournament.person.birth_dates import old_enough
from tournament.person.first_names import begins_with_first_name, ends_with_first_name
from tournament.person.forgotten import Words, asked_to_be_forgotten
from tournament.person.names import PHONE_LENGTH, REMARK_LENGTH, Born, excerpt

NAMED = 3


class LineState(StrEnum):
    TAKEN = "taken"
    NOTED = "noted"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedLine:
    """One line of the file. `written` and `written_date` are as in the file; names are "" if there are none.

    `key` names the line in the preview; of two people in one line the second has a key of their own. `left_out`: the
    desk does not want this line. `withdrawn` and `house` come from lists that we exported. `place` helps people to find
    the line in the file. `omission`: the file shows that the line does not count. `guessed`: the order of the names is
    a guess. `additions` are the fields that a registered participant still lacks, `adds_to` is the start number;
    `completed`: they were entered.
    """

    number: int
    key: str
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
    guessed: bool = False
    left_out: bool = False
    remarks: tuple[ImportRemark, ...] = ()
    start_number: int | None = None
    omission: Omission | None = None
    additions: tuple[tuple[str, Any], ...] = ()
    adds_to: int | None = None
    completed: bool = False

    @property
    def state(self) -> LineState:
        if any(remark.refuses for remark in self.remarks):
            return LineState.REFUSED
        return LineState.NOTED if self.remarks else LineState.TAKEN

    @property
    def needs_a_look(self) -> bool:
        """Whether a remark asks for more than the age of somebody."""
        return any(remark.code not in ("no_birth_date", "year_alone") for remark in self.remarks)

    @property
    def taken(self) -> bool:
        return self.state != LineState.REFUSED

    @property
    def born(self) -> Born:
        return self.birth_date or self.birth_year

    def as_known(self) -> Known:
        return Known(
            last_name=self.last_name,
            first_name=self.first_name,
            club=self.club,
            born=self.born,
            line=self.place,
            guessed=self.guessed,
            title=self.title,
            phone=self.phone,
            remark=self.remark,
            paid=self.paid,
        )


def read_lines(
    table: FileTable,
    header: Header,
    *,
    day: dt.date,
    minimum_age: int,
    entries: Iterable[Known] = (),
    forgotten: Words | None = None,
    first_number: int = 1,
    left_out: frozenset[str] = frozenset(),
) -> list[ImportedLine]:
    """Return every line below the header, in order; those that are taken get start numbers from `first_number` on.

    `entries` are the participants registered already. `forgotten` are people who asked to be forgotten: a list must not
    bring their names back. Lines with nothing but a number are left out, and so are lines whose keys are in `left_out`.
    """
    lines: list[ImportedLine] = []
    for row, omitted, questions in _rows_below(with_dittos(table, header), header):
        if omitted:
            lines.append(_omitted(row, header, omitted))
        else:
            lines += _read_line(row, header, questions, day=day, minimum_age=minimum_age)
    lines = [replace(line, remarks=(*line.remarks, *_forgotten(forgotten or {}, line))) for line in lines]
    lines = _judged(lines, entries, day=day, minimum_age=minimum_age)
    numbered = []
    number = first_number
    for line in lines:
        if line.taken and line.key in left_out:
            line = replace(line, left_out=True)
        elif line.taken:
            line = replace(line, start_number=number)
            number += 1
        numbered.append(line)
    return numbered


def names_to_turn(table: FileTable, header: Header) -> list[str]:
    """Return some names of a column that seem to stand in the other order than they are read, the clearest first; else
    nothing: “Huber Anna” if the first name is read first."""
    if Column.NAME not in header.columns:
        return []
    below = [row for row in table.rows[header.index + 1 :] if table.shows(row) and not row.head]
    names = [show(name_cells(row, header).cells[0]) for row in below]
    names = [name for name in names if "," not in name]
    last_first = [name for name in names if ends_with_first_name(name)]
    first_first = [name for name in names if begins_with_first_name(name)]
    turned, right = (first_first, last_first) if header.last_first else (last_first, first_first)
    return turned[:NAMED] if len(turned) > 2 * len(right) else []


def _rows_below(table: FileTable, header: Header) -> Iterable[tuple[FileRow, Omitted | None, Sequence[ListQuestion]]]:
    """Return the rows of players, the reasons for leaving rows out, and the questions to ask. Numbers written in
    advance, without a name, are no rows."""
    number_column = header.columns.get(Column.NUMBER)
    marks = mark_rows(table, header)
    for at, row in enumerate(table.rows[header.index + 1 :], start=header.index + 1):
        if at not in marks.headings and any(
            cell != "" for column, cell in enumerate(row.cells) if column != number_column
        ):
            yield row, first_unwanted(marks.omitted.get(at, []), table), marks.questions.get(at, [])


def _omitted(row: FileRow, header: Header, omitted: Omitted) -> ImportedLine:
    """Return a line that the file marks as not to be read, with the reason."""
    text = {
        Omission.HIDDEN_ROW: _("Hidden in the file."),
        Omission.STRUCK: _("Struck through in the file."),
    }.get(omitted.omission) or _("“%(text)s” stands there.") % {"text": excerpt(omitted.text)}
    remark = ImportRemark(code=omitted.omission.value, text=text, refuses=True)
    return replace(_as_written(row, header), omission=omitted.omission, remarks=(remark,))


def _as_written(row: FileRow, header: Header) -> ImportedLine:
    """Return the line with the text of the file and nothing read from it."""
    number_cell, born = (row.cell(header.columns.get(column)) for column in (Column.NUMBER, Column.BIRTH_DATE))
    return ImportedLine(
        number=row.number,
        key=str(row.number),
        place=row.place or str(row.number),
        number_in_file="" if isinstance(number_cell, Formula) else excerpt(show(number_cell), 12),
        written=excerpt(written_name(row, header), 80),
        written_date=date_format(born, "SHORT_DATE_FORMAT") if isinstance(born, dt.date) else excerpt(show(born), 20),
    )


def _read_line(
    row: FileRow, header: Header, questions: Sequence[ListQuestion], *, day: dt.date, minimum_age: int
) -> list[ImportedLine]:
    """Return the people read from a line, mostly one."""

    def cell(column: Column) -> Cell:
        return row.cell(header.columns.get(column))

    line = _as_written(row, header)
    if kind := row_kind(row, header):
        text = {
            RowKind.SUM: _("A sum, no participant."),
            RowKind.HEADING: _("A heading, no participant."),
            RowKind.TEXT: _("A line of text, no participant."),
        }[kind]
        return [replace(line, remarks=(ImportRemark(code=kind.value, text=text, refuses=True),))]
    remarks: list[ImportRemark] = []
    cells = name_cells(row, header)
    names = read_names([*cells.cells], cell(Column.TITLE), header.last_first, remarks)
    if not names:
        return [replace(line, remarks=tuple(remarks))]
    club = read_club(cell(Column.CLUB), cell(Column.TOWN), cells.place, remarks)
    remarks += [_question_remark(question) for question in questions]
    for name in names:
        remarks += _doubts(row, header, f"{name.last_name} {name.first_name}", club if name is names[0] else "")
    # With two people it is unclear whose date it is.
    born = read_birth(cell(Column.BIRTH_DATE) if len(names) == 1 else "", day, minimum_age, remarks)
    line = replace(
        line,
        club=club,
        birth_date=born if isinstance(born, dt.date) else None,
        birth_year=born if isinstance(born, int) else None,
        phone=read_phone(cell(Column.PHONE), remarks),
        remark=read_remark(cell(Column.REMARK), remarks),
        paid=read_paid(cell(Column.PAID), remarks),
        withdrawn=is_marked(cell(Column.WITHDRAWN), _("Withdrawn: gets a start number and is not drawn."), remarks),
        house=is_marked(cell(Column.HOUSE), _("Player of the house."), remarks),
        guessed=any(remark.code in ("name_order", "two_people") for remark in remarks),
        remarks=tuple(remarks),
    )
    return [
        replace(
            line,
            key=f"{line.key}{'-' * at}",
            title=name.title,
            last_name=name.last_name,
            first_name=name.first_name,
        )
        for at, name in enumerate(names)
    ]


def _doubts(row: FileRow, header: Header, name: str, club: str) -> list[ImportRemark]:
    """Return the points that a person should compare with the file: letters, struck words."""
    remarks = [
        ImportRemark(code="odd_letters", text=_("“%(text)s”: are the letters right?") % {"text": excerpt(text)})
        for text in (name, club)
        if has_odd_letters(text)
    ]
    if row.part_struck or row.struck & set(header.columns.values()):
        text = _("Something in this line is struck through. Please compare it with the file.")
        remarks.append(ImportRemark(code="part_struck", text=text))
    return remarks


def _question_remark(question: ListQuestion) -> ImportRemark:
    text = _("“%(text)s” stands there. Does this person come?")
    if question.above:
        text = _("“%(text)s” stands further up. Does this person come?")
    return ImportRemark(code="maybe_absent", text=text % {"text": excerpt(question.text)})


def _forgotten(forgotten: Words, line: ImportedLine) -> list[ImportRemark]:
    """Refuse the name of a person who asked to be forgotten: the desk enters such a person, or a namesake, by hand."""
    number = asked_to_be_forgotten(forgotten, line.last_name, line.first_name) if line.last_name else None
    if number is None:
        return []
    text = _("Somebody of this name asked to be forgotten (start number %(number)s): not entered from a list.")
    return [ImportRemark(code="forgotten", text=text % {"number": number}, refuses=True)]


def _judged(
    lines: list[ImportedLine], entries: Iterable[Known], *, day: dt.date, minimum_age: int
) -> list[ImportedLine]:
    """Refuse the lines that repeat a person, add their further data to the first line, and name doubtful cases."""
    at = [number for number, line in enumerate(lines) if line.taken]
    verdicts = find_twins([lines[number].as_known() for number in at], entries)
    judged = list(lines)
    for number, verdict in zip(at, verdicts, strict=True):
        line = lines[number]
        if verdict.others:
            line = _completed(line, [lines[at[other]] for other in verdict.others], day=day, minimum_age=minimum_age)
        line = replace(line, remarks=(*line.remarks, *_verdict_remarks(verdict)))
        judged[number] = _with_additions(line, verdict.same_as)
    return judged


def _with_additions(line: ImportedLine, entry: Known | None) -> ImportedLine:
    """Return the line with its additions to the entry of a participant, and a remark about them."""
    if entry is None or entry.start_number is None or not (additions := find_additions(line.as_known(), entry)):
        return line
    text = _("New in this line: %(facts)s.") % {"facts": describe_additions(additions)}
    remarks = (*line.remarks, ImportRemark(code="additions", text=text))
    return replace(line, additions=tuple(additions.items()), adds_to=entry.start_number, remarks=remarks)


def _verdict_remarks(verdict: TwinVerdict) -> list[ImportRemark]:
    if one := verdict.same_as:
        values = {"first": one.first_name, "last": one.last_name, "where": one.where}
        text = _("Stands on the list already: %(first)s %(last)s, %(where)s. The first entry holds.") % values
        return [ImportRemark(code="registered" if one.start_number else "twice", text=text, refuses=True)]
    if verdict.perhaps:
        places = ", ".join(one.where for one in verdict.perhaps[:NAMED])
        text = _("May be the same person as %(where)s: please ask whether they are two.") % {"where": places}
        return [ImportRemark(code="perhaps", text=text)]
    if verdict.namesake:
        values = {"where": verdict.namesake.where}
        text = _("The same name as %(where)s, with another club or date of birth: a different person.") % values
        return [ImportRemark(code="namesake", text=text)]
    return []


def _completed(line: ImportedLine, others: Sequence[ImportedLine], *, day: dt.date, minimum_age: int) -> ImportedLine:
    """Return the line completed by further lines of the same person, whichever of them comes first."""
    same = [line, *others]
    dates = [one.birth_date for one in same if one.birth_date]
    years = [one.birth_year for one in same if one.birth_year]
    whole = replace(
        line,
        title=max((one.title for one in same), key=lambda title: (len(title), title)),
        club=min((one.club for one in same if one.club), default=""),
        birth_date=dates[0] if dates else None,
        birth_year=years[0] if years and not dates else None,
        phone=_joined([one.phone for one in same], PHONE_LENGTH),
        remark=_joined([one.remark for one in same], REMARK_LENGTH),
        paid=any(one.paid for one in same),
        withdrawn=any(one.withdrawn for one in same),
        house=any(one.house for one in same),
    )
    if whole == line:
        return line
    places = ", ".join(one.place for one in others[:NAMED])
    text = _("Completed by what stands in line %(line)s.") % {"line": places}
    asks = old_enough(whole.born, day=day, minimum_age=minimum_age) is None
    remarks = [one for one in line.remarks if asks or one.code not in ("no_birth_date", "year_alone")]
    marks = [one for other in others for one in other.remarks if one.code == "marked" and one not in remarks]
    return replace(whole, remarks=(*remarks, *dict.fromkeys(marks), ImportRemark(code="completed", text=text)))


def _joined(texts: Iterable[str], most: int) -> str:
    """Return the different texts in one, in alphabetical order, as many as have room."""
    joined = ""
    for text in sorted(set(filter(None, texts))):
        longer = f"{joined}; {text}" if joined else text
        joined = longer if len(longer) <= most else joined
    return joined
