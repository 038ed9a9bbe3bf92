"""Changes of the management at a table: scorekeeper, first dealer, cards, exchanged seats. Parses, writes nothing."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.draw.services.seats import REASON_LENGTH
from tournament.enums import Source
from tournament.models import Scoresheet
from tournament.person.names import LONGEST_SEARCH
from tournament.selectors.scoresheets import SheetView
from tournament.services.tables import HIGHEST_PACK, PACK_LENGTH
from tournament.words import labels


class AfterGameField(forms.IntegerField):
    """The game after which a change was made. Only paper sheets need it; elsewhere the written games show it."""

    def __init__(self) -> None:
        super().__init__(
            label=_("After game"),
            required=False,
            min_value=0,
            help_text=_("If games were played that are not typed yet: after which one it was."),
        )


def seat_choices(view: SheetView) -> list[tuple[int, str]]:
    """Return the seats of a table with their players, as choices."""
    return [(seat.number, labels.on_seat(seat.number, seat.name)) for seat in view.seats]


class ScorekeeperForm(forms.Form):
    """Another player keeps the sheet (5.3.1)."""

    seat = forms.TypedChoiceField(label=_("Scorekeeper"), coerce=int)
    # Set as an attribute, too: the desk's script assumes that a control which differs from its default was typed into.
    all_agree = forms.BooleanField(
        label=_("Everyone at the table agrees"), required=False, widget=forms.CheckboxInput(attrs={"value": "on"})
    )
    after_game = AfterGameField()

    def __init__(self, *args: Any, view: SheetView, **kwargs: Any) -> None:
        initial = {"seat": view.scoresheet.scorekeeper}
        super().__init__(*args, **{"auto_id": "scorekeeper_%s", "initial": initial, **kwargs})
        fields: dict[str, Any] = self.fields
        fields["seat"].choices = seat_choices(view)
        fields["seat"].widget.attrs["translate"] = "no"
        if view.scoresheet.source != Source.PAPER:
            del fields["after_game"]
            if not view.written:
                # 5.3.1: before the start the management decides alone.
                del fields["all_agree"]


class FirstDealerForm(forms.Form):
    """Another player deals the first game (2.2.2): at one table, or on this seat at every table."""

    seat = forms.TypedChoiceField(label=_("First dealer"), coerce=int)

    def __init__(self, *args: Any, seats: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "first_dealer_%s", **kwargs})
        fields: dict[str, Any] = self.fields
        fields["seat"].choices = list(seats)
        fields["seat"].widget.attrs["translate"] = "no"


class PackForm(forms.Form):
    """The number on the cards of a table (5.2.10), or of those that replace them (3.4.3)."""

    pack = forms.CharField(label=_("Number of the cards"), max_length=PACK_LENGTH)
    after_game = AfterGameField()

    def __init__(self, *args: Any, scoresheet: Scoresheet, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "pack_%s", **kwargs})
        if scoresheet.source != Source.PAPER or not scoresheet.pack:
            del self.fields["after_game"]


class PacksForm(forms.Form):
    """The packs of all tables, numbered in a row."""

    first = forms.IntegerField(label=_("Number at table 1"), min_value=1, max_value=HIGHEST_PACK)


class SeatPersonForm(forms.Form):
    """The seat to exchange, and with whom: sent by GET, changes nothing yet."""

    seat = forms.TypedChoiceField(label=_("Seat at this table"), coerce=int)
    person = forms.CharField(
        label=_("Who should sit there"),
        max_length=LONGEST_SEARCH,
        help_text=_("Start number or name, at this table or at another one of this match."),
    )

    def __init__(self, *args: Any, names: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "seats_%s", **kwargs})
        fields: dict[str, Any] = self.fields
        fields["seat"].choices = [(seat, labels.on_seat(seat, name)) for seat, name in names.items()]
        fields["seat"].widget.attrs["translate"] = "no"


class ExchangeForm(forms.Form):
    """Two participants, with the seats on which the page showed them, and why they change places."""

    seat = forms.IntegerField(widget=forms.HiddenInput)
    left = forms.IntegerField(widget=forms.HiddenInput)
    other_table = forms.IntegerField(widget=forms.HiddenInput)
    other_seat = forms.IntegerField(widget=forms.HiddenInput)
    came = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        help_text=_("It is printed on the sheet. Please name nobody in it."),
    )
