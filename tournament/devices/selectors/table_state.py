"""The sheet as the device of its table gets it (docs/table.md), computed here in the active language."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _

from scoring.games import Problem
from scoring.ruleset import NEXT_DEALER
from scoring.sheets import EvaluatedSheet
from tournament.backup.selectors.restores import restore_key
from tournament.devices.selectors.table_calls import call_told
from tournament.devices.selectors.table_messages import messages_told
from tournament.enums import ApprovalState, DeviceState, MatchState
from tournament.models import Scoresheet, TableDevice
from tournament.person.table_names import NamedPlayer, short_names, table_names
from tournament.selectors.approvals import request_view, supervisors_view
from tournament.selectors.disputes import dispute_payloads
from tournament.selectors.scoresheets import SeatView, check_code, sheet_view
from tournament.selectors.settlement import seat_cents, unsaid_games
from tournament.selectors.sheet_rows import with_approvals
from tournament.selectors.sheets import Chained, chained
from tournament.selectors.signatures import signing_payload
from tournament.sheet.ahead import ahead
from tournament.sheet.changed import changed_lines
from tournament.sheet.lines import LineView, line_view
from tournament.sheet.names import Names
from tournament.sheet.state import Sheet
from tournament.words import labels


def table_state(device: TableDevice, restore: str | None = None) -> dict[str, Any]:
    """Return the state of a device's sheet; `restore` is the newest one's key, if known. At most fourteen queries.

    Points are ints by seat, money is cents by seat.
    """
    sheet, ruleset = device.scoresheet, device.scoresheet.match.tournament.ruleset
    chain = chained(sheet)
    view, state = sheet_view(sheet, chain), chain.sheet
    return {
        "sheet": sheet.pk,
        "restore": restore_key() if restore is None else restore,
        "tournament": sheet.match.tournament.name,
        "match": sheet.match.number,
        "table": sheet.table_number,
        "state": sheet.state,
        "source": sheet.source,
        "games": view.games,
        "players": ruleset.players,
        "round_of": ruleset.games_in_round(len(view.seats)),
        "counting": ruleset.counting,
        "next_dealer_passes": ruleset.all_pass == NEXT_DEALER,
        "scorekeeper": sheet.scorekeeper,
        "seats": [_seat(seat) for seat in view.seats],
        "lines": [_line(state, line) for line in view.lines if line.written],
        "remarks": list(view.remarks),
        "joined": [{"number": number, "text": text} for number, text in view.joined],
        "check_code": view.check_code,
        "approvals": {
            "counted_from": ruleset.approvals.counted_from,
            "always": ruleset.section("approvals.always"),
            "counted": ruleset.section("approvals.counted_from"),
            "supervisors": supervisors_view(),
        },
        "request": request_view(sheet, state.next_number, view.names),
        "messages": messages_told(sheet),
        "call": call_told(sheet),
        "disputes": dispute_payloads(sheet, {seat.number: seat.name for seat in view.seats}) if state.disputes else [],
        **_with_every_game(device, sheet, state, _newest_sequence(device)),
    }


def table_changes(
    device: TableDevice,
    sheet: Scoresheet,
    before: Sheet,
    after: Chained,
    *,
    players: Sequence[NamedPlayer],
    sequence: int,
) -> dict[str, Any] | None:
    """Return what differs from the state `before` in that of the row `sheet`, which is `after`; None if all may.

    `players` sit there, `sequence` is that of the device's last applied command. One query if a game waits for its
    approval.
    """
    state = after.sheet
    changed = changed_lines(before, state)
    # A request belongs to the next game, and is shown until that is written.
    if changed is None or {before.next_number, state.next_number} & {one.number for one in state.requests}:
        return None
    names = Names(seats=short_names(players), table=state.table)
    there = sorted(changed & state.games.keys())
    waiting = [state.games[number].approval for number in there]
    # A state from the log knows no names that were given by word of mouth.
    oral = any(one and one.state == ApprovalState.REQUESTED for one in waiting)
    with_names = with_approvals(sheet, state) if oral else state
    return {
        "seats": [
            {
                "number": number,
                "start_number": player.start_number,
                "name": name,
                "short": names.seats[number - 1],
                **_totals(state, number),
            }
            for number, (player, name) in enumerate(zip(players, table_names(players), strict=True), 1)
        ],
        "lines": [_line(state, line_view(with_names, names, number)) for number in there],
        "gone": sorted(changed - state.games.keys()),
        "check_code": check_code(after.hash),
        **_with_every_game(device, sheet, state, sequence),
    }


def keeps_device_state(scoresheet: Scoresheet, device: TableDevice | None) -> bool:
    """Whether a device of this sheet keeps what was acknowledged, because a copy that is restored may lack it.

    Until the match is closed; a locked device is in other hands. While results are held back a table is not told that
    the last sheet of its match came in.
    """
    match = scoresheet.match
    locked = device is not None and device.state == DeviceState.LOCKED
    return not locked and (match.state != MatchState.CLOSED or match.tournament.is_held_back)


def _with_every_game(device: TableDevice, sheet: Scoresheet, state: Sheet, sequence: int) -> dict[str, Any]:
    """Return what every game changes beside lines and seats. No query."""
    money = seat_cents(sheet, state.evaluated)
    return {
        "version": sheet.version,
        "keep": keeps_device_state(sheet, device),
        "written": len(state.games),
        "next": next(iter(state.missing), None),
        "reached": state.reached,
        "device": {"number": device.number, "sequence": sequence},
        "ahead": asdict(ahead(state)),
        "warnings": _warnings(state.evaluated),
        "content_hash": sheet.content_hash,
        "money": None if money is None else list(money),
        "unsaid": unsaid_games(sheet, state),
    }


def _warnings(sheet: EvaluatedSheet) -> list[str]:
    """Return warnings of the game just written or the next one: the table has already read the earlier ones."""
    last = max((line.no for line in sheet.lines if line.record is not None), default=None)
    problems = sheet.warnings
    return [_warning(each) for each in problems if each.code.startswith("next_") or each.game in (None, last)]


def _warning(problem: Problem) -> str:
    # A phone's line is short: the sheet says what is at stake, and so does the box once such a game is chosen.
    if problem.code == "next_needs_approval":
        return _("Next Solo or Wenz: have it approved first (%(section)s).") % problem.context
    return labels.warning(problem)


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
        **signing_payload(seat.signing),
    }


def _totals(state: Sheet, number: int) -> dict[str, int]:
    sheet = state.evaluated
    return {"points": sheet.totals[number - 1], "plus": sheet.plus[number - 1], "minus": sheet.minus[number - 1]}


def _line(state: Sheet, line: LineView) -> dict[str, Any]:
    """Return a written line. `oral`: the person that the table named, until a supervisor confirms it."""
    # The line may be newer than the state, which alone knows what was asked for before play.
    game, evaluated = state.games.get(line.number, line.game), state.evaluated.lines[line.number - 1]
    assert game is not None  # only written lines are asked for
    return {
        "number": line.number,
        "dealer": line.dealer,
        "sits_out": evaluated.sits_out,
        "word": line.word,
        "text": line.text,
        "points": [cell.points for cell in line.cells],
        "counted_points": list(evaluated.points),
        "circled": evaluated.circled,
        "struck": line.struck,
        "pending": line.pending,
        "section": line.section,
        "oral": line.oral if line.pending else "",
        "counted": line.counted,
        "redeals": list(game.redeals),
        "id": game.command,
        "decided": game.is_decided(),
        "old": [
            {"word": old.word, "points": [cell.points for cell in old.cells], "reason": old.reason}
            for old in line.old_values
        ],
        "problems": list(line.problems),
    }
