"""A game chosen by fields: for what shorthand and points cannot say. Parses, writes nothing."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.contracts import LEVELS
from scoring.games import RESULTS, SURRENDERS, GameRecord
from scoring.ruleset import SUIT_NAMES, Ruleset
from tournament.forms.games import LineForm
from tournament.selectors.contracts import asked_of
from tournament.words.labels import FIELDS

SEATS = range(1, 6)


def _choice(words: Any) -> forms.ChoiceField:
    return forms.ChoiceField(required=False, choices=[("", ""), *((word, word) for word in words)])


def _number(name: str, most: int) -> forms.IntegerField:
    # Scoring says what is too much; this only keeps out what is no number of cards, deals or doublings.
    return forms.IntegerField(label=FIELDS[name], required=False, min_value=0, max_value=most)


def _seat(name: str) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=FIELDS[name], coerce=int, required=False, empty_value=None, choices=[("", ""), *((n, n) for n in SEATS)]
    )


class RecordForm(LineForm):
    """The fields of one game; those that its contract does not ask for are not read."""

    contract = forms.ChoiceField(label=_("Contract"))
    declarer = _seat("declarer")
    partner = _seat("partner")
    suit = _choice(SUIT_NAMES)
    result = _choice(RESULTS)
    level = _choice(LEVELS)
    surrender = _choice(SURRENDERS)
    runners = _number("runners", 99)
    doublings = _number("doublings", 99)
    loser = _seat("loser")
    durchmarsch = forms.BooleanField(required=False)
    jungfrauen = forms.TypedMultipleChoiceField(coerce=int, required=False, choices=[(n, n) for n in SEATS])
    passed = _number("passed", 99)
    initialled = forms.BooleanField(required=False)

    def __init__(self, *args: Any, ruleset: Ruleset, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        fields: dict[str, Any] = self.fields
        fields["contract"].choices = [(key, key) for key in ruleset.contracts]

    def record(self) -> GameRecord:
        """The game record; scoring says whether it holds."""
        data = self.cleaned_data
        asks = set(asked_of(self.ruleset, self.ruleset.contracts[data["contract"]]))
        said: dict[str, Any] = {name: data[name] for name in asks if data[name] not in ("", 0, False, [])}
        if "loser" in asks:
            said["jungfrauen"] = tuple(data["jungfrauen"]) or None
            if said.pop("durchmarsch", False):
                # Where every trick was one player's, the seat asked for is that of the winner.
                said |= {"durchmarsch": said.pop("loser", None), "jungfrauen": None}
        return GameRecord(contract=data["contract"], passed=data["passed"] or None, **said)
