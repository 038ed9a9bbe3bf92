"""The totals of a sheet without games: both sums and the counters of each seat, checked together by the rules."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.ruleset import Ruleset
from scoring.totals import evaluate_totals, totals_from_json
from tournament.standings.selectors.seat_totals import COUNTERS
from tournament.words import labels

MOST = 99_999
SUMS = {"plus": _("Plus points"), "minus": _("Minus points"), "total": _("Total")}


class TotalsForm(forms.Form):
    """A row of fields for each seat. The total may be left out; if it is typed, it must agree with plus and minus."""

    def __init__(self, *args: Any, ruleset: Ruleset, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset, self.names = ruleset, names
        self.doubts: list[str] = []
        for seat, name in enumerate(names, 1):
            for part, words in (SUMS | {counter: labels.CRITERIA[counter] for counter in COUNTERS}).items():
                field = forms.IntegerField(
                    min_value=-MOST if part == "total" else 0,
                    max_value=MOST,
                    required=part in ("plus", "minus"),
                    error_messages={"required": _("Please enter plus and minus points, 0 if there are none.")},
                    widget=forms.TextInput(
                        attrs={"class": "input", "autocomplete": "off", "inputmode": "numeric"}
                        | {"aria-label": f"{name}: {words}"}
                    ),
                )
                self.fields[f"{part}_{seat}"] = field

    def columns(self) -> list[str]:
        """The headings above the fields."""
        return [*map(str, SUMS.values()), *(str(labels.CRITERIA[counter]) for counter in COUNTERS)]

    def rows(self) -> Iterator[tuple[int, str, list[forms.BoundField]]]:
        """Return the seats in order: number, name, fields."""
        for seat, name in enumerate(self.names, 1):
            yield seat, name, [self[f"{part}_{seat}"] for part in (*SUMS, *COUNTERS)]

    def clean(self) -> dict[str, Any]:
        """Report everything that is wrong with the totals at once (5.3.3). Ask back about totals that are hardly
        possible."""
        data = super().clean() or self.cleaned_data
        if not self.errors:
            sheet = evaluate_totals(self.ruleset, totals_from_json(self.totals()))
            for problem in sheet.problems:
                self.add_error(None, labels.scoring_sentence(problem))
            self.doubts = [labels.scoring_sentence(problem) for problem in sheet.warnings]
            if self.doubts and self.data.get("sure") != self.asked():
                self.add_error(None, _("This is hardly possible. Please look at the paper once more."))
        return data

    def asked(self) -> str:
        """Return the totals that the answer "it stands on the paper like this" is about. Other totals are asked about
        again."""
        return " ".join(self.doubts)

    def totals(self) -> list[dict[str, int]]:
        """Return the totals as they are stored: empty fields are left out, and an empty counter is 0."""
        return [self._seat(seat) for seat in range(1, len(self.names) + 1)]

    def _seat(self, seat: int) -> dict[str, int]:
        values = {part: self.cleaned_data.get(f"{part}_{seat}") for part in (*SUMS, *COUNTERS)}
        return {part: value for part, value in values.items() if value or (value == 0 and part in SUMS)}


def initial_totals(totals: Sequence[dict[str, int]] | None) -> dict[str, int]:
    """Return the initial values of the form if totals are known."""
    return {f"{part}_{seat}": value for seat, row in enumerate(totals or (), 1) for part, value in row.items()}
