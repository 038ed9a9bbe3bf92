"""Restoring on a page: another process checks a copy, its report is shown, and somebody orders the restore."""

import json
import secrets
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.backup.copies import switching
from tournament.backup.selectors.backups import refusal_sentences, restore_cautions, restore_sentences
from tournament.backup.services.restoring import check_running, note_of, only_check, order_restore, stage
from tournament.files import write_whole
from tournament.models import User
from tournament.refusals import Refused
from tournament.server.only_one import running_server
from tournament.server.priority import Priority, keep_behind

CHECKING, READY, REFUSED, BROKEN = "checking", "ready", "refused", "broken"
# A check that has not ended by then was killed.
LONGEST_SECONDS = 900.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What the check of a copy found. `mark` names this check, so that nobody orders another copy than he saw."""

    mark: str
    file: str
    state: str
    began: float
    sentences: tuple[str, ...] = ()
    cautions: tuple[str, ...] = ()
    """The headings of what somebody must accept; none if the copy is good."""
    note: dict[str, Any] | None = None


def begin_check(file: Path, passphrase: str, *, language: str) -> str:
    """Let another process check this copy; return the mark of the check. The passphrase goes through a pipe."""
    mark = secrets.token_hex(8)
    _keep(Report(mark=mark, file=file.name, state=CHECKING, began=time.time()))
    command = ["nice", "-n", str(Priority.COPIES), sys.executable, "manage.py", "check_copy", str(file)]
    process = subprocess.Popen(  # noqa: S603  our own command, a path that the keeper told
        [*command, "--mark", mark, "--language", language],
        cwd=settings.BASE_DIR,
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    keep_behind(process.pid, Priority.COPIES)
    # Whoever starts a process must wait for it, and no request may.
    threading.Thread(target=_wait, args=(process, passphrase, mark), daemon=True).start()
    return mark


def _wait(process: subprocess.Popen[bytes], passphrase: str, mark: str) -> None:
    """Wait until the check has ended. One that takes too long is ended, and one that broke down is told."""
    try:
        process.communicate(passphrase.encode(), timeout=LONGEST_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
    current = report()
    if process.returncode and current is not None and current.mark == mark and current.state == CHECKING:
        _keep(replace(current, state=BROKEN))


def check_and_report(file: Path, passphrase: str, *, mark: str) -> None:
    """Check a copy and write the report, in the language that is active. One check at a time, because all use the same
    folder; whoever has asked for another one meanwhile gets only the report of that."""
    began = time.time()
    with only_check(wait=True):
        result = _checked(file, passphrase, Report(mark=mark, file=file.name, state=READY, began=began))
        newest = report()
        if newest is None or newest.mark == mark or newest.began < began:
            _keep(result)


def _checked(file: Path, passphrase: str, begin: Report) -> Report:
    try:
        if switching.order_given():
            raise check_running()
        staged = stage(file, passphrase)
    except Refused as refusal:
        return replace(begin, state=REFUSED, sentences=tuple(refusal_sentences(refusal, file)))
    sentences = restore_sentences(staged.manifest, staged.lacks, empty=staged.empty, faults=staged.faults)
    cautions = restore_cautions(staged.manifest, staged.lacks, empty=staged.empty, faults=staged.faults)
    return replace(begin, sentences=tuple(sentences), cautions=tuple(cautions), note=note_of(staged))


def report() -> Report | None:
    """The newest report; None if no copy was checked."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        fields = json.loads(_file().read_bytes())
        result = Report(**fields | {name: tuple(fields[name]) for name in ("sentences", "cautions")})
        if result.state != CHECKING or 0 <= time.time() - result.began < LONGEST_SECONDS:
            return result
    return None


def may_restart() -> bool:
    """Whether a server of ours works on this folder, which starts afresh when it is asked."""
    return running_server(Path(settings.VAR_DIR)) is not None


def order_checked(*, mark: str, actor: User, despite_faults: bool = False) -> Path:
    """Order the restore of the copy that was checked under this mark; return where what is there will be moved to.

    Refused: not_allowed, not_checked, copy_faulty, check_running.
    """
    permissions.check(permissions.manage_backups, actor)
    current = report()
    ready = current is not None and current.state == READY and current.mark == mark
    if current is None or not ready or not may_restart() or not Path(settings.VAR_DIR, switching.STAGED).exists():
        raise Refused(_("This copy is no longer checked. Please choose it once more."), code="not_checked")
    if current.cautions and not despite_faults:
        raise Refused(_("Please confirm that you want this copy all the same."), code="copy_faulty")
    with only_check(wait=False):
        newest = report()
        if newest is None or newest.mark != mark:
            raise check_running()
        aside = order_restore((current.note or {}) | {"by": actor.pk})
        _file().unlink()
    return aside


def _keep(result: Report) -> None:
    write_whole(_file(), json.dumps(asdict(result)).encode(), 0o600)


def _file() -> Path:
    return Path(settings.VAR_DIR, "restore-report.json")
