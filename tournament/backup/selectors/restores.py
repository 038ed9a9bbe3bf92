"""After a restore: what came back from each table, which tables have not reported, and what no device can send."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.backup.selectors.secrecy import kept_sentences
from tournament.enums import SETTLED, SheetState, Source
from tournament.models import Command, Correction, Event, Game, Match, Recollection, Restore, Scoresheet, Signature
from tournament.models.statements import select

# So long after a restore people remember what the database does not.
LATELY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReturn:
    """One table after a restore. `state`: back (its device has reported), waits (no device has reported, and something
    is missing or may be), paper (the desk types it, so that no device can send it), settled (it was accepted or void in
    the copy already), unchanged (nothing was done there after the copy).

    Games: `games` were sent again, `there` were there already, `conflicts` do not fit the sheet, so that a person has
    to decide on the device or at the desk. `had` is how many there were before the restore, if it is known that the
    copy is older. `missing` are sentences on what the device had counted and what is not there.
    """

    table: int
    code: str
    state: str
    games: int
    there: int
    conflicts: int = 0
    had: int | None = None
    missing: tuple[str, ...] = ()

    @property
    def is_missing(self) -> bool:
        """Whether something is missing for sure that no device sends by itself."""
        return bool(self.missing or self.conflicts) or (self.state == "settled" and self.had is not None)

    @property
    def lacks(self) -> int:
        """How many games fewer there are than before the restore, as far as that is known."""
        return max(0, (self.had or 0) - self.games - self.there)


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreView:
    """The tables of a match after the newest restore. Where no copy was restored, `lost` entries were missing at a
    start, or the device of the table `seen_at` (match and table) had seen a newer state."""

    restore: Restore
    tables: tuple[TableReturn, ...]
    lost: int | None = None
    seen_at: tuple[int, int] | None = None
    secrecy: Sequence[str] = ()
    """What the hall is not told, as before the restore."""

    @property
    def is_open(self) -> bool:
        """Whether something is missing, or may be."""
        return bool(self.waiting or self.missing)

    @property
    def games(self) -> int:
        """How many games came back."""
        return sum(table.games for table in self.tables)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The tables that have not reported."""
        return tuple(table.table for table in self.tables if table.state == "waits")

    @property
    def missing(self) -> tuple[int, ...]:
        """The tables of which something is missing for sure."""
        return tuple(table.table for table in self.tables if table.is_missing)


def newest_restore() -> Restore | None:
    """Return the newest restore; None if there was none. One query."""
    return Restore.objects.order_by("-pk").first()


def restored_lately() -> Restore | None:
    """Return the newest restore of a copy if it was in the last day: what people have seen before it may be missing.
    One query."""
    restore = newest_restore()
    lately = restore is not None and bool(restore.copy) and timezone.now() - restore.restored_at < LATELY
    return restore if lately else None


def restore_is_open() -> Exists:
    """Tell the same in a query that asks for other things, too."""
    newest = Restore.objects.order_by("-pk").values("pk")[:1]
    return Exists(Restore.objects.filter(pk=Subquery(newest), settled_at=None))


def restore_key() -> str:
    """Return the key of the newest restore, by which devices notice it; "" if there was none. One query."""
    keys = select("SELECT key FROM tournament_restore ORDER BY id DESC LIMIT 1")
    return str(keys[0][0]) if keys else ""


def restore_view(match: Match, restore: Restore) -> RestoreView:
    """Return what came back in this match and what is missing. Two queries."""
    report = Recollection.objects.filter(restore=restore, scoresheet=OuterRef("pk")).values("seen")
    again = Game.objects.filter(command__in=Command.objects.filter(restore=restore).values("key"))
    sheets: QuerySet[Any] = Scoresheet.objects.in_force().filter(match=match).order_by("table_number")
    sheets = sheets.annotate(
        seen=Subquery(report),
        written=_count(Game.objects.all(), "scoresheet"),
        again=_count(again, "scoresheet"),
        corrections=_count(Correction.objects.all(), "game__scoresheet"),
        signed=_count(Signature.objects.filter(lapsed_at=None), "seat__scoresheet"),
    )
    note = _note_of(restore)
    before = _before(match, note)
    tables = tuple(
        TableReturn(
            table=sheet.table_number,
            code=sheet.code,
            state=_state(sheet, before),
            games=sheet.again,
            there=sheet.written - sheet.again,
            conflicts=(sheet.seen or {}).get("conflicts", 0),
            had=before.get(sheet.table_number) if before is not None else None,
            missing=tuple(_missing(sheet)),
        )
        for sheet in sheets
    )
    _slug, *seen_at = note.get("seen_at", [None])
    return RestoreView(
        restore=restore,
        tables=tables,
        lost=note.get("lost"),
        seen_at=tuple(seen_at) if seen_at else None,
        secrecy=list(kept_sentences(note.get("kept", {}).get(match.tournament.slug, {}))),
    )


def _count(rows: QuerySet[Any], path: str) -> Coalesce:
    """How many of these rows a sheet has, by this path to it."""
    of_sheet = rows.filter(**{path: OuterRef("pk")}).order_by().values(path)
    return Coalesce(Subquery(of_sheet.annotate(count=Count("pk")).values("count")), 0)


def _state(sheet: Any, before: Mapping[int, int] | None) -> str:
    if sheet.seen is not None:
        return "back"
    if before is not None and sheet.table_number not in before:
        return "settled" if sheet.state in SETTLED else "unchanged"
    if sheet.state in SETTLED:
        return "settled"
    whole = sheet.written if before is None else sheet.written >= before[sheet.table_number]
    return "paper" if sheet.source != Source.LIVE and whole else "waits"


def _note_of(restore: Restore) -> dict[str, Any]:
    """What the log noted of this restore, which is the newest. One query."""
    events = Event.objects.filter(tournament=None, kind="installation.restored").order_by("-pk")
    for payload in events.values_list("payload", flat=True)[:1]:
        note: dict[str, Any] = json.loads(payload)
        if note["restore"] == restore.key:
            return note
    return {}


def _before(match: Match, note: Mapping[str, Any]) -> dict[int, int] | None:
    """How many games stood on the sheets that are older in the copy, by table; None if nobody knows."""
    sheets, slug = note.get("sheets"), match.tournament.slug
    if sheets is None:
        return None
    return {table: games for where, number, table, games in sheets if (where, number) == (slug, match.number)}


def _missing(sheet: Any) -> Iterator[str]:
    """Say what the device had counted on its sheet and what is not there now."""
    counts = sheet.seen or {}
    if (count := counts.get("games", 0) - sheet.written) > 0:
        yield ngettext("%(count)s game is missing.", "%(count)s games are missing.", count) % {"count": count}
    if (count := counts.get("corrections", 0) - sheet.corrections) > 0:
        sentence = ngettext("%(count)s correction is missing.", "%(count)s corrections are missing.", count)
        yield sentence % {"count": count}
    if counts.get("accepted") and sheet.state != SheetState.ACCEPTED:
        yield _("The acceptance is missing.")
    if (count := counts.get("signed", 0) - sheet.signed) > 0 and sheet.state not in SETTLED:
        sentence = ngettext("%(count)s player has to sign again.", "%(count)s players have to sign again.", count)
        yield sentence % {"count": count}
