"""A game chosen by fields, if shorthand and points cannot express it. Parses, writes nothing."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.contracts import LEVELS
from scoring.games import RESULTS, SURRENDERS
from scoring.records import GameRecord, record_from_json
from scoring.results import DRAWN_GAME, announced_late
from scoring.ruleset import SUIT_NAMES, Ruleset
from scoring.tariffs import Tariff
from tournament.forms.games import LineForm
from tournament.selectors.contracts import asked_of
from tournament.words.labels import FIELDS

SEATS = range(1, 6)
# 0 is an answer here: the table said that there were none.
SAID = ("runners", "claimed")
# Of a game that neither side has won, only who played it counts.
OF_A_DRAWN_GAME = ("contract", "passed", "declarer", "partner", "suit", "result", "late_tout")


def _choice(words: Any) -> forms.ChoiceField:
    return forms.ChoiceField(required=False, choices=[("", ""), *((word, word) for word in words)])


def _number(name: str, most: int) -> forms.IntegerField:
    # Scoring says which number is too large; this limit only keeps out absurd ones.
    return forms.IntegerField(label=FIELDS[name], required=False, min_value=0, max_value=most)


def _seat(name: str) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=FIELDS[name], coerce=int, required=False, empty_value=None, choices=[("", ""), *((n, n) for n in SEATS)]
    )


class RecordForm(LineForm):
    """The fields of one game. Fields that its contract does not ask for are ignored."""

    contract = forms.ChoiceField(label=_("Contract"))
    declarer = _seat("declarer")
    partner = _seat("partner")
    suit = _choice(SUIT_NAMES)
    result = _choice((*RESULTS, DRAWN_GAME))
    level = _choice(LEVELS)
    surrender = _choice(SURRENDERS)
    late_tout = forms.BooleanField(required=False)
    runners = _number("runners", 99)
    without = forms.BooleanField(required=False)
    claimed = _number("claimed", 99)
    announced = forms.BooleanField(required=False)
    doublings = _number("doublings", 99)
    doubled_by = _seat("doubled_by")
    laid = _number("laid", 9)
    knocked = _number("knocked", 9)
    loser = _seat("loser")
    second_loser = _seat("second_loser")
    durchmarsch = forms.BooleanField(required=False)
    jungfrauen = forms.TypedMultipleChoiceField(coerce=int, required=False, choices=[(n, n) for n in SEATS])
    passed = _number("passed", 99)
    initialled = forms.BooleanField(required=False)

    def __init__(self, *args: Any, ruleset: Ruleset, tariff: Tariff | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        self.tariff = tariff
        fields: dict[str, Any] = self.fields
        fields["contract"].choices = [(key, key) for key in ruleset.contracts]

    def record(self) -> GameRecord:
        """Return the game record; scoring says whether it is a game."""
        data = self.cleaned_data
        asks = tuple(asked_of(self.ruleset, self.ruleset.contracts[data["contract"]], self.tariff))
        values: dict[str, Any] = {name: data[name] for name in ("contract", "passed", *asks)}
        if "loser" in asks:
            values["jungfrauen"] = data["jungfrauen"]
            if values.pop("durchmarsch", False):
                # In a Durchmarsch the seat that the form asks for is the winner's.
                values |= {"durchmarsch": values.pop("loser"), "second_loser": None, "jungfrauen": None}
        if values.get("result") == DRAWN_GAME:
            values = {name: value for name, value in values.items() if name in OF_A_DRAWN_GAME}
        if not values.get("runners"):
            values["without"] = None
        if not values.get("doublings"):
            values["doubled_by"] = None
        late = values.pop("late_tout", False)
        record = record_from_json(
            {name: value for name, value in values.items() if value or (name in SAID and value is not None)}
        )
        return announced_late(self.ruleset, record) if late else record
