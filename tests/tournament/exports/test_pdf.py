"""The largest of several versions of a document that fits is chosen, wherever the search for it begins."""

import pytest

from tests.tournament.exports.printed_rules import pdf_reader, words
from tournament.exports.pdf import render_fitting_pdf, render_pdf


def versions(count: int, fitting: int) -> list[str]:
    """This many versions, each with its number; those before `fitting` need two pages."""
    second = '<p style="break-before: page">more</p>'
    return [f"<p>version {number}.</p>{second * (number < fitting)}" for number in range(count)]


@pytest.mark.parametrize(
    ("count", "fitting", "likely"),
    [(7, 0, 0), (7, 0, 5), (7, 1, 6), (7, 3, 0), (7, 3, 3), (7, 4, 3), (7, 2, 5), (7, 6, 2), (2, 1, 0), (1, 0, 0)],
)
def test_the_largest_that_fits(count: int, fitting: int, likely: int) -> None:
    pdf = render_fitting_pdf(versions(count, fitting), pages=1, title="x", likely=likely)
    assert (words(pdf), len(pdf_reader(pdf).pages)) == (f"version {fitting}.", 1)


def test_what_turns_a_text_around_is_not_in_a_document() -> None:
    pdf = render_pdf(["<p>\u202eAnna\u2067 Huber\x01\U000e0041, 10.10.2026</p>"], title="x")
    assert words(pdf) == "Anna Huber, 10.10.2026"


def test_where_none_fits_the_last_is_taken() -> None:
    pdf = render_fitting_pdf(versions(3, 3), pages=1, title="x", likely=1)
    assert words(pdf) == "version 2. more"
