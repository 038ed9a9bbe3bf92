"""Print jobs: start, take up, cancel, finish. They are not official, so they write no events."""

import shutil
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from tournament import permissions
from tournament.enums import PrintKind, PrintState, step
from tournament.models import Match, PrintJob, Tournament, User
from tournament.models.print_jobs import print_folder
from tournament.server.folder import printer_folder
from tournament.services.locks import lock_tournament

# How old the files of print jobs become. After that a sheet is printed again.
FILE_AGE = timedelta(days=1)


@transaction.atomic
def start_print(
    *, match: Match, kind: PrintKind, printed: Mapping[int, str], language: str, address: str, actor: User
) -> PrintJob:
    """Start a job that prints these tables; `printed` maps each table to a mark of its sheet's state.

    Returns an earlier job instead if it is for the same tables and nothing has changed since.
    """
    permissions.check(permissions.see_hall, actor)
    lock_tournament(match.tournament, archived=True)
    marks = {str(table): mark for table, mark in printed.items()}
    same = PrintJob.objects.filter(match=match, kind=kind, language=language, address=address)
    for job in same.exclude(state__in=[PrintState.CANCELLED, PrintState.FAILED]):
        if job.printed == marks and (job.is_open or job.is_there):
            return job
    return PrintJob.objects.create(
        match=match, kind=kind, printed=marks, language=language, address=address, asked_by=actor
    )


@transaction.atomic
def take_print(*, job: PrintJob) -> bool:
    """Mark an open job as being made; return whether it is open. A job whose printer died begins anew.

    There is one printer, so nobody else makes it.
    """
    row = _locked(job)
    if row.state == PrintState.WORKING:
        note_progress(job=row, done=0)
    elif row.state == PrintState.WAITING:
        _go(row, PrintState.WORKING)
    return row.is_open


def note_progress(*, job: PrintJob, done: int) -> None:
    """Store the number of finished sheets of a job in one statement, unless it is cancelled."""
    PrintJob.objects.filter(pk=job.pk, state=PrintState.WORKING).update(done=done)


def finish_print(*, job: PrintJob) -> None:
    """Mark a job as done; its file exists. A job that was cancelled at the last moment stays cancelled."""
    with transaction.atomic():
        row = _locked(job)
        if row.state == PrintState.WORKING:
            row.done = len(row.printed)
            _go(row, PrintState.DONE)


def fail_print(*, job: PrintJob, problem: str) -> None:
    """Mark a job as failed; `problem` is a code, and the page has a sentence for it."""
    with transaction.atomic():
        row = _locked(job)
        if row.is_open:
            row.problem = problem
            _go(row, PrintState.FAILED)


@transaction.atomic
def cancel_print(*, job: PrintJob, actor: User) -> None:
    """Cancel a job that is waiting or being made. Refused: step_not_allowed once it is done."""
    permissions.check(permissions.see_hall, actor)
    _go(_locked(job), PrintState.CANCELLED)


def forget_files() -> None:
    """Delete all files that are older than a day, because nobody will fetch them any more.

    This includes files of jobs whose printer died.
    """
    now = timezone.now().timestamp()
    for file in print_folder().glob("[0-9]*.*"):
        with suppress(FileNotFoundError):
            if now - file.stat().st_mtime > FILE_AGE.total_seconds():
                file.unlink()


def drop_prints(tournament: Tournament) -> None:
    """Cancel the open jobs, and delete all files after the caller's transaction commits, because they contain names."""
    for job in PrintJob.objects.select_for_update(no_key=True).filter(match__tournament=tournament):
        if job.is_open:
            _go(job, PrintState.CANCELLED)
        # Delete the unfinished file first, so that the printer cannot move it to the place of the finished one.
        for file in (job.beside, job.file):
            transaction.on_commit(partial(file.unlink, missing_ok=True), robust=True)
    # Also delete what is being made at this moment, or waits to be fetched.
    for folder in printer_folder().iterdir():
        transaction.on_commit(partial(shutil.rmtree, folder, ignore_errors=True), robust=True)


def _locked(job: PrintJob) -> PrintJob:
    return PrintJob.objects.select_for_update(no_key=True).get(pk=job.pk)


def _go(job: PrintJob, there: PrintState) -> None:
    job.state = step(PrintState, job.state, there)
    job.save()
