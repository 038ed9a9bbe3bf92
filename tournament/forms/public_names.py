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
        label=_("In the hall and on the web"),
        required=False,
        help_text=_("Tables, sheets and the desk know the name in any case."),
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
