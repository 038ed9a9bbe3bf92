"""A decision made before the sheet is locked, so that other tables do not wait for the computing.

It counts only if the locked sheet is still in the state that the decision was made on; else it is made again.
"""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from tournament import permissions
from tournament.models import Actor, Scoresheet
from tournament.refusals import Refused
from tournament.selectors.sheets import Chained, remembered
from tournament.sheet.deciding import decide
from tournament.sheet.draft import Effect


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What a command does to a sheet that is in the state `before`."""

    before: Chained
    effect: Effect


def forecast_of(scoresheet: Scoresheet, command: Any, actor: Actor | None) -> Forecast | None:
    """Decide on the state that this process remembers. Returns None if there is no such state, or if the command would
    be refused: only a decision under the lock may refuse. No query."""
    before = remembered(scoresheet)
    if before is None:
        return None
    try:
        effect = decide(before.sheet, command, by=permissions.acting(actor), at=timezone.now())
    except Refused:
        return None
    if effect.sheet.seats:
        _ = effect.sheet.content_hash  # computed now, before the lock: the sheet caches it
    return Forecast(before=before, effect=effect)
