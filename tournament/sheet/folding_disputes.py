"""What the events of disputes and of overruled refusals make of a sheet (5.1.3). folding.py has all events."""

from dataclasses import replace
from typing import Any

from tournament.enums import DisputeState
from tournament.sheet import dispute_events, events
from tournament.sheet.dispute_state import Dispute, DisputeStep
from tournament.sheet.events import Link
from tournament.sheet.parts import put
from tournament.sheet.state import Sheet


def raised(sheet: Sheet, link: Link, event: dispute_events.DisputeRaised) -> Sheet:
    raised = DisputeStep(to=DisputeState.RAISED, reason=event.reason, seat=event.seat, by=link.by, at=link.at)
    dispute = Dispute(
        number=event.number, cheating=event.cheating, late=event.late, steps=(raised,), command=event.command
    )
    return replace(sheet, disputes=(*sheet.disputes, dispute))


def decided(sheet: Sheet, link: Link, event: dispute_events.DisputeDecided) -> Sheet:
    return _stepped(sheet, link, event, DisputeState.DECIDED)


def settled(sheet: Sheet, link: Link, event: dispute_events.DisputeSettled) -> Sheet:
    return _stepped(sheet, link, event, DisputeState.FINAL)


def appealed(sheet: Sheet, link: Link, event: dispute_events.DisputeAppealed) -> Sheet:
    return _stepped(sheet, link, event, DisputeState.APPEALED)


def withdrawn(sheet: Sheet, link: Link, event: dispute_events.DisputeWithdrawn) -> Sheet:
    appealed = sheet.disputes[event.dispute - 1].state == DisputeState.APPEALED
    return _stepped(sheet, link, event, DisputeState.DECIDED if appealed else DisputeState.WITHDRAWN)


def followed(sheet: Sheet, link: Link, event: dispute_events.DisputeFollowed) -> Sheet:
    return _stepped(sheet, link, event, sheet.disputes[event.dispute - 1].state)


def overruled(sheet: Sheet, link: Link, event: events.RefusalOverruled) -> Sheet:
    told: dict[str, Any] = {"dispute": event.dispute, "overruled_by": link.by.login, "overruled_at": link.at}
    refusals = tuple(
        replace(one, **told) if one.seat == event.seat and not one.lapsed else one for one in sheet.refusals
    )
    return replace(sheet, refusals=refusals)


def _stepped(sheet: Sheet, link: Link, event: Any, to: DisputeState) -> Sheet:
    taken = DisputeStep(
        to=to,
        reason=getattr(event, "reason", None),
        outcome=getattr(event, "outcome", None),
        follow_up=getattr(event, "follow_up", None),
        seat=getattr(event, "seat", None),
        by=link.by,
        at=link.at,
    )
    dispute = sheet.disputes[event.dispute - 1]
    after = replace(dispute, steps=(*dispute.steps, taken))
    return replace(sheet, disputes=put(sheet.disputes, event.dispute - 1, after))
