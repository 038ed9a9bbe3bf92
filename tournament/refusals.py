"""Refused: what a person can mend. Its text is the sentence that the person reads."""

from typing import Any


class Refused(Exception):
    """An action that cannot be done as asked; nothing was written.

    `message` is a translatable sentence with %(named)s fields, `code` a short name for tests and devices.
    """

    def __init__(self, message: Any, *, code: str, **context: Any) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.context = context

    def __str__(self) -> str:
        return str(self.message) % self.context if self.context else str(self.message)
