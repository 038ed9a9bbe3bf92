"""The device of a table, and whether its sheet is typed from paper or written live."""

import pytest

from tests.sheet_tables import (
    PHONE,
    Row,
    accepted,
    aside,
    barred,
    check,
    does,
    double,
    full,
    live,
    rule_of,
    typed,
    void,
    works,
)
from tests.worlds.decided import BOSS, DESK, empty_sheet
from tournament.enums import DeviceState, Source
from tournament.sheet.actors import NOBODY, Actor
from tournament.sheet.acts.devices import EnrolDevice, LockDevice, RenewCode
from tournament.sheet.acts.sources import SetSource
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.state import Device

TABLET = Actor(device=2)
LIVE, PAPER = SetSource(source=Source.LIVE), SetSource(source=Source.PAPER)
ENROLLED = does(EnrolDevice(number=1), by=PHONE)

DEVICES = [
    works("the first device makes its sheet live", [], EnrolDevice(number=1), "device.enrolled number=1 device=1",
          "sheet.source source=live", by=PHONE),
    works("another one replaces it", [ENROLLED], EnrolDevice(number=2, replaces=(1, 1)),
          "device.replaced number=1 device=1", "device.enrolled number=2 device=2", by=TABLET),
    works("on a sheet that is live already", [live, typed("r12+")], EnrolDevice(number=1), "device.enrolled number=1",
          by=PHONE),
    works("to sign a full sheet from paper", [full], EnrolDevice(number=1), "device.enrolled number=1", by=PHONE),
    barred("games were typed from paper", [typed("r12+")], EnrolDevice(number=1), "typed_from_paper", by=PHONE),
    barred("a line of the paper waits", [does(aside(1))], EnrolDevice(number=1), "typed_from_paper", by=PHONE),
    barred("5.3.1 the sheet is accepted", [full, accepted], EnrolDevice(number=1), "sheet_settled", by=PHONE),
    barred("5.3.6 the sheet is void", [typed("r12+"), void], EnrolDevice(number=1), "sheet_settled", by=PHONE),
    barred("the ranking is official", [], EnrolDevice(number=1), "tournament_finished", by=PHONE, official=True),
    works("the desk locks a device", [ENROLLED], LockDevice(number=1, device=1), "device.locked number=1 device=1",
          "table.code"),
    works("on an accepted sheet, too", [full, does(EnrolDevice(number=1), by=PHONE), accepted],
          LockDevice(number=1, device=1), "device.locked number=1", "table.code"),
    works("the table gets another code", [], RenewCode(), "table.code"),
    barred("5.3.1 an accepted sheet needs none", [full, accepted], RenewCode(), "sheet_settled"),
]  # fmt: skip

SOURCES = [
    works("the desk says that the table writes", [typed("r12+")], LIVE, "sheet.source source=live"),
    works("or that it is typed from paper", [live, typed("r12+")], PAPER, "sheet.source source=paper"),
    works("as it is already", [live], LIVE),
    works("a supervisor may spare a second entry", [double], LIVE, "sheet.source source=live", by=BOSS),
    works("from paper everybody may", [live, double], PAPER, "sheet.source source=paper"),
    barred("the desk may not spare a second entry", [double], LIVE, "double_entry"),
    barred("5.3.4 the sheet is full", [full], LIVE, "sheet_not_open"),
    barred("5.3.6 the sheet is void", [typed("r12+"), void], LIVE, "sheet_not_open"),
]  # fmt: skip

ROWS: list[Row] = [*DEVICES, *SOURCES]


@pytest.mark.parametrize("row", ROWS, ids=rule_of)
def test_a_device_or_source(row: Row) -> None:
    check(row)


def test_a_device_keeps_when_it_came_and_who_ended_it() -> None:
    first = ENROLLED(empty_sheet())
    second = does(EnrolDevice(number=2, replaces=(1, 1)), by=TABLET)(first)
    third = does(LockDevice(number=2, device=2), by=DESK)(does(TakeBackGame(number=1))(typed("r12+")(second)))
    came, ended, locked = first.devices[1], second.devices[1], third.devices[2]
    assert came == Device(state=DeviceState.ACTIVE, enrolled_at=came.enrolled_at)
    assert (ended.state, ended.locked_by, ended.enrolled_at) == (
        DeviceState.REPLACED,
        NOBODY.login,
        came.enrolled_at,
    )
    assert (locked.state, locked.locked_by, locked.enrolled_at) == (
        DeviceState.LOCKED, DESK.login, second.devices[2].enrolled_at,
    )  # fmt: skip
    assert came.enrolled_at < ended.ended_at < locked.ended_at
    assert third.devices[1] == ended


def test_a_device_that_an_older_log_does_not_know_may_end() -> None:
    sheet = does(LockDevice(number=5, device=9))(empty_sheet())
    assert (sheet.devices[5].state, sheet.devices[5].enrolled_at) == (DeviceState.LOCKED, None)
