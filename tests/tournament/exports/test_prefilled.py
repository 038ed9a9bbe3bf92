"""The sheets with names, set over one form, equal a full render of each by the same engine, dot by dot."""

import datetime as dt
import io
import re
import shutil
import subprocess

import pytest
import zxingcpp
from PIL import Image, ImageChops
from pypdf import PdfReader

from tests.worlds.factories import make_tournament
from tests.worlds.played import first_sheet, play
from tournament.exports.pdf import render_pdf
from tournament.exports.prefilled import prefilled_pdf
from tournament.exports.scoresheet import blank_pdf, prefilled_page
from tournament.exports.type_sizes import block_letters
from tournament.models import Match, Scoresheet, Tournament
from tournament.network.qr import address_qr
from tournament.selectors.prefilled import PrefilledSheet, prefilled_sheets
from tournament.services.acting import act
from tournament.services.tables import issue_pack
from tournament.sheet.acts.tables import NameScorekeeper

TITLE = "Preisschafkopf um den Wanderpokal der Gemeinde Feldkirchen-Westerham 2026"
MANAGEMENT = "Schafkopffreunde Eichenlaub-Almrausch Feldkirchen-Westerham e. V., Sepp Huber"
LONG = "Freiherr-Maximilian-Balthasar von und zu Oberammergau-Unterh"  # sixty letters
NAMES = ["Anna Huber", "Benedikt von Hohenschwangau", "محمد بن عبد الله", "Dirk 🎉 Süß", LONG]
DPI = 100
ADDRESS = "http://192.168.178.107:8000/table/feldkirchen-2026/1/{}/"


def sheets_of(rules, seats, names, title="Feldkirchen 2026"):
    """Three tables that differ in everything possible: players, scorekeeper, cards, first dealer."""
    day = dt.date(2026, 11, 28)
    tournament = Tournament(name=title, slug="x", day=day, organiser="SV Feldkirchen", ruleset_id=rules)
    match = Match(tournament=tournament, number=1)
    return [
        PrefilledSheet(
            scoresheet=Scoresheet(
                match=match,
                table_number=table,
                scorekeeper=table % seats + 1,
                pack="14" if table == 2 else "",
                first_dealer=table % 2 + 1,
            ),
            names=tuple((names[table:] + names[:table])[:seats]),
        )
        for table in (1, 2, 116)
    ]


def page_images(pdf):
    """The pages of the PDF as a PDF program shows them, in greyscale."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("no pdftoppm here: apt-get install poppler-utils")
    command = ["pdftoppm", "-gray", "-r", str(DPI), "-"]
    content = io.BytesIO(subprocess.run(command, input=pdf, capture_output=True, check=True).stdout)
    pages = []
    while content.tell() < len(content.getvalue()):
        _magic, width, height, _depth = (content.readline() + content.readline() + content.readline()).split()
        size = int(width), int(height)
        pages.append(Image.frombytes("L", size, content.read(size[0] * size[1])))
    return pages


def words(pdf):
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


@pytest.mark.parametrize(
    ("rules", "seats", "capitals", "title"),
    [
        ("schafkopfschule-2023", 4, False, "Feldkirchen 2026"),
        ("house-10-60", 5, True, TITLE),
    ],
)
@pytest.mark.django_db
def test_a_page_set_over_the_form_looks_as_one_rendered_whole(rules, seats, capitals, title):
    sheets = sheets_of(rules, seats, NAMES if seats == 5 else NAMES[1:], title)
    tables = [sheet.scoresheet.table_number for sheet in sheets]
    addresses = {table: ADDRESS.format(table) for table in tables}
    stamped = page_images(prefilled_pdf(sheets, capitals=capitals, addresses=addresses))
    whole = page_images(
        render_pdf(
            [
                prefilled_page(
                    sheet.scoresheet,
                    [block_letters(name) if capitals else name for name in sheet.names],
                    qr=address_qr(addresses[sheet.scoresheet.table_number]),
                )
                for sheet in sheets
            ],
            title="x",
        )
    )
    assert len(stamped) == len(whole) == 3
    for table, one, other in zip(tables, stamped, whole, strict=True):
        differs = ImageChops.difference(one, other)
        left, top, right, bottom = differs.getbbox()
        # Only the code, drawn with another mask, on its 16 mm.
        assert right - left <= 16 / 25.4 * DPI + 1
        assert bottom - top <= 16 / 25.4 * DPI + 1
        for image in (one, other):
            large = image.crop((left - 8, top - 8, right + 8, bottom + 8)).resize((500, 500))
            assert [code.text for code in zxingcpp.read_barcodes(large)] == [ADDRESS.format(table)]


@pytest.mark.django_db
def test_the_form_is_kept_once_in_the_file():
    sheets = sheets_of("schafkopfschule-2023", 4, ["Anna Huber", "Bene", "Centa", "Dirk"])
    reader = PdfReader(io.BytesIO(prefilled_pdf([sheets[0], *sheets, sheets[2]])))
    # One form for each first dealer, and one where the cards are known: tables 1, 1, 2, 116, 116.
    names = [re.search(rb"^q (/form\S+) Do Q", page.get_contents().get_data())[1].decode() for page in reader.pages]
    assert names == ["/form-0-0"] * 2 + ["/form-1-0"] + ["/form-2-0"] * 2
    forms = {page["/Resources"]["/XObject"].raw_get(name).idnum for page, name in zip(reader.pages, names, strict=True)}
    assert len(forms) == 3
    assert reader.metadata.title == "Scoresheets of match 1"


@pytest.mark.django_db
def test_names_and_empty_lines_whatever_was_played():
    tournament, actor = play(tables=2, entries=["r12+"])
    sheet = first_sheet(tournament)
    issue_pack(scoresheet=sheet, pack="R31", actor=actor)
    act(sheet, NameScorekeeper(seat=3, all_agree=True), actor=actor)
    sheets = prefilled_sheets(sheet.match)
    names = sheets[0].names
    (first, second), capitals = words(prefilled_pdf(sheets)), words(prefilled_pdf(sheets, capitals=True))[0]
    assert "Rufer" not in first
    assert "Round 1 · checksum Σ 5 1" in first
    # The form comes first, then the names over it.
    assert [words in first for words in (f"Scorekeeper {names[2]}", "Cards R31 · First dealer 1")] == [True, True]
    assert [words in second for words in (f"Scorekeeper {sheets[1].names[0]}", "Cards · First dealer 1")] == [
        True,
        True,
    ]
    assert ("Table 1" in first, "Table 2" in second) == (True, True)
    assert [f"{seat} {name}" in first for seat, name in enumerate(names, 1)] == [True] * 4
    assert f"Scorekeeper {block_letters(names[2])}" in capitals
    assert words(prefilled_pdf(prefilled_sheets(sheet.match, [2]))) == [second]


@pytest.mark.django_db
def test_the_sheets_of_a_match_take_two_queries(django_assert_num_queries):
    tournament, _actor = play(tables=3, entries=[])
    match = first_sheet(tournament).match
    with django_assert_num_queries(2):
        assert [sheet.scoresheet.table_number for sheet in prefilled_sheets(match)] == [1, 2, 3]


def test_block_letters_keep_names_apart():
    assert block_letters("Dirk Süß") == "DIRK SÜẞ"
    assert block_letters("Süss") == "SÜSS"


@pytest.mark.django_db
def test_long_names_leave_every_sheet_on_one_page():
    sheets = sheets_of("schafkopfschule-2023", 4, [LONG] * 4, TITLE)
    tournament = make_tournament(name="Preisschafkopf um den Wanderpokal " * 3)
    sheets[0].scoresheet.match.tournament.management = MANAGEMENT
    addresses = {sheet.scoresheet.table_number: ADDRESS.format(1) for sheet in sheets}
    texts = [words(prefilled_pdf(sheets, capitals=capitals, addresses=addresses)) for capitals in (False, True)]
    assert [[re.search(r"Page \d of \d", page)[0] for page in pages] for pages in texts] == [["Page 1 of 1"] * 3] * 2
    assert len(words(blank_pdf(tournament))) == 1
