"""The devices of the tables: whose token this is, and what the desk sees of them."""

import hashlib

from tournament.models import Scoresheet, TableDevice

CODE_TRIES = 5
"""Wrong codes until the desk has to renew a table's code: four digits are not to be guessed."""


def token_hash(token: str) -> str:
    """SHA-256 of a device's token, as it is kept."""
    return hashlib.sha256(token.encode()).hexdigest()


def device_of(token: str, scoresheet: Scoresheet) -> TableDevice | None:
    """The device that this token was given to for this sheet, in whatever state; None if unknown. 1 query."""
    if not token:
        return None
    found = TableDevice.objects.filter(token_hash=token_hash(token), scoresheet=scoresheet)
    return found.select_related("scoresheet__match__tournament").first()
