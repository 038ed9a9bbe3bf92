"""Every address with something in its place, and the whole of its answer."""

import io
import zipfile
from typing import Any

from django.urls import reverse

from tests.addresses import ALL

ARGUMENTS = {
    "match": 1,
    "table": 1,
    "number": 1,
    "pk": 1,
    "lot": 1,
    "start_number": 1,
    "place": 1,
    "other": 2,
    "year": 2026,
    "ruleset_id": "schafkopfschule-2023",
}


def address(name: str, slug: str) -> str:
    arguments = {key: slug if key == "slug" else ARGUMENTS.get(key, "nowhere") for key in ALL[name].pattern.converters}
    return reverse(name, kwargs=arguments)


def body(answer: Any) -> str:
    """The whole answer; for a workbook the content of its files."""
    content = b"".join(answer) if answer.streaming else answer.content
    if content[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(content)) as book:
            content = b"".join(book.read(name) for name in book.namelist())
    return content.decode(errors="replace")  # the certificate of the hall's network is no text
