"""The documents of a sheet on its pages and to download: versions, the one in force, a missing seal, the zip."""

import hashlib
import io
import zipfile

import pytest
from django.test import Client
from django.urls import reverse

from tests.documents import store
from tests.pdf import text as printed
from tests.tournament.views.desk import address, login, text
from tests.worlds.factories import make_user
from tests.worlds.played import accept, accepted_tournament, correct, first_sheet
from tests.worlds.sealed import without_key
from tests.worlds.sheets import sign
from tournament.exports.print_jobs import only_printer
from tournament.models import Document, Event, Scoresheet, Tournament, User
from tournament.proof.seals.keys import SealKey, short_fingerprint
from tournament.selectors.scoresheets import check_code

pytestmark = pytest.mark.django_db
SLUG = "feldkirchen-2026"
FILE = f'inline; filename="{SLUG}-match-1-table-1'
FIRST, SECOND = b"%PDF the first version", b"%PDF the second version"


@pytest.fixture
def twice(seal: SealKey) -> tuple[Scoresheet, User]:
    """A sheet that was accepted, sealed, corrected, accepted and sealed again, and the login that did everything."""
    tournament, actor = accepted_tournament()
    sheet = first_sheet(tournament)
    store(sheet, seal, actor, FIRST)
    correct(sheet, 1, "r12++", actor)
    accept(sheet, actor)
    store(sheet, seal, actor, SECOND, number=2)
    return first_sheet(tournament), actor


@pytest.fixture
def desk(db: None) -> Client:
    return login(make_user("desk"))


def version(number: int) -> str:
    return address("document_version", number)


def test_each_version_is_the_file_that_was_issued_and_says_if_it_was_superseded(
    twice: tuple[Scoresheet, User], desk: Client
) -> None:
    answers = [desk.get(where) for where in (version(1), version(2), address("scoresheet_pdf"))]
    assert [answer.content for answer in answers] == [FIRST, SECOND, SECOND]
    assert [answer["Content-Disposition"] for answer in answers] == [
        f'{FILE}-version-1-superseded.pdf"',
        f'{FILE}-version-2.pdf"',
        f'{FILE}.pdf"',
    ]
    assert {(answer["Content-Type"], answer["Cache-Control"]) for answer in answers} == {
        ("application/pdf", "no-store, private")
    }
    assert [desk.get(version(number)).status_code for number in (0, 3)] == [404, 404]


def test_the_pages_list_the_versions(twice: tuple[Scoresheet, User], desk: Client, seal: SealKey) -> None:
    sheet, actor = twice
    key = short_fingerprint(seal.fingerprint)
    for page in (text(desk.get(address("scoresheet"))), text(desk.get(reverse("documents", args=[SLUG])))):
        assert page.index(f'href="{version(2)}"') < page.index(f'href="{version(1)}"')
        assert page.count(f"· key {key}") == 2
        for document in sheet.documents.all():
            assert f"· check code {check_code(document.head_hash)} ·" in page
        assert "by K. Reiter. Game 1: falsch abgeschrieben" in page.replace("</span>", "").replace(
            '<span translate="no">', ""
        )
    assert page.count("superseded</span>") == page.count("in force</span>") == 1
    # Reopened and signed again, but not accepted yet: the supervisor sees the version that was in force before.
    correct(sheet, 2, "r13+", actor)
    again = first_sheet(sheet.match.tournament)
    assert ">in force</span>" not in text(desk.get(address("scoresheet")))
    sign(again, actor)
    look = text(login(actor).get(address("scoresheet_look")))
    assert (look.count("superseded</span>"), look.count("not in force</span>")) == (1, 1)


def test_an_old_version_is_no_way_round_the_blind_second_entry(twice: tuple[Scoresheet, User], desk: Client) -> None:
    sheet, actor = twice
    Tournament.objects.update(double_entry=True)
    correct(sheet, 1, "r12+", actor)
    assert [desk.get(where).status_code for where in (version(1), address("scoresheet_pdf"))] == [302, 302]
    assert login(actor).get(version(1)).content == FIRST
    zipped = desk.post(reverse("sealed_zip", args=[SLUG, 1]))
    assert (zipped.status_code, zipped.url) == (302, reverse("documents", args=[SLUG]))


def test_without_a_key_each_is_told_what_is_for_them(desk: Client) -> None:
    """The acceptance holds, the print says that the seal is missing; with the key the button makes the document."""
    tournament, organiser = accepted_tournament()
    pages = [address("scoresheet"), reverse("documents", args=[SLUG])]
    with without_key():
        for page in pages:
            own, others = text(login(organiser).get(page)), text(desk.get(page))
            assert ("its seal is missing yet. The key that seals documents is missing: seal.key." in own) is True
            assert ("added later; the organiser reads here what to do" in others, "seal.key" in others) == (True, False)
        print_out = desk.post(address("scoresheet_pdf"), follow=True)
    assert "Accepted · the seal is still missing" in printed(print_out.content)
    assert Document.objects.count() == 0
    assert "its seal follows in a moment" in text(desk.get(address("scoresheet")))
    # Whoever only looks makes none.
    assert "the seal is still missing" in printed(desk.get(address("scoresheet_pdf")).content)
    assert Document.objects.count() == 0
    sealed = desk.post(address("scoresheet_pdf"), follow=True).content
    assert sealed == bytes(Document.objects.get().pdf)
    assert [word in text(desk.get(page)) for page in pages for word in ("follows in a moment", "missing yet")] == [
        False
    ] * 4
    assert Event.objects.get(kind="document.issued").actor == User.objects.get(username="desk")
    assert first_sheet(tournament).state == "accepted"


def test_accepting_without_a_key_says_so_and_holds(desk: Client) -> None:
    tournament, actor = accepted_tournament()
    sheet = first_sheet(tournament)
    correct(sheet, 1, "r12++", actor)
    sign(sheet, actor)
    boss = login(make_user("supervisor", username="boss"))
    with without_key():
        boss.post(address("scoresheet_accept"), {"content": first_sheet(tournament).content_hash})
        page = text(boss.get(address("scoresheet")))
    assert "Its seal is missing yet and is added later" in page
    assert first_sheet(tournament).state == "accepted"


def test_a_printer_at_work_is_left_the_sealing(no_prints: None) -> None:
    """The person who accepts does not wait for the render."""
    tournament, actor = accepted_tournament()
    sheet = first_sheet(tournament)
    correct(sheet, 1, "r12++", actor)
    sign(sheet, actor)
    with only_printer():
        login(actor).post(address("scoresheet_accept"), {"content": first_sheet(tournament).content_hash})
    page = text(login(actor).get(address("scoresheet")))
    assert ("its seal follows in a moment" in page, Document.objects.count()) == (True, 0)


def test_the_sealed_sheets_of_a_match_as_a_zip_with_an_index(seal: SealKey, desk: Client, german: None) -> None:
    _tournament, actor = accepted_tournament(tables=3)
    tables = list(Scoresheet.objects.select_related("match__tournament").order_by("table_number"))
    for sheet in tables[:2]:
        store(sheet, seal, actor, f"%PDF {sheet.table_number}".encode())
    correct(tables[1], 1, "r12++", actor)
    with without_key():  # table 3 is accepted, but cannot be sealed now
        answer = desk.post(reverse("sealed_zip", args=[SLUG, 1]))
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("application/zip", "no-store, private")
    assert answer["Content-Disposition"] == f'attachment; filename="{SLUG}-durchgang-1-versiegelt.zip"'
    files = zipfile.ZipFile(io.BytesIO(answer.getvalue()))
    assert (files.namelist(), files.read("tisch-1.pdf")) == (["tisch-1.pdf", "SHA256SUMS", "index.html"], b"%PDF 1")
    assert files.read("SHA256SUMS").decode() == f"{hashlib.sha256(b'%PDF 1').hexdigest()}  tisch-1.pdf\n"
    index = files.read("index.html").decode()
    assert "1 von 3 Listen liegen hier." in index
    assert index.count("<strong>fehlt</strong>") == 2
    assert "seal.key" in index
    assert [str(seat.participant) in index for sheet in tables for seat in sheet.seats.all()] == [True] * 12
    assert seal.fingerprint in index
