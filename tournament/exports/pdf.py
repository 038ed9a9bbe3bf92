"""Turns pages of HTML into one PDF with WeasyPrint. Knows no rows; reads nothing but our own static files."""

import atexit
import gc
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from tournament.exports.collecting import no_garbage_collection
from tournament.exports.text_widths import REGULAR, SEMIBOLD, load_widths
from tournament.person.names import without_controls

STATIC = Path(__file__).resolve().parent.parent / "static"
# The files that a document may show: our static files, and the pictures of the handbook.
ROOMS = (STATIC, STATIC.parents[1] / "docs" / "pictures")
STYLES = ("css/paper.css", "css/ranking.css", "css/poster.css", "css/plan.css")

# The places of a page's elements, by id: left, top, right, bottom in CSS pixels.
Places = dict[str, tuple[float, float, float, float]]

# A process renders one document at a time: rendering only computes, and renders share the fonts.
_turn = threading.Lock()


class PrintError(Exception):
    """No PDF can be made on this machine, because Pango is missing, which WeasyPrint needs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitting:
    """A document in versions, largest type first. The first version, from `first` on, that keeps to its `pages` is
    taken, else the `last`."""

    version: Callable[[int], str]
    first: int
    last: int
    pages: Callable[[int], int]


def render_form(page: str, *, styles: Sequence[str]) -> tuple[bytes, list[Places]]:
    """Render one document; return the PDF and the places of the elements with an id on each page. Otherwise like
    render_pdf."""
    with _turn, no_garbage_collection():
        document = _laid_out(page, tuple(styles))
        # A page knows its anchors only once it is drawn.
        return _write_pdf(document, ""), [dict(page.anchors) for page in document.pages]


def render_pages(page: str, *, title: str, styles: Sequence[str]) -> bytes:
    """Render one document of many pages with few boxes each, with these of our style sheets. Otherwise like
    render_pdf."""
    with _turn, no_garbage_collection():
        return _write_pdf(_laid_out(page, tuple(styles)), title)


def render_pdf(pages: Sequence[str | Fitting], *, title: str, archival: bool = False) -> bytes:
    """Render `pages` into one PDF. Each is a whole HTML document, whose page numbers begin at 1.

    `archival` adds tags and a colour profile, so that `seals.pdf.seal_pdf` can make a PDF/A of it. Raises PrintError if
    Pango is missing. A scoresheet takes about 0.15 s. Never put a hall's sheets into one HTML document: its time grows
    faster than its pages.
    """
    with _turn, no_garbage_collection():
        documents = [_laid_out(page) if isinstance(page, str) else _fitted(page) for page in pages]
        whole = documents[0].copy([page for document in documents for page in document.pages])
        return _write_pdf(whole, title, archival=archival)


def render_fitting_pdf(
    versions: Sequence[str], *, pages: int, title: str, likely: int = 0, styles: Sequence[str] = STYLES
) -> bytes:
    """Render the first of `versions`, largest type first, that needs no more than this many pages; else the last.

    There must be at least one. A layout takes half a second, so the search begins at the `likely` version, goes on in
    growing steps and ends by halving; this is safe because smaller type never needs more pages. Raises PrintError if
    Pango is missing.
    """
    with _turn, no_garbage_collection():
        too_large, fitting, document = -1, len(versions) - 1, None
        at, step = likely, 1
        while fitting - too_large > 1:
            at = max(too_large + 1, min(at, fitting - 1))
            attempt = _laid_out(versions[at], tuple(styles))
            if len(attempt.pages) <= pages:
                document, fitting = attempt, at
            else:
                too_large = at
            if document is None:
                at = too_large + step
            elif too_large < 0:
                at = fitting - step
            else:
                at = (too_large + fitting) // 2
            step *= 2
        return _write_pdf(document or _laid_out(versions[-1], tuple(styles)), title)


def _fitted(page: Fitting) -> Any:
    for number in range(page.first, page.last + 1):
        document = _laid_out(page.version(number))
        if len(document.pages) <= page.pages(number):
            break
    return document


def _laid_out(page: str, styles: tuple[str, ...] = STYLES) -> Any:
    html = _weasyprint().HTML(string=without_controls(page), base_url=STATIC.as_uri() + "/", url_fetcher=_fetcher())
    return html.render(font_config=_fonts(), stylesheets=[_stylesheet(name) for name in styles])


def _write_pdf(document: Any, title: str, *, archival: bool = False) -> bytes:
    document.metadata.title = title
    pdf: bytes = document.write_pdf(pdf_variant="pdf/a-3a" if archival else None)
    return pdf


@cache
def _weasyprint() -> Any:
    try:
        # Imported here because it loads Pango: that takes half a second, and fails with an OSError without Pango.
        import weasyprint
    except OSError as error:
        raise PrintError(str(error)) from error
    return weasyprint


@cache
def _fonts() -> Any:
    _weasyprint()
    from weasyprint.text.fonts import FontConfiguration

    # WeasyPrint calls Pango when it is cleaned up, so forget the fonts before Python takes the modules apart.
    atexit.register(_forget_fonts)
    return FontConfiguration()


def load_fonts() -> None:
    """Load everything that renders share, which takes a second. Raises PrintError if Pango is missing."""
    for name in STYLES:
        _stylesheet(name)
    for font in (REGULAR, SEMIBOLD):
        load_widths(font)


def _forget_fonts() -> None:
    _stylesheet.cache_clear()
    _fonts.cache_clear()
    gc.collect()


@cache
def _stylesheet(name: str) -> Any:
    """Parse one of our style sheets, once in a process."""
    return _weasyprint().CSS(filename=str(STATIC / name), font_config=_fonts(), url_fetcher=_fetcher())


@cache
def _fetcher() -> Any:
    _weasyprint()
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class StaticFiles(URLFetcher):
        """Reads our static files and nothing else: no network, no other file of the machine."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            parts = urlsplit(url)
            path = Path(unquote(parts.path)).resolve()
            if parts.scheme != "file" or not any(map(path.is_relative_to, ROOMS)):
                raise ValueError(f"not one of our static files: {url}")
            return URLFetcherResponse(url, path.read_bytes())

    return StaticFiles()
