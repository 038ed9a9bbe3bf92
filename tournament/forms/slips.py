"""The running totals of a list as they stand on paper, one field for each round (5.3.3). Parses, writes nothing."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.games import COMMAND, seat_values
from tournament.selectors.slips import RoundTotals

PREFIX = "after_"


class RunningTotalsForm(forms.Form):
    """The totals after each round; those that are not on the paper stay empty."""

    def __init__(self, *args: Any, rounds: Sequence[RoundTotals], seats: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rounds = rounds
        self.seats = seats
        for round_ in rounds:
            self.fields[f"{PREFIX}{round_.to}"] = forms.CharField(
                max_length=60,
                required=False,
                label=_("Totals on the paper after game %(game)s") % {"game": round_.to},
                widget=forms.TextInput(
                    attrs={"class": "input", "autocomplete": "off", "spellcheck": "false"}
                    | {"aria-label": _("Totals on the paper after game %(game)s") % {"game": round_.to}}
                ),
            )

    def _clean_fields(self) -> None:
        super()._clean_fields()  # type: ignore[misc]
        for round_ in self.rounds:
            text = (self.cleaned_data.get(f"{PREFIX}{round_.to}") or "").lstrip("= ")
            if text and seat_values(text, self.seats) is None:
                words = {"game": round_.to, "seats": self.seats}
                self.add_error(
                    f"{PREFIX}{round_.to}",
                    _("After game %(game)s: please enter %(seats)s totals, for example −4 +2 +2 0.") % words,
                )

    def totals(self) -> dict[int, tuple[int, ...]]:
        """Return the totals that can be read, by the game after which they stand."""
        totals = {}
        for round_ in self.rounds:
            text = (self.cleaned_data.get(f"{PREFIX}{round_.to}") or "").lstrip("= ")
            values = seat_values(text, self.seats) if text else None
            if values is not None:
                totals[round_.to] = values
        return totals

    def rows(self, compared: Sequence[RoundTotals]) -> Iterator[tuple[RoundTotals, forms.BoundField]]:
        """Return each round with its field."""
        for row in compared:
            yield row, self[f"{PREFIX}{row.to}"]


class TakeRemedyForm(forms.Form):
    """The chosen remedy, the content of the line on the page, and the supervisor's reason for a correction."""

    remedy = forms.CharField(max_length=80)
    command = forms.RegexField(COMMAND)
    seen = forms.RegexField(COMMAND, required=False)
    reason = forms.CharField(max_length=200, required=False)
