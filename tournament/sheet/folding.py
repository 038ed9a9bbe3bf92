"""What each event makes of a sheet: `fold(sheet, link) -> sheet`. Decides nothing and refuses nothing."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any

from scoring.records import record_to_json
from tournament.enums import ApprovalState, DeviceState, SheetState, Source, TableChangeKind
from tournament.sheet import dispute_events, events, folding_disputes
from tournament.sheet.events import Link
from tournament.sheet.parts import (
    put,
    request_place,
    served,
    shifted,
    with_answer,
    with_approval,
    with_game,
    without,
    without_game,
)
from tournament.sheet.state import (
    Approval,
    Correction,
    Device,
    PaperLine,
    Request,
    SecondLine,
    Sheet,
    Signature,
    SignatureRefusal,
    TableChange,
    WrittenGame,
)

# The evaluation of a sheet depends on these fields alone: while none of them changes, it stays the same.
EVALUATED_FROM = ("terms", "match", "seats", "first_dealer", "totals", "games")


def fold(sheet: Sheet, link: Link) -> Sheet:
    """Return the sheet after this event."""
    after = FOLDS[type(link.event)](sheet, link, link.event)
    return _kept(sheet, replace(after, head=sheet.head + 1))


def fold_all(sheet: Sheet, links: Iterable[Link]) -> Sheet:
    """Return the sheet after all of these events, in order."""
    return reduce(fold, links, sheet)


def _kept(before: Sheet, after: Sheet) -> Sheet:
    """Carry over the computed values of the sheet that no changed field affects."""
    if all(getattr(before, name) is getattr(after, name) for name in EVALUATED_FROM):
        for name in ("records", "evaluated"):
            if name in before.__dict__:
                after.__dict__[name] = before.__dict__[name]
    elif _records_alike(before, after):
        after.__dict__["records"] = before.__dict__["records"]
        after.__dict__["evaluated"] = before.__dict__["evaluated"]
    return after


def _records_alike(before: Sheet, after: Sheet) -> bool:
    """Return whether scoring sees no change in the games: an approval that is only requested counts like none."""
    if "evaluated" not in before.__dict__ or before.totals is not None or after.totals is not None:
        return False
    if any(getattr(before, name) is not getattr(after, name) for name in EVALUATED_FROM if name != "games"):
        return False
    return before.records == after.records


def _opened(sheet: Sheet, link: Link, event: events.SheetOpened) -> Sheet:
    return replace(
        sheet,
        match=event.match,
        table=event.table,
        seats=event.seats,
        first_dealer=sheet.terms.ruleset.first_dealer,
    )


def _discarded(sheet: Sheet, link: Link, event: events.SheetDiscarded) -> Sheet:
    return replace(sheet, seats=(), state=SheetState.DISCARDED)


def _unchanged(sheet: Sheet, link: Link, event: object) -> Sheet:
    return sheet


def _enrolled(sheet: Sheet, link: Link, event: events.DeviceEnrolled) -> Sheet:
    enrolled = Device(state=DeviceState.ACTIVE, enrolled_at=link.at)
    return replace(sheet, devices={**sheet.devices, event.number: enrolled})


def _ended(sheet: Sheet, link: Link, event: events.DeviceEnded) -> Sheet:
    there = sheet.devices.get(event.number)
    ended = Device(
        state=event.state,
        locked_by=link.by.login,
        enrolled_at=there.enrolled_at if there else None,
        ended_at=link.at,
    )
    return replace(sheet, devices={**sheet.devices, event.number: ended})


def _source_set(sheet: Sheet, link: Link, event: events.SourceSet) -> Sheet:
    return replace(sheet, source=event.source)


def _stepped(sheet: Sheet, link: Link, event: events.SheetStepped) -> Sheet:
    signed = sheet.was_signed or event.to in (SheetState.SIGNED, SheetState.ACCEPTED)
    return replace(sheet, state=event.to, accepted_by=None, accepted_at=None, was_signed=signed)


def _accepted(sheet: Sheet, link: Link, event: events.SheetAccepted) -> Sheet:
    return replace(sheet, accepted_by=link.by.login, accepted_at=link.at)


def _recorded(sheet: Sheet, link: Link, event: events.GameRecorded) -> Sheet:
    game = WrittenGame(
        record=event.record,
        source=event.source,
        command=event.command,
        by=event.writer or link.by,
        at=link.at,
        redeals=event.redeals,
        supervisor=link.by.login if event.record.decision.sanction is not None else None,
    )
    return replace(sheet, games={**sheet.games, event.number: game}, reached=max(sheet.reached, event.number))


def _moved(sheet: Sheet, link: Link, event: events.GameMoved) -> Sheet:
    return with_game(sheet, event.number, record=event.record)


def _taken_back(sheet: Sheet, link: Link, event: events.GameTakenBack) -> Sheet:
    return without_game(sheet, event.number)


def _corrected(sheet: Sheet, link: Link, event: events.GameCorrected) -> Sheet:
    correction = Correction(
        kind=event.change,
        old=event.old_record,
        new=record_to_json(event.new_record),
        section=event.section,
        reason=event.reason,
        supervisor=link.by.login,
        at=link.at,
    )
    game = sheet.games[event.number]
    issued = game.supervisor
    if event.change == "corrected":
        issued = link.by.login if event.new_record.decision.sanction is not None else None
    elif event.change == "undone":
        issued = (issued or link.by.login) if event.new_record.decision.sanction is not None else None
    return with_game(
        sheet, event.number, record=event.new_record, corrections=(*game.corrections, correction), supervisor=issued
    )


def _inserted(sheet: Sheet, link: Link, event: events.LinesInserted) -> Sheet:
    return shifted(sheet, event.number, by=1)


def _taken_out(sheet: Sheet, link: Link, event: events.LinesTakenOut) -> Sheet:
    return shifted(without_game(sheet, event.number), event.number + 1, by=-1)


def _set_aside(sheet: Sheet, link: Link, event: events.LineSetAside) -> Sheet:
    line = PaperLine(
        number=event.number,
        kind=event.kind,
        text=event.text,
        written=event.written,
        record=event.record,
        typed_by=event.typed_by or link.by.login,
        at=link.at,
    )
    return replace(sheet, paper_lines=(*sheet.paper_lines, line))


def _line_closed(sheet: Sheet, link: Link, event: events.LineClosed) -> Sheet:
    lines = tuple(
        replace(line, open=False, closed_at=link.at) if line.open and line.number == event.number else line
        for line in sheet.paper_lines
    )
    return replace(sheet, paper_lines=lines)


def _approval_requested(sheet: Sheet, link: Link, event: events.ApprovalRequested) -> Sheet:
    approval = Approval(section=event.section, by=link.by, at=link.at, oral=event.name)
    after = with_approval(sheet, event.number, approval)
    return after if event.request is None else served(after, event.request - 1, event.number)


def _approval_granted(sheet: Sheet, link: Link, event: events.ApprovalGranted) -> Sheet:
    if event.request is not None or event.row is not None:
        return _granted_before_play(sheet, link, event)
    told: dict[str, Any] = {
        "state": ApprovalState.GRANTED,
        "on_paper": event.on_paper,
        "supervisor": event.supervisor or link.by.login,
        "decided_at": link.at,
    }
    approval = sheet.games[event.number].approval
    if approval is None:
        return with_approval(sheet, event.number, Approval(section=event.section, by=link.by, at=link.at, **told))
    return with_answer(sheet, event.number, request=None, **told)


def _granted_before_play(sheet: Sheet, link: Link, event: events.ApprovalGranted) -> Sheet:
    place = request_place(sheet, event.request, event.row)
    asked = sheet.requests[place]
    approval = Approval(
        section=event.section,
        state=ApprovalState.GRANTED,
        by=asked.by,
        at=asked.at,
        supervisor=asked.supervisor or event.supervisor,
        decided_at=asked.decided_at,
        request=place,
    )
    return served(with_approval(sheet, event.number, approval), place, event.number)


def _approval_refused(sheet: Sheet, link: Link, event: events.ApprovalRefused) -> Sheet:
    return with_answer(
        sheet,
        event.number,
        state=ApprovalState.REFUSED,
        on_paper=False,
        supervisor=link.by.login,
        decided_at=link.at,
        request=None,
    )


def _approval_withdrawn(sheet: Sheet, link: Link, event: events.ApprovalWithdrawn) -> Sheet:
    return with_answer(sheet, event.number, state=ApprovalState.WITHDRAWN)


def _request_made(sheet: Sheet, link: Link, event: events.RequestMade) -> Sheet:
    asked = Request(
        number=event.number,
        seat=event.seat,
        contract=event.contract,
        suit=event.suit,
        section=event.section,
        hand=event.hand,
        by=link.by,
        at=link.at,
        command=event.command,
        row=event.row,
    )
    return replace(sheet, requests=(*sheet.requests, asked))


def _request_answered(sheet: Sheet, link: Link, event: events.RequestAnswered) -> Sheet:
    place = request_place(sheet, event.request, event.row)
    asked = replace(sheet.requests[place], state=ApprovalState(event.answer))
    if event.answer != ApprovalState.WITHDRAWN:
        asked = replace(asked, supervisor=link.by.login, decided_at=link.at, at_table=event.at_table)
    return replace(sheet, requests=put(sheet.requests, place, asked))


def _given(sheet: Sheet, link: Link, event: events.SignatureGiven) -> Sheet:
    signature = Signature(
        seat=event.seat,
        kind=event.how,
        content=event.content_hash,
        by=link.by,
        at=link.at,
        strokes=event.strokes,
        drawn=event.drawn,
    )
    return replace(sheet, signatures=(*sheet.signatures, signature))


def _lapsed(sheet: Sheet, link: Link, event: events.SignatureLapsed) -> Sheet:
    signatures = tuple(
        replace(one, lapsed=True, lapsed_at=link.at) if one.seat == event.seat and not one.lapsed else one
        for one in sheet.signatures
    )
    return replace(sheet, signatures=signatures)


def _signature_refused(sheet: Sheet, link: Link, event: events.SignatureRefused) -> Sheet:
    refusal = SignatureRefusal(seat=event.seat, content=event.content_hash, reason=event.reason, by=link.by, at=link.at)
    return replace(sheet, refusals=(*sheet.refusals, refusal))


def _refusal_lapsed(sheet: Sheet, link: Link, event: events.RefusalLapsed) -> Sheet:
    refusals = tuple(
        replace(one, lapsed=True, lapsed_at=link.at) if one.seat == event.seat and not one.lapsed else one
        for one in sheet.refusals
    )
    return replace(sheet, refusals=refusals)


def _second_recorded(sheet: Sheet, link: Link, event: events.SecondRecorded) -> Sheet:
    line = SecondLine(record=event.record, typed_by=event.typed_by, command=event.command, at=link.at)
    return replace(sheet, second_entry={**sheet.second_entry, event.number: line})


def _second_taken_back(sheet: Sheet, link: Link, event: events.SecondTakenBack) -> Sheet:
    return replace(sheet, second_entry=without(sheet.second_entry, event.number))


def _looked(sheet: Sheet, link: Link, event: events.SecondLooked) -> Sheet:
    return replace(sheet, looked=sheet.looked | {link.by.login or 0})


def _totals_recorded(sheet: Sheet, link: Link, event: events.TotalsRecorded) -> Sheet:
    return replace(sheet, totals=event.totals, source=Source.TOTALS)


def _totals_taken_back(sheet: Sheet, link: Link, event: events.TotalsTakenBack) -> Sheet:
    return replace(sheet, totals=None, source=Source.PAPER)


def _table_changed(sheet: Sheet, link: Link, event: events.TableChanged) -> Sheet:
    told = event.told
    if event.after_game is not None:
        change = TableChange(
            kind=event.change,
            after_game=event.after_game,
            told=told,
            reason=event.reason,
            by=link.by.login,
            at=link.at,
        )
        sheet = replace(sheet, changes=(*sheet.changes, change))
    match event.change:
        case TableChangeKind.SCOREKEEPER:
            return replace(sheet, scorekeeper=told["to"])
        case TableChangeKind.PACK:
            return replace(sheet, pack=told["new"])
        case TableChangeKind.TOTALS:
            return replace(sheet, totals=told["new"], source=Source.TOTALS)
        case TableChangeKind.VOIDED | TableChangeKind.RESTORED:
            return sheet
        case TableChangeKind.REPLACED | TableChangeKind.SUBSTITUTE:
            return replace(sheet, seats=put(sheet.seats, told["seat"] - 1, told["came"]))
    # Both may sit at this table: then they swap seats.
    seats = tuple(told["left"] if participant == told["came"] else participant for participant in sheet.seats)
    return replace(sheet, seats=put(seats, told["seat"] - 1, told["came"]))


FOLDS: Mapping[type, Callable[[Sheet, Link, Any], Sheet]] = {
    events.SheetOpened: _opened,
    events.SheetDiscarded: _discarded,
    events.CodeRenewed: _unchanged,
    events.DeviceEnrolled: _enrolled,
    events.DeviceEnded: _ended,
    events.SourceSet: _source_set,
    events.SheetStepped: _stepped,
    events.SheetAccepted: _accepted,
    events.GameRecorded: _recorded,
    events.GameMoved: _moved,
    events.GameTakenBack: _taken_back,
    events.GameCorrected: _corrected,
    events.LinesInserted: _inserted,
    events.LinesTakenOut: _taken_out,
    events.LineSetAside: _set_aside,
    events.LineClosed: _line_closed,
    events.ApprovalRequested: _approval_requested,
    events.ApprovalGranted: _approval_granted,
    events.ApprovalRefused: _approval_refused,
    events.ApprovalWithdrawn: _approval_withdrawn,
    events.RequestMade: _request_made,
    events.RequestAnswered: _request_answered,
    events.SignatureGiven: _given,
    events.SignatureLapsed: _lapsed,
    events.SignatureRefused: _signature_refused,
    events.RefusalLapsed: _refusal_lapsed,
    events.RefusalOverruled: folding_disputes.overruled,
    events.SecondRecorded: _second_recorded,
    events.SecondTakenBack: _second_taken_back,
    events.SecondLooked: _looked,
    events.TotalsRecorded: _totals_recorded,
    events.TotalsTakenBack: _totals_taken_back,
    events.TableChanged: _table_changed,
    dispute_events.DisputeRaised: folding_disputes.raised,
    dispute_events.DisputeDecided: folding_disputes.decided,
    dispute_events.DisputeAppealed: folding_disputes.appealed,
    dispute_events.DisputeSettled: folding_disputes.settled,
    dispute_events.DisputeWithdrawn: folding_disputes.withdrawn,
    dispute_events.DisputeFollowed: folding_disputes.followed,
}
