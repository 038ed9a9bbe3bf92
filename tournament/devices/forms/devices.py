"""The code of a table, which is typed once on the device that will write its sheet."""

from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

FOUR_DIGITS = RegexValidator(r"^[0-9]{4}\Z", _("Please type the four digits of the table card."))


class EnrolForm(forms.Form):
    """Four digits; `take_over` is a button's value where another device writes already.

    After an error the cursor is in the field.
    """

    code = forms.CharField(
        label=_("Code on the table card"),
        max_length=4,
        validators=[FOUR_DIGITS],
        error_messages={"required": FOUR_DIGITS.message, "max_length": FOUR_DIGITS.message},
        widget=forms.TextInput(
            attrs={
                "class": "input code-field",
                "inputmode": "numeric",
                "pattern": "[0-9]{4}",
                "autocomplete": "off",
                "enterkeyhint": "go",
            }
        ),
    )
    take_over = forms.BooleanField(required=False)

    def __init__(self, *args: Any, autofocus: bool = False, **more: Any) -> None:
        super().__init__(*args, **more)
        if autofocus or self.is_bound:
            self.fields["code"].widget.attrs["autofocus"] = True
