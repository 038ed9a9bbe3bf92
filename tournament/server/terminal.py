"""What is logged, in the terminal of ./run: each fault once a minute, however often it happens.

A fault of ours is a traceback. A full disk and requests that nobody should send are one line. Repetitions within
the minute are counted, by all web workers together, and one line says at its end how many there were.
"""

import copy
import logging
import mmap
import struct
import threading
import time
import traceback
import zlib
from dataclasses import dataclass
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import UnreadablePostError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from tournament.server.disk import BROKEN, FULL, READ_ONLY, disk_trouble, fullest_folder, room_left

MINUTE = 60.0
# For each fault the time of its last line, and how often it happened since.
COUNT = struct.Struct("dQ")
COUNTS = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """What a record is about. `line` takes the place of its traceback; "" leaves it."""

    name: str
    line: str = ""


class Terminal(logging.StreamHandler):  # type: ignore[type-arg]
    """Writes to the terminal. The counts lie in memory that workers share, for they are copies of one process."""

    def __init__(self) -> None:
        super().__init__()
        self.counts = mmap.mmap(-1, COUNT.size * COUNTS)

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record, unless there was a line about the same within the minute."""
        with override(settings.LANGUAGE_CODE):  # that of the installation, not of whoever sent the request
            matter = matter_of(record)
            if matter is None or self._first(matter):
                super().emit(_line(record.name, matter.line) if matter and matter.line else _in_our_words(record))

    def _first(self, matter: Matter) -> bool:
        """Whether it is the first within the minute; the others are counted."""
        place, now = zlib.crc32(matter.name.encode()) % COUNTS * COUNT.size, time.monotonic()
        at, count = COUNT.unpack_from(self.counts, place)
        if not at or now - at >= MINUTE:
            COUNT.pack_into(self.counts, place, now, 0)
            return True
        COUNT.pack_into(self.counts, place, at, count + 1)
        if not count:
            later = threading.Timer(at + MINUTE - now, self.write_count, [matter.line or matter.name, place])
            later.daemon = True
            later.start()
        return False

    def write_count(self, what: str, place: int) -> None:
        """Write how often this happened, and begin the next minute."""
        _at, count = COUNT.unpack_from(self.counts, place)
        if not count:  # another process has written it
            return
        COUNT.pack_into(self.counts, place, time.monotonic(), 0)
        with override(settings.LANGUAGE_CODE):
            more = ngettext("%(count)s more in the last minute", "%(count)s more in the last minute", count)
        super().emit(_line(__name__, f"{more % {'count': count}}: {what}"))


def matter_of(record: logging.LogRecord) -> Matter | None:
    """What a record is about: the disk, a request that is refused, a fault at some line of code; None if it is none of
    these, and always written."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        # What a view refuses for a while, as during a restore, is refused to every page that is open.
        busy = getattr(record, "status_code", 0) == HTTPStatus.SERVICE_UNAVAILABLE
        if not busy:
            return None
        line = _("A page had to wait: too many asked at once, or a copy is being restored. Nothing is to be done.")
        return Matter(name="busy", line=line)
    trouble = disk_trouble(error)
    if trouble:
        return Matter(name=trouble, line=disk_line(trouble))
    if isinstance(error, (SuspiciousOperation, UnreadablePostError)):
        request = getattr(record, "request", None)
        words = {"what": type(error).__name__, "address": request.META.get("REMOTE_ADDR", "") if request else ""}
        return Matter(
            name="refused", line=_("A request was refused: %(what)s, from %(address)s. Nothing is to be done.") % words
        )
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{frame.filename}:{frame.lineno}" for frame in frames[-1:]]
    return Matter(name=" ".join([type(error).__name__, *places]))


def disk_line(trouble: str) -> str:
    """One line about the disk, for whoever looks after this computer."""
    folder = fullest_folder()
    words = {"folder": folder, "free": room_left(folder)}
    return {
        FULL: _(
            "The disk is full: %(folder)s has %(free)s left. Nothing is lost, the tables keep their games. Please "
            "make room; everything then goes on by itself."
        ),
        READ_ONLY: _(
            "Nothing can be written: %(folder)s is write-protected. Nothing is lost, the tables keep their games. "
            "Please allow writing there, or go on with the second laptop."
        ),
        BROKEN: _(
            "The disk of %(folder)s cannot be read or written properly. The tables keep their games. Please go on "
            "with the second laptop and the newest copy."
        ),
    }[trouble] % words


def _in_our_words(record: logging.LogRecord) -> logging.LogRecord:
    """The same record; one of Django, which speaks English, says in our words that a page failed."""
    request = getattr(record, "request", None)
    if not record.exc_info or request is None:
        return record
    translated = copy.copy(record)
    translated.msg, translated.args = (
        _("The page %s failed; everything else goes on. Please keep these lines for whoever looks after Spielliste:"),
        (request.path,),
    )
    return translated


def _line(name: str, line: str) -> logging.LogRecord:
    return logging.LogRecord(name, logging.ERROR, "", 0, line, None, None)
