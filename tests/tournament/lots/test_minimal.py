"""No more pairs meet again than the numbers force: compared with the exact optimum of small fields (see exact.py)."""

import dataclasses
from itertools import combinations

import pytest

from tests.tournament.lots.exact import fewest_meetings, shared
from tests.tournament.lots.fields import as_tuples, digits, field, seated
from tournament import lots


def drawn_in_a_row(sizes: tuple[int, ...], matches: int, label: object) -> tuple[list[int], list[int]]:
    """How many pairs met again in each match, and the smallest possible number after the matches before."""
    first = field(sizes, matches=5)
    earlier: tuple = ()
    again, fewest = [], []
    for match in range(1, matches + 1):
        terms = dataclasses.replace(first, match=match, earlier=earlier)
        tables = lots.draw(terms, digits(f"{label} {match}"))
        again.append(lots.meetings(terms, tables).again)
        fewest.append(fewest_meetings(sizes, terms.entrants, earlier, again[-1]))
        earlier = (*earlier, as_tuples(tables))
    return again, fewest


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        # Two tables of four split in halves (4 pairs again), and a third way is as good; after that all have met.
        ((4, 4), [0, 4, 4, 12, 12]),
        ((5, 3), [0, 5, 7, 12, 13]),
        ((5, 4), [0, 6, 6]),
        ((4, 3, 3), [0, 1, 1, 1, 12]),
        # Each table of four gets two players from one of three tables.
        ((4, 4, 4), [0, 3, 3, 7, 13]),
        ((5, 4, 3), [0, 3, 3, 6]),
        ((5, 5, 3, 3), [0, 2, 2, 2]),
        # The affine plane of order 4: five matches in which each player meets each of the 15 others once.
        ((4, 4, 4, 4), [0, 0, 0, 0, 0]),
        ((4, 4, 4, 3), [0, 0, 0, 0, 0]),
        ((4, 4, 4, 4, 4), [0, 0, 0, 0, 0]),
        ((5, 5, 5, 5), [0, 4, 4]),
    ],
    ids=str,
)
def test_no_more_meet_again_than_must(sizes: tuple[int, ...], expected: list[int]) -> None:
    assert drawn_in_a_row(sizes, len(expected), "first") == (expected, expected)


@pytest.mark.parametrize(
    ("sizes", "label"), [((4,) * 4, label) for label in range(8)] + [((4,) * 5, label) for label in range(4)], ids=str
)
def test_nobody_of_16_or_20_meets_again_in_five_matches(sizes: tuple[int, ...], label: int) -> None:
    """The outlook leaves the later matches what they need: always for 16 players, nearly always for 20."""
    assert drawn_in_a_row(sizes, 5, label)[0] == [0, 0, 0, 0, 0]


def test_where_the_outlook_was_wrong_no_more_meet_again_than_must() -> None:
    """One case in forty: four matches of 20 players, after which the fifth cannot avoid a second meeting."""
    again, fewest = drawn_in_a_row((4,) * 5, 5, 4)
    assert again == fewest
    assert sum(again) <= 2


def test_five_matches_of_16_are_all_meetings_there_are() -> None:
    terms = field((4,) * 4, 5)
    tables = [*terms.earlier, lots.draw(terms, digits("last"))]
    pairs = [pair for match in tables for table in match for pair in combinations(sorted(table), 2)]
    assert sorted(pairs) == list(combinations(range(1, 17), 2))


def test_after_that_everyone_meets_three_again() -> None:
    five = field((4,) * 4, 5)
    earlier = (*five.earlier, as_tuples(lots.draw(five, digits("last"))))
    sixth = dataclasses.replace(five, match=6, matches=6, earlier=earlier)
    tables = lots.draw(sixth, digits("sixth"))
    assert lots.meetings(sixth, tables).again == 24 == fewest_meetings(sixth.tables, sixth.entrants, earlier, 25)


# ------------------------------------------------------------------------------------------- the search itself


def all_tables(players: list[int], sizes: tuple[int, ...]) -> list[list[tuple[int, ...]]]:
    """Every way to fill the tables, most of them several times."""
    if not sizes:
        return [[]]
    ways = []
    for table in combinations(players, sizes[0]):
        rest_of_players = [player for player in players if player not in table]
        ways += [[table, *rest] for rest in all_tables(rest_of_players, sizes[1:])]
    return ways


@pytest.mark.parametrize("label", range(4))
@pytest.mark.parametrize("sizes", [(4, 4), (5, 3), (5, 4), (3, 3, 3), (4, 3, 2)], ids=str)
def test_the_exact_search_finds_what_looking_at_everything_finds(sizes: tuple[int, ...], label: int) -> None:
    players = list(range(1, sum(sizes) + 1))
    earlier = [seated(lots.shuffle(players, digits(f"{label} {match}")), sizes) for match in range(3)]
    pairs = {pair for match in earlier for table in match for pair in combinations(sorted(table), 2)}
    fewest = min(
        sum(pair in pairs for table in tables for pair in combinations(table, 2))
        for tables in all_tables(players, sizes)
    )
    assert fewest_meetings(sizes, players, earlier, 99) == fewest


def test_who_come_from_few_tables_have_shared_one() -> None:
    assert [shared(4, groups) for groups in (1, 2, 3, 4, 5)] == [6, 2, 1, 0, 0]
    assert [shared(5, groups) for groups in (2, 3, 4, 5)] == [4, 2, 1, 0]
