"""Reads messages of a table's device: the checks that all of them share (docs/table.md). Writes nothing."""

import json
from collections.abc import Callable
from typing import Any, TypeVar

from django.utils.translation import gettext_lazy as _

from tournament.refusals import Refused

LARGEST = 2**31 - 1

Message = TypeVar("Message")


def read_device_message(body: bytes, parse: Callable[[dict[str, Any]], Message]) -> Message:
    """Return what `parse` makes of the message. Refused: not_a_message, also where a field is missing or wrong."""
    try:
        return parse(json.loads(body))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Refused(_("The message was not understood. Please call the desk."), code="not_a_message") from error


def number(value: Any) -> int:
    """Return a whole number that the database can hold. ValueError for anything else."""
    # Python takes a bool for an int; here it is no number.
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise ValueError("no number")
    return value
