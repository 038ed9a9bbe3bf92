"""The filled sheet on paper: always one page, with initials, footnotes, and codes as scanners read them."""

import os
import re
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import pytest
from django.test import override_settings
from django.utils import timezone, translation
from PIL import Image, ImageChops, ImageFilter

from tests.pdf import page_text, pdf_reader, text
from tests.tournament.exports.boxes import LONGEST, collisions
from tests.tournament.exports.scanned import codes, copied, photo, picture, positions, scan, twice_copied
from tests.tournament.proof.seals.archival import broken_rules
from tests.tournament.proof.seals.sealed_pdf import seal_page
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import accept, correct, fill, fresh, grant, refuse, strike
from tests.worlds.signing import enrolled, sign_at_table
from tournament.exports.documents import issue_document
from tournament.exports.filled_sheet import SIZES, filled_page
from tournament.exports.pdf import render_pdf
from tournament.exports.scoresheet import match_pdf, scoresheet_pdf
from tournament.models import Participant, Scoresheet, Tournament, User
from tournament.proof.exports.sealing import Sealing, seal_fingerprint, sealing_again, sealing_of
from tournament.proof.seals.keys import SealKey, grouped
from tournament.proof.seals.paper import is_seal_signed, paper_names_hash, read_seal, tournament_hash
from tournament.selectors.scoresheets import SheetView, sheet_view

pytestmark = pytest.mark.django_db

ADDRESS = "https://192.168.100.200:8443"
REFERENCES = Path(__file__).with_name("references")
# 4 is refused and struck (5.2.17), 5 granted (5.2.14), 9 a sanction, 12 struck, 7 corrected.
ENTRIES = [
    *("r12+", "r13-", "s2+", "st3+", "wt2-", "r34+", "r14+", "r23-"),
    *("r13!2", "r24+", "r12-", "r34+", "r23++", "r14-", "r13+", "r24-"),
    *("r12+", "r34-", "r13+", "r24+", "r24++", "r14+", "r23-", "r12+++"),
    *("r34+", "r13-", "r24+", "r14-", "r12+", "r23+", "r34-", "r13+"),
]
REASON = (
    "Beim Nachrechnen am Tisch ist aufgefallen, dass mit Schneider gewonnen wurde; alle vier haben es bestätigt " * 2
)
LONG = ("Freiherr-Maximilian-Balthasar", "von und zu Oberammergau-Hinter")
NAMES = (LONG, ("Magdalena Kunigunde Theodolinde", "von Hohenschwangau-Lindau"), LONG, ("Dirk", "Süß"))
FAR_NAMES = (LONG, ("محمد عبد الرحمن", "الخطيب"), ("🃏 Hias 👨‍👩‍👧", "Müller-Lüdenscheidt 🎉"), ("Dirk", "Süß"))


@dataclass(frozen=True, kw_only=True)
class Printed:
    """Two accepted sheets as they are sealed, and their PDFs: an ordinary one, and one with all that can go wrong."""

    sheets: tuple[Scoresheet, Scoresheet]
    usual_pdf: bytes
    crowded_pdf: bytes

    @property
    def usual(self) -> SheetView:
        return german_view(self.sheets[0])

    @property
    def crowded(self) -> SheetView:
        return german_view(self.sheets[1])


def german_view(sheet: Scoresheet) -> SheetView:
    with translation.override("de"):
        return sheet_view(sheet)


def begin() -> Printed:
    now = datetime(2026, 11, 28, 20, 14, tzinfo=timezone.get_default_timezone())
    with pytest.MonkeyPatch.context() as patch, translation.override("de"):
        patch.setattr(timezone, "now", lambda: now)
        actor = make_user("supervisor", "desk", full_name="K. Reiter")
        tournament = make_tournament()
        make_participants(tournament, 8)
        usual, crowded = _accepted(tournament, 1, actor), _accepted(tournament, 2, actor)
    return Printed(
        sheets=(usual, crowded),
        usual_pdf=printed(german_view(usual), "7f3a91c2e04b"),
        crowded_pdf=printed(german_view(crowded), "0" * 12),
    )


def _accepted(tournament: Tournament, table: int, actor: User) -> Scoresheet:
    sheet = fill(open_scoresheet(tournament, table=table), actor, ENTRIES)
    refuse(sheet, 4, actor)
    grant(sheet, 5, actor)
    strike(sheet, 12, actor, reason="zweimal eingetragen")
    if table == 1:
        correct(sheet, 7, "s4+", actor, reason="falsch abgeschrieben")
    else:
        for number, name in enumerate(NAMES, 5):
            Participant.objects.filter(start_number=number).update(first_name=name[0], last_name=name[1])
        for number in range(13, 25):
            correct(sheet, number, "r34---", actor, reason=REASON[:200])
    device = enrolled(sheet)
    return accept(sign_at_table(sheet, device, 1, 2, 3, 4), actor)


def sealing(view: SheetView, code: str) -> Sealing:
    """A sealing with code, key and paper seal that are the same in every run."""
    return Sealing(
        address=f"{ADDRESS}/v/{code}/",
        check_code=code,
        version=2,
        fingerprint="0" * 64,
        paper_seal="SIEGEL1" + "AX" * 92,
    )


def printed(view: SheetView, code: str) -> bytes:
    with translation.override("de"):
        return scoresheet_pdf(view, sealing=sealing(view, code))


def test_one_page_with_every_correction_however_many_and_long(world: Printed) -> None:
    words = text(world.crowded_pdf)
    assert len(pdf_reader(world.crowded_pdf).pages) == 1
    numbers = re.findall(r"\d+ Spiel (\d+) (?:korrigiert|gestrichen) \(5\.[23]\.\d+\)", words)
    assert [int(number) for number in numbers] == [4, 12, *range(13, 25)]
    assert words.count("Beim Nachrechnen am Tisch") == 12
    # The page says what is left out, and where to find it.
    assert "gekürzt (…): alles steht in den Daten, die diesem Dokument beigefügt sind" in words
    assert "gekürzt" not in text(world.usual_pdf)


def test_names_of_any_script_keep_the_page(world: Printed) -> None:
    for number, name in enumerate((*FAR_NAMES[:3], FAR_NAMES[0]), 5):
        club = f"{number}. Schafkopffreunde von Oberammergau und Umgebung"
        Participant.objects.filter(start_number=number).update(first_name=name[0], last_name=name[1], club=club)
    view = sheet_view(fresh(world.crowded.scoresheet))
    assert len(pdf_reader(printed(view, "0" * 12)).pages) == 1


def test_initials_and_footnotes_lead_to_the_remarks(world: Printed) -> None:
    words = text(world.usual_pdf)
    # Approved; corrected, with the old value; a sanction; struck.
    assert "5 1 Wenz-Tout 5.2.14 KR 6" in words
    assert "7 3 Ruf Solo KR2" in words
    assert "9 1 Strafe KR3" in words
    assert "12 4 Ruf KR4" in words
    remarks = words[words.index("1 Spiel 4 gestrichen") :]
    assert [remarks.index(f"{number} Spiel {game}") for number, game in ((2, 7), (3, 9), (4, 12))] == sorted(
        remarks.index(f"{number} Spiel {game}") for number, game in ((2, 7), (3, 9), (4, 12))
    )
    assert (
        "2 Spiel 7 korrigiert (5.3.4): Ruf, Anna mit Dirk, gewonnen – jetzt Solo, Dirk, gewonnen. "
        "falsch abgeschrieben · Aufsicht K. Reiter, 20:14"
    ) in remarks
    assert remarks.count("am Tisch unterschrieben, 20:14") == 4
    assert "angenommen · K. Reiter, 28.11.2026 20:14" in remarks


@pytest.mark.parametrize(
    "image_of",
    [lambda pdf: picture(pdf, 300), lambda pdf: copied(picture(pdf, 300)), scan, photo],
    ids=["rendered", "copied", "scanned", "photographed"],
)
def test_both_codes_are_read(world: Printed, image_of: Callable[[bytes], Image.Image]) -> None:
    seal = sealing(world.usual, "7f3a91c2e04b")
    assert codes(image_of(world.usual_pdf)) == {seal.address, seal.paper_seal}


def test_the_codes_are_large_enough(world: Printed) -> None:
    """In millimetres, without the white margin: a module of the paper seal is half of one."""
    widths = {code: right - left for code, (left, right) in positions(picture(world.usual_pdf, 300), 300).items()}
    address, seal = sorted(widths, key=len)
    assert (widths[address] >= 16, widths[seal] >= 25) == (True, True)


def test_what_is_printed_is_what_is_sealed(world: Printed, seal: SealKey) -> None:
    view, tournament = world.usual, world.usual.scoresheet.match.tournament
    with override_settings(PUBLIC_ADDRESS=ADDRESS):
        sealing = sealing_of(view, acceptance="7f3a91c2e04b" + "0" * 52, version=3, key=seal)
    paper_seal = read_seal(sealing.paper_seal)
    assert is_seal_signed(paper_seal, seal.key.public_key())
    names = ["Anna Obermaier", "Bene Huber", "Centa Löffler", "Dirk Süß"]
    assert (paper_seal.seal.tournament, paper_seal.seal.names) == (
        tournament_hash("Feldkirchen 2026", tournament.day),
        paper_names_hash(names),
    )
    assert (paper_seal.seal.check_code, paper_seal.seal.match, paper_seal.seal.table, paper_seal.seal.version) == (
        "7f3a91c2e04b",
        1,
        1,
        3,
    )
    assert paper_seal.seal.totals == tuple(seat.points for seat in view.seats)
    assert (sealing.address, sealing.check_code) == (f"{ADDRESS}/v/7f3a91c2e04b/", "7F3A-91C2-E04B")


def test_where_no_phone_reaches_the_server_the_check_code_stands_in_words_alone(world: Printed, seal: SealKey) -> None:
    sealing = sealing_of(world.usual, acceptance="7f3a91c2e04b" + "0" * 52, version=3, key=seal)
    page = filled_page(world.usual, sealing=sealing)
    assert (sealing.address, "address-code" in page, "7F3A-91C2-E04B" in page) == ("", False, True)


def test_nothing_covers_anything_whatever_the_size(world: Printed) -> None:
    seal = sealing(world.crowded, "7f3a91c2e04b")
    pages = [
        filled_page(view, sealing=sealed, size=size)
        for view, sealed, size in [
            (world.usual, seal, SIZES[2]),
            (world.usual, None, SIZES[1]),
            (world.crowded, seal, SIZES[-5]),
            (renamed(world.usual), seal, SIZES[4]),
            (renamed(world.usual), None, SIZES[3]),
        ]
    ]
    assert collisions(pages) == [[]] * len(pages)


def test_sealed_it_follows_the_rules_of_pdf_a_that_can_be_looked_up(world: Printed, seal: SealKey) -> None:
    assert broken_rules(seal_page(world.crowded_pdf, seal)) == []


def renamed(view: SheetView) -> SheetView:
    """The sheet with the longest possible names of players, tournament and management, and many changed rules."""
    sheet = copy(view.scoresheet)
    sheet.match = copy(sheet.match)
    sheet.match.tournament = tournament = copy(sheet.match.tournament)
    tournament.name = tournament.management = "Preisschafkopf um den Wanderpokal der Gemeinde Feldkirchen-Westerham"
    tournament.frozen_ruleset = re.sub(r"^(\w+ = \{ value = )0", r"\g<1>2", tournament.frozen_ruleset, flags=re.M)
    return replace(view, scoresheet=sheet, seats=tuple(replace(seat, name=LONGEST) for seat in view.seats))


def test_without_a_seal_the_print_says_what_it_is(world: Printed) -> None:
    page = filled_page(world.usual)
    assert "Accepted · the seal is still missing" in page
    assert "<b>The seal follows.</b> This print is from before it: please get the PDF once more in a minute" in page
    assert world.usual.check_code in page
    assert ("Seal:" in page, "address-code" in page, 'id="seal"' in page) == (False, False, False)
    with override_settings(SEAL_PKCS12="/nowhere/seal.p12"):
        page = filled_page(world.usual)
    assert "the seal is still missing: The key that seals documents is missing: seal.p12." in page
    assert "The seal follows" not in page
    opened = correct(fresh(world.usual.scoresheet), 1, "r12++", User.objects.get())
    page = filled_page(sheet_view(opened))
    assert ("the seal is still missing" in page, "The seal follows" in page) == (False, False)


def test_a_print_of_the_match_bears_the_seal_of_the_document_in_force(world: Printed, seal: SealKey) -> None:
    sheets = [view.scoresheet for view in (world.usual, world.crowded)]
    document = issue_document(scoresheet=sheets[0], actor=User.objects.get())
    assert document
    sealed, unsealed = (page_text(page) for page in pdf_reader(match_pdf([world.usual, world.crowded])).pages)
    assert "Version 1" in sealed
    assert ["the seal is still missing" in page for page in (sealed, unsealed)] == [False, True]
    again = sealing_again(world.usual, document)
    assert again
    assert is_seal_signed(read_seal(again.paper_seal), seal.key.public_key())
    with override_settings(SEAL_PKCS12="/nowhere/seal.p12"):
        assert sealing_again(world.usual, document) is None
    assert "missing" not in filled_page(world.usual, is_sealed=True)


def test_56_games_are_two_pages_with_the_head_on_both() -> None:
    tournament = make_tournament(slug="long")
    make_participants(tournament, 4)
    sheet = open_scoresheet(tournament)
    rules = tournament.ruleset.text.replace("games_per_player = { value = 32", "games_per_player = { value = 56")
    Tournament.objects.filter(pk=tournament.pk).update(frozen_ruleset=rules)
    pages = [" ".join(page_text(page).split()) for page in pdf_reader(scoresheet_pdf(sheet_view(fresh(sheet)))).pages]
    assert [f"Page {number} of 2" in page for number, page in enumerate(pages, 1)] == [True, True]
    heads = [page[: page.index("+ −")] for page in pages]
    assert heads[0] == heads[1]
    assert "Table 1 Open Scorekeeper Anna Obermaier" in heads[0]
    assert [re.findall(r"Round (\d+)", page) for page in pages] == [
        [str(number) for number in range(1, 8)],
        [str(number) for number in range(8, 15)],
    ]
    assert ["Result" in page for page in pages] == [False, True]


def test_there_is_a_fingerprint_only_where_there_is_a_key(seal: SealKey) -> None:
    assert seal_fingerprint() == grouped(seal.fingerprint)
    with override_settings(SEAL_PKCS12="/nowhere/seal.p12"):
        assert seal_fingerprint() == ""


def test_old_values_are_still_struck_on_a_copy_of_a_copy() -> None:
    def ink(cell: str) -> int:
        row = f'<tr class="game"><td class="plus">{cell}</td></tr>'
        page = f'<body><main class="filled fit-4"><table class="scoresheet fit-4">{row}</table></main></body>'
        image = twice_copied(picture(render_pdf([page], title="x"), 150))
        return sum(image.histogram()[:128])

    assert ink("<del>111</del>") - ink("<del> </del>") > 1.2 * (ink("<span>111</span>") - ink("<span> </span>"))


@pytest.mark.parametrize("name", ["usual", "crowded"])
def test_it_looks_as_it_was_looked_at(world: Printed, name: str) -> None:
    """Compare with a picture that somebody has looked at. REFERENCES=1 makes new ones: look at them first."""
    image, reference = picture(getattr(world, f"{name}_pdf"), 60), REFERENCES / f"{name}.png"
    if os.environ.get("REFERENCES"):
        image.quantize(16).save(reference, optimize=True)
    gray, gray_reference = (
        one.convert("L").filter(ImageFilter.GaussianBlur(1)) for one in (image, Image.open(reference))
    )
    # Another poppler sets an edge a shade darker or lighter; a moved word, line or code makes a larger spot.
    differing = sum(ImageChops.difference(gray, gray_reference).histogram()[40:])
    assert differing < 0.001 * image.width * image.height
