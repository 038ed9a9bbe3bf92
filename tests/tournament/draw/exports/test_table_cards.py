"""The table cards, read back by a PDF reader: two per page, in order once they are cut, in block letters."""

import datetime as dt
import itertools

import pytest

from tests.tournament.exports.printed_codes import code_of, modules
from tests.tournament.exports.printed_draws import draw, fonts, lines, lowest, pdf_reader, plan
from tournament.draw.exports.table_cards import Door, table_cards_page, table_cards_pdf

A4 = (595.3, 841.9)
SHEETS = "http://192.168.178.107:8000/table/groesstes-schafkopfrennen-2026/2/"
# The places of the two codes of a card, in millimetres.
FIRST, SECOND = (9, 105, 33.5, 31.5), (106, 105, 31.5, 31.5)


def cards(sizes, packs=None, address="http://192.168.0.7:8000/t/feldkirchen-2026/"):
    match = draw().match
    return table_cards_pdf(match, table_cards_page(match, plan(sizes).tables, packs or {}, address=address))


def cards_with_doors(sizes, wifi="", password="", exchanged=None):
    match = draw().match
    match.tournament.wifi_name, match.tournament.wifi_password = wifi, password
    doors = {
        number: Door(address=f"{SHEETS}{number}/", key="0123456789", code=f"{4820 + number}")
        for number in range(1, len(sizes) + 1)
    }
    address = "http://192.168.178.107:8000/t/groesstes-schafkopfrennen-2026/"
    page = table_cards_page(match, plan(sizes).tables, {}, address=address, exchanged=exchanged, doors=doors)
    return table_cards_pdf(match, page)


def test_a_card_leads_a_phone_first_into_the_wifi_then_into_its_sheet():
    pdf = cards_with_doors([4, 4], "Schützenheim; Gäste", "herz-sticht:26")
    text = lines(pdf_reader(pdf).pages[0])
    start = text.index("1. Join the Wi-Fi")
    assert "".join(text[start + 5 :]).startswith(f"4821{SHEETS}1/Seats")
    assert text[start : start + 5] == [
        "1. Join the Wi-Fi",
        "Schützenheim; Gäste",
        "Password",
        "herz-sticht:26",
        "2. Scan, type the code",
    ]
    wifi = code_of(r"WIFI:T:WPA;S:Schützenheim\; Gäste;P:herz-sticht\:26;;")
    for half, table in ((0, 1), (148.5, 2)):
        first, second = [(x, half + top, *size) for x, top, *size in (FIRST, SECOND)]
        assert modules(pdf, first, len(wifi)) == wifi
        sheet = code_of(f"{SHEETS}{table}/?k=0123456789")
        assert modules(pdf, second, len(sheet)) == sheet


def test_a_password_is_printed_letter_by_letter():
    """The font has one letter for ff, and one for ft, which somebody who types the password may take for another."""
    fonts_used = pdf_reader(cards_with_doors([4], "Stoff", "kraft-stoffe")).pages[0]["/Resources"]["/Font"].values()
    maps = b"".join(font["/ToUnicode"].get_object().get_data() for font in fonts_used)
    assert b"<0066>" in maps
    assert [letters for letters in (b"<00660066>", b"<00660074>") if letters in maps] == []


def test_without_a_wifi_the_card_begins_with_the_sheet_and_names_the_network():
    pdf = cards_with_doors([4])
    text = " ".join(lines(pdf_reader(pdf).pages[0]))
    assert "1. Scan 2. Type the code 4821" in text
    assert f"{SHEETS}1/ The scorekeeper writes the sheet on a phone or tablet that is in" in text.replace("- ", "-")
    assert "Wi-Fi" not in text
    sheet = code_of(f"{SHEETS}1/?k=0123456789")
    assert modules(pdf, FIRST, len(sheet)) == sheet


def test_an_open_wifi_has_no_password():
    pdf = cards_with_doors([4], "Halle")
    assert "Password" not in lines(pdf_reader(pdf).pages[0])
    wifi = code_of("WIFI:S:Halle;;")
    assert modules(pdf, FIRST, len(wifi)) == wifi


def test_five_long_names_a_long_password_and_exchanged_seats_find_room_beside_the_codes():
    at = dt.datetime(2026, 11, 28, 9, 30, tzinfo=dt.UTC)
    pdf = cards_with_doors([5, 5], "Halle", "x" * 63, exchanged=at)
    (page,) = pdf_reader(pdf).pages
    assert " ".join(lines(page)).count("Seats changed on 28/11/2026 10:30") == 2
    wifi, sheet = code_of(f"WIFI:T:WPA;S:Halle;P:{'x' * 63};;"), code_of(f"{SHEETS}2/?k=0123456789")
    assert modules(pdf, (FIRST[0], 148.5 + FIRST[1], *FIRST[2:]), len(wifi)) == wifi
    assert modules(pdf, (SECOND[0], 148.5 + SECOND[1], *SECOND[2:]), len(sheet)) == sheet
    assert lowest(page)[0] > 8


def test_a_card_says_who_sits_writes_and_deals():
    (page,) = pdf_reader(cards([4], {1: "R7"})).pages
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
    text = lines(pdf_reader(cards([4], address="")).pages[0])
    assert text[text.index("Cards") + 1 :] == []


@pytest.mark.parametrize("tables", [1, 2, 5, 8])
def test_the_upper_halves_laid_on_the_lower_ones_are_in_order(tables):
    pages = [
        [int(after) for line, after in itertools.pairwise(lines(page)) if line == "Table"]
        for page in pdf_reader(cards([4] * tables)).pages
    ]
    upper, lower = [page[0] for page in pages], [page[1] for page in pages if len(page) > 1]
    assert upper + lower == list(range(1, tables + 1))


def test_tables_of_three_four_and_five_with_the_longest_names():
    first, second = pdf_reader(cards([5, 4, 3])).pages
    text = " ".join(lines(first))
    assert "1 OBERMAIER ANNA 2 HUBER BENE 3 LÖFFLER CENTA 4 SÜẞ DIRK 5 ZÖLLNER EVA" in text
    assert "Table 3 1 HUBER BENE 2 HUBER CENTA 3 HUBER DIRK Scorekeeper" in text
    text = " ".join(lines(second)).replace("- ", "-")
    assert "2 VON UND ZU GUTTENSTEIN-HOHENFELS MAGDALENA MAXIMILIANE" in text
    assert "3 GRÄFIN WOLFFSKEEL VON REICHENBERG-THÜNGERSHEIM MARIA MAGDALENA KUNIGUNDE THEODOLINDE" in text
    assert min(lowest(page)[0] for page in (first, second)) > 8


def test_fonts_are_ours_and_embedded():
    assert fonts(cards([4])) == {"Paper-Sans", "Paper-Sans-Semi-Bold", "Paper-Serif-Semi-Bold"}
