"""The devices of the tables: which device a token belongs to, and what the desk sees of the devices."""

import hashlib
from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from tournament.enums import SETTLED, DeviceState, SheetState, Source
from tournament.models import Match, Scoresheet, TableDevice
from tournament.words.moments import ago, clock

CODE_TRIES = 5
"""So many wrong codes are allowed before the desk must renew the code: nobody shall guess four digits by trying."""


def token_hash(token: str) -> str:
    """Return the SHA-256 of a device's token, which is all that is kept of it."""
    return hashlib.sha256(token.encode()).hexdigest()


def device_of(token: str, scoresheet: Scoresheet) -> TableDevice | None:
    """Return the device that got this token for this sheet, in any state; None if it is unknown. One query."""
    if not token:
        return None
    found = TableDevice.objects.filter(token_hash=token_hash(token), scoresheet=scoresheet)
    return found.select_related("scoresheet__match__tournament").first()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAtDoor:
    """The player of a seat as the page at the table's door shows it."""

    number: int
    name: str
    keeps_sheet: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrance:
    """What a phone sees of a sheet before it may write: who sits there, and what prevents it from writing.

    `writing` says when the writing device was last seen, "" if there is none. `tries` are left until the desk must
    renew the code. `on_paper`: games were typed from paper already, so the desk has to switch the sheet first.
    """

    seats: tuple[SeatAtDoor, ...]
    writing: str
    tries: int
    on_paper: bool


def entrance(scoresheet: Scoresheet) -> Entrance:
    """Return the entrance of a sheet. At most three queries."""
    seats = scoresheet.seats.select_related("participant")
    active = TableDevice.objects.filter(scoresheet=scoresheet, state=DeviceState.ACTIVE).first()
    typed = scoresheet.state == SheetState.OPEN and scoresheet.source != Source.LIVE and scoresheet.games.exists()
    return Entrance(
        seats=tuple(
            SeatAtDoor(
                number=seat.number, name=str(seat.participant), keeps_sheet=seat.number == scoresheet.scorekeeper
            )
            for seat in seats
        ),
        writing=ago(active.seen_at) if active else "",
        tries=CODE_TRIES - scoresheet.wrong_codes,
        on_paper=typed,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceView:
    """A device as the desk sees it. `games` counts those that it wrote and that are still on the sheet."""

    number: int
    label: str
    state: DeviceState
    games: int
    since: str
    seen: str
    locked_by: str

    @property
    def active(self) -> bool:
        return self.state == DeviceState.ACTIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDoor:
    """A table with its code, the wrong codes typed since the code is in force, and its devices, newest first."""

    table: int
    code: str
    wrong_codes: int
    settled: bool
    devices: tuple[DeviceView, ...]

    @property
    def code_locked(self) -> bool:
        return self.wrong_codes >= CODE_TRIES


def table_doors(match: Match) -> tuple[TableDoor, ...]:
    """Return all tables of a drawn match in order. Two queries."""
    devices: dict[int, list[DeviceView]] = defaultdict(list)
    for device in _newest_first(TableDevice.objects.filter(scoresheet__match=match)):
        devices[device.scoresheet_id].append(_device_view(device))
    return tuple(_table_door(sheet, devices[sheet.pk]) for sheet in Scoresheet.objects.in_force().filter(match=match))


def table_door(scoresheet: Scoresheet) -> TableDoor:
    """Return one table. One query."""
    devices = _newest_first(TableDevice.objects.filter(scoresheet=scoresheet))
    return _table_door(scoresheet, [_device_view(device) for device in devices])


def _newest_first(devices: QuerySet[TableDevice]) -> QuerySet[TableDevice]:
    return devices.select_related("locked_by").annotate(games_written=Count("games")).order_by("-number")


def _table_door(sheet: Scoresheet, devices: list[DeviceView]) -> TableDoor:
    return TableDoor(
        table=sheet.table_number,
        code=sheet.code,
        wrong_codes=sheet.wrong_codes,
        settled=sheet.state in SETTLED,
        devices=tuple(devices),
    )


def _device_view(device: TableDevice) -> DeviceView:
    return DeviceView(
        number=device.number,
        label=device.label,
        state=DeviceState(device.state),
        games=getattr(device, "games_written", 0),
        since=clock(device.enrolled_at),
        seen=ago(device.seen_at),
        locked_by=device.locked_by.full_name if device.locked_by else "",
    )


def table_codes(match: Match) -> dict[int, str]:
    """Return the code of each table of a drawn match, by table number. One query."""
    return dict(Scoresheet.objects.in_force().filter(match=match).values_list("table_number", "code"))
