"""What is typed into a sheet: a game, running totals from paper, a ruling, a correction. Parses, writes nothing."""

import re
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.games import GameRecord, record_to_json
from scoring.results import announced_late
from scoring.shorthand import canonical_entry, parse_entry
from tournament.enums import PaperLineKind
from tournament.models import User
from tournament.refusals import Refused
from tournament.sheet.lines import points_as_written
from tournament.sheet.places import LinePlace
from tournament.sheet.state import OnPaper
from tournament.words import labels

# What may be typed behind a game:
# - "x" or "gestr.": the line is struck on the paper;
# - "g", "gen." or on a number pad "/": the supervisor's initials stand there;
# - "p" (passed) or "p2": this many redeals came before the game;
# - "t" behind a Solo or Wenz: a Tout that was announced too late (2.8.2).
MARK = re.compile(
    r"\s*(?:(?P<struck>x|gestr(?:ichen)?\.?)|(?P<initials>g(?:en(?:ehmigt)?\.?)?|/)|p(?P<passed>[0-9]{0,2})"
    r"|(?<![a-z])(?P<late>t))\s*$",
    re.IGNORECASE,
)
COMMAND = r"^[0-9a-f]{16,40}$"
# Typed alone: the paper leaves this line empty.
EMPTY = "0"

# The address of a sheet, also as typed by a scanner that is set to another keyboard than the computer.
ADDRESS = re.compile(
    r"[/-]table[/-](?P<slug>.+)[/-](?P<match>[0-9]{1,3})[/-](?P<table>[0-9]{1,4})[/-]?$", re.IGNORECASE
)
OTHER_KEYBOARD = str.maketrans("zyß?", "yz-_")
# The code of games that a device could not send is the address of the page that takes them in.
UNSENT = re.compile(r"/tournaments/[-\w]+/[0-9]{1,3}/[0-9]{1,4}/unsent/\?c=[-\w.~]+$", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedLine:
    """The text that a person typed for one line, read: a record, or running totals to compare.

    `initialled`: the paper bears the supervisor's initials. `written` are the values of all seats on the paper if they
    make no game, for the supervisor to rule on. `paper` is a line that is struck or empty on the paper: no game, it
    waits for the supervisor.
    """

    record: GameRecord | None = None
    running: tuple[int, ...] | None = None
    written: tuple[int, ...] | None = None
    paper: OnPaper | None = None
    initialled: bool = False
    error: ScoringError | None = None


def read_entry(place: LinePlace, text: str) -> TypedLine:
    """Read the text typed for a line: "r13+", "r13+ l4 c", "6 2 g", "6 2 p2", "-1 +1 +1 -1", "= 5 -3 -3 1"."""
    text = text.strip()
    if text.startswith("="):
        values = seat_values(text[1:], place.seats)
        if values is None:
            return TypedLine(error=ScoringError("entry_unreadable", entry=text))
        return TypedLine(running=values)
    if text == EMPTY:
        return TypedLine(paper=OnPaper(kind=PaperLineKind.NOT_WRITTEN))
    typed, struck, initialled, late, passed = text, False, False, False, 0
    while mark := MARK.search(text):
        struck = struck or mark["struck"] is not None
        initialled = initialled or mark["initials"] is not None
        late = late or mark["late"] is not None
        passed += int(mark["passed"] or 1) if mark["passed"] is not None else 0
        text = text[: mark.start()]
    values = seat_values(text, place.seats)
    if struck and not text:
        return TypedLine(paper=OnPaper(kind=PaperLineKind.STRUCK))
    try:
        record = parse_entry(
            place.ruleset,
            text,
            first=place.first,
            seats=place.seats,
            sits_out=place.sits_out(passed),
            tariff=place.tariff,
        )
        record = announced_late(place.ruleset, record) if late else record
    except ScoringError as error:
        if struck and values is not None:
            return TypedLine(paper=OnPaper(kind=PaperLineKind.STRUCK, text=canonical_entry(text), written=values))
        return TypedLine(error=ScoringError("entry_unreadable", entry=typed) if struck else error, written=values)
    record = place.put(record.placed(passed=passed or None))
    if struck:
        return TypedLine(paper=_struck(place, f"{canonical_entry(text)}{' g' if initialled else ''}", record))
    return TypedLine(record=record, initialled=initialled)


def _struck(place: LinePlace, text: str, record: GameRecord) -> OnPaper:
    """Return a game that is struck on the paper, with the value that stood there."""
    points, _circled = points_as_written(place.ruleset, place.number, record_to_json(record))
    return OnPaper(kind=PaperLineKind.STRUCK, text=text, written=points, record=record)


def game_of(entry: TypedLine, typed: str) -> GameRecord:
    """Return the game that a supervisor typed; initials, running totals and a strike are refused."""
    if entry.error is not None:
        raise labels.refused(entry.error)
    if entry.record is None or entry.initialled:
        raise labels.refused(ScoringError("entry_unreadable", entry=typed))
    return entry.record


def seat_values(text: str, seats: int) -> tuple[int, ...] | None:
    """Return the values of all seats, None if something else was typed."""
    words = canonical_entry(text).split()
    if len(words) != seats or not all(re.fullmatch(r"-?[0-9]{1,5}", word) for word in words):
        return None
    return tuple(int(word) for word in words)


class GoForm(forms.Form):
    """Where to go: the number of a table, or the address of a sheet or of unsent games as a scanner types it.

    `here` is the table on whose page the form is.
    """

    to = forms.CharField(max_length=600)
    here = forms.IntegerField(min_value=1, required=False)

    def unsent(self) -> str | None:
        """Return the path of the page that takes in the games of a scanned code; None if it is no such code."""
        match = UNSENT.search(self.cleaned_data["to"])
        return match and match[0]

    def place(self, slug: str, match: int) -> tuple[int, int]:
        """Return (match, table) of the sheet. Refused: other_keyboard, unknown_sheet, other_tournament."""
        typed = self.cleaned_data["to"]
        if re.fullmatch(r"[0-9]{1,4}", typed):
            return match, int(typed)
        address = ADDRESS.search(typed)
        if address is None and "unsent" in typed:
            # With another keyboard setting the code cannot be recovered.
            raise Refused(
                _(
                    "The scanner types as on another keyboard. Please show this code to a phone that is logged in as "
                    "desk, or have the games read out."
                ),
                code="other_keyboard",
            )
        if address is None:
            raise Refused(
                _("“%(typed)s” is neither a table nor the code of a sheet."), code="unknown_sheet", typed=typed
            )
        other_slug = address["slug"].lower()
        if slug not in (other_slug, other_slug.translate(OTHER_KEYBOARD)):
            raise Refused(_("This sheet belongs to another tournament."), code="other_tournament")
        return int(address["match"]), int(address["table"])


class InitialsForm(forms.Form):
    """The supervisor whose initials stand on the paper."""

    initials = forms.ModelChoiceField(
        User.objects.filter(supervisor=True, is_active=True), required=False, label=_("Supervisor on the paper")
    )


class SettleForm(InitialsForm):
    """The entry that the paper confirms, and the commands that wrote both entries as the page showed them."""

    take = forms.ChoiceField(choices=[("first", ""), ("second", "")])
    first = forms.RegexField(COMMAND)
    second = forms.RegexField(COMMAND)


class LineForm(InitialsForm):
    """The line of the sheet. `command` is the id that the page gave this act.

    `replace` is the id of the command that wrote the game in the line, if the line is typed anew.
    """

    number = forms.IntegerField(min_value=1, max_value=999)
    command = forms.RegexField(COMMAND)
    replace = forms.RegexField(COMMAND, required=False)


class TypedLineForm(LineForm):
    """One line of the sheet as typed at the desk."""

    entry = forms.CharField(max_length=60, error_messages={"required": _("Nothing was entered.")})
    # The last line of an earlier comparison of totals that is made again.
    upto = forms.IntegerField(min_value=1, max_value=400, required=False)


class RunnersForm(forms.Form):
    """What money asks of a written game: its runners, and how many of them were claimed; empty: all (4.2.3)."""

    number = forms.IntegerField(min_value=1, max_value=999)
    runners = forms.IntegerField(label=_("Runners"), min_value=0, max_value=99)
    claimed = forms.IntegerField(label=_("Runners claimed"), min_value=0, max_value=99, required=False)


class SeenForm(forms.Form):
    """The command that wrote the game which the page shows in a line: lines may have been moved meanwhile.

    `corrected` is the number of corrections of the game on the page.
    """

    replace = forms.RegexField(COMMAND, required=False, widget=forms.HiddenInput)
    corrected = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)


class ReasonForm(SeenForm):
    """The reason for striking or restoring a line; printed on the sheet (5.3.4)."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        error_messages={"required": _("Please say why: the reason is printed on the sheet.")},
    )


class UndoForm(SeenForm):
    """The reason for taking a correction back; "" is the usual reason: it was a mistake."""

    reason = forms.CharField(max_length=200, required=False)


class ChoiceForm(ReasonForm):
    """The reason for a chosen value; "" is the usual reason. `paper` and `replace` are the ids that the page showed."""

    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)
    paper = forms.IntegerField(min_value=1, required=False, widget=forms.HiddenInput)
    approve = forms.BooleanField(required=False)


class CorrectionForm(ReasonForm):
    """The right value of a line and the reason (5.3.4)."""

    entry = forms.CharField(
        label=_("Right value"),
        max_length=60,
        error_messages={"required": _("Please enter the right value of the line.")},
    )
    field_order = ["entry", "reason"]


class RulingForm(ReasonForm):
    """A ruling on a line whose values on paper are no game: the right value, or nothing if the line is struck."""

    written = forms.CharField(max_length=40, widget=forms.HiddenInput)
    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    command = forms.RegexField(COMMAND, widget=forms.HiddenInput)
    entry = forms.CharField(label=_("Right value"), max_length=60, required=False)
    struck = forms.BooleanField(required=False)

    def __init__(self, *args: Any, seats: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = seats

    def clean_written(self) -> tuple[int, ...]:
        values = seat_values(self.cleaned_data["written"], self.seats)
        if values is None:
            raise forms.ValidationError(_("Please enter a value for every seat, for example −4 +2 +2 0."))
        return values
