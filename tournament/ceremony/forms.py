"""What the pages of the prize-giving send. Parses, writes nothing."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.prizes.criteria import MOST_PLACES

ALL, TEN, FROM = "all", "ten", "from"
FIRST_TEN = 10
MOST = 99_999


class PrepareForm(forms.Form):
    """From which place on, and whether everybody or only who gets a prize."""

    extent = forms.ChoiceField(
        label=_("Which places are announced"),
        choices=[
            (ALL, _("all, from the last place up")),
            (TEN, _("the first ten")),
            (FROM, _("from another place up")),
        ],
        widget=forms.RadioSelect,
    )
    place = forms.IntegerField(label=_("From place"), min_value=1, max_value=MOST_PLACES, required=False)
    winners_only = forms.BooleanField(label=_("only places with a prize"), required=False)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("extent") == FROM and not self.errors and not cleaned.get("place"):
            self.add_error("place", _("Please give the place it begins with, from 1 on."))
        return cleaned

    @property
    def settings(self) -> dict[str, Any]:
        """The settings as the service takes them."""
        extent = self.cleaned_data["extent"]
        first = {ALL: None, TEN: FIRST_TEN, FROM: self.cleaned_data["place"]}[extent]
        return {"winners_only": self.cleaned_data["winners_only"], "first_place_shown": first}


class StepForm(forms.Form):
    """Which step comes next; `place` instead of `to` jumps to a place. `mark` says what the page showed."""

    mark = forms.CharField(max_length=40)
    to = forms.IntegerField(min_value=0, max_value=MOST, required=False)
    place = forms.IntegerField(min_value=1, max_value=MOST, required=False)


class PauseForm(forms.Form):
    """Whether the hall sees a calm picture."""

    paused = forms.TypedChoiceField(choices=[("yes", ""), ("no", "")], coerce=lambda value: value == "yes")


class AnnouncementForm(forms.Form):
    """What becomes of a result that changed."""

    mark = forms.CharField(max_length=40)
    decision = forms.TypedChoiceField(choices=[("new", ""), ("read", "")], coerce=lambda value: value == "new")


def ceremony_settings_of(winners_only: bool, first_place_shown: int | None) -> dict[str, Any]:
    """Return the settings as the form shows them."""
    extent = ALL if first_place_shown is None else TEN if first_place_shown == FIRST_TEN else FROM
    return {"winners_only": winners_only, "extent": extent, "place": first_place_shown if extent == FROM else None}
