"""The second entry of a sheet: typed blind by another person, taken back, or looked at (double entry)."""

import pytest

from scoring.shorthand import parse_entry
from tests.records import recorded
from tests.sheet_tables import (
    EVA,
    PHONE,
    Row,
    accepted,
    aside,
    barred,
    by_rules,
    check,
    does,
    double,
    full,
    game,
    line,
    live,
    rufer,
    rule_of,
    second,
    signed,
    typed,
    typed_again,
    works,
)
from tests.worlds.decided import BOSS, DESK, JUDGE, after, empty_sheet, why
from tests.worlds.sheets import QUIET
from tournament.enums import PaperLineKind, SheetState
from tournament.sheet.actors import Actor
from tournament.sheet.acts.approvals import DecideApproval
from tournament.sheet.acts.consequences import Settle
from tournament.sheet.acts.corrections import CorrectGame
from tournament.sheet.acts.games import RecordGame, RetypeGame
from tournament.sheet.acts.second_entry import (
    LookAtFirst,
    RecordSecond,
    TakeBackSecond,
    agree,
    is_blind_for,
    lines_to_type,
    on_paper,
    open_lines,
    second_record,
    typed_first,
)
from tournament.sheet.state import OnPaper

OTHER = Actor(login=9, supervisor=True)
THREE = [typed("r12+", "s2+", "r13+"), double]
ALL_TWICE = [full, double, typed_again(*QUIET)]
UNPLAYED = recorded(unplayed=True)


def back(number: int) -> TakeBackSecond:
    return TakeBackSecond(number=number)


RECORDED = [
    works("a line is typed a second time", THREE, second(2, "s2+"),
          "second.recorded number=2 record=s2+ typed_by=4 command=second2", by=EVA),
    works("also one that the first person has not typed yet", THREE, second(9, "r12+"), "second.recorded number=9",
          by=EVA),
    works("typed again by who saw it", [*THREE, typed_again("r12+")], second(1, "r14+", seen="second1", key="new"),
          "second.taken_back number=1 record=r12+ typed_by=4", "second.recorded number=1 record=r14+ command=new",
          by=EVA),
    works("somebody else goes on with it", [*THREE, typed_again("r12+")], second(2, "s2+"),
          "second.recorded number=2 typed_by=3", by=JUDGE),
    works("both entries agree: the sheet is complete", [full, double, typed_again(*QUIET[:31])], second(32, "r13+"),
          "second.recorded number=32", "sheet.state from=open to=complete", by=EVA),
    works("they differ: it is not", [full, double, typed_again(*QUIET[:31])], second(32, "r14+"),
          "second.recorded number=32", by=EVA, state=SheetState.OPEN),
    works("after that a difference is typed", ALL_TWICE, second(3, "s3+", seen="second3", key="new"),
          "second.taken_back number=3", "second.recorded number=3", "sheet.state from=complete to=open", by=EVA),
    works("5.2.5 who sits out follows from the second person's own lines",
          [by_rules("social", 5), double, does(RecordSecond(number=1, record=rufer(3, 4).placed(passed=1), key="a"),
                                              by=EVA)],
          RecordSecond(number=2, record=rufer(1, 2), key="b"), "second.recorded number=2 record=r12++sits_out:3",
          by=EVA),
    works("5.3.5 the line is struck on the paper", THREE, second(2, "s2+", record=game("s2+").decided(struck=True)),
          "second.recorded number=2 record=s2++struck", by=EVA),
    barred("no double entry in this tournament", [typed("r12+")], second(1, "r12+"), "not_double", by=EVA),
    barred("5.3.2 all have signed", [*ALL_TWICE, signed()], second(1, "r12+"), "sheet_not_open", by=EVA),
    barred("5.3.1 the sheet is accepted", [*ALL_TWICE, accepted], second(1, "r12+"), "sheet_not_open", by=EVA),
    barred("who typed the first entry", THREE, second(2, "s2+"), "same_person"),
    barred("who set a line of it aside", [double, typed("r12+"), does(aside(2), by=EVA)], second(1, "r12+"),
           "same_person", by=EVA),
    barred("who looked at it", [full, double, does(LookAtFirst(), by=OTHER)], second(1, "r12+"), "seen_first",
           by=OTHER),
    barred("another typed this line by now", [*THREE, typed_again("r12+")], second(1, "r14+"), "line_taken", by=JUDGE),
    barred("there is no line 33", THREE, second(33, "r12+"), "no_such_line", by=EVA),
    barred("2.9.1 a Sie is no game in line 1", THREE, second(1, "r12+", record=recorded(contract="sie", declarer=1)),
           "sie_does_not_count", by=EVA),
    barred("5.2.7 what is no game", THREE, second(2, "r12+", record=recorded(written=(1, 1, 1, -3))),
           "no_such_outcome", by=EVA),
]  # fmt: skip

TAKEN_BACK = [
    works("a slip of the second person", [*THREE, typed_again("r12+")], back(1),
          "second.taken_back number=1 record=r12+ typed_by=4", by=EVA),
    works("the sheet is open again", ALL_TWICE, back(7), "second.taken_back number=7",
          "sheet.state from=complete to=open", by=EVA),
    barred("nothing is typed there", [*THREE, typed_again("r12+")], back(2), "not_written", by=EVA),
    barred("5.3.2 all have signed", [*ALL_TWICE, signed()], back(7), "sheet_not_open", by=EVA),
    barred("by who typed the first entry", [*THREE, typed_again("r12+")], back(1), "same_person"),
    barred("no double entry any more", [typed("r12+")], back(1), "not_double", by=EVA),
    barred("who looked", [full, double, does(LookAtFirst(), by=OTHER)], back(1), "seen_first", by=OTHER),
]  # fmt: skip

LOOKED = [
    works("a supervisor looks before the second entry is finished", [full, double, does(Settle())], LookAtFirst(),
          "second.looked", by=OTHER),
    works("a second look says nothing new", [full, double, does(LookAtFirst(), by=OTHER)], LookAtFirst(), by=OTHER),
    works("who typed it knows it", [full, double, does(Settle())], LookAtFirst()),
    works("both entries are finished", ALL_TWICE, LookAtFirst(), by=OTHER),
    works("a sheet that is typed once hides nothing", [full], LookAtFirst(), by=OTHER),
    works("a sheet that is still typed is shown", THREE, LookAtFirst(), by=OTHER),
    works("but not to who began the second entry", [*THREE, typed_again("r12+")], LookAtFirst(), "second.looked",
          by=EVA),
    works("a signed sheet is hidden from nobody", [*ALL_TWICE, signed()], LookAtFirst(), by=OTHER),
]  # fmt: skip

ROWS: list[Row] = [*RECORDED, *TAKEN_BACK, *LOOKED]


@pytest.mark.parametrize("row", ROWS, ids=rule_of)
def test_a_second_entry(row: Row) -> None:
    check(row)


@pytest.mark.parametrize(
    ("steps", "numbers"),
    [
        ([typed("r12+", "s2+")], ()),
        (THREE, (1, 2, 3)),
        ([*THREE, does(CorrectGame(number=2, record=game("s3+"), reason=why()))], (1, 3)),
        ([*THREE, typed("r12!3", by=BOSS)], (1, 2, 3)),
        ([double, live, typed("r12+", "s2+")], (1, 2)),
        ([double, live, typed("r12+", "s2+", by=PHONE), typed("r13+")], ()),
        ([double, typed("r12+"), live, typed("s2+", by=PHONE), typed("r13+")], (1,)),
    ],
)
def test_which_lines_are_typed_twice(steps: list[object], numbers: tuple[int, ...]) -> None:
    sheet = empty_sheet()
    for step in steps:
        sheet = step(sheet)
    assert lines_to_type(sheet) == open_lines(sheet) == numbers


MARKED = game("st2+").decided(approved=True)


@pytest.mark.parametrize(
    ("first", "entry", "same"),
    [
        (game("r13+"), game("1 13"), True),
        (game("1 24"), game("-113"), True),
        (game("s2+"), game("62"), True),
        (game("62"), game("-62"), False),
        (game("s2+"), game("w2+"), True),  # named differently, they count the same
        (game("s2+"), game("s3+"), False),
        (game("s2+"), game("s2++"), False),
        (game("24 3"), game("sie3"), True),
        (game("18 3"), game("24 3"), False),
        (game("r13+").placed(passed=1), game("r13+"), False),
        (game("r13+"), game("r13+").decided(struck=True), False),
        (game("r13+"), UNPLAYED, False),
        (game("st2+"), MARKED, False),
        (game("st2+"), game("st2+"), True),
    ],
)
def test_which_entries_agree(first: object, entry: object, same: bool) -> None:
    """What counts is the game on the sheet, in whatever way each person typed it."""
    sheet = does(line(2, "r12+", "k"))(double(typed("r12+")(empty_sheet())))
    sheet = after(sheet, RetypeGame(number=2, record=first, key="again"), by=DESK)
    sheet = after(sheet, RecordSecond(number=2, record=entry, key="s"), by=EVA)
    assert agree(sheet, 2) == same


def test_initials_are_typed_twice_too() -> None:
    """5.2.14: a Tout with initials agrees only with a Tout with initials; a supervisor's decision needs none."""
    initialled = line(2, "st2+", initialled_by=BOSS)
    on_the_paper = does(initialled)(double(typed("r12+")(empty_sheet())))
    waiting = typed("st2+")(double(typed("r12+")(empty_sheet())))
    granted = does(DecideApproval(game="key2", granted=True))(waiting)
    equal = [
        agree(after(sheet, RecordSecond(number=2, record=record, key="s"), by=EVA), 2)
        for sheet in (on_the_paper, waiting, granted)
        for record in (MARKED, game("st2+"))
    ]
    assert equal == [True, False, False, True, True, True]


def test_who_is_blind() -> None:
    sheet = does(LookAtFirst(), by=OTHER)(double(full(empty_sheet())))
    assert [is_blind_for(sheet, one) for one in (DESK.login, EVA.login, OTHER.login)] == [False, True, False]
    assert (typed_first(sheet, DESK.login), typed_first(sheet, EVA.login), typed_first(sheet, None)) == (
        True, False, False,
    )  # fmt: skip
    assert sheet.looked == {OTHER.login}


@pytest.mark.parametrize(
    ("paper", "record"),
    [
        (OnPaper(kind=PaperLineKind.NOT_WRITTEN), UNPLAYED),
        (OnPaper(kind=PaperLineKind.UNREADABLE), recorded(written=(), struck=True)),
        (OnPaper(kind=PaperLineKind.NO_GAME, text="1 1 1 -3", written=(1, 1, 1, -3)),
         recorded(written=(1, 1, 1, -3), struck=True)),
        (OnPaper(kind=PaperLineKind.STRUCK, text="1 -1 1 -1", written=(1, -1, 1, -1), record=game("r13+")),
         game("r13+").decided(struck=True)),
    ],
)  # fmt: skip
def test_a_line_that_is_no_game_there_and_back(paper: OnPaper, record: object) -> None:
    assert second_record(paper) == record
    assert on_paper(empty_sheet(), 5, record) == paper


@pytest.mark.parametrize(("first", "entry", "same"), [("ra1+", "s1+", True), ("st1+", "sie1", False)])
def test_a_fact_that_only_one_entry_gives_is_no_difference(first: str, entry: str, same: bool) -> None:
    """H 6: games of the same points. A Rufer does not say who played alone; a Tout is no Sie (5.4.2)."""
    sheet = double(by_rules("house-10-60")(empty_sheet()))
    mine, theirs = (parse_entry(sheet.terms.ruleset, text) for text in (first, entry))
    sheet = after(sheet, RecordGame(number=2, record=mine, key="f"), by=DESK)
    assert agree(after(sheet, RecordSecond(number=2, record=theirs, key="s"), by=EVA), 2) == same
