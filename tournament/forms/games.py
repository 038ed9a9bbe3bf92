"""What is typed into a sheet: an entry, running totals from paper, a sanction, a correction. Parses, writes nothing."""

import re
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.games import GameRecord, Sanction
from scoring.ruleset import Ruleset
from scoring.shorthand import canonical, parse_entry
from tournament import labels
from tournament.models import User

# The initials of the supervisor on the paper, typed behind the entry: "g" (genehmigt) or "/" on a number pad.
INITIALS = re.compile(r"\s*[g/]\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entry read: running totals to compare, or a record; `initialled` if the paper bears the supervisor's initials.

    `written` are four values as they stand on paper that make no game, for the supervisor to rule on.
    """

    record: GameRecord | None = None
    running: tuple[int, ...] | None = None
    written: tuple[int, ...] | None = None
    initialled: bool = False
    error: ScoringError | None = None


def read_entry(ruleset: Ruleset, text: str, number: int) -> Entry:
    """Read what was typed for line `number`: "r13+", "6 2 g", "-1 +1 +1 -1", "= 5 -3 -3 1"."""
    text = text.strip()
    if text.startswith("="):
        values = _four_values(text[1:])
        if values is None:
            return Entry(error=ScoringError("entry_unreadable", entry=text))
        return Entry(running=values)
    initialled = bool(INITIALS.search(text))
    text = INITIALS.sub("", text)
    try:
        return Entry(record=parse_entry(ruleset, text, first=number == 1), initialled=initialled)
    except ScoringError as error:
        return Entry(error=error, written=_four_values(text))


def _four_values(text: str) -> tuple[int, ...] | None:
    words = canonical(text).split()
    if len(words) != 4 or not all(re.fullmatch(r"-?[0-9]{1,3}", word) for word in words):
        return None
    return tuple(int(word) for word in words)


class EntryForm(forms.Form):
    """One line of the sheet as typed at the desk. `command` is the page's own id of this act.

    `replace` is the id of the game that stands in the line, where one is typed anew.
    """

    entry = forms.CharField(max_length=60, error_messages={"required": _("Nothing was entered.")})
    number = forms.IntegerField(min_value=1, max_value=999)
    command = forms.RegexField(r"^[0-9a-f]{16,40}$")
    replace = forms.IntegerField(min_value=1, required=False)
    initials = forms.ModelChoiceField(
        User.objects.filter(supervisor=True, is_active=True), required=False, label=_("Supervisor on the paper")
    )


class ReasonForm(forms.Form):
    """Why a supervisor strikes or restores a line; printed on the sheet (5.3.4)."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        error_messages={"required": _("Please say why: the reason is printed on the sheet.")},
    )


class CorrectionForm(ReasonForm):
    """The right value of a line and why (5.3.4)."""

    entry = forms.CharField(
        label=_("Right value"),
        max_length=60,
        error_messages={"required": _("Please enter the right value of the line.")},
    )
    field_order = ["entry", "reason"]


class RulingForm(ReasonForm):
    """A line whose values on paper are no game: the right value, or nothing where it is struck."""

    written = forms.RegexField(r"^-?\d{1,3}( -?\d{1,3}){3}$", widget=forms.HiddenInput)
    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    command = forms.RegexField(r"^[0-9a-f]{16,40}$", widget=forms.HiddenInput)
    entry = forms.CharField(label=_("Right value"), max_length=60, required=False)
    struck = forms.BooleanField(required=False)

    def written_points(self) -> list[int]:
        """The four values as they stand on paper, by seat."""
        return [int(word) for word in self.cleaned_data["written"].split()]


class SanctionForm(forms.Form):
    """A sanction line: what was played, what happened, who erred (3.4.17, 3.4.18, 2.4.10)."""

    contract = forms.ChoiceField(label=_("Contract"))
    declarer = forms.TypedChoiceField(label=_("Declarer"), coerce=int)
    partner = forms.TypedChoiceField(label=_("Partner"), coerce=int, required=False, empty_value=None)
    kind = forms.ChoiceField(label=_("What happened"))
    offender = forms.TypedChoiceField(label=_("Who erred"), coerce=int)
    revealer = forms.TypedChoiceField(label=_("Who revealed the cards"), coerce=int, required=False, empty_value=None)
    points = forms.CharField(
        label=_("Points by ruling"),
        required=False,
        max_length=30,
        help_text=_("Only where the rules give no figure: four values that sum to 0."),
    )
    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    command = forms.RegexField(r"^[0-9a-f]{16,40}$", widget=forms.HiddenInput)

    def __init__(self, *args: Any, ruleset: Ruleset, names: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = [(number, f"{number} {name}") for number, name in enumerate(names, 1)]
        fields: dict[str, Any] = self.fields
        fields["contract"].choices = [(key, labels.CONTRACTS[key]) for key in ruleset.contracts]
        fields["kind"].choices = [(key, labels.SANCTIONS[key]) for key in ruleset.sanctions]
        for name in ("declarer", "offender"):
            fields[name].choices = seats
        for name in ("partner", "revealer"):
            fields[name].choices = [("", _("nobody")), *seats]

    def clean_points(self) -> tuple[int, ...] | None:
        text = self.cleaned_data["points"].strip()
        if not text:
            return None
        values = _four_values(text)
        if values is None:
            raise forms.ValidationError(_("Please enter four values, for example −4 +2 +2 0."))
        return values

    def record(self) -> GameRecord:
        """The game record; scoring says whether it holds."""
        data = self.cleaned_data
        return GameRecord(
            contract=data["contract"],
            declarer=data["declarer"],
            partner=data["partner"],
            sanction=Sanction(
                kind=data["kind"], offender=data["offender"], revealer=data["revealer"], points=data["points"]
            ),
        )
