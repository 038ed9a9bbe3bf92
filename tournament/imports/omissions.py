"""The rows that a list marks as not to be read: hidden, struck through, below “Abgesagt”, or “storniert” beside the
name."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournament.imports.columns import Column, Header, letters_of
from tournament.imports.name_cells import NAMES, name_cells, written_name
from tournament.imports.row_kinds import ROLE_WORDS, RowKind, is_known_heading, row_kind, show_only
from tournament.imports.status import (
    ATTENDANCE,
    STATUS_HEADINGS,
    PersonStatus,
    hints_at_absence,
    says_yes,
    status_below,
    status_of,
)
from tournament.imports.table import Cell, FileRow, FileTable, Omission, show
from tournament.person.names import plain

MOST_VALUES = 6
MOST_STATUSES = 20
LONGEST_VALUE = 20
# These columns hold no remarks about whether somebody comes, but a status word may have slipped into some of them.
OWN = frozenset({*NAMES, Column.WITHDRAWN, Column.HOUSE})
FACTS = frozenset({
    Column.NUMBER, Column.TITLE, Column.CLUB, Column.TOWN, Column.BIRTH_DATE, Column.PHONE, Column.PAID,
})  # fmt: skip
OMISSIONS = {PersonStatus.CANCELLED: Omission.CANCELLED, PersonStatus.WAITING: Omission.WAITING}


@dataclass(frozen=True, slots=True, kw_only=True)
class Omitted:
    """The reason for leaving a row out; `text` is the heading or the cell that gives it, "" if the look of the row
    does."""

    omission: Omission
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListQuestion:
    """A doubt whether somebody comes: a text beside the name, or a heading further up (`above`)."""

    text: str
    above: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSection:
    """The effect of a heading on the rows below it: they are left out, or asked about. `has_begun`: a person stands
    there."""

    text: str
    omission: Omission | None
    has_begun: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RowMarks:
    """By position: the rows that only name columns or groups, the reasons against others, the questions."""

    headings: frozenset[int]
    omitted: dict[int, list[Omitted]]
    questions: dict[int, list[ListQuestion]]


def mark_rows(table: FileTable, header: Header) -> RowMarks:
    """Return the list's marks for each row below the header."""
    headings = set()
    omitted: dict[int, list[Omitted]] = {}
    questions: dict[int, list[ListQuestion]] = {}
    title = [text.casefold() for text in _names(table.rows[header.index], header)] if header.index >= 0 else []
    absent = _absent(table, header)
    section: ListSection | None = None
    before: FileRow | None = None
    for at in range(header.index + 1, len(table.rows)):
        row = table.rows[at]
        section = _goes_on(section, before, row)
        before = row
        kind = row_kind(row, header) if table.shows(row) else None
        if row.head or (title and [text.casefold() for text in _names(row, header)] == title):
            headings.add(at)
            section = _doubtful(section)
            continue
        if kind == RowKind.HEADING or (section and kind is None and _is_word(show_only(row))):
            section = _section(show_only(row), section)
            if is_known_heading(show_only(row)):
                headings.add(at)
                continue
        reasons = _looks(row, header)
        if kind is None:
            reasons_in_row, questions_in_row = _statuses(table, header, row)
            reasons += [*reasons_in_row, *absent.get(_words_of(written_name(row, header)), [])]
            if section and section.omission:
                reasons.append(Omitted(omission=section.omission, text=section.text))
            elif section:
                questions_in_row.append(ListQuestion(text=section.text, above=True))
            section = section and replace(section, has_begun=True)
            if questions_in_row:
                questions[at] = questions_in_row
        if reasons:
            omitted[at] = reasons
    return RowMarks(headings=frozenset(headings), omitted=omitted, questions=questions)


def first_unwanted(reasons: Sequence[Omitted], table: FileTable) -> Omitted | None:
    """Return the reason for leaving a row of this table out, None if it is read."""
    return next((reason for reason in reasons if reason.omission not in table.wanted), None)


def repeated_values(table: FileTable, header: Header, at: int) -> list[tuple[str, int]]:
    """Return the few words that occur in a column again and again, and how often: paid, cancelled, open.

    Return nothing if there are many words, or if each occurs once and none means that somebody does not come. A column
    of statuses may hold more words.
    """
    cells = [show(row.cell(at)) for row in table.rows[header.index + 1 :] if table.shows(row) and not row.head]
    values = Counter(cell for cell in cells if cell)
    if any(len(value) > LONGEST_VALUE for value in values):
        return []
    if holds_statuses(table, header, at) and len(values) <= MOST_STATUSES:
        return values.most_common()
    tells = any(count > 1 or status_of(value) in OMISSIONS for value, count in values.items())
    return values.most_common() if tells and len(values) <= MOST_VALUES else []


def holds_statuses(table: FileTable, header: Header, at: int) -> bool:
    """Whether the heading of a column says that it is about coming; a column without a heading may be."""
    return letters_of(_heading(table, header, at)) in ATTENDANCE | STATUS_HEADINGS


def unknown_statuses(table: FileTable, header: Header, at: int) -> list[str]:
    """Return the words without a known meaning in a column of statuses."""
    if not holds_statuses(table, header, at):
        return []
    heading = _heading(table, header, at)
    values = [value for value, _count in repeated_values(table, header, at)]
    return [value for value in values if status_below(heading, value) is None and not says_yes(value)]


def _absent(table: FileTable, header: Header) -> dict[frozenset[str], list[Omitted]]:
    """Return, by the words of their names, the people whom a column like “Abgesagt | Maier, Bernd” names in any of its
    rows."""
    absent: dict[frozenset[str], list[Omitted]] = {}
    names = set(_name_columns(header))
    for at in range(len(table.rows[header.index].cells) if header.index >= 0 else 0):
        heading = _heading(table, header, at)
        omission = None if at in names else OMISSIONS.get(status_of(heading) or PersonStatus.COMING)
        for row in table.rows[header.index + 1 :] if omission else ():
            words = _words_of(show(row.cell(at)))
            if omission and len(words) > 1:
                absent[words] = [Omitted(omission=omission, text=_quoted(heading, row.cell(at)))]
    return absent


def _words_of(name: str) -> frozenset[str]:
    return frozenset(plain(name.replace(",", " ")).split())


def _goes_on(section: ListSection | None, before: FileRow | None, row: FileRow) -> ListSection | None:
    """Return the section above that still holds for this row. After an empty row it is doubtful."""
    if section is None or before is None or row.side != before.side:
        return None
    return _doubtful(section) if row.number > before.number + 1 else section


def _doubtful(section: ListSection | None) -> ListSection | None:
    return replace(section, omission=None) if section and section.has_begun else section


def _section(text: str, former: ListSection | None) -> ListSection | None:
    """Return the section that begins with a heading. A heading in unknown words leaves open whether the former section
    ends."""
    status = status_of(text)
    if status in OMISSIONS:
        return ListSection(text=text, omission=OMISSIONS[status])
    if status == PersonStatus.UNSURE or letters_of(text) in ROLE_WORDS:
        return ListSection(text=text, omission=None)
    if status == PersonStatus.COMING or is_known_heading(text):
        return None
    return former and replace(former, omission=None)


def _is_word(text: str) -> bool:
    return len(text.split()) == 1


def _looks(row: FileRow, header: Header) -> list[Omitted]:
    reasons = []
    if row.hidden:
        reasons.append(Omitted(omission=Omission.HIDDEN_ROW))
    names = {at for at in _name_columns(header) if row.cell(at) != ""}
    if names and names <= row.struck:
        reasons.append(Omitted(omission=Omission.STRUCK))
    return reasons


def _statuses(table: FileTable, header: Header, row: FileRow) -> tuple[list[Omitted], list[ListQuestion]]:
    """Return whether somebody comes, by the words beside the name."""
    reasons: list[Omitted] = []
    questions: list[ListQuestion] = []
    for status, text in _words(table, header, row):
        if status in OMISSIONS:
            reasons.append(Omitted(omission=OMISSIONS[status], text=text))
        elif status == PersonStatus.UNSURE:
            questions.append(ListQuestion(text=text))
    return reasons, questions


def _words(table: FileTable, header: Header, row: FileRow) -> Iterator[tuple[PersonStatus | None, str]]:
    for note in name_cells(row, header).notes:
        yield status_of(note) or PersonStatus.UNSURE, note
    meanings = {at: column for column, at in header.columns.items()}
    for at, cell in enumerate(row.cells):
        meaning = meanings.get(at)
        if cell == "" or meaning in OWN:
            continue
        heading = _heading(table, header, at)
        status = status_of(show(cell)) if meaning else status_below(heading, cell)
        if meaning in FACTS:
            # A club may be called “Reserve”, and “?” stands for anything unknown.
            in_place = {PersonStatus.CANCELLED: PersonStatus.CANCELLED, PersonStatus.WAITING: PersonStatus.UNSURE}
            yield in_place.get(status) if status else None, _quoted(heading, cell)
        elif status is None and hints_at_absence(show(cell)):
            yield PersonStatus.UNSURE, show(cell)
        else:
            yield status, _quoted(heading, cell)


def _quoted(heading: str, cell: Cell) -> str:
    return ": ".join(filter(None, [heading, show(cell)]))


def _heading(table: FileTable, header: Header, at: int) -> str:
    return show(table.rows[header.index].cell(at)) if header.index >= 0 else ""


def _name_columns(header: Header) -> list[int]:
    """Return the columns of names, in the order of `NAMES`."""
    return [header.columns[column] for column in NAMES if column in header.columns]


def _names(row: FileRow, header: Header) -> list[str]:
    return [show(row.cell(at)) for at in _name_columns(header)]
