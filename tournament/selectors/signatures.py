"""Who has signed a sheet, who refuses and why, and why a signature lapsed (5.3.2). Words are in the active language."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Event, Scoresheet, Signature, SignatureRefusal, Tournament

# What changes the content that was signed, as the sheet's chain tells it.
CHANGES = {
    "game.recorded": gettext_lazy("Game %(number)s was written."),
    "game.taken_back": gettext_lazy("Game %(number)s was taken back."),
    "game.corrected": gettext_lazy("Game %(number)s was corrected (5.3.4)."),
    "game.ruled": gettext_lazy("Game %(number)s was ruled by the supervisor (5.3.4)."),
    "game.struck": gettext_lazy("Game %(number)s was struck (5.2.17)."),
    "game.restored": gettext_lazy("Game %(number)s counts again."),
    "approval.granted": gettext_lazy("Game %(number)s was approved."),
    "approval.refused": gettext_lazy("Game %(number)s was struck (5.2.17)."),
    "table.seats": gettext_lazy("The seats were exchanged."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalLine:
    """Somebody who does not sign, as the supervisor sees it."""

    match: int
    table: int
    seat: int
    name: str
    reason: str
    at: datetime
    url: str


def refusals_in_force(tournament: Tournament) -> tuple[RefusalLine, ...]:
    """Who does not sign and why, oldest first. One query."""
    rows = SignatureRefusal.objects.filter(
        seat__scoresheet__match__tournament=tournament, seat__scoresheet__discarded=False, lapsed_at=None
    ).select_related("seat__participant", "seat__scoresheet__match__tournament")
    return tuple(
        RefusalLine(
            match=row.seat.scoresheet.match.number,
            table=row.seat.scoresheet.table_number,
            seat=row.seat.number,
            name=str(row.seat.participant),
            reason=row.reason,
            at=row.refused_at,
            url=row.seat.scoresheet.get_absolute_url(),
        )
        for row in rows
    )


def refusals_by_seat(scoresheet: Scoresheet) -> dict[int, SignatureRefusal]:
    """The refusals in force of one sheet. One query."""
    rows = SignatureRefusal.objects.filter(seat__scoresheet=scoresheet, lapsed_at=None).select_related("seat")
    return {row.seat.number: row for row in rows}


def signature_state(scoresheet: Scoresheet) -> dict[int, dict[str, Any]]:
    """By seat {"signed", "refused", "lapsed"}, as the table's device shows it.

    `signed`: {"kind", "at": "20:14", "how"} or None; `refused`: the reason or ""; `lapsed`: {"at", "why"} or None;
    a lapsed signature is told as long as no new one stands in its place. Two queries, a third where one lapsed.
    """
    valid: dict[int, Signature] = {}
    lapsed: dict[int, Signature] = {}
    for row in Signature.objects.filter(seat__scoresheet=scoresheet).select_related("seat"):
        (valid if row.lapsed_at is None else lapsed)[row.seat.number] = row
    refusals = refusals_by_seat(scoresheet)
    lapsed = {seat: row for seat, row in lapsed.items() if seat not in valid}
    why = lapse_reasons(scoresheet) if lapsed else {}
    return {
        seat: {
            "signed": _told(valid[seat]) if seat in valid else None,
            "refused": refusals[seat].reason if seat in refusals else "",
            "lapsed": {"at": _clock(lapsed[seat].lapsed_at), "why": why.get(seat, "")} if seat in lapsed else None,
        }
        for seat in scoresheet.seats.values_list("number", flat=True)
    }


def lapse_reasons(scoresheet: Scoresheet) -> dict[int, str]:
    """By seat: what changed when its signature lapsed the last time, as a sentence. One query."""
    told = Event.objects.filter(scoresheet=scoresheet, kind__in=[*CHANGES, "signature.lapsed"])
    return _reasons(told.order_by("sequence").values_list("kind", "payload"))


def _reasons(events: Iterable[tuple[str, str]]) -> dict[int, str]:
    found, change = {}, ""
    for kind, text in events:
        payload = json.loads(text)
        if kind == "signature.lapsed":
            found[payload["seat"]] = change or _("The sheet was changed.")
        else:
            change = str(CHANGES[kind]) % payload
    return found


def _told(row: Signature) -> dict[str, str]:
    return {"kind": row.kind, "at": _clock(row.signed_at), "how": str(row.get_kind_display())}


def _clock(at: datetime | None) -> str:
    return time_format(timezone.localtime(at), "TIME_FORMAT") if at else ""
