"""Double entry of a line on the paper that is no game: either person sets it aside, and it is settled."""

import secrets

import pytest

from tests.worlds.factories import make_user
from tests.worlds.played import first_sheet, play
from tests.worlds.second_entry import (
    RUFER,
    code_of,
    entry_of,
    faults,
    first_is_right,
    second_is_right,
    settle,
    state,
    switch,
    type_second,
    typed,
)
from tests.worlds.sheets import set_aside
from tournament.enums import PaperLineKind, SheetState
from tournament.forms.games import read_entry
from tournament.models import PaperLine, Scoresheet, SecondLine, Tournament, User
from tournament.selectors.second_entry import is_blind_view, second_entry, second_line_place
from tournament.selectors.sheets import sheet_state
from tournament.services.acting import act
from tournament.services.paper_lines import take_up_line
from tournament.sheet.acts.second_entry import RecordSecond, open_lines, second_record
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.state import OnPaper

pytestmark = pytest.mark.django_db


def begin() -> tuple[Tournament, User]:
    """One table typed by K. Reiter, then double entry switched on."""
    tournament, actor = play(1, RUFER)
    switch(tournament, actor, on=True)
    return tournament, actor


@pytest.fixture
def hall(world: tuple[Tournament, User]) -> tuple[Tournament, User]:
    return world


@pytest.fixture
def eva() -> User:
    return make_user("desk", username="eva", full_name="Eva Zöllner")


@pytest.fixture
def sheet(hall: tuple[Tournament, User]) -> Scoresheet:
    return first_sheet(hall[0])


def aside(sheet: Scoresheet, number: int, text: str, actor: User) -> None:
    """Type in the second entry that this line is no game on the paper."""
    place = second_line_place(sheet, number)
    entry = read_entry(place, text)
    paper = entry.paper or OnPaper(kind=PaperLineKind.NO_GAME, text=text, written=entry.written)
    command = RecordSecond(number=number, record=second_record(paper), key=secrets.token_hex(16))
    act(sheet, command, actor=actor)


@pytest.mark.parametrize(
    ("text", "told_as", "kind", "points"),
    [
        ("+1 -1 -1 +2", "struck or no game on paper: no game: +1 −1 −1 +2", "no_game", [1, -1, -1, 2]),
        ("r13- x", "struck or no game on paper: Rufer, 1 with 3, lost", "struck", [-1, 1, -1, 1]),
        ("x", "struck or no game on paper: no game: ", "unreadable", None),
        ("0", "not played", "not_written", None),
    ],
)
def test_what_is_no_game_for_the_second_person_waits_once_the_paper_says_so(
    hall: tuple[Tournament, User], sheet: Scoresheet, eva: User, text: str, told_as: str, kind: str, points: object
) -> None:
    tournament, actor = hall
    for number, entry in enumerate(RUFER, 1):
        aside(sheet, 2, text, eva) if number == 2 else type_second(sheet, number, entry, eva)
    (difference,) = second_entry(sheet, sheet_state(sheet), ["1", "2", "3", "4"]).differences  # type: ignore[union-attr]
    assert (difference.number, difference.second) == (2, told_as)
    settle(second_is_right, sheet, 2, actor)
    row = PaperLine.objects.get()
    assert (row.number, row.kind, row.written, row.closed_at) == (2, kind, points, None)
    assert (state(sheet), sheet.games.count(), open_lines(sheet_state(sheet))) == (SheetState.OPEN, 31, ())
    assert faults(tournament) == []


def test_whoever_settles_the_own_no_game_goes_on_with_the_second_entry(
    hall: tuple[Tournament, User], sheet: Scoresheet, eva: User
) -> None:
    """The line stays that of the first person: it makes nobody a typist of both entries."""
    tournament, actor = hall
    for number, entry in enumerate(RUFER, 1):
        aside(sheet, 2, "x", eva) if number == 2 else type_second(sheet, number, entry, eva)
    settle(second_is_right, sheet, 2, eva)
    assert PaperLine.objects.get().typed_by == actor
    second = SecondLine.objects.get(number=3)
    act(sheet, typed(sheet, 3, "r14+", line_key=second.command), actor=eva)
    assert open_lines(sheet_state(sheet)) == (3,)
    assert faults(tournament) == []


def test_the_first_person_was_right_after_all(hall: tuple[Tournament, User], sheet: Scoresheet, eva: User) -> None:
    tournament, actor = hall
    for number, entry in enumerate(RUFER, 1):
        aside(sheet, 2, "x", eva) if number == 2 else type_second(sheet, number, entry, eva)
    settle(first_is_right, sheet, 2, actor)
    assert (state(sheet), open_lines(sheet_state(sheet))) == (SheetState.COMPLETE, ())
    assert faults(tournament) == []


def test_a_line_that_the_first_person_set_aside_is_not_typed_twice(
    hall: tuple[Tournament, User], sheet: Scoresheet, eva: User
) -> None:
    """The line fills the sheet and so hides it from the second person; who set a line aside types no second entry."""
    tournament, actor = hall
    act(sheet, TakeBackGame(number=5), actor=actor)
    set_aside(sheet, 5, "x", actor)
    assert (is_blind_view(sheet, eva), is_blind_view(sheet, actor)) == (True, False)
    for number, entry in enumerate(RUFER, 1):
        if number != 5:
            type_second(sheet, number, entry, eva)
    assert (entry_of(sheet).agrees, state(sheet)) == (True, SheetState.OPEN)
    other = make_user("desk", username="franz")
    take_up_line(scoresheet=sheet, number=5, seen=sheet.paper_lines.get().pk, actor=actor)
    set_aside(sheet, 5, "x", other)
    assert code_of(sheet, typed(sheet, 5, "r12+"), other) == "same_person"
    assert faults(tournament) == []
