"""A sheet while a command is decided: each event is folded as soon as it is added, so that the next rule sees it."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from tournament.sheet.actors import Actor
from tournament.sheet.events import Event, Link
from tournament.sheet.folding import fold
from tournament.sheet.state import Sheet


class Answer(Enum):
    """The result of a command that was not refused. Duplicate: it was done before, so nothing is left to do."""

    APPLIED = "applied"
    DUPLICATE = "duplicate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """The effect of a command on a sheet: its events in their order, and the sheet after them."""

    links: tuple[Link, ...]
    sheet: Sheet
    answer: Answer = Answer.APPLIED


class Draft:
    """The events that a command has added so far. `by` acts at the time `at`; if `official`, no result may change."""

    def __init__(self, sheet: Sheet, by: Actor, at: datetime, official: bool = False) -> None:
        self.sheet = sheet
        self.by = by
        self.at = at
        self.official = official
        self.links: list[Link] = []
        self.answer = Answer.APPLIED

    def say(self, event: Event, by: Actor | None = None) -> None:
        """Add an event and fold it into the sheet. `by` names the actor of this event if it is not the draft's."""
        link = Link(event=event, by=by or self.by, at=self.at)
        self.sheet = fold(self.sheet, link)
        self.links.append(link)
