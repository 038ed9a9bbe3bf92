"""Ticking for everybody at once who is a woman and who is here for the first time: asked only if a prize needs it."""

from collections.abc import Collection
from typing import Literal

from django.db import transaction

from tournament import permissions
from tournament.models import Tournament, User
from tournament.participants.services.participants import names_payload
from tournament.proof.integrity.names import new_salt
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament

Mark = Literal["woman", "newcomer"]


@transaction.atomic
def tick_marks(
    *,
    tournament: Tournament,
    actor: User,
    mark: Mark,
    ticked: Collection[int],
    shown: Collection[int],
    before: Collection[int] = (),
) -> int:
    """Note of all that were `shown`, by start number, whether they are among the `ticked`; return how many changed.

    Whoever was ticked `before`, when the page was shown, and still is, or neither then nor now, was not touched: what
    another desk ticked meanwhile stays. The finished list too: a prize may ask for it only then. The log has no value,
    only hashes. Refused: not_allowed.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(tournament)
    changed = 0
    for row in tournament.participants.filter(start_number__in=shown, forgotten=False):
        value = row.start_number in ticked
        touched = value != (row.start_number in before)
        stored = getattr(row, mark)
        if stored == value or (not touched and stored is not None):
            continue
        setattr(row, mark, value)
        row.birth_salt = new_salt()
        row.save(update_fields=[mark, "birth_salt"])
        payload = {"participant": row.pk, "start_number": row.start_number, "fields": [mark], **names_payload(row)}
        write_event(tournament=tournament, kind="participant.changed", actor=actor, payload=payload)
        changed += 1
    if changed:
        versions.bump(tournament)
    return changed
