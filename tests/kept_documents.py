"""Documents that were laid out before, by any process in any run: kept under a hash of all that they are made from.

WeasyPrint makes the same file of the same page, so a test that prints a page anew needs to lay it out anew only after
the page, the styles, the fonts, the program or a library has changed. A page that something is said against is never
kept: whoever looks for the complaint finds it each time.
"""

import hashlib
import json
import logging
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tests.migrated import KEPT
from tournament.exports import pdf

# Whatever can change how a page is printed, beside the page.
LIBRARIES = ["weasyprint", "pydyf", "tinyhtml5", "tinycss2", "cssselect2", "Pyphen", "Pillow", "fonttools"]
PROGRAM = ["exports/pdf.py", "person/names.py"]
SYSTEM_FONTS = Path("/usr/share/fonts")
UNUSED_S = 2 * 86_400

_lay_out, _write = pdf._laid_out, pdf._write_pdf


class KeptDocument:
    """What WeasyPrint would have laid out: it really does so only when somebody asks for what is not kept."""

    def __init__(self, parts: list[str], make: Callable[[], Any]) -> None:
        self.parts, self._make = parts, make

    @cached_property
    def real(self) -> Any:
        return self._make()

    @cached_property
    def pages(self) -> "list[KeptPage]":
        count = document_once(self.parts[0], "pages", lambda: str(len(self.real.pages)).encode())
        return [KeptPage(self, at) for at in range(int(count))]

    def copy(self, pages: "Iterable[KeptPage]") -> "KeptDocument":
        """All pages of some documents as one, which is all that the program asks for."""
        chosen_pages = list(pages)
        documents = list({id(page.document): page.document for page in chosen_pages}.values())
        assert chosen_pages == [page for one in documents for page in one.pages]
        return KeptDocument(
            [part for one in documents for part in one.parts],
            lambda: documents[0].real.copy([page for one in documents for page in one.real.pages]),
        )


class KeptPage:
    """A page of such a document; where the elements with an id stand is kept, too."""

    def __init__(self, document: KeptDocument, at: int) -> None:
        self.document, self.at = document, at

    @property
    def anchors(self) -> dict[str, tuple[float, ...]]:
        places = json.loads(document_once(self.document.parts[0], "places", self._drawn_places))[self.at]
        return {name: tuple(place) for name, place in places.items()}

    def _drawn_places(self) -> bytes:
        # A page knows its anchors only once it is drawn.
        _write(self.document.real, "")
        return json.dumps([dict(page.anchors) for page in self.document.real.pages]).encode()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.document.real.pages[self.at], name)


def keep_documents() -> None:
    """From now on let this process keep what it lays out, and use what is kept."""

    def laid_out(page: str, styles: tuple[str, ...] = pdf.STYLES) -> KeptDocument:
        pdf._weasyprint()  # fails where Pango is missing
        return KeptDocument([digest_of(page, *styles)], lambda: _lay_out(page, styles))

    def write_pdf(document: KeptDocument, title: str, *, archival: bool = False) -> bytes:
        name = digest_of(*document.parts, title, str(archival))
        return document_once(name, "pdf", lambda: _write(document.real, title, archival=archival))

    pdf._laid_out, pdf._write_pdf = laid_out, write_pdf


def document_once(name: str, kind: str, make: Callable[[], bytes]) -> bytes:
    """What was made of a page once: the content of the file of this name, which is made if it is missing."""
    file = _folder() / f"{name}.{kind}"
    try:
        content = file.read_bytes()
        os.utime(file)
        return content
    except FileNotFoundError:
        pass
    with _Listening() as listening:
        content = make()
    if not listening.heard:
        draft = file.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
        draft.write_bytes(content)
        draft.rename(file)
    return content


class _Listening(logging.Handler):
    """Notices whether anything is said while a page is printed."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard = False

    def __enter__(self) -> "_Listening":
        logging.getLogger("weasyprint").addHandler(self)
        return self

    def __exit__(self, *_error: object) -> None:
        logging.getLogger("weasyprint").removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        self.heard = True


def digest_of(*texts: str) -> str:
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:40]


@cache
def _folder() -> Path:
    """The folder for what this state of program, styles and libraries prints. Others are removed, and unused files."""
    from weasyprint.text.ffi import pango

    digest = hashlib.sha256()
    files = [path for path in pdf.STATIC.rglob("*") if path.is_file() and path.suffix not in (".js", ".mjs")]
    for path in sorted(files) + [pdf.STATIC.parent / name for name in PROGRAM] + [Path(__file__)]:
        digest.update(f"{path.name} ".encode() + path.read_bytes())
    fonts = SYSTEM_FONTS.stat().st_mtime_ns if SYSTEM_FONTS.exists() else 0
    made_with = [pango.pango_version(), fonts, *(version(name) for name in LIBRARIES)]
    digest.update(repr(made_with).encode())
    folder = KEPT / f"documents-{digest.hexdigest()[:16]}"
    if not folder.exists():
        for old in KEPT.glob("documents-*"):
            shutil.rmtree(old, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
    for file in folder.iterdir():
        if time.time() - file.stat().st_mtime > UNUSED_S:
            file.unlink(missing_ok=True)
    return folder
