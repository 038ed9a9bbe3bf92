"""Stepping the state of a scoresheet by the table of allowed steps, logged."""

from tournament.enums import SheetState, step
from tournament.models import Actor, Scoresheet
from tournament.services.events import write_event


def step_sheet(scoresheet: Scoresheet, state: SheetState, actor: Actor) -> None:
    """Step the state, not yet saved; leaving `accepted` takes the acceptance back, visibly. Refused: step_not_allowed.

    The caller holds the sheet's lock.
    """
    if scoresheet.state == state:
        return
    before = scoresheet.state
    scoresheet.state = step(SheetState, before, state)
    if state != SheetState.ACCEPTED:
        scoresheet.accepted_by = scoresheet.accepted_at = None
    write_event(
        scoresheet=scoresheet, kind="sheet.state", actor=actor, payload={"from": str(before), "to": str(state.value)}
    )
