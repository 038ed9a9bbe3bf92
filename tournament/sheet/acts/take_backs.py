"""Taking back a written game, so that its line is free again (5.3.4)."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext_lazy as _

from scoring.records import GameRecord
from tournament.enums import Source
from tournament.refusals import RefusalKind, Refused
from tournament.sheet.actors import Actor
from tournament.sheet.commands import command
from tournament.sheet.draft import Draft
from tournament.sheet.events import Link, event
from tournament.sheet.parts import without_game
from tournament.sheet.places import check_mendable, check_no_document, check_seen, line_taken, not_written
from tournament.sheet.state import Sheet, WrittenGame


@command(may="enter_games", device=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackGame:
    """Free a line again: a line from paper until the sheet is complete, at the table only the last one (5.3.4).

    `sent`: the command was in a device's queue; then `seen` must be the game that stands there.
    """

    kind: ClassVar[str] = "take_back"
    number: int
    seen: str | None = None
    key: str = ""
    sent: bool = False

    def decide(self, draft: Draft) -> None:
        if self.sent:
            _check_unchanged(draft, self)
        free_line(draft, self.number, self.seen, sent=self.sent)


@event("game.taken_back")
@dataclass(frozen=True, slots=True, kw_only=True)
class GameTakenBack:
    number: int
    record: GameRecord

    def fold(self, sheet: Sheet, link: Link) -> Sheet:
        return without_game(sheet, self.number)


def free_line(draft: Draft, number: int, seen: str | None, *, sent: bool = False) -> WrittenGame:
    """Take a line back and return its game. `seen` is the id of the command that wrote what the page showed.

    `sent`: the command was in a device's queue, even if a login sends it now.
    Refused: line_taken, sheet_not_open, not_written, signed_before, decided_by_supervisor, not_the_last (then 5.3.4
    applies).
    """
    sheet = draft.sheet
    check_seen(sheet, number, seen)
    game = sheet.games.get(number)
    check_mendable(sheet)
    if game is None:
        raise not_written(number)
    check_no_document(sheet)
    check_undecided(number, game, draft.by)
    if game.source == Source.LIVE and max(sheet.games) > number:
        raise not_the_last(RefusalKind.CONFLICT if sent else RefusalKind.REFUSED)
    draft.say(GameTakenBack(number=number, record=game.record))
    return game


def check_undecided(number: int, game: WrittenGame, by: Actor) -> None:
    """Refuse decided_by_supervisor. An actor who may issue sanctions may also take one back."""
    if game.is_decided(sanctions=not by.supervisor):
        raise Refused(
            _("The supervisor has decided on game %(number)s: only a correction can change it now (5.3.4)."),
            code="decided_by_supervisor",
            number=number,
        )


def clear_line(draft: Draft, number: int, seen: str | None) -> WrittenGame | None:
    """Return the game of the line to take out, None for an empty line.

    Refused: line_taken, not_written, signed_before, decided_by_supervisor.
    """
    game = draft.sheet.games.get(number)
    if game is None and seen is not None:
        raise not_written(number)
    if game is None:
        return None
    if game.command != (seen or ""):
        raise line_taken(number, game)
    check_no_document(draft.sheet)
    check_undecided(number, game, draft.by)
    return game


def not_the_last(kind: RefusalKind) -> Refused:
    """Refuse to take back a line at the table that is not the last. It is a conflict if the device did not know of the
    later line."""
    return Refused(
        _("At the table only the last game can be taken back; earlier ones the supervisor corrects (5.3.4)."),
        code="not_the_last",
        kind=kind,
    )


def check_written_here(draft: Draft) -> None:
    """Refuse sheet_not_live: a device may send games only for a sheet that the table writes."""
    if draft.by.device is not None and draft.sheet.source != Source.LIVE:
        raise Refused(
            _("The desk types this sheet from paper now. Please call the desk."),
            code="sheet_not_live",
            kind=RefusalKind.CONFLICT,
        )


def _check_unchanged(draft: Draft, command: TakeBackGame) -> None:
    """Refuse to take back, at a device's request, a game that changed: line_changed, sheet_not_live, not_the_last."""
    sheet = draft.sheet
    game = sheet.games.get(command.number)
    if game is None or game.command != command.seen:
        raise Refused(
            _("Game %(number)s is no longer as this device wrote it: nothing was taken back."),
            code="line_changed",
            kind=RefusalKind.CONFLICT,
            number=command.number,
        )
    if draft.by.device is None:
        return
    check_written_here(draft)
    # The table takes back only the last line, no matter who wrote it, and only until the next line is written, whether
    # or not that one still stands (5.3.4).
    if sheet.reached > command.number:
        raise not_the_last(RefusalKind.CONFLICT)
