"""A finger's signature on the official sheet: drawn on its line, with way and time below, on the one page."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.damage.tampering import triggers_off
from tests.pdf import pdf_reader, ppm, text
from tests.tournament.proof.seals.archival import broken_rules
from tests.worlds.played import accept, correct, decide, first_sheet, play
from tests.worlds.signing import DRAWN, enrolled, sign_at_table
from tournament.enums import SignatureKind
from tournament.exports.documents import issue_document
from tournament.exports.filled_sheet import filled_page
from tournament.exports.scoresheet import scoresheet_pdf
from tournament.models import Scoresheet, Signature
from tournament.person.strokes import drawing
from tournament.selectors.scoresheets import sheet_view

pytestmark = pytest.mark.django_db


def signed_sheet() -> Scoresheet:
    """Seats 1 and 2 drew on the device, 3 on their own phone, 4 confirmed by a key."""
    tournament, actor = play()
    sheet = first_sheet(tournament)
    decide(sheet, actor)
    device = enrolled(sheet)
    sign_at_table(sheet, device, 1, 2)
    sign_at_table(sheet, device, 3, kind=SignatureKind.PHONE)
    return sign_at_table(sheet, device, 4, strokes=None)


def test_each_signature_says_how_and_when() -> None:
    view = sheet_view(signed_sheet())
    words = text(scoresheet_pdf(view))
    for seat, how in zip(view.seats, ["signed at the table"] * 2 + ["signed on their own phone"], strict=False):
        assert f"{seat.name} {how}, " in words
    # Nothing was drawn: way and time are on the line, as after signing at the desk.
    assert "confirmed without drawing, " in words
    assert filled_page(view).count(drawing(DRAWN).path) == 3


def test_what_was_drawn_stands_between_the_lines_and_the_names() -> None:
    """The pages with and without the drawing of seat 1 differ only in the field above the name."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("no pdftoppm here: apt-get install poppler-utils")
    sheet = signed_sheet()
    with_it = scoresheet_pdf(sheet_view(sheet))
    keep(with_it, "signed")
    blank = [[[1, 1], [2, 2]]]  # a speck
    with triggers_off():
        Signature.objects.filter(seat__number=1).update(strokes=blank)
    width, height, before = pixels(with_it)
    _width, _height, after = pixels(scoresheet_pdf(sheet_view(sheet)))
    differing = [at for at in range(0, len(before), 3) if before[at : at + 3] != after[at : at + 3]]
    rows, columns = [at // 3 // width for at in differing], [at // 3 % width for at in differing]
    # A4 at 72 dpi: a point is a pixel. 7.5 mm high above the line, in the first quarter of the page.
    assert max(rows) - min(rows) <= 22
    assert 0.8 * height < min(rows) < 0.9 * height
    assert (min(columns) > 30, max(columns) < width / 3.5) == (True, True)


def pixels(pdf: bytes) -> tuple[int, int, bytes]:
    command = ["pdftoppm", "-r", "72", "-singlefile", "-"]
    return ppm(subprocess.run(command, input=pdf, capture_output=True, check=True).stdout)


def keep(pdf: bytes, name: str) -> None:
    """Save pictures for people to look at: PICTURES names the folder."""
    if folder := os.environ.get("PICTURES"):
        Path(folder, f"{name}.pdf").write_bytes(pdf)


def test_many_remarks_leave_room_for_four_drawings() -> None:
    tournament, actor = play()
    sheet = first_sheet(tournament)
    decide(sheet, actor)
    for number in range(10, 16):
        correct(sheet, number, "r12+++", actor, reason="falsch abgeschrieben")
    sheet = sign_at_table(sheet, enrolled(sheet), 1, 2, 3, 4)
    pdf = scoresheet_pdf(sheet_view(sheet))
    keep(pdf, "many")
    assert len(pdf_reader(pdf).pages) == 1


def test_a_sheet_without_drawings_has_lines_of_the_usual_height() -> None:
    tournament, actor = play()
    sheet = first_sheet(tournament)
    decide(sheet, actor)
    accept(sheet, actor)
    page = filled_page(sheet_view(first_sheet(tournament)))
    assert (page.count('<div class="signed">'), "is-drawn" in page, "<svg" in page) == (2, False, False)


def test_the_document_of_a_sheet_signed_by_fingers() -> None:
    tournament, actor = play()
    sheet = first_sheet(tournament)
    decide(sheet, actor)
    sign_at_table(sheet, enrolled(sheet), 1, 2, 3)
    accept(sheet, actor)
    document = issue_document(scoresheet=first_sheet(tournament), actor=actor)
    assert document is not None
    assert broken_rules(bytes(document.pdf)) == []
    words = text(bytes(document.pdf))
    assert (words.count("signed at the table, "), words.count("confirmed at the desk · K. Reiter")) == (3, 1)
