"""Lines that hold no game: the supervisor rules on one, or closes those that were not played (5.3.4, 5.3.6)."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext_lazy as _

from scoring.games import GameRecord
from scoring.records import Decision
from tournament.enums import CorrectionKind
from tournament.refusals import RefusalKind, Refused
from tournament.sheet.actors import Reason
from tournament.sheet.acts.approvals import approve_own_value
from tournament.sheet.acts.consequences import settle_sheet
from tournament.sheet.acts.corrections import correct
from tournament.sheet.acts.games import write_line
from tournament.sheet.acts.paper_lines import not_set_aside, waiting_line
from tournament.sheet.commands import command
from tournament.sheet.draft import Draft
from tournament.sheet.official import check_reason
from tournament.sheet.places import check_line_free, check_open, unplayed


@command(may="correct_games")
@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnLine:
    """The text on the paper is no game: the supervisor enters the right value or strikes the line (5.3.4, 5.3.6).

    `written` is the text on the paper; it is kept for ever. `paper_line` is the place, from 1, of the paper line that
    waits, if one does. `approve`: the supervisor also grants the approval that the value needs.
    """

    kind: ClassVar[str] = "record"
    number: int
    ruling: CorrectionKind
    record: GameRecord
    written: tuple[int, ...]
    reason: Reason
    key: str
    paper_line: int | None = None
    approve: bool = False

    def decide(self, draft: Draft) -> None:
        check_open(draft.sheet)
        if self.paper_line is None:
            check_line_free(draft.sheet, self.number)
        else:
            waiting = waiting_line(draft, self.paper_line)
            if waiting is None or waiting.number != self.number:
                raise not_set_aside(self.number)
        check_reason(self.reason.text)
        content = draft.sheet.content_hash
        _rule(draft, self.number, self.ruling, self.record, self)
        if self.approve:
            settle_sheet(draft, content=content)
            approve_own_value(draft, self.number)


@command(may="correct_games")
@dataclass(frozen=True, slots=True, kw_only=True)
class CloseUnplayed:
    """The match ended early: close all lines after the last game as not played; they score nothing (5.3.4).

    `numbers` are those lines as the supervisor saw them, `keys` the ids of their games; `paper_line` is as in
    RuleOnLine.
    """

    kind: ClassVar[str] = "record"
    numbers: tuple[int, ...]
    reason: Reason
    keys: tuple[str, ...]
    paper_line: int | None = None

    @property
    def number(self) -> int:
        return self.numbers[0] if self.numbers else 0

    @property
    def key(self) -> str:
        return self.keys[0] if self.keys else ""

    def decide(self, draft: Draft) -> None:
        check_open(draft.sheet)
        if self.paper_line is not None and waiting_line(draft, self.paper_line) is None:
            raise not_set_aside(self.number)
        check_reason(self.reason.text)
        if not draft.sheet.games:
            raise Refused(_("No game is written yet: there is nothing to close."), code="no_game_yet")
        if not self.numbers or self.numbers != unplayed(draft.sheet):
            raise Refused(
                _("Other lines are missing at the end of the sheet meanwhile. Please look once more."),
                code="line_taken",
                kind=RefusalKind.CONFLICT,
            )
        for number, key in zip(self.numbers, self.keys, strict=True):
            write_line(draft, number, GameRecord(decision=Decision(unplayed=True)), key=key)
            before: dict[str, object] = {"written": []}
            correct(draft, number, CorrectionKind.UNPLAYED, before, draft.sheet.games[number].record, self.reason)


def _rule(draft: Draft, number: int, ruling: CorrectionKind, record: GameRecord, command: RuleOnLine) -> None:
    """Write a line as the supervisor ruled, beside the text on the paper (nothing if empty or unreadable)."""
    write_line(draft, number, record, key=command.key)
    before: dict[str, object] = {"written": list(command.written)}
    correct(draft, number, ruling, before, draft.sheet.games[number].record, command.reason)
