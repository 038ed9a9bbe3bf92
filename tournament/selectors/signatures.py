"""The signatures of a sheet, refusals with their reasons, and why a signature lapsed (5.3.2). Words are in the active
language."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.enums import IN_FORCE, SignatureKind
from tournament.models import Event, Scoresheet, Tournament
from tournament.models import SignatureRefusal as RefusalRow
from tournament.person.table_names import table_names
from tournament.selectors.overruled import Overruled, overruled
from tournament.selectors.supervisor_seats import TableSeat
from tournament.sheet.names import Names
from tournament.sheet.state import Sheet, Signature, SignatureRefusal

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

    `recorded_by` acted in the signature, `refused_by` in the refusal; `reason` is why the player refuses. `overruled`
    is the decision that stands for the signature of a player who refuses.
    """

    signature: Signature | None = None
    recorded_by: str = ""
    lapsed: datetime | None = None
    why: str = ""
    refusal: SignatureRefusal | None = None
    reason: str = ""
    refused_by: str = ""
    overruled: Overruled | None = None

    @property
    def how(self) -> str:
        """How the player signed, in the active language: by hand, or only by confirming."""
        if self.signature is None:
            return ""
        kind = SignatureKind(self.signature.kind)
        return kind.without_drawing if self.signature.drawn is None else str(kind.label)


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
    lines = [
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
    return tuple(sorted(lines, key=lambda line: (line.at, line.match, line.table, line.seat)))


def refusals_in_force(tournament: Tournament) -> QuerySet[RefusalRow]:
    """Return who does not sign now, without those whom a decision has overruled."""
    return RefusalRow.objects.filter(
        seat__scoresheet__match__tournament=tournament,
        seat__scoresheet__state__in=IN_FORCE,
        lapsed_at=None,
        dispute=None,
    )


def refusal_of(scoresheet: Scoresheet, seat: str) -> RefusalRow | None:
    """Return the refusal in force of this seat, whose number comes from an address. One query, none for nonsense."""
    if not seat.isdecimal() or len(seat) > 2:
        return None
    rows = RefusalRow.objects.filter(seat__scoresheet=scoresheet, seat__number=int(seat), lapsed_at=None)
    return rows.select_related("seat").first()


def signings(sheet: Sheet, names: Names, why: Mapping[int, str]) -> tuple[Signing, ...]:
    """Return how each seat of a sheet stands. `why` says by seat why a signature lapsed, as `lapse_reasons` does."""
    return tuple(_signing(sheet, names, seat, why.get(seat, "")) for seat in range(1, len(sheet.seats) + 1))


def _signing(sheet: Sheet, names: Names, seat: int, why: str) -> Signing:
    # The newest signature of a seat is the one that counts, or the last one that did.
    newest = next((one for one in reversed(sheet.signatures) if one.seat == seat), None)
    refusal = sheet.refusal(seat)
    lapsed = newest is not None and newest.lapsed
    return Signing(
        signature=None if lapsed else newest,
        recorded_by=names.actor(newest.by) if newest else "",
        lapsed=newest.lapsed_at if newest else None,
        why=why if lapsed else "",
        refusal=refusal,
        reason=names.text(refusal.reason) if refusal else "",
        refused_by=names.actor(refusal.by) if refusal else "",
        overruled=overruled(sheet, refusal, names) if refusal else None,
    )


def signing_payload(signing: Signing) -> dict[str, Any]:
    """Return `signed`, `refused`, `overruled` and `lapsed` for the table's device (docs/table.md); times are local."""
    row = signing.signature
    return {
        "signed": {"kind": row.kind, "at": _clock(row.at), "how": signing.how} if row else None,
        "refused": signing.reason,
        "overruled": signing.overruled.text if signing.overruled else "",
        "lapsed": {"at": _clock(signing.lapsed), "why": signing.why} if signing.lapsed else None,
    }


def lapse_reasons(scoresheets: Collection[int]) -> dict[tuple[int, int], str]:
    """Return by sheet and seat every change since the last valid signature, oldest first, as sentences. One query."""
    changes = Event.objects.filter(scoresheet__in=scoresheets, kind__in=[*CHANGES, "signature.lapsed"])
    links: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for sheet, kind, payload in changes.order_by("sequence").values_list("scoresheet", "kind", "payload"):
        links[sheet].append((kind, payload))
    return {(sheet, seat): why for sheet, events in links.items() for seat, why in _reasons(events).items()}


def _reasons(events: Iterable[tuple[str, str]]) -> dict[int, str]:
    reasons: dict[int, list[str]] = {}
    change = ""
    for kind, text in events:
        payload = json.loads(text)
        if kind == "signature.lapsed":
            reasons[payload["seat"]] = [change or _("The sheet was changed.")]
        else:
            change = str(CHANGES[kind]) % payload
            # Later changes make nothing lapse again, but a player who signs anew must know of them too.
            for texts in reasons.values():
                texts.append(change)
    return {seat: " ".join(dict.fromkeys(texts)) for seat, texts in reasons.items()}


def _clock(at: datetime | None) -> str:
    return time_format(timezone.localtime(at), "TIME_FORMAT") if at else ""
