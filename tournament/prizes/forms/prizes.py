"""A prize as the organiser types it, with only those fields that its criterion needs; several at once; settings."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Picture, Prize, Tournament
from tournament.prizes.criteria import typed_places
from tournament.prizes.forms.money import EurosField, typed_euros
from tournament.prizes.kinds import GROUP_LENGTH, Criterion, PerHead, Sharing, ShownPrize
from tournament.prizes.pasted import LAST_NUMBER
from tournament.prizes.pictures import MOST_BYTES
from tournament.prizes.services.prizes import MOST_WINNERS

# What a criterion asks beside itself; a place has as many winners as places.
MORE: dict[str, tuple[str, ...]] = {
    Criterion.PLACE: ("places", "cents"),
    Criterion.YOUTH: ("age", "count", "cents"),
    Criterion.CLUB: ("club", "count", "cents"),
    Criterion.MATCH: ("match", "count", "cents"),
    Criterion.TABLE: ("match", "cents"),
    Criterion.CHOICE: (),
}
OTHERS = ("count", "cents")
ASKED = ("places", "age", "club", "match", "count", "cents")
ARGUMENTS = ("places", "age", "club", "match")
OFF = {"autocomplete": "off"}
PICTURES = "image/jpeg,image/png,image/webp"
TOO_LARGE = _("The picture is too large: at most 20 MB are taken. Please make it smaller first.")


class PrizeForm(forms.Form):
    """One prize. What the criterion does not need is not among the fields."""

    words = forms.CharField(label=_("Prize"), widget=forms.TextInput(attrs=OFF))
    donor = forms.CharField(label=_("Given by"), required=False, widget=forms.TextInput(attrs=OFF))
    criterion = forms.ChoiceField(label=_("Who gets it"), choices=Criterion.choices)
    places = forms.CharField(
        label=_("Which places"),
        help_text=_("For example 1, 1–10, last, last but one, middle, 11, 22, 33, or: everybody with plus points."),
        widget=forms.TextInput(attrs=OFF),
    )
    age = forms.CharField(label=_("Younger than"), help_text=_("Years of age on the day of play."), initial="18")
    club = forms.CharField(
        label=_("Of which club"),
        help_text=_("As it stands on the list of participants."),
        widget=forms.TextInput(attrs={"list": "clubs", "placeholder": _("please choose"), "autocomplete": "off"}),
    )
    match = forms.ChoiceField(label=_("In which match"))
    count = forms.IntegerField(
        label=_("For how many"),
        min_value=1,
        max_value=MOST_WINNERS,
        initial=1,
        help_text=_("The best so many get one each."),
    )
    cents = EurosField(label=_("Money, in euros"), required=False, help_text=_("For each of them; empty for a thing."))
    value_cents = EurosField(label=_("Value, in euros"), required=False, help_text=_("Only if it shall be said."))
    number = forms.IntegerField(
        label=_("Number"), min_value=1, max_value=LAST_NUMBER, required=False, help_text=_("Empty: the next one.")
    )
    group = forms.CharField(
        label=_("Group"),
        required=False,
        max_length=GROUP_LENGTH,
        help_text=_("For example “Prizes for places”. How many somebody may get is set for each group."),
        widget=forms.TextInput(attrs={"list": "groups", "autocomplete": "off"}),
    )
    picture = forms.ModelChoiceField(
        label=_("Picture"), queryset=Picture.objects.none(), required=False, empty_label=_("no picture")
    )
    shown = forms.ChoiceField(label=_("In the prize-giving"), choices=ShownPrize.choices, initial=ShownPrize.LINE)

    def __init__(self, *args: Any, tournament: Tournament, criterion: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        fields: dict[str, Any] = self.fields
        needed = MORE.get(criterion, OTHERS)
        for name in ASKED:
            if name not in needed:
                del fields[name]
        if "match" in fields:
            fields["match"].choices = [(str(number), str(number)) for number in range(1, tournament.matches_in_all + 1)]
        fields["picture"].queryset = tournament.pictures.only("pk", "name", "tournament")
        self.needed = [name for name in needed if name in fields]

    @property
    def first(self) -> list[forms.BoundField]:
        """What every prize has, up to the criterion."""
        return [self[name] for name in ("words", "donor", "criterion")]

    @property
    def more(self) -> list[forms.BoundField]:
        """What this criterion asks."""
        return [self[name] for name in self.needed]

    @property
    def clubs(self) -> list[str]:
        """The clubs on the list of participants, to choose from."""
        clubs = self.tournament.participants.exclude(club="").order_by("club")
        return list(clubs.values_list("club", flat=True).distinct())

    @property
    def last(self) -> list[forms.BoundField]:
        return [self[name] for name in ("value_cents", "number", "group", "picture", "shown")]

    def entry(self) -> dict[str, Any]:
        """The cleaned values as the services take them."""
        values = dict(self.cleaned_data)
        argument = next((values.pop(name) for name in ARGUMENTS if name in values), "")
        return {"cents": None, **values, "argument": argument}


def typed(prize: Prize) -> dict[str, Any]:
    """The values of a prize as its form shows them."""
    return {
        "words": prize.words,
        "donor": prize.donor,
        "criterion": prize.criterion,
        **{name: prize.argument for name in MORE.get(prize.criterion, OTHERS) if name in ARGUMENTS},
        "places": typed_places(prize.argument) if prize.criterion == Criterion.PLACE else "",
        "count": prize.count,
        "cents": typed_euros(prize.cents),
        "value_cents": typed_euros(prize.value_cents),
        "number": prize.number,
        "group": prize.group.name,
        "picture": prize.picture_id,
        "shown": prize.shown,
    }


class PrizeListForm(forms.Form):
    """Several prizes at once, one a line."""

    lines = forms.CharField(
        label=_("One prize a line: what it is; who gave it"),
        help_text=_(
            "Pasted from a spreadsheet it works, too. A number before it is its number: 12; Ham; Butcher’s shop."
        ),
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
    )
    criterion = forms.ChoiceField(
        label=_("Who gets them"),
        choices=[(one.value, one.label) for one in (Criterion.CHOICE, Criterion.RAFFLE)],
        initial=Criterion.CHOICE,
        widget=forms.RadioSelect,
    )
    group = forms.CharField(
        label=_("Group"),
        required=False,
        max_length=GROUP_LENGTH,
        widget=forms.TextInput(attrs={"list": "groups", "autocomplete": "off"}),
    )


class SharingForm(forms.Form):
    """What equal places get."""

    sharing = forms.ChoiceField(label=_("What equal places get"), choices=Sharing.choices, widget=forms.RadioSelect)


class GroupForm(forms.Form):
    """The name of a group, and how many of its prizes somebody may get."""

    name = forms.CharField(label=_("Group"), max_length=GROUP_LENGTH)
    per_head = forms.ChoiceField(label=_("How many of them somebody may get"), choices=PerHead.choices)


class PictureForm(forms.Form):
    """A picture from a file. Its cleaned value is the upload; it is read only if it is not too large."""

    picture = forms.FileField(
        label=_("Picture"),
        help_text=_("JPEG, PNG or WebP, at most 20 MB. It is made smaller, and nothing but the picture is kept."),
        widget=forms.FileInput(attrs={"accept": PICTURES, "data-most-bytes": MOST_BYTES, "data-too-large": TOO_LARGE}),
        allow_empty_file=True,
    )
    name = forms.CharField(label=_("Name"), required=False, max_length=80, widget=forms.TextInput(attrs=OFF))
