"""Refused: an error that a person can put right. Its text is the sentence that this person reads."""

from enum import Enum
from typing import Any


class RefusalKind(Enum):
    """The kind of a refusal, which tells a device or page how to react."""

    REFUSED = "refused"  # not possible as asked
    CONFLICT = "conflict"  # somebody else was first: the command is kept and shown, and a person decides
    NOT_ALLOWED = "not_allowed"  # this login or device may not do it at all
    GONE = "gone"  # the object of the request no longer exists


class Refused(Exception):
    """An action that cannot be done as asked; nothing was written.

    `message` is a translatable sentence with %(named)s fields, `code` a short name for tests and devices. Code that
    knows no names puts keys into the `context`; services/refusals.py adds the names.
    """

    def __init__(self, message: Any, *, code: str, kind: RefusalKind = RefusalKind.REFUSED, **context: Any) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.kind = kind
        self.context = context

    def __str__(self) -> str:
        return str(self.message) % self.context if self.context else str(self.message)
