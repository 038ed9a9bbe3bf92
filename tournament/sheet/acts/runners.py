"""What money asks of a game that is already written: its runners and how many were claimed (5.2.8, 4.2.3).

They change no points and nothing that the players sign, so this is no correction; the log has it.
"""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _

from scoring.records import GameRecord
from scoring.suffixes import only_for_money
from tournament.refusals import Refused
from tournament.sheet.acts.take_backs import check_written_here
from tournament.sheet.commands import command
from tournament.sheet.draft import Draft
from tournament.sheet.events import Link, event
from tournament.sheet.official import check_not_settled
from tournament.sheet.parts import with_game
from tournament.sheet.places import check_game_in_line, check_open, check_seen, not_written
from tournament.sheet.state import Sheet


@command(may="enter_games", device=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class SayRunners:
    """Say how many runners a written game had, and how many of them were claimed; None leaves it open.

    A device may do it while its sheet is open, a login until the sheet is accepted. `seen` is the command that wrote
    the game on the page. Refused: sheet_not_live, sheet_not_open, sheet_settled, line_taken, not_written,
    runners_count (they change points by these rules: a correction), nothing_changed, a code of scoring.
    """

    kind: ClassVar[str] = "runners"
    number: int
    runners: int | None
    claimed: int | None = None
    seen: str | None = None

    def decide(self, draft: Draft) -> None:
        sheet = draft.sheet
        check_not_settled(sheet)
        if draft.by.device is not None:
            check_written_here(draft)
            check_open(sheet)
        check_seen(sheet, self.number, self.seen)
        game = sheet.games.get(self.number)
        if game is None:
            raise not_written(self.number)
        if "runners" not in only_for_money(sheet.terms.ruleset) and self.runners != game.record.play.runners:
            raise Refused(
                _("Runners change the points by these rules: the supervisor corrects the game (5.3.4)."),
                code="runners_count",
            )
        if _said(game.record, self.runners, self.claimed) == game.record:
            raise Refused(_("The game says so already."), code="nothing_changed")
        draft.say(RunnersSaid(number=self.number, runners=self.runners, claimed=self.claimed))
        check_game_in_line(draft.sheet, self.number)


@event("game.runners_said")
@dataclass(frozen=True, slots=True, kw_only=True)
class RunnersSaid:
    """Somebody said afterwards how many runners a game had, and how many were claimed, for the money alone."""

    number: int
    runners: int | None = None
    claimed: int | None = None

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        return with_game(sheet, self.number, record=_said(sheet.games[self.number].record, self.runners, self.claimed))


def _said(record: GameRecord, runners: int | None, claimed: int | None) -> GameRecord:
    changes: dict[str, Any] = {
        "play": replace(record.play, runners=runners),
        "money": replace(record.money, claimed=claimed),
    }
    return replace(record, **changes)
