"""A tournament's name, day and place, its rules and its public address."""

import datetime as dt
from typing import Any, cast

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.errors import ScoringError
from tournament.enums import IS_OFFICIAL
from tournament.forms.texts import LineField, VerbatimField
from tournament.models import Tournament
from tournament.rulesets.selectors import ruleset_choices
from tournament.tariffs.selectors import tariff_choices
from tournament.words.labels import ruleset_title

# While the name is typed, the page shows the address that would be given.
LIVE_ADDRESS = {
    "hx-get": reverse_lazy("tournament_address"),
    "hx-trigger": "input changed delay:300ms",
    "hx-target": "#address",
    "hx-swap": "outerHTML",
    "hx-include": "#id_name, #id_slug",
    "autocomplete": "off",
}
# A date field that is left while the year is being typed holds a year like 0202.
IN_OUR_TIME = [
    MinValueValidator(dt.date(2000, 1, 1), _("Please check the year.")),
    MaxValueValidator(dt.date(2099, 12, 31), _("Please check the year.")),
]

TYPED_AS_IS = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class TournamentForm(forms.Form):
    """Creating or editing a tournament. A service decides whether the address is free.

    Once play has begun, `begun` is its tournament, whose rules and address are fixed.
    """

    name = LineField(
        label=_("Name of the tournament"),
        max_length=80,
        widget=forms.TextInput(attrs={**LIVE_ADDRESS, "autofocus": True}),
    )
    slug = forms.CharField(
        label=_("Public address"),
        max_length=40,
        required=False,
        help_text=_("Left empty, it is made from the name. Players find standings and seats there, without a login."),
        widget=forms.TextInput(attrs={**LIVE_ADDRESS, "autocapitalize": "none", "spellcheck": "false"}),
    )
    day = forms.DateField(
        label=_("Day of play"),
        validators=IN_OUR_TIME,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "min": "2000-01-01", "max": "2099-12-31"}),
    )
    place = LineField(label=pgettext_lazy("where it is played", "Place"), max_length=80, required=False)
    organiser = LineField(
        label=_("Organiser of the tournament"), max_length=80, help_text=_("The club or the person that invites.")
    )
    management = LineField(
        label=_("Tournament management"),
        max_length=80,
        required=False,
        help_text=_("Only if it is not the organiser. It is then shown to the players."),
    )
    ruleset_id = forms.ChoiceField(
        label=_("Rules"), choices=ruleset_choices, initial=Tournament._meta.get_field("ruleset_id").default
    )
    match_count = forms.TypedChoiceField(
        label=_("Number of matches"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("It can be changed during play: fewer if it gets late, as long as a match has not begun."),
    )
    most_players = forms.IntegerField(
        label=_("At most so many players"),
        min_value=1,
        max_value=9999,
        required=False,
        help_text=_(
            "Empty: no limit. Whoever comes when it is full is put on the waiting list. House players do not count."
        ),
    )
    tariff_id = forms.ChoiceField(
        label=_("Tariff"),
        required=False,
        help_text=_("Only if the tables also play for money. The sheet then shows who pays whom, beside the points."),
    )

    wifi_name = VerbatimField(
        label=_("Wi-Fi of the hall"),
        max_length=32,
        required=False,
        help_text=_("Only if sheets are written at the tables. It stands on the table cards, with a code to scan."),
        widget=forms.TextInput(attrs=TYPED_AS_IS),
    )
    wifi_password = VerbatimField(
        label=_("Wi-Fi password"),
        min_length=8,
        max_length=63,
        required=False,
        help_text=_("Also on the table cards: whoever sits in the hall can read it. Empty for an open Wi-Fi."),
        widget=forms.TextInput(attrs=TYPED_AS_IS),
    )

    double_entry = forms.BooleanField(
        label=_("Double entry"),
        required=False,
        help_text=_("Two people type each paper sheet, the second one blind. It can be signed once both agree."),
    )

    ranks_house_players = forms.BooleanField(
        label=_("House players take a place"),
        required=False,
        help_text=_("Otherwise they are listed with their points but without a place, and the others close up."),
    )

    def clean(self) -> dict[str, Any]:
        """Refuse a Wi-Fi password without the name of a network."""
        data = super().clean() or {}
        if data.get("wifi_password") and not data.get("wifi_name"):
            self.add_error("wifi_name", _("Please name the Wi-Fi that this password belongs to."))
        return data

    def __init__(self, *args: Any, frozen: Tournament | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = cast(forms.ChoiceField, self.fields["ruleset_id"])
        rules.choices = ruleset_choices(str(self.initial.get("ruleset_id", "")))
        cast(forms.ChoiceField, self.fields["tariff_id"]).choices = tariff_choices(
            str(self.initial.get("tariff_id", ""))
        )
        self._offer_matches(frozen)
        if frozen is not None:
            rules.choices = [(frozen.ruleset_id, ruleset_title(frozen.ruleset))]
            for name in ("ruleset_id", "slug"):
                self.fields[name].disabled = True
                self.fields[name].help_text = _("Fixed since the first draw.")

    def _offer_matches(self, frozen: Tournament | None) -> None:
        """Offer the numbers of matches that the chosen rules allow; without a choice there is no field."""
        rules = self.data.get("ruleset_id") or self.get_initial_for_field(self.fields["ruleset_id"], "ruleset_id")
        tournament = frozen or Tournament(ruleset_id=rules)
        try:
            ruleset = tournament.ruleset
        except ScoringError:
            ruleset = None
        if ruleset is None or ruleset.fewest_matches == ruleset.matches:
            del self.fields["match_count"]
            return
        field = cast(forms.TypedChoiceField, self.fields["match_count"])
        field.choices = [(number, str(number)) for number in range(ruleset.fewest_matches, ruleset.matches + 1)]
        field.necessary_at_times = True  # type: ignore[attr-defined]  # the most is chosen already
        field.disabled = frozen is not None and frozen.state in IS_OFFICIAL
        if str(self.initial.get("match_count")) not in {str(number) for number, _label in field.choices}:
            self.initial["match_count"] = ruleset.matches
