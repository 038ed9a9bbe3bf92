"""The lines of a sheet that look different after some commands, if nothing else does. Knows no rows and no page."""

from dataclasses import fields

from tournament.enums import ApprovalState
from tournament.sheet.state import Sheet, WrittenGame

# A game written into a free line changes only these fields. Pages show all other fields outside of the lines.
OF_LINES = frozenset({"head", "games", "reached"})
_OTHERS = tuple(field.name for field in fields(Sheet) if field.name not in OF_LINES)


def changed_lines(before: Sheet, after: Sheet) -> frozenset[int] | None:
    """Return the numbers of the lines that differ; None if something else of the sheet may look different, too.

    That is so if any other part of the state changed, if a changed line is also mentioned below the sheet (a redeal, a
    correction, a decision), or if somebody has signed: the page lists all changes since a lapsed signature.
    """
    if after.totals is not None or after.signatures or after.refusals:
        return None
    if any(getattr(before, name) != getattr(after, name) for name in _OTHERS):
        return None
    lines = zip(before.evaluated.lines, after.evaluated.lines, strict=True)
    changed = {old.no for old, new in lines if old != new or before.games.get(old.no) != after.games.get(old.no)}
    games = [sheet.games[number] for sheet in (before, after) for number in changed if number in sheet.games]
    return None if any(_has_remark(game) for game in games) else frozenset(changed)


def _has_remark(game: WrittenGame) -> bool:
    decided = any(one.state in (ApprovalState.GRANTED, ApprovalState.REFUSED) for one in game.approvals)
    return bool(game.redeals or game.corrections or game.supervisor or decided or game.record.play.late_tout)
