"""Signing a finished sheet, refusing to sign it, and overruling who refuses (5.3.2, 5.1.3)."""

from django.utils.translation import gettext_lazy as _

from tournament.enums import SheetState
from tournament.person.strokes import strokes_hash
from tournament.refusals import RefusalKind, Refused
from tournament.sheet import commands, events, second_entry
from tournament.sheet.consequences import step_to
from tournament.sheet.dispute_state import Dispute
from tournament.sheet.draft import Answer, Draft
from tournament.sheet.state import Sheet, SignatureRefusal
from tournament.words import labels

REASON_LENGTH = 200


def sign_seats(draft: Draft, command: commands.SignSeats) -> None:
    check_signable(draft.sheet, command.content)
    if not command.seats or not set(command.seats) <= set(range(1, len(draft.sheet.seats) + 1)):
        raise Refused(_("Please choose whose signature it is."), code="no_such_seat")
    refusing = [seat for seat in sorted(command.seats) if draft.sheet.refusal(seat) is not None]
    if refusing and len(command.seats) > 1:
        # Nobody signs for a player who refuses; who changes his mind signs for himself.
        raise Refused(
            _("%(name)s does not sign: please record the signatures of the others only."),
            code="seat_refuses",
            seat=refusing[0],
        )
    for seat in sorted(set(command.seats) - draft.sheet.signed):
        if draft.sheet.refusal(seat) is not None:
            draft.say(events.RefusalLapsed(seat=seat, content_hash=command.content))
        draft.say(
            events.SignatureGiven(
                seat=seat,
                content_hash=command.content,
                how=command.how.value,
                strokes=strokes_hash(command.drawn),
                drawn=command.drawn,
            )
        )
    _step_when_settled(draft)


def refuse_to_sign(draft: Draft, command: commands.RefuseToSign) -> None:
    check_signable(draft.sheet, command.content)
    reason = command.reason.text or ""
    if not reason:
        raise Refused(_("Please say what is wrong with the sheet: the supervisor reads it."), code="reason_missing")
    if len(reason) > REASON_LENGTH:
        raise Refused(_("Please say it in 200 letters at most."), code="reason_too_long")
    if not 1 <= command.seat <= len(draft.sheet.seats):
        raise Refused(_("Please choose who does not sign."), code="no_such_seat")
    if command.seat in draft.sheet.signed:
        raise Refused(
            _("This player has signed already. Whatever is wrong with the sheet, the supervisor decides (5.3.4)."),
            code="already_signed",
        )
    refusal = draft.sheet.refusal(command.seat)
    if refusal is not None and refusal.dispute is not None:
        raise Refused(
            _("The dispute about this is decided. The sheet says that this player does not sign (5.1.3)."),
            code="refusal_overruled",
        )
    if refusal is not None:
        draft.say(events.RefusalLapsed(seat=command.seat, content_hash=command.content))
    draft.say(events.SignatureRefused(seat=command.seat, content_hash=command.content, reason=command.reason))


def check_signable(sheet: Sheet, content: str) -> None:
    """Refuse to sign a sheet that is unfinished (not_complete, second_entry_open) or changed (content_changed)."""
    unsettled = second_entry.open_lines(sheet)
    if unsettled:
        raise Refused(
            _("The second entry is missing or another in game %(games)s: the sheet can be signed when both agree."),
            code="second_entry_open",
            games=", ".join(labels.ranges(unsettled)),
        )
    if sheet.state not in (SheetState.COMPLETE, SheetState.SIGNED):
        raise Refused(
            _("The sheet can be signed when every line is written and nothing is pending."), code="not_complete"
        )
    if content != sheet.content_hash:
        raise Refused(
            _("The sheet was changed in the meantime. Please read it again before you sign."),
            code="content_changed",
            kind=RefusalKind.CONFLICT,
        )


def overrule_refusal(draft: Draft, command: commands.OverruleRefusal) -> None:
    check_signable(draft.sheet, command.content)
    refusal = draft.sheet.refusal(command.seat)
    if refusal is None:
        raise Refused(
            _("This player no longer refuses to sign. Please look once more."),
            code="no_refusal",
            kind=RefusalKind.CONFLICT,
        )
    if refusal.dispute is not None:
        draft.answer = Answer.DUPLICATE
        return
    if command.dispute not in answering_disputes(draft.sheet, refusal):
        raise Refused(
            _("No decision on a dispute answers this refusal yet: raise one for this player, and let it be decided."),
            code="dispute_undecided",
        )
    draft.say(events.RefusalOverruled(seat=command.seat, content_hash=command.content, dispute=command.dispute))
    _step_when_settled(draft)


def answering_disputes(sheet: Sheet, refusal: SignatureRefusal) -> tuple[int, ...]:
    """Return the places, from 1, of the disputes whose decision can answer this refusal, the newest first.

    It was made after the player refused, on a dispute of this very player or of the table, and nobody appeals:
    complaints are made immediately (5.1.3). Whether it is about what the player refuses for, a person decides.
    """
    places = range(len(sheet.disputes), 0, -1)
    return tuple(place for place in places if _answers(sheet.disputes[place - 1], refusal))


def _answers(dispute: Dispute, refusal: SignatureRefusal) -> bool:
    if dispute.open or dispute.outcome is None:
        return False
    at = next(step.at for step in reversed(dispute.steps) if step.outcome)
    own = dispute.steps[0].seat is None or any(step.seat == refusal.seat for step in dispute.steps)
    return own and at is not None and refusal.at is not None and at >= refusal.at


def _step_when_settled(draft: Draft) -> None:
    if len(draft.sheet.settled_seats) == len(draft.sheet.seats):
        step_to(draft, SheetState.SIGNED)
