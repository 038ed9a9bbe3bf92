"""Closing a finished tournament for good: nothing of it can change any more, so it can go into an archive."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import enums, permissions
from tournament.enums import TournamentState
from tournament.models import Tournament, User
from tournament.proof.seals.keys import SealKey
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.selectors.documents import unsealed_sheets
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament
from tournament.standings.services.standings import hold_sheets


@transaction.atomic
def archive_tournament(*, tournament: Tournament, key: SealKey, actor: User | None) -> Tournament:
    """Close a finished tournament for good: nobody can change it any more. A second press changes nothing.

    `actor` is None on the command line. The log names the `key` that will seal the archive. Refused: not_allowed,
    is_rehearsal, step_not_allowed if the tournament is not finished, results_held_back while the hall does not see
    them, documents_missing if an accepted sheet is not sealed, log_does_not_hold if the log and the rows differ (no
    other installation would import such an archive).
    """
    if actor is not None:
        permissions.check(permissions.manage_tournament, actor)
    tournament = lock_tournament(tournament, archived=True)
    if tournament.state == TournamentState.ARCHIVED:
        return tournament
    if tournament.rehearsal:
        raise Refused(_("A rehearsal is not archived: it ends, and nothing is left of it."), code="is_rehearsal")
    if tournament.is_held_back:
        raise Refused(
            _("The hall does not see the results yet: please publish them, then the tournament can be archived."),
            code="results_held_back",
        )
    tournament.state = enums.step(TournamentState, tournament.state, TournamentState.ARCHIVED)
    hold_sheets(tournament)
    audit = audit_tournament(tournament, sealed=True)
    if audit.faults:
        raise Refused(
            _("The log of the tournament does not hold, so no archive can prove it: %(fault)s. Run verify_audit."),
            code="log_does_not_hold",
            fault=str(audit.faults[0]),
        )
    unsealed = unsealed_sheets().filter(match__tournament=tournament).order_by("match__number", "table_number")
    for match, table in unsealed.values_list("match__number", "table_number"):
        raise Refused(
            _("The sheet of table %(table)s in match %(match)s is not sealed yet. Its PDF says why."),
            code="documents_missing",
            match=match,
            table=table,
        )
    tournament.save(update_fields=["state"])
    payload = {"state": tournament.state, "key_fingerprint": key.fingerprint}
    write_event(kind="tournament.archived", actor=actor, tournament=tournament, payload=payload)
    versions.bump(tournament)
    return tournament
