"""Whose lot is drawn at the door. Parses, writes nothing."""

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_DIGITS = 9


class DoorForm(forms.Form):
    """The start number of whoever stands at the door."""

    number = forms.CharField(
        label=_("Start number"),
        max_length=MOST_DIGITS,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "autofocus": True, "size": 6}),
    )

    def clean_number(self) -> int:
        text = self.cleaned_data["number"].strip()
        if not (text.isascii() and text.isdecimal()):
            raise forms.ValidationError(_("Please type the start number: digits only."))
        return int(text)
