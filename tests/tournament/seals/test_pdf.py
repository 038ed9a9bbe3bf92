"""A sealed PDF as others read it: pdfsig, qpdf, poppler and pyHanko; and what is noticed once a byte is another."""

import json
import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tournament.exports.pdf import render_pdf
from tournament.seals.keys import SealKey
from tournament.seals.pdf import Stamp, check_pdf, seal_pdf

AT = datetime(2026, 11, 28, 21, 4, 10, tzinfo=UTC)
DATA = json.dumps({"schema": "spielliste-scoresheet", "games": [{"contract": "rufer"}] * 32}).encode()
STAMP = Stamp(
    title="Versiegelt am 28.11.2026, 22:04",
    line="Siegelschlüssel 7F3A 91C2 E04B 55D0",
    description="Digitales Siegel der Turnierleitung",
    attachment="Die Daten dieser Liste",
)
PAGE = """<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Spielliste</title></head><body>
<footer class="paper-foot"><span>Regeln</span><span>Seite <span class="page-number"></span></span></footer>
<h1>Spielliste</h1><p><img src="img/eichel.svg" alt=""> Tisch 1</p>
<table><thead><tr><th>Nr.</th><th>Dirk Süß</th></tr></thead>
<tbody><tr><th scope="row">1</th><td>+2</td></tr></tbody></table>
<p><span id="seal" class="seal-place"></span></p></body></html>"""


@pytest.fixture(scope="module")
def plain() -> bytes:
    return render_pdf([PAGE], title="x", archival=True)


@pytest.fixture(scope="module")
def sealed(plain: bytes, seal: SealKey) -> bytes:
    return seal_pdf(plain, data=DATA, key=seal, at=AT, title="Tisch 1 · Süß & Löffler", language="de", stamp=STAMP)


def told(pdf: bytes, folder: Path, *command: str) -> str:
    """What a program says about the file, which takes the place of FILE in its arguments."""
    (folder / "x.pdf").write_bytes(pdf)
    words = [str(folder / "x.pdf") if word == "FILE" else word for word in command]
    in_utc = {**os.environ, "TZ": "UTC"}
    return subprocess.run(words, capture_output=True, text=True, check=True, env=in_utc).stdout


def test_our_own_check_says_whose_it_is_when_and_what_it_bears(sealed: bytes, seal: SealKey) -> None:
    check = check_pdf(sealed)
    assert (check.signed, check.intact, check.problem) == (True, True, "")
    assert (check.fingerprint, check.certificate) == (seal.fingerprint, seal.certificate)
    assert (check.signed_at, check.data) == (AT, DATA)


def test_pdfsig_calls_it_valid(sealed: bytes, tmp_path: Path) -> None:
    said = told(sealed, tmp_path, "pdfsig", "FILE")
    assert "Signature is Valid." in said
    assert "Total document signed" in said
    assert "Signature Type: ETSI.CAdES.detached" in said
    assert "Signing Time: Nov 28 2026 21:04:10" in said
