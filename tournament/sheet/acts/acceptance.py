"""The supervisor's acceptance of a signed sheet, and what stops it (5.3.1). The pages ask `acceptance_stop`."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from tournament.enums import DisputeOutcome, DisputeState, SheetState
from tournament.refusals import RefusalKind, Refused
from tournament.sheet.acts.signatures import answering_disputes
from tournament.sheet.acts.steps import step_to
from tournament.sheet.commands import command
from tournament.sheet.dispute_state import Dispute
from tournament.sheet.draft import Answer, Draft
from tournament.sheet.events import Link, event
from tournament.sheet.state import Sheet, SignatureRefusal


@command(may="accept_scoresheets")
@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptSheet:
    """The supervisor accepts the signed sheet whose content hash is `content` (5.3.1)."""

    content: str

    def decide(self, draft: Draft) -> None:
        sheet = draft.sheet
        if sheet.state == SheetState.ACCEPTED:
            draft.answer = Answer.DUPLICATE
            return
        # A sheet that nobody has written on has nothing to read, and its row has no content hash yet.
        untouched = not self.content and sheet.state == SheetState.OPEN
        if self.content != sheet.content_hash and not untouched:
            raise Refused(
                _("The sheet was changed in the meantime. Please check it again before you accept it."),
                code="content_changed",
                kind=RefusalKind.CONFLICT,
            )
        stop = acceptance_stop(sheet)
        if stop is not None:
            raise stop
        step_to(draft, SheetState.ACCEPTED)
        draft.say(SheetAccepted(content_hash=self.content))


# The payload has no version: whoever checks a sealed sheet has only its file and recomputes the event's first form.
@event("sheet.accepted", versioned=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class SheetAccepted:
    content_hash: str

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        return replace(sheet, accepted_by=link.by.login, accepted_at=link.at)


def acceptance_stop(sheet: Sheet) -> Refused | None:
    """Return why the sheet cannot be accepted now, None if nothing stops it.

    Codes: dispute_open, dispute_unfollowed, signature_refused, not_signed.
    """
    if any(dispute.open for dispute in sheet.disputes):
        return Refused(
            _("A dispute about this sheet is open: it can be accepted when the dispute is decided (5.1.3)."),
            code="dispute_open",
        )
    unfollowed = next((dispute for dispute in sheet.disputes if dispute.unfollowed), None)
    if unfollowed is not None:
        return _unfollowed(unfollowed)
    if sheet.state == SheetState.SIGNED:
        return None
    refusing = [one for one in sheet.refusals if not one.lapsed and one.dispute is None]
    if refusing:
        return _refused(sheet, min(refusing, key=lambda one: one.seat))
    return Refused(_("Every player's signature is needed before the sheet can be accepted (5.3.2)."), code="not_signed")


def _refused(sheet: Sheet, refusal: SignatureRefusal) -> Refused:
    """Name the player and the reason in the refusal: all signatures are needed, and this player does not sign."""
    decisions = [sheet.disputes[place - 1].state for place in answering_disputes(sheet, refusal)]
    if DisputeState.FINAL in decisions:
        sentence = _(
            "%(name)s does not sign: “%(reason)s”. The dispute is decided finally: a supervisor can go on without this "
            "signature (5.1.3)."
        )
    elif decisions:
        sentence = _(
            "%(name)s does not sign: “%(reason)s”. The dispute is decided. Complaints are made immediately: if nobody "
            "appeals now, a supervisor can go on without this signature (5.1.3)."
        )
    else:
        sentence = _(
            "%(name)s does not sign: “%(reason)s”. Correct the sheet (5.3.4), or raise a dispute for this player: "
            "once it is decided, the sheet can be accepted without this signature (5.1.3)."
        )
    return Refused(sentence, code="signature_refused", seat=refusal.seat)


def _unfollowed(dispute: Dispute) -> Refused:
    if dispute.outcome != DisputeOutcome.UPHELD:
        sentence = _(
            "A dispute about this sheet was turned down in the end, but its correction still stands: undo it, or say "
            "why not (5.1.3)."
        )
    elif dispute.number is None:
        sentence = _(
            "A dispute about this sheet was upheld, but nothing is corrected: correct it, or say why not (5.1.3)."
        )
    else:
        sentence = _(
            "The dispute about game %(number)s was upheld, but the game is not corrected: correct it, or say why not "
            "(5.1.3)."
        )
    return Refused(sentence, code="dispute_unfollowed", number=dispute.number)
