"""What an error says of the disk: full, write-protected, or broken. And where a disk has little room left."""

import errno
import os
import sqlite3
import tempfile
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from tournament.server.folder import ENOUGH_BYTES, free_bytes

FULL, READ_ONLY, BROKEN = "disk_full", "read_only", "disk_broken"
ERRORS = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EROFS: READ_ONLY, errno.EIO: BROKEN}
# A database that cannot be opened was there a moment ago: its folder or disk is gone.
SQLITE_ERRORS = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_IOERR: BROKEN,
    sqlite3.SQLITE_CANTOPEN: BROKEN,
}
# The same on PostgreSQL: disk_full, read_only_sql_transaction, io_error.
SQLSTATES = {"53100": FULL, "25006": READ_ONLY, "58030": BROKEN}
# With less than this a page warns. It is enough for an evening with its copies.
LITTLE_BYTES = 10 * ENOUGH_BYTES


def disk_trouble(error: BaseException | None) -> str:
    """What is wrong with the disk if this error comes from it, however it was wrapped: a code, or ""."""
    while error is not None:
        code = _trouble(error)
        if code:
            return _reason() if code == BROKEN else code
        error = error.__cause__ or error.__context__
    return ""


def _reason() -> str:
    """Why a disk fails without a word: SQLite does not always say that it is full or write-protected."""
    folder = Path(settings.VAR_DIR)
    try:
        os.utime(folder)
        return BROKEN if free_bytes(folder) else FULL
    except OSError as error:
        return ERRORS.get(error.errno or 0, BROKEN)


def _trouble(error: BaseException) -> str:
    if isinstance(error, OSError):
        return ERRORS.get(error.errno or 0, "")
    if isinstance(error, sqlite3.Error):
        code = SQLITE_ERRORS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "")  # without the details above 8 bits
        return "" if code == FULL and _has_room() else code
    return SQLSTATES.get(getattr(error, "sqlstate", None) or "", "")


def os_words(error: BaseException) -> str:
    """What the operating system says of a file, in our words where we have them."""
    words = {
        errno.ENOENT: _("it is not there"),
        errno.EACCES: _("this computer does not allow it"),
        errno.EPERM: _("this computer does not allow it"),
        errno.EISDIR: _("it is a folder"),
        errno.ENOTDIR: _("what should be a folder is a file"),
        errno.ENOSPC: _("the disk is full"),
        errno.EROFS: _("it is write-protected"),
        errno.EIO: _("the disk has a fault"),
    }
    return words.get(error.errno or 0, str(error)) if isinstance(error, OSError) else str(error)


def _has_room() -> bool:
    """Whether SQLite means something else by "full": that a table has no key left for a new row."""
    try:
        return free_bytes(fullest_folder()) >= LITTLE_BYTES
    except OSError:
        return False


def fullest_folder() -> Path:
    """The folder with the least room of the two that we write in: our own, and that for what is only on its way."""
    return min(Path(settings.VAR_DIR), Path(tempfile.gettempdir()), key=free_bytes)


def room_left(folder: Path) -> str:
    """How much room the disk of a folder has, for people: "3 MB", "12 KB", "nothing"."""
    free = free_bytes(folder)
    for unit, size in (("MB", 2**20), ("KB", 2**10)):
        if free >= size:
            return f"{free // size} {unit}"
    return _("nothing")
