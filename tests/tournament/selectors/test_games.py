"""How the desk reads entries: outcomes in words, and running totals compared."""

import pytest

from scoring.ruleset import bundled_rulesets, load_ruleset
from tests.worlds.factories import write
from tests.worlds.sheets import RULESET, fill, fresh, grant, set_aside, strike
from tournament.enums import PaperLineKind
from tournament.models import Scoresheet, User
from tournament.selectors.games import Comparison, compare_running, entry_table, entry_tables
from tournament.selectors.scoresheets import sheet_view
from tournament.services.acting import act
from tournament.sheet.acts.paper_lines import SetAsideLine
from tournament.sheet.places import LinePlace
from tournament.sheet.state import OnPaper

NAMES = ("Anna", "Bene", "Centa", "Dirk")


LATER = LinePlace(ruleset=RULESET, number=2, seats=4)
FIRST = LinePlace(ruleset=RULESET, number=1, seats=4)


def outcome(place: LinePlace, entry: str) -> list[object]:
    table = entry_table(place, NAMES)
    return table["outcomes"][table["entries"][entry]]


@pytest.mark.parametrize(
    ("entry", "row"),
    [
        ("r13++", ["Rufer, Anna with Centa, won with Schneider", [2, -2, 2, -2], None, 0, None]),
        ("s2-", ["Solo, Bene, lost", [2, -6, 2, 2], 2, 1, 2]),
        ("wt4+", ["Wenz Tout, Dirk, won", [-6, -6, -6, 18], 4, 2, 4]),
        ("sie3", ["Sie, Centa, won", [-8, -8, 24, -8], None, 2, 3]),
        ("6 2", ["Solo/Wenz, Bene: −2 +6 −2 −2", [-2, 6, -2, -2], 2, 1, 2]),
        ("1 13", ["Rufer: +1 −1 +1 −1", [1, -1, 1, -1], None, 0, None]),
        ("r13!2", ["Rufer, Anna with Centa, mistake in play by Bene", [2, -4, 2, 0], None, 0, None]),
    ],
)
def test_an_entry_in_words(entry: str, row: list[object]) -> None:
    assert outcome(LATER, entry) == row


def test_the_first_game_has_a_table_of_its_own() -> None:
    assert (outcome(FIRST, "s1+++")[1], outcome(LATER, "s1+++")[1]) == ([6, -2, -2, -2], [12, -4, -4, -4])
    # 5.2.15: the Tout of the first game is a simple Solo, and needs no approval before the fifth.
    assert (outcome(FIRST, "st1+")[1], outcome(FIRST, "st1+")[3], outcome(LATER, "st1+")[3]) == ([6, -2, -2, -2], 1, 2)
    assert ["sie1" in entry_table(place)["entries"] for place in (FIRST, LATER)] == [False, True]


@pytest.mark.parametrize("name", bundled_rulesets())
def test_every_outcome_sums_to_0_and_has_words(name: str) -> None:
    ruleset = load_ruleset(name)
    for seats in ruleset.seats:
        tables = entry_tables(ruleset, seats)
        for table in tables["tables"]:
            assert set(table["entries"].values()) == set(range(len(table["outcomes"])))
            for words, points, _circled, asks, _soloist in table["outcomes"]:
                assert (len(points), sum(points), words != "", asks in (0, 1, 2)) == (seats, 0, True, True)
        # One table of outcomes for all, or one for each combination of who deals and who sits out.
        assert {len(tables["first"]), len(tables["later"])} == {seats if seats > ruleset.players else 1}


def test_who_deals_at_a_table_of_five_cannot_have_played() -> None:
    tables = entry_tables(load_ruleset("house-10-60"), 5)
    for dealer in range(1, 6):
        entries = tables["tables"][tables["later"][dealer - 1]]["entries"]
        assert [seat for seat in range(1, 6) if f"s{seat}+" not in entries] == [dealer]
    # Its first game has no special rules: the same five tables.
    assert (len(tables["tables"]), tables["first"]) == (5, tables["later"])


@pytest.mark.parametrize(
    ("name", "asks"),
    [("schafkopfschule-2023", {0, 1, 2}), ("house-10-60", {0}), ("palatinate-three", {0}), ("social", {0})],
)
def test_approvals_are_those_of_the_ruleset(name: str, asks: set[int]) -> None:
    ruleset = load_ruleset(name)
    table = entry_table(LinePlace(ruleset=ruleset, number=2, seats=ruleset.players))
    assert {outcome[3] for outcome in table["outcomes"]} == asks


def compared(sheet: Scoresheet, *paper: int) -> Comparison:
    return compare_running(sheet_view(fresh(sheet)), paper)


def test_running_totals_that_agree(sheet: Scoresheet, desk: User) -> None:
    assert compared(sheet, 0, 0, 0, 0) == Comparison(
        to=0, paper=(0, 0, 0, 0), counted=(0, 0, 0, 0), agrees=True, agrees_if=()
    )
    fill(sheet, desk, ["r12+", "s2+", "r34++", "w4-"])
    comparison = compared(sheet, -1, 7, 1, -7)
    assert (comparison.to, comparison.counted, comparison.agrees, comparison.agrees_if) == (4, (-1, 7, 1, -7), True, ())


def test_running_totals_that_differ(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk, ["r12+", "s2+", "r34++", "w4-"])
    comparison = compared(sheet, -1, 7, 1, -6)
    assert (comparison.counted, comparison.agrees, comparison.agrees_if) == ((-1, 7, 1, -7), False, ())


def test_undecided_games_that_explain_the_difference(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, ["r12+", "st2+", "r34++", "wt4-"])
    # The scorekeeper counted both Touts: +1 −6 −2 +6, +1 +18 −2 +6, −1 −6 +2 +6, −1 −6 +2 −18.
    comparison = compared(sheet, -1, 23, 1, -23)
    assert (comparison.counted, comparison.agrees, comparison.agrees_if) == ((-1, -1, 1, 1), False, (2, 4))
    grant(sheet, 2, supervisor)
    assert compared(sheet, -1, 23, 1, -23).agrees_if == (4,)
    strike(sheet, 4, supervisor)
    assert compared(sheet, -7, 17, -5, -5).agrees
    write(sheet, 5, "r12+", desk)
    assert compared(sheet, -7, 17, -5, -5).agrees_if == ()


@pytest.mark.parametrize(
    ("aside", "paper", "expected"),
    [
        # +1 −1 −1 +2 and +1 +1 −1 +2 added to −1 +7 +1 −7, as the scorekeeper did.
        (["1 -1 -1 2", "1 1 -1 2"], (1, 7, -1, -3), (6, (), (5, 6), True)),
        (["1 -1 -1 2", "92x"], (0, 6, 0, -5), (6, (), (5, 6), True)),  # struck, and not counted by the scorekeeper
        (["1 -1 -1 2", "0"], (0, 6, 0, -5), (5, (), (5,), True)),  # an empty line has nothing to compare
        (["1 -1 -1 2", "1 1 -1 2"], (0, 7, -1, -3), (6, (), (5, 6), False)),
        (["1 -1 -1 2", "unreadable"], (9, 7, -1, -3), (6, (), (5, 6), None)),
        (["unreadable"], (-1, 7, 1, -7), (5, (), (), None)),
    ],
)
def test_running_totals_beside_lines_that_wait_for_the_supervisor(
    sheet: Scoresheet, desk: User, aside: list[str], paper: tuple[int, ...], expected: tuple[object, ...]
) -> None:
    fill(sheet, desk, ["r12+", "s2+", "r34++", "w4-"])
    for number, text in enumerate(aside, 5):
        if text == "unreadable":
            paper_line = OnPaper(kind=PaperLineKind.UNREADABLE, text="")
            act(sheet, SetAsideLine(number=number, paper=paper_line, key=text), actor=desk)
        else:
            set_aside(sheet, number, text, desk)
    comparison = compared(sheet, *paper)
    assert (comparison.to, comparison.agrees_if, comparison.waiting, comparison.fits) == expected


def test_a_waiting_line_and_an_undecided_game_explain_it_together(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk, ["r12+", "st2+"])  # counted +1 +1 −1 −1; with the Tout −5 +19 −7 −7
    set_aside(sheet, 3, "1 -1 -1 2", desk)
    comparison = compared(sheet, -4, 18, -8, -5)
    assert (comparison.agrees_if, comparison.waiting, comparison.fits) == ((2,), (3,), True)
    comparison = compared(sheet, -5, 19, -7, -7)
    assert (comparison.agrees_if, comparison.waiting, comparison.fits) == ((2,), (3,), False)
