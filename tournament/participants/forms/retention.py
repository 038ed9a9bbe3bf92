"""Keeping a tournament longer, and what must be typed before names are deleted for good."""

import datetime as dt

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Participant, Tournament
from tournament.person.names import fold_text


class KeepLongerForm(forms.Form):
    """Until when everything is kept. A service checks that this is later than before."""

    until = forms.DateField(
        label=_("Keep everything until"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )

    def __init__(self, *args: object, now: dt.date, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["until"].widget.attrs["min"] = (now + dt.timedelta(days=1)).isoformat()


class PurgeForm(forms.Form):
    """The name of the tournament, typed by hand."""

    name = forms.CharField(
        label=_("Name of the tournament"),
        max_length=80,
        help_text=_("Type the name to confirm: this cannot be undone."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: object, tournament: Tournament, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.tournament = tournament

    def clean_name(self) -> str:
        typed: str = fold_text(self.cleaned_data["name"])
        if typed.casefold() != fold_text(self.tournament.name).casefold():
            raise forms.ValidationError(_("This is not the name of the tournament. Nothing was deleted."))
        return typed


class ForgetForm(forms.Form):
    """The start number, typed by hand."""

    number = forms.IntegerField(
        label=_("Start number"),
        help_text=_("Type the start number to confirm: this cannot be undone."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric"}),
    )

    def __init__(self, *args: object, participant: Participant, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.participant = participant

    def clean_number(self) -> int:
        typed: int = self.cleaned_data["number"]
        if typed != self.participant.start_number:
            raise forms.ValidationError(_("This is not the start number. Nothing was deleted."))
        return typed
