"""A line inserted or taken out: the later lines move with all that belongs to them, and the log says so."""

import secrets
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.worlds.factories import make_user, write
from tests.worlds.sheets import (
    QUIET,
    correct,
    faults,
    fill,
    fresh,
    grant,
    kinds,
    line,
    live,
    payload,
    points,
    refusal,
    requests,
    set_aside,
    sign,
    state,
)
from tournament.enums import SheetState
from tournament.models import Correction, Game, PaperLine, Scoresheet, User
from tournament.selectors.supervisor import supervisor_lists
from tournament.services.acting import act, reason_given
from tournament.services.rulings import decide_paper_line
from tournament.sheet.acts.corrections import CorrectGame, RestoreGame, StrikeGame
from tournament.sheet.acts.line_moves import InsertLine, TakeOutLine
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.draft import Answer


def insert(sheet: Scoresheet, number: int, actor: User, command: str = "") -> Answer:
    return act(sheet, InsertLine(number=number, key=command or secrets.token_hex(16)), actor=actor)


def take_out(sheet: Scoresheet, number: int, actor: User, command: str = "") -> Answer:
    game = sheet.games.filter(number=number).first()
    command = command or secrets.token_hex(16)
    return act(sheet, TakeOutLine(number=number, key=command, seen=game.command if game else None), actor=actor)


def rows(sheet: Scoresheet) -> list[tuple[int, int, object, object]]:
    """Every game, its line, record and points."""
    return [(row.pk, row.number, row.record, (row.points_1, row.points_2)) for row in sheet.games.order_by("pk")]


def waiting(sheet: Scoresheet) -> list[tuple[int, str]]:
    return list(PaperLine.objects.filter(scoresheet=sheet, closed_at=None).values_list("number", "kind"))


def test_the_rest_of_a_list_typed_one_too_high_moves_down(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk, QUIET[:7] + QUIET[8:14])
    set_aside(sheet, 14, "x", desk)
    insert(sheet, 8, desk)
    assert sorted(points(sheet)) == [*range(1, 8), *range(9, 15)]
    assert waiting(sheet) == [(15, "struck")]
    write(sheet, 8, QUIET[7], desk)
    assert [row.record["contract"][0] for row in sheet.games.order_by("number")] == [entry[0] for entry in QUIET[:14]]
    assert payload(sheet, "lines.inserted") == {"number": 8}
    assert faults(sheet) == []


def test_a_line_that_waits_is_taken_out_and_waits_no_more(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk, QUIET[:1])
    set_aside(sheet, 2, "+1 +1 +1 +1", desk)
    fill(sheet, desk, QUIET[2:4], first=3)
    set_aside(sheet, 5, "x", desk)
    take_out(sheet, 2, desk)
    assert waiting(sheet) == [(4, "struck")]
    assert PaperLine.objects.get(number=2).closed_at is not None
    assert (kinds(sheet)[-2:], sorted(points(sheet))) == (["line.taken_up", "lines.taken_out"], [1, 2, 3])
    assert faults(sheet) == []


def test_neighbours_that_wait_move_together(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk, QUIET[:1])
    for number, typed in {2: "92x", 3: "0", 4: "x"}.items():
        set_aside(sheet, number, typed, desk)
    insert(sheet, 1, desk)
    assert waiting(sheet) == [(3, "struck"), (4, "not_written"), (5, "struck")]
    take_out(sheet, 1, desk)
    assert waiting(sheet) == [(2, "struck"), (3, "not_written"), (4, "struck")]
    assert faults(sheet) == []


def test_what_hangs_on_a_game_goes_with_it(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, ["r12+", "r13-", "st3+"])
    grant(sheet, 3, supervisor)
    write(sheet, 4, "sie2", desk, initialled_by=supervisor)
    write(sheet, 5, "st1+", desk)
    correct(sheet, 2, "r13+", supervisor)
    insert(sheet, 2, desk)
    assert requests(sheet) == {4: ("5.2.14", "granted"), 5: ("5.2.14", "granted"), 6: ("5.2.14", "requested")}
    assert Correction.objects.get().game.number == 3
    assert faults(sheet) == []
    take_out(sheet, 2, desk)
    assert sorted(requests(sheet)) == [3, 4, 5]
    assert faults(sheet) == []


def test_what_the_supervisor_decided_is_listed_under_its_new_number(
    sheet: Scoresheet, desk: User, supervisor: User
) -> None:
    fill(sheet, desk, ["r12+"])
    for number, (typed, choice) in enumerate((("0", "not_played"), ("92x", "as_written"), ("x", "struck")), 2):
        set_aside(sheet, number, typed, desk)
        row = PaperLine.objects.select_related("scoresheet__match__tournament").latest("pk")
        decide_paper_line(paper_line=row, choice=choice, reason="", command=secrets.token_hex(16), actor=supervisor)
    write(sheet, 5, "st1+", desk)
    grant(sheet, 5, supervisor)

    def decided() -> list[int]:
        lists = supervisor_lists(sheet.match.tournament).games
        return [line.number for line in (*supervisor_lists(sheet.match.tournament).ruled, *lists.decided)]

    assert decided() == [4, 3, 2, 5]
    insert(sheet, 1, desk)
    assert decided() == [5, 4, 3, 6]
    assert faults(sheet) == []
    take_out(sheet, 1, desk)
    take_out(sheet, 1, desk)
    assert decided() == [3, 2, 1, 4]
    assert faults(sheet) == []


def test_a_line_typed_twice_is_taken_out(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk, ["r12+", "r13-", "r13-", "s2+"])
    before = points(sheet)
    command = secrets.token_hex(16)
    assert take_out(sheet, 3, desk, command) == Answer.APPLIED
    assert act(sheet, TakeOutLine(number=3, key=command), actor=desk) == Answer.DUPLICATE
    assert points(sheet) == {1: before[1], 2: before[2], 3: before[4]}
    event = payload(sheet, "lines.taken_out")
    assert (event["number"], event["record"]["contract"]) == (3, "rufer")  # type: ignore[index]
    assert faults(sheet) == []


def test_the_first_game_is_judged_anew(sheet: Scoresheet, desk: User) -> None:
    """5.2.15: a Schwarz counts less in the first game; a Sie does not count there at all (2.9.1)."""
    fill(sheet, desk, ["r12+", "s2+++"])
    take_out(sheet, 1, desk)
    first = points(sheet)
    insert(sheet, 1, desk)
    assert (first, points(sheet)) == ({1: (-2, 6, -2, -2)}, {2: (-4, 12, -4, -4)})
    fill(sheet, desk, ["r12+"])
    write(sheet, 3, "sie2", desk)
    take_out(sheet, 1, desk)
    code, sentence = refusal(lambda: take_out(sheet, 1, desk))
    assert code == "sie_does_not_count"
    assert sentence.startswith("In line 1 this is no game: A Sie does not count in the first game")


def test_refusals(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, QUIET[:3])
    write(sheet, 32, "r13+", desk)
    correct(sheet, 2, "r14+", supervisor)
    anna = make_user(username="anna")
    assert refusal(lambda: insert(sheet, 2, anna))[0] == "not_allowed"
    assert refusal(lambda: insert(sheet, 33, desk))[0] == "no_such_line"
    assert refusal(lambda: insert(sheet, 2, desk))[0] == "last_line_taken"
    assert refusal(lambda: take_out(sheet, 2, desk))[0] == "decided_by_supervisor"
    late = TakeOutLine(number=1, key="c" * 32, seen="d" * 32)
    assert refusal(lambda: act(sheet, late, actor=desk))[0] == "line_taken"
    assert refusal(lambda: act(sheet, replace(late, seen=None), actor=desk))[0] == "line_taken"
    assert refusal(lambda: act(sheet, replace(late, number=9), actor=desk))[0] == "not_written"
    live(sheet, desk)
    assert refusal(lambda: insert(sheet, 2, desk))[0] == "not_paper"


def test_a_complete_sheet_moves_until_somebody_has_signed(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk)
    take_out(sheet, 9, desk)
    assert (state(sheet), sorted(points(sheet))[-1], kinds(sheet)[-1]) == (SheetState.OPEN, 31, "sheet.state")
    write(sheet, 32, "r13+", desk)
    sign(sheet, desk, 1)
    assert refusal(lambda: take_out(sheet, 9, supervisor))[0] == "sheet_not_open"
    assert faults(sheet) == []


def test_acts_of_a_page_that_shows_the_lines_before_they_moved(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    """Line 2 now holds another game: the one that the page meant is one line further down."""
    fill(sheet, desk, QUIET[:3])
    row = sheet.games.get(number=2)
    insert(sheet, 1, desk)
    late = {"number": 2, "seen": row.command}
    reason = reason_given("misread")
    assert refusal(lambda: act(sheet, TakeBackGame(**late), actor=desk))[0] == "line_taken"
    right = line(2, "r14+").record
    for decision in (
        CorrectGame(**late, record=right, reason=reason),
        StrikeGame(**late, reason=reason),
        RestoreGame(**late, reason=reason),
    ):
        assert refusal(lambda decision=decision: act(sheet, decision, actor=supervisor))[0] == "line_taken"
    act(sheet, StrikeGame(number=3, seen=row.command, reason=reason), actor=supervisor)
    assert Correction.objects.get().game_id == row.pk


@pytest.fixture
def half(sheet: Scoresheet, desk: User, supervisor: User) -> Scoresheet:
    """Empty lines, lines that wait, approvals of both kinds, a correction."""
    for number, entry in {2: "s2+", 3: "r13-", 5: "st3+", 6: "s3+", 9: "w1-", 10: "s1+", 12: "s2-", 14: "r24+"}.items():
        write(sheet, number, entry, desk)
    for number, text in {4: "x", 8: "+1 -1 -1 +2", 13: "0"}.items():
        set_aside(sheet, number, text, desk)
    grant(sheet, 5, supervisor)
    correct(sheet, 3, "r14-", supervisor)
    return fresh(sheet)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(numbers=st.lists(st.integers(1, 20), min_size=1, max_size=3))
def test_inserting_and_taking_out_is_the_identity(half: Scoresheet, desk: User, numbers: list[int]) -> None:
    def all_of_it() -> object:
        return rows(half), waiting(half), requests(half), fresh(half).content_hash, Game.objects.count()

    before = all_of_it()
    for number in numbers:
        insert(half, number, desk)
    for number in reversed(numbers):
        take_out(half, number, desk)
    assert all_of_it() == before
    assert faults(half) == []
