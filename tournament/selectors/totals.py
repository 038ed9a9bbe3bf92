"""A sheet of which only the totals are known: who entered them, and the remarks below its result."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.models import Event, Scoresheet
from tournament.selectors.remarks import Remark
from tournament.sheet.state import Totals
from tournament.standings.selectors.seat_totals import COUNTERS
from tournament.words import labels


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """The login that entered the totals that the sheet shows, and when."""

    name: str
    at: datetime


def entered_totals(scoresheet: Scoresheet) -> Entered | None:
    """Return who entered the totals, None on a sheet with games. One query if there are totals, else none."""
    if scoresheet.totals is None:
        return None
    events = Event.objects.filter(scoresheet=scoresheet, kind__in=["totals.recorded", "table.totals"])
    event = events.select_related("actor").order_by("sequence").last()
    return Entered(name=event.actor.full_name, at=event.at) if event and event.actor else None


def totals_remarks(totals: Totals | None, names: Sequence[str]) -> Iterator[Remark]:
    """Yield the remark that only the totals are known and, by seat, the counters that decide ties (5.4.2). No query."""
    if totals is None:
        return
    yield Remark(text=_("Only the totals of this sheet are known."))
    for name, seat in zip(names, totals, strict=True):
        counts = [f"{labels.CRITERIA[counter]} {seat[counter]}" for counter in COUNTERS if seat.get(counter)]
        if counts:
            yield Remark(text=f"{name}: {', '.join(counts)}")
