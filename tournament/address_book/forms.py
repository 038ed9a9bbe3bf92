"""A person of the address book as typed, and which parts of two entries stay."""

import datetime as dt
from functools import partial
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament.address_book.services.people import PARTS, BookEntryValues
from tournament.forms.texts import ReaderField, or_invalid
from tournament.models import KnownPerson
from tournament.person.birth_dates import read_birth_date
from tournament.person.names import TITLE_LENGTH, Born, clean_name, clean_phone, clean_text

LABELS = {
    "title": _("Title"),
    "last_name": _("Last name"),
    "first_name": _("First name"),
    "club": _("Club or town"),
    "born": _("Date of birth"),
    "phone": _("Phone"),
}
STAYS, GOES = "stays", "goes"


class KnownPersonForm(forms.Form):
    """What the book knows of a person."""

    title = ReaderField(reader=partial(clean_text, max_length=TITLE_LENGTH), label=_("Title"), required=False)
    last_name = ReaderField(reader=clean_name, label=_("Last name"))
    first_name = ReaderField(reader=clean_name, label=_("First name"))
    club = ReaderField(reader=clean_text, label=_("Club or town"), required=False)
    born = forms.CharField(
        label=_("Date of birth"),
        required=False,
        help_text=_("For example 10.07.2004 or 10.7.04; the year alone if no more is known."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    phone = ReaderField(reader=clean_phone, label=_("Phone"), required=False)

    def clean_born(self) -> Born:
        text = self.cleaned_data["born"]
        return or_invalid(_read_born, text) if text else None

    @property
    def values(self) -> BookEntryValues:
        """What was typed, as the service takes it."""
        typed = self.cleaned_data
        born = typed["born"]
        return {
            "title": typed["title"],
            "first_name": typed["first_name"],
            "last_name": typed["last_name"],
            "club": typed["club"],
            "birth_date": born if isinstance(born, dt.date) else None,
            "birth_year": born if isinstance(born, int) else None,
            "phone": typed["phone"],
        }


class MergeForm(forms.Form):
    """For each part in which two entries differ, which of the two values stays."""

    def __init__(self, *args: Any, person: KnownPerson, other: KnownPerson, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for part in PARTS:
            value, other_value = shown_part(person, part), shown_part(other, part)
            if value != other_value:
                self.fields[part] = forms.ChoiceField(
                    label=LABELS[part],
                    choices=[(STAYS, value or _("nothing")), (GOES, other_value or _("nothing"))],
                    widget=forms.RadioSelect,
                    initial=STAYS if value else GOES,
                )

    @property
    def taken(self) -> set[str]:
        """The parts whose value comes from the entry that goes."""
        return {part for part, choice in self.cleaned_data.items() if choice == GOES}


def _read_born(text: str) -> Born:
    return read_birth_date(text, day=timezone.localdate()).born


def shown_part(person: KnownPerson, part: str) -> str:
    """Return a part of an entry as people write it."""
    if part != "born":
        return str(getattr(person, part))
    return date_format(person.birth_date, "SHORT_DATE_FORMAT") if person.birth_date else str(person.birth_year or "")
