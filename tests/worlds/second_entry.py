"""The second person of a double entry, as the tests type, compare and settle."""

import secrets
from collections.abc import Callable
from typing import Any

import pytest

from scoring.shorthand import parse_entry
from tournament.models import Scoresheet, Tournament, User
from tournament.permissions import acting
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.selectors.scoresheets import sheet_view
from tournament.selectors.second_entry import (
    SecondEntry,
    second_entry,
    second_line_place,
)
from tournament.selectors.sheets import sheet_state
from tournament.services.acting import act
from tournament.services.tournaments import FIELDS, edit_tournament
from tournament.sheet.acts.games import RetypeGame
from tournament.sheet.acts.second_entry import RecordSecond
from tournament.sheet.acts.settling import SettleFirst, SettleSecond
from tournament.sheet.draft import Answer

# No line that needs a decision of the supervisor.
RUFER = ["r12+", "r13-", "r14++", "r23+"] * 8


def switch(tournament: Tournament, actor: User, *, on: bool) -> None:
    tournament.refresh_from_db()
    values = {field: getattr(tournament, field) for field in FIELDS} | {"double_entry": on}
    edit_tournament(tournament=tournament, actor=actor, **values)


def typed(sheet: Scoresheet, number: int, entry: str, line_key: str | None = None) -> RecordSecond:
    """A line of the second entry, with an id of its own."""
    place = second_line_place(sheet, number)
    record = parse_entry(place.ruleset, entry, first=place.first)
    return RecordSecond(number=number, record=record, key=secrets.token_hex(16), seen=line_key)


def retype(sheet: Scoresheet, number: int, entry: str, actor: User) -> None:
    """Type a line of the first entry again."""
    record = parse_entry(second_line_place(sheet, number).ruleset, entry)
    act(sheet, RetypeGame(number=number, record=record, key=secrets.token_hex(16)), actor=actor)


def type_second(sheet: Scoresheet, number: int, entry: str, actor: User, line_key: str | None = None) -> Answer:
    return act(sheet, typed(sheet, number, entry, line_key=line_key), actor=actor)


def type_all(sheet: Scoresheet, actor: User, **other: str) -> None:
    """Type the whole sheet as the first person did, except the lines given as `game_7="r13+"`."""
    for number, entry in enumerate(RUFER, 1):
        type_second(sheet, number, other.get(f"game_{number}", entry), actor)


def state(sheet: Scoresheet) -> str:
    return Scoresheet.objects.get(pk=sheet.pk).state


def entry_of(sheet: Scoresheet) -> SecondEntry:
    entry = second_entry(sheet, sheet_state(sheet), sheet_view(sheet).names)
    assert entry is not None
    return entry


def compared(sheet: Scoresheet, number: int) -> tuple[str, str]:
    """The commands of the two lines that the page shows side by side."""
    (only,) = [difference for difference in entry_of(sheet).differences if difference.number == number]
    return only.first_command, only.second_command


def first_is_right(number: int, game: str, second: str) -> SettleFirst:
    return SettleFirst(number=number, game=game, second=second)


def second_is_right(number: int, game: str, second: str, initials: User | None = None) -> SettleSecond:
    key = secrets.token_hex(16)
    return SettleSecond(
        number=number, game=game, second=second, key=key, initials=acting(initials) if initials else None
    )


def settle(call: Callable[..., object], sheet: Scoresheet, number: int, actor: User, **more: Any) -> None:
    """Settle the line as the page shows it."""
    act(sheet, call(number, *compared(sheet, number), **more), actor=actor)


def code_of(sheet: Scoresheet, command: object, actor: User) -> str:
    """The code of the refusal of this command."""
    with pytest.raises(Refused) as refusal:
        act(sheet, command, actor=actor)
    assert str(refusal.value)
    return refusal.value.code


def faults(tournament: Tournament) -> list[str]:
    return [str(fault) for fault in audit_tournament(tournament).faults]
