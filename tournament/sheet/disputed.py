"""Whether the game or sheet in dispute was changed, or changed back (5.1.3)."""

from dataclasses import replace

from scoring.records import NO_PLACE, GameRecord, record_from_json
from tournament.enums import CorrectionKind, TableChangeKind
from tournament.sheet.dispute_state import Dispute
from tournament.sheet.state import Sheet, WrittenGame, approved

# These corrections apply to a line that held a game before.
CHANGED = (CorrectionKind.CORRECTED, CorrectionKind.STRUCK, CorrectionKind.RESTORED, CorrectionKind.UNDONE)


def is_changed(before: Sheet, after: Sheet, number: int | None) -> bool:
    """Whether the game or sheet in dispute has changed. Games that are played later change no earlier game."""
    if before.totals != after.totals:
        return before.totals is not None and after.totals is not None
    numbers = [one for one in before.games if number in (None, one)]
    return any(_is_other_game(after, before.games[one], one, whole=number is None) for one in numbers)


def reads_otherwise(sheet: Sheet, dispute: Dispute) -> bool:
    """Whether corrections have changed what is disputed since the dispute was raised."""
    games = [game for number, game in sheet.games.items() if dispute.number in (None, number)]
    return _are_other_totals(sheet, dispute) or any(_is_other(game, dispute) for game in games)


def is_back(before: Sheet, after: Sheet, dispute: Dispute) -> bool:
    """Whether the disputed game stands there again. Its command identifies it, because lines move."""
    disputed = {game.command for number, game in before.games.items() if dispute.number in (None, number)}
    was, now = (
        [_is_other(game, dispute) for game in sheet.games.values() if game.command in disputed]
        for sheet in (before, after)
    )
    totals = _are_other_totals(before, dispute) and not _are_other_totals(after, dispute)
    return totals or (any(was) and not any(now))


def _is_other_game(after: Sheet, game: WrittenGame, number: int, *, whole: bool) -> bool:
    # A line that was inserted may have moved the game, so look for the command that wrote it. Taking the game back is
    # no follow-up: the same game may be typed again.
    now = next((one for one in after.games.values() if one.command == game.command), after.games.get(number))
    return now is not None and _played(now, whole) != _played(game, whole)


def _played(game: WrittenGame, whole: bool) -> GameRecord:
    """Return the game without its place on the sheet, which other lines may move.

    If the whole sheet is disputed, an approval that is decided in the course of play is no correction.
    """
    return _placeless(game.record if whole else approved(game))


def _are_other_totals(sheet: Sheet, dispute: Dispute) -> bool:
    raised = dispute.steps[0].at
    changes = [one for one in sheet.changes if one.kind == TableChangeKind.TOTALS and one.at]
    since = [one for one in changes if one.at and raised and one.at >= raised]
    return bool(since) and since[0].told["old"] != since[-1].told["new"]


def _is_other(game: WrittenGame, dispute: Dispute) -> bool:
    """Whether the game was corrected since the dispute was raised, and differs now.

    An older log holds no times. Nobody can have disputed a line that was empty or held no game.
    """
    raised = dispute.steps[0].at
    since = (one for one in game.corrections if one.kind in CHANGED and one.at and raised and one.at >= raised)
    first = next(since, None)
    return first is not None and _placeless(game.record) != _placeless(record_from_json(first.old))


def _placeless(record: GameRecord) -> GameRecord:
    return replace(record, place=NO_PLACE)
