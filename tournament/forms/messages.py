"""A message of a table's device, read: what each of them is held to (docs/table.md). Writes nothing."""

import json
from collections.abc import Callable
from typing import Any, TypeVar

from django.utils.translation import gettext_lazy as _

from tournament.refusals import Refused

LARGEST = 2**31 - 1

Said = TypeVar("Said")


def read_message(body: bytes, read: Callable[[dict[str, Any]], Said]) -> Said:
    """What `read` makes of the message. Refused: not_a_message where it is none, or a field is missing or wrong."""
    try:
        return read(json.loads(body))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Refused(_("The message was not understood. Please call the desk."), code="not_a_message") from error


def number(value: Any) -> int:
    """A whole number that the database can hold. ValueError where it is none."""
    # A bool is an int to Python, and no number to anyone.
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise ValueError("no number")
    return value
