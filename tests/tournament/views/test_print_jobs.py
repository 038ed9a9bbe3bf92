"""Choosing and printing sheets: the announcement, the progress, and who gets the file."""

import io

import pytest
from django.urls import reverse
from pypdf import PdfReader

from tests.tournament.views.desk import login
from tests.worlds.factories import make_tournament, make_user
from tests.worlds.played import first_sheet, play
from tournament.enums import PrintKind
from tournament.exports.print_jobs import make_print, only_printer
from tournament.models import PrintJob, Tournament
from tournament.services.print_jobs import note_progress, take_print
from tournament.views import documents

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_prints")]
SLUG = "feldkirchen-2026"
CHOOSE = reverse("print_sheets", args=[SLUG, 1])
HTMX = {"HX-Request": "true"}


def page(client, job):
    return client.get(job.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        ("", "3 sheets"),
        ("2-3, 1", "3 sheets"),
        ("3", "1 sheet"),
        ("2–3", "2 sheets"),
        ("3-2", "“3-2” runs backwards. Write the lower table first."),
        ("2-9", "There is no table 9 in this match."),
        ("all", "“all” names no tables. Write them like this: 12-20, 25."),
    ],
)
def test_how_many_pages_is_said_before(client, tables, sentence):
    _tournament, actor = play(tables=3, entries=[])
    client.force_login(actor)
    form = {"kind": "names", "choice": "all", "tables": tables}
    assert sentence in client.get(CHOOSE, form, headers=HTMX).content.decode()
    answer = client.get(CHOOSE, form).content.decode()
    assert (sentence in answer, "<h1>" in answer) == (True, True)
    refused = client.post(CHOOSE, form | {"choice": "nothing"})
    assert (refused.status_code, PrintJob.objects.count()) == (200, 0)


def test_nothing_to_print_is_said_and_starts_nothing(client):
    _tournament, actor = play(tables=2, entries=["r12+"])
    client.force_login(actor)
    answer = client.post(CHOOSE, {"kind": "names", "choice": "missing", "tables": ""})
    assert (b"No sheet is left to be printed" in answer.content, PrintJob.objects.count()) == (True, 0)


def test_a_print_from_the_choice_to_the_file(client):
    _tournament, actor = play(tables=3, entries=[])
    client.force_login(actor)
    with only_printer():  # as if a printer ran: it makes the file
        answer = client.post(CHOOSE, {"kind": "capitals", "choice": "all", "tables": "2-3"})
        job = PrintJob.objects.get()
        assert (answer.status_code, answer.url) == (302, job.get_absolute_url())
        assert "Waiting" in page(client, job)
        assert "pauses" not in page(client, job)
        assert client.get(f"{job.get_absolute_url()}?seen=waiting-0", headers=HTMX).status_code == 204
        take_print(job=job)
        note_progress(job=job, done=1)
        half = client.get(f"{job.get_absolute_url()}?seen=waiting-0", headers=HTMX).content.decode()
        assert ('<progress class="print-progress" value="1" max="2"' in half, "1 of 2 sheets" in half) == (True, True)
    make_print(job)
    assert "Open the file" in page(client, job)
    file = client.get(reverse("print_job_file", args=[SLUG, job.pk]))
    assert (file["Content-Type"], file["Cache-Control"]) == ("application/pdf", "no-store, private")
    assert len(PdfReader(io.BytesIO(b"".join(file.streaming_content))).pages) == 2
    listed = client.get(reverse("documents", args=[SLUG])).content.decode()
    assert (job.get_absolute_url() in listed, "Prints of the last day" in listed) == (True, True)
    job.file.unlink()
    assert "no longer kept" in page(client, job)
    response = client.get(reverse("print_job_file", args=[SLUG, job.pk]))
    assert (response.status_code, response.url) == (302, CHOOSE)


def test_without_a_printer_few_sheets_are_made_at_once_and_many_say_so(client, monkeypatch):
    _tournament, actor = play(tables=2, entries=[])
    client.force_login(actor)
    client.post(CHOOSE, {"kind": "names", "choice": "all"})
    assert PrintJob.objects.get().is_there
    monkeypatch.setattr("tournament.views.print_jobs.WITHOUT_PRINTER", 1)
    client.post(CHOOSE, {"kind": "filled", "choice": "all"})
    assert "The printing pauses. Usually it goes on by itself" in page(client, PrintJob.objects.first())


def test_a_print_is_cancelled_and_offered_once_more(client):
    _tournament, actor = play(tables=1, entries=[])
    client.force_login(actor)
    with only_printer():
        client.post(CHOOSE, {"kind": "names", "choice": "all"})
        job = PrintJob.objects.get()
        cancel = reverse("print_job_cancel", args=[SLUG, job.pk])
        assert client.get(cancel).status_code == 405
        assert client.post(cancel).url == job.get_absolute_url()
    assert ("Cancelled" in page(client, job), "Print once more" in page(client, job)) == (True, True)
    assert "cannot become" in client.post(cancel, follow=True).content.decode()


def test_a_job_is_of_its_tournament_alone(client):
    _tournament, actor = play(tables=1, entries=[])
    make_tournament("Moosach", "moosach")
    client.force_login(actor)
    client.post(CHOOSE, {"kind": "names", "choice": "all"})
    job = PrintJob.objects.get()
    for name in ("print_job", "print_job_file"):
        assert client.get(reverse(name, args=["moosach", job.pk])).status_code == 404


def test_the_first_entry_is_in_no_print_for_whom_may_type_the_second():
    """Neither in a print of their own nor in one that somebody else requested before."""
    tournament, actor = play(tables=1, entries=["r12+"])
    Tournament.objects.update(double_entry=True)
    blind, typist = login(make_user("desk", username="eva")), login(actor)
    for kind in ("filled", "sealed"):
        assert typist.post(CHOOSE, {"kind": kind, "choice": "all"}).status_code == 302
        job = PrintJob.objects.get(kind=kind)
        file = reverse("print_job_file", args=[SLUG, job.pk])
        assert typist.get(file).status_code == 200
        assert blind.get(file).url == reverse("documents", args=[SLUG])
        assert blind.post(CHOOSE, {"kind": kind, "choice": "all"}).url == reverse("documents", args=[SLUG])
    assert blind.post(CHOOSE, {"kind": "names", "choice": "all"}).status_code == 302
    assert PrintJob.objects.get(kind=PrintKind.NAMES).is_there
    assert first_sheet(tournament).games.count() == 1


def test_a_large_hall_is_printed_beside_the_server(client, monkeypatch):
    _tournament, actor = play(tables=2, entries=[])
    client.force_login(actor)
    monkeypatch.setattr(documents, "PART", 1)
    monkeypatch.setattr("tournament.proof.views.sealed_sheets.PART", 1)
    for query, kind in (("", "names"), ("?capitals=1", "capitals"), ("?filled=1", "filled")):
        assert client.get(reverse("match_pdf", args=[SLUG, 1]) + query).url == f"{CHOOSE}?kind={kind}&choice=all"
    assert client.post(reverse("sealed_zip", args=[SLUG, 1])).url == f"{CHOOSE}?kind=sealed&choice=all"
    listed = client.get(reverse("documents", args=[SLUG])).content.decode()
    assert f'href="{CHOOSE}?kind=names&amp;choice=all"' in listed
