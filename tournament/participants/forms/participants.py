"""Registering a player by hand, and handing in a list: the file, and the columns if its header is not understood."""

import datetime as dt
from functools import partial
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament.forms.texts import ReaderField, or_invalid
from tournament.imports.book import FileBook
from tournament.imports.columns import Column, Header
from tournament.imports.files import check_size, read_list_file
from tournament.imports.table import Cell, FileTable, show
from tournament.models import Participant, Tournament
from tournament.participants.selectors.participants import participant_list, search
from tournament.participants.services.participants import MOST_TABLES
from tournament.person.birth_dates import check_age, read_birth_date
from tournament.person.names import (
    LONGEST_SEARCH,
    TITLE_LENGTH,
    Born,
    clean_name,
    clean_phone,
    clean_remark,
    clean_text,
    split_title,
)

# A column of whole names whose order is the other one: “Huber Anna”.
LAST_FIRST = "name_last_first"
COLUMN_LABELS: dict[str, Any] = {
    Column.NUMBER: _("Number (only shown)"),
    Column.NAME: _("Name, first name first"),
    LAST_FIRST: _("Name, last name first"),
    Column.LAST_NAME: _("Last name"),
    Column.FIRST_NAME: _("First name"),
    Column.TITLE: _("Title"),
    Column.CLUB: _("Club"),
    Column.TOWN: _("Town"),
    Column.BIRTH_DATE: _("Date of birth"),
    Column.PHONE: _("Phone"),
    Column.REMARK: _("Remark"),
    Column.PAID: _("Paid"),
    Column.WITHDRAWN: _("Withdrawn"),
    Column.HOUSE: _("House player"),
}
SAMPLE_ROWS = 8


class ParticipantForm(forms.Form):
    """A player as typed at the desk."""

    # No max_length: person/names.py has a sentence for a name that is too long, and what was typed stays in the field.
    last_name = ReaderField(reader=clean_name, label=_("Last name"))
    first_name = ReaderField(reader=clean_name, label=_("First name"))
    club = ReaderField(reader=clean_text, label=_("Club or town"), required=False)
    birth_date = forms.CharField(
        label=_("Date of birth"),
        required=False,
        help_text=_("For example 10.07.2004 or 10.7.04; the year alone if no more is known."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    age_confirmed = forms.BooleanField(required=False)
    # Only where a prize asks for it: each is named like its criterion.
    woman = forms.BooleanField(label=_("Woman"), required=False, help_text=_("A prize asks for it."))
    newcomer = forms.BooleanField(
        label=_("Here for the first time"), required=False, help_text=_("A prize asks for it.")
    )

    MARKS = ("woman", "newcomer")
    # Whether somebody without a date of birth is asked for the age here (5.2.12).
    asks_age = True

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        marks = [mark for mark in self.MARKS if mark in self.fields]
        needed = marks and set(tournament.prizes.filter(criterion__in=marks).values_list("criterion", flat=True))
        for mark in {*marks} - {*needed}:
            del self.fields[mark]
        least = tournament.ruleset.minimum_age
        if not (least and self.asks_age):
            self.fields.pop("age_confirmed", None)
        else:
            label = _("Asked: is at least %(age)s years old") % {"age": least}
            self.fields["age_confirmed"].label = label
            self.fields["age_confirmed"].help_text = _("Only if the date of birth is not known.")

    def clean_birth_date(self) -> Born:
        return or_invalid(self._read_birth_date, self.cleaned_data["birth_date"])

    def clean(self) -> dict[str, Any]:
        """Set the date or the year of birth, and the title that stands before the first name (“Dr. Hans”)."""
        cleaned: dict[str, Any] = super().clean() or {}
        if "birth_date" in cleaned:
            born = cleaned["birth_date"]
            cleaned["birth_date"] = born if isinstance(born, dt.date) else None
            cleaned["birth_year"] = born if isinstance(born, int) else None
        if "first_name" in cleaned:
            before, cleaned["first_name"] = split_title(cleaned["first_name"])
            cleaned["title"] = cleaned.get("title") or before
        return cleaned

    def _read_birth_date(self, text: str) -> Born:
        if not text:
            return None
        day = self.tournament.day
        born = read_birth_date(text, day=day).born
        check_age(born, day=day, minimum_age=self.tournament.ruleset.minimum_age)
        return born


class NumberForm(forms.Form):
    """The number of a card that is handed out without a name."""

    start_number = forms.IntegerField(
        label=_("Start number"), required=False, help_text=_("That of the card. Without one the next number is given.")
    )


class DeskForm(ParticipantForm, NumberForm):
    """A player who is entered by hand, under a chosen start number or the next."""

    field_order = ("last_name", "first_name", "club", "birth_date", "start_number")


class NamingForm(ParticipantForm):
    """The name of somebody nameless."""

    def __init__(self, *args: Any, participant: Participant, **kwargs: Any) -> None:
        self.asks_age = participant.old_enough(participant.tournament) is None
        super().__init__(*args, tournament=participant.tournament, **kwargs)
        self.fields["last_name"].widget.attrs["autofocus"] = True


class ParticipantEditForm(ParticipantForm):
    """A participant being edited, with what only the desk sees, the mark of a house player and a fixed place."""

    asks_age = False
    title = ReaderField(
        reader=partial(clean_text, max_length=TITLE_LENGTH),
        label=_("Title"),
        required=False,
        help_text=_("For example Dr.; it stands before the whole name."),
    )
    phone = ReaderField(
        reader=clean_phone,
        label=_("Phone"),
        required=False,
        help_text=_("Phone and remark are seen by the desk, the supervisors and the organiser only."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "tel"}),
    )
    remark = ReaderField(reader=clean_remark, label=_("Remark"), required=False)
    paid = forms.BooleanField(label=_("Has paid in advance"), required=False)
    house = forms.BooleanField(
        label=_("House player"),
        required=False,
        help_text=_("Of the house, and only there to fill up a table. The standings mark it."),
    )

    fixed_table = forms.IntegerField(label=_("Table"), required=False, min_value=1, max_value=MOST_TABLES)
    fixed_seat = forms.IntegerField(label=_("Seat"), required=False, min_value=1)

    PLACE = ("fixed_table", "fixed_seat")
    NAMES = ("last_name", "first_name")
    field_order = ("title", "last_name", "first_name", "club", "birth_date", "phone", "remark", "paid", "house")

    def __init__(self, *args: Any, participant: Participant, **kwargs: Any) -> None:
        super().__init__(*args, tournament=participant.tournament, **kwargs)
        # Who is nameless may stay it: then both names are empty.
        if participant.nameless and not any(self.data.get(name) for name in self.NAMES):
            for name in self.NAMES:
                field = self.fields[name]
                self.fields[name] = forms.CharField(label=field.label, widget=field.widget, required=False)

    @property
    def place(self) -> list[forms.BoundField]:
        """The two fields of the fixed place, which have a heading of their own on the page."""
        return [self[name] for name in self.PLACE]

    @property
    def person(self) -> list[forms.BoundField]:
        """All the other fields."""
        return [self[name] for name in self.fields if name not in self.PLACE]


class HousePlayerForm(ParticipantForm):
    """A house player who fills up a table: a name is enough."""

    asks_age = False
    club = None  # type: ignore[assignment]
    birth_date = None  # type: ignore[assignment]
    woman = None  # type: ignore[assignment]
    newcomer = None  # type: ignore[assignment]


class ArrivalForm(forms.Form):
    """Who has come, by start number or parts of the name: the only one who fits, or the one `chosen` among several.

    The cleaned value `who` is the participant. `several` means that more than one fits what was typed.
    """

    q = forms.CharField(max_length=LONGEST_SEARCH, required=False)
    chosen = forms.IntegerField(required=False, min_value=1, max_value=99_999_999)

    several = False

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        text = cleaned["q"] if cleaned["chosen"] is None else str(cleaned["chosen"])
        hits = search(participant_list(self.tournament), text) if text else []
        if len(hits) == 1:
            cleaned["who"] = self.tournament.participants.get(start_number=hits[0].start_number)
        else:
            self.several = bool(hits)
            self.add_error("q", _not_one(text, len(hits)))
        return cleaned


def _not_one(text: str, count: int) -> Any:
    """Tell why nobody is ticked off: nothing was typed, nobody fits, or several do."""
    if not text:
        return _("Please type a start number or a name.")
    if count:
        sentence = _("%(count)s fit “%(text)s”. Choose with the arrow keys and Enter, or type more.")
        return sentence % {"count": count, "text": text}
    if text.isascii() and text.isdecimal():
        return _("Nobody has start number %(number)s.") % {"number": text}
    return _("Nobody fits “%(text)s”. Please try fewer letters, or the start number.") % {"text": text}


class ListForm(forms.Form):
    """The file with a club's list. Its cleaned value is the book read from it."""

    list_file = forms.FileField(
        label=_("List of participants"),
        help_text=_(
            "Excel (.xlsx), LibreOffice (.ods) or CSV, as the club keeps it. "
            "You see every line before anything is registered."
        ),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.xlsm,.ods,.csv,.txt,.tsv"}),
        allow_empty_file=True,
    )

    def clean_list_file(self) -> FileBook:
        return or_invalid(_read_upload, self.cleaned_data["list_file"])


class ColumnsForm(forms.Form):
    """What each column holds, and where the players begin: a select box above each column of the first lines."""

    def __init__(self, *args: Any, table: FileTable, header: Header | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.table = table
        begin = header.index + 1 if header else 0
        first = table.rows[: max(SAMPLE_ROWS * 5, begin + 1)]
        self.fields["first_line"] = forms.TypedChoiceField(
            label=_("The first player stands in line"),
            coerce=int,
            choices=[(row.number, row.place or row.number) for row in first],
            initial=first[min(begin, len(first) - 1)].number,
        )
        meanings: dict[int, str] = {at: column for column, at in header.columns.items()} if header else {}
        if header and header.last_first:
            meanings |= {at: LAST_FIRST for at, column in meanings.items() if column == Column.NAME}
        for at in range(table.width):
            self.fields[f"column_{at}"] = forms.ChoiceField(
                label=_("Column %(number)s") % {"number": at + 1},
                choices=[("", _("not used")), *COLUMN_LABELS.items()],
                required=False,
                initial=meanings.get(at, ""),
            )

    def column_fields(self) -> list[Any]:
        return [self[f"column_{at}"] for at in range(self.table.width)]

    def sample(self) -> list[tuple[str, list[str]]]:
        """Return the first lines in sight: where each stands, and the text of every column."""
        rows = [row for row in self.table.rows if self.table.shows(row)][:SAMPLE_ROWS]
        return [
            (row.place or str(row.number), [_cell_text(row.cell(at)) for at in range(self.table.width)]) for row in rows
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        values = [cleaned.get(f"column_{at}") for at in range(self.table.width)]
        columns = {
            Column.NAME if value == LAST_FIRST else Column(value): at for at, value in enumerate(values) if value
        }
        if len(columns) < sum(map(bool, values)):
            raise ValidationError(_("Two columns have the same meaning. Please choose each only once."))
        before = sum(row.number < cleaned.get("first_line", 0) for row in self.table.rows)
        header = Header(index=before - 1, columns=columns, last_first=LAST_FIRST in values)
        if not header.has_names:
            raise ValidationError(_("Please say which column holds the name, or which ones last name and first name."))
        cleaned["header"] = header
        return cleaned


def _cell_text(cell: Cell) -> str:
    """Return a cell as people write it here: 04.03.1955."""
    return date_format(cell, "SHORT_DATE_FORMAT") if isinstance(cell, dt.date) else show(cell)


def _read_upload(upload: Any) -> FileBook:
    check_size(upload.size or 0)
    return read_list_file(upload.read())
