"""The handbook on paper: all pages as one booklet of A5, and the emergency sheet, one page of A4 in large type."""

from collections.abc import Callable
from hashlib import sha256

from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.exports.pdf import render_fitting_pdf, render_pages
from tournament.handbook.files import PICTURES, text_files
from tournament.handbook.pages import handbook_pages

STYLES = ("css/paper.css", "css/handbook_paper.css")
EMERGENCY = "notfallblatt"
# Type sizes of the emergency sheet in points, largest first; the first with which it is one page is taken.
SIZES = ("18", "17", "16", "15", "14", "13.5", "13", "12.5", "12", "11.5", "11", "10.5", "10")
KEPT_SECONDS = 30 * 24 * 3600


def booklet_pdf(language: str) -> bytes:
    """Return the whole handbook in this language. Raises PrintError where Pango is missing."""
    return _kept("booklet", language, _booklet)


def emergency_pdf(language: str) -> bytes:
    """Return the emergency sheet in this language. Raises PrintError where Pango is missing."""
    return _kept("emergency", language, _emergency)


def _booklet(language: str) -> bytes:
    pages = handbook_pages(language, booklet=True)
    html = render_to_string("handbook/exports/booklet.html", {"pages": pages})
    return render_pages(html, title=_("Handbook") + " · Spielliste", styles=STYLES)


def _emergency(language: str) -> bytes:
    page = next(page for page in handbook_pages(language, booklet=True) if page.name == EMERGENCY)
    versions = [render_to_string("handbook/exports/emergency.html", {"page": page, "size": size}) for size in SIZES]
    return render_fitting_pdf(versions, pages=1, title=f"{page.title} · Spielliste", styles=STYLES)


def _kept(kind: str, language: str, make: Callable[[str], bytes]) -> bytes:
    """Everybody may ask for it and it takes seconds, so it is made once for what the files hold."""
    sources = [file.source.encode() for file in text_files(language)]
    pictures = [path.read_bytes() for path in sorted(PICTURES.glob("*.png"))]
    key = f"handbook-{kind}-{language}-{sha256(b''.join([*sources, *pictures])).hexdigest()}"
    cache = caches["documents"]
    made: bytes | None = cache.get(key)
    if made is None:
        with override(language):
            made = make(language)
        cache.set(key, made, KEPT_SECONDS)
    return made
