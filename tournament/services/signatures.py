"""Refusing to sign, with a typed reason. Signing and accepting have no service; they need only their commands."""

from django.db import transaction

from tournament.models import Actor, Scoresheet, SignatureRefusal
from tournament.person.names import one_line
from tournament.services.acting import act_on, check_may, reason_given
from tournament.services.locks import lock_scoresheet
from tournament.sheet.acts.signatures import RefuseToSign


@transaction.atomic
def refuse_signature(*, scoresheet: Scoresheet, seat: int, reason: str, content: str, actor: Actor) -> None:
    """Record that this seat (1–5) does not sign the sheet with the content hash `content`, and why (1–200 letters).

    The supervisor sees the refusal. It lapses when the content changes or the player signs after all. The same refusal
    again is no error; another reason replaces the first one.
    Refused: not_allowed, not_complete, content_changed, no_such_seat, already_signed, reason_missing, reason_too_long.
    """
    sheet = lock_scoresheet(scoresheet)
    text = one_line(reason)
    command = RefuseToSign(seat=seat, content=content, reason=reason_given(text))
    check_may(sheet, command, actor)
    in_force = SignatureRefusal.objects.filter(seat__scoresheet=sheet, seat__number=seat, lapsed_at=None)
    # Compare here, not in the database: a device may send text that a database does not take.
    if not any((row.reason, row.content_hash) == (text, content) for row in in_force):
        act_on(sheet, command, actor=actor)
