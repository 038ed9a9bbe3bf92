"""The line at the door as a form: what was typed, who of those who fit is meant, the next card, the fee."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.door.line import LONGEST_LINE, DoorLine, DoorLineKind, read_door_line
from tournament.door.selectors import DoorPerson, DoorPersonKind, people_at_door
from tournament.models import FeeKind, Tournament
from tournament.refusals import Refused

_KEY = re.compile(rf"[{''.join(kind.value for kind in DoorPersonKind)}]\d{{1,9}}")
HIGHEST_CARD = 9999
# Instead of the position of a fee: nothing is paid now.
LATER = "later"


class AdmissionForm(forms.Form):
    """One line of the door. Cleaned: `line`, and `who`, the one whom Enter lets in, None for another act.

    `chosen` is the key of the one whom the page marked when Enter was pressed; empty where the text was newer than the
    list. Then only a single one who fits is meant. `card` is the next card of this desk. `fee` is the position of a
    kind, LATER, or empty for the fee that each owes; cleaned `kind` and `pays`.
    """

    line = forms.CharField(max_length=LONGEST_LINE, required=False, strip=False)
    chosen = forms.CharField(max_length=10, required=False)
    card = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=HIGHEST_CARD,
        error_messages={"invalid": _("The number of the next card is a whole number.")},
    )
    fee = forms.CharField(max_length=10, required=False)

    several = False
    """Whether more than one fits what was typed."""

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.people: list[DoorPerson] = []

    def clean_line(self) -> DoorLine:
        return read_door_line(self.cleaned_data["line"])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        line: DoorLine = cleaned["line"]
        cleaned["who"], cleaned["kind"] = None, None
        if line.kind is DoorLineKind.NOTHING:
            raise forms.ValidationError(_("Please type a name or a start number."))
        if line.kind in (DoorLineKind.PERSON, DoorLineKind.CARD, DoorLineKind.SCAN):
            cleaned["who"] = self._who(line, cleaned["chosen"])
            cleaned["kind"] = self._kind(cleaned["fee"])
        cleaned["pays"] = cleaned["fee"] != LATER
        return cleaned

    def _who(self, line: DoorLine, chosen: str) -> DoorPerson:
        try:
            self.people = people_at_door(self.tournament, line)
        except Refused as refused:
            raise forms.ValidationError(str(refused)) from None
        marked = [one for one in self.people if one.key == chosen] if _KEY.fullmatch(chosen) else []
        fitting = marked or [one for one in self.people if one.is_listed] or self._not_listed()
        if not fitting and line.number and not line.text:
            raise forms.ValidationError(
                _("Nobody has start number %(number)s. “+%(number)s” gives it out without a name."),
                params={"number": line.number},
            )
        if not fitting:
            raise forms.ValidationError(
                _("Nobody fits “%(text)s”. Somebody new is typed like this: Zellner, Rosi; FC Haar; 1990"),
                params={"text": self.data.get("line", "").strip()},
            )
        if len(fitting) > 1:
            self.several = True
            raise forms.ValidationError(_("Several fit. Please choose one with the arrows, or type more letters."))
        return fitting[0]

    def _not_listed(self) -> list[DoorPerson]:
        """Return who is meant without a mark where nobody on the list fits: those who are known, else the new ones."""
        new = [one for one in self.people if one.kind is DoorPersonKind.NEW]
        return [one for one in self.people if one.kind is not DoorPersonKind.NEW] or new

    def _kind(self, fee: str) -> FeeKind | None:
        if not fee.isascii() or not fee.isdecimal():
            return None
        return self.tournament.fee_kinds.filter(position=int(fee)).first()
