"""How well the installation is backed up: how old the newest copy is, where copies lie, what is wrong."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.backup.copies import status
from tournament.backup.copies.contents import Contents, Lacking
from tournament.backup.copies.locations import Location, copies_folder, locations
from tournament.backup.copies.names import PLAIN, REPLACED, copies_in, is_locked, is_replaced, made_at, names_in
from tournament.backup.copies.packing import Manifest
from tournament.backup.copies.signing import Origin, own_short_key
from tournament.backup.copies.status import MISSING, BackupStatus, LocationStatus
from tournament.backup.selectors.secrecy import secrecy_sentences
from tournament.enums import MatchState
from tournament.models import Event, Match, Participant, Tournament
from tournament.refusals import Refused
from tournament.server.disk import LITTLE_BYTES, fullest_folder, room_left
from tournament.server.folder import ENOUGH_BYTES, free_bytes
from tournament.server.only_one import running_server
from tournament.words.labels import ranges
from tournament.words.moments import ago

# While play runs, the newest copy should not be older than this.
TOO_OLD = timedelta(minutes=20)
# A keeper that has said nothing for so long may be gone.
SILENT = timedelta(minutes=2)
# After a start nobody misses a keeper yet: on a busy computer it takes a while to begin.
STARTING = timedelta(minutes=2)
NAMED, NAMED_FAULTS = 12, 5
# Refusals of a copy that nothing can be done about.
SPOILED = ("copy_damaged", "copy_surplus", "signature_wrong", "log_damaged")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptCopy:
    """One copy as the page shows it."""

    name: str
    at: datetime
    locked: bool
    replaced: bool
    """Of what a restore replaced. It can be restored, and counts as no copy otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptAt:
    """One location as the page shows it. `sentence` says what is wrong there, "" if nothing is."""

    key: str
    folder: str
    own: bool
    elsewhere: bool
    locks: bool
    copies: tuple[KeptCopy, ...]
    sentence: str

    @property
    def newest(self) -> str:
        """How old the newest copy there is."""
        return ago(self.good[0].at) if self.good else ""

    @property
    def good(self) -> tuple[KeptCopy, ...]:
        """The copies without those of what a restore replaced."""
        return tuple(copy for copy in self.copies if not copy.replaced)


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupState:
    """How well the installation is backed up; `warnings` are sentences, none if all is well."""

    newest: datetime | None
    busy: bool
    warnings: tuple[str, ...]
    places: tuple[KeptAt, ...]
    media: tuple[str, ...]
    key: str
    """The first digits of the key that signs the copies of this installation; "" before the first copy."""

    @property
    def age(self) -> str:
        """How old the newest good copy is."""
        return ago(self.newest) if self.newest else ""

    @property
    def mark(self) -> str:
        """Changes with everything that the page shows."""
        page = repr((self, self.age, [one.newest for one in self.places]))
        return hashlib.sha256(page.encode()).hexdigest()[:16]


def backup_state() -> BackupState:
    """How well the installation is backed up, from what the keeper told. One query; touches no stick."""
    report = status.read_status()
    listed = {one.key: one for one in report.locations}
    places = tuple(_kept_at(location, listed.get(location.key)) for location in locations())
    times = [copy.at for one in places for copy in one.good]
    newest = max(times, default=None)
    folders = {one.folder for one in places}
    return BackupState(
        newest=newest,
        busy=report.busy or status.copy_ordered(),
        warnings=tuple(_warnings(report, newest, places)),
        places=places,
        media=tuple(path for path in report.media if not any(folder.startswith(path) for folder in folders)),
        key=own_short_key(),
    )


def copy_path(key: str, name: str) -> Path | None:
    """The path of a copy that the page shows; None if it shows no such copy."""
    for one in backup_state().places:
        if one.key == key and name in {copy.name for copy in one.copies}:
            return Path(one.folder, name)
    return None


def newest_copy_sentence() -> str:
    """How old the newest good copy is, for the start."""
    newest = next(iter(copies_in(copies_folder()).items()), None)
    if newest is None:
        return _("No copy of the database yet; the first one is made now.")
    return _("Newest copy of the database: %(when)s, %(file)s") % {"when": ago(newest[0]), "file": newest[1]}


def restore_sentences(
    manifest: Manifest, lacks: Lacking | None, *, empty: bool, faults: Sequence[str] | None
) -> Iterator[str]:
    """What is in a copy, who wrote it, what the audit found in it, and what it lacks of the present database."""
    counts = manifest.contents.counts
    yield _("Copy of %(when)s: %(tournaments)s tournaments, %(sheets)s sheets, %(games)s games. It is whole.") % {
        "when": date_format(timezone.localtime(manifest.made_at), "SHORT_DATETIME_FORMAT"),
        "tournaments": counts["tournament"],
        "sheets": counts["scoresheet"],
        "games": counts["game"],
    }
    yield _origin_sentence(manifest.origin)
    yield from _fault_sentences(faults)
    if empty:
        yield _("There is nothing here yet that it could replace.")
    elif lacks is None:
        yield _("The present database cannot be read, so nobody can say what the copy lacks.")
    elif not lacks:
        yield _("It lacks nothing of what is here.")
    else:
        yield from _lacking_sentences(lacks)
        yield from _tie_sentences(manifest.contents)
        yield from secrecy_sentences(manifest.contents)
    if lacks is not None and lacks.strange and manifest.origin.own:
        yield _("It also holds what is not here: it is newer, or another copy was put into place here since.")
    elif lacks is not None and lacks.strange:
        yield _("It also holds what is not here: it is newer, or the copy of another installation.")
    if not empty and (_is_foreign(manifest.origin) or (lacks and lacks.tournaments)):
        yield _("The logins of here then no longer hold, but those of the copy.")
        yield from _way_back_sentences()


def restore_cautions(
    manifest: Manifest, lacks: Lacking | None, *, empty: bool, faults: Sequence[str] | None
) -> Iterator[str]:
    """What whoever wants this copy all the same must have seen; nothing if the copy is good."""
    if faults:
        yield _("The copy has faults")
    if not empty and _is_foreign(manifest.origin):
        yield _("This copy comes from another installation")
    if lacks and lacks.tournaments:
        yield ngettext(
            "Your tournament %(names)s is not in it", "Your tournaments %(names)s are not in it", len(lacks.tournaments)
        ) % {"names": _tournament_names(lacks.tournaments)}


def refusal_sentences(refusal: Refused, file: Path) -> list[str]:
    """Why this copy was refused, and which one to take instead where it is spoiled. Opens no other copy."""
    if refusal.code not in SPOILED:
        return [str(refusal)]
    at = made_at(file.name)
    older = next((path for other, path in copies_in(file.parent).items() if at and other < at), None)
    if older is None:
        return [str(refusal), _("Please take an older copy.")]
    return [str(refusal), _("Please take an older copy. The next one is %(file)s.") % {"file": older}]


def _is_foreign(origin: Origin) -> bool:
    return bool(origin.key) and not origin.own


def _way_back_sentences() -> Iterator[str]:
    """On a server that is no file, what a restore replaces is no copy."""
    if connection.vendor == "sqlite":
        yield _(
            "The way back: end Spielliste and type %(command)s, which is the copy “state before the restore”. The "
            "terminal says the whole name."
        ) % {"command": f"./run restore {copies_folder()}/spielliste-…{REPLACED}{PLAIN}"}


def _tournament_names(slugs: Sequence[str]) -> str:
    names = dict(Tournament.objects.filter(slug__in=slugs).values_list("slug", "name"))
    return ", ".join(names.get(slug, slug) for slug in slugs)


def _origin_sentence(origin: Origin) -> str:
    if origin.own:
        return _("This installation wrote it, and nothing was changed in it since.")
    if not origin.key:
        return _(
            "It is not signed: an older version wrote it, or somebody took the signature off. Nobody can say whether "
            "something was changed in it since, passwords and codes included."
        )
    return _(
        "Another installation wrote it. If its page “Backup” shows the key %(key)s, nothing was changed in the copy "
        "since; otherwise nobody here can say so, passwords and codes included."
    ) % {"key": origin.short_key}


def _fault_sentences(faults: Sequence[str] | None) -> Iterator[str]:
    if faults is None:
        yield _("Whether its rows fit its log could not be checked on this server.")
    elif not faults:
        yield _("Its rows fit its log.")
    else:
        yield ngettext(
            "Its rows do not fit its log: the audit found %(count)s fault.",
            "Its rows do not fit its log: the audit found %(count)s faults.",
            len(faults),
        ) % {"count": len(faults)}
        yield from faults[:NAMED_FAULTS]


def _lacking_sentences(lacks: Lacking) -> Iterator[str]:
    yield ngettext(
        "It lacks %(games)s game of what is here (%(events)s entries of the log).",
        "It lacks %(games)s games of what is here (%(events)s entries of the log).",
        lacks.games,
    ) % {"games": lacks.games, "events": lacks.events}
    names = dict(Tournament.objects.values_list("slug", "name"))
    if lacks.tournaments:
        yield _("Missing tournaments: %(names)s.") % {"names": _tournament_names(lacks.tournaments)}
    tables: dict[tuple[str, int], list[int]] = defaultdict(list)
    for slug, match, table, _games in lacks.sheets:
        tables[slug, match].append(table)
    for (slug, match), numbers in list(tables.items())[:NAMED]:
        where = {"name": names.get(slug, slug), "match": match, "tables": ", ".join(ranges(sorted(set(numbers))))}
        yield _("%(name)s, match %(match)s: newer entries at table %(tables)s.") % where


def _tie_sentences(contents: Contents) -> Iterator[str]:
    """The lots for a tie (5.4.2) that were drawn after the copy, in their order: drawn anew, they would be others."""
    chains = {head.tournament: head.sequence for head in contents.heads if head.sheet is None}
    draws = Event.objects.filter(kind="tie.lots_drawn").order_by("pk").select_related("tournament")
    lost = [
        (str(event.tournament), json.loads(event.payload)["order"])
        for event in draws
        if event.tournament and event.sequence > chains.get(event.tournament.slug, event.sequence)
    ]
    if not lost:
        return
    yield _(
        "Lots for a tie were drawn after the copy. Afterwards enter them by hand in this order, for new ones would be "
        "others:"
    )
    people = Participant.objects.in_bulk({one for _name, order in lost for one in order})
    for name, order in lost:
        line = ", ".join(people[one].numbered_name for one in order if one in people)
        yield f"{name}: {line}"


def _starting(now: datetime) -> bool:
    """Whether the server was started a moment ago, so that its keeper may not have begun."""
    server = running_server(Path(settings.VAR_DIR))
    return bool(server and "since" in server and now - datetime.fromisoformat(server["since"]) < STARTING)


def _kept_at(location: Location, report: LocationStatus | None) -> KeptAt:
    names = _own_names(report) if location.own else report.copies if report else ()
    copies = [(name, made_at(name)) for name in names]
    kept_copies = tuple(
        KeptCopy(name=name, at=at, locked=is_locked(name), replaced=is_replaced(name))
        for name, at in copies
        if at is not None
    )
    place = KeptAt(
        key=location.key,
        folder=report.folder if report else str(location.folder),
        own=location.own,
        elsewhere=bool(report and report.elsewhere),
        locks=location.lock is not None,
        copies=kept_copies,
        sentence="",
    )
    return replace(place, sentence=_sentence(report, place))


def _own_names(report: LocationStatus | None) -> Sequence[str]:
    """The newest copies in our own folder as it is now; what the keeper told if it cannot be read."""
    try:
        return names_in(copies_folder())[: status.SHOWN]
    except OSError:
        return report.copies if report else ()


def _sentence(report: LocationStatus | None, place: KeptAt) -> str:
    if report is None:
        return "" if place.good else _("No copy yet.")
    if report.state == MISSING:
        if not place.good:
            return _("Not there.")
        return _("Not there; last copy %(when)s.") % {"when": place.newest}
    if report.problem:
        return problem_sentence(report.problem, "")
    return "" if place.good else _("No copy yet.")


def problem_sentence(code: str, details: str) -> str:
    """What went wrong with a copy, and what to do."""
    return {
        "disk_full": _("The disk is full: please make room."),
        "read_only": _("Nothing can be written there: is it write-protected?"),
        "copy_damaged": _("The last copy was damaged when it was read back. It is made again."),
        "log_damaged": _("The log of the database is damaged; manage.py verify_audit says where."),
        "lock_outdated": _(
            "An older version set this passphrase: please take the place off the list and add it again."
        ),
        "not_stored": _("The last copy could not be stored."),
    }.get(code, _("The last copy failed: %(why)s") % {"why": details})


def room_warning() -> str:
    """That the disk is full or almost full, while everything still works; "" if there is room enough."""
    folder = fullest_folder()
    if free_bytes(folder) >= LITTLE_BYTES:
        return ""
    room = {"folder": folder, "free": room_left(folder)}
    if free_bytes(folder) < ENOUGH_BYTES:
        return _("The disk is full: %(folder)s has %(free)s left. Please make room.") % room
    return _("The disk is almost full: %(folder)s has %(free)s left. Please make room.") % room


def _warnings(report: BackupStatus, newest: datetime | None, places: tuple[KeptAt, ...]) -> Iterator[str]:
    now = timezone.now()
    if room := room_warning():
        yield room
    silent = report.at is None or not timedelta() <= now - report.at < SILENT
    if silent and not status.keeper_runs() and not _starting(now):
        yield _(
            "No copies are made at the moment. Usually that ends by itself: please look again in two minutes. If it "
            "still stands here then, end Spielliste and start it again with ./run."
        )
    if report.problem:
        yield problem_sentence(report.problem, report.details)
    if newest is None:
        yield _("There is no copy yet.")
        return
    if now - newest > TOO_OLD and Match.objects.filter(state=MatchState.PLAYING).exists():
        yield _("The newest copy is too old: %(when)s.") % {"when": ago(newest)}
    elsewhere = [one for one in places if one.elsewhere]
    if not any(one.good for one in elsewhere):
        yield _("All copies are on the disk of this computer. Please add a stick or another folder.")
    elif all(one.sentence for one in elsewhere):
        yield "; ".join(f"{one.folder}: {one.sentence}" for one in elsewhere)
