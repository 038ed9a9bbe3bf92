"""A document that is kept is the one that would be printed, and no other page, style or title is taken for it."""

import pytest

from tests import kept_documents
from tests.pdf import pdf_reader, text
from tournament.exports import pdf
from tournament.exports.pdf import render_fitting_pdf, render_form, render_pdf

PAGES = ["<p>one</p>", '<p>two</p><p id="more" style="break-before: page">more</p>']


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> list[str]:
    """The pages that were really laid out; nothing is kept from before."""
    pages: list[str] = []
    lay_out = kept_documents._lay_out

    def note_page(page: str, styles: tuple[str, ...]) -> object:
        pages.append(page)
        return lay_out(page, styles)

    monkeypatch.setattr(kept_documents, "_lay_out", note_page)
    monkeypatch.setattr(kept_documents, "_folder", lambda: tmp_path)
    return pages


def test_the_second_time_it_is_not_laid_out(printed: list[str]) -> None:
    first = render_pdf(PAGES, title="x")
    assert (text(first), len(pdf_reader(first).pages), printed) == ("one two more", 3, PAGES)
    assert (render_pdf(PAGES, title="x"), printed) == (first, PAGES)


def test_another_page_order_title_or_kind_is_another_document(printed: list[str]) -> None:
    files = {
        render_pdf(PAGES, title="x"),
        render_pdf(PAGES[::-1], title="x"),
        render_pdf(PAGES, title="y"),
        render_pdf(PAGES, title="x", archival=True),
        render_pdf(PAGES[:1], title="x"),
    }
    assert len(files) == 5


def test_a_kept_document_is_the_printed_one(printed: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    again = [render_pdf(PAGES, title="x") for _time in (1, 2)]
    fitting = [render_fitting_pdf(PAGES[::-1], pages=1, title="x") for _time in (1, 2)]
    places = [render_form(PAGES[1], styles=pdf.STYLES)[1] for _time in (1, 2)]
    monkeypatch.setattr(pdf, "_laid_out", lambda page, styles=pdf.STYLES: kept_documents._lay_out(page, styles))
    monkeypatch.setattr(pdf, "_write_pdf", kept_documents._write)
    assert again == [render_pdf(PAGES, title="x")] * 2
    assert fitting == [render_fitting_pdf(PAGES[::-1], pages=1, title="x")] * 2
    assert places == [render_form(PAGES[1], styles=pdf.STYLES)[1]] * 2


def test_what_is_complained_about_is_printed_each_time(printed: list[str], caplog: pytest.LogCaptureFixture) -> None:
    page = '<img src="https://example.org/a.png">'
    for count in (1, 2):
        render_pdf([page], title="x")
        assert len(printed) == count
    assert len([record for record in caplog.records if record.levelname == "ERROR"]) == 2
