"""Players whose refusal to sign was overruled by a decision on a dispute, as page, print and seal say it (5.1.3)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from tournament.enums import DisputeState
from tournament.models import DisputeStep, Scoresheet, SignatureRefusal
from tournament.sheet.acts.disputes import TRIBUNAL

SUPERVISOR = "supervisor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Overruled:
    """A decision that stands for a signature: on which dispute of the sheet, whose, by whom and when.

    `instance`: tribunal or director, whichever has the last word by the rules, or the supervisor where nobody appealed.
    """

    dispute: int
    instance: str
    decided_by: str
    decided_at: datetime

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
        return f"{self.words} · {self.decided_by}, {time_format(timezone.localtime(self.decided_at), 'TIME_FORMAT')}"


def overruled_refusals(
    scoresheets: Sequence[Scoresheet], refusals: Mapping[tuple[int, int], SignatureRefusal]
) -> dict[tuple[int, int], Overruled]:
    """Return the decision for each of these refusals, by sheet (its pk) and seat. One query, none without any."""
    sheets = {sheet for (sheet, _seat), row in refusals.items() if row.dispute is not None}
    if not sheets:
        return {}
    rules = {sheet.pk: sheet.match.tournament.ruleset for sheet in scoresheets}
    accepted_at = {sheet.pk: sheet.accepted_at for sheet in scoresheets}
    steps = DisputeStep.objects.filter(dispute__scoresheet__in=sheets).order_by("dispute", "pk")
    decided: dict[int, list[DisputeStep]] = defaultdict(list)
    for _dispute, rows in groupby(steps.select_related("dispute", "login"), key=lambda step: step.dispute_id):
        taken = list(rows)
        accepted = accepted_at[taken[0].dispute.scoresheet_id]
        # What is decided on an accepted sheet is no reason for its acceptance. A dispute without a decision keeps its
        # place in the order.
        reasons = [one for one in taken if one.outcome and (accepted is None or one.at <= accepted)]
        decided[taken[0].dispute.scoresheet_id].append(reasons[-1] if reasons else taken[0])
    return {
        (sheet, seat): _overruled(rules[sheet], row.dispute, decided[sheet])
        for (sheet, seat), row in refusals.items()
        if row.dispute is not None
    }


def _overruled(ruleset: Ruleset, place: int, decided: Sequence[DisputeStep]) -> Overruled:
    step = decided[place - 1]
    instance = ruleset.final_say if step.to == DisputeState.FINAL else SUPERVISOR
    return Overruled(dispute=place, instance=instance, decided_by=step.actor.full_name, decided_at=step.at)
