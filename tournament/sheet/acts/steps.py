"""The states of a sheet, one step after the other: open, complete, signed, accepted, void."""

from dataclasses import dataclass, replace

from tournament.enums import SheetState, step
from tournament.sheet.draft import Draft
from tournament.sheet.events import Link, event
from tournament.sheet.state import Sheet


@event("sheet.state", names={"before": "from"})
@dataclass(frozen=True, slots=True, kw_only=True)
class SheetStepped:
    """The sheet's state changed. Leaving `accepted` takes the acceptance back."""

    before: SheetState
    to: SheetState

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        signed = sheet.was_signed or self.to in (SheetState.SIGNED, SheetState.ACCEPTED)
        return replace(sheet, state=self.to, accepted_by=None, accepted_at=None, was_signed=signed)


def step_to(draft: Draft, state: SheetState) -> None:
    """Move the sheet to this state unless it is there already. Refused: step_not_allowed."""
    before = draft.sheet.state
    if before != state:
        draft.say(SheetStepped(before=before, to=SheetState(step(SheetState, before, state))))
