"""How everybody is named in public. Parses, writes nothing."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.enums import ShownName
from tournament.models import Participant


class PublicNamesForm(forms.Form):
    """How the hall and the web name everybody who has no wish of their own."""

    hall_names = forms.ChoiceField(
        label=_("In the hall"),
        choices=ShownName.choices,
        help_text=_("On the projector, on phones and on what hangs on the wall."),
        widget=forms.RadioSelect,
    )
    web_names = forms.ChoiceField(
        label=_("On the web, afterwards"),
        choices=ShownName.choices,
        help_text=_("In the folder of results that the club puts on its web space, and in the text for the newspaper."),
        widget=forms.RadioSelect,
    )


class ShownNameForm(forms.Form):
    """The wish of one person."""

    shown_name = forms.ChoiceField(
        label=_("Name in the hall and on the web"),
        required=False,
        help_text=_(
            "The first three of the final ranking are named all the same, except with “not at all”. With “not at all” "
            "the ranking has neither name nor start number, and the page of the person no place and no points. The "
            "seats on screens and on paper have the start number in any case, so that everybody finds theirs. Tables, "
            "sheets and the desk know the name."
        ),
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any = None, *, participant: Participant) -> None:
        super().__init__(data, initial={"shown_name": participant.shown_name})
        rule = ShownName(participant.tournament.hall_names).label
        fields: dict[str, Any] = self.fields
        fields["shown_name"].choices = [
            ("", _("as the tournament says (%(rule)s)") % {"rule": rule}),
            *ShownName.choices,
        ]
        fields["shown_name"].necessary_at_times = True
