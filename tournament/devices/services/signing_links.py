"""Signing on a player's own phone: a link for one seat and one content, valid once and for 15 minutes (5.3.2).

The table's device shows the token once, in a QR code. The database keeps only its hash.
"""

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.devices.selectors.devices import token_hash
from tournament.enums import SignatureKind
from tournament.models import Scoresheet, SigningLink, TableDevice
from tournament.person.strokes import Strokes
from tournament.refusals import Refused
from tournament.selectors.sheets import sheet_state
from tournament.services.acting import act
from tournament.services.locks import lock_scoresheet
from tournament.services.signatures import refuse_signature
from tournament.sheet.acts.signatures import SignSeats, check_signable

MINUTES = 15


@transaction.atomic
def make_signing_link(*, scoresheet: Scoresheet, seat: int, content: str, device: TableDevice) -> str:
    """Make a link for this seat (1–5) and this content; return its token, which cannot be read again.

    Refused: other_table, device_locked, device_replaced, not_complete, content_changed, no_such_seat, already_signed.
    """
    sheet = lock_scoresheet(scoresheet)
    permissions.check_at(sheet, permissions.confirm_signatures, device)
    check_signable(sheet_state(sheet), content)
    who = sheet.seats.filter(number=seat).first()
    if who is None:
        raise Refused(_("Please choose whose signature it is."), code="no_such_seat")
    if who.signatures.filter(lapsed_at=None).exists():
        raise Refused(_("This player has signed already."), code="already_signed")
    token, now = secrets.token_urlsafe(16), timezone.now()
    SigningLink.objects.create(
        seat=who,
        token_hash=token_hash(token),
        content_hash=content,
        device=device,
        made_at=now,
        expires_at=now + timedelta(minutes=MINUTES),
    )
    return token


@transaction.atomic
def sign_by_link(*, link: SigningLink, content: str, strokes: Strokes | None) -> None:
    """Sign the sheet with the content hash `content` for the seat of the link; this uses the link up.

    Refused: link_used, link_expired, link_closed (its device may not write any more), all codes of SignSeats.
    """
    sheet, current = _open(link, content)
    command = SignSeats(seats=(current.seat.number,), how=SignatureKind.PHONE, content=content, drawn=strokes)
    act(sheet, command, actor=current.device)
    current.used_at = timezone.now()
    current.save(update_fields=["used_at"])


@transaction.atomic
def refuse_by_link(*, link: SigningLink, content: str, reason: str) -> None:
    """Refuse to sign for the seat of the link, with a reason. The link stays valid, so the player can still sign.

    Refused: link_used, link_expired, link_closed, all codes of refuse_signature.
    """
    sheet, current = _open(link, content)
    refuse_signature(scoresheet=sheet, seat=current.seat.number, reason=reason, content=content, actor=current.device)


def _open(link: SigningLink, content: str) -> tuple[Scoresheet, SigningLink]:
    """Lock the sheet and read the link again under the lock, because two phones may have scanned the same code."""
    sheet = lock_scoresheet(link.seat.scoresheet)
    current = SigningLink.objects.select_related("seat", "device").get(pk=link.pk)
    if current.used_at is not None:
        raise Refused(_("This code was used already. Every code is good for one signature."), code="link_used")
    if current.expires_at <= timezone.now():
        raise Refused(_("This code has run out. The device of the table shows a new one."), code="link_expired")
    if content != current.content_hash:
        raise Refused(
            _("The sheet was changed in the meantime. Please read it again before you sign."), code="content_changed"
        )
    try:
        permissions.check_device(current.device)
    except Refused as refusal:
        raise Refused(
            _("The device that showed this code no longer writes the sheet. The one that does shows a new code."),
            code="link_closed",
        ) from refusal
    return sheet, current
