"""Deciding on a game that needs an approval: it is granted, or struck and not replayed (5.2.14, 5.2.16, 5.2.17)."""

from django.db import transaction

from tournament import permissions
from tournament.enums import ApprovalState
from tournament.models import Approval, Scoresheet, User
from tournament.services.acting import act_on
from tournament.services.locks import lock_scoresheet
from tournament.sheet.acts.approvals import DecideApproval, approval_closed


@transaction.atomic
def decide_approval_of_game(
    *, approval: Approval, state: ApprovalState, actor: User, seen: ApprovalState | None = None
) -> None:
    """Grant or refuse a game. The decision keeps name and time; a refused game is struck and scores 0 (5.2.17).

    `state` is GRANTED or REFUSED. Somebody who has `seen` a decision may reverse it later; that reopens a sheet whose
    content changes. Refused: not_allowed, gone (taken back or no longer needed), tournament_finished, already_decided
    (says by whom).
    """
    permissions.check(permissions.decide_approvals, actor)
    # The desk may have taken the game back while the supervisor was looking at it.
    parent = Scoresheet.objects.filter(games__approvals=approval.pk).first()
    if parent is None:
        raise approval_closed()
    sheet = lock_scoresheet(parent)
    waiting = Approval.objects.filter(pk=approval.pk).exclude(state=ApprovalState.WITHDRAWN)
    game = waiting.values_list("game__command", flat=True).first()
    act_on(sheet, DecideApproval(game=game, granted=state == ApprovalState.GRANTED, seen=seen), actor=actor)
