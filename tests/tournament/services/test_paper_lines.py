"""A line of the paper that is no game: set aside by the desk, kept as it is, closed by a later decision."""

import secrets
from functools import partial

import pytest

from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import (
    QUIET,
    RULESET,
    faults,
    fill,
    fresh,
    kinds,
    live,
    offered,
    payload,
    refusal,
    set_aside,
    state,
)
from tournament.enums import PaperLineKind, SheetState
from tournament.forms.games import read_entry
from tournament.models import PaperLine, Scoresheet, User
from tournament.selectors.paper_lines import waiting_paper_lines
from tournament.selectors.scoresheets import sheet_view
from tournament.services.paper_lines import take_up_line
from tournament.sheet.draft import Answer
from tournament.sheet.paper_words import paper_text
from tournament.sheet.places import LinePlace

STRUCK, NO_GAME, EMPTY = PaperLineKind.STRUCK, PaperLineKind.NO_GAME, PaperLineKind.NOT_WRITTEN


@pytest.mark.parametrize(
    ("typed", "kind", "text", "points"),
    [
        ("92x", STRUCK, "92", (-3, 9, -3, -3)),
        ("92gestr", STRUCK, "92", (-3, 9, -3, -3)),
        ("9 2 gestr.", STRUCK, "9 2", (-3, 9, -3, -3)),
        ("92 Gestrichen", STRUCK, "92", (-3, 9, -3, -3)),
        ("r13+ g x", STRUCK, "r13+ g", (1, -1, 1, -1)),
        ("+1 −1 −1 +2 x", STRUCK, "1 -1 -1 2", (1, -1, -1, 2)),
        ("x", STRUCK, "", None),
        ("0", EMPTY, "", None),
    ],
)
def test_what_is_struck_or_empty_on_paper_is_read(
    typed: str, kind: str, text: str, points: tuple[int, ...] | None
) -> None:
    entry = read_entry(LinePlace(ruleset=RULESET, number=5, seats=4), typed)
    assert (entry.record, entry.error) == (None, None)
    assert entry.paper is not None
    assert (entry.paper.kind, entry.paper.text, entry.paper.written) == (kind, text, points)


@pytest.mark.parametrize("typed", ["92gestern", "92ab", "92gx2", "92 gest", "r13+ struck", "xx92", "7 2 x", "= 1 x"])
def test_letters_that_are_not_understood_refuse_the_entry(typed: str) -> None:
    entry = read_entry(LinePlace(ruleset=RULESET, number=5, seats=4), typed)
    assert (entry.record, entry.paper) == (None, None)
    assert entry.error is not None


def open_rows(sheet: Scoresheet) -> list[tuple[int, str, str]]:
    rows = PaperLine.objects.filter(scoresheet=sheet, closed_at=None).order_by("number")
    return [(row.number, row.kind, paper_text(PaperLineKind(row.kind), row.text, row.written)) for row in rows]


def test_a_line_is_set_aside_once_and_the_sheet_waits_for_it(sheet: Scoresheet, desk: User) -> None:
    command = secrets.token_hex(16)
    fill(sheet, desk, QUIET[:18])
    assert set_aside(sheet, 19, "+1 -1 -1 +2", desk, command) == Answer.APPLIED
    version = fresh(sheet).version
    assert set_aside(sheet, 19, "+1 -1 -1 +2", desk, command) == Answer.DUPLICATE
    assert (fresh(sheet).version, open_rows(sheet)) == (version, [(19, "no_game", "+1 −1 −1 +2")])
    fill(sheet, desk, QUIET[19:], first=20)
    view = sheet_view(fresh(sheet))
    assert (state(sheet), view.written, view.missing, view.next_number) == (SheetState.OPEN, 31, (), None)
    assert [(line.number, line.waiting) for line in view.aside] == [
        (19, "Paper: +1 −1 −1 +2 · waits for the supervisor")
    ]
    assert [(row.number, row.typed_by) for row in waiting_paper_lines(sheet.match.tournament)] == [(19, desk)]
    assert faults(sheet) == []


def test_a_game_typed_into_the_line_closes_it(sheet: Scoresheet, desk: User) -> None:
    set_aside(sheet, 1, "92x", desk)
    write(sheet, 1, "r13+", desk)
    assert open_rows(sheet) == []
    assert payload(sheet, "line.closed") == {"number": 1}
    assert faults(sheet) == []


def test_set_aside_anew_the_newer_text_counts_and_the_older_is_kept(sheet: Scoresheet, desk: User) -> None:
    set_aside(sheet, 2, "x", desk)
    set_aside(sheet, 2, "92x", desk)
    assert (open_rows(sheet), PaperLine.objects.count()) == ([(2, "struck", "struck: −3 +9 −3 −3")], 2)
    assert faults(sheet) == []


def test_a_written_line_is_set_aside_as_one_act(sheet: Scoresheet, desk: User) -> None:
    write(sheet, 1, "r13+", desk)
    set_aside(sheet, 1, "r13+ x", desk, seen=sheet.games.get().command)
    assert (sheet.games.count(), open_rows(sheet)) == (0, [(1, "struck", "struck: +1 −1 +1 −1")])
    assert kinds(sheet)[-2:] == ["game.taken_back", "line.set_aside"]


def test_the_desk_takes_it_up_again(sheet: Scoresheet, desk: User) -> None:
    set_aside(sheet, 3, "0", desk)
    key = PaperLine.objects.get().pk
    take_up_line(scoresheet=sheet, number=3, seen=key, actor=desk)
    assert (open_rows(sheet), kinds(sheet)[-1]) == ([], "line.taken_up")
    set_aside(sheet, 3, "x", desk)
    # Another line waits there now than the one that the page showed.
    sentence = "Line 3 does not wait for the supervisor any more."
    for seen_key in (key, None):
        act = partial(take_up_line, scoresheet=sheet, number=3, seen=seen_key, actor=desk)
        assert refusal(act) == ("not_set_aside", sentence)
    assert faults(sheet) == []


def test_refusals(sheet: Scoresheet, desk: User) -> None:
    write(sheet, 1, "r13+", desk)
    anna = make_user(username="anna")
    command = secrets.token_hex(16)
    set_aside(sheet, 2, "x", desk, command)
    assert refusal(lambda: set_aside(sheet, 1, "x", desk))[0] == "line_taken"
    assert refusal(lambda: set_aside(sheet, 33, "x", desk))[0] == "no_such_line"
    assert refusal(lambda: set_aside(sheet, 3, "x", desk, command))[0] == "command_used"
    assert refusal(lambda: set_aside(sheet, 3, "x", anna))[0] == "not_allowed"
    live(sheet, desk)
    assert refusal(lambda: set_aside(sheet, 3, "x", desk))[0] == "not_paper"


def test_a_complete_sheet_sets_nothing_aside(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk)
    assert refusal(lambda: set_aside(sheet, 1, "x", desk))[0] == "sheet_not_open"


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("+1 -1 -1 +2", ["1 -1 -1 1", "struck"]),
        ("-1 +1 +1 0", ["-1 1 1 -1", "struck"]),
        ("2 -6 -2 2", ["2 -6 2 2", "2 -2 -2 2", "struck"]),
        ("1 1 1 -3", ["2 2 2 -6", "3 3 3 -9", "-1 1 1 -1", "1 -1 1 -1", "struck"]),
        ("92x", ["struck", "as_written"]),
        ("1 -1 -1 2 x", ["struck"]),
        ("x", ["struck"]),
        ("0", ["not_played"]),
    ],
)
def test_proposals_begin_with_the_likeliest(sheet: Scoresheet, desk: User, typed: str, keys: list[str]) -> None:
    set_aside(sheet, 5, typed, desk)
    assert [proposal.key for proposal in offered(sheet)] == keys


def test_proposals_at_a_table_of_five_leave_out_who_sits_out(db: None, desk: User) -> None:
    tournament = make_tournament(rules="house-10-60")
    make_participants(tournament, 5)
    sheet = open_scoresheet(tournament, seats=5)
    set_aside(sheet, 2, "60 0 -20 -20 -2", desk)
    assert offered(sheet)[0].points == (60, 0, -20, -20, -20)


def test_the_list_of_what_waits_costs_one_query(
    sheet: Scoresheet, desk: User, django_assert_num_queries: object
) -> None:
    for number in (2, 3, 4):
        set_aside(sheet, number, "x", desk)
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert [row.number for row in waiting_paper_lines(sheet.match.tournament)] == [2, 3, 4]


def test_a_sheet_of_which_one_line_waits_is_full(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk, QUIET[:31])
    set_aside(sheet, 32, "+1 +1 +1 +1", desk)
    assert refusal(lambda: write(sheet, 33, "r12+", desk))[0] == "sheet_full"
