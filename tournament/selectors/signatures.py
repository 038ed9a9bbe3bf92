"""Who has signed a sheet, who refuses and why, and why a signature lapsed (5.3.2). Words are in the active language."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.enums import IN_FORCE
from tournament.models import Event, Scoresheet, Signature, SignatureRefusal, Tournament
from tournament.person.table_names import table_names
from tournament.selectors.overruled import Overruled, overruled_refusals
from tournament.selectors.supervisor_seats import TableSeat

# Events of the sheet's chain that change the content that was signed.
CHANGES = {
    "game.recorded": gettext_lazy("Game %(number)s was written."),
    "game.taken_back": gettext_lazy("Game %(number)s was taken back."),
    "game.corrected": gettext_lazy("Game %(number)s was corrected (5.3.4)."),
    "game.ruled": gettext_lazy("Game %(number)s was ruled by the supervisor (5.3.4)."),
    "game.unplayed": gettext_lazy("Game %(number)s was not played (5.3.4)."),
    "game.struck": gettext_lazy("Game %(number)s was struck (5.2.17)."),
    "game.restored": gettext_lazy("Game %(number)s counts again."),
    "game.undone": gettext_lazy("A correction of game %(number)s was taken back (5.3.4)."),
    "approval.granted": gettext_lazy("Game %(number)s was approved."),
    "approval.refused": gettext_lazy("Game %(number)s was struck (5.2.17)."),
    "table.seats": gettext_lazy("The seats were exchanged."),
    "table.substitute": gettext_lazy("A substitute took a seat (5.2.11)."),
    "table.totals": gettext_lazy("The totals were corrected (5.3.4)."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Signing:
    """The signing of a seat: its valid signature, or when and why the last one lapsed; its refusal in force.

    `overruled` is the decision that stands for the signature of a player who refuses.
    """

    signature: Signature | None = None
    lapsed: datetime | None = None
    why: str = ""
    refusal: SignatureRefusal | None = None
    overruled: Overruled | None = None


NOTHING_YET = Signing()


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalLine:
    """A player who does not sign, as the supervisor sees it."""

    match: int
    table: int
    seat: int
    name: str
    reason: str
    at: datetime
    url: str


def refusal_lines(tournament: Tournament, tables: Iterable[Sequence[TableSeat]]) -> tuple[RefusalLine, ...]:
    """Return who does not sign at these tables and why, oldest first. No query."""
    found = [
        RefusalLine(
            match=seat.match,
            table=seat.table,
            seat=seat.number,
            name=name,
            reason=seat.refusal,
            at=seat.refused_at,
            url=seat.url(tournament),
        )
        for seats in tables
        for seat, name in zip(seats, table_names([seat.player for seat in seats]), strict=True)
        if seat.refused_at and not seat.overruled_at
    ]
    return tuple(sorted(found, key=lambda line: (line.at, line.match, line.table, line.seat)))


def refusals_in_force(tournament: Tournament) -> QuerySet[SignatureRefusal]:
    """Return who does not sign now, without those whom a decision has overruled."""
    return SignatureRefusal.objects.filter(
        seat__scoresheet__match__tournament=tournament,
        seat__scoresheet__state__in=IN_FORCE,
        lapsed_at=None,
        dispute=None,
    )


def refusal_of(scoresheet: Scoresheet, seat: str) -> SignatureRefusal | None:
    """Return the refusal in force of this seat, whose number stood in an address. One query, none for nonsense."""
    if not seat.isdecimal() or len(seat) > 2:
        return None
    rows = SignatureRefusal.objects.filter(seat__scoresheet=scoresheet, seat__number=int(seat), lapsed_at=None)
    return rows.select_related("seat").first()


def signing_by_seat(scoresheets: Sequence[Scoresheet]) -> dict[tuple[int, int], Signing]:
    """Return how each seat that signed or refused stands, by sheet (its pk) and seat.

    Two queries, one more if a signature lapsed, one if a refusal was overruled.
    """
    found: dict[tuple[int, int], dict[str, Any]] = defaultdict(dict)
    recorded = Signature.objects.filter(seat__scoresheet__in=scoresheets)
    for row in recorded.select_related("seat", "login", "device__scoresheet"):
        # Rows come in order: the newest of a seat is the one that counts, or the last that did.
        standing = {"signature": row if row.lapsed_at is None else None, "lapsed": row.lapsed_at}
        found[row.seat.scoresheet_id, row.seat.number] = standing
    refusals = SignatureRefusal.objects.filter(seat__scoresheet__in=scoresheets, lapsed_at=None)
    for refusal in refusals.select_related("seat", "login", "device__scoresheet"):
        found[refusal.seat.scoresheet_id, refusal.seat.number]["refusal"] = refusal
    in_force = {place: row["refusal"] for place, row in found.items() if "refusal" in row}
    for place, decision in overruled_refusals(scoresheets, in_force).items():
        found[place]["overruled"] = decision
    lapsed = {sheet for (sheet, _seat), row in found.items() if row.get("lapsed")}
    why = lapse_reasons(lapsed) if lapsed else {}
    return {seat: Signing(**row, why=why.get(seat, "") if row.get("lapsed") else "") for seat, row in found.items()}


def signing_told(signing: Signing) -> dict[str, Any]:
    """Return `signed`, `refused`, `overruled` and `lapsed` for the table's device (docs/table.md); times are local."""
    row, refusal = signing.signature, signing.refusal
    return {
        "signed": {"kind": row.kind, "at": _clock(row.signed_at), "how": row.how} if row else None,
        "refused": refusal.reason if refusal else "",
        "overruled": signing.overruled.text if signing.overruled else "",
        "lapsed": {"at": _clock(signing.lapsed), "why": signing.why} if signing.lapsed else None,
    }


def lapse_reasons(scoresheets: Collection[int]) -> dict[tuple[int, int], str]:
    """Return by sheet and seat every change since the last valid signature, oldest first, as sentences. One query."""
    told = Event.objects.filter(scoresheet__in=scoresheets, kind__in=[*CHANGES, "signature.lapsed"])
    links: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for sheet, kind, payload in told.order_by("sequence").values_list("scoresheet", "kind", "payload"):
        links[sheet].append((kind, payload))
    return {(sheet, seat): why for sheet, events in links.items() for seat, why in _reasons(events).items()}


def _reasons(events: Iterable[tuple[str, str]]) -> dict[int, str]:
    found: dict[int, list[str]] = {}
    change = ""
    for kind, text in events:
        payload = json.loads(text)
        if kind == "signature.lapsed":
            found[payload["seat"]] = [change or _("The sheet was changed.")]
        else:
            change = str(CHANGES[kind]) % payload
            # Later changes make nothing lapse again, but a player who signs anew must know of them too.
            for told in found.values():
                told.append(change)
    return {seat: " ".join(dict.fromkeys(told)) for seat, told in found.items()}


def _clock(at: datetime) -> str:
    return time_format(timezone.localtime(at), "TIME_FORMAT")
