"""Writing and taking back the lines of a sheet."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.games import GameRecord, record_to_json
from tournament.enums import Source
from tournament.refusals import RefusalKind, Refused
from tournament.sheet import approvals, commands, events, requests, second_entry
from tournament.sheet.actors import Actor
from tournament.sheet.consequences import move_sitters
from tournament.sheet.draft import Answer, Draft
from tournament.sheet.places import (
    check_free,
    check_game,
    check_line,
    check_mendable,
    check_no_document,
    check_open,
    check_seen,
    line_place,
    line_taken,
    not_written,
)
from tournament.sheet.state import Sheet, WrittenGame

# The fields of a record that are not the game itself: where it stands, and what was decided on it.
_OF_PLACE: dict[str, Any] = {"seats": None, "sits_out": None, "struck": None, "approved": None}


def record_game(draft: Draft, command: commands.RecordGame) -> None:
    sheet = draft.sheet
    there = sheet.games.get(command.number)
    if command.sent:
        if there is not None and same_game(there.record, command.record):
            # The table read it out to the desk while there was no network, so it is written already.
            draft.answer = Answer.DUPLICATE
            return
        _check_written_here(draft)
    check_line(sheet, command.number)
    check_open(sheet)
    second_entry.check_typist(sheet, draft.by)
    check_free(sheet, command.number)
    write_line(
        draft,
        command.number,
        command.record,
        key=command.key,
        redeals=command.redeals,
        initialled_by=command.initialled_by,
    )


def retype_game(draft: Draft, command: commands.RetypeGame) -> None:
    second_entry.check_typist(draft.sheet, draft.by)
    # A line first written live stays live: no initials on paper can approve it afterwards.
    source = free_line(draft, command.number, command.seen).source
    write_line(
        draft,
        command.number,
        command.record,
        key=command.key,
        source=source,
        initialled_by=command.initialled_by,
    )


def take_back_game(draft: Draft, command: commands.TakeBackGame) -> None:
    if command.sent:
        _check_unchanged(draft, command)
    free_line(draft, command.number, command.seen, sent=command.sent)


def same_game(held: GameRecord, record: GameRecord) -> bool:
    """Whether both records hold the same game; its place on the sheet and the decisions on it do not count."""
    return _game_alone(held) == _game_alone(record)


def write_line(
    draft: Draft,
    number: int,
    record: GameRecord,
    *,
    key: str,
    redeals: tuple[str, ...] = (),
    source: Source | None = None,
    writer: Actor | None = None,
    initialled_by: Actor | None = None,
) -> None:
    """Write a game into a line that is free. `writer` is whose line it stays, where that is not the actor.

    Refused: not_allowed (a sanction without a supervisor, 3.4.18), a code of scoring for an impossible game; for the
    initials not_on_paper, not_a_supervisor, approval_not_needed.
    """
    if record.decision.sanction is not None and not draft.by.supervisor:
        raise Refused(
            _(
                "A sanction is entered by the supervisor (3.4.17). "
                "Please leave the line free with the arrow down and go on with the next one."
            ),
            code="not_allowed",
        )
    draft.say(
        events.GameRecorded(
            number=number,
            record=line_place(draft.sheet, number).put(record),
            source=source or draft.sheet.source,
            command=key,
            redeals=redeals,
            writer=None if writer in (None, draft.by) else writer,
        )
    )
    move_sitters(draft)
    check_game(draft.sheet, number)
    if draft.sheet.open_paper_line(number) is not None:
        draft.say(events.LineClosed(number=number))
    # The game is played: nobody need decide on an open request for it any more. The game itself now asks for approval.
    requests.withdraw_open(draft, number)
    if initialled_by is not None:
        approvals.initial(draft, number, initialled_by)


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
    draft.say(events.GameTakenBack(number=number, record=game.record))
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
    """The refusal to take back a line at the table that is not the last. A conflict for a device that did not know."""
    return Refused(
        _("At the table only the last game can be taken back; earlier ones the supervisor corrects (5.3.4)."),
        code="not_the_last",
        kind=kind,
    )


def _game_alone(record: GameRecord) -> dict[str, object]:
    return {name: value for name, value in record_to_json(record).items() if name not in _OF_PLACE}


def _check_written_here(draft: Draft) -> None:
    """Refuse sheet_not_live: a device may send games only for a sheet that the table writes."""
    if draft.by.device is not None and draft.sheet.source != Source.LIVE:
        raise Refused(
            _("The desk types this sheet from paper now. Please call the desk."),
            code="sheet_not_live",
            kind=RefusalKind.CONFLICT,
        )


def _check_unchanged(draft: Draft, command: commands.TakeBackGame) -> None:
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
    _check_written_here(draft)
    # The table takes back only the last line, no matter who wrote it, and only until the next line is written, whether
    # or not that one still stands (5.3.4).
    if sheet.reached > command.number:
        raise not_the_last(RefusalKind.CONFLICT)


def unplayed(sheet: Sheet) -> tuple[int, ...]:
    """The lines after the last one that holds something, a written game or a paper line."""
    last = max([0, *sheet.games, *(line.number for line in sheet.open_paper_lines if line.kind != "not_written")])
    return tuple(range(last + 1, sheet.lines + 1))
