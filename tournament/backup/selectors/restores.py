"""After a restore: what came back from each table, who was not heard of, and what nobody can send again."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.backup.selectors.secrecy import kept_sentences
from tournament.draw.selectors.seats import OF_PLAYER
from tournament.enums import SETTLED, ApprovalState, SheetState, Source
from tournament.models import Approval, Command, Event, Game, Match, Recollection, Restore, Scoresheet, Seat, Signature
from tournament.models.statements import select
from tournament.person.table_names import Player, short_names
from tournament.words import labels

# So long after a restore people remember what the database does not.
LATELY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReturn:
    """One table after a restore. `state`: back (its device has told what it knew), waits (it was not heard of, and
    something is missing or may be), paper (the desk types it, so that no device can send it), settled (it was accepted
    or void in the copy already), unchanged (nothing was done there after the copy).

    `games` came back, `written` stand on the sheet now, `had` stood there before the restore if it is known that the
    copy is older. `missing` are sentences on what the device had seen and what is
    not there; `unsigned` have signed then and not yet again.
    """

    table: int
    code: str
    state: str
    games: int
    written: int
    had: int | None = None
    missing: tuple[str, ...] = ()
    unsigned: tuple[str, ...] = ()

    @property
    def is_missing(self) -> bool:
        """Whether something is missing for sure that no device sends by itself."""
        return bool(self.missing or self.unsigned) or (self.state == "settled" and self.had is not None)

    @property
    def lacks(self) -> int:
        """How many games fewer there are than before the restore, as far as that is known."""
        return max(0, (self.had or 0) - self.written)


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreView:
    """The tables of a match after the newest restore. Where no copy was restored, `lost` entries were missing at a
    start, or the device of the table `seen_at` (match and table) had seen a newer state."""

    restore: Restore
    tables: tuple[TableReturn, ...]
    lost: int | None = None
    seen_at: tuple[int, int] | None = None
    kept: Sequence[str] = ()
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
        """The tables that were not heard of."""
        return tuple(table.table for table in self.tables if table.state == "waits")

    @property
    def missing(self) -> tuple[int, ...]:
        """The tables of which something is missing for sure."""
        return tuple(table.table for table in self.tables if table.is_missing)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """A written line as it is now: the points that count, its corrections, and whether it waits for an approval."""

    points: tuple[int, ...]
    corrections: int
    pending: bool


def newest_restore() -> Restore | None:
    """Return the newest restore; None if there was none. One query."""
    return Restore.objects.order_by("-pk").first()


def restored_lately() -> Restore | None:
    """Return the newest restore of a copy if it was in the last day: what people have seen before it may be missing.
    One query."""
    restore = newest_restore()
    lately = restore is not None and bool(restore.copy) and timezone.now() - restore.restored_at < LATELY
    return restore if lately else None


def open_restore() -> Restore | None:
    """Return the newest restore if not everything is looked after; None otherwise. One query."""
    restore = newest_restore()
    return restore if restore is not None and restore.settled_at is None else None


def restore_is_open() -> Exists:
    """Tell the same in a query that asks for other things, too."""
    newest = Restore.objects.order_by("-pk").values("pk")[:1]
    return Exists(Restore.objects.filter(pk=Subquery(newest), settled_at=None))


def restore_key() -> str:
    """Return the key of the newest restore, by which devices notice it; "" if there was none. One query."""
    keys = select("SELECT key FROM tournament_restore ORDER BY id DESC LIMIT 1")
    return str(keys[0][0]) if keys else ""


def restore_view(match: Match, restore: Restore) -> RestoreView:
    """Return what came back in this match and what is missing. Five queries."""
    recalled = Recollection.objects.filter(restore=restore, scoresheet=OuterRef("pk")).values("seen")[:1]
    sheets: QuerySet[Any] = Scoresheet.objects.in_force().filter(match=match).annotate(seen=Subquery(recalled))
    lines, returned, noted = _lines(match), _returned(match, restore), _noted(restore)
    (names, signed), before = _seats(match), _before(match, noted)
    tables = []
    for sheet in sheets.order_by("table_number"):
        seen, written = sheet.seen, lines[sheet.pk]
        tables.append(
            TableReturn(
                table=sheet.table_number,
                code=sheet.code,
                state=_state(sheet, len(written), seen is not None, before),
                games=returned.get(sheet.pk, 0),
                written=len(written),
                had=before.get(sheet.table_number) if before is not None else None,
                missing=tuple(_missing(seen, sheet, written)) if seen else (),
                unsigned=_unsigned(seen, sheet, signed[sheet.pk], names.get(sheet.pk, ())) if seen else (),
            )
        )
    _slug, *seen_at = noted.get("seen_at", [None])
    return RestoreView(
        restore=restore,
        tables=tuple(tables),
        lost=noted.get("lost"),
        seen_at=tuple(seen_at) if seen_at else None,
        kept=list(kept_sentences(noted.get("kept", {}).get(match.tournament.slug, {}))),
    )


def _state(sheet: Scoresheet, written: int, told: bool, before: Mapping[int, int] | None) -> str:
    if told:
        return "back"
    if before is not None and sheet.table_number not in before:
        return "settled" if sheet.state in SETTLED else "unchanged"
    if sheet.state in SETTLED:
        return "settled"
    whole = written if before is None else written >= before[sheet.table_number]
    return "paper" if sheet.source != Source.LIVE and whole else "waits"


def _noted(restore: Restore) -> dict[str, Any]:
    """What the log noted of this restore, which is the newest. One query."""
    events = Event.objects.filter(tournament=None, kind="installation.restored").order_by("-pk")
    for payload in events.values_list("payload", flat=True)[:1]:
        noted: dict[str, Any] = json.loads(payload)
        if noted["restore"] == restore.key:
            return noted
    return {}


def _before(match: Match, noted: Mapping[str, Any]) -> dict[int, int] | None:
    """How many games stood on the sheets that are older in the copy, by table; None if nobody knows."""
    sheets, slug = noted.get("sheets"), match.tournament.slug
    if sheets is None:
        return None
    return {table: games for where, number, table, games in sheets if (where, number) == (slug, match.number)}


def _lines(match: Match) -> dict[int, dict[int, _Line]]:
    """Every written line of the match, by sheet and number. One query."""
    found: dict[int, dict[int, _Line]] = defaultdict(dict)
    columns = ("scoresheet", "number", "points_1", "points_2", "points_3", "points_4", "points_5", "corrected")
    games = Game.objects.filter(scoresheet__match=match).annotate(corrected=Count("corrections"))
    waits = Exists(Approval.objects.filter(game=OuterRef("pk"), state=ApprovalState.REQUESTED))
    for sheet, number, *points, corrected, pending in games.values_list(*columns, waits):
        found[sheet][number] = _Line(points=tuple(points), corrections=corrected, pending=pending)
    return found


def _returned(match: Match, restore: Restore) -> dict[int, int]:
    """How many games stand on each sheet that a device sent again. One query."""
    again = Command.objects.filter(restore=restore).values("key")
    games = Game.objects.filter(scoresheet__match=match, command__in=again).order_by()
    return dict(games.values_list("scoresheet").annotate(games=Count("pk")))


def _seats(match: Match) -> tuple[dict[int, Sequence[str]], dict[int, set[int]]]:
    """The short names by seat of each sheet, and the seats that have signed. One query."""
    players: dict[int, list[Player]] = defaultdict(list)
    signed: dict[int, set[int]] = defaultdict(set)
    valid = Exists(Signature.objects.filter(seat=OuterRef("pk"), lapsed_at=None))
    rows = Seat.objects.filter(match=match).order_by("number")
    for sheet, seat, has_signed, *player in rows.values_list("scoresheet", "number", valid, *OF_PLAYER):
        players[sheet].append(Player(*player))
        if has_signed:
            signed[sheet].add(seat)
    return {sheet: short_names(seated) for sheet, seated in players.items()}, signed


def _missing(seen: Mapping[str, Any], sheet: Scoresheet, lines: Mapping[int, _Line]) -> Iterator[str]:
    """Say what the device had seen and what is not there now."""
    for line in seen["lines"]:
        said = _line_missing(line, lines.get(line["number"]))
        if said:
            yield said % {"number": line["number"], "points": labels.points_text(line["points"])}
    if seen["accepted"] and sheet.state != SheetState.ACCEPTED:
        yield _("The acceptance is missing.")


def _unsigned(seen: Mapping[str, Any], sheet: Scoresheet, signed: set[int], names: Sequence[str]) -> tuple[str, ...]:
    """Who had signed and has not yet signed again."""
    if sheet.state in SETTLED:
        return ()
    return tuple(name for seat, name in enumerate(names, 1) if seat in seen["signed"] and seat not in signed)


def _line_missing(line: Mapping[str, Any], now: _Line | None) -> str:
    if now is None:
        return _("Game %(number)s is missing: it counted %(points)s.")
    if now.corrections < line["corrections"]:
        return _("A correction of game %(number)s is missing: it counted %(points)s.")
    if now.pending and not line["pending"]:
        return _("The decision on game %(number)s is missing: it waits for the supervisor again.")
    if not line["pending"] and list(now.points[: len(line["points"])]) != line["points"]:
        return _("Game %(number)s is not as it was: it counted %(points)s.")
    return ""
