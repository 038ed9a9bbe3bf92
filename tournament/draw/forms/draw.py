"""Closing the list, the numbers of the hall, the reason for a new draw. Parses, writes nothing."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.ruleset import Ruleset
from tournament.draw.selectors.draw import Preflight, settings_of
from tournament.draw.services.closed_lists import NOTE_LENGTH
from tournament.draw.services.draw import (
    NO_REASON,
    REASON_LENGTH,
    numbers_needed,
    witnesses_needed,
)
from tournament.draw.services.lot_witnesses import UNKNOWN_WITNESS, WITNESSES
from tournament.enums import LotSource
from tournament.models import ClosedList, Participant
from tournament.refusals import Refused
from tournament.words.citations import cited
from tournament.words.labels import tables_text

BETWEEN = re.compile(r"[\s,;/+·–-]+")
# "1.000.000", as people write a million.
_IN_THREES = re.compile(r"[0-9]{1,3}(\.[0-9]{3})+")
LONGEST_NUMBER = 20


class CloseForm(forms.Form):
    """How the lots are to be drawn. The form has no field for what the tournament cannot choose.

    `last` is the closing before, of this match or an earlier one: its choices are proposed again.
    """

    usual = forms.TypedChoiceField(label=_("Tables"), coerce=int, widget=forms.RadioSelect)
    avoid_clubs = forms.BooleanField(
        label=_("No two of one club at a table, as far as the numbers allow"), required=False
    )
    even_seats = forms.BooleanField(
        label=_("Spread the seats: nobody on the same seat again, as far as possible"), required=False
    )
    source = forms.ChoiceField(
        label=_("Chance comes from"),
        choices=LotSource.choices,
        widget=forms.RadioSelect,
        help_text=_("Lots drawn by hand are typed in afterwards: start number, table, seat."),
    )
    note = forms.CharField(
        label=_("Which lottery, of which day"),
        required=False,
        max_length=NOTE_LENGTH,
        help_text=_(
            "Only for a lottery, necessary then, for example: "
            "Lotto 6 aus 49 on Saturday, all six numbers in ascending order."
        ),
    )

    SETTINGS = ("avoid_clubs", "even_seats", "source", "note")

    def __init__(self, data: Any = None, *, before: Preflight, last: ClosedList | None = None) -> None:
        initial: dict[str, Any] = {"source": LotSource.SYSTEM, "even_seats": True}
        if last is not None:
            initial = settings_of(last, before.choices, before.match.tournament.ruleset)
            # Another match needs another day of the lottery.
            same = last.match_id == before.match.pk and not before.additional
            initial["note"] = last.note if same else ""
        super().__init__(data, initial=initial)
        fields: dict[str, Any] = self.fields
        fields["note"].necessary_at_times = True
        if len(before.choices) > 1:
            fields["usual"].choices = [(choice.usual, tables_text(choice.sizes)) for choice in before.choices]
            self.initial["usual"] = initial.get("usual") or before.choices[0].usual
        else:
            del fields["usual"]
        if not before.clubs:
            del fields["avoid_clubs"]
        if before.match.number == 1:
            del fields["even_seats"]

    @property
    def settings(self) -> list[forms.BoundField]:
        """The fields that are folded away, because most clubs want what they begin with."""
        return [self[name] for name in self.SETTINGS if name in self.fields]

    @property
    def settings_open(self) -> bool:
        """Whether the folded fields must be shown: one has an error, or the source is not the usual one."""
        wrong = any(name in self.errors for name in self.SETTINGS) if self.is_bound else False
        return wrong or self["source"].value() != LotSource.SYSTEM

    def clean_source(self) -> LotSource:
        return LotSource(self.cleaned_data["source"])


class HallForm(forms.Form):
    """What the hall adds to a closed list: numbers, and the start numbers of those who named them or looked on."""

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
        self.closed_up: list[str] = []
        """Numbers that were typed with spaces or dots, as they are drawn from."""
        fields: dict[str, Any] = self.fields
        for field in fields.values():
            field.widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}
        if closed.source in (LotSource.SYSTEM, LotSource.HAND):
            del fields["hall"]
        if closed.source == LotSource.LOTTERY:
            fields["hall"].error_messages["required"] = numbers_needed(closed)
            fields["hall"].help_text = _("As they were drawn, with spaces between: 4 17 23 31 40 49.")
            fields["hall"].widget.attrs["autofocus"] = True
        if closed.source == LotSource.NUMBERS:
            del fields["hall"], fields["witnesses"]
            for number in range(1, WITNESSES + 1):
                fields[f"witness_{number}"] = forms.CharField(label=_("Start number"), max_length=20, widget=_digits())
                fields[f"number_{number}"] = forms.CharField(label=_("Number named"), max_length=60, widget=_digits())
                fields[f"witness_{number}"].error_messages["required"] = _(
                    "Row %(number)s: the start number is missing."
                ) % {"number": number}
                fields[f"number_{number}"].error_messages["required"] = _(
                    "Row %(number)s: the number named is missing."
                ) % {"number": number}
            fields["witness_1"].widget.attrs["autofocus"] = True

    @property
    def witness_fields(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The fields of the three participants: start number and the number named."""
        return [(self[f"witness_{number}"], self[f"number_{number}"]) for number in range(1, WITNESSES + 1)]

    def clean(self) -> dict[str, Any]:
        """Put together `hall`, a list of strings of digits, and `witnesses`, a list of start numbers."""
        data = super().clean() or {}
        if self.closed.source == LotSource.NUMBERS:
            rows = range(1, WITNESSES + 1)
            people = [(f"witness_{row}", data.get(f"witness_{row}", "")) for row in rows]
            data["hall"] = [self._number(f"number_{row}", data.get(f"number_{row}", "")) for row in rows]
        else:
            people = [("witnesses", part) for part in BETWEEN.split(data.get("witnesses", "")) if part]
            data["hall"] = [self._number("hall", part) for part in BETWEEN.split(data.get("hall", "")) if part]
        data["witnesses"] = [self._start_number(field, text) for field, text in people]
        self._check_people([field for field, _text in people], data["witnesses"])
        return data

    def _check_people(self, fields: list[str], numbers: list[int]) -> None:
        """Tell of every start number what is wrong with it, not only of the first; 0 stands for none."""
        listed = Participant.objects.filter(tournament__matches=self.closed.match_id)
        numbers_on_list = set(listed.values_list("start_number", flat=True))
        for at, (field, number) in enumerate(zip(fields, numbers, strict=True)):
            if number and number not in numbers_on_list:
                self.add_error(field, UNKNOWN_WITNESS % {"number": number})
            elif (number and number in numbers[:at]) or at >= WITNESSES:
                self.add_error(field, witnesses_needed(self.closed))
                return

    def field_of(self, refused: Refused) -> str | None:
        """Return the field that a refusal is about, None if it is about all of them."""
        field = refused.context.get("field")
        return str(field) if field in self.fields else None

    def _number(self, field: str, text: str) -> str:
        """Return the digits of a number. Spaces and dots between them are dropped, anything else is refused by name."""
        digits = "".join(text.split())
        if _IN_THREES.fullmatch(digits):
            digits = digits.replace(".", "")
        if digits and self._is_number(field, digits) and digits != text:
            self.closed_up.append(digits)
        return digits

    def _start_number(self, field: str, text: str) -> int:
        return int(text) if text and self._is_number(field, text) else 0

    def _is_number(self, field: str, text: str) -> bool:
        if not (text.isascii() and text.isdigit()):
            self.add_error(field, _("“%(text)s” is no number. Please type digits only.") % {"text": text})
            return False
        if len(text) > LONGEST_NUMBER:
            self.add_error(field, _("A number has %(most)s digits at most.") % {"most": LONGEST_NUMBER})
            return False
        return True


class DiscardForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        help_text=_("It is published with the old protocol. Please name nobody in it."),
    )

    def __init__(self, *args: Any, ruleset: Ruleset, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].error_messages["required"] = cited(NO_REASON, ruleset)

    def field_of(self, refused: Refused) -> str:
        """Return the only field."""
        return "reason"


def _digits() -> forms.TextInput:
    return forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
