"""A sanction entered by the supervisor as a line (3.4.17, 3.4.18, 2.4.10, H 4). Parses, writes nothing."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.games import GameRecord, Sanction
from scoring.parts import REVEALED_CARDS, WRONG_DEAL
from scoring.records import Decision, GamePlace, Play
from scoring.ruleset import NEXT_DEALER, Ruleset
from tournament.forms.games import COMMAND, seat_values
from tournament.offences import AT_THE_TABLE, Offence
from tournament.participants.selectors.conduct import offence_label
from tournament.sheet.places import LinePlace
from tournament.words import labels


class SanctionForm(forms.Form):
    """The game, the error and the player who erred. Needs a ruleset that knows some kind of sanction."""

    contract = forms.ChoiceField(label=_("Contract"))
    declarer = forms.TypedChoiceField(label=_("Declarer"), coerce=int, required=False, empty_value=None)
    partner = forms.TypedChoiceField(label=_("Partner"), coerce=int, required=False, empty_value=None)
    kind = forms.ChoiceField(label=_("What happened"))
    offender = forms.TypedChoiceField(label=_("Who erred"), coerce=int)
    revealer = forms.TypedChoiceField(label=_("Who revealed the cards"), coerce=int, required=False, empty_value=None)
    offence = forms.TypedChoiceField(
        label=_("Which offence?"),
        coerce=Offence,
        required=False,
        empty_value=None,
        help_text=_("It goes on the record."),
    )
    points = forms.CharField(
        label=_("Points by ruling"),
        required=False,
        max_length=40,
        help_text=_("Only where the rules give no figure: a value for every seat, 0 in sum."),
    )
    passed = forms.IntegerField(label=_("Deals thrown in before"), required=False, min_value=0, max_value=99)
    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    command = forms.RegexField(COMMAND, widget=forms.HiddenInput)

    def __init__(self, *args: Any, place: LinePlace, names: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.place, ruleset = place, place.ruleset
        seats = [(number, f"{number} {name}") for number, name in enumerate(names, 1)]
        fields: dict[str, Any] = self.fields
        fields["contract"].choices = [(key, labels.CONTRACTS[key]) for key in ruleset.contracts]
        if WRONG_DEAL in ruleset.sanctions:
            # H 4: a wrong deal ends the game before one is announced.
            fields["contract"].required = False
            fields["contract"].choices = [("", _("none yet")), *fields["contract"].choices]
        fields["kind"].choices = [(key, labels.SANCTIONS[key]) for key in ruleset.sanctions]
        if REVEALED_CARDS not in ruleset.sanctions:
            del fields["revealer"]
        if ruleset.all_pass != NEXT_DEALER:
            del fields["passed"]
        fields["offender"].choices = seats
        offences = [(one.value, offence_label(one, ruleset)) for one in Offence if one in AT_THE_TABLE]
        fields["offence"].choices = [("", _("not noted")), *offences]
        for name in ("declarer", "partner", "revealer"):
            if name in fields:
                fields[name].choices = [("", _("nobody")), *seats]
        for name in {"offender", "declarer", "partner", "revealer"} & set(fields):
            fields[name].widget.attrs["translate"] = "no"

    @property
    def sections(self) -> str:
        """The sections of the ruleset's sanctions."""
        return sections_of(self.place.ruleset)

    def clean_points(self) -> tuple[int, ...] | None:
        text = self.cleaned_data["points"].strip()
        if not text:
            return None
        values = seat_values(text, self.place.seats)
        if values is None:
            raise forms.ValidationError(_("Please enter a value for every seat, for example −4 +2 +2 0."))
        return values

    def record(self) -> GameRecord:
        """Return the game record, placed on the sheet; scoring says whether it holds."""
        data = self.cleaned_data
        sanction = Sanction(
            kind=data["kind"], offender=data["offender"], revealer=data.get("revealer"), points=data["points"]
        )
        return self.place.put(
            GameRecord(
                play=Play(contract=data["contract"] or None, declarer=data["declarer"], partner=data["partner"]),
                decision=Decision(sanction=sanction),
                place=GamePlace(passed=data.get("passed") or None),
            )
        )


def sections_of(ruleset: Ruleset) -> str:
    """Return the sections of the ruleset's sanctions, "" if it knows none."""
    return ", ".join(dict.fromkeys(rule.section for rule in ruleset.sanctions.values()))
