"""Deleting a tournament with all its rows: a rehearsal when it ends, and one in which nothing was closed or drawn.

There is no other way: the row of a removal opens the triggers for this tournament alone (proof/integrity/
append_only.py). The installation's chain keeps that it was there, who deleted it, and the hash of the reason.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.models import Removal, Tournament, User
from tournament.person.names import clean_text
from tournament.proof.integrity.hashes import sha256
from tournament.proof.integrity.names import new_salt
from tournament.proof.services.witnesses import removal_payload
from tournament.refusals import RefusalKind, Refused
from tournament.rehearsals.rows import ways_to_tournament
from tournament.rehearsals.selectors import removal_refused
from tournament.screens.services import release_screens
from tournament.services.events import write_event
from tournament.services.locks import lock_installation
from tournament.services.print_jobs import drop_prints
from tournament.services.traces import leave_no_trace

REASON_LENGTH = 200


@transaction.atomic
def delete_tournament(*, tournament: Tournament, reason: str, actor: User) -> Removal:
    """Delete a tournament in which nothing was closed or drawn, with all its rows.

    Copies and what was printed or saved elsewhere keep it. Refused: not_allowed, tournament_gone, is_rehearsal,
    play_begun, imported, no_reason, and all of clean_text.
    """
    row = _locked(tournament, actor)
    refused = removal_refused(row)
    if refused is not None:
        raise refused
    text = clean_text(reason, max_length=REASON_LENGTH)
    if not text:
        raise Refused(_("Please say why. The log of the installation keeps it."), code="no_reason", field="reason")
    return _remove(row, actor, reason=text, salt=new_salt())


@transaction.atomic
def end_rehearsal(*, tournament: Tournament, actor: User) -> Removal:
    """End a rehearsal: nothing is left of it but that it was held, and who began and ended it.

    Refused: not_allowed, tournament_gone, no_rehearsal.
    """
    row = _locked(tournament, actor)
    if not row.rehearsal:
        raise Refused(_("This is no rehearsal: it stays."), code="no_rehearsal")
    return _remove(row, actor)


def _locked(tournament: Tournament, actor: User) -> Tournament:
    """Lock the row and read it again. Refused: not_allowed, tournament_gone."""
    permissions.check(permissions.manage_tournament, actor)
    row = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament.pk).first()
    if row is None:
        raise Refused(_("This tournament is deleted already."), code="tournament_gone", kind=RefusalKind.GONE)
    return row


def _remove(tournament: Tournament, actor: User, reason: str = "", salt: str = "") -> Removal:
    lock_installation()
    drop_prints(tournament)
    key = tournament.pk
    release_screens(tournament=tournament, actor=actor)
    removal = Removal.objects.create(
        tournament_key=key,
        rehearsal=tournament.rehearsal,
        address=sha256(tournament.slug),
        reason=reason,
        salt=salt,
        removed_by=actor,
        removed_at=timezone.now(),
    )
    for model, way in ways_to_tournament().items():
        rows = model._base_manager.filter(**{way: key})
        rows._raw_delete(rows.db)
    kind = "installation.rehearsal_ended" if removal.rehearsal else "installation.tournament_deleted"
    write_event(kind=kind, actor=actor, payload=removal_payload(removal))
    transaction.on_commit(leave_no_trace, robust=True)
    return removal
