"""The final decision on a dispute: by the tribunal, or by the director if the rules have none (5.1.3, H 8).

Every other step of a dispute is an ordinary command (services/acting.py).
"""

from django.db import transaction

from tournament import permissions
from tournament.enums import DisputeOutcome
from tournament.models import Scoresheet, User
from tournament.services.acting import act_on, reason_given
from tournament.services.locks import lock_scoresheet
from tournament.sheet.acts.disputes import TRIBUNAL, SettleDispute


@transaction.atomic
def settle_dispute(*, scoresheet: Scoresheet, dispute: int, outcome: DisputeOutcome, reason: str, actor: User) -> None:
    """Decide a dispute finally; `dispute` is its place among the sheet's disputes, from 1.

    Refused: not_allowed (not the tribunal, or not the director), all codes of sheet/acts/disputes.py.
    """
    sheet = lock_scoresheet(scoresheet)
    permissions.check(last_word(sheet), actor)
    act_on(sheet, SettleDispute(dispute=dispute, outcome=outcome, reason=reason_given(reason)), actor=actor)


def last_word(scoresheet: Scoresheet) -> permissions.Predicate:
    """Return the permission that the final decision needs by the rules of this sheet's tournament."""
    tribunal = scoresheet.match.tournament.ruleset.final_say == TRIBUNAL
    return permissions.decide_appeals if tribunal else permissions.decide_as_director
