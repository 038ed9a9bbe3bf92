"""Remove what killed processes left behind. A start does this, holding the server's lock; it keeps what may be
needed."""

import re
import shutil
import socket
import tempfile
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from tournament.backup.copies.locations import copies_folder
from tournament.backup.copies.names import BEGUN
from tournament.backup.copies.switching import LOOKED_AT, order_given
from tournament.backup.services.checked_restores import CHECKING, READY, report
from tournament.backup.services.restoring import unstage
from tournament.server.listening import BEATS, BESIDE_FOLDER, PRINTER, STRANGERS
from tournament.server.only_one import is_alive

# The name of a folder or file holds the id of the process that began it.
BY = re.compile(rf"(?:work-|{LOOKED_AT})(\d{{1,7}})-.*|.*\.(\d{{1,7}}){re.escape(BEGUN)}")


def sweep_leftovers() -> None:
    """Delete uploads, unfinished copies whose process is gone, an unpacked copy that nobody waits for, and the sockets
    of servers that are gone. Raises OSError."""
    _sweep_begun(copies_folder(), f"*{BEGUN}")
    for upload in Path(settings.FILE_UPLOAD_TEMP_DIR).iterdir():
        _delete(upload)
    # Somebody may still order the restore of a copy that is being checked, and every order is carried out.
    check = report()
    if not order_given() and (check is None or check.state not in (CHECKING, READY)):
        unstage()
    _sweep_begun(Path(settings.VAR_DIR), f"{LOOKED_AT}*")
    for path in (Path(settings.VAR_DIR, "press"), Path(settings.VAR_DIR, "pages")):  # of versions before 0.2
        _delete(path)
    _sweep_sockets(Path(tempfile.gettempdir()))


def _sweep_begun(folder: Path, pattern: str) -> None:
    for path in folder.glob(pattern):
        by = BY.fullmatch(path.name)
        if by and not is_alive(int(by[1] or by[2])):
            _delete(path)


def _sweep_sockets(folder: Path) -> None:
    """Delete the sockets of dead servers. Another installation's server may be running: its socket takes
    connections."""
    for path in folder.glob(f"{BESIDE_FOLDER}*"):
        with suppress(OSError):
            names = {file.name for file in path.iterdir()}
            if PRINTER in names and names <= {PRINTER, STRANGERS, BEATS} and _is_dead(path / PRINTER):
                _delete(path)


def _is_dead(path: Path) -> bool:
    """Whether nobody listens at this Unix socket."""
    with socket.socket(socket.AF_UNIX) as asking:
        asking.settimeout(1)
        try:
            asking.connect(str(path))
        except ConnectionRefusedError:
            return True
        except OSError:
            return False
    return False


def _delete(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
