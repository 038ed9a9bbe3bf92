"""Calls of tables for a supervisor: which are open, and what the table's device shows of its own."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.timezone import localtime

from tournament.enums import IN_FORCE
from tournament.models import Scoresheet, TableCall, Tournament

# So long the table reads who comes.
ANSWER_SHOWN = timedelta(minutes=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallLine:
    """A table that calls, as the supervisor sees it."""

    pk: int
    match: int
    table: int
    since: datetime


def open_calls(tournament: Tournament) -> QuerySet[TableCall]:
    """Return the calls that nobody has answered."""
    return TableCall.objects.filter(
        scoresheet__match__tournament=tournament,
        scoresheet__state__in=IN_FORCE,
        answered_at=None,
        taken_back_at=None,
    )


def call_told(scoresheet: Scoresheet) -> dict[str, Any] | None:
    """Return the newest call as the table's device gets it, while it is open or just answered. One query."""
    rows = TableCall.objects.filter(scoresheet=scoresheet, taken_back_at=None).select_related("answered_by")
    row = rows.order_by("-pk").first()
    if row is None or (row.answered_at is not None and row.answered_at < timezone.now() - ANSWER_SHOWN):
        return None
    return {
        "id": row.pk,
        "at": _clock(row.called_at),
        "by": row.answered_by.full_name if row.answered_by else "",
        "answered": _clock(row.answered_at) if row.answered_at else "",
    }


def _clock(at: datetime) -> str:
    return time_format(localtime(at), "TIME_FORMAT")
