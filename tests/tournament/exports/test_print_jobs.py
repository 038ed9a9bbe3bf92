"""The printer: what it seals and makes, what it does after a failure, and that it never leaves half a file."""

import io
import zipfile

import pytest
from pypdf import PdfReader

from tests.pango import without_pango
from tests.worlds.played import accepted_tournament, first_sheet, play
from tests.worlds.print_jobs import ask
from tournament.enums import PrintKind, PrintState
from tournament.exports import print_jobs
from tournament.exports.print_jobs import Printer, only_printer, printer_runs
from tournament.models import Checkpoint, Document
from tournament.proof.services.checkpoints import make_due_checkpoints
from tournament.services.print_jobs import cancel_print

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_prints")]


def pages(job):
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(job.file.read_bytes())).pages]


def left_over(job):
    return [path.name for path in job.file.parent.glob(f"{job.pk}*")]


def test_it_makes_the_file_of_each_kind():
    tournament, actor = play(tables=2, entries=["r12+"])
    match = first_sheet(tournament).match
    names, capitals, filled = (
        ask(match, actor, kind, tables=frozenset({2}) if kind == PrintKind.CAPITALS else None)
        for kind in (PrintKind.NAMES, PrintKind.CAPITALS, PrintKind.FILLED)
    )
    printer = Printer()
    assert [printer.look() for _ in range(4)] == [True, True, True, False]
    for job in (names, capitals, filled):
        job.refresh_from_db()
        assert (job.state, job.done, left_over(job)) == (PrintState.DONE, len(job.tables), [job.file.name])
    assert sorted("Löffler" in page for page in pages(names)) == [False, True]
    assert [("Tisch 2" in page, "Rufer" in page) for page in pages(capitals)] == [(True, False)]
    assert ["1 1 Ruf 1 1 1 1" in page for page in pages(filled)] == [True, True]


def test_it_seals_what_is_accepted_and_the_log_and_puts_it_into_the_zip():
    tournament, actor = accepted_tournament()
    sheet = first_sheet(tournament)
    printer = Printer()
    assert [printer.look() for _ in range(3)] == [True, True, False]
    assert (Document.objects.get().scoresheet, Checkpoint.objects.get().match) == (sheet, sheet.match)
    job = ask(sheet.match, actor, PrintKind.SEALED)
    assert printer.look()
    with zipfile.ZipFile(job.file) as archive:
        assert bytes(Document.objects.get().pdf) in [archive.read(name) for name in archive.namelist()]
    job.file.unlink()


def test_what_cannot_be_sealed_is_said_once_and_tried_later(caplog, monkeypatch):
    accepted_tournament()
    make_due_checkpoints()
    printer, now = Printer(), 1000.0
    monkeypatch.setattr(print_jobs.time, "monotonic", lambda: now)
    with without_pango():
        assert [printer.look() for _ in range(5)] == [False] * 5
        assert caplog.text.count("is not sealed, tried again in 10 s") == 1
        now += 11
        assert not printer.look()
        assert "tried again in 20 s" in caplog.text
    now += 21
    assert printer.look()
    assert Document.objects.count() == 1


def test_a_job_that_fails_says_why_and_leaves_nothing():
    tournament, actor = play(entries=[])
    match = first_sheet(tournament).match
    job = ask(match, actor)
    with without_pango():
        Printer().look()
    job.refresh_from_db()
    assert (job.state, job.problem, left_over(job)) == (PrintState.FAILED, "pango_missing", [])
    again = ask(match, actor)
    assert again != job
    # A full disk.
    again.file.parent.joinpath(f"{again.pk}.part").mkdir(parents=True)
    Printer().look()
    again.refresh_from_db()
    assert (again.state, again.problem) == (PrintState.FAILED, "not_stored")


def test_cancelled_in_the_midst_of_it_leaves_nothing(monkeypatch):
    tournament, actor = play(tables=2, entries=[])
    job = ask(first_sheet(tournament).match, actor, PrintKind.FILLED)
    monkeypatch.setattr(print_jobs, "TOLD_SECONDS", 0)
    monkeypatch.setattr(Printer, "seal", lambda self: cancel_print(job=job, actor=actor))
    Printer().print_next()
    job.refresh_from_db()
    assert (job.state, left_over(job)) == (PrintState.CANCELLED, [])


def test_there_is_one_printer():
    assert not printer_runs()
    with only_printer() as first, only_printer() as second:
        assert (first, second) == (True, False)
        assert printer_runs()
