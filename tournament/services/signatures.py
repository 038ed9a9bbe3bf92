"""Refusing to sign, with the reason that a person wrote. Signing and accepting need only their commands."""

from django.db import transaction

from tournament.models import Actor, Scoresheet, SignatureRefusal
from tournament.person.names import printable
from tournament.services.acting import act_on, check_may, reason_given
from tournament.services.locks import lock_scoresheet
from tournament.sheet.commands import RefuseToSign


@transaction.atomic
def refuse_signature(*, scoresheet: Scoresheet, seat: int, reason: str, content: str, actor: Actor) -> None:
    """Record that this seat (1–5) does not sign the sheet whose content hash is `content`, and why (1–200 letters).

    The supervisor sees the refusal. It lapses when the content changes or the player signs after all. The same refusal
    again changes nothing; another reason replaces the first.
    Refused: not_allowed, not_complete, content_changed, no_such_seat, already_signed, reason_missing, reason_too_long.
    """
    sheet = lock_scoresheet(scoresheet)
    given = " ".join(printable(reason).split())
    command = RefuseToSign(seat=seat, content=content, reason=reason_given(given))
    check_may(sheet, command, actor)
    in_force = SignatureRefusal.objects.filter(seat__scoresheet=sheet, seat__number=seat, lapsed_at=None)
    if not in_force.filter(reason=given, content_hash=content).exists():
        act_on(sheet, command, actor=actor)
