"""Refused: what a person can mend. Its text is the sentence that the person reads."""

from enum import Enum
from typing import Any


class RefusalKind(Enum):
    """What a device or page does about a refusal."""

    REFUSED = "refused"  # not possible as asked
    CONFLICT = "conflict"  # somebody else was first: what was asked is kept and shown, a person decides
    NOT_ALLOWED = "not_allowed"  # not by this login or device, whatever it asks
    GONE = "gone"  # what it was asked of is there no more


class Refused(Exception):
    """An action that cannot be done as asked; nothing was written.

    `message` is a translatable sentence with %(named)s fields, `code` a short name for tests and devices. Whoever
    knows no names leaves keys in the `context`; services/refusals.py adds the names.
    """

    def __init__(self, message: Any, *, code: str, kind: RefusalKind = RefusalKind.REFUSED, **context: Any) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.kind = kind
        self.context = context

    def __str__(self) -> str:
        return str(self.message) % self.context if self.context else str(self.message)
