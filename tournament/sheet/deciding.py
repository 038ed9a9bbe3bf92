"""What a command does to a sheet: `decide(sheet, command) -> events`, or Refused. No other place decides it.

The rule of each command stands beside it in acts/. The desk's preview calls `decide`, too, and throws the events away.
"""

from datetime import datetime

from tournament.refusals import Refused
from tournament.sheet.actors import Actor
from tournament.sheet.acts.consequences import settle_sheet
from tournament.sheet.acts.disputes import note_corrections
from tournament.sheet.commands import Command
from tournament.sheet.draft import Draft, Effect
from tournament.sheet.state import Sheet


def decide(sheet: Sheet, command: Command, *, by: Actor, at: datetime, official: bool = False) -> Effect:
    """Return what the command does, with all that follows from it. Raises Refused with code, sentence and kind.

    The caller has checked that `by` may ask for it at all (permissions.py). `official` says that the ranking is
    official; only commands that change a result look at it.
    """
    draft = Draft(sheet, by, at, official)
    content = sheet.content_hash if sheet.seats else ""
    command.decide(draft)
    settle_sheet(draft, content=content, oral=(getattr(command, "number", 0), getattr(command, "oral", None)))
    note_corrections(draft, sheet)
    return Effect(links=tuple(draft.links), sheet=draft.sheet, answer=draft.answer)


def is_allowed(sheet: Sheet, command: Command, *, by: Actor, at: datetime, official: bool = False) -> bool:
    """Whether the command would be accepted. Pages ask this, so that they offer no command that would be refused."""
    try:
        decide(sheet, command, by=by, at=at, official=official)
    except Refused:
        return False
    return True
