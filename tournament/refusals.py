"""Refused is the error for problems that a person can solve. Its text is the sentence that the person reads."""

from enum import Enum
from typing import Any


class RefusalKind(Enum):
    """How a device or page reacts to a refusal."""

    REFUSED = "refused"  # not possible as asked; something else may be
    CONFLICT = "conflict"  # somebody else was first: the page keeps and shows what was asked, and a person decides
    NOT_ALLOWED = "not_allowed"  # this login or device may not ask for it
    GONE = "gone"  # the thing that it was asked of no longer exists


class Refused(Exception):
    """An action that cannot be done as asked; nothing was written.

    `message` is a translatable sentence with %(named)s fields, `code` a short name for tests and devices. The heart
    knows no names and puts keys into the `context`; services/refusals.py replaces them with names.
    """

    def __init__(self, message: Any, *, code: str, kind: RefusalKind = RefusalKind.REFUSED, **context: Any) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.kind = kind
        self.context = context

    def __str__(self) -> str:
        return str(self.message) % self.context if self.context else str(self.message)
