"""Make a new sheet from a given one with one part replaced: a game, an approval or a request."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from tournament.sheet.state import Approval, Sheet

Value = TypeVar("Value")


def request_place(sheet: Sheet, place: int | None, row: int | None) -> int:
    """Return the place of a request, from 0, among the sheet's. An older log names it by its key in the database."""
    if place is not None:
        return place - 1
    places = [at for at, request in enumerate(sheet.requests) if request.row == row]
    if not places:
        raise LookupError(f"no request of the sheet has the key {row}")
    return places[0]


def put(values: tuple[Value, ...], place: int, value: Value) -> tuple[Value, ...]:
    """Return the same values with the one at this place, from 0, replaced."""
    return (*values[:place], value, *values[place + 1 :])


def without(values: Mapping[int, Value], number: int) -> dict[int, Value]:
    """Return the same values without the one of this line."""
    return {at: value for at, value in values.items() if at != number}


def with_game(sheet: Sheet, number: int, **changes: Any) -> Sheet:
    """Return the sheet with these fields of the game in this line changed."""
    return replace(sheet, games={**sheet.games, number: replace(sheet.games[number], **changes)})


def served(sheet: Sheet, place: int, number: int) -> Sheet:
    """Return the sheet with this request used up by the game in this line: each request serves one game."""
    request = replace(sheet.requests[place], game=sheet.games[number].command)
    return replace(sheet, requests=put(sheet.requests, place, request))


def without_game(sheet: Sheet, number: int) -> Sheet:
    """Return the sheet without the game of this line. Its request before play, if any, serves the next game again."""
    game = sheet.games.get(number)
    if game is None:
        return sheet
    requests = tuple(replace(one, game="") if one.game == game.command else one for one in sheet.requests)
    return replace(sheet, games=without(sheet.games, number), requests=requests)


def with_approval(sheet: Sheet, number: int, approval: Approval) -> Sheet:
    """Return the sheet with one more approval of the game in this line."""
    return with_game(sheet, number, approvals=(*sheet.games[number].approvals, approval))


def with_answer(sheet: Sheet, number: int, **answer: Any) -> Sheet:
    """Return the sheet with the approval in force of this game changed by the supervisor's answer."""
    approvals = sheet.games[number].approvals
    place = max(at for at, approval in enumerate(approvals) if approval.in_force)
    return with_game(sheet, number, approvals=put(approvals, place, replace(approvals[place], **answer)))


def shifted(sheet: Sheet, first: int, *, by: int) -> Sheet:
    """Return the sheet with everything from line `first` on renumbered, its paper lines included, open or closed."""
    games = {number + by if number >= first else number: game for number, game in sheet.games.items()}
    lines = tuple(
        replace(line, number=line.number + by) if line.number >= first else line for line in sheet.paper_lines
    )
    return replace(sheet, games=games, paper_lines=lines)
