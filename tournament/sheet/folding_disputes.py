"""What the events of disputes make of a sheet (5.1.3). folding.py has the table of all events."""

from dataclasses import replace
from typing import Any

from tournament.enums import DisputeState
from tournament.sheet import events
from tournament.sheet.events import Link
from tournament.sheet.parts import put
from tournament.sheet.state import Dispute, DisputeStep, Sheet


def raised(sheet: Sheet, link: Link, event: events.DisputeRaised) -> Sheet:
    raised = DisputeStep(to=DisputeState.RAISED, reason=event.reason, seat=event.seat, by=link.by, at=link.at)
    dispute = Dispute(
        number=event.number, cheating=event.cheating, late=event.late, steps=(raised,), command=event.command
    )
    return replace(sheet, disputes=(*sheet.disputes, dispute))


def decided(sheet: Sheet, link: Link, event: events.DisputeDecided) -> Sheet:
    return _stepped(sheet, link, event, DisputeState.DECIDED)


def settled(sheet: Sheet, link: Link, event: events.DisputeSettled) -> Sheet:
    return _stepped(sheet, link, event, DisputeState.FINAL)


def appealed(sheet: Sheet, link: Link, event: events.DisputeAppealed) -> Sheet:
    return _stepped(sheet, link, event, DisputeState.APPEALED)


def withdrawn(sheet: Sheet, link: Link, event: events.DisputeWithdrawn) -> Sheet:
    appealed = sheet.disputes[event.dispute - 1].state == DisputeState.APPEALED
    return _stepped(sheet, link, event, DisputeState.DECIDED if appealed else DisputeState.WITHDRAWN)


def _stepped(sheet: Sheet, link: Link, event: Any, to: DisputeState) -> Sheet:
    taken = DisputeStep(
        to=to,
        reason=getattr(event, "reason", None),
        outcome=getattr(event, "outcome", None),
        seat=getattr(event, "seat", None),
        by=link.by,
        at=link.at,
    )
    dispute = sheet.disputes[event.dispute - 1]
    after = replace(dispute, steps=(*dispute.steps, taken))
    return replace(sheet, disputes=put(sheet.disputes, event.dispute - 1, after))
