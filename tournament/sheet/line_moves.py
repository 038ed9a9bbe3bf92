"""Insert or take out a line that was typed one too high or too low, and move the lines below, as one act."""

from django.utils.translation import gettext_lazy as _

from tournament.enums import Source
from tournament.refusals import Refused
from tournament.sheet import commands, events, second_entry
from tournament.sheet.consequences import move_sitters
from tournament.sheet.draft import Draft
from tournament.sheet.games import clear_line
from tournament.sheet.places import check_line, check_mendable
from tournament.words import labels


def insert_line(draft: Draft, command: commands.InsertLine) -> None:
    _check_movable(draft, command.number)
    sheet = draft.sheet
    if sheet.lines in sheet.games or sheet.open_paper_line(sheet.lines) is not None:
        raise Refused(
            _("Line %(number)s is taken: there is no room for one more. Please take out a line first."),
            code="last_line_taken",
            number=sheet.lines,
        )
    _move(draft, events.LinesInserted(number=command.number))


def take_out_line(draft: Draft, command: commands.TakeOutLine) -> None:
    _check_movable(draft, command.number)
    if draft.sheet.open_paper_line(command.number) is not None:
        draft.say(events.LineClosed(number=command.number, taken_up=True))
    game = clear_line(draft, command.number, command.seen)
    _move(
        draft,
        events.LinesTakenOut(
            number=command.number,
            record=None if game is None else game.record,
            redeals=() if game is None else game.redeals,
        ),
    )


def _check_movable(draft: Draft, number: int) -> None:
    """Refused: no_such_line, sheet_not_open, same_person, not_paper."""
    sheet = draft.sheet
    check_line(sheet, number)
    check_mendable(sheet)
    second_entry.check_typist(sheet, draft.by)
    below = [game for line, game in sheet.games.items() if line >= number]
    if sheet.source != Source.PAPER or any(game.source != Source.PAPER for game in below):
        raise Refused(
            _("Only lines typed from paper can be moved; what the table wrote stands where it was played."),
            code="not_paper",
        )


def _move(draft: Draft, event: events.LinesInserted | events.LinesTakenOut) -> None:
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
            why=labels.sentence(found[0]),
        )
