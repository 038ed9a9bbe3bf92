"""The copies of one location as its page lists them: when each was made, why, and what it holds."""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.backup.copies import status
from tournament.backup.copies.names import plain_name
from tournament.backup.copies.summaries import Summary, summaries
from tournament.backup.selectors.backups import KeptAt, KeptCopy, backup_state
from tournament.words.moments import ago

REASONS = {
    "regular": gettext_lazy("regular"),
    "again": gettext_lazy("regular"),
    "draw.published": gettext_lazy("after a draw"),
    "draw.kept": gettext_lazy("after a draw"),
    "draw.moved": gettext_lazy("after a draw"),
    "match.closed": gettext_lazy("at the end of a match"),
    "tournament.finished": gettext_lazy("at the end of a tournament"),
    "restored": gettext_lazy("after a restore"),
    "page": gettext_lazy("asked for on the page “Backup”"),
    "command": gettext_lazy("asked for with ./run backup"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedCopy:
    """One line. `reason` and `holds` are "" for a copy of which that is not known here."""

    name: str
    at: datetime
    locked: bool
    reason: str
    holds: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyList:
    """The copies of one location, and when they were seen there; "" for the own folder, which is read now."""

    place: KeptAt
    copies: tuple[ListedCopy, ...]
    looked_at: str

    @property
    def mark(self) -> str:
        """Changes with everything that the page shows."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]


def copy_list(key: str) -> CopyList | None:
    """The copies of the location with this key; None if there is none. One query; touches no stick."""
    place = next((one for one in backup_state().places if one.key == key), None)
    if place is None:
        return None
    known_summaries, seen_at = summaries(), status.read_status().at
    return CopyList(
        place=place,
        copies=tuple(_listed(copy, known_summaries.get(plain_name(copy.name), Summary())) for copy in place.copies),
        looked_at=ago(seen_at) if seen_at and not place.own else "",
    )


def _listed(copy: KeptCopy, summary: Summary) -> ListedCopy:
    reason = str(REASONS.get(summary.why, ""))
    if copy.replaced:
        reason = _("state before the restore at %(time)s") % {"time": date_format(localtime(copy.at), "TIME_FORMAT")}
    return ListedCopy(name=copy.name, at=copy.at, locked=copy.locked, reason=reason, holds=_holds(summary, copy.at))


def _holds(summary: Summary, at: datetime) -> str:
    """What is in a copy of this moment; the day of its newest entry only where it is another one."""
    if not summary.counts:
        return ""
    holds = _("Tournaments: %(tournament)s · matches: %(match)s · sheets: %(scoresheet)s · games: %(game)s")
    parts = [holds % summary.counts]
    if summary.newest_at:
        newest = localtime(summary.newest_at)
        pattern = "TIME_FORMAT" if newest.date() == localtime(at).date() else "SHORT_DATETIME_FORMAT"
        parts.append(_("newest entry: %(when)s") % {"when": date_format(newest, pattern)})
    return " · ".join(parts)
