"""The handbook for everybody: contents with the search, a page, its pictures, and both PDFs."""

from collections.abc import Callable

from django.conf import settings
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, override, pgettext
from django.views.decorators.http import require_safe

from tournament import permissions
from tournament.handbook.documents import booklet_pdf, emergency_pdf
from tournament.handbook.files import picture_file
from tournament.handbook.pages import handbook_pages, neighbours
from tournament.handbook.search import MOST_FOUND, MOST_SIGNS, search_handbook
from tournament.permissions import Request, requires
from tournament.views.documents import printed

# A picture changes only with the program.
PICTURE_SECONDS = 24 * 3600


@requires(permissions.public)
@require_safe
def handbook(request: Request) -> HttpResponse:
    """List the pages of the handbook; with `?q=` the sections that hold these words."""
    query = request.GET.get("q", "").strip()[:MOST_SIGNS]
    pages = handbook_pages(_language())
    matches = search_handbook(pages, query)
    context = {"pages": pages, "query": query, "matches": matches, "many": len(matches) == MOST_FOUND}
    return render(request, "handbook/contents.html", context | {"language": _language()})


@requires(permissions.public)
@require_safe
def handbook_page(request: Request, name: str) -> HttpResponse:
    """Show a page of the handbook with its headings and the ways to the pages before and after it."""
    page, before, after = neighbours(handbook_pages(_language()), name)
    if page is None:
        raise Http404
    context = {"page": page, "before": before, "after": after, "language": _language()}
    return render(request, "handbook/page.html", context)


@requires(permissions.public)
@require_safe
def handbook_picture(request: Request, name: str) -> FileResponse:
    """Return a picture of the handbook."""
    path = picture_file(name)
    if path is None:
        raise Http404
    answer = FileResponse(path.open("rb"), content_type="image/png")
    patch_cache_control(answer, public=True, max_age=PICTURE_SECONDS)
    return answer


@requires(permissions.public)
@require_safe
def handbook_booklet(request: Request) -> HttpResponse:
    """Return the whole handbook as a PDF; `?lang=` chooses the language."""
    return _document(request, booklet_pdf, pgettext("file name", "handbook"))


@requires(permissions.public)
@require_safe
def handbook_emergency(request: Request) -> HttpResponse:
    """Return the emergency sheet as a PDF of one page; `?lang=` chooses the language."""
    return _document(request, emergency_pdf, pgettext("file name", "emergency-sheet"))


def _document(request: Request, make: Callable[[str], bytes], word: str) -> HttpResponse:
    language = request.GET.get("lang", _language())
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        return printed(request, reverse("handbook"), lambda: make(language), f"spielliste-{word}.pdf")


def _language() -> str:
    """Return the reader's language; the handbook is complete in each."""
    return get_language() or settings.LANGUAGE_CODE
