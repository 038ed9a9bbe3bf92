"""Locking the parent row first: every service begins here, inside its own transaction.

Who needs several rows locks the ruleset, the tournament, the scoresheet, then the match. `no_key`: an event refers to
its tournament, and PostgreSQL would otherwise let every table wait for, or deadlock with, whoever holds that row.

No service gets the lock of anything in an archived tournament (`tournament_archived`), unless it says that it may.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.ruleset import bundled_rulesets
from tournament.enums import IS_SHUT, SheetState
from tournament.models import Match, OwnRuleset, Scoresheet, Tournament
from tournament.refusals import RefusalKind, Refused


def lock_tournament(tournament: Tournament, *, archived: bool = False) -> Tournament:
    """The tournament's row, locked until the transaction ends, read afresh.

    Refused: tournament_archived, unless the service may act on an `archived` one.
    """
    found = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    if not archived:
        _check_not_shut(found)
    return found


def lock_ruleset(ruleset: OwnRuleset) -> OwnRuleset:
    """The row of a ruleset of one's own, locked and read afresh."""
    return OwnRuleset.objects.select_for_update(no_key=True).get(pk=ruleset.pk)


def hold_ruleset(ruleset_id: str) -> None:
    """Keep a ruleset of one's own as it is until a tournament has taken it: a change looks for those that follow it."""
    if ruleset_id not in bundled_rulesets():
        list(OwnRuleset.objects.select_for_update(no_key=True).filter(slug=ruleset_id))


def lock_match(match: Match) -> Match:
    """The match's row, locked and read afresh; its tournament is at hand. Refused: tournament_archived."""
    found: Match = _locked(Match).select_related("tournament").get(pk=match.pk)
    _check_not_shut(found.tournament)
    return found


def lock_scoresheet(scoresheet: Scoresheet) -> Scoresheet:
    """The scoresheet's row, locked and read afresh; match and tournament are at hand.

    Refused: sheet_discarded, tournament_archived.
    """
    sheet = _locked(Scoresheet).select_related("match__tournament").get(pk=scoresheet.pk)
    if sheet.state == SheetState.DISCARDED:
        raise Refused(
            _("This draw was discarded in the meantime. Please open the table again once new lots are drawn."),
            code="sheet_discarded",
            kind=RefusalKind.GONE,
        )
    _check_not_shut(sheet.match.tournament)
    return sheet


def _check_not_shut(tournament: Tournament) -> None:
    if tournament.state in IS_SHUT:
        raise Refused(
            _("The tournament is archived: it stays as it is, and nothing of it can be changed any more."),
            code="tournament_archived",
        )


def _locked(model: Any) -> Any:
    # Only the row itself: a lock on the joined tournament would make sixty tables wait for each other.
    return model._base_manager.select_for_update(of=("self",), no_key=True)
