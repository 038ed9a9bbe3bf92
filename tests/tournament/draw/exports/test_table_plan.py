"""The posters, read back by a PDF reader: everyone is there, in order, on as few pages as large type allows."""

import re

import pytest
from django.utils import translation

from tests.tournament.exports.printed_draws import (
    LONG_NAME,
    LONGEST_NAME,
    draw,
    fonts,
    lines,
    lowest,
    pdf_reader,
    plan,
    words,
)
from tournament.draw.exports.table_plan import by_name_pdf, by_table_pdf
from tournament.person.names import plain

A3 = (841.9, 1190.6)
A4 = (595.3, 841.9)
EIGHT = [4, 4]
MIXED = [5, 5, 4, 4, 3]


@pytest.mark.parametrize("paper", ["a3", "a4"])
@pytest.mark.parametrize(
    ("sizes", "by_name", "by_table"), [(EIGHT, 1, 1), (MIXED, 1, 1), ([4] * 16, 1, 2), ([4] * 50, 3, 4)]
)
def test_pages_and_paper(sizes, by_name, by_table, paper):
    seats = plan(sizes)
    for pdf, pages in (
        (by_name_pdf(seats, draw(), paper=paper), by_name),
        (by_table_pdf(seats, draw(), paper=paper), by_table),
    ):
        assert len(pdf_reader(pdf).pages) == pages
        for page in pdf_reader(pdf).pages:
            assert tuple(page.mediabox[2:]) == pytest.approx({"a3": A3, "a4": A4}[paper], abs=0.1)
            foot, text = lowest(page)
            assert text - foot > 4  # nothing overlaps the foot or leaves the page


def test_from_a_to_z_in_the_order_of_reading():
    (page,) = pdf_reader(by_name_pdf(plan(EIGHT), draw())).pages
    assert lines(page)[1:] == [
        "No. Table Seat",
        "B Bäuml Franz 6 2 2",
        "G Gräfin Wolffskeel von", "Reichenberg-", "Thüngersheim Maria", "Magdalena Kunigunde", "Theodolinde", "8 2 4",
        "H Huber Bene 2 1 2",
        "L Löffler Centa 3 1 3",
        "O Obermaier Anna 1 1 1",
        "S Süß Dirk 4 1 4",
        "V von und zu Guttenstein-", "Hohenfels Magdalena", "Maximiliane", "7 2 3",
        "Z Zöllner Eva 5 2 1",
        "Draw 1 of 28/11/2026 10:30 Page 1 of 1",
    ]  # fmt: skip


def test_by_table_in_the_order_of_reading():
    text = words(by_table_pdf(plan(MIXED), draw(3)))
    assert "1 1 Obermaier Anna 2 Huber Bene 3 Löffler Centa 4 Süß Dirk 5 Zöllner Eva 2 1 Bäuml Franz" in text
    assert f"2 {LONG_NAME} 3 {LONGEST_NAME} 4 Huber Anna" in text.replace("- ", "-")
    assert "Draw 3 of" in text


def test_a_number_of_two_digits_keeps_away_from_the_seats_which_are_called_so_once_a_column():
    (_first, page) = pdf_reader(by_table_pdf(plan([4] * 16), draw())).pages
    texts = []

    def visit(text, cm, tm, _font, size):
        if text.strip():
            texts.append((text.strip(), tm[4] * cm[0] + cm[4], size * abs(tm[0] * cm[0])))

    page.extract_text(visitor_text=visit)
    number = next(index for index, (text, *_) in enumerate(texts) if text == "10")
    (_text, begin, large), (seat, right, small) = texts[number], texts[number + 1]
    assert (seat, large > 2 * small) == ("1", True)
    # The digits of the serif are 0.55 em wide, so at least half an em of a name's type is left.
    assert right - begin - 2 * 0.55 * large > 0.5 * small
    assert lines(page).count("Table Seat") == 2


def test_everyone_is_on_one_of_many_pages_each_with_its_letters():
    seats = plan([4] * 50)
    pages = pdf_reader(by_name_pdf(seats, draw())).pages
    places = [f"{seat.start_number} {seat.table} {seat.number}" for seat in seats.by_name]
    matches = [match for page in pages for line in lines(page) for match in re.findall(r"(\d+ \d+ \d)$", line)]
    assert matches == places
    spans = [lines(page)[0].split("–") for page in pages]
    assert (spans[0][0], spans[-1][1]) == (seats.by_name[0].name[:3], seats.by_name[-1].name[:3])
    for page, (first, _last) in zip(pages, spans, strict=True):
        # Each page starts with its letter, also in the middle of one.
        assert lines(page)[3].startswith(f"{plain(first)[0].upper()} {first}")


def test_tables_of_many_pages_say_which_they_hold():
    pages = pdf_reader(by_table_pdf(plan([4] * 50), draw())).pages
    spans = [lines(page)[0] for page in pages]
    firsts, lasts = zip(*(map(int, span.split("–")) for span in spans), strict=True)
    assert (firsts[0], lasts[-1]) == (1, 50)
    assert [last + 1 for last in lasts[:-1]] == list(firsts[1:])


def test_fonts_are_ours_and_embedded():
    ours = {"Paper-Sans", "Paper-Sans-Semi-Bold", "Paper-Serif-Semi-Bold"}
    assert fonts(by_name_pdf(plan(EIGHT), draw())) == ours
    assert fonts(by_table_pdf(plan(EIGHT), draw())) == ours


def test_german_dates():
    with translation.override("de"):
        assert "28.11.2026 · Feldkirchen" in words(by_name_pdf(plan(EIGHT), draw()))
