"""Players whose refusal to sign was overruled by a decision on a dispute, as page, print and seal say it (5.1.3)."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from tournament.enums import DisputeState
from tournament.sheet.acts.disputes import TRIBUNAL
from tournament.sheet.names import Names
from tournament.sheet.state import Sheet, SignatureRefusal

SUPERVISOR = "supervisor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Overruled:
    """A decision that replaces a signature: on which dispute of the sheet, whose, by whom and when.

    `instance`: tribunal or director, whichever decides finally by the rules, or the supervisor if nobody appealed.
    """

    dispute: int
    instance: str
    decided_by: str
    decided_at: datetime | None

    @property
    def words(self) -> str:
        """The sentence that stands in the place of the signature."""
        if self.instance == TRIBUNAL:
            return _("refuses to sign, accepted after the decision of the tribunal")
        if self.instance == SUPERVISOR:
            return _("refuses to sign, accepted after the decision of the supervisor")
        return _("refuses to sign, accepted after the decision of the tournament management")

    @property
    def text(self) -> str:
        """The same with who decided, and at what time."""
        time = time_format(timezone.localtime(self.decided_at), "TIME_FORMAT") if self.decided_at else ""
        return f"{self.words} · {self.decided_by}, {time}"


def overruled(sheet: Sheet, refusal: SignatureRefusal, names: Names) -> Overruled | None:
    """Return the decision that replaces the signature of this player; None without one."""
    # The refusal may have been read a moment later than the disputes.
    if refusal.dispute is None or refusal.dispute > len(sheet.disputes):
        return None
    steps = sheet.disputes[refusal.dispute - 1].steps
    # A decision made on an accepted sheet is no reason for its acceptance.
    decisions = [
        one for one in steps if one.outcome and not (sheet.accepted_at and one.at and one.at > sheet.accepted_at)
    ]
    step = decisions[-1] if decisions else steps[0]
    instance = sheet.terms.ruleset.final_say if step.to == DisputeState.FINAL else SUPERVISOR
    return Overruled(dispute=refusal.dispute, instance=instance, decided_by=names.actor(step.by), decided_at=step.at)
