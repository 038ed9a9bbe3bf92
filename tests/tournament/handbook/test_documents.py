"""The handbook on paper: the booklet with contents and page numbers, and the emergency sheet on one page."""

import io
import re
from functools import cache
from typing import Any

import pytest
from django.utils.translation import override
from pypdf import PageObject, PdfReader

from tournament.handbook.documents import booklet_pdf, emergency_pdf
from tournament.handbook.pages import handbook_pages

LANGUAGES = ["de", "en"]
A5, A4 = (420, 595), (595, 842)


@cache
def booklet(language: str) -> PdfReader:
    with override(language):
        return PdfReader(io.BytesIO(booklet_pdf(language)))


def sizes(reader: PdfReader) -> set[tuple[int, int]]:
    return {(round(page.mediabox.width), round(page.mediabox.height)) for page in reader.pages}


def words(text: str) -> str:
    return "".join(text.split())


def drawings(page: PageObject) -> list[Any]:
    """The pictures that a page holds; the suits on the cover are no pictures."""
    objects = page["/Resources"].get("/XObject", {})
    return [one.get_object() for one in objects.values() if one.get_object()["/Subtype"] == "/Image"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_booklet_has_every_page_where_its_contents_say(language: str) -> None:
    reader = booklet(language)
    assert sizes(reader) == {A5}
    texts = [page.extract_text() for page in reader.pages]
    index = "\n".join(texts[1:6])
    for page in handbook_pages(language):
        match = re.search(rf"^{re.escape(page.title)} ?\.[. ]*(\d+)$", index, re.MULTILINE)
        assert match, page.title
        begins = texts[int(match[1]) - 1]
        assert words(begins).startswith(words(page.title)), page.title
        assert begins.rstrip().endswith(match[1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_booklet_holds_all_words_and_pictures(language: str) -> None:
    reader = booklet(language)
    # Page numbers and the places of links stand between the words of the texts.
    whole = words("".join(page.extract_text() for page in reader.pages))
    for page in handbook_pages(language):
        for section in page.sections:
            assert words(section.heading) in whole
    pictures = {one.indirect_reference.idnum for page in reader.pages for one in drawings(page)}
    names = {name for page in handbook_pages(language) for name in re.findall(r"bilder/([\w-]+)\.png", page.html)}
    assert len(pictures) == len(names) > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_emergency_sheet_is_one_page_in_large_type(language: str) -> None:
    with override(language):
        reader = PdfReader(io.BytesIO(emergency_pdf(language)))
    (page,) = reader.pages
    assert sizes(reader) == {A4}
    sheet = next(one for one in handbook_pages(language) if one.name == "notfallblatt")
    for section in sheet.sections:
        assert words(section.heading) in words(page.extract_text())
        for block in section.blocks:
            assert words(block) in words(page.extract_text())
    assert any("Serif" in str(font.get_object()["/BaseFont"]) for font in page["/Resources"]["/Font"].values())
    sizes_of_type: list[float] = []
    page.extract_text(
        visitor_text=lambda text, _cm, tm, _font, size: (
            sizes_of_type.append(size * tm[0] * _cm[0]) if text.strip() else None
        )
    )
    assert min(sizes_of_type) >= 12
