"""Winners of a cup as people type them."""

import pytest

from tournament.results.typed_winners import MOST_LINES, TypedWinner, read_winners


@pytest.mark.parametrize(
    ("line", "year", "name"),
    [
        ("2019 Huber Sepp", 2019, "Huber Sepp"),
        ("  2019   Huber   Sepp ", 2019, "Huber Sepp"),
        ("2019: Huber Sepp", 2019, "Huber Sepp"),
        ("2019 - Huber-Maier, Sepp", 2019, "Huber-Maier, Sepp"),
        ("2019\tHuber Sepp (SV Aying)", 2019, "Huber Sepp (SV Aying)"),
        ("1958 Xaver", 1958, "Xaver"),
    ],
)
def test_a_line_is_read(line: str, year: int, name: str) -> None:
    assert read_winners(line, latest=2026) == ([TypedWinner(year=year, name=name)], [])


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("Huber Sepp", "is not a year with a name behind it"),
        ("2019", "is not a year with a name behind it"),
        ("19 Huber Sepp", "is not a year with a name behind it"),
        ("20199 Huber", "is not a year with a name behind it"),
        ("2027 Huber Sepp", "2027 is not between 1800 and 2026"),
        ("1799 Huber Sepp", "1799 is not between"),
        ("2019 =1+1", "begins like a formula"),
        ("2019 ???", "has no letters"),
        ("2019 " + "x" * 141, "140"),
    ],
)
def test_a_wrong_line_is_named(line: str, what: str) -> None:
    winners, [problem] = read_winners(f"2018 Huber\n\n{line}", latest=2026)
    assert [winner.year for winner in winners] == [2018]
    assert problem.startswith("Line 3: ")
    assert what in problem


def test_a_year_stands_once() -> None:
    _winners, problems = read_winners("2019 Huber\n2018 Maier\n2019 Schmid", latest=2026)
    assert problems == ["Line 3: the year 2019 stands in another line already."]


def test_a_book_is_not_read() -> None:
    winners, [problem] = read_winners("2019 Huber\n" * (MOST_LINES + 1), latest=2026)
    assert winners == []
    assert f"at most {MOST_LINES}" in problem
