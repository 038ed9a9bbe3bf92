"""What of a file is read: its sheets, what it hides or strikes through, and the encoding of its letters."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.imports.book import ENCODING_NAMES, BookReading, FileBook
from tournament.imports.columns import Header, find_header
from tournament.imports.encodings import Encoding, has_odd_letters
from tournament.imports.name_cells import written_name
from tournament.imports.omissions import first_unwanted, mark_rows
from tournament.imports.table import Omission, show
from tournament.person.names import excerpt

ALL = "all"
AS_IT_STANDS = "plain"
SAMPLES = 3
MOST_NAMES = 8
# What people choose among; a text in UTF-8 can be shown as the others, too, but they make no sense of it.
ENCODINGS = (Encoding.UTF_8, Encoding.WINDOWS, Encoding.MAC, Encoding.DOS, Encoding.EAST, Encoding.TWICE)
OMITTED: dict[Omission, Callable[[int], str]] = {
    Omission.HIDDEN_ROW: lambda count: ngettext(
        "Read %(count)s hidden row, too", "Read %(count)s hidden rows, too", count
    ),
    Omission.HIDDEN_COLUMN: lambda count: ngettext(
        "Read %(count)s hidden column, too", "Read %(count)s hidden columns, too", count
    ),
    Omission.STRUCK: lambda count: ngettext(
        "Read %(count)s row that is struck through, too", "Read %(count)s rows that are struck through, too", count
    ),
    Omission.CANCELLED: lambda count: ngettext(
        "Read %(count)s cancelled row, too", "Read %(count)s cancelled rows, too", count
    ),
    Omission.WAITING: lambda count: ngettext(
        "Read %(count)s row of the waiting list, too", "Read %(count)s rows of the waiting list, too", count
    ),
}
UNSEEN: dict[Omission, Callable[[int], str]] = {
    Omission.HIDDEN_ROW: lambda count: ngettext(
        "%(count)s hidden row is not taken.", "%(count)s hidden rows are not taken.", count
    ),
    Omission.HIDDEN_COLUMN: lambda count: ngettext(
        "%(count)s hidden column is not taken.", "%(count)s hidden columns are not taken.", count
    ),
}


class ReadingForm(forms.Form):
    """Choices where the file leaves them open; without any, the form has no fields."""

    def __init__(self, *args: Any, book: FileBook, reading: BookReading, header: Header | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.book, self.read, self.header = book, reading, header
        self.table = book.table(reading)
        if len(book.sheets) > 1:
            self.fields["sheet"] = forms.ChoiceField(
                label=gettext_lazy("Worksheet"),
                choices=self._sheets(),
                widget=forms.RadioSelect,
                initial=ALL if reading.sheet is None else str(reading.sheet),
            )
        self.omitted = self._omitted(header)
        for omission, names in self.omitted.items():
            self.fields[omission.value] = forms.BooleanField(
                label=OMITTED[omission](len(names)) % {"count": len(names)},
                help_text="" if omission in UNSEEN and omission not in reading.wanted else _few(names),
                required=False,
                initial=omission in reading.wanted,
            )
        encodings = self._encodings()
        if len(encodings) > 1:
            self.fields["encoding"] = forms.ChoiceField(
                label=gettext_lazy("Encoding of the letters"),
                choices=encodings,
                widget=forms.RadioSelect,
                initial=reading.encoding or AS_IT_STANDS,
            )

    @property
    def parts(self) -> list[forms.BoundField]:
        """The fields about sheets, rows and columns."""
        return [self[name] for name in self.fields if name != "encoding"]

    @property
    def unseen(self) -> list[tuple[str, SafeString]]:
        """What is hidden and not read, so that no table of the page shows it: a sentence and the names."""
        notices = []
        for omission, sentence in UNSEEN.items():
            names = self.omitted.get(omission, [])
            if names and omission not in self.read.wanted:
                notices.append((sentence(len(names)) % {"count": len(names)}, _few(names)))
        if not self.book.tells_hidden:
            title = _("In an .ods file hidden and crossed-out lines cannot be told from others.")
            notices.append((title, format_html("{}", _("They are read, too. Please compare the list with the file."))))
        return notices

    @property
    def letters(self) -> forms.BoundField | None:
        """The field about the encoding, if there is something to choose."""
        return self["encoding"] if "encoding" in self.fields else None

    @property
    def odd_letters(self) -> bool:
        """Whether the letters need a look: they are in a rare encoding or in two, or letters where no name has them."""
        return self.letters is not None and (
            self.read.encoding != Encoding.WINDOWS
            or any(has_odd_letters(show(cell)) for row in self.table.rows for cell in row.cells)
        )

    @property
    def encoding_name(self) -> str:
        return ENCODING_NAMES[self.read.encoding] if self.read.encoding else ""

    @property
    def names_elsewhere(self) -> bool:
        """Whether a visible sheet with names is not read."""
        return self.read.sheet is not None and len(self.book.visible()) > 1

    def is_changed(self) -> bool:
        """Whether somebody chose something else and has not looked at it yet."""
        return "choices" in self.data and self.is_valid() and self._reading() != self.read

    def reading_and_header(self) -> tuple[BookReading, Header | None]:
        """Return the choices of a valid form, and the header: the same one unless other cells are read."""
        reading = self._reading()
        same = (self.read.sheet, self.read.encoding, Omission.HIDDEN_COLUMN in self.read.wanted)
        if self.header and same == (reading.sheet, reading.encoding, Omission.HIDDEN_COLUMN in reading.wanted):
            return reading, self.header
        return reading, find_header(self.book.table(reading).texts())

    def _reading(self) -> BookReading:
        fields = self.cleaned_data
        sheet = fields.get("sheet", "")
        return replace(
            self.read,
            sheet=self.read.sheet if not sheet else None if sheet == ALL else int(sheet),
            wanted=frozenset(omission for omission in Omission if self._wants(omission)),
            encoding=self._encoding(fields.get("encoding", "")),
        )

    def _wants(self, omission: Omission) -> bool:
        # What this sheet has nothing of stays as it was, for the next sheet.
        return bool(self.cleaned_data[omission]) if omission in self.fields else omission in self.read.wanted

    def _encoding(self, value: str) -> Encoding | None:
        if not value:
            return self.read.encoding
        return None if value == AS_IT_STANDS else Encoding(value)

    def _sheets(self) -> list[tuple[str, str]]:
        sheets = [
            (str(at), _sheet_label(sheet.title, sheet.people, sheet.hidden))
            for at, sheet in enumerate(self.book.sheets)
        ]
        visible = self.book.visible()
        if len(visible) > 1:
            people = sum(self.book.sheets[at].people for at in visible)
            sheets.append((ALL, _sheet_label(_("All as one list"), people, hidden=False)))
        return sheets

    def _omitted(self, header: Header | None) -> dict[Omission, list[str]]:
        """Return what stands in the rows and columns that the file shows as not meant."""
        names: dict[Omission, list[str]] = {}
        if headings := self._hidden_headings():
            names[Omission.HIDDEN_COLUMN] = headings
        if header is None:
            hidden = [_("line %(line)s") % {"line": row.number} for row in self.table.rows if row.hidden]
            return names | ({Omission.HIDDEN_ROW: hidden} if hidden else {})
        for at, reasons in mark_rows(self.table, header).omitted.items():
            # A cancelled row that is hidden is only counted as hidden until hidden rows are read.
            first = first_unwanted(reasons, self.table)
            for omission in {
                reason.omission for reason in reasons if reason is first or reason.omission in self.table.wanted
            }:
                if name := written_name(self.table.rows[at], header):
                    names.setdefault(omission, []).append(name)
        return {omission: names[omission] for omission in Omission if omission in names}

    def _hidden_headings(self) -> list[str]:
        at = self.book.visible() if self.read.sheet is None else [self.read.sheet]
        return [heading for one in at for heading in self.book.sheets[one].hidden_headings()]

    def _encodings(self) -> list[tuple[str, str]]:
        """Return the encodings that make something different of the letters, each with a sample."""
        sheet = self.book.sheets[self.read.sheet or 0]
        if sheet.encoding is None or (sheet.encoding == Encoding.UTF_8 and not sheet.is_mixed):
            return []
        offered = {
            encoding: sheet.samples(encoding) for encoding in (ENCODINGS if sheet.separator else (None, Encoding.TWICE))
        }
        labels: list[tuple[str, str]] = []
        names = set()
        for encoding in sorted(offered, key=lambda encoding: encoding != self.read.encoding):
            if offered[encoding] in names:
                continue
            names.add(offered[encoding])
            name = ENCODING_NAMES[encoding] if encoding else _("As it stands there")
            sample = _untranslated(", ".join(offered[encoding][:SAMPLES]))
            labels.append((encoding or AS_IT_STANDS, format_html("{}: {}", name, sample)))
        return labels


def _sheet_label(title: str, people: int, hidden: bool) -> str:
    lines = ngettext("%(count)s line", "%(count)s lines", people) % {"count": people}
    if hidden:
        return _("%(title)s (hidden, %(lines)s)") % {"title": title, "lines": lines}
    return f"{title} ({lines})"


def _few(names: list[str]) -> SafeString:
    """Return the first of these names in one line, and how many more there are. No browser translates them."""
    text = ", ".join(excerpt(name) or "–" for name in names[:MOST_NAMES])
    more = len(names) - MOST_NAMES
    return _untranslated(text if more <= 0 else _("%(names)s and %(count)s more") % {"names": text, "count": more})


def _untranslated(text: str) -> SafeString:
    return format_html('<span translate="no">{}</span>', text)
