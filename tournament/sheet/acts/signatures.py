"""Signing a finished sheet, refusing to sign it, and overruling such a refusal (5.3.2, 5.1.3)."""

from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.utils.translation import gettext_lazy as _

from tournament.enums import SheetState, SignatureKind
from tournament.person.strokes import strokes_hash
from tournament.refusals import RefusalKind, Refused
from tournament.sheet.actors import Reason
from tournament.sheet.acts.second_entry import open_lines
from tournament.sheet.acts.steps import step_to
from tournament.sheet.commands import command
from tournament.sheet.dispute_state import Dispute
from tournament.sheet.draft import Answer, Draft
from tournament.sheet.events import Link, event
from tournament.sheet.state import Sheet, Signature, SignatureRefusal
from tournament.words import labels

REASON_LENGTH = 200
Signing = TypeVar("Signing", Signature, SignatureRefusal)


@command(may="confirm_signatures", device=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class SignSeats:
    """These seats confirm the sheet whose content hash is `content` (5.3.2). `drawn` holds one finger's strokes."""

    seats: tuple[int, ...]
    how: SignatureKind
    content: str
    drawn: Any = None

    def decide(self, draft: Draft) -> None:
        check_signable(draft.sheet, self.content)
        if not self.seats or not set(self.seats) <= set(range(1, len(draft.sheet.seats) + 1)):
            raise Refused(_("Please choose whose signature it is."), code="no_such_seat")
        refusing = [seat for seat in sorted(self.seats) if draft.sheet.refusal(seat) is not None]
        if refusing and len(self.seats) > 1:
            # Nobody signs for a player who refuses. A player who changes his mind signs himself.
            raise Refused(
                _("%(name)s does not sign: please record the signatures of the others only."),
                code="seat_refuses",
                seat=refusing[0],
            )
        for seat in sorted(set(self.seats) - draft.sheet.signed):
            if draft.sheet.refusal(seat) is not None:
                draft.say(RefusalLapsed(seat=seat, content_hash=self.content))
            draft.say(
                SignatureGiven(
                    seat=seat,
                    content_hash=self.content,
                    how=self.how.value,
                    strokes=strokes_hash(self.drawn),
                    drawn=self.drawn,
                )
            )
        _step_when_settled(draft)


@event("signature.given", unlogged=("drawn",))
@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureGiven:
    """A seat signed the content (5.3.2). `strokes` is the hash of the drawn signature, `drawn` its strokes."""

    seat: int
    content_hash: str
    how: str
    strokes: str | None = None
    drawn: Any = None

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        signature = Signature(
            seat=self.seat,
            kind=self.how,
            content=self.content_hash,
            by=link.by,
            at=link.at,
            strokes=self.strokes,
            drawn=self.drawn,
        )
        return replace(sheet, signatures=(*sheet.signatures, signature))


@event("signature.lapsed")
@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureLapsed:
    seat: int
    content_hash: str
    how: str

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        signatures = _replace_in_force(sheet.signatures, self.seat, lapsed=True, lapsed_at=link.at)
        return replace(sheet, signatures=signatures)


@command(may="confirm_signatures", device=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseToSign:
    """This seat does not sign the sheet whose content hash is `content`. Repeating the same refusal changes nothing."""

    seat: int
    content: str
    reason: Reason

    def decide(self, draft: Draft) -> None:
        check_signable(draft.sheet, self.content)
        reason = self.reason.text or ""
        if not reason:
            raise Refused(_("Please say what is wrong with the sheet: the supervisor reads it."), code="reason_missing")
        if len(reason) > REASON_LENGTH:
            raise Refused(_("Please say it in 200 letters at most."), code="reason_too_long")
        if not 1 <= self.seat <= len(draft.sheet.seats):
            raise Refused(_("Please choose who does not sign."), code="no_such_seat")
        if self.seat in draft.sheet.signed:
            raise Refused(
                _("This player has signed already. Whatever is wrong with the sheet, the supervisor decides (5.3.4)."),
                code="already_signed",
            )
        refusal = draft.sheet.refusal(self.seat)
        if refusal is not None and refusal.dispute is not None:
            raise Refused(
                _("The dispute about this is decided. The sheet says that this player does not sign (5.1.3)."),
                code="refusal_overruled",
            )
        if refusal is not None:
            draft.say(RefusalLapsed(seat=self.seat, content_hash=self.content))
        draft.say(SignatureRefused(seat=self.seat, content_hash=self.content, reason=self.reason))


@event("signature.refused")
@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureRefused:
    seat: int
    content_hash: str
    reason: Reason | None = None

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        refusal = SignatureRefusal(
            seat=self.seat, content=self.content_hash, reason=self.reason, by=link.by, at=link.at
        )
        return replace(sheet, refusals=(*sheet.refusals, refusal))


@event("signature.refusal_lapsed")
@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalLapsed:
    seat: int
    content_hash: str

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        refusals = _replace_in_force(sheet.refusals, self.seat, lapsed=True, lapsed_at=link.at)
        return replace(sheet, refusals=refusals)


@command(may="accept_scoresheets")
@dataclass(frozen=True, slots=True, kw_only=True)
class OverruleRefusal:
    """This seat does not sign, and the dispute at this place, from 1, is decided: the sheet can be accepted all the
    same (5.1.3)."""

    seat: int
    content: str
    dispute: int

    def decide(self, draft: Draft) -> None:
        check_signable(draft.sheet, self.content)
        refusal = draft.sheet.refusal(self.seat)
        if refusal is None:
            raise Refused(
                _("This player no longer refuses to sign. Please look once more."),
                code="no_refusal",
                kind=RefusalKind.CONFLICT,
            )
        if refusal.dispute is not None:
            draft.answer = Answer.DUPLICATE
            return
        if self.dispute not in answering_disputes(draft.sheet, refusal):
            raise Refused(
                _(
                    "No decision on a dispute answers this refusal yet: "
                    "raise one for this player, and let it be decided."
                ),
                code="dispute_undecided",
            )
        draft.say(RefusalOverruled(seat=self.seat, content_hash=self.content, dispute=self.dispute))
        _step_when_settled(draft)


@event("signature.refusal_overruled")
@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalOverruled:
    """The sheet is accepted although this seat does not sign: the dispute at this place, from 1, is decided."""

    seat: int
    content_hash: str
    dispute: int

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        refusals = _replace_in_force(
            sheet.refusals, self.seat, dispute=self.dispute, overruled_by=link.by.login, overruled_at=link.at
        )
        return replace(sheet, refusals=refusals)


def check_signable(sheet: Sheet, content: str) -> None:
    """Refuse to sign a sheet that is unfinished (not_complete, second_entry_open) or changed (content_changed)."""
    unsettled = open_lines(sheet)
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


def answering_disputes(sheet: Sheet, refusal: SignatureRefusal) -> tuple[int, ...]:
    """Return the places, from 1, of the disputes whose decision can answer this refusal, the newest first.

    The decision came after the refusal, the dispute is of this player or of the whole table, and no appeal is open:
    complaints are made immediately (5.1.3). A person judges whether the dispute is about the reason for the refusal.
    """
    places = range(len(sheet.disputes), 0, -1)
    return tuple(place for place in places if _answers(sheet.disputes[place - 1], refusal))


def lapse_signatures(draft: Draft) -> None:
    """Let signatures and refusals of other content lapse; they stay on record (5.3.4)."""
    for signature in [one for one in draft.sheet.signatures if not one.lapsed]:
        draft.say(SignatureLapsed(seat=signature.seat, content_hash=signature.content, how=signature.kind))
    for refusal in [one for one in draft.sheet.refusals if not one.lapsed]:
        draft.say(RefusalLapsed(seat=refusal.seat, content_hash=refusal.content))


def _replace_in_force(answers: tuple[Signing, ...], seat: int, **changes: Any) -> tuple[Signing, ...]:
    """Return the same signatures or refusals, with these fields of the one in force of this seat changed."""
    return tuple(replace(one, **changes) if one.seat == seat and not one.lapsed else one for one in answers)


def _answers(dispute: Dispute, refusal: SignatureRefusal) -> bool:
    if dispute.open or dispute.outcome is None:
        return False
    at = next(step.at for step in reversed(dispute.steps) if step.outcome)
    own = dispute.steps[0].seat is None or any(step.seat == refusal.seat for step in dispute.steps)
    return own and at is not None and refusal.at is not None and at >= refusal.at


def _step_when_settled(draft: Draft) -> None:
    if len(draft.sheet.settled_seats) == len(draft.sheet.seats):
        step_to(draft, SheetState.SIGNED)
