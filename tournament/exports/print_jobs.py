"""The printer, a process beside the server: seals accepted sheets and makes the files of print jobs, one at a time."""

import fcntl
import io
import logging
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy

from tournament.enums import TO_WRITE_ON, PrintKind
from tournament.exports.documents import issue_document
from tournament.exports.pdf import PrintError
from tournament.exports.prefilled import prefilled_pdf
from tournament.exports.scoresheet import match_title, scoresheet_pdf
from tournament.models import PrintJob, User
from tournament.proof.exports.sealed_sheets import write_sealed_sheets
from tournament.proof.services.checkpoints import make_due_checkpoints
from tournament.refusals import Refused
from tournament.selectors.documents import unsealed_sheets
from tournament.selectors.prefilled import prefilled_sheets
from tournament.selectors.scoresheets import sheet_view
from tournament.services.print_jobs import fail_print, finish_print, forget_files, keep_print, take_print

log = logging.getLogger(__name__)

# Seconds between two writes of a job's progress: the tables need the database, too.
TOLD_SECONDS = 0.5
# Seconds until sealing is tried again after it failed, longer each time.
FIRST_PAUSE, LONGEST_PAUSE = 10.0, 600.0


class Cancelled(Exception):
    """Somebody cancelled the job."""


class Printer:
    """Does what waits, and remembers when to try sealing again after it failed."""

    def __init__(self) -> None:
        self.pause, self.seal_again_at, self.forget_at = 0.0, 0.0, 0.0
        self.failures: Counter[int] = Counter()

    def look(self) -> bool:
        """Do one thing that waits, if any: seal a sheet, make a file, or sign the log of a match that has ended."""
        if self.seal() or self.print_next() or make_due_checkpoints():
            return True
        if time.monotonic() >= self.forget_at:
            forget_files()
            self.forget_at = time.monotonic() + 3600
        return False

    def seal(self) -> bool:
        """Seal the sheet that has waited longest. If that fails, print one line and try again later."""
        if time.monotonic() < self.seal_again_at:
            return False
        # A sheet that cannot be sealed must not hold up the others.
        sheet = min(unsealed_sheets(), key=lambda one: self.failures[one.pk], default=None)
        if sheet is None:
            return False
        assert sheet.accepted_by is not None
        try:
            if issue_document(scoresheet=sheet, actor=sheet.accepted_by) is not None:
                self.pause = 0.0
                return True
            why = "it was changed meanwhile"
        except Exception as error:  # Whatever it is, play goes on: the page says that the seal is missing.
            why = str(error)
        self.failures[sheet.pk] += 1
        self.pause = min(2 * self.pause, LONGEST_PAUSE) or FIRST_PAUSE
        self.seal_again_at = time.monotonic() + self.pause
        log.error(gettext_lazy("%s is not sealed, tried again in %.0f s: %s"), sheet, self.pause, why)
        return False

    def print_next(self) -> bool:
        """Make the file of the job that has waited longest, if there is one."""
        job = take_print()
        if job is not None:
            self.make(job)
        return job is not None

    def make(self, job: PrintJob) -> None:
        """Make the file of a job under another name, and move it to its place when it is whole."""
        told = time.monotonic()

        def tell(done: int) -> None:
            nonlocal told
            if time.monotonic() - told >= TOLD_SECONDS:
                self.seal()
                if not keep_print(job=job, done=done):
                    raise Cancelled
                told = time.monotonic()

        beside = job.beside
        try:
            job.file.parent.mkdir(mode=0o700, exist_ok=True)
            with translation.override(job.language), beside.open("wb") as file:
                write_job(job, file, tell)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(job.file)
            finish_print(job=job)
        except Cancelled:
            pass
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


def write_job(job: PrintJob, file: io.BufferedWriter, tell: Callable[[int], None]) -> None:
    """Write the job's file; call `tell` with the number of sheets done."""
    if job.kind in TO_WRITE_ON:
        sheets = prefilled_sheets(job.match, job.tables)
        addresses = {table: scanned_address(job, table) for table in job.tables}
        file.write(prefilled_pdf(sheets, capitals=job.kind == PrintKind.CAPITALS, addresses=addresses))
    elif job.kind == PrintKind.SEALED:
        asker: User = job.asked_by
        for done, _of in write_sealed_sheets(match=job.match, file=file, actor=asker, tables=job.tables):
            tell(done)
    else:
        _write_filled(job, file, tell)


def scanned_address(job: PrintJob, table: int) -> str:
    """Return a sheet's address for the scanner at the desk: the path alone where no phone reaches the server."""
    match = job.match
    return job.address + reverse("table_page", args=[match.tournament.slug, match.number, table])


def _write_filled(job: PrintJob, file: io.BufferedWriter, tell: Callable[[int], None]) -> None:
    """Render one sheet at a time, because the time of one document grows faster than its pages."""
    import pikepdf  # imported here because only printing needs it

    sheets = job.match.scoresheets.in_force().filter(table_number__in=job.tables).order_by("table_number")
    with pikepdf.new() as whole:
        for done, sheet in enumerate(sheets.select_related("match__tournament", "accepted_by"), 1):
            with pikepdf.open(io.BytesIO(scoresheet_pdf(sheet_view(sheet)))) as pdf:
                whole.pages.extend(pdf.pages)
            tell(done)
        whole.docinfo["/Title"] = match_title(job.match)
        whole.save(file)


@contextmanager
def only_printer() -> Iterator[bool]:
    """Hold the installation's printer lock; yield whether this process got it."""
    path = Path(settings.VAR_DIR, "print")
    path.mkdir(mode=0o700, exist_ok=True)
    with (path / "printer.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True


def printer_runs() -> bool:
    """Whether a printer is at work in this installation; none is where nothing can be written."""
    try:
        with only_printer() as free:
            return not free
    except OSError:
        return False
