"""What is typed about start cards: which to make and print, the number of a lost one, an objection. Writes nothing."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.cards.services import MOST_CARDS
from tournament.sheet.acts.disputes import REASON_LENGTH


class NumbersForm(forms.Form):
    """The first and the last number of some cards."""

    first = forms.IntegerField(label=_("From number"), min_value=1, max_value=MOST_CARDS)
    last = forms.IntegerField(label=_("to number"), min_value=1, max_value=MOST_CARDS)


class LostCardForm(forms.Form):
    """The number of a lost card."""

    number = forms.IntegerField(label=_("Number of the lost card"), min_value=1, max_value=MOST_CARDS)


class OwnObjectionForm(forms.Form):
    """An objection of a player (5.1.3): to one game, or without a number to the whole sheet."""

    number = forms.IntegerField(
        label=_("Number of the game"),
        min_value=1,
        max_value=999,
        required=False,
        help_text=_("Leave it empty if it is about the whole sheet."),
    )
    reason = forms.CharField(
        label=_("What is wrong? The supervisor reads it."),
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    command = forms.CharField(max_length=32, widget=forms.HiddenInput)


def read_choice(query: Any) -> dict[str, Any] | None:
    """Read which cards to print: `named`, or `first` and `last`; nothing is all. None if unreadable."""
    if "named" in query:
        return {"named": True}
    numbers = [query.get(name, "").strip() for name in ("first", "last")]
    if not any(numbers):
        return {}
    form = NumbersForm(query)
    return dict(form.cleaned_data) if form.is_valid() else None
