"""What a new tournament takes over from an earlier one, and the reason why a tournament is deleted."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournament.forms.texts import LineField
from tournament.rehearsals.selectors import TakeOver
from tournament.rehearsals.services.removals import REASON_LENGTH


class TakeOverForm(forms.Form):
    """A tick for what does not stand in the form of the tournament; a tick is there where there is something."""

    template = forms.SlugField(widget=forms.HiddenInput())
    people = forms.BooleanField(label=_("People"), required=False)
    prizes = forms.BooleanField(label=_("Prizes"), required=False, help_text=_("With groups, donors and pictures."))

    def __init__(self, *args: Any, offer: TakeOver, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["template"].initial = offer.template.slug
        people = ngettext("%(count)s person", "%(count)s people", offer.people) % {"count": offer.people}
        self.fields["people"].label = people
        self.fields["people"].help_text = _(
            "Title, name, club and birth, with new start numbers from 1. Nobody is withdrawn, present, a house player, "
            "or has paid; phone numbers and remarks stay behind."
        )
        self.fields["prizes"].label = ngettext("%(count)s prize", "%(count)s prizes", offer.prizes) % {
            "count": offer.prizes
        }
        for name in ("people", "prizes"):
            if not getattr(offer, name):
                del self.fields[name]


class DeletionForm(forms.Form):
    """Why a tournament is deleted."""

    reason = LineField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        help_text=_("It stays with this installation for good. Please name nobody in it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
    )
