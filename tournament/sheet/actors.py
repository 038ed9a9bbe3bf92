"""Who acts on a sheet, and the reasons that people write. The log keeps only a hash of each reason."""

import hashlib
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """The login or the table's device that acts, by its key, or the player's own page, by the start number of its
    `card`. All are None if the program itself acts.

    `supervisor` says that the login holds that role at this moment. Two actors are equal whatever role they hold.
    """

    login: int | None = None
    device: int | None = None
    card: int | None = None
    supervisor: bool = field(default=False, compare=False)


NOBODY = Actor()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """A text that a person wrote. It may name somebody, so the log keeps only its hash, taken with a random salt.

    `text` and `salt` are None if the reason was read from the log, which holds only the `digest`.
    """

    digest: str
    text: str | None = field(default=None, compare=False)
    salt: str | None = field(default=None, compare=False)


def reason_of(text: str, salt: str) -> Reason:
    """Return the reason with its digest. `salt` is random: without one, a short text could be guessed."""
    return Reason(digest=hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest(), text=text, salt=salt)
