"""Signing under a finished sheet, and refusing to: bound to the content read, lapsed when it changes (5.3.2)."""

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.enums import SheetState, SignatureKind
from tournament.models import Actor, Scoresheet, Seat, Signature, SignatureRefusal, TableDevice
from tournament.person.names import printable
from tournament.person.strokes import Strokes, strokes_hash
from tournament.refusals import Refused
from tournament.selectors.second_entry import open_lines
from tournament.services import live
from tournament.services.events import by, write_event
from tournament.services.locks import lock_scoresheet
from tournament.services.states import step_sheet
from tournament.words import labels

REASON_LENGTH = 200


@transaction.atomic
def sign_seats(
    *,
    scoresheet: Scoresheet,
    seats: list[int],
    kind: SignatureKind,
    content: str,
    actor: Actor,
    strokes: Strokes | None = None,
) -> None:
    """Record that these seats (1–5) confirm the sheet whose content hash is `content` (5.3.2).

    `strokes`: what one seat's finger wrote (strokes.read_strokes), None where a key or a pen confirmed. A refusal of
    the same seat lapses.
    Refused: not_allowed, no_such_seat, not_complete, content_changed (somebody changed the sheet while it was read);
    already signed is no error.
    """
    sheet = lock_scoresheet(scoresheet)
    permissions.check_at(sheet, permissions.confirm_signatures, actor)
    check_signable(sheet, content)
    if not seats or not set(seats) <= set(sheet.seats.values_list("number", flat=True)):
        raise Refused(_("Please choose whose signature it is."), code="no_such_seat")
    signed = _signed(sheet)
    for seat in sheet.seats.filter(number__in=set(seats) - signed):
        _lapse_refusals(sheet, actor, seat=seat)
        signature = Signature.objects.create(
            seat=seat,
            kind=kind,
            content_hash=content,
            signed_at=timezone.now(),
            strokes=strokes,
            **by("confirmed_by", actor),
        )
        _signature_event(sheet, "signature.given", signature, actor, strokes=strokes_hash(strokes))
        signed.add(seat.number)
    if len(signed) == sheet.seats.count():
        step_sheet(sheet, SheetState.SIGNED, actor)
    sheet.save(update_fields=["state"])
    live.bump(sheet)


@transaction.atomic
def refuse_signature(*, scoresheet: Scoresheet, seat: int, reason: str, content: str, actor: Actor) -> None:
    """Record that this seat (1–5) does not sign the sheet whose content hash is `content`, and why (1–200 letters).

    The supervisor sees it; it lapses when the content changes or the player signs after all. The same refusal again is
    no error, another reason takes the place of the first.
    Refused: not_allowed, not_complete, content_changed, no_such_seat, already_signed, reason_missing, reason_too_long.
    """
    sheet = lock_scoresheet(scoresheet)
    permissions.check_at(sheet, permissions.confirm_signatures, actor)
    check_signable(sheet, content)
    reason = " ".join(printable(reason).split())
    if not reason:
        raise Refused(_("Please say what is wrong with the sheet: the supervisor reads it."), code="reason_missing")
    if len(reason) > REASON_LENGTH:
        raise Refused(_("Please say it in 200 letters at most."), code="reason_too_long")
    who = sheet.seats.filter(number=seat).first()
    if who is None:
        raise Refused(_("Please choose who does not sign."), code="no_such_seat")
    if seat in _signed(sheet):
        raise Refused(
            _("This player has signed already. Whatever is wrong with the sheet, the supervisor decides (5.3.4)."),
            code="already_signed",
        )
    if SignatureRefusal.objects.filter(seat=who, lapsed_at=None, reason=reason).exists():
        return
    _lapse_refusals(sheet, actor, seat=who)
    refusal = SignatureRefusal.objects.create(
        seat=who,
        reason=reason,
        content_hash=content,
        refused_at=timezone.now(),
        device=actor if isinstance(actor, TableDevice) else None,
    )
    _refusal_event(sheet, "signature.refused", refusal, actor)
    live.bump(sheet)


def lapse_signatures(scoresheet: Scoresheet, actor: Actor) -> None:
    """Signatures and refusals of other content lapse and stay on record (5.3.4); the caller holds the sheet's lock."""
    # Of an open sheet too: a second entry that is taken back opens a sheet again that three have signed already. Asked
    # once for both, because every game asks.
    signed = Signature.objects.filter(seat=OuterRef("pk"), lapsed_at=None)
    refused = SignatureRefusal.objects.filter(seat=OuterRef("pk"), lapsed_at=None)
    if not scoresheet.seats.filter(Exists(signed) | Exists(refused)).exists():
        return
    for signature in Signature.objects.filter(seat__scoresheet=scoresheet, lapsed_at=None).select_related("seat"):
        signature.lapsed_at = timezone.now()
        signature.save(update_fields=["lapsed_at"])
        _signature_event(scoresheet, "signature.lapsed", signature, actor)
    _lapse_refusals(scoresheet, actor)


def check_signable(scoresheet: Scoresheet, content: str) -> None:
    """Refuse to sign what is not finished (not_complete, second_entry_open) or not what was read (content_changed)."""
    unsettled = open_lines(scoresheet)
    if unsettled:
        raise Refused(
            _("The second entry is missing or another in game %(games)s: the sheet can be signed when both agree."),
            code="second_entry_open",
            games=", ".join(labels.ranges(unsettled)),
        )
    if scoresheet.state not in (SheetState.COMPLETE, SheetState.SIGNED):
        raise Refused(
            _("The sheet can be signed when every line is written and nothing is pending."), code="not_complete"
        )
    if content != scoresheet.content_hash:
        raise Refused(
            _("The sheet was changed in the meantime. Please read it again before you sign."), code="content_changed"
        )


def _signed(sheet: Scoresheet) -> set[int]:
    """The seats whose signatures are valid."""
    found = Signature.objects.filter(seat__scoresheet=sheet, lapsed_at=None)
    return set(found.values_list("seat__number", flat=True))


def _lapse_refusals(sheet: Scoresheet, actor: Actor, seat: Seat | None = None) -> None:
    """The refusals in force lapse: of one seat, or all."""
    rows = SignatureRefusal.objects.filter(seat__scoresheet=sheet, lapsed_at=None).select_related("seat")
    for refusal in rows if seat is None else rows.filter(seat=seat):
        refusal.lapsed_at = timezone.now()
        refusal.save(update_fields=["lapsed_at"])
        _refusal_event(sheet, "signature.refusal_lapsed", refusal, actor)


def _signature_event(sheet: Scoresheet, kind: str, signature: Signature, actor: Actor, **more: str | None) -> None:
    told = {"seat": signature.seat.number, "content_hash": signature.content_hash, "how": signature.kind}
    # Only where something was drawn: most signatures stand on paper.
    told |= {key: value for key, value in more.items() if value is not None}
    write_event(scoresheet=sheet, kind=kind, actor=actor, payload=told)


def _refusal_event(sheet: Scoresheet, kind: str, refusal: SignatureRefusal, actor: Actor) -> None:
    # No words of it: what a person wrote may name another.
    told = {"seat": refusal.seat.number, "refusal": refusal.pk, "content_hash": refusal.content_hash}
    write_event(scoresheet=sheet, kind=kind, actor=actor, payload=told)
