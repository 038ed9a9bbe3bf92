"""Closing the list, the numbers of the hall, the reason for a new draw. Parses, writes nothing."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.enums import LotSource
from tournament.labels import tables_text
from tournament.models import ClosedList
from tournament.selectors.draw import Preflight
from tournament.services.closed_lists import NOTE_LENGTH
from tournament.services.draw import REASON_LENGTH, WITNESSES

_BETWEEN = re.compile(r"[\s,;/+·–-]+")


class CloseForm(forms.Form):
    """How the lots are to be drawn. What the tournament cannot choose is no field."""

    usual = forms.TypedChoiceField(label=_("Tables"), coerce=int, widget=forms.RadioSelect)
    avoid_clubs = forms.BooleanField(
        label=_("No two of one club at a table, as far as the numbers allow"), required=False
    )
    even_seats = forms.BooleanField(
        label=_("Spread the seats: nobody on the same seat again, as far as possible"), required=False, initial=True
    )
    source = forms.ChoiceField(
        label=_("What the lots come from"),
        choices=LotSource.choices,
        widget=forms.RadioSelect,
        initial=LotSource.SYSTEM,
    )
    note = forms.CharField(
        label=_("Which lottery, of which day"),
        required=False,
        max_length=NOTE_LENGTH,
        help_text=_("Only for a lottery, for example: Lotto 6 aus 49 on Saturday, all six numbers in ascending order."),
    )

    def __init__(self, *args: Any, before: Preflight, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        if len(before.choices) > 1:
            fields["usual"].choices = [(choice.usual, tables_text(choice.sizes)) for choice in before.choices]
            fields["usual"].initial = before.choices[0].usual
        else:
            del fields["usual"]
        if not before.clubs:
            del fields["avoid_clubs"]
        if before.match.number == 1:
            del fields["even_seats"]

    def clean_source(self) -> LotSource:
        return LotSource(self.cleaned_data["source"])


class HallForm(forms.Form):
    """What the hall adds to a closed list: numbers, and who named them or looked on, by start number."""

    hall = forms.CharField(label=_("Numbers of the lottery"), max_length=300, widget=forms.TextInput)
    witnesses = forms.CharField(
        label=_("Witnesses"),
        required=False,
        max_length=60,
        help_text=_("Start numbers of up to three participants who look on, for example 7 12 30."),
    )

    def __init__(self, *args: Any, closed: ClosedList, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.closed = closed
        fields: dict[str, Any] = self.fields
        if closed.source == LotSource.SYSTEM:
            del fields["hall"]
        if closed.source == LotSource.LOTTERY:
            fields["hall"].help_text = _("As they were drawn, with spaces between: 4 17 23 31 40 49.")
            fields["hall"].widget.attrs["inputmode"] = "numeric"
        if closed.source == LotSource.NUMBERS:
            del fields["hall"], fields["witnesses"]
            for number in range(1, WITNESSES + 1):
                fields[f"witness_{number}"] = forms.IntegerField(label=_("Start number"), min_value=1)
                fields[f"number_{number}"] = forms.CharField(
                    label=_("Number named"), max_length=40, widget=forms.TextInput(attrs={"inputmode": "numeric"})
                )

    @property
    def named(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The three pairs of start number and number."""
        return [(self[f"witness_{number}"], self[f"number_{number}"]) for number in range(1, WITNESSES + 1)]

    def clean(self) -> dict[str, Any]:
        """`hall` as a list of strings of digits, `witnesses` as a list of start numbers, whatever the source."""
        data = super().clean() or {}
        if self.errors:
            return data
        if self.closed.source == LotSource.NUMBERS:
            data["witnesses"] = [data[f"witness_{number}"] for number in range(1, WITNESSES + 1)]
            data["hall"] = [
                "".join(self._numbers(f"number_{number}", data[f"number_{number}"]))
                for number in range(1, WITNESSES + 1)
            ]
        else:
            data["witnesses"] = [int(number) for number in self._numbers("witnesses", data.get("witnesses", ""))]
            data["hall"] = self._numbers("hall", data.get("hall", ""))
        return data

    def _numbers(self, field: str, text: str) -> list[str]:
        """The numbers in a text, however they are separated; anything but digits is named."""
        found = [part for part in _BETWEEN.split(text) if part]
        for part in found:
            if not (part.isascii() and part.isdigit()):
                self.add_error(field, _("“%(text)s” is no number. Please type digits only.") % {"text": part})
        return found


class DiscardForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        help_text=_("It is published with the old protocol. Please name nobody in it."),
    )
