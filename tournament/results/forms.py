"""What is asked about challenge cups and about what is published afterwards. Parses, writes nothing."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.texts import LineField
from tournament.models import Cup
from tournament.results.services import CUP_LENGTH


class CupForm(forms.Form):
    """The name of a challenge cup."""

    name = LineField(label=_("Name of the cup"), max_length=CUP_LENGTH)


class EarlierWinnersForm(forms.Form):
    """Winners of earlier years, a line each."""

    text = forms.CharField(
        label=_("Winners of earlier years"),
        max_length=60_000,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "translate": "no"}),
        help_text=_("A line for each year: “2019 Huber Sepp”. Years before Spielliste, too."),
    )


class CupWinnerForm(forms.Form):
    """Which cup this year's tournament decided, and for whom. `candidates` are (participant, words) by heading."""

    cup = forms.ModelChoiceField(label=_("Challenge cup"), queryset=Cup.objects.none(), empty_label=None)
    participant = forms.TypedChoiceField(label=_("Won by"), coerce=int)

    def __init__(
        self, *args: Any, cups: Any, candidates: list[tuple[Any, list[tuple[int, str]]]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["cup"].queryset = cups
        fields["participant"].choices = candidates
