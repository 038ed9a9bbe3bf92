"""The device of a table: enrolled, replaced, locked, and the code by which another one enrols."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from tournament.enums import DeviceState, SheetState, Source
from tournament.refusals import Refused
from tournament.sheet.actors import NOBODY
from tournament.sheet.acts.sources import SourceSet
from tournament.sheet.commands import command
from tournament.sheet.draft import Draft
from tournament.sheet.events import Link, event
from tournament.sheet.official import check_not_official, check_not_settled
from tournament.sheet.state import Device, Sheet


@command(may=None, official=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class EnrolDevice:
    """The acting device writes this sheet from now on. `replaces` holds the number and key of the device before it."""

    number: int
    replaces: tuple[int, int] | None = None

    def decide(self, draft: Draft) -> None:
        check_not_settled(draft.sheet)
        check_not_official(draft)
        if self.replaces is not None:
            number, device = self.replaces
            draft.say(DeviceEnded(number=number, state=DeviceState.REPLACED, device=device), by=NOBODY)
        draft.say(DeviceEnrolled(number=self.number))
        if goes_live(draft.sheet):
            draft.say(SourceSet(source=Source.LIVE))


@event("device.enrolled")
@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceEnrolled:
    number: int

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        enrolled = Device(state=DeviceState.ACTIVE, enrolled_at=link.at)
        return replace(sheet, devices={**sheet.devices, self.number: enrolled})


@command(may=None)
@dataclass(frozen=True, slots=True, kw_only=True)
class LockDevice:
    """The desk locks a device; the table gets another code."""

    number: int
    device: int

    def decide(self, draft: Draft) -> None:
        draft.say(DeviceEnded(number=self.number, state=DeviceState.LOCKED, device=self.device))
        draft.say(CodeRenewed())


@event(
    field="state",
    kinds={DeviceState.REPLACED: "device.replaced", DeviceState.LOCKED: "device.locked"},
    about_device=True,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceEnded:
    """A device stops writing: another one replaced it, or the acting login locked it. `device` is its key."""

    number: int
    state: DeviceState
    device: int

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        there = sheet.devices.get(self.number)
        ended = Device(
            state=self.state,
            locked_by=link.by.login,
            enrolled_at=there.enrolled_at if there else None,
            ended_at=link.at,
        )
        return replace(sheet, devices={**sheet.devices, self.number: ended})


@command(may="arrange_devices")
@dataclass(frozen=True, slots=True, kw_only=True)
class RenewCode:
    """The table gets another code for its device."""

    def decide(self, draft: Draft) -> None:
        check_not_settled(draft.sheet)
        draft.say(CodeRenewed())


@event("table.code")
@dataclass(frozen=True, slots=True, kw_only=True)
class CodeRenewed:
    """The table has another code for its device. The log never holds the code."""

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        return sheet


def goes_live(sheet: Sheet) -> bool:
    """Return whether a device that is enrolled now writes the sheet from here on. Refused: typed_from_paper."""
    live = sheet.state == SheetState.OPEN and sheet.source != Source.LIVE
    if live and (sheet.games or sheet.open_paper_lines):
        raise Refused(
            _(
                "Games of this sheet were typed from paper already. "
                "If it is to be written at the table from now on, the desk switches it."
            ),
            code="typed_from_paper",
        )
    return live
