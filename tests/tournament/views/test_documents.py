"""Downloads: who gets them, their content, and their headers."""

import io

import pytest
from django.db.models import F
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.pango import without_pango
from tests.tournament.views.desk import login
from tests.worlds.factories import make_tournament, make_user, write
from tests.worlds.played import accept, accepted_tournament, correct, finished_tournament, first_sheet, play
from tournament.models import Document, Scoresheet, Seat, Tournament
from tournament.proof.seals.office import check_xlsx
from tournament.standings.selectors.standings import overall_standings
from tournament.words.labels import signed

pytestmark = pytest.mark.django_db
SLUG = "feldkirchen-2026"
ADDRESSES = {
    "documents": [SLUG],
    "scoresheet_pdf": [SLUG, 1, 1],
    "scoresheets_blank_pdf": [SLUG],
    "match_pdf": [SLUG, 1],
    "standings_pdf": [SLUG],
    "workbook": [SLUG],
}


def words(answer) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages).split())


@pytest.fixture
def desk(client):
    """A browser that is logged in with the role of the desk only."""
    client.force_login(make_user("desk"))
    return client


@pytest.mark.parametrize("name", ADDRESSES)
def test_nobody_downloads_without_a_login(client, name):
    answer = client.get(reverse(name, args=ADDRESSES[name]))
    assert (answer.status_code, answer.url.split("?")[0]) == (302, "/login/")


@pytest.mark.parametrize("name", [name for name in ADDRESSES if name not in ("scoresheet_pdf", "standings_pdf")])
def test_downloads_are_only_read(desk, name):
    assert desk.post(reverse(name, args=ADDRESSES[name])).status_code == 405


@pytest.mark.parametrize("name", ADDRESSES)
def test_what_is_not_there_is_not_found(desk, name):
    assert desk.get(reverse(name, args=["nowhere", *ADDRESSES[name][1:]])).status_code == 404


@pytest.mark.parametrize(
    ("name", "kind", "file"),
    [
        ("scoresheet_pdf", "application/pdf", f'inline; filename="{SLUG}-match-1-table-1.pdf"'),
        ("scoresheets_blank_pdf", "application/pdf", f'inline; filename="{SLUG}-blank.pdf"'),
        ("match_pdf", "application/pdf", f'inline; filename="{SLUG}-match-1.pdf"'),
        ("standings_pdf", "application/pdf", f'inline; filename="{SLUG}-standings.pdf"'),
        (
            "workbook",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            f'attachment; filename="{SLUG}.xlsx"',
        ),
    ],
)
def test_every_download_says_what_it_is(desk, name, kind, file):
    play(entries=["r12+"])
    answer = desk.get(reverse(name, args=ADDRESSES[name]))
    reply = (answer.status_code, answer["Content-Type"], answer["Content-Disposition"], answer["Cache-Control"])
    assert reply == (200, kind, file, "no-store, private")
    assert answer.content[:4] == (b"PK\x03\x04" if name == "workbook" else b"%PDF")


def test_an_accepted_sheet_is_always_the_same_file_until_it_is_corrected(desk):
    tournament, actor = accepted_tournament()
    address = reverse("scoresheet_pdf", args=[SLUG, 1, 1])
    first = desk.post(address, follow=True).content
    assert first == bytes(Document.objects.get().pdf) == desk.get(address).content
    correct(first_sheet(tournament), 1, "r12++", actor)
    assert "Complete" in words(desk.get(address))
    accept(first_sheet(tournament), actor)
    assert desk.post(address, follow=True).content == bytes(Document.objects.order_by("pk")[1].pdf) != first


def test_the_sheets_of_a_match_with_names_or_as_they_stand(desk):
    play(tables=2, entries=["r12+"])
    address = reverse("match_pdf", args=[SLUG, 1])
    names, capitals, filled = (words(desk.get(address + query)) for query in ("", "?capitals=1", "?filled=1"))
    assert ("Löffler" in names, "Rufer" in names) == (True, False)
    assert ("LÖFFLER" in capitals, "Löffler" in capitals) == (True, False)
    assert filled.count("Rufer 1 1 1 1") == 2
    assert len(PdfReader(io.BytesIO(desk.get(address).content)).pages) == 2


def test_a_sheet_on_which_nothing_stands_is_printed_to_be_written_on(desk):
    """One more sheet, where a seat was given away after the match was printed."""
    _tournament, actor = play(tables=1, entries=[])
    one, match = (reverse(name, args=ADDRESSES[name]) for name in ("scoresheet_pdf", "match_pdf"))
    assert words(desk.get(one)) == words(desk.get(match)) != words(desk.get(f"{match}?filled=1"))
    write(Scoresheet.objects.select_related("match__tournament").get(), 1, "r12+", actor)
    assert "Rufer 1 1 1 1" in words(desk.get(one))


def test_the_first_entry_is_in_no_document_for_whom_may_type_the_second(desk):
    """The desk and the paper are blind; the typist of the first entry and empty forms are not affected."""
    _tournament, actor = play(tables=2, entries=["r12+"])
    Tournament.objects.update(double_entry=True)
    page, match_pdf = (reverse(name, args=ADDRESSES[name]) for name in ("documents", "match_pdf"))
    for address in (f"{match_pdf}?filled=1", reverse("workbook", args=[SLUG])):
        answer = desk.get(address)
        assert (answer.status_code, answer.url) == (302, page)
        assert "Sheets wait for their second entry" in desk.get(page).content.decode()
        assert login(actor).get(address).status_code == 200
    assert desk.get(match_pdf).content[:4] == b"%PDF"


def test_a_match_that_is_not_drawn_has_no_sheets(desk):
    play(entries=[])
    assert desk.get(reverse("match_pdf", args=[SLUG, 2])).status_code == 404


def test_the_page_offers_every_document(desk):
    play(entries=["r12+"])
    page = desk.get(reverse("documents", args=[SLUG])).content.decode()
    offered = [
        reverse(name, args=args) for name, args in ADDRESSES.items() if name not in ("documents", "scoresheet_pdf")
    ]
    assert [address for address in offered if f'href="{address}' not in page] == []
    assert "not for the newspaper or the web" in page


def test_before_the_draw_the_page_offers_what_there_is(desk):
    make_tournament()
    page = desk.get(reverse("documents", args=[SLUG]))
    assert (page.status_code, "Sheets of match" in page.content.decode()) == (200, False)


def test_the_standings_are_provisional_until_every_sheet_is_accepted(desk):
    play(entries=["r12+"])
    printed = words(desk.get(reverse("standings_pdf", args=[SLUG])))
    assert ("Provisional" in printed, "provisional" in printed, "Final" in printed) == (True, True, False)
    assert (
        "Table 1 of match 1 is missing. Match 2 is not drawn yet. A sheet counts as soon as it is complete." in printed
    )
    assert printed.count("not ranked yet · table 1 of match 1 is missing (1 of 32 games)") == 4


def test_the_final_standings_name_places_points_and_what_decided(desk):
    tournament, _actor = finished_tournament()
    printed = words(desk.get(reverse("standings_pdf", args=[SLUG])))
    assert ("Final" in printed, "rovisional" in printed) == (True, False)
    for placed in overall_standings(tournament).lines:
        first, second = map(signed, placed.match_points)
        row = (
            f"{placed.place} {placed.start_number} {placed.name} SV Feldkirchen {first} {second} {signed(placed.total)}"
        )
        assert row in printed


def test_a_ranking_that_does_not_follow_from_the_games_stays_provisional(desk):
    tournament, _actor = finished_tournament()
    Seat.objects.filter(match__tournament=tournament, match__number=1, number=1).update(plus=F("plus") + 1, points=-2)
    assert "Provisional" in words(desk.get(reverse("standings_pdf", args=[SLUG])))


def test_the_workbook_holds_standings_and_sheets(desk):
    play(tables=2, entries=["r12+"])
    answer = desk.get(reverse("workbook", args=[SLUG]))
    names = load_workbook(io.BytesIO(answer.content)).sheetnames
    assert names == ["Standings", "Participants", "Log", "M1 table 1", "M1 table 2"]
    assert check_xlsx(answer.content).intact


def test_a_workbook_without_a_seal_is_given_all_the_same_and_the_next_page_says_so(desk, settings, tmp_path):
    play(entries=["r12+"])
    settings.VAR_DIR = tmp_path
    answer = desk.get(reverse("workbook", args=[SLUG]))
    assert check_xlsx(answer.content).problem == "unsigned"
    assert (
        "The workbook has no seal, and says so itself." in desk.get(reverse("documents", args=[SLUG])).content.decode()
    )


@pytest.mark.parametrize("name", ["scoresheet_pdf", "scoresheets_blank_pdf", "match_pdf", "standings_pdf"])
def test_without_pango_a_sentence_says_so(desk, name):
    accepted_tournament()
    with without_pango():
        answer = desk.get(reverse(name, args=ADDRESSES[name]), follow=True)
    assert answer.redirect_chain == [(reverse("tournament", args=[SLUG]), 302)]
    assert "Pango is missing" in answer.content.decode()
