"""Insert or take out a line that was typed one too high or too low, and move the lines below, as one act."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext_lazy as _

from scoring.records import GameRecord
from tournament.enums import Source
from tournament.refusals import Refused
from tournament.sheet.acts.paper_lines import LineClosed
from tournament.sheet.acts.second_entry import check_typist
from tournament.sheet.acts.sitters import move_sitters
from tournament.sheet.acts.take_backs import clear_line
from tournament.sheet.commands import command
from tournament.sheet.draft import Draft
from tournament.sheet.events import Link, event
from tournament.sheet.parts import shifted, without_game
from tournament.sheet.places import check_line, check_mendable
from tournament.sheet.state import Sheet
from tournament.words import labels


@command(may="enter_games")
@dataclass(frozen=True, slots=True, kw_only=True)
class InsertLine:
    """Make room for a line that was left out: this line and all below it move down by one."""

    kind: ClassVar[str] = "insert"
    number: int
    key: str

    def decide(self, draft: Draft) -> None:
        _check_movable(draft, self.number)
        sheet = draft.sheet
        if sheet.lines in sheet.games or sheet.open_paper_line(sheet.lines) is not None:
            raise Refused(
                _("Line %(number)s is taken: there is no room for one more. Please take out a line first."),
                code="last_line_taken",
                number=sheet.lines,
            )
        _move(draft, LinesInserted(number=self.number))


@event("lines.inserted")
@dataclass(frozen=True, slots=True, kw_only=True)
class LinesInserted:
    """Line `number` is free now; the line that stood there and all below it moved down by one."""

    number: int

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        return shifted(sheet, self.number, by=1)


@command(may="enter_games")
@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOutLine:
    """Take out a line that is not on the paper; all lines below it move up by one. `seen` is None for an empty line."""

    kind: ClassVar[str] = "take_out"
    number: int
    key: str
    seen: str | None = None

    def decide(self, draft: Draft) -> None:
        _check_movable(draft, self.number)
        if draft.sheet.open_paper_line(self.number) is not None:
            draft.say(LineClosed(number=self.number, taken_up=True))
        game = clear_line(draft, self.number, self.seen)
        _move(
            draft,
            LinesTakenOut(
                number=self.number,
                record=None if game is None else game.record,
                redeals=() if game is None else game.redeals,
            ),
        )


@event("lines.taken_out")
@dataclass(frozen=True, slots=True, kw_only=True)
class LinesTakenOut:
    """Line `number` was removed with the game in it, if there was one; all lines below it moved up by one."""

    number: int
    record: GameRecord | None = None
    redeals: tuple[str, ...] = ()

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        return shifted(without_game(sheet, self.number), self.number + 1, by=-1)


def _check_movable(draft: Draft, number: int) -> None:
    """Refused: no_such_line, sheet_not_open, same_person, not_paper."""
    sheet = draft.sheet
    check_line(sheet, number)
    check_mendable(sheet)
    check_typist(sheet, draft.by)
    below = [game for line, game in sheet.games.items() if line >= number]
    if sheet.source != Source.PAPER or any(game.source != Source.PAPER for game in below):
        raise Refused(
            _("Only lines typed from paper can be moved; what the table wrote stands where it was played."),
            code="not_paper",
        )


def _move(draft: Draft, event: LinesInserted | LinesTakenOut) -> None:
    """Move the lines. Refuse if a moved game is impossible in its new line (5.2.15)."""
    problems = len(draft.sheet.evaluated.problems)
    draft.say(event)
    move_sitters(draft)
    found = draft.sheet.evaluated.problems
    if len(found) > problems:
        raise Refused(
            _("In line %(number)s this is no game: %(why)s"),
            code=found[0].code,
            number=found[0].game,
            why=labels.scoring_sentence(found[0]),
        )
