"""Signing a finished sheet, refusing to sign it, and the supervisor's acceptance (5.3.1, 5.3.2)."""

from django.utils.translation import gettext_lazy as _

from tournament.enums import SheetState
from tournament.person.strokes import strokes_hash
from tournament.refusals import RefusalKind, Refused
from tournament.sheet import commands, events, second_entry
from tournament.sheet.consequences import step_to
from tournament.sheet.draft import Answer, Draft
from tournament.sheet.state import Sheet
from tournament.words import labels

REASON_LENGTH = 200


def sign_seats(draft: Draft, command: commands.SignSeats) -> None:
    check_signable(draft.sheet, command.content)
    if not command.seats or not set(command.seats) <= set(range(1, len(draft.sheet.seats) + 1)):
        raise Refused(_("Please choose whose signature it is."), code="no_such_seat")
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
    if len(draft.sheet.signed) == len(draft.sheet.seats):
        step_to(draft, SheetState.SIGNED)


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
    if draft.sheet.refusal(command.seat) is not None:
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


def accept_sheet(draft: Draft, command: commands.AcceptSheet) -> None:
    sheet = draft.sheet
    if sheet.state == SheetState.ACCEPTED:
        draft.answer = Answer.DUPLICATE
        return
    # A sheet that nobody has written on has nothing to read, and its row has no content hash yet.
    untouched = not command.content and sheet.state == SheetState.OPEN
    if command.content != sheet.content_hash and not untouched:
        raise Refused(
            _("The sheet was changed in the meantime. Please check it again before you accept it."),
            code="content_changed",
            kind=RefusalKind.CONFLICT,
        )
    if any(dispute.open for dispute in sheet.disputes):
        raise Refused(
            _("A dispute about this sheet is open: it can be accepted when the dispute is decided (5.1.3)."),
            code="dispute_open",
        )
    if sheet.state != SheetState.SIGNED:
        refusal = next((one for one in sorted(sheet.refusals, key=lambda one: one.seat) if not one.lapsed), None)
        if refusal is not None:
            # The refusal names the player and the reason: all signatures are needed, and this one will not come by
            # itself.
            raise Refused(
                _(
                    "%(name)s does not sign: “%(reason)s”. Every player's signature is needed before the sheet can be "
                    "accepted (5.3.2): correct it, or settle it at the table (5.3.4)."
                ),
                code="signature_refused",
                seat=refusal.seat,
            )
        raise Refused(
            _("Every player's signature is needed before the sheet can be accepted (5.3.2)."), code="not_signed"
        )
    step_to(draft, SheetState.ACCEPTED)
    draft.say(events.SheetAccepted(content_hash=command.content))
