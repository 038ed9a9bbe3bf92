"""What the desk types about money: the fees, a box with its float, and the count of coins and notes."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.texts import LineField
from tournament.models import FeeKind
from tournament.money.box import MOST_KINDS, MOST_PIECES, NAME_LENGTH, PIECES, sum_of_pieces
from tournament.person.names import NAME_LENGTH as PERSON_LENGTH
from tournament.person.names import REMARK_LENGTH
from tournament.prizes.forms.money import EurosField, typed_euros
from tournament.words.labels import amount


class FeesForm(forms.Form):
    """Four lines, each a name and a sum. Its cleaned value `fees` is what `set_fees` takes."""

    def __init__(self, data: Any = None, *, kinds: tuple[FeeKind, ...]) -> None:
        by_position = {kind.position: kind for kind in kinds}
        initial = {f"name_{position}": kind.name for position, kind in by_position.items()}
        initial |= {f"cents_{position}": typed_euros(kind.cents) for position, kind in by_position.items()}
        super().__init__(data, initial=initial)
        for position in range(1, MOST_KINDS + 1):
            name = LineField(label=_("Fee %(number)s") % {"number": position}, max_length=NAME_LENGTH, required=False)
            cents = EurosField(label=_("Euros"), required=False)
            pair: dict[str, forms.Field] = {f"name_{position}": name, f"cents_{position}": cents}
            for key, field in pair.items():
                field.necessary_at_times = True  # type: ignore[attr-defined]  # no “(optional)”
                self.fields[key] = field

    @property
    def lines(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Name and sum of each position."""
        return [(self[f"name_{position}"], self[f"cents_{position}"]) for position in range(1, MOST_KINDS + 1)]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        for position in range(1, MOST_KINDS + 1):
            name, cents = cleaned.get(f"name_{position}"), cleaned.get(f"cents_{position}")
            if name and cents is None and f"cents_{position}" not in self.errors:
                self.add_error(f"cents_{position}", _("Please give the sum; 0 where nothing is owed."))
            if cents and not name and f"name_{position}" not in self.errors:
                self.add_error(f"name_{position}", _("Please name this fee."))
        if not self.errors:
            pairs = [(cleaned[f"name_{place}"], cleaned[f"cents_{place}"]) for place in range(1, MOST_KINDS + 1)]
            cleaned["fees"] = [(name, cents or 0) for name, cents in pairs]
        return cleaned


class BoxForm(forms.Form):
    """A new box with what lies in it already."""

    name = LineField(label=gettext_lazy("Name"), max_length=NAME_LENGTH)
    float_cents = EurosField(
        label=gettext_lazy("Lies in it already"), help_text=gettext_lazy("The change that you begin with, in euros.")
    )


class CountForm(forms.Form):
    """How many there are of each coin and note, and who counts. Its cleaned value `pieces` is what `close_box`
    takes."""

    witness = LineField(
        label=gettext_lazy("Who counts with you"),
        max_length=PERSON_LENGTH,
        required=False,
        help_text=gettext_lazy("Two people count. Both sign the printed sheet."),
    )
    remark = LineField(label=gettext_lazy("Remark, if the sums differ"), max_length=REMARK_LENGTH, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("witness", "remark"):
            self.fields[name].necessary_at_times = True  # type: ignore[attr-defined]
        for piece in PIECES:
            field = forms.IntegerField(label=amount(piece), min_value=0, max_value=MOST_PIECES, required=False)
            field.necessary_at_times = True  # type: ignore[attr-defined]
            field.widget.attrs |= {"inputmode": "numeric", "data-cents": piece}
            self.fields[f"piece_{piece}"] = field

    @property
    def coins_and_notes(self) -> list[forms.BoundField]:
        """The fields of the pieces, the smallest first."""
        return [self[f"piece_{piece}"] for piece in PIECES]

    @property
    def others(self) -> list[forms.BoundField]:
        """The fields below the pieces."""
        return [self["witness"], self["remark"]]

    @property
    def sum(self) -> int | None:
        """The cents that were counted, None as long as a field is wrong."""
        return sum_of_pieces(self.cleaned_data["pieces"]) if self.is_bound and self.is_valid() else None

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors:
            cleaned["pieces"] = {piece: cleaned[f"piece_{piece}"] or 0 for piece in PIECES}
        return cleaned
