"""A sheet that is handed in with totals alone, if the rules allow it: entered, taken back, corrected (5.3.4)."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.totals import evaluate_totals, totals_from_json
from tournament.enums import SheetState, Source, TableChangeKind
from tournament.refusals import Refused
from tournament.sheet.actors import Reason
from tournament.sheet.acts.table_changes import TableChanged
from tournament.sheet.commands import command
from tournament.sheet.draft import Answer, Draft
from tournament.sheet.events import Link, event
from tournament.sheet.official import check_not_official, check_not_void, check_reason
from tournament.sheet.places import check_no_document, check_open
from tournament.sheet.state import Sheet, Totals
from tournament.words import labels


@command(may="enter_games")
@dataclass(frozen=True, slots=True, kw_only=True)
class RecordTotals:
    """Enter the totals of a sheet without games, one object for each seat."""

    totals: Totals

    def decide(self, draft: Draft) -> None:
        sheet = draft.sheet
        if sheet.totals == self.totals:
            draft.answer = Answer.DUPLICATE
            return
        check_open(sheet)
        if sheet.source == Source.LIVE:
            raise Refused(
                _("This sheet is written at the table. Choose “from paper” first if only its totals are known."),
                code="written_at_the_table",
            )
        if sheet.games or sheet.open_paper_lines:
            raise Refused(_("A sheet has games or totals, not both."), code="totals_stand_alone")
        _check(sheet, self.totals)
        draft.say(TotalsRecorded(totals=self.totals))


@event("totals.recorded")
@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsRecorded:
    totals: Totals

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        return replace(sheet, totals=self.totals, source=Source.TOTALS)


@command(may="enter_games")
@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackTotals:
    """Take the totals back while nobody has signed them: the typist made a slip. It is logged, nothing is struck."""

    def decide(self, draft: Draft) -> None:
        totals = _totals_of(draft.sheet)
        check_no_document(draft.sheet)
        if draft.sheet.state != SheetState.COMPLETE or draft.sheet.signed:
            raise Refused(
                _("These totals are signed. Changes are now corrections by the supervisor (5.3.4)."),
                code="already_signed",
            )
        draft.say(TotalsTakenBack(totals=totals))


@event("totals.taken_back")
@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsTakenBack:
    totals: Totals

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        return replace(sheet, totals=None, source=Source.PAPER)


@command(may="correct_games", official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectTotals:
    """Replace the totals (5.3.4): the old ones stay readable below the sheet."""

    totals: Totals
    reason: Reason

    def decide(self, draft: Draft) -> None:
        check_not_void(draft.sheet)
        check_not_official(draft)
        check_reason(self.reason.text)
        old = _totals_of(draft.sheet)
        if old == self.totals:
            raise Refused(_("The sheet already has these totals."), code="nothing_changed")
        _check(draft.sheet, self.totals)
        payload = {"old": old, "new": self.totals}
        draft.say(TableChanged(change=TableChangeKind.TOTALS, told=payload, after_game=0, reason=self.reason))


def _totals_of(sheet: Sheet) -> Totals:
    if sheet.totals is None:
        raise Refused(_("No totals are entered for this sheet."), code="no_totals")
    return sheet.totals


def _check(sheet: Sheet, totals: Totals) -> None:
    """Refused: a code of scoring (totals_not_allowed, checksum_not_zero, ...)."""
    seats = len(sheet.seats)
    if len(totals) != seats:
        raise labels.refused(ScoringError("wrong_number_of_values", found=len(totals), seats=seats))
    problems = evaluate_totals(sheet.terms.ruleset, totals_from_json(list(totals))).problems
    if problems:
        raise labels.refused(problems[0])
