"""Who acts on a sheet, and a text that the log proves without repeating it."""

import hashlib
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """A login or the device of the table, by its key; neither where the program itself acts.

    `supervisor`: the login holds that role at this moment. Two actors are the same whatever role they hold.
    """

    login: int | None = None
    device: int | None = None
    supervisor: bool = field(default=False, compare=False)


NOBODY = Actor()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """A text that a person wrote. It may name somebody, so the log keeps only its hash, taken with a random salt.

    `text` and `salt` are None where the reason was read from the log: there stands the `digest` alone.
    """

    digest: str
    text: str | None = field(default=None, compare=False)
    salt: str | None = field(default=None, compare=False)


def reason_of(text: str, salt: str) -> Reason:
    """The reason with its digest. `salt` is random and comes from the caller: a short text could be guessed without."""
    return Reason(digest=hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest(), text=text, salt=salt)
