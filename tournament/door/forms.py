"""The line at the door as a form: what was typed, and who of the candidates is meant."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.door.line import LONGEST_LINE, DoorLine, DoorLineKind, read_door_line
from tournament.door.selectors import DoorPerson, DoorPersonKind, door_people
from tournament.models import Tournament

_KEY = re.compile(rf"[{''.join(kind.value for kind in DoorPersonKind)}]\d{{1,9}}")


class DoorForm(forms.Form):
    """One line of the door. Cleaned: `line`, and `who`, the candidate that Enter admits, None for another act.

    `chosen` is the key of the candidate that the page marked when Enter was pressed; empty where the text was newer
    than the list. Then only a single one who fits is meant.
    """

    line = forms.CharField(max_length=LONGEST_LINE, required=False, strip=False)
    chosen = forms.CharField(max_length=10, required=False)

    several = False
    """Whether more than one fits what was typed."""

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def clean_line(self) -> DoorLine:
        return read_door_line(self.cleaned_data["line"])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        line: DoorLine = cleaned["line"]
        cleaned["who"] = None
        if line.kind is DoorLineKind.NOTHING:
            raise forms.ValidationError(_("Please type a name or a start number."))
        if line.kind is DoorLineKind.PERSON:
            cleaned["who"] = self._who(line, cleaned["chosen"])
        return cleaned

    def _who(self, line: DoorLine, chosen: str) -> DoorPerson:
        people = door_people(self.tournament, line)
        marked = [one for one in people if one.key == chosen] if _KEY.fullmatch(chosen) else []
        fitting = marked or [one for one in people if not one.is_new] or people
        if not fitting:
            raise forms.ValidationError(
                _("Nobody fits “%(text)s”. Somebody new is typed like this: Huber, Anna; FC Haar; 1990"),
                params={"text": self.data.get("line", "").strip()},
            )
        if len(fitting) > 1:
            self.several = True
            raise forms.ValidationError(_("Several fit. Please choose one with the arrows, or type more letters."))
        return fitting[0]
