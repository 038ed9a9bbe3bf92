"""The cards of the tables, read back by a PDF reader: two on a page, in order once they are cut, block letters."""

import itertools

import pytest

from tests.tournament.exports.printed_draws import draw, fonts, lines, lowest, plan, read
from tournament.exports.table_cards import table_cards_pdf

A4 = (595.3, 841.9)


def cards(sizes, packs=None, address="http://192.168.0.7:8000/t/feldkirchen-2026/"):
    return table_cards_pdf(draw().match, plan(sizes).tables, packs or {}, address=address)


def test_a_card_says_who_sits_writes_and_deals():
    (page,) = read(cards([4], {1: "R7"})).pages
    assert tuple(page.mediabox[2:]) == pytest.approx(A4, abs=0.1)
    assert lines(page)[1:] == [
        "Table",
        "1",
        "1 OBERMAIER ANNA",
        "2 HUBER BENE",
        "3 LÖFFLER CENTA",
        "4 SÜẞ DIRK",
        "Scorekeeper",
        "2 Huber Bene",
        "First dealer",
        "1 Obermaier Anna",
        "Cards",
        "R7",
        "Seats and standings on your phone: http://192.168.0.7:8000/t/feldkirchen-2026/",
    ]
    assert "Match 2" in lines(page)[0]
    assert "Größtes Schafkopfrennen" in lines(page)[0]


def test_the_place_for_the_pack_is_empty_and_no_address_is_better_than_a_wrong_one():
    text = lines(read(cards([4], address="")).pages[0])
    assert text[text.index("Cards") + 1 :] == []


@pytest.mark.parametrize("tables", [1, 2, 5, 8])
def test_the_upper_halves_laid_on_the_lower_ones_are_in_order(tables):
    pages = [
        [int(after) for line, after in itertools.pairwise(lines(page)) if line == "Table"]
        for page in read(cards([4] * tables)).pages
    ]
    upper, lower = [page[0] for page in pages], [page[1] for page in pages if len(page) > 1]
    assert upper + lower == list(range(1, tables + 1))


def test_tables_of_three_four_and_five_with_the_longest_names():
    first, second = read(cards([5, 4, 3])).pages
    text = " ".join(lines(first))
    assert "1 OBERMAIER ANNA 2 HUBER BENE 3 LÖFFLER CENTA 4 SÜẞ DIRK 5 ZÖLLNER EVA" in text
    assert "Table 3 1 HUBER BENE 2 HUBER CENTA 3 HUBER DIRK Scorekeeper" in text
    text = " ".join(lines(second)).replace("- ", "-")
    assert "2 VON UND ZU GUTTENSTEIN-HOHENFELS MAGDALENA MAXIMILIANE" in text
    assert "3 GRÄFIN WOLFFSKEEL VON REICHENBERG-THÜNGERSHEIM MARIA MAGDALENA KUNIGUNDE THEODOLINDE" in text
    assert min(lowest(page)[0] for page in (first, second)) > 8


def test_fonts_are_ours_and_embedded():
    assert fonts(cards([4])) == {"Paper-Sans", "Paper-Sans-Semi-Bold", "Paper-Serif-Semi-Bold"}
