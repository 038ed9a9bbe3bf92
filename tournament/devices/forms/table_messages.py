"""A message to tables. Parses, writes nothing."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.devices.forms.messages import number, read_device_message
from tournament.devices.services.table_messages import TEXT_LENGTH

# What is said on most evenings.
USUAL = (
    _("Please come to the supervisor."),
    _("A supervisor comes to you."),
    _("Please hand in your sheet at the desk."),
    _("Please go on: the other tables are waiting."),
)
MOST_TABLES = 2000
RANGE = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")
SPACED = re.compile(r"\s*[-–]\s*")


class MessageForm(forms.Form):
    """To which tables, as people write it: “14”, “3, 7, 20–22”; empty for every table with a device. And the text."""

    tables = forms.CharField(
        label=_("Tables"),
        max_length=200,
        required=False,
        help_text=_("For example 14, or 3, 20–22. Empty: every table that has a device."),
    )
    text = forms.CharField(
        label=_("Message"), max_length=TEXT_LENGTH, widget=forms.TextInput(attrs={"list": "usual_messages"})
    )

    usual = USUAL

    def clean_tables(self) -> tuple[int, ...] | None:
        """Return the numbers of the tables, None for all."""
        typed = self.cleaned_data["tables"].strip(" ,;")
        if not typed:
            return None
        tables: set[int] = set()
        for part in re.split(r"[,;\s]+", SPACED.sub("-", typed)):
            match = RANGE.fullmatch(part)
            first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
            if not first <= last < first + MOST_TABLES:
                named_part = {"part": part}
                raise forms.ValidationError(
                    _("“%(part)s” is no table. Please write 14, or 3, 20–22."), params=named_part
                )
            tables.update(range(first, last + 1))
        return tuple(sorted(tables))


def read_confirmation(body: bytes) -> int:
    """Return which message the table's device confirms. Refused: not_a_message."""
    return read_device_message(body, _confirmed)


def _confirmed(fields: dict[str, Any]) -> int:
    return number(fields["message"])
