"""The form that chooses sheets to print: which kind, of which tables."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.enums import PrintChoice, PrintKind
from tournament.models import Match

LONGEST = 200
RANGE = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?")


class PrintForm(forms.Form):
    """`cleaned_data["tables"]` is the set of tables, None for all of the match."""

    kind = forms.ChoiceField(label=_("Sheets"), choices=PrintKind.choices)
    tables = forms.CharField(
        label=_("Tables"),
        required=False,
        max_length=LONGEST,
        help_text=_("For example 12-20, 25. Empty: all tables."),
        widget=forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off"}),
    )
    choice = forms.ChoiceField(
        label=_("Of these"), choices=PrintChoice.choices, widget=forms.RadioSelect, initial=PrintChoice.ALL.value
    )

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.match = match

    def clean_tables(self) -> frozenset[int] | None:
        """Return the typed tables; each must be one of the match."""
        text: str = self.cleaned_data["tables"].strip()
        if not text:
            return None
        tables = set(self.match.scoresheets.in_force().values_list("table_number", flat=True))
        chosen_tables: set[int] = set()
        for part in filter(None, (part.strip() for part in re.split(r"[,;]", text))):
            match = RANGE.fullmatch(part)
            if match is None:
                sentence = _("“%(part)s” names no tables. Write them like this: 12-20, 25.")
                raise forms.ValidationError(sentence, params={"part": part})
            first, last = int(match[1]), int(match[2] or match[1])
            if first > last:
                sentence = _("“%(part)s” runs backwards. Write the lower table first.")
                raise forms.ValidationError(sentence, params={"part": part})
            if missing := sorted({first, last} - tables):
                sentence = _("There is no table %(table)s in this match.")
                raise forms.ValidationError(sentence, params={"table": missing[0]})
            chosen_tables |= tables & set(range(first, last + 1))
        return frozenset(chosen_tables)
