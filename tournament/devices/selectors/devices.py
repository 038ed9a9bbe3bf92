"""The devices of the tables: which device a token belongs to, and what the desk sees of the devices."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, QuerySet

from tournament.draw.selectors.seats import names_at
from tournament.enums import IS_SHUT, SETTLED, DeviceState, Secret, SheetState, Source
from tournament.models import FailedTry, Match, Scoresheet, TableDevice
from tournament.models.statements import Reading
from tournament.selectors.sheets import MOST_NUMBER
from tournament.words.moments import ago, clock

# Somebody who mistypes a code once is nobody's business.
TOLD_FROM = 2
MOST_TOLD = 30


# Every request of a table begins with it, so it is written by hand.
DEVICE_AT = Reading(
    """
    SELECT {device}, (SELECT key FROM tournament_restore ORDER BY id DESC LIMIT 1) FROM tournament_tabledevice device
    JOIN tournament_scoresheet sheet ON sheet.id = device.scoresheet_id
    JOIN tournament_match match ON match.id = sheet.match_id
    JOIN tournament_tournament tournament ON tournament.id = match.tournament_id
    WHERE device.token_hash = %s AND sheet.table_number = %s AND match.number = %s AND tournament.slug = %s
    AND sheet.state <> %s AND tournament.state NOT IN (%s, %s)
    """,
    device=TableDevice,
)


def token_hash(token: str) -> str:
    """Return the SHA-256 of a device's token, which is all that is kept of it."""
    return hashlib.sha256(token.encode()).hexdigest()


def device_of(token: str, scoresheet: Scoresheet) -> TableDevice | None:
    """Return the device that got this token for this sheet, in any state; None if it is unknown. One query.

    A tournament that is closed for good has no devices: none of them reads on.
    """
    if not token:
        return None
    devices = TableDevice.objects.filter(token_hash=token_hash(token), scoresheet=scoresheet)
    devices = devices.exclude(scoresheet__match__tournament__state__in=IS_SHUT)
    return devices.select_related("scoresheet__match__tournament").first()


def device_at(token: str, tournament_slug: str, match_number: int, table_number: int) -> TableDevice | None:
    """Return the same for the sheet of this table, without looking for the sheet first, with the newest restore. One
    query."""
    if not token or max(match_number, table_number) > MOST_NUMBER:
        return None
    place = [token_hash(token), table_number, match_number, tournament_slug, SheetState.DISCARDED.value, *IS_SHUT]
    for device, restore in DEVICE_AT.rows(*place):
        device.newest_restore = restore or ""
        return device
    return None


def whole_sheet(device: TableDevice) -> Scoresheet:
    """Return the device's sheet with its match and tournament. One query."""
    return Scoresheet.objects.select_related("match__tournament").get(pk=device.scoresheet_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAtDoor:
    """The player of a seat as the page at the table's door shows it."""

    number: int
    name: str
    keeps_sheet: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrance:
    """What a phone sees of a sheet before it may write: who sits there, and what prevents it from writing.

    `writing` says when the writing device was last seen, "" if there is none. `on_paper`: games were typed from paper
    already, so the desk has to switch the sheet first.
    """

    seats: tuple[SeatAtDoor, ...]
    writing: str
    on_paper: bool


def entrance(scoresheet: Scoresheet) -> Entrance:
    """Return the entrance of a sheet. At most three queries."""
    active = TableDevice.objects.filter(scoresheet=scoresheet, state=DeviceState.ACTIVE).first()
    typed = scoresheet.state == SheetState.OPEN and scoresheet.source != Source.LIVE and scoresheet.games.exists()
    return Entrance(
        seats=tuple(
            SeatAtDoor(number=seat, name=name, keeps_sheet=seat == scoresheet.scorekeeper)
            for seat, name in names_at(scoresheet).items()
        ),
        writing=ago(active.seen_at) if active else "",
        on_paper=typed,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceView:
    """A device as the desk sees it. `games` counts those that it wrote and that are still on the sheet."""

    number: int
    label: str
    state: DeviceState
    games: int
    enrolled_at: datetime
    seen_at: datetime
    locked_by: str

    @property
    def since(self) -> str:
        return clock(self.enrolled_at)

    @property
    def last_seen(self) -> str:
        return ago(self.seen_at)

    @property
    def active(self) -> bool:
        return self.state == DeviceState.ACTIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDoor:
    """A table with its code, the wrong codes typed lately since the code is in force, and its devices, newest first."""

    table: int
    code: str
    wrong_codes: int
    settled: bool
    devices: tuple[DeviceView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorGuesser:
    """Somebody who types wrong codes: kind of device, address, how often, at which tables, when last.

    `known`: the browser has scanned a table's card.
    """

    device: str
    address: str
    failures: int
    tables: tuple[int, ...]
    last: str
    has_scanned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchDoors:
    """The doors of all tables of a match, and who types wrong codes at them, the latest first."""

    tables: tuple[TableDoor, ...]
    guessers: tuple[DoorGuesser, ...]


def match_doors(match: Match) -> MatchDoors:
    """Return all tables of a drawn match in order. Three queries."""
    devices: dict[int, list[DeviceView]] = defaultdict(list)
    for device in _newest_first(TableDevice.objects.filter(scoresheet__match=match)):
        devices[device.scoresheet_id].append(_device_view(device))
    sheets = list(Scoresheet.objects.in_force().filter(match=match))
    tries = _wrong_codes(sheets)
    wrong = _failures_by_sheet(tries)
    return MatchDoors(
        tables=tuple(_table_door(sheet, devices[sheet.pk], wrong[sheet.pk]) for sheet in sheets),
        guessers=_guessers(tries, {sheet.pk: sheet.table_number for sheet in sheets}),
    )


def table_door(scoresheet: Scoresheet) -> TableDoor:
    """Return one table. Two queries."""
    devices = _newest_first(TableDevice.objects.filter(scoresheet=scoresheet))
    wrong = _failures_by_sheet(_wrong_codes([scoresheet]))
    return _table_door(scoresheet, [_device_view(device) for device in devices], wrong[scoresheet.pk])


def _wrong_codes(sheets: Iterable[Scoresheet]) -> list[FailedTry]:
    """The wrong codes that were typed lately, the latest first. One query."""
    keys = [str(sheet.pk) for sheet in sheets]
    rows = FailedTry.objects.filter(secret=Secret.TABLE_CODE, failures__gt=0)
    return list(rows.filter(subject__in=keys).order_by("-last_at"))


def _failures_by_sheet(tries: Iterable[FailedTry]) -> Counter[int]:
    """How many they are, by sheet."""
    failures = Counter[int]()
    for row in tries:
        failures[int(row.subject)] += row.failures
    return failures


def _guessers(tries: Iterable[FailedTry], tables: Mapping[int, int]) -> tuple[DoorGuesser, ...]:
    """Who typed them, unless it was a single one; `tables` by sheet."""
    rows: dict[tuple[str, str], list[FailedTry]] = defaultdict(list)
    for row in tries:
        rows[row.browser, row.address].append(row)
    guessers = [
        DoorGuesser(
            device=own_rows[0].label,
            address=address,
            failures=sum(row.failures for row in own_rows),
            tables=tuple(sorted(tables[int(row.subject)] for row in own_rows)),
            last=ago(own_rows[0].last_at),
            has_scanned=bool(browser),
        )
        for (browser, address), own_rows in rows.items()
    ]
    return tuple(one for one in guessers if one.failures >= TOLD_FROM)[:MOST_TOLD]


def _newest_first(devices: QuerySet[TableDevice]) -> QuerySet[TableDevice]:
    return devices.select_related("locked_by").annotate(games_written=Count("games")).order_by("-number")


def _table_door(sheet: Scoresheet, devices: list[DeviceView], wrong: int) -> TableDoor:
    return TableDoor(
        table=sheet.table_number,
        code=sheet.code,
        wrong_codes=wrong,
        settled=sheet.state in SETTLED,
        devices=tuple(devices),
    )


def _device_view(device: TableDevice) -> DeviceView:
    return DeviceView(
        number=device.number,
        label=device.label,
        state=DeviceState(device.state),
        games=getattr(device, "games_written", 0),
        enrolled_at=device.enrolled_at,
        seen_at=device.seen_at,
        locked_by=device.locked_by.full_name if device.locked_by else "",
    )


def table_codes(match: Match) -> dict[int, tuple[int, str]]:
    """Return the key of the sheet and the code of each table of a drawn match, by table number. One query."""
    rows = Scoresheet.objects.in_force().filter(match=match).values_list("table_number", "pk", "code")
    return {table: (sheet, code) for table, sheet, code in rows}
