"""Somebody else takes the seat of a participant who did not come. Parses, writes nothing."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.draw.services.seats import REASON_LENGTH
from tournament.models import Participant
from tournament.participants.forms.participants import ParticipantForm
from tournament.words.citations import cited


class NewcomerForm(ParticipantForm):
    """Somebody who is not on the list yet: a late comer, or a player of the house."""

    asks_age = False  # whoever takes a seat confirms it with the rules
    house = forms.BooleanField(label=_("House player"), required=False)


class ReplacementForm(forms.Form):
    """Whom the page showed on the seat, who takes it (`came`, somebody on the list), and why."""

    left = forms.IntegerField(widget=forms.HiddenInput)
    came = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        help_text=_("It is printed on the sheet. Please name nobody in it."),
    )
    accepts_rules = forms.BooleanField(label=_("Accepts the rules"))

    def __init__(self, *args: Any, newcomer: Participant, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if newcomer.pk is None:
            del self.fields["came"]
        rules = newcomer.tournament.ruleset
        if newcomer.old_enough(newcomer.tournament) is None:
            label = _("Is at least %(age)s years old and accepts the rules (5.2.12)") % {"age": rules.minimum_age}
            self.fields["accepts_rules"].label = cited(label, rules)
