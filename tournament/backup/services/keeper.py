"""The keeper, a process beside the server: makes a copy when one is due and brings it to every location."""

import errno
import logging
import shutil
import time
from dataclasses import replace
from datetime import timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.backup.copies import status
from tournament.backup.copies.locations import (
    SUBFOLDER,
    Location,
    add_location,
    copies_folder,
    found_at,
    is_elsewhere,
    locations,
    media,
)
from tournament.backup.copies.names import copies_in, names_in, plain_name
from tournament.backup.copies.status import FAILED, MISSING, SHOWN, THERE, LocationStatus
from tournament.backup.copies.summaries import read_summaries, summaries, write_summaries
from tournament.backup.services.backups import carry, make_copy, newest_event, sqlite_path, thin
from tournament.enums import MatchState
from tournament.models import Event, Match
from tournament.refusals import Refused
from tournament.server.disk import FULL, READ_ONLY
from tournament.server.folder import ENOUGH_BYTES, free_bytes
from tournament.sqlite.watermark import settle_watermark

log = logging.getLogger(__name__)

# Time between two copies while play runs, and until something that failed is tried again.
EVERY, AGAIN = timedelta(minutes=10), timedelta(minutes=1)
# At rest the status is written so often, so that a page can see that somebody keeps watch.
TOLD = timedelta(seconds=30)
# Acts after which nobody wants to lose a minute.
AT_ONCE = ("draw.published", "draw.kept", "draw.moved", "tournament.finished")
# A folder of somebody else on a stick is like a write-protected one.
PROBLEMS = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EROFS: READ_ONLY, errno.EACCES: READ_ONLY}


class Keeper:
    """Knows when it made the last copy and what it found at each location. Its clock is one that nobody can set."""

    def __init__(self) -> None:
        self.status, self.summaries = replace(status.read_status(), busy=False), summaries()
        self.seen, self.copied, self.closed = newest_event(), -1, _closed_matches()
        self.copied_at = self.failed_at = float("-inf")
        self.failed: dict[str, float] = {}
        _add_folders()
        age = timezone.now() - max(copies_in(copies_folder()), default=timezone.now() - 2 * EVERY)
        if timedelta() <= age < EVERY:
            self.copied_at = time.monotonic() - age.total_seconds()

    def look(self) -> None:
        """Make a copy if one is due, bring the newest to every location that is there, and tell how it went."""
        if database := sqlite_path():
            settle_watermark(database)
        why = self.due()
        if why:
            status.write_status(replace(self.status, busy=True))
            problem, details = self.copy(why)
            self.status = replace(self.status, problem=problem, details=details)
        places = tuple(self.visit(location) for location in locations())
        now, before = timezone.now(), self.status
        report = replace(before, at=before.at, locations=places, media=tuple(map(str, media())))
        if why or report != before or before.at is None or not timedelta() <= now - before.at < TOLD:
            self.status = replace(report, at=now)
            status.write_status(self.status)
        self.summarise(places)

    def summarise(self, places: tuple[LocationStatus, ...]) -> None:
        """Read the copies that are new, and tell what they hold. Raises OSError."""
        current = read_summaries({plain_name(name) for one in places for name in one.copies}, self.summaries)
        if current != self.summaries:
            self.summaries = current
            write_summaries(current)

    def due(self) -> str:
        """Why a copy is due now; "" if none is. At most four short queries."""
        if why := status.take_copy_order():
            return why
        newest, closed, why = newest_event(), _closed_matches(), ""
        if newest > self.seen:
            kinds = Event.objects.filter(pk__gt=self.seen, kind__in=AT_ONCE).order_by("-pk")
            why = kinds.values_list("kind", flat=True).first() or ""
        if closed - self.closed:
            why = "match.closed"
        self.seen, self.closed = newest, closed
        now = time.monotonic()
        if self.failed_at > self.copied_at:
            return why or ("again" if now - self.failed_at >= AGAIN.total_seconds() else "")
        if not why and now - self.copied_at >= EVERY.total_seconds() and (newest != self.copied or _is_played()):
            return "regular"
        return why

    def copy(self, why: str) -> tuple[str, str]:
        """Make a copy; return the code of what went wrong and its words, "" if nothing did."""
        before = newest_event()
        try:
            _check_room()
            copy = make_copy(why)
            thin(copies_folder(), timezone.now(), spare=copy)
        except (Refused, OSError) as error:
            self.failed_at = time.monotonic()
            log.error(gettext_lazy("No copy could be made: %s"), error)
            return _problem(error), str(error)
        self.copied, self.copied_at = before, time.monotonic()
        return "", ""

    def visit(self, location: Location) -> LocationStatus:
        """Bring the newest copy to this location unless it has it, and say what lies there."""
        place = next((one for one in self.status.locations if one.key == location.key), None)
        if place is None:
            path = str(location.folder)
            place = LocationStatus(key=location.key, state=MISSING, folder=path, elsewhere=not location.own)
        folder = found_at(location)
        if folder is None:
            return replace(place, state=MISSING, problem="", free=None)
        try:
            if time.monotonic() - self.failed.get(location.key, float("-inf")) >= AGAIN.total_seconds():
                _bring_newest(location)
                self.failed.pop(location.key, None)
            copies = tuple(names_in(folder))
            free = shutil.disk_usage(folder).free // 10**8 * 10**8  # in steps, so that not every look is news
            place = replace(place, folder=str(folder), elsewhere=is_elsewhere(folder), copies=copies[:SHOWN], free=free)
        except (Refused, OSError) as error:
            self.failed[location.key] = time.monotonic()
            log.error(gettext_lazy("No copy could be brought to %s: %s"), folder, error)
            return replace(place, state=FAILED, problem=_problem(error))
        failing = location.key in self.failed
        return replace(place, state=FAILED if failing else THERE, problem=place.problem if failing else "")


def _bring_newest(location: Location) -> None:
    """Bring the newest copy to this location, unless it lies there. Refused: copy_damaged. Raises OSError."""
    newest = next(iter(copies_in(copies_folder()).items()), None)
    folder = found_at(location)
    if location.own or newest is None or folder is None or newest[0] in copies_in(folder):
        return
    thin(folder, timezone.now(), spare=carry(newest[1], location))


def _check_room() -> None:
    """A copy must not take the last room from the tables, not even while it is made and checked. Refused: disk_full."""
    database = sqlite_path()
    needed = ENOUGH_BYTES + (2 * database.stat().st_size if database else 0)
    if free_bytes(copies_folder()) < needed:
        raise Refused(_("The disk is full: please make room."), code=FULL)


def _add_folders() -> None:
    """Put the folders of the settings on the list; one that is not there is tried at the next start."""
    listed = [location.folder for location in locations()]
    for folder in settings.BACKUP_FOLDERS:
        if not {folder, folder / SUBFOLDER} & set(listed):
            try:
                add_location(folder, None)
            except Refused as refusal:
                if refusal.code != "location_known":
                    log.error("%s", refusal)


def _problem(error: Refused | OSError) -> str:
    return error.code if isinstance(error, Refused) else PROBLEMS.get(error.errno or 0, "not_stored")


def _closed_matches() -> set[int]:
    return set(Match.objects.filter(state=MatchState.CLOSED).values_list("pk", flat=True))


def _is_played() -> bool:
    return Match.objects.filter(state=MatchState.PLAYING).exists()
