"""Takes in a document to be checked: a file, a photo or the text of a seal. Nothing is kept."""

import tempfile
from contextlib import suppress
from typing import IO, Any, cast

from django import forms
from django.core.files.uploadhandler import MemoryFileUploadHandler, StopFutureHandlers, StopUpload
from django.utils.translation import gettext_lazy as _

from tournament.server.answers import BYTES_IN_MEMORY

# A sealed sheet has 100 KB, a phone's photo 12 MB.
MOST_BYTES = 25 * 1024 * 1024
MOST_TEXT = 2_000


class Nameless(MemoryFileUploadHandler):
    """Takes a file into memory, and a large one onto the disk without a name, so that it is gone with the request.
    Beyond the limit the rest is read and thrown away."""

    too_large = False

    def handle_raw_input(self, *args: Any, **kwargs: Any) -> None:
        self.activated = True
        self.taken = 0

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        with suppress(StopFutureHandlers):
            super().new_file(*args, **kwargs)
        self.file = cast(IO[bytes], tempfile.SpooledTemporaryFile(BYTES_IN_MEMORY))  # noqa: SIM115  it goes with the request
        raise StopFutureHandlers

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        self.taken += len(raw_data)
        if self.taken > MOST_BYTES:
            self.too_large = True
            raise StopUpload(connection_reset=False)
        return super().receive_data_chunk(raw_data, start)


class HandInForm(forms.Form):
    """A document or a photo of its seal, or the seal's text. `content` is what is to be looked at."""

    document = forms.FileField(
        label=_("PDF, workbook or photo"),
        required=False,
        allow_empty_file=True,
        help_text=_(
            "A sealed PDF or Excel workbook as you got it, or a photo of the square code beside the word “Siegel”."
        ),
        widget=forms.FileInput(
            attrs={"accept": ".pdf,.xlsx,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg,image/webp"}
        ),
    )
    photo = forms.FileField(
        label=_("Photograph the seal"),
        required=False,
        allow_empty_file=True,
        help_text=_("On a phone this opens the camera. Come close to the code, sharp and straight."),
        widget=forms.FileInput(attrs={"accept": "image/*", "capture": "environment"}),
    )
    text = forms.CharField(
        label=_("Text of a seal, or check code"),
        required=False,
        max_length=MOST_TEXT,
        help_text=_("What a scanner reads from the code, or the twelve digits after “Prüfcode”."),
        widget=forms.Textarea(
            attrs={"rows": 4, "spellcheck": "false", "autocapitalize": "characters", "class": "toml"}
        ),
    )

    content: IO[bytes]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.necessary_at_times = True  # type: ignore[attr-defined]  # one of the three

    def clean(self) -> None:
        """Return what was handed in; a file goes before the text."""
        upload: Any = self.cleaned_data.get("document") or self.cleaned_data.get("photo")
        text = str(self.cleaned_data.get("text") or "")
        if upload is None and not text.strip():
            if not self.errors:
                self.add_error("document", _("Please choose a file, take a photo, or paste the text of a seal."))
            return
        self.content = upload.file if upload is not None else tempfile.SpooledTemporaryFile(BYTES_IN_MEMORY)  # noqa: SIM115
        if upload is None:
            self.content.write(text.encode())
