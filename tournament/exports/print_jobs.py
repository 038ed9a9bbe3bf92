"""The stored jobs of the printer: the files of print jobs, and seals and checkpoints of the program's own."""

import io
import logging
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from functools import partial
from pathlib import Path
from typing import IO

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy

from tournament.enums import TO_WRITE_ON, PrintKind
from tournament.exports.documents import issue_document
from tournament.exports.pdf import PrintError
from tournament.exports.prefilled import prefilled_pdf
from tournament.exports.scoresheet import match_title, scoresheet_pdf
from tournament.files import hold_lock, take_lock
from tournament.models import PrintJob, Scoresheet, User
from tournament.proof.exports.sealed_sheets import write_sealed_sheets
from tournament.proof.exports.sealing import seal_trouble
from tournament.proof.selectors.checkpoints import due_matches
from tournament.proof.services.checkpoints import make_due_checkpoints
from tournament.refusals import Refused
from tournament.selectors.documents import unsealed_sheets
from tournament.selectors.prefilled import prefilled_sheets
from tournament.selectors.print_jobs import open_prints
from tournament.selectors.scoresheets import sheet_view
from tournament.server.jobs import Job, nothing
from tournament.services.print_jobs import fail_print, finish_print, forget_files, note_progress, take_print

log = logging.getLogger(__name__)

# Seconds between two writes of a job's progress: the tables need the database, too.
PROGRESS_SECONDS = 0.5
# Seconds until a failed attempt is repeated, longer each time.
FIRST_PAUSE, LONGEST_PAUSE = 10.0, 600.0
# Files are deleted when they are a day old, so an hour more or less does not matter.
FORGET_SECONDS = 3600.0
# The program's own jobs take turns with those of the logins.
HOUSE = "the house"


class StoredJobs:
    """The jobs that the printer finds by itself. An installation has one printer: the process that holds its lock."""

    def __init__(self) -> None:
        self.lock: IO[str] | None = None
        self.forget_at = 0.0
        self.pauses: dict[str, float] = {}
        self.again_at: dict[str, float] = {}
        self.failures: Counter[int] = Counter()

    def look(self) -> dict[str, Job]:
        """Return the open jobs by their keys; none if another process is the printer."""
        if self.lock is None:
            file = lock_file().open("w")
            if not take_lock(file):
                file.close()
                return {}
            self.lock = file
        if time.monotonic() >= self.forget_at:
            forget_files()
            self.forget_at = time.monotonic() + FORGET_SECONDS
        jobs = [*self._seals(), *self._checkpoints(), *map(_print, open_prints())]
        return {job.key: job for job in jobs}

    def _seals(self) -> Iterator[Job]:
        """Seal the sheet that has waited longest."""
        if not self._is_due("seal"):
            return
        # A sheet that cannot be sealed must not hold up the others.
        sheet = min(unsealed_sheets(), key=lambda one: self.failures[one.pk], default=None)
        if sheet is not None:
            make = partial(seal, sheet, self._next_pause("seal"))
            yield self._house_job("seal", make, lambda success: self.failures.update({sheet.pk: not success}))

    def _checkpoints(self) -> Iterator[Job]:
        if self._is_due("checkpoint") and due_matches() and seal_trouble() is None:
            yield self._house_job("checkpoint", lambda: bool(make_due_checkpoints()))

    def _is_due(self, key: str) -> bool:
        """Whether no job of this kind has failed a moment ago."""
        return time.monotonic() >= self.again_at.get(key, 0.0)

    def _next_pause(self, key: str) -> float:
        """The seconds until a job of the program's own is tried again if it fails now."""
        return min(2 * self.pauses.get(key, 0.0), LONGEST_PAUSE) or FIRST_PAUSE

    def _house_job(self, key: str, make: Callable[[], bool], note: Callable[[bool], None] = nothing) -> Job:
        def end(success: bool) -> None:
            note(success)
            self.pauses[key] = 0.0 if success else self._next_pause(key)
            self.again_at[key] = time.monotonic() + self.pauses[key]

        return Job(key=key, name=key, reader=HOUSE, make=lambda _folder: make(), on_end=end)


def _print(job: PrintJob) -> Job:
    def note(success: bool) -> None:
        if not success:
            fail_print(job=job, problem="died")

    key, reader = f"print {job.pk}", f"login {job.asked_by_id}"
    return Job(key=key, name=str(job), reader=reader, long=True, make=lambda _folder: make_print(job), on_end=note)


def seal(sheet: Scoresheet, pause: float) -> bool:
    """Seal an accepted sheet. If that fails, print one line, which says after which pause it is tried again."""
    assert sheet.accepted_by is not None
    try:
        if issue_document(scoresheet=sheet, actor=sheet.accepted_by) is not None:
            return True
        why = "it was changed meanwhile"
    except Exception as error:  # Whatever the error, play goes on: the page says that the seal is missing.
        why = str(error)
    log.error(gettext_lazy("%s is not sealed, tried again in %.0f s: %s"), sheet, pause, why)
    return False


def make_print(job: PrintJob) -> bool:
    """Make the file of a waiting job under another name, and move it to its place when it is whole.

    An error is stored with the job, for its page.
    """
    if not take_print(job=job):
        return True
    noted_at = time.monotonic()

    def progress(done: int) -> None:
        nonlocal noted_at
        if time.monotonic() - noted_at >= PROGRESS_SECONDS:
            note_progress(job=job, done=done)
            noted_at = time.monotonic()

    beside = job.beside
    try:
        job.file.parent.mkdir(mode=0o700, exist_ok=True)
        with translation.override(job.language), beside.open("wb") as file:
            write_job(job, file, progress)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(job.file)
        finish_print(job=job)
    except (PrintError, OSError, Refused) as error:
        problem = {PrintError: "pango_missing", Refused: "refused"}.get(type(error), "not_stored")
        log.error(gettext_lazy("%s cannot be made: %s"), job, error)
        fail_print(job=job, problem=problem)
    except Exception:
        log.exception(gettext_lazy("%s cannot be made"), job)
        fail_print(job=job, problem="unknown")
    finally:
        with suppress(OSError):
            beside.unlink()
    return True


def write_job(job: PrintJob, file: io.BufferedWriter, progress: Callable[[int], None]) -> None:
    """Write the job's file; call `progress` with the number of finished sheets."""
    if job.kind in TO_WRITE_ON:
        sheets = prefilled_sheets(job.match, job.tables)
        addresses = {table: scanned_address(job, table) for table in job.tables}
        file.write(prefilled_pdf(sheets, capitals=job.kind == PrintKind.CAPITALS, addresses=addresses))
    elif job.kind == PrintKind.SEALED:
        actor: User = job.asked_by
        for done, _of in write_sealed_sheets(match=job.match, file=file, actor=actor, tables=job.tables):
            progress(done)
    else:
        _write_filled(job, file, progress)


def scanned_address(job: PrintJob, table: int) -> str:
    """Return a sheet's address for the scanner at the desk: the path alone if no phone reaches the server."""
    match = job.match
    return job.address + reverse("table_page", args=[match.tournament.slug, match.number, table])


def _write_filled(job: PrintJob, file: io.BufferedWriter, progress: Callable[[int], None]) -> None:
    """Render one sheet at a time, because the time of one document grows faster than its pages."""
    import pikepdf  # imported here because only printing needs it

    sheets = job.match.scoresheets.in_force().filter(table_number__in=job.tables).order_by("table_number")
    with pikepdf.new() as whole:
        for done, sheet in enumerate(sheets.select_related("match__tournament", "accepted_by"), 1):
            with pikepdf.open(io.BytesIO(scoresheet_pdf(sheet_view(sheet)))) as pdf:
                whole.pages.extend(pdf.pages)
            progress(done)
        whole.docinfo["/Title"] = match_title(job.match)
        whole.save(file)


def lock_file() -> Path:
    """Return the file whose lock the printer of this installation holds."""
    path = Path(settings.VAR_DIR, "print")
    path.mkdir(mode=0o700, exist_ok=True)
    return path / "printer.lock"


def only_printer() -> AbstractContextManager[bool]:
    """Hold the lock of the printer; yields whether this process got it."""
    return hold_lock(lock_file())


def make_without_printer(job: PrintJob) -> None:
    """Make the file of a job in this process; if a printer runs, the job is left to it."""
    try:
        with only_printer() as free:
            if free:
                make_print(job)
    except OSError:  # where no lock can be written, no file can, and the job's page says so
        make_print(job)


def printer_runs() -> bool:
    """Whether a printer is at work in this installation. If nothing can be written, none is."""
    try:
        with only_printer() as free:
            return not free
    except OSError:
        return False
