"""The stored jobs: what is sealed and made, what follows a failure, and that no half file is left."""

import io
import zipfile
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.pango import without_pango
from tests.worlds.played import accepted_tournament, first_sheet, play
from tests.worlds.print_jobs import ask
from tournament.enums import PrintKind, PrintState
from tournament.exports import print_jobs
from tournament.exports.print_jobs import FIRST_PAUSE, StoredJobs, make_without_printer, only_printer, printer_runs
from tournament.models import Checkpoint, Document, Scoresheet
from tournament.proof.services.checkpoints import make_due_checkpoints
from tournament.services.print_jobs import cancel_print, take_print

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_prints")]


def pages(job):
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(job.file.read_bytes())).pages]


def left_over(job):
    return [path.name for path in job.file.parent.glob(f"{job.pk}*")]


def do_next(stored):
    """Do the next job as the printer does it, in this process; return whether there was one and it succeeded."""
    for job in stored.look().values():
        success = job.make(Path())
        job.on_end(success)
        return success
    return False


def test_it_makes_the_file_of_each_kind():
    tournament, actor = play(tables=2, entries=["r12+"])
    match = first_sheet(tournament).match
    names, capitals, filled = (
        ask(match, actor, kind, tables=frozenset({2}) if kind == PrintKind.CAPITALS else None)
        for kind in (PrintKind.NAMES, PrintKind.CAPITALS, PrintKind.FILLED)
    )
    stored = StoredJobs()
    assert [do_next(stored) for _ in range(4)] == [True, True, True, False]
    for job in (names, capitals, filled):
        job.refresh_from_db()
        assert (job.state, job.done, left_over(job)) == (PrintState.DONE, len(job.tables), [job.file.name])
    assert sorted("Löffler" in page for page in pages(names)) == [False, True]
    assert [("Tisch 2" in page, "Rufer" in page) for page in pages(capitals)] == [(True, False)]
    assert ["1 1 Ruf 1 1 1 1" in page for page in pages(filled)] == [True, True]


def test_it_seals_what_is_accepted_and_the_log_and_puts_it_into_the_zip():
    tournament, actor = accepted_tournament()
    sheet = first_sheet(tournament)
    stored = StoredJobs()
    assert [do_next(stored) for _ in range(3)] == [True, True, False]
    assert (Document.objects.get().scoresheet, Checkpoint.objects.get().match) == (sheet, sheet.match)
    job = ask(sheet.match, actor, PrintKind.SEALED)
    assert do_next(stored)
    with zipfile.ZipFile(job.file) as archive:
        assert bytes(Document.objects.get().pdf) in [archive.read(name) for name in archive.namelist()]
    job.file.unlink()


def test_what_cannot_be_sealed_is_said_once_and_tried_later(caplog, monkeypatch):
    accepted_tournament()
    make_due_checkpoints()
    stored, now = StoredJobs(), 1000.0
    monkeypatch.setattr(print_jobs.time, "monotonic", lambda: now)
    with without_pango():
        assert [do_next(stored) for _ in range(5)] == [False] * 5
        assert caplog.text.count("is not sealed, tried again in 10 s") == 1
        now += 11
        assert not do_next(stored)
        assert "tried again in 20 s" in caplog.text
    now += 21
    assert do_next(stored)
    assert Document.objects.count() == 1


def test_a_job_that_fails_says_why_and_leaves_nothing():
    tournament, actor = play(entries=[])
    match = first_sheet(tournament).match
    job = ask(match, actor)
    stored = StoredJobs()
    with without_pango():
        assert do_next(stored)
    job.refresh_from_db()
    assert (job.state, job.problem, left_over(job)) == (PrintState.FAILED, "pango_missing", [])
    again = ask(match, actor)
    assert again != job
    # A full disk.
    again.file.parent.joinpath(f"{again.pk}.part").mkdir(parents=True)
    assert do_next(stored)
    again.refresh_from_db()
    assert (again.state, again.problem) == (PrintState.FAILED, "not_stored")


def test_what_is_cancelled_is_wanted_no_more():
    """So the printer ends whatever makes it, within a second."""
    tournament, actor = play(tables=2, entries=[])
    job, stored = ask(first_sheet(tournament).match, actor, PrintKind.FILLED), StoredJobs()
    key = f"print {job.pk}"
    assert stored.look().keys() == {key}
    assert take_print(job=job)
    assert stored.look().keys() == {key}
    cancel_print(job=job, actor=actor)
    assert stored.look() == {}


def test_a_job_whose_copy_died_has_failed():
    tournament, actor = play(entries=[])
    job, stored = ask(first_sheet(tournament).match, actor), StoredJobs()
    (request,) = stored.look().values()
    assert (request.reader, request.long) == (f"login {actor.pk}", True)
    take_print(job=job)
    request.on_end(False)
    job.refresh_from_db()
    assert (job.state, job.problem) == (PrintState.FAILED, "died")


def test_a_sheet_that_cannot_be_sealed_holds_up_no_other(monkeypatch):
    tournament, _actor = accepted_tournament()
    sheet, stored, now = first_sheet(tournament), StoredJobs(), 1000.0
    monkeypatch.setattr(print_jobs.time, "monotonic", lambda: now)
    stored.failures[sheet.pk] = 1
    monkeypatch.setattr(print_jobs, "unsealed_sheets", lambda: [sheet, Scoresheet(pk=sheet.pk + 1)])
    assert stored.look()["seal"].on_end(False) is None
    assert stored.failures == {sheet.pk: 1, sheet.pk + 1: 1}
    assert "seal" not in stored.look()


def test_a_checkpoint_that_cannot_be_made_is_tried_later(monkeypatch):
    accepted_tournament()
    stored, now = StoredJobs(), 1000.0
    monkeypatch.setattr(print_jobs.time, "monotonic", lambda: now)
    stored.look()["checkpoint"].on_end(False)
    assert "checkpoint" not in stored.look()
    now += FIRST_PAUSE
    stored.look()["checkpoint"].on_end(True)
    assert "checkpoint" in stored.look(), "after one that was made there is no pause"


def test_a_job_that_dies_before_it_is_taken_up_has_failed():
    """As on a full disk: else it would begin anew each second."""
    tournament, actor = play(entries=[])
    job, stored = ask(first_sheet(tournament).match, actor), StoredJobs()
    (request,) = stored.look().values()
    request.on_end(False)
    job.refresh_from_db()
    assert (job.state, job.problem, stored.look()) == (PrintState.FAILED, "died", {})


def test_one_process_makes_a_job(monkeypatch):
    """Without a printer the web server makes a small one, and no printer that starts meanwhile makes it, too."""
    tournament, actor = play(entries=[])
    job, write_job = ask(first_sheet(tournament).match, actor), print_jobs.write_job
    with only_printer():
        make_without_printer(job)
        job.refresh_from_db()
        assert job.state == PrintState.WAITING
    looks = []
    monkeypatch.setattr(print_jobs, "write_job", lambda *all_: [looks.append(StoredJobs().look()), write_job(*all_)])
    make_without_printer(job)
    job.refresh_from_db()
    assert (job.state, looks) == (PrintState.DONE, [{}])


def test_there_is_one_printer():
    assert not printer_runs()
    with only_printer() as first, only_printer() as second:
        assert (first, second) == (True, False)
        assert printer_runs()
        assert StoredJobs().look() == {}
