"""Locking the parent row: every service begins with it, inside its own transaction.

A service that needs several rows locks them in this order: ruleset or tariff, tournament, scoresheet, match,
person of the address book, installation.
`no_key` is needed because every event refers to its tournament: without it PostgreSQL would make each table wait for
the service that holds the tournament's row, or deadlock with it.

In an archived tournament every lock is refused (`tournament_archived`), unless the service says that it may act there.
"""

from typing import Any

from django.db import connection
from django.db.transaction import TransactionManagementError
from django.utils.translation import gettext_lazy as _

from scoring.ruleset import bundled_rulesets
from tournament.enums import IS_SHUT, SheetState
from tournament.models import KnownPerson, Match, OwnRuleset, OwnTariff, Participant, Scoresheet, Tournament, User
from tournament.models.statements import Reading
from tournament.refusals import RefusalKind, Refused

# Every game begins with it, so it is written by hand. Only the row itself is locked: a lock on the joined tournament
# would make sixty tables wait for each other.
SHEET = Reading(
    """
    SELECT {sheet}, {match}, {tournament} FROM tournament_scoresheet sheet
    JOIN tournament_match match ON match.id = sheet.match_id
    JOIN tournament_tournament tournament ON tournament.id = match.tournament_id WHERE sheet.id = %s
    """,
    sheet=Scoresheet,
    match=Match,
    tournament=Tournament,
)
LOCK = " FOR NO KEY UPDATE OF sheet"


def lock_tournament(tournament: Tournament, *, archived: bool = False) -> Tournament:
    """Lock the tournament's row until the transaction ends, and read it again.

    Refused: tournament_archived, unless the service may act on an `archived` tournament.
    """
    row = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    if not archived:
        _check_not_shut(row)
    return row


def participant_of(tournament: Tournament, participant: Participant) -> Participant:
    """Read an entry of the list again. The caller holds the tournament's lock. Refused: entry_deleted."""
    row = tournament.participants.filter(pk=participant.pk).first()
    if row is None:
        raise Refused(
            _("Start number %(number)s was a mistaken entry and is deleted."),
            code="entry_deleted",
            kind=RefusalKind.CONFLICT,
            number=participant.start_number,
        )
    return row


def lock_ruleset(ruleset: OwnRuleset) -> OwnRuleset:
    """Lock the row of a club's own ruleset, and read it again."""
    return OwnRuleset.objects.select_for_update(no_key=True).get(pk=ruleset.pk)


def lock_tariff(tariff: OwnTariff) -> OwnTariff:
    """Lock the row of a club's own tariff, and read it again."""
    return OwnTariff.objects.select_for_update(no_key=True).get(pk=tariff.pk)


def hold_ruleset(ruleset_id: str) -> None:
    """Lock a club's own ruleset while a tournament adopts it, so that a change of the ruleset finds the tournament."""
    if ruleset_id not in bundled_rulesets():
        list(OwnRuleset.objects.select_for_update(no_key=True).filter(slug=ruleset_id))


def lock_known_person(person: KnownPerson) -> KnownPerson:
    """Lock the row of a person of the address book, and read it again. Refused: person_gone."""
    row = KnownPerson.objects.select_for_update(no_key=True).filter(pk=person.pk).first()
    if row is None:
        raise Refused(_("This person is not in the address book any more."), code="person_gone", kind=RefusalKind.GONE)
    return row


def lock_installation() -> None:
    """Lock the chain of the installation, by the row of the first login: it is never deleted.

    There is no login before an archive is imported into an empty installation.
    """
    User.objects.select_for_update(no_key=True).order_by("pk").first()


def lock_match(match: Match) -> Match:
    """Lock the match's row and read it again, with its tournament. Refused: tournament_archived."""
    row: Match = _locked(Match).select_related("tournament").get(pk=match.pk)
    _check_not_shut(row.tournament)
    return row


def lock_scoresheet(scoresheet: Scoresheet) -> Scoresheet:
    """Lock the scoresheet's row and read it again, with its match and tournament.

    Refused: sheet_discarded, tournament_archived.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("A sheet is locked until the end of a transaction, and there is none.")
    rows = SHEET.rows(scoresheet.pk, ending=LOCK if connection.features.has_select_for_update else "")
    if not rows:
        raise Scoresheet.DoesNotExist
    [[sheet, match, tournament]] = rows
    match.tournament, sheet.match = tournament, match
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
    # Lock only the row itself. A lock on the joined tournament would make sixty tables wait for each other.
    return model._base_manager.select_for_update(of=("self",), no_key=True)
