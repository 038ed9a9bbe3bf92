"""A list on its way through the pages of the import."""

import re
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tournament.models import Tournament

FIXTURES = Path(__file__).parents[3] / "fixtures"


def url(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.slug])


def upload(desk: Client, tournament: Tournament, name: str, data: bytes | None = None) -> Any:
    data = (FIXTURES / name).read_bytes() if data is None else data
    return desk.post(url("participants_import", tournament), {"list_file": SimpleUploadedFile(name, data)})


def carried(response: Any) -> str:
    match = re.search(r'name="list" value="([^"]+)"', response.content.decode())
    assert match is not None
    return match[1]


def confirm(desk: Client, tournament: Tournament, text: str) -> list[str]:
    response = desk.post(url("participants_import_confirm", tournament), {"list": text}, follow=True)
    return [str(message) for message in response.context["messages"]]
