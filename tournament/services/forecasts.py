"""A decision made before the sheet is locked, so that the other tables need not wait while it is thought over.

It counts only if the sheet is, under the lock, still in the state that it was made on; else it is made again.
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
    """Decide on the state that this process remembers; None if it remembers none, or if the command would be refused:
    a refusal is spoken under the lock. No query."""
    before = remembered(scoresheet)
    if before is None:
        return None
    try:
        effect = decide(before.sheet, command, by=permissions.acting(actor), at=timezone.now())
    except Refused:
        return None
    if effect.sheet.seats:
        _ = effect.sheet.content_hash  # kept in the sheet once it is computed, as its evaluation is
    return Forecast(before=before, effect=effect)
