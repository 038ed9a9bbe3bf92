"""Lines of the paper that are no game: set aside for the supervisor, and taken up again (5.3.4)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from django.utils.translation import gettext_lazy as _

from scoring.records import GameRecord
from tournament.enums import PaperLineKind, Source
from tournament.refusals import Refused
from tournament.sheet.acts.second_entry import check_typist
from tournament.sheet.acts.take_backs import free_line
from tournament.sheet.commands import command
from tournament.sheet.draft import Draft
from tournament.sheet.events import Link, event
from tournament.sheet.places import check_line_free, check_open
from tournament.sheet.state import OnPaper, PaperLine, Sheet


@command(may="enter_games")
@dataclass(frozen=True, slots=True, kw_only=True)
class SetAsideLine:
    """Keep what the paper says in a line that is no game; it waits for the supervisor. A second one replaces it."""

    kind: ClassVar[str] = "set_aside"
    number: int
    paper: OnPaper
    key: str
    seen: str | None = None

    def decide(self, draft: Draft) -> None:
        if self.seen is None:
            check_open(draft.sheet)
        check_typist(draft.sheet, draft.by)
        if draft.sheet.source != Source.PAPER:
            raise Refused(
                _("Only a line that stands on paper can be set aside; at the table the supervisor is called."),
                code="not_paper",
            )
        if self.seen is not None:
            free_line(draft, self.number, self.seen)
        check_line_free(draft.sheet, self.number)
        keep_paper_line(draft, self.number, self.paper)


@event("line.set_aside")
@dataclass(frozen=True, slots=True, kw_only=True)
class LineSetAside:
    """A line of the paper is no game and waits for the supervisor. `typed_by` is its typist, if not the actor."""

    number: int
    kind: PaperLineKind
    text: str = ""
    written: tuple[int, ...] | None = None
    record: GameRecord | None = None
    typed_by: int | None = None

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        line = PaperLine(
            number=self.number,
            kind=self.kind,
            text=self.text,
            written=self.written,
            record=self.record,
            typed_by=self.typed_by or link.by.login,
            at=link.at,
        )
        return replace(sheet, paper_lines=(*sheet.paper_lines, line))


@command(may="enter_games")
@dataclass(frozen=True, slots=True, kw_only=True)
class TakeUpLine:
    """Free a line that was set aside by mistake. `paper_line` is its place among the sheet's paper lines, from 1."""

    kind: ClassVar[str] = "take_up"
    number: int
    paper_line: int | None

    def decide(self, draft: Draft) -> None:
        check_open(draft.sheet)
        waiting = waiting_line(draft, self.paper_line)
        if waiting is None or waiting.number != self.number:
            raise not_set_aside(self.number)
        draft.say(LineClosed(number=self.number, taken_up=True))


@event(field="taken_up", kinds={False: "line.closed", True: "line.taken_up"})
@dataclass(frozen=True, slots=True, kw_only=True)
class LineClosed:
    """A line no longer waits: a game stands in it now, or (`taken_up`) the desk types it again."""

    number: int
    taken_up: bool = False

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        lines = tuple(
            replace(line, open=False, closed_at=link.at) if line.open and line.number == self.number else line
            for line in sheet.paper_lines
        )
        return replace(sheet, paper_lines=lines)


def keep_paper_line(draft: Draft, number: int, paper: OnPaper, typed_by: int | None = None) -> None:
    """Keep what the paper says, replacing an older text. The line belongs to `typed_by`, or to the actor without
    one."""
    if draft.sheet.open_paper_line(number) is not None:
        draft.say(LineClosed(number=number, taken_up=True))
    draft.say(
        LineSetAside(
            number=number,
            kind=paper.kind,
            text=paper.text,
            written=paper.written,
            record=paper.record,
            typed_by=None if typed_by == draft.by.login else typed_by,
        )
    )


def not_set_aside(number: int) -> Refused:
    """The refusal of an act on a line that does not wait for the supervisor, or no longer does."""
    return Refused(_("Line %(number)s does not wait for the supervisor any more."), code="not_set_aside", number=number)


def waiting_line(draft: Draft, place: int | None) -> PaperLine | None:
    """The paper line at this place, from 1, if it still waits."""
    if place is None or not 1 <= place <= len(draft.sheet.paper_lines):
        return None
    line = draft.sheet.paper_lines[place - 1]
    return line if line.open else None
