"""The lots of a full tie that were drawn by hand: the order of the start numbers, and who looked on. Writes nothing."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.draw.forms.draw import BETWEEN

LONGEST_NUMBER = 6


class TieLotsForm(forms.Form):
    """The cleaned values are lists of start numbers."""

    order = forms.CharField(
        label=_("Start numbers, the lowest lot first"),
        max_length=300,
        help_text=_("All players of one tie, for example 12 1 7. The first one wins."),
    )
    witnesses = forms.CharField(
        label=_("Who looked on"),
        max_length=60,
        help_text=_("Start numbers of one to three participants, for example 7 12 30."),
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # passed on as they are
        for field in self.fields.values():
            field.widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}

    def clean_order(self) -> list[int]:
        return self._numbers("order")

    def clean_witnesses(self) -> list[int]:
        return self._numbers("witnesses")

    def _numbers(self, field: str) -> list[int]:
        parts = [part for part in BETWEEN.split(self.cleaned_data[field].strip()) if part]
        for part in parts:
            if not (part.isascii() and part.isdigit() and len(part) <= LONGEST_NUMBER):
                raise forms.ValidationError(_("“%(text)s” is no start number.") % {"text": part})
        return [int(part) for part in parts]
