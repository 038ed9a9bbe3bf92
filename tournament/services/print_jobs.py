"""Print jobs: asked for, taken up by the printer, cancelled, done. Nothing official: no event tells of them."""

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

# Files, and jobs that are done or not: a day later a sheet is printed anew.
KEPT = timedelta(days=1)


@transaction.atomic
def start_print(
    *, match: Match, kind: PrintKind, printed: Mapping[int, str], language: str, address: str, actor: User
) -> PrintJob:
    """The job that prints these tables, `printed` with the mark of how each sheet stands.

    Who asks for what somebody else has asked for, and nothing has changed since, shares the job.
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
    """The job that has waited longest, for the one printer: from now on it is being made."""
    job = PrintJob.objects.select_for_update(no_key=True).filter(state=PrintState.WAITING).order_by("pk").first()
    if job is not None:
        _go(job, PrintState.WORKING)
    return job


def keep_print(*, job: PrintJob, done: int) -> bool:
    """Write how far it is, in one statement; False where it was cancelled meanwhile."""
    return bool(PrintJob.objects.filter(pk=job.pk, state=PrintState.WORKING).update(done=done))


def finish_print(*, job: PrintJob) -> None:
    """Its file is there. A job that was cancelled in the last moment stays cancelled."""
    with transaction.atomic():
        found = _locked(job)
        if found.state == PrintState.WORKING:
            found.done = len(found.printed)
            _go(found, PrintState.DONE)


def fail_print(*, job: PrintJob, problem: str) -> None:
    """It cannot be made; `problem` is the code that the page has a sentence for."""
    with transaction.atomic():
        found = _locked(job)
        if found.state == PrintState.WORKING:
            found.problem = problem
            _go(found, PrintState.FAILED)


@transaction.atomic
def cancel_print(*, job: PrintJob, actor: User) -> None:
    """Stop what waits or is being made. Refused `step_not_allowed` once it is done."""
    permissions.check(permissions.see_hall, actor)
    _go(_locked(job), PrintState.CANCELLED)


def take_up_prints() -> None:
    """Jobs whose printer died wait once more; called by a printer that has just begun."""
    with transaction.atomic():
        for job in PrintJob.objects.select_for_update(no_key=True).filter(state=PrintState.WORKING):
            job.done = 0
            _go(job, PrintState.WAITING)


def forget_files() -> None:
    """Delete all files of yesterday and before: nobody will fetch them any more.

    Also those of jobs whose printer died, and of archives whose server died while it made them.
    """
    now = timezone.now().timestamp()
    for file in (*print_folder().glob("[0-9]*.*"), *print_folder().glob("archive-*")):
        with suppress(FileNotFoundError):
            if now - file.stat().st_mtime > KEPT.total_seconds():
                shutil.rmtree(file) if file.is_dir() else file.unlink()


def drop_prints(tournament: Tournament) -> None:
    """Stop what is being made and delete the files, once the caller's transaction is committed: names are in them."""
    for job in PrintJob.objects.select_for_update(no_key=True).filter(match__tournament=tournament):
        if job.is_open:
            _go(job, PrintState.CANCELLED)
        # First the one that is being made: the printer finds nothing then to move to the other's place.
        for file in (job.beside, job.file):
            transaction.on_commit(partial(file.unlink, missing_ok=True), robust=True)


def _locked(job: PrintJob) -> PrintJob:
    return PrintJob.objects.select_for_update(no_key=True).get(pk=job.pk)


def _go(job: PrintJob, there: PrintState) -> None:
    job.state = step(PrintState, job.state, there)
    job.save()
