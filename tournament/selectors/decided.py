"""Which games a supervisor has decided on: nobody takes these back, only a correction changes them (5.3.4)."""

from django.db.models import Exists, OuterRef, Q

from tournament.enums import ApprovalState
from tournament.models import Approval, ApprovalRequest, Correction


def is_decided(*, sanctions: bool = True) -> Q:
    """A condition on games: approved or refused after play, corrected, struck, or (`sanctions`) a sanction.

    What was granted before play is the request's: taken back, the game gives it back and it serves the next one.
    """
    asked = ApprovalRequest.objects.filter(
        game=OuterRef("game"),
        state=ApprovalState.GRANTED,
        supervisor=OuterRef("supervisor"),
        decided_at=OuterRef("decided_at"),
    )
    of_request = Q(state=ApprovalState.GRANTED) & Exists(asked)
    approvals = Approval.objects.filter(game=OuterRef("pk"), on_paper=False, supervisor__isnull=False)
    decided = Exists(approvals.exclude(of_request)) | Exists(Correction.objects.filter(game=OuterRef("pk")))
    return decided | Q(supervisor__isnull=False) if sanctions else decided
