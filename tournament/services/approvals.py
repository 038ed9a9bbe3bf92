"""Deciding on a game that needed an approval: granted, or struck without being replayed (5.2.14, 5.2.16, 5.2.17)."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.enums import ApprovalState, step
from tournament.models import Approval, Scoresheet, User
from tournament.refusals import Refused
from tournament.selectors.records import approvals_in_force
from tournament.services.approvals_due import approval_event
from tournament.services.locks import lock_scoresheet
from tournament.services.scoresheets import check_not_official, settle


@transaction.atomic
def decide_approval(*, approval: Approval, state: ApprovalState, actor: User) -> Approval:
    """Grant or refuse with name and time; a refused game is struck, visibly, and scores 0 (5.2.17).

    `state` is GRANTED or REFUSED; a decision may be turned round later, which reopens what hangs on it.
    Refused: not_allowed, gone (taken back or no longer needed), tournament_finished, already_decided (says by
    whom).
    """
    permissions.check(permissions.decide_approvals, actor)
    # The desk may have taken the game back while the supervisor read of it.
    parent = Scoresheet.objects.filter(games__approvals=approval.pk).first()
    sheet = lock_scoresheet(parent) if parent else None
    row = Approval.objects.select_related("game", "supervisor").filter(pk=approval.pk).first()
    if sheet is None or row is None or row.state == ApprovalState.WITHDRAWN:
        raise Refused(
            _("This game no longer waits for an approval: it was taken back or changed in the meantime."), code="gone"
        )
    check_not_official(sheet)
    if row.state == state:
        raise Refused(
            _("%(name)s has decided so already: game %(number)s, %(state)s."),
            code="already_decided",
            name=row.supervisor,
            number=row.game.number,
            state=row.get_state_display(),
        )
    row.state = step(ApprovalState, row.state, state)
    row.supervisor, row.decided_at, row.on_paper = actor, timezone.now(), False
    row.save(update_fields=["state", "supervisor", "decided_at", "on_paper"])
    approval_event(sheet, f"approval.{ApprovalState(state).value}", row.game, row.section, actor)
    settle(sheet, actor)
    return row


def approve_own_value(sheet: Scoresheet, number: int, actor: User) -> None:
    """Grant what the value that the supervisor just wrote asks for; nothing where it asks nobody.

    The caller holds the lock and has settled. Refused: as decide_approval.
    """
    row = approvals_in_force(sheet).get(number)
    if row is not None and row.state != ApprovalState.GRANTED:
        decide_approval(approval=row, state=ApprovalState.GRANTED, actor=actor)
