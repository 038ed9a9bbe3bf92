"""The forms of supervisor, management and tribunal: objections, decisions, substitutes, conduct. Writes nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.ruleset import Ruleset
from tournament.draw.forms.replacements import NewcomerForm
from tournament.draw.services.seats import REASON_LENGTH
from tournament.enums import DisputeOutcome
from tournament.forms.games import COMMAND
from tournament.models import Participant, Tournament
from tournament.offences import Offence
from tournament.participants.selectors.conduct import offence_label
from tournament.participants.services.conduct import REASON_LENGTH as NOTE_LENGTH
from tournament.sheet.acts.disputes import REASON_LENGTH as DISPUTE_LENGTH
from tournament.words.citations import cited


class SupervisorReasonForm(forms.Form):
    """A reason that is printed on the sheet."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        help_text=_("It is printed on the sheet. Please name nobody in it."),
    )


class _SaidForm(forms.Form):
    reason = forms.CharField(label=_("What is said"), max_length=DISPUTE_LENGTH, widget=forms.Textarea({"rows": 3}))


class ObjectionForm(_SaidForm):
    """An objection to a game or to the whole sheet."""

    number = forms.TypedChoiceField(label=_("What is it about?"), coerce=int, required=False, empty_value=None)
    seat = forms.TypedChoiceField(label=_("Who objects?"), coerce=int, required=False, empty_value=None)
    cheating = forms.BooleanField(
        label=_("It is about deliberate cheating"), required=False, help_text=_("That has no deadline (3.4.1).")
    )
    command = forms.RegexField(COMMAND, widget=forms.HiddenInput)
    field_order = ("number", "seat", "reason", "cheating", "command")

    def __init__(
        self, *args: Any, names: Mapping[int, str], numbers: Sequence[int], ruleset: Ruleset, **kwargs: Any
    ) -> None:
        """`names` are by seat; `numbers` are the numbers of the games, the last one first."""
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        games = [(number, _("Game %(number)s") % {"number": number}) for number in numbers]
        fields["number"].necessary_at_times = True
        fields["number"].choices = [*games, ("", _("The whole sheet"))]
        fields["seat"].choices = _seats(names)
        fields["seat"].necessary_at_times = True
        fields["seat"].widget.attrs["translate"] = "no"
        fields["cheating"].help_text = cited(fields["cheating"].help_text, ruleset)


class AppealForm(_SaidForm):
    """The reason why the decision is not accepted."""

    seat = forms.TypedChoiceField(label=_("Who appeals?"), coerce=int, required=False, empty_value=None)
    field_order = ("seat", "reason")

    def __init__(self, *args: Any, names: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["seat"].choices = _seats(names)
        fields["seat"].necessary_at_times = True
        fields["seat"].widget.attrs["translate"] = "no"


class DecisionForm(forms.Form):
    """Upheld or rejected, and why."""

    outcome = forms.TypedChoiceField(
        label=_("Decision"), choices=DisputeOutcome.choices, coerce=DisputeOutcome, widget=forms.RadioSelect
    )
    reason = forms.CharField(label=_("Reason"), max_length=DISPUTE_LENGTH, widget=forms.Textarea({"rows": 3}))


class FollowUpForm(forms.Form):
    """The reason why an upheld dispute changes nothing on the sheet."""

    reason = forms.CharField(
        label=_("Why does the sheet stay as it is?"), max_length=DISPUTE_LENGTH, widget=forms.Textarea({"rows": 3})
    )


class PlaceForm(forms.Form):
    """The match and the game from which a substitute plays, and why."""

    match = forms.TypedChoiceField(
        label=_("From match"),
        coerce=int,
        error_messages={
            "invalid_choice": _("The sheet of that match is settled meanwhile. Please choose a later one.")
        },
    )
    game = forms.IntegerField(
        label=_("From game"), min_value=1, max_value=999, help_text=_("The first game that the substitute plays.")
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        help_text=_("It is printed on the sheet. Please name nobody in it."),
    )
    accepts_rules = forms.BooleanField(label=_("Accepts the rules"))

    def __init__(self, *args: Any, tournament: Tournament, matches: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["match"].choices = [(number, str(number)) for number in matches]
        if least := tournament.ruleset.minimum_age:
            label = _("Is at least %(age)s years old and accepts the rules (5.2.12)") % {"age": least}
            fields["accepts_rules"].label = cited(label, tournament.ruleset)


class SubstituteForm(NewcomerForm):
    """Somebody who is not on the list yet and becomes a substitute."""


class NoteForm(forms.Form):
    """An offence of the catalogue, and what happened."""

    offence = forms.TypedChoiceField(label=_("What happened?"), coerce=Offence)
    reason = forms.CharField(label=_("Note"), max_length=NOTE_LENGTH, required=False)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["offence"].choices = [
            (one.value, offence_label(one, tournament.ruleset)) for one in Offence if one != Offence.GIFT
        ]


class ExclusionForm(NoteForm):
    """Exclusion needs a reason."""

    reason = forms.CharField(label=_("Reason"), max_length=NOTE_LENGTH)


class ReportForm(forms.Form):
    """A report that somebody gives points away (5.2.18)."""

    towards = forms.IntegerField(
        label=_("To start number"), required=False, min_value=1, help_text=_("If somebody is said to profit from it.")
    )
    reason = forms.CharField(label=_("What was seen, by whom?"), max_length=NOTE_LENGTH)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def clean_towards(self) -> Participant | None:
        number = self.cleaned_data["towards"]
        if number is None:
            return None
        participant = self.tournament.participants.filter(start_number=number).first()
        if participant is None:
            raise forms.ValidationError(_("Nobody has this start number."))
        return participant


def _seats(names: Mapping[int, str]) -> list[tuple[Any, Any]]:
    return [("", _("nobody of the table")), *((seat, f"{seat} {name}") for seat, name in names.items())]
