"""The sheet on A4, read back by a PDF reader: text, pages, fonts, and the stored document of an accepted sheet."""

import re
import shutil
import subprocess

import pytest

from scoring.ruleset import load_ruleset
from tests.pdf import page_text, pdf_reader, ppm, text
from tests.worlds.played import accepted_tournament, first_sheet, play
from tournament.draw.services.seats import exchange_seats
from tournament.exports.pdf import render_pdf
from tournament.exports.scoresheet import blank_pdf, match_pdf, rules_line, scoresheet_pdf
from tournament.models import Event, Scoresheet
from tournament.selectors.scoresheets import sheet_view
from tournament.services.acting import act
from tournament.services.tables import issue_pack, replace_pack
from tournament.sheet.acts.tables import NameScorekeeper

pytestmark = pytest.mark.django_db


def fonts(pdf: bytes) -> set[str]:
    """The embedded fonts by name, without the letters of the subset."""
    names = set()
    for page in pdf_reader(pdf).pages:
        for font in page["/Resources"]["/Font"].values():
            descendant = font.get_object()["/DescendantFonts"][0].get_object()
            descriptor = descendant["/FontDescriptor"].get_object()
            assert {"/FontFile2", "/FontFile3"} & set(descriptor), "a font is not embedded"
            names.add(descriptor["/FontName"].split("+")[1])
    return names


def test_an_accepted_sheet_says_all_that_is_on_it():
    tournament, _actor = accepted_tournament()
    view = sheet_view(first_sheet(tournament))
    pdf = scoresheet_pdf(view)
    words, names = text(pdf), [seat.name for seat in view.seats]
    assert len(pdf_reader(pdf).pages) == 1
    assert pdf_reader(pdf).pages[0].mediabox[2:] == pytest.approx([595.3, 841.9], abs=0.1)
    assert words.startswith(
        "Scoresheet Feldkirchen 2026 · 28/11/2026 · Match 1 Table 1 Accepted · the seal is still missing"
    )
    head = " ".join(f"{number} {name}" for number, name in enumerate(names, 1))
    assert (
        f"No. Dealer Game Initials {head} + − + − + − + − 1 1 Rufer 1 1 1 1 2 2 Rufer 1 1 1 1 3 3 Solo 2 6 2 2" in words
    )
    assert "Round 1 · checksum 0 ✓ 0 +10 −2 −8" in words
    # Game 7 was r14+ and is now r24++: the old values stand beside the new ones (5.3.4).
    assert "7 3 Rufer KR1 1 2 2 1 1 2 1 2 8 4 Rufer" in words
    assert "20 4 Wenz Tout 5.2.14 KR 6 18 6 6 Round 5" in words
    assert "16 4 Solo KR3 6 2 2 2 Round 4 · checksum 0 ✓" in words
    sums = " ".join(f"+{seat.plus} −{seat.minus}" for seat in view.seats)
    assert f"Round 8 · checksum 0 ✓ −3 +27 −5 −19 Plus and minus points {sums} Result · sum 0 −3 +27 −5 −19" in words
    assert "Game 7 corrected (5.3.4)" in words
    assert "falsch abgeschrieben · supervisor K. Reiter" in words
    assert "Game 16 struck (5.2.17): Solo without approval · supervisor K. Reiter" in words
    assert re.search(r"Approved: game 20 \(5\.2\.14\) K\. Reiter, \d", words)
    assert words.count("confirmed at the desk · K. Reiter") == 4
    assert re.search(r"accepted · K\. Reiter, \d+/\d+/\d{4}", words)
    assert f"Rules: Schafkopf School 2023, edition 2023-03-16 · check code {view.check_code} Page 1 of 1" in words
    assert re.fullmatch(r"[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}", view.check_code)
    head_hash = Event.objects.filter(scoresheet=view.scoresheet).latest("sequence").hash
    assert view.check_code.replace("-", "") == head_hash[:12].upper()


def test_the_three_fonts_are_ours_and_embedded():
    tournament, _actor = play(entries=["r12+", "s3+"])
    pdf = scoresheet_pdf(sheet_view(first_sheet(tournament)))
    assert fonts(pdf) == {"Paper-Sans", "Paper-Sans-Semi-Bold", "Paper-Serif-Semi-Bold"}


def test_an_open_sheet_shows_its_lines_and_no_more():
    tournament, _actor = play(entries=["r12+", "r13-"])
    words = text(scoresheet_pdf(sheet_view(first_sheet(tournament))))
    assert "Match 1 Table 1 Open" in words
    assert "2 2 Rufer 1 1 1 1 3 3 4 4 Round 1 · checksum 5 1" in words
    assert "Result · sum 0 0 +2 −2 0" in words
    assert "accepted" not in words


def test_a_sheet_says_who_keeps_it_with_which_cards_and_what_was_changed():
    tournament, actor = play(entries=["r12+", "r13-"])
    sheet = first_sheet(tournament)
    issue_pack(scoresheet=sheet, pack="14", actor=actor)
    act(sheet, NameScorekeeper(seat=3, all_agree=True), actor=actor)
    replace_pack(scoresheet=sheet, pack="R31", actor=actor)
    first, second = sheet.seats.filter(number__in=[2, 4]).select_related("participant", "scoresheet")
    exchange_seats(first=first, second=second, actor=actor, reason="Stühle verwechselt")
    view = sheet_view(first_sheet(tournament))
    names = [seat.name for seat in view.seats]
    assert names[1] == str(second.participant)
    pdf = scoresheet_pdf(view)
    words = text(pdf)
    assert len(pdf_reader(pdf).pages) == 1
    assert f"Table 1 Open Scorekeeper {names[2]} · Cards R31 · First dealer 1 No." in words
    assert f"Scorekeeper from game 3 on: {names[2]}, until game 2 {names[0]}, all agreed (5.3.1) · K. Reiter, " in words
    assert "After game 2 cards 14 replaced by R31 (3.4.3) · K. Reiter, " in words
    exchanged = f"Seat 2 and seat 4 exchanged: now {names[1]} on seat 2, {names[3]} on seat 4 (Stühle verwechselt)"
    assert f"After game 2: {exchanged} · Tournament management K. Reiter, " in words


def test_a_blank_sheet_needs_no_draw():
    tournament, _actor = play(entries=[])
    pdf = blank_pdf(tournament)
    words = text(pdf)
    assert len(pdf_reader(pdf).pages) == 1
    assert words.startswith("Scoresheet Feldkirchen 2026 · 28/11/2026 · Match Table")
    assert "No. Dealer Game Initials 1 2 3 4 + − + − + − + − 1 1 2 2 3 3 4 4 Round 1 · checksum Σ 5 1" in words
    assert "Round 8 · checksum Σ Plus and minus points Result Σ The points of Solo or Wenz are circled" in words
    assert "Seat 1 Seat 2 Seat 3 Seat 4 Supervisor Tournament management · SV Feldkirchen" in words


def test_a_match_is_one_pdf_of_a_page_each_that_counts_its_own_pages():
    tournament, _actor = play(tables=3, entries=["r12+"])
    sheets = Scoresheet.objects.select_related("match__tournament", "accepted_by").order_by("table_number")
    pdf = match_pdf([sheet_view(sheet) for sheet in sheets])
    pages = [" ".join(page_text(page).split()) for page in pdf_reader(pdf).pages]
    assert [re.search(r"Table (\d+) Open", page).group(1) for page in pages] == ["1", "2", "3"]
    assert ["Page 1 of 1" in page for page in pages] == [True] * 3
    assert pdf_reader(pdf).metadata.title == "Scoresheets of match 1"
    assert tournament.name in pages[2]


def test_in_german_date_and_time_are_german(german):
    tournament, _actor = play(entries=["r12+"])
    assert "28.11.2026" in text(scoresheet_pdf(sheet_view(first_sheet(tournament))))


def test_an_edition_without_a_date_is_said_in_german(german):
    assert rules_line(load_ruleset("house-10-60")) == "Regeln: Hausturnier 10/60, Ausgabe ohne Datum"


def test_changed_settings_are_named():
    tournament, _actor = play(entries=[])
    original = tournament.frozen_ruleset
    tournament.frozen_ruleset = original.replace("counted_from = { value = 5", "counted_from = { value = 6")
    assert tournament.frozen_ruleset != original
    assert rules_line(tournament.ruleset) == (
        "Rules: Schafkopf School 2023, edition 2023-03-16 · changed: approvals.counted_from = 6"
    )


def test_the_page_looks_like_a_sheet():
    """On the rendered page the band of the first checksum is in its place; circles and columns have their colours."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("no pdftoppm here: apt-get install poppler-utils")
    tournament, _actor = accepted_tournament()
    pdf = scoresheet_pdf(sheet_view(first_sheet(tournament)))
    command = ["pdftoppm", "-r", "72", "-singlefile", "-"]
    width, height, pixels = ppm(subprocess.run(command, input=pdf, capture_output=True, check=True).stdout)
    assert (width, height) == (596, 842)
    colours = {pixels[at : at + 3] for at in range(0, len(pixels), 3)}
    assert {bytes.fromhex(code) for code in ("f3eee0", "1d2a23", "ffffff")} <= colours
    # Down the sheet in a column without figures: eight checksum lines, sums and result, in the upper nine tenths.
    column = [pixels[(row * width + 160) * 3 :][:3] == bytes.fromhex("f3eee0") for row in range(height)]
    starts = [row for row in range(1, height) if column[row] and not column[row - 1]]
    assert (len(starts), starts[-1] < 0.9 * height) == (10, True)


def test_only_our_static_files_are_read(tmp_path, caplog):
    secret = tmp_path / "secret.svg"
    secret.write_text('<svg xmlns="http://www.w3.org/2000/svg"><text>secret</text></svg>')
    pages = [f'<img src="{address}">' for address in (secret.as_uri(), "https://example.org/a.png", "../settings.py")]
    for page in pages:
        assert b"secret" not in render_pdf([page], title="x")
    assert [record.levelname for record in caplog.records if "not one of our static files" in record.getMessage()] == [
        "ERROR"
    ] * 3
