"""Fields for texts that people type. person/names.py cleans and refuses them."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.core.exceptions import ValidationError

from tournament.person.names import check_printable, clean_line
from tournament.refusals import Refused

Typed = TypeVar("Typed")
Read = TypeVar("Read")


class LineField(forms.CharField):
    """One line of text, with single spaces. It needs a max_length."""

    def to_python(self, value: Any) -> str:
        return or_invalid(self._cleaned, super().to_python(value) or "")

    def _cleaned(self, text: str) -> str:
        assert self.max_length
        return clean_line(text, max_length=self.max_length)


class VerbatimField(forms.CharField):
    """A line that some device compares letter by letter: it stays exactly as typed, or is refused."""

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        or_invalid(check_printable, text)
        return text


class ReaderField(forms.CharField):
    """A text whose value is what `reader` makes of it. The browser proposes nothing for it."""

    widget = forms.TextInput(attrs={"autocomplete": "off"})

    def __init__(self, *, reader: Callable[[str], str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.reader = reader

    def clean(self, value: Any) -> str:
        return or_invalid(self.reader, super().clean(value))


def or_invalid(reader: Callable[[Typed], Read], value: Typed) -> Read:
    """Return what `reader` makes of the value; a refusal becomes the field's error."""
    try:
        return reader(value)
    except Refused as refused:
        raise ValidationError(str(refused), code=refused.code) from refused
