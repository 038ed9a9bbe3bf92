"""Print jobs: asked for, taken by the printer, cancelled, done. They are not official, so no event records them."""

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
from tournament.services.locks import lock_tournament

# How long files are kept: after a day a sheet is printed again instead.
KEPT = timedelta(days=1)


@transaction.atomic
def start_print(
    *, match: Match, kind: PrintKind, printed: Mapping[int, str], language: str, address: str, actor: User
) -> PrintJob:
    """Return the job that prints these tables; `printed` has a mark of each sheet's state, by table.

    Where somebody has asked for the same print already and no sheet has changed since, that job is returned.
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
    """Hand the printer the job that has waited longest; its state is WORKING from now on. There is one printer."""
    job = PrintJob.objects.select_for_update(no_key=True).filter(state=PrintState.WAITING).order_by("pk").first()
    if job is not None:
        _go(job, PrintState.WORKING)
    return job


def keep_print(*, job: PrintJob, done: int) -> bool:
    """Write how many sheets of the job are done, in one statement; False where it was cancelled meanwhile."""
    return bool(PrintJob.objects.filter(pk=job.pk, state=PrintState.WORKING).update(done=done))


def finish_print(*, job: PrintJob) -> None:
    """Note that the job's file is there. A job that was cancelled at the last moment stays cancelled."""
    with transaction.atomic():
        found = _locked(job)
        if found.state == PrintState.WORKING:
            found.done = len(found.printed)
            _go(found, PrintState.DONE)


def fail_print(*, job: PrintJob, problem: str) -> None:
    """Note that the job cannot be done; `problem` is a code for which the page has a sentence."""
    with transaction.atomic():
        found = _locked(job)
        if found.state == PrintState.WORKING:
            found.problem = problem
            _go(found, PrintState.FAILED)


@transaction.atomic
def cancel_print(*, job: PrintJob, actor: User) -> None:
    """Cancel a job that waits or is being printed. Refused: step_not_allowed once it is done."""
    permissions.check(permissions.see_hall, actor)
    _go(_locked(job), PrintState.CANCELLED)


def take_up_prints() -> None:
    """Put jobs whose printer died back into the queue; a printer calls this when it starts."""
    with transaction.atomic():
        for job in PrintJob.objects.select_for_update(no_key=True).filter(state=PrintState.WORKING):
            job.done = 0
            _go(job, PrintState.WAITING)


def forget_files() -> None:
    """Delete all files older than a day: nobody will fetch them any more.

    This includes files of jobs whose printer died, and of archives whose server died while making them.
    """
    now = timezone.now().timestamp()
    for file in (*print_folder().glob("[0-9]*.*"), *print_folder().glob("archive-*")):
        with suppress(FileNotFoundError):
            if now - file.stat().st_mtime > KEPT.total_seconds():
                shutil.rmtree(file) if file.is_dir() else file.unlink()


def drop_prints(tournament: Tournament) -> None:
    """Cancel open jobs, and delete all files once the caller's transaction is committed: they contain names."""
    for job in PrintJob.objects.select_for_update(no_key=True).filter(match__tournament=tournament):
        if job.is_open:
            _go(job, PrintState.CANCELLED)
        # Delete the unfinished file first, so that the printer can no longer move it to the finished one's place.
        for file in (job.beside, job.file):
            transaction.on_commit(partial(file.unlink, missing_ok=True), robust=True)


def _locked(job: PrintJob) -> PrintJob:
    return PrintJob.objects.select_for_update(no_key=True).get(pk=job.pk)


def _go(job: PrintJob, there: PrintState) -> None:
    job.state = step(PrintState, job.state, there)
    job.save()
