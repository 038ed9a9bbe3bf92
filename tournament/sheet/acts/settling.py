"""Where both entries of a line differ, the paper confirms the first or the second (double entry)."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext_lazy as _

from tournament.refusals import RefusalKind, Refused
from tournament.sheet.actors import Actor
from tournament.sheet.acts.games import write_line
from tournament.sheet.acts.paper_lines import keep_paper_line
from tournament.sheet.acts.second_entry import (
    SecondRecorded,
    initialled,
    is_no_game,
    on_paper,
    open_lines,
    take_back_line,
    typed_line,
)
from tournament.sheet.acts.take_backs import free_line
from tournament.sheet.commands import command
from tournament.sheet.draft import Draft
from tournament.sheet.state import SecondLine, Sheet, WrittenGame


@command(may="enter_games")
@dataclass(frozen=True, slots=True, kw_only=True)
class SettleFirst:
    """The paper confirms the first entry: the second entry takes its value and keeps its own typist.

    `game` and `second` are the ids of the commands that wrote the two lines which were compared with the paper.
    """

    number: int
    game: str
    second: str

    def decide(self, draft: Draft) -> None:
        game, second = differing(draft.sheet, self)
        take_back_line(draft, self.number, second)
        record = game.record.decided(approved=True if initialled(game) else game.record.decision.approved)
        draft.say(SecondRecorded(number=self.number, record=record, typed_by=second.typed_by, command=second.command))


@command(may="enter_games")
@dataclass(frozen=True, slots=True, kw_only=True)
class SettleSecond:
    """The paper confirms the second entry: the line takes its value and keeps its own typist.

    `initials`: the supervisor whose initials stand there. `key` is the id of the game that is written.
    """

    kind: ClassVar[str] = "record"
    number: int
    game: str
    second: str
    key: str
    initials: Actor | None = None

    def decide(self, draft: Draft) -> None:
        _game, second = differing(draft.sheet, self)
        record = second.record
        if record.decision.approved and self.initials is None:
            raise Refused(_("Please choose whose initials stand on the paper."), code="initials_missing")
        before = free_line(draft, self.number, self.game)
        if is_no_game(record):
            # A line that is no game waits for the supervisor from now on, as a line of the first person.
            paper = on_paper(draft.sheet, self.number, record)
            keep_paper_line(draft, self.number, paper, before.by.login if before.by else None)
            return
        write_line(
            draft,
            self.number,
            record.decided(approved=None),
            key=self.key,
            source=before.source,
            writer=before.by,
            initialled_by=self.initials if record.decision.approved else None,
        )


def differing(sheet: Sheet, command: SettleFirst | SettleSecond) -> tuple[WrittenGame, SecondLine]:
    """Return the two lines that were compared with the paper. Refused: no_difference, line_taken."""
    number = command.number
    if number not in open_lines(sheet):
        raise Refused(_("Both entries of game %(number)s agree."), code="no_difference", number=number)
    game, second = sheet.games[number], typed_line(sheet, number)
    if (command.game, command.second) != (game.command, second.command):
        raise Refused(
            _("Game %(number)s was typed anew in the meantime. Please compare both entries with the paper again."),
            code="line_taken",
            kind=RefusalKind.CONFLICT,
            number=number,
        )
    return game, second
