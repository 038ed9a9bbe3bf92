"""A line of the paper that the desk sets aside for the supervisor. Parses, writes nothing."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.games import GameRecord
from tournament.enums import PaperLineKind
from tournament.forms.games import COMMAND, ReasonForm, game_of, read_entry, seat_values
from tournament.refusals import Refused
from tournament.selectors.paper_lines import AS_TYPED
from tournament.sheet.places import LinePlace
from tournament.sheet.state import OnPaper
from tournament.words import labels

# An unreadable line may keep digits, signs, and "?" for the rest. Words are refused, so that the log holds no names.
FRAGMENT = re.compile(r"[-−+*?.,0-9 ]*")


class SetAsideForm(forms.Form):
    """The line to set aside, why, and its text. `command` is the id that the page gave this act.

    `replace` is the id of the game in this line, if the line is typed again.
    """

    number = forms.IntegerField(min_value=1, max_value=999)
    kind = forms.ChoiceField(choices=PaperLineKind.choices)
    text = forms.CharField(max_length=60, required=False)
    command = forms.RegexField(COMMAND)
    replace = forms.RegexField(COMMAND, required=False)

    def on_paper(self, place: LinePlace) -> OnPaper:
        """Return the content of the line. Refused: a_game, values_missing, entry_unreadable."""
        data: dict[str, Any] = self.cleaned_data
        kind, text = PaperLineKind(data["kind"]), data["text"].strip()
        match kind:
            case PaperLineKind.STRUCK:
                return _struck(place, text)
            case PaperLineKind.NO_GAME:
                return _no_game(place, text)
            case PaperLineKind.UNREADABLE if FRAGMENT.fullmatch(text):
                return OnPaper(kind=kind, text=text)
            case PaperLineKind.NOT_WRITTEN:
                return OnPaper(kind=kind)
        raise Refused(
            _("Please type only what can be read: digits, signs and “?”."), code="entry_unreadable", field="text"
        )


class MoveForm(forms.Form):
    """The id that the page gave the act, and the id of the game that it shows in the line."""

    command = forms.RegexField(COMMAND)
    replace = forms.RegexField(COMMAND, required=False)


class DecideForm(forms.Form):
    """The proposal that the supervisor chose, or the value typed instead. An empty reason means the proposal's
    reason."""

    choice = forms.CharField(max_length=60)
    entry = forms.CharField(max_length=60, required=False)
    reason = forms.CharField(max_length=200, required=False)
    command = forms.RegexField(COMMAND)

    def record(self, place: LinePlace) -> GameRecord | None:
        """The game that was typed, None if a proposal was chosen. Refused: a code of scoring."""
        if self.cleaned_data["choice"] != AS_TYPED:
            return None
        return game_of(read_entry(place, self.cleaned_data["entry"]), self.cleaned_data["entry"])


class UnplayedForm(ReasonForm):
    """The lines at the end of the sheet that are closed as not played, as the page showed them."""

    numbers = forms.RegexField(r"^[0-9]{1,3}(,[0-9]{1,3})*$")
    command = forms.RegexField(COMMAND)

    def clean_numbers(self) -> list[int]:
        """Return the numbers of the lines."""
        return [int(number) for number in self.cleaned_data["numbers"].split(",")]


def _struck(place: LinePlace, text: str) -> OnPaper:
    entry = read_entry(place, f"{text} x")
    if entry.paper is None:
        raise labels.refused(ScoringError("entry_unreadable", entry=text))
    return entry.paper


def _no_game(place: LinePlace, text: str) -> OnPaper:
    if read_entry(place, text).record is not None:
        raise Refused(_("This is a game: please enter it as it stands."), code="a_game", field="text")
    values = seat_values(text, place.seats)
    if values is None:
        raise _values_missing()
    return OnPaper(kind=PaperLineKind.NO_GAME, text=" ".join(map(str, values)), written=values)


def _values_missing() -> Refused:
    return Refused(
        _("Please enter a value for every seat, for example −4 +2 +2 0."), code="values_missing", field="text"
    )


class TakeUpForm(forms.Form):
    """The row of the waiting line that the page showed."""

    replace = forms.IntegerField(min_value=1, required=False, widget=forms.HiddenInput)
