"""A sheet of which only the totals are handed in, where the rules allow it: entered, taken back, corrected (5.3.4)."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.totals import evaluate_totals, totals_from_json
from tournament import permissions
from tournament.enums import SheetState, Source, TableChangeKind
from tournament.models import Scoresheet, User
from tournament.refusals import Refused
from tournament.services.corrections import check_reason
from tournament.services.events import write_event
from tournament.services.locks import lock_scoresheet
from tournament.services.scoresheets import check_not_official, check_open, settle
from tournament.services.tables import keep_change
from tournament.words import labels

Totals = list[dict[str, int]]


@transaction.atomic
def record_totals(*, scoresheet: Scoresheet, totals: Totals, actor: User) -> None:
    """Enter the totals of a sheet without games: an object a seat as `scoring.totals` reads it. It is complete then.

    The same totals again change nothing. Refused: not_allowed, sheet_not_open, written_at_the_table,
    totals_stand_alone, a code of scoring (totals_not_allowed, checksum_not_zero, ...).
    """
    permissions.check(permissions.enter_games, actor)
    sheet = lock_scoresheet(scoresheet)
    if sheet.totals == totals:
        return
    check_open(sheet)
    if sheet.source == Source.LIVE:
        raise Refused(
            _("This sheet is written at the table. Choose “from paper” first if only its totals are known."),
            code="written_at_the_table",
        )
    if sheet.games.exists() or sheet.paper_lines.filter(closed_at=None).exists():
        raise Refused(_("A sheet has games or totals, not both."), code="totals_stand_alone")
    _check(sheet, totals)
    _put(sheet, totals, Source.TOTALS)
    write_event(scoresheet=sheet, kind="totals.recorded", actor=actor, payload={"totals": totals})
    settle(sheet, actor)


@transaction.atomic
def take_back_totals(*, scoresheet: Scoresheet, actor: User) -> None:
    """Take the totals back while nobody has signed them: a slip of the typist, logged, not struck.

    Refused: not_allowed, no_totals, already_signed (then 5.3.4 applies).
    """
    permissions.check(permissions.enter_games, actor)
    sheet = lock_scoresheet(scoresheet)
    totals = _known(sheet)
    signed = sheet.seats.filter(signatures__lapsed_at=None, signatures__isnull=False).exists()
    if sheet.state != SheetState.COMPLETE or signed:
        raise Refused(
            _("These totals are signed. Changes are now corrections by the supervisor (5.3.4)."), code="already_signed"
        )
    _put(sheet, None, Source.PAPER)
    write_event(scoresheet=sheet, kind="totals.taken_back", actor=actor, payload={"totals": totals})
    settle(sheet, actor)


@transaction.atomic
def correct_totals(*, scoresheet: Scoresheet, totals: Totals, reason: str, actor: User) -> None:
    """Replace the totals (5.3.4): the old ones stay readable below the sheet, signatures lapse.

    Refused: not_allowed, no_totals, sheet_void, tournament_finished, reason_missing, nothing_changed, a code of
    scoring.
    """
    permissions.check(permissions.correct_games, actor)
    sheet = lock_scoresheet(scoresheet)
    if sheet.state == SheetState.VOID:
        raise Refused(_("This sheet is void; nothing on it can be changed."), code="sheet_void")
    check_not_official(sheet)
    check_reason(reason)
    old = _known(sheet)
    if old == totals:
        raise Refused(_("The sheet already has these totals."), code="nothing_changed")
    _check(sheet, totals)
    _put(sheet, totals, Source.TOTALS)
    told = {"old": old, "new": totals}
    keep_change(sheet, TableChangeKind.TOTALS, told, actor, after_game=0, reason=reason.strip())
    settle(sheet, actor)


def _known(sheet: Scoresheet) -> Totals:
    if sheet.totals is None:
        raise Refused(_("No totals are entered for this sheet."), code="no_totals")
    return list(sheet.totals)


def _check(sheet: Scoresheet, totals: Totals) -> None:
    seats = sheet.seats.count()
    if len(totals) != seats:
        raise labels.refused(ScoringError("wrong_number_of_values", found=len(totals), seats=seats))
    problems = evaluate_totals(sheet.match.tournament.ruleset, totals_from_json(totals)).problems
    if problems:
        raise labels.refused(problems[0])


def _put(sheet: Scoresheet, totals: Totals | None, source: Source) -> None:
    sheet.totals, sheet.source = totals, source
    sheet.save(update_fields=["totals", "source"])
