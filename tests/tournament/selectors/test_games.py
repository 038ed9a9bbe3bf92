"""What the desk reads entries with: outcomes in words, the contracts to choose, running totals compared."""

import pytest

from tests.factories import write
from tests.sheets import RULESET, fill, fresh, grant, strike
from tournament.models import Scoresheet, User
from tournament.selectors.games import Comparison, compare_running, contract_choices, entry_table
from tournament.selectors.scoresheets import sheet_view

NAMES = ("Anna", "Bene", "Centa", "Dirk")


@pytest.mark.parametrize(
    ("entry", "outcome"),
    [
        ("r13++", ["Rufer, Anna with Centa, won with Schneider", [2, -2, 2, -2], None, 0]),
        ("s2-", ["Solo, Bene, lost", [2, -6, 2, 2], 2, 1]),
        ("wt4+", ["Wenz Tout, Dirk, won", [-6, -6, -6, 18], 4, 2]),
        ("sie3", ["Sie, Centa, won", [-8, -8, 24, -8], None, 2]),
        ("6 2", ["Solo/Wenz, Bene: −2 +6 −2 −2", [-2, 6, -2, -2], 2, 1]),
        ("1 13", ["Rufer: +1 −1 +1 −1", [1, -1, 1, -1], None, 0]),
        ("r13!2", ["Rufer, Anna with Centa, mistake in play by Bene", [2, -4, 2, 0], None, 0]),
    ],
)
def test_an_entry_in_words(entry: str, outcome: list[object]) -> None:
    assert entry_table(RULESET, NAMES, first=False)[entry] == outcome


def test_the_first_game_has_a_table_of_its_own() -> None:
    first, later = (entry_table(RULESET, NAMES, first=place) for place in (True, False))
    assert (first["s1+++"][1], later["s1+++"][1]) == ([6, -2, -2, -2], [12, -4, -4, -4])
    # 5.2.15: the Tout of the first game is a simple Solo, and asks for no approval before the fifth.
    assert (first["st1+"][1], first["st1+"][3], later["st1+"][3]) == ([6, -2, -2, -2], 1, 2)
    assert ("sie1" in first, "sie1" in later) == (False, True)


def test_every_outcome_sums_to_0_and_has_words() -> None:
    for first in (True, False):
        for entry, (words, points, _circled, asks) in entry_table(RULESET, NAMES, first=first).items():
            assert (entry, sum(points), words != "", asks in (0, 1, 2)) == (entry, 0, True, True)


def test_the_contracts_to_choose() -> None:
    assert [(choice.letters, choice.label, choice.asks) for choice in contract_choices(RULESET)] == [
        ("r", "Rufer", "partner result level"),
        ("s", "Solo", "result level"),
        ("w", "Wenz", "result level"),
        ("st", "Solo Tout", "result"),
        ("wt", "Wenz Tout", "result"),
        ("sie", "Sie", ""),
    ]


def compared(sheet: Scoresheet, *paper: int) -> Comparison:
    return compare_running(sheet_view(fresh(sheet)), paper)


def test_running_totals_that_agree(sheet: Scoresheet, desk: User) -> None:
    assert compared(sheet, 0, 0, 0, 0) == Comparison(
        to=0, paper=(0, 0, 0, 0), counted=(0, 0, 0, 0), agrees=True, agrees_if=()
    )
    fill(sheet, desk, ["r12+", "s2+", "r34++", "w4-"])
    found = compared(sheet, -1, 7, 1, -7)
    assert (found.to, found.counted, found.agrees, found.agrees_if) == (4, (-1, 7, 1, -7), True, ())


def test_running_totals_that_differ(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk, ["r12+", "s2+", "r34++", "w4-"])
    found = compared(sheet, -1, 7, 1, -6)
    assert (found.counted, found.agrees, found.agrees_if) == ((-1, 7, 1, -7), False, ())


def test_undecided_games_that_explain_the_difference(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, ["r12+", "st2+", "r34++", "wt4-"])
    # The scorekeeper counted both Touts: +1 −6 −2 +6, +1 +18 −2 +6, −1 −6 +2 +6, −1 −6 +2 −18.
    found = compared(sheet, -1, 23, 1, -23)
    assert (found.counted, found.agrees, found.agrees_if) == ((-1, -1, 1, 1), False, (2, 4))
    grant(sheet, 2, supervisor)
    assert compared(sheet, -1, 23, 1, -23).agrees_if == (4,)
    strike(sheet, 4, supervisor)
    assert compared(sheet, -7, 17, -5, -5).agrees
    write(sheet, 5, "r12+", desk)
    assert compared(sheet, -7, 17, -5, -5).agrees_if == ()
