"""Disputes: raised at the table, decided by the supervisor, appealed, decided finally (5.1.3, 3.4.1)."""

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from scoring.records import NO_PLACE, GameRecord, record_from_json
from tournament.enums import SETTLED, CorrectionKind, DisputeOutcome, DisputeState, FollowUp, TableChangeKind, step
from tournament.refusals import RefusalKind, Refused
from tournament.sheet import commands, dispute_events
from tournament.sheet.dispute_state import Dispute
from tournament.sheet.draft import Draft
from tournament.sheet.official import check_not_official
from tournament.sheet.state import Sheet, WrittenGame, approved
from tournament.sheet.tables import written_games
from tournament.words.citations import cited

REASON_LENGTH = 500
# Corrections of a line that was a game before.
CHANGED = (CorrectionKind.CORRECTED, CorrectionKind.STRUCK, CorrectionKind.RESTORED, CorrectionKind.UNDONE)
TRIBUNAL = "tribunal"
# A table, or whoever has its device, cannot flood the supervisors.
MOST_OPEN = 5


def raise_dispute(draft: Draft, command: commands.RaiseDispute) -> None:
    sheet = draft.sheet
    check_not_official(draft)
    if draft.by.device is not None and sheet.state in SETTLED:
        raise Refused(_("This sheet is accepted. Whoever still objects to it goes to the desk."), code="sheet_settled")
    _check_text(command.reason)
    _check_seat(sheet, command.seat)
    if sum(dispute.open for dispute in sheet.disputes) >= MOST_OPEN:
        raise Refused(
            _("%(most)s disputes about this sheet are open already. Please talk to the supervisor."),
            code="too_many_disputes",
            most=MOST_OPEN,
        )
    written = written_games(sheet)
    if command.number is not None and not 1 <= command.number <= max(sheet.reached, written):
        raise Refused(
            _("Game %(number)s is not written yet. While it is still played, please call the supervisor."),
            code="not_written",
            field="number",
            number=command.number,
        )
    late = command.number is not None and not command.cheating and command.number < max(sheet.games, default=written)
    draft.say(
        dispute_events.DisputeRaised(
            number=command.number,
            seat=command.seat,
            cheating=command.cheating,
            late=late,
            reason=command.reason,
            command=command.key,
        )
    )


def withdraw_dispute(draft: Draft, command: commands.WithdrawDispute) -> None:
    dispute = _known(draft, command.dispute)
    if not dispute.open:
        raise _stepped_already(dispute)
    if dispute.state == DisputeState.APPEALED and _decider(dispute) == draft.by.login != _appellant(dispute):
        raise Refused(
            _("You decided this dispute yourself: somebody else takes the appeal against your decision back."),
            code="own_decision",
            kind=RefusalKind.NOT_ALLOWED,
        )
    draft.say(dispute_events.DisputeWithdrawn(dispute=command.dispute))


def decide_dispute(draft: Draft, command: commands.DecideDispute) -> None:
    _check_step(draft, command.dispute, DisputeState.DECIDED, DisputeState.RAISED)
    _check_text(command.reason)
    draft.say(dispute_events.DisputeDecided(dispute=command.dispute, outcome=command.outcome, reason=command.reason))
    _note_earlier_correction(draft, command.dispute)


def appeal_dispute(draft: Draft, command: commands.AppealDispute) -> None:
    _check_step(draft, command.dispute, DisputeState.APPEALED, DisputeState.DECIDED)
    _check_text(command.reason)
    _check_seat(draft.sheet, command.seat)
    draft.say(dispute_events.DisputeAppealed(dispute=command.dispute, seat=command.seat, reason=command.reason))


def settle_dispute(draft: Draft, command: commands.SettleDispute) -> None:
    """The caller has checked that the actor has the last word by these rules."""
    tribunal = draft.sheet.terms.ruleset.final_say == TRIBUNAL
    # Without a tribunal the director may decide at once what cannot be resolved at the table.
    allowed = (DisputeState.APPEALED,) if tribunal else (DisputeState.RAISED, DisputeState.APPEALED)
    dispute = _check_step(draft, command.dispute, DisputeState.FINAL, *allowed)
    _check_text(command.reason)
    if tribunal and _decider(dispute) == draft.by.login:
        raise Refused(
            cited(
                _("You decided this dispute as the supervisor. Somebody else must decide the appeal (5.1.3)."),
                draft.sheet.terms.ruleset,
            ),
            code="own_decision",
            kind=RefusalKind.NOT_ALLOWED,
        )
    draft.say(dispute_events.DisputeSettled(dispute=command.dispute, outcome=command.outcome, reason=command.reason))
    _note_earlier_correction(draft, command.dispute)


def follow_dispute(draft: Draft, command: commands.FollowDispute) -> None:
    dispute = _known(draft, command.dispute)
    if dispute.open or not dispute.unfollowed:
        raise _stepped_already(dispute)
    _check_text(command.reason)
    draft.say(
        dispute_events.DisputeFollowed(dispute=command.dispute, follow_up=FollowUp.DECLINED, reason=command.reason)
    )


def note_corrections(draft: Draft, before: Sheet) -> None:
    """Note that a command followed a decision up, because it changed what the dispute is about, or that it put back
    what was disputed.
    """
    for place, dispute in enumerate(before.disputes, 1):
        if dispute.outcome == DisputeOutcome.UPHELD and dispute.corrected and _is_back(before, draft.sheet, dispute):
            draft.say(dispute_events.DisputeFollowed(dispute=place, follow_up=FollowUp.UNDONE))
        if dispute.unfollowed and _is_changed(before, draft.sheet, dispute.number):
            draft.say(dispute_events.DisputeFollowed(dispute=place, follow_up=FollowUp.CORRECTED))


def _is_changed(before: Sheet, after: Sheet, number: int | None) -> bool:
    """Whether what the dispute is about reads otherwise now. Play that goes on changes no game of before."""
    if before.totals != after.totals:
        return before.totals is not None and after.totals is not None
    numbers = [one for one in before.games if number in (None, one)]
    return any(_is_other_game(after, before.games[one], one, whole=number is None) for one in numbers)


def _is_other_game(after: Sheet, game: WrittenGame, number: int, *, whole: bool) -> bool:
    # A line that was left out may have moved the game: the command that wrote it names it. A game that was taken back
    # follows nothing up: the same may be typed again.
    now = next((one for one in after.games.values() if one.command == game.command), after.games.get(number))
    return now is not None and _played(now, whole) != _played(game, whole)


def _played(game: WrittenGame, whole: bool) -> GameRecord:
    """Return the game without its place on the sheet, which other lines may move.

    Where the whole sheet is disputed, an approval that is decided in the course of play is no correction.
    """
    return _placeless(game.record if whole else approved(game))


def _note_earlier_correction(draft: Draft, place: int) -> None:
    """Note that the game was corrected before the dispute was upheld, as many a supervisor does it."""
    dispute = draft.sheet.disputes[place - 1]
    if dispute.outcome == DisputeOutcome.UPHELD and dispute.unfollowed and _reads_otherwise(draft.sheet, dispute):
        draft.say(dispute_events.DisputeFollowed(dispute=place, follow_up=FollowUp.CORRECTED))


def _reads_otherwise(sheet: Sheet, dispute: Dispute) -> bool:
    """Whether corrections made what is disputed another game than it was when the dispute was raised."""
    games = [game for number, game in sheet.games.items() if dispute.number in (None, number)]
    return _are_other_totals(sheet, dispute) or any(_is_other(game, dispute) for game in games)


def _is_back(before: Sheet, after: Sheet, dispute: Dispute) -> bool:
    """Whether what was disputed stands there again. A game is known by its command, for lines move."""
    disputed = {game.command for number, game in before.games.items() if dispute.number in (None, number)}
    was, now = (
        [_is_other(game, dispute) for game in sheet.games.values() if game.command in disputed]
        for sheet in (before, after)
    )
    totals = _are_other_totals(before, dispute) and not _are_other_totals(after, dispute)
    return totals or (any(was) and not any(now))


def _are_other_totals(sheet: Sheet, dispute: Dispute) -> bool:
    raised = dispute.steps[0].at
    changes = [one for one in sheet.changes if one.kind == TableChangeKind.TOTALS and one.at]
    since = [one for one in changes if one.at and raised and one.at >= raised]
    return bool(since) and since[0].told["old"] != since[-1].told["new"]


def _is_other(game: WrittenGame, dispute: Dispute) -> bool:
    """Whether the game was corrected since the dispute was raised, and is another one now.

    An older log holds no times. A line that was empty or no game before is none that somebody disputed.
    """
    raised = dispute.steps[0].at
    since = (one for one in game.corrections if one.kind in CHANGED and one.at and raised and one.at >= raised)
    first = next(since, None)
    return first is not None and _placeless(game.record) != _placeless(record_from_json(first.old))


def _placeless(record: GameRecord) -> GameRecord:
    return replace(record, place=NO_PLACE)


def _appellant(dispute: Dispute) -> int | None:
    """Return the login that wrote the last appeal down."""
    appeals = (one for one in reversed(dispute.steps) if one.to == DisputeState.APPEALED and not one.follow_up)
    return next((one.by.login for one in appeals), None)


def _decider(dispute: Dispute) -> int | None:
    """Return the login that decided as the supervisor, None before that."""
    return next((one.by.login for one in dispute.steps if one.to == DisputeState.DECIDED and one.outcome), None)


def _known(draft: Draft, place: int) -> Dispute:
    """Return the dispute at this place, from 1. Refused: no_such_dispute, tournament_finished."""
    if not 1 <= place <= len(draft.sheet.disputes):
        raise Refused(_("There is no such dispute about this sheet."), code="no_such_dispute")
    check_not_official(draft)
    return draft.sheet.disputes[place - 1]


def _check_step(draft: Draft, place: int, to: DisputeState, *states: DisputeState) -> Dispute:
    dispute = _known(draft, place)
    if dispute.state not in states:
        raise _stepped_already(dispute)
    step(DisputeState, dispute.state, to)
    return dispute


def _stepped_already(dispute: Dispute) -> Refused:
    return Refused(
        _("This is not possible for a dispute that is “%(state)s”. Please look once more."),
        code="dispute_not_there",
        kind=RefusalKind.CONFLICT,
        state=dispute.state.label,
    )


def _check_text(reason: commands.Reason) -> None:
    text = (reason.text or "").strip()
    if not text:
        raise Refused(
            _("Please say it in a sentence: whoever decides reads it."), code="reason_missing", field="reason"
        )
    if len(text) > REASON_LENGTH:
        raise Refused(
            _("Please say it in %(most)s letters at most."), code="reason_too_long", field="reason", most=REASON_LENGTH
        )


def _check_seat(sheet: Sheet, seat: int | None) -> None:
    if seat is not None and not 1 <= seat <= len(sheet.seats):
        raise Refused(_("There is no seat %(seat)s at this table."), code="no_such_seat", field="seat", seat=seat)
