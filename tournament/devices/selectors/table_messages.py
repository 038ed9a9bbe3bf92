"""Messages to tables: what waits on a table's device, and what was sent in a match and whether it was read."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.formats import time_format
from django.utils.timezone import localtime

from tournament.models import Match, Scoresheet, TableMessage

# So many of a match are listed, the newest first.
MOST_LISTED = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class SentMessage:
    """A message to one table: who sent it when, and when the table confirmed it or it was taken back."""

    pk: int
    table: int
    text: str
    sent_by: str
    sent_at: datetime
    read_at: datetime | None
    taken_back_at: datetime | None

    @property
    def unread(self) -> bool:
        return self.read_at is None and self.taken_back_at is None


def unread_messages(scoresheet: Scoresheet) -> QuerySet[TableMessage]:
    """Return the messages that the table has not confirmed, oldest first. One query."""
    rows = TableMessage.objects.filter(scoresheet=scoresheet, read_at=None, taken_back_at=None)
    return rows.select_related("sent_by").order_by("pk")


def messages_told(scoresheet: Scoresheet) -> list[dict[str, Any]]:
    """Return the unread messages as the table's device gets them (docs/table.md). One query."""
    return [
        {
            "id": row.pk,
            "text": row.text,
            "from": row.sent_by.full_name,
            "at": time_format(localtime(row.sent_at), "TIME_FORMAT"),
        }
        for row in unread_messages(scoresheet)
    ]


def sent_messages(match: Match) -> list[SentMessage]:
    """Return the newest messages of a match. One query."""
    rows = TableMessage.objects.filter(scoresheet__match=match).select_related("scoresheet", "sent_by").order_by("-pk")
    return [
        SentMessage(
            pk=row.pk,
            table=row.scoresheet.table_number,
            text=row.text,
            sent_by=row.sent_by.full_name,
            sent_at=row.sent_at,
            read_at=row.read_at,
            taken_back_at=row.taken_back_at,
        )
        for row in rows[:MOST_LISTED]
    ]
