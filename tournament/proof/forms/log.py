"""The filters of the log. Every field is optional and stands in the address."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.proof.selectors.log import GROUPS, LogLogin

DECISIONS = "decisions"


class LogForm(forms.Form):
    """A field with a value that is not valid filters nothing, and the page shows the error beside the field."""

    match = forms.IntegerField(label=_("Match"), required=False, min_value=1, max_value=99)
    table = forms.IntegerField(label=_("Table"), required=False, min_value=1, max_value=9999)
    game = forms.IntegerField(label=_("Game"), required=False, min_value=1, max_value=999)
    person = forms.IntegerField(label=_("Start number"), required=False, min_value=1, max_value=999_999)
    actor = forms.TypedChoiceField(label=_("Who acted"), required=False, coerce=int, empty_value=None)
    group = forms.ChoiceField(label=_("What"), required=False)

    def __init__(self, *args: Any, logins: Sequence[LogLogin], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["actor"].choices = [("", _("everybody")), *((one.pk, one.name) for one in logins if one.acted)]
        fields["actor"].widget.attrs["translate"] = "no"
        groups = [(key, label) for key, (label, _beginnings) in GROUPS.items()]
        fields["group"].choices = [("", _("everything")), (DECISIONS, _("Decisions only")), *groups]
        for field in fields.values():
            field.necessary_at_times = True
