"""What becomes of the places of those who leave early or join late. Parses, writes nothing."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.ruleset import Ruleset
from tournament.draw.services.place_rules import REASON_LENGTH
from tournament.enums import Leavers
from tournament.words.citations import cited


class PlaceRuleForm(forms.Form):
    """The rule for the whole tournament; `changes` where one was chosen and play has begun: then it has a reason."""

    leavers = forms.TypedChoiceField(label=_("Whoever goes home early"), coerce=Leavers, widget=forms.RadioSelect)
    ranks_late_players = forms.TypedChoiceField(
        label=_("Whoever joins after the first match has begun, also as a substitute"),
        coerce=lambda value: value == "yes",
        choices=[("yes", _("takes a place with the points they have")), ("no", _("takes no place"))],
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        help_text=_("Play has begun, so the change is logged with its reason. Please name nobody in it."),
    )

    def __init__(self, *args: Any, ruleset: Ruleset, changes: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        lose = cited(_("takes no place; a substitute takes over the points (5.2.11)"), ruleset)
        keep = _("keeps points and place; each sheet counts for whoever plays it to its end")
        fields["leavers"].choices = [(Leavers.LOSE.value, lose), (Leavers.KEEP.value, keep)]
        if not changes:
            del self.fields["reason"]
