"""Why somebody gets a special prize, as the hall reads it and whoever leads it says it: no place, no age."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournament.ceremony.script import TELLING
from tournament.models import Prize
from tournament.prizes.awarding import Award, AwardReason
from tournament.prizes.criteria import places_text
from tournament.prizes.kinds import Criterion
from tournament.prizes.selectors import reason_text


def heard_reason(prize: Prize, participant: int, cents: int | None, stored: Mapping[str, Any] | None) -> str:
    """Return the reason that a script has `stored` in words; "" for a prize that is announced with a place."""
    if stored is None:
        return ""
    if stored["criterion"] not in TELLING:
        return label(prize)
    return reason_text(
        Award(prize=prize.pk, participant=participant, place=None, cents=cents, reason=AwardReason(**stored))
    )


def label(prize: Prize) -> str:
    """Return what a prize is for: "Best woman", "Best of SV Feldkirchen"."""
    if prize.criterion == Criterion.CLUB and prize.argument:
        return _("Best of %(club)s") % {"club": prize.argument}
    return places_text(prize.argument) if prize.criterion == Criterion.PLACE else str(prize.get_criterion_display())
