"""The sheet as the device of its table gets it (docs/table.md), computed here in the active language."""

from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _

from scoring.games import Problem
from scoring.ruleset import NEXT_DEALER
from tournament.enums import DeviceState, MatchState
from tournament.models import Scoresheet, TableDevice
from tournament.selectors.approvals import request_view, supervisors_view
from tournament.selectors.restores import restore_key
from tournament.selectors.scoresheets import SeatView, SheetView, sheet_view
from tournament.selectors.settlement import money_view
from tournament.selectors.sheet_lines import CellView, LineView
from tournament.selectors.sheets import sheet_state
from tournament.selectors.signatures import signing_told
from tournament.selectors.table_messages import messages_told
from tournament.sheet.ahead import ahead
from tournament.sheet.state import WrittenGame
from tournament.words import labels


def table_state(device: TableDevice) -> dict[str, Any]:
    """Return the state of a device's sheet, with a fixed number of queries.

    Points are ints by seat, money is cents by seat.
    """
    view = sheet_view(device.scoresheet)
    sheet, ruleset = view.scoresheet, view.scoresheet.match.tournament.ruleset
    state = sheet_state(sheet)
    money = money_view(view)
    return {
        "version": sheet.version,
        "sheet": sheet.pk,
        "restore": restore_key(),
        "keep": keeps(sheet, device),
        "tournament": sheet.match.tournament.name,
        "match": sheet.match.number,
        "table": sheet.table_number,
        "state": sheet.state,
        "source": sheet.source,
        "games": view.games,
        "players": ruleset.players,
        "round_of": ruleset.games_in_round(len(view.seats)),
        "written": view.written,
        "next": view.next_number,
        "reached": state.reached,
        "counting": ruleset.counting,
        "device": {"number": device.number, "sequence": _newest_sequence(device)},
        "ahead": asdict(ahead(state)),
        "next_dealer_passes": ruleset.all_pass == NEXT_DEALER,
        "scorekeeper": sheet.scorekeeper,
        "seats": [_seat(seat) for seat in view.seats],
        "lines": [_line(view, line, state.games[line.number]) for line in view.lines if line.written],
        "warnings": _warnings(view),
        "remarks": list(view.remarks),
        "content_hash": sheet.content_hash,
        "check_code": view.check_code,
        "approvals": {
            "counted_from": ruleset.approvals.counted_from,
            "always": ruleset.section("approvals.always"),
            "counted": ruleset.section("approvals.counted_from"),
            "supervisors": supervisors_view(),
        },
        "request": request_view(sheet),
        "money": None if money is None else list(money.cents),
        "messages": messages_told(sheet),
    }


def keeps(scoresheet: Scoresheet, device: TableDevice | None) -> bool:
    """Whether a device of this sheet keeps what was acknowledged, because a copy that is restored may lack it.

    Until the match is closed; a locked device is in other hands.
    """
    locked = device is not None and device.state == DeviceState.LOCKED
    return not locked and scoresheet.match.state != MatchState.CLOSED


def _warnings(view: SheetView) -> list[str]:
    """Return warnings of the game just written or the next one: the table has already read the earlier ones."""
    last = max((line.number for line in view.lines if line.written), default=None)
    found = view.evaluated.warnings
    return [_warning(each) for each in found if each.code.startswith("next_") or each.game in (None, last)]


def _warning(found: Problem) -> str:
    # A phone's line is short: the sheet says what is at stake, and so does the box once such a game is chosen.
    if found.code == "next_needs_approval":
        return _("Next Solo or Wenz: have it approved first (%(section)s).") % found.context
    return labels.warning(found)


def _newest_sequence(device: TableDevice) -> int:
    """Return the sequence of this device's last applied command, 0 before the first."""
    return device.commands.order_by("-sequence").values_list("sequence", flat=True).first() or 0


def _seat(seat: SeatView) -> dict[str, Any]:
    return {
        "number": seat.number,
        "start_number": seat.start_number,
        "name": seat.name,
        "short": seat.short_name,
        "points": seat.points,
        "plus": seat.plus,
        "minus": seat.minus,
        **signing_told(seat.signing),
    }


def _line(view: SheetView, line: LineView, game: WrittenGame) -> dict[str, Any]:
    evaluated = view.evaluated.lines[line.number - 1]
    assert line.game is not None
    return {
        "number": line.number,
        "dealer": line.dealer,
        "sits_out": evaluated.sits_out,
        "word": line.word,
        "text": line.text,
        "points": _points(line.cells),
        "counted_points": list(evaluated.points),
        "circled": evaluated.circled,
        "struck": line.struck,
        "pending": line.pending,
        "section": line.section,
        # The person that the table named, until a supervisor confirms it.
        "oral": line.approval.oral if line.pending and line.approval else "",
        "counted": line.counted,
        "redeals": line.game.redeals,
        "id": game.command,
        "decided": game.is_decided(),
        "old": [
            {"word": old.word, "points": _points(old.cells), "reason": old.correction.reason} for old in line.old_values
        ],
        "problems": list(line.problems),
    }


def _points(cells: tuple[CellView, ...]) -> list[int]:
    return [(cell.plus or 0) - (cell.minus or 0) for cell in cells]
