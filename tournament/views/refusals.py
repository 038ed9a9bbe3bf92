"""What a page shows of a refusal: a message, or an error of the form that was sent."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.http import HttpRequest

from tournament.refusals import Refused


@contextmanager
def refusal_as_message(request: HttpRequest) -> Iterator[None]:
    """Do what stands inside. If it is refused, leave out the rest of it and show why as a message."""
    try:
        yield
    except Refused as refusal:
        messages.error(request, str(refusal))


@contextmanager
def refusal_as_error(form: Any, **fields: str) -> Iterator[None]:
    """Do what stands inside. If it is refused, leave out the rest of it and show why in the form.

    It stands at the field that the refusal names, or else at the one that `fields` has for its code; above the form
    if the form has no such field.
    """
    try:
        yield
    except Refused as refusal:
        field = refusal.context.get("field") or fields.get(refusal.code)
        form.add_error(field if field in form.fields else None, str(refusal))
