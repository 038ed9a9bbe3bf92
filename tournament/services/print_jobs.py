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
from tournament.server.folder import press_folder
from tournament.services.locks import lock_tournament

# How long the files of print jobs are kept. After that a sheet is printed again.
KEPT = timedelta(days=1)


@transaction.atomic
def start_print(
    *, match: Match, kind: PrintKind, printed: Mapping[int, str], language: str, address: str, actor: User
) -> PrintJob:
    """A new job that prints these tables; `printed` maps each table to a mark of its sheet's state.

    Returns an earlier job instead if it is for the same tables and nothing has changed since.
    """
    permissions.check(permissions.see_hall, actor)
    lock_tournament(match.tournament, archived=True)
    asked = {str(table): mark for table, mark in printed.items()}
    same = PrintJob.objects.filter(match=match, kind=kind, language=language, address=address)
    for job in same.exclude(state__in=[PrintState.CANCELLED, PrintState.FAILED]):
        if job.printed == asked and (job.is_open or job.is_there):
            return job
    return PrintJob.objects.create(
        match=match, kind=kind, printed=asked, language=language, address=address, asked_by=actor
    )


@transaction.atomic
def take_print() -> PrintJob | None:
    """Take up the job that has waited longest, and mark it as being made; there is only one printer."""
    job = PrintJob.objects.select_for_update(no_key=True).filter(state=PrintState.WAITING).order_by("pk").first()
    if job is not None:
        _go(job, PrintState.WORKING)
    return job


def keep_print(*, job: PrintJob, done: int) -> bool:
    """Store the progress of a job in one statement; return False if it was cancelled in the meantime."""
    return bool(PrintJob.objects.filter(pk=job.pk, state=PrintState.WORKING).update(done=done))


def finish_print(*, job: PrintJob) -> None:
    """Mark a job as done; its file exists. A job that was cancelled at the last moment stays cancelled."""
    with transaction.atomic():
        found = _locked(job)
        if found.state == PrintState.WORKING:
            found.done = len(found.printed)
            _go(found, PrintState.DONE)


def fail_print(*, job: PrintJob, problem: str) -> None:
    """Mark a job as failed; `problem` is a code, and the page has a sentence for it."""
    with transaction.atomic():
        found = _locked(job)
        if found.state == PrintState.WORKING:
            found.problem = problem
            _go(found, PrintState.FAILED)


@transaction.atomic
def cancel_print(*, job: PrintJob, actor: User) -> None:
    """Cancel a job that is waiting or being made. Refused: step_not_allowed once it is done."""
    permissions.check(permissions.see_hall, actor)
    _go(_locked(job), PrintState.CANCELLED)


def take_up_prints() -> None:
    """Put jobs back into the queue whose printer died. A new printer calls this when it starts."""
    with transaction.atomic():
        for job in PrintJob.objects.select_for_update(no_key=True).filter(state=PrintState.WORKING):
            job.done = 0
            _go(job, PrintState.WAITING)


def forget_files() -> None:
    """Delete all files that are older than a day, because nobody will fetch them any more.

    This includes files of jobs whose printer died.
    """
    now = timezone.now().timestamp()
    for file in print_folder().glob("[0-9]*.*"):
        with suppress(FileNotFoundError):
            if now - file.stat().st_mtime > KEPT.total_seconds():
                file.unlink()


def drop_prints(tournament: Tournament) -> None:
    """Cancel the open jobs, and delete all files after the caller's transaction commits, because they contain names."""
    for job in PrintJob.objects.select_for_update(no_key=True).filter(match__tournament=tournament):
        if job.is_open:
            _go(job, PrintState.CANCELLED)
        # Delete the unfinished file first, so that the printer cannot move it to the place of the finished one.
        for file in (job.beside, job.file):
            transaction.on_commit(partial(file.unlink, missing_ok=True), robust=True)
    # What is being made at this moment, or was left by a press that was killed.
    for begun in press_folder().iterdir():
        transaction.on_commit(partial(shutil.rmtree, begun, ignore_errors=True), robust=True)


def _locked(job: PrintJob) -> PrintJob:
    return PrintJob.objects.select_for_update(no_key=True).get(pk=job.pk)


def _go(job: PrintJob, there: PrintState) -> None:
    job.state = step(PrintState, job.state, there)
    job.save()
