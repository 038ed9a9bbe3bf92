"""Money as people type it, and the proposal of a table by places."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.texts import or_invalid
from tournament.models import Tournament
from tournament.person.names import excerpt, fold_text
from tournament.prizes.money import MOST_CENTS, MOST_PAID_PLACES, by_places, given_out
from tournament.refusals import Refused

ALL, HALF, KEEP = "all", "half", "keep"
_AMOUNT = re.compile(r"(\d{1,3}(?:[. ]\d{3})+|\d{1,9})(?:[.,](\d{1,2}|-))?")


def read_euros(text: str) -> int | None:
    """Read 12, 12,5, 12.50 €, 1.200 and 1.200,00 as cents; nothing is None. Refused: bad_amount."""
    amount = fold_text(text).replace("€", "").replace("EUR", "").replace("–", "-").strip()
    if not amount:
        return None
    match = _AMOUNT.fullmatch(amount)
    if match is None or not amount.isascii():
        raise Refused(
            _("“%(text)s” is no amount. Please write it like 12 or 12,50."), code="bad_amount", text=excerpt(text)
        )
    cents = (match[2] or "").strip("-")
    value = int(re.sub(r"[. ]", "", match[1])) * 100 + int(cents.ljust(2, "0") or 0)
    if value > MOST_CENTS:
        raise Refused(_("“%(text)s” is too much: at most 1,000,000 euros."), code="bad_amount", text=excerpt(text))
    return value


def typed_euros(cents: int | None) -> str:
    """Return an amount as the fields hold it: 12, 12,50."""
    if cents is None:
        return ""
    return str(cents // 100) if cents % 100 == 0 else f"{cents // 100},{cents % 100:02}"


class EurosField(forms.CharField):
    """An amount in euros. Its cleaned value is cents, None for nothing."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            max_length=20, widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}), **kwargs
        )

    def clean(self, value: Any) -> int | None:
        return or_invalid(read_euros, super().clean(value))


class ProposalForm(forms.Form):
    """A sum, how much of it is given out, and to how many places. Its cleaned value `shares` is the table."""

    total = EurosField(label=_("Sum"), help_text=_("For example all fees that were paid: 96 × 10 euros are 960."))
    part = forms.ChoiceField(
        label=_("Of it is given out"),
        choices=[(ALL, _("all")), (HALF, _("half")), (KEEP, _("all but a part that is kept"))],
        initial=ALL,
        widget=forms.RadioSelect,
    )
    kept = EurosField(label=_("Kept for a final or the house"), required=False)
    places = forms.IntegerField(
        label=_("For so many places"), min_value=1, max_value=MOST_PAID_PLACES, initial=10, widget=forms.NumberInput
    )
    whole = forms.BooleanField(
        label=_("In whole euros"),
        required=False,
        initial=True,
        help_text=_("In steps of 10 or 5 euros, where that adds up."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        part = cleaned["part"]
        try:
            pot = given_out(
                cleaned["total"] or 0,
                kept_cents=(cleaned["kept"] or 0) if part == KEEP else 0,
                kept_percent=50 if part == HALF else 0,
            )
            cleaned["pot"] = pot
            cleaned["shares"] = by_places(pot, cleaned["places"], whole_euros=cleaned["whole"])
        except Refused as refused:
            self.add_error(refused.context.get("field"), str(refused))
        return cleaned


class MoneyTableForm(forms.Form):
    """The table by places as somebody edited it: one amount for each place. The cleaned value `amounts` is in cents."""

    pot = EurosField(label=_("To be given out"))
    words = forms.CharField(label=_("On the list it is called"), max_length=120)
    group = forms.CharField(label=_("Group"), max_length=60, required=False)
    replaces = forms.BooleanField(label=_("Replace the money for places that this group has already"), required=False)
    other_sum = forms.BooleanField(label=_("Give out the sum of the table, though it is another one"), required=False)

    def __init__(self, *args: Any, tournament: Tournament, places: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.places = min(places, MOST_PAID_PLACES)
        for place in range(1, self.places + 1):
            label = _("Place %(place)s") % {"place": place}
            self.fields[f"place_{place}"] = EurosField(label=label, required=False)
            self.fields[f"place_{place}"].necessary_at_times = True  # type: ignore[attr-defined]  # no “(optional)”

    @property
    def table(self) -> list[forms.BoundField]:
        """The fields of the places."""
        return [self[f"place_{place}"] for place in range(1, self.places + 1)]

    @property
    def others(self) -> list[forms.BoundField]:
        """The fields below the table."""
        return [self[name] for name in ("words", "group", "replaces", "other_sum")]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        cleaned["amounts"] = [cleaned[f"place_{place}"] or 0 for place in range(1, self.places + 1)]
        if sum(cleaned["amounts"]) != cleaned["pot"] and not cleaned["other_sum"]:
            sums = {"sum": typed_euros(sum(cleaned["amounts"])), "pot": typed_euros(cleaned["pot"])}
            self.add_error("other_sum", _("The table adds up to %(sum)s euros, not to %(pot)s.") % sums)
        return cleaned
