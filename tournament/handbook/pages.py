"""The pages of the handbook in one language: rendered once for what stands in the file, then kept in memory."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse
from django.utils.safestring import SafeString

from tournament.handbook.addresses import booklet_anchor, link_of, page_address, picture_of
from tournament.handbook.files import picture_size, text_files
from tournament.handbook.markdown import Section, Targets, render

# Both languages, as pages and as parts of the booklet.
MOST_KEPT = 128
# How wide a picture of a phone is at most; it stands beside the text.
NARROW = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class HandbookPage:
    """A page in one language. `address` is where it is read; in the booklet, where it begins."""

    number: str
    name: str
    title: str
    summary: str
    lead: SafeString
    html: SafeString
    sections: tuple[Section, ...]

    @property
    def address(self) -> str:
        """Where the page is read."""
        return page_address(self.name)

    @property
    def contents(self) -> list[Section]:
        """The headings of the page's own table of contents."""
        return [section for section in self.sections if section.anchor and section.level == 2]


def handbook_pages(language: str, *, booklet: bool = False) -> list[HandbookPage]:
    """Return all pages in their order; `booklet` for one document that holds them all."""
    files = text_files(language)
    names = tuple((file.number, file.name) for file in files)
    return [_page(file.number, file.source, names, booklet) for file in files]


def neighbours(
    pages: Sequence[HandbookPage], name: str
) -> tuple[HandbookPage | None, HandbookPage | None, HandbookPage | None]:
    """Return the page with this name, the one before and the one after it."""
    for place, page in enumerate(pages):
        if page.name == name:
            before = pages[place - 1] if place else None
            return page, before, pages[place + 1] if place + 1 < len(pages) else None
    return None, None, None


@lru_cache(maxsize=MOST_KEPT)
def _page(number: str, source: str, names: tuple[tuple[str, str], ...], booklet: bool) -> HandbookPage:
    name = dict(names)[number]
    page = render(source, _targets(name, dict(names), booklet))
    return HandbookPage(
        number=number,
        name=name,
        title=page.title,
        summary=page.summary,
        lead=page.lead,
        html=page.html,
        sections=page.sections,
    )


def _targets(name: str, names: dict[str, str], booklet: bool) -> Targets:
    def anchor_id(anchor: str) -> str:
        return booklet_anchor(name, anchor) if booklet else anchor

    def address(target: str) -> str:
        link = link_of(target)
        if link is None or (link.number and link.number not in names):
            return target
        page = names.get(link.number, name)
        if booklet:
            return f"#{booklet_anchor(page, link.anchor)}"
        return page_address(page, link.anchor) if link.number else f"#{link.anchor}"

    def picture(target: str) -> dict[str, str]:
        shown = picture_of(target)
        size = picture_size(shown) if shown else None
        if shown is None or size is None:
            return {}
        shape = {"class": "is-narrow"} if size[0] <= NARROW else {}
        if booklet:
            return {"src": f"../../docs/pictures/{shown}.png", **shape}
        width, height = map(str, size)
        source = reverse("handbook_picture", args=[shown])
        return {"src": source, "width": width, "height": height, "loading": "lazy", **shape}

    return Targets(anchor=anchor_id, link=address, picture=picture)
