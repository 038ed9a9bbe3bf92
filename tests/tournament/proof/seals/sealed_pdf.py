"""A page as WeasyPrint makes it, its attachments, and programs that read the result."""

import json
import os
import re
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from tournament.proof.seals.keys import SealKey
from tournament.proof.seals.pdf import seal_pdf
from tournament.proof.seals.pdf_values import Stamp

AT = datetime(2026, 11, 28, 21, 4, 10, tzinfo=UTC)
DATA = json.dumps({"schema": "spielliste-scoresheet", "games": [{"contract": "rufer"}] * 32}).encode()
STAMP = Stamp(
    title="Versiegelt am 28.11.2026, 22:04",
    line="Siegelschlüssel 7F3A 91C2 E04B 55D0",
    description="Digitales Siegel der Turnierleitung",
    attachment="Die Daten dieser Liste",
)
HEAD = '<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Spielliste</title></head><body>'
FOOT = '<footer class="paper-foot"><span>Regeln</span><span class="page-number"></span></footer>'
PAGE = f"""{HEAD}{FOOT}<h1>Spielliste</h1><p><img src="img/eichel.svg" alt=""> Tisch 1</p>
<table><thead><tr><th>Nr.</th><th>Dirk Süß</th></tr></thead>
<tbody><tr><th scope="row">1</th><td>+2</td></tr></tbody></table>
<p><svg viewBox="0 0 9 9" width="9" height="9"><title>Unterschrift</title><path d="M1 1l5 5" stroke="#000"/></svg></p>
<p style="break-before: page"></p>{render_to_string("exports/_stamp.html", {"stamp": STAMP})}</body></html>"""


def seal_page(plain: bytes, key: SealKey, at: datetime = AT) -> bytes:
    return seal_pdf(plain, data=DATA, key=key, at=at, title="Tisch 1 · Süß & Löffler", language="de", stamp=STAMP)


def told(pdf: bytes, folder: Path, *command: str) -> str:
    """The output of a program about the file, whose path replaces FILE in the arguments."""
    (folder / "x.pdf").write_bytes(pdf)
    words = [str(folder / "x.pdf") if word == "FILE" else word for word in command]
    if shutil.which(words[0]) is None:
        pytest.skip(f"{words[0]} is not installed here")
    in_utc = {**os.environ, "TZ": "UTC"}
    return subprocess.run(words, capture_output=True, text=True, check=True, env=in_utc).stdout


def flipped(pdf: bytes, place: int, bit: int) -> bytes:
    changed = bytearray(pdf)
    changed[place] ^= 1 << bit
    return bytes(changed)


def signature_of(pdf: bytes) -> tuple[int, int, int]:
    """Where the digits of the signature begin, where its padding zeros begin, and where they end."""
    begin, end = re.search(rb"/Contents <([0-9A-F]+)>", pdf).span(1)
    return begin, begin + len(pdf[begin:end].rstrip(b"0")), end
