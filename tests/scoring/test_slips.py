"""The error finder: each kind of slip in a small list, and the sixteen lists of a club with the mistakes in them."""

from dataclasses import replace

import pytest

from scoring.ruleset import PLUS_ONLY, load_ruleset
from scoring.slips import Points, ReadLine, SlipKind, applied, find_slips, nearest_games
from tests.scoring.paper import read_lists

RULESET = load_ruleset("schafkopfschule-2023")
PLAYED: tuple[Points, ...] = (
    *((1, 1, -1, -1), (-1, 1, 1, -1), (2, -2, 2, -2), (-2, -2, 6, -2)),
    *((1, -1, -1, 1), (-1, -1, 1, 1), (1, -1, 1, -1), (-3, 3, 3, -3)),
    *((-1, 1, -1, 1), (2, 2, -2, -2), (-1, -1, 1, 1), (9, -3, -3, -3)),
)


def running(lines: tuple[Points, ...]) -> dict[int, Points]:
    """The running totals after every fourth game (5.3.3)."""
    return {no: tuple(map(sum, zip(*lines[:no], strict=True))) for no in range(4, len(lines) + 1, 4)}


def read_lines(lines: tuple[Points, ...]) -> list[ReadLine]:
    return [ReadLine(points=points) for points in lines]


def with_line(at: int, points: Points | None) -> list[ReadLine]:
    """The list with another line at game `at`."""
    lines = read_lines(PLAYED)
    lines[at - 1] = ReadLine(points=points)
    return lines


def test_a_list_that_agrees_has_no_slip() -> None:
    assert find_slips(RULESET, read_lines(PLAYED), running(PLAYED)) == ()
    assert find_slips(RULESET, read_lines(PLAYED), {}) == ()
    assert find_slips(RULESET, [], {}) == ()


@pytest.mark.parametrize(
    ("at", "wrong", "kind"),
    [
        (10, (1, 1, -1, -1), SlipKind.FIGURE),
        (7, (-1, 1, -1, 1), SlipKind.SIGNS),
        (12, (-3, 9, -3, -3), SlipKind.SEATS),
        (4, (-1, 1, 1, -1), SlipKind.OTHER_GAME),
        (8, None, SlipKind.UNREADABLE),
        (8, (-3, 3, 3, -2), SlipKind.MISWRITTEN),
    ],
)
def test_a_wrong_line_is_named_with_what_it_must_be(at: int, wrong: Points | None, kind: SlipKind) -> None:
    slips = find_slips(RULESET, with_line(at, wrong), running(PLAYED))
    slips_there = [slip for slip in slips if slip.line == at]
    assert [(slip.kind, slip.read, slip.meant) for slip in slips_there] == [(kind, wrong, PLAYED[at - 1])]
    assert slips_there[0].all_agree
    assert slips_there[0].settles[0] == slips_there[0].total == (at + 3) // 4 * 4


def test_a_line_of_the_first_game_must_be_one_that_may_be_the_first() -> None:
    # 5.2.15: no Tout in the first game, so that the difference cannot be one.
    totals = running(((12, -4, -4, -4), *PLAYED[1:]))
    assert 1 not in [slip.line for slip in find_slips(RULESET, read_lines(PLAYED), totals)]


def test_a_game_left_out_is_named_with_its_round() -> None:
    lines = read_lines(PLAYED[:5] + PLAYED[6:])
    slip, *_others = find_slips(RULESET, lines, running(PLAYED))
    assert (slip.kind, slip.line, slip.until, slip.meant) == (SlipKind.LEFT_OUT, 5, 8, PLAYED[5])
    assert len(applied(lines, slip)) == 12


def test_a_game_left_out_of_the_last_round_is_found_by_the_number_of_lines() -> None:
    slips = find_slips(RULESET, read_lines(PLAYED[:10] + PLAYED[11:]), running(PLAYED))
    assert [(slip.kind, slip.line, slip.until, slip.meant) for slip in slips] == [
        (SlipKind.LEFT_OUT, 9, 12, PLAYED[10])
    ]


def test_a_game_written_twice_is_named() -> None:
    lines = read_lines((*PLAYED[:3], PLAYED[2], *PLAYED[3:11]))
    (slip,) = find_slips(RULESET, lines, running(PLAYED))
    assert (slip.kind, slip.line, slip.read) == (SlipKind.DOUBLED, 4, PLAYED[2])
    assert [line.points for line in applied(lines, slip)] == list(PLAYED[:11])


def test_a_total_added_up_wrongly_once() -> None:
    totals = running(PLAYED)
    totals[8] = (*totals[8][:3], totals[8][3] + 10)
    (slip,) = find_slips(RULESET, read_lines(PLAYED), totals)
    assert (slip.kind, slip.line, slip.total, slip.off) == (SlipKind.TOTAL, 0, 8, (0, 0, 0, 10))
    assert (slip.settles, slip.all_agree) == ((8,), True)


def test_a_wrong_total_that_is_carried_on() -> None:
    totals = {no: (total[0] - 1, *total[1:]) if no > 4 else total for no, total in running(PLAYED).items()}
    (slip,) = find_slips(RULESET, read_lines(PLAYED), totals)
    assert (slip.kind, slip.total, slip.off, slip.settles) == (SlipKind.TOTAL_CARRIED, 8, (-1, 0, 0, 0), (8, 12))


def test_a_struck_line_that_the_scorekeeper_counted() -> None:
    lines = read_lines(PLAYED)
    lines[11] = ReadLine(points=PLAYED[11], counts=False)
    slips = find_slips(RULESET, lines, running(PLAYED))
    assert (SlipKind.STRUCK_COUNTED, 12) in [(slip.kind, slip.line) for slip in slips]


def test_two_slips_in_two_rounds_are_found_one_by_one() -> None:
    lines = with_line(3, (-2, 2, -2, 2))
    lines[9] = ReadLine(points=(1, 1, -1, -1))
    slips = find_slips(RULESET, lines, running(PLAYED))
    assert {(3, PLAYED[2]), (10, PLAYED[9])} <= {(slip.line, slip.meant) for slip in slips}
    assert not any(slip.all_agree for slip in slips)
    remaining = find_slips(RULESET, applied(lines, next(slip for slip in slips if slip.line == 3)), running(PLAYED))
    assert (10, PLAYED[9], True) in {(slip.line, slip.meant, slip.all_agree) for slip in remaining}


def test_with_the_final_totals_alone_every_line_can_be_the_one() -> None:
    slips = find_slips(RULESET, with_line(10, (1, 1, -1, -1)), {12: running(PLAYED)[12]})
    assert (10, PLAYED[9]) in [(slip.line, slip.meant) for slip in slips]
    assert {slip.total for slip in slips} == {12}


def test_a_dealer_who_sits_out_has_no_points() -> None:
    played: tuple[Points, ...] = ((0, 1, 1, -1, -1), (1, 0, -1, 1, -1), (1, -1, 0, 1, -1))
    lines = [ReadLine(points=points, sits_out=at) for at, points in enumerate(played, 1)]
    lines[2] = ReadLine(points=(-1, 1, 0, -1, 1), sits_out=3)
    total: Points = tuple(map(sum, zip(*played, strict=True)))
    assert all(slip.meant is None or slip.meant[slip.line - 1] == 0 for slip in find_slips(RULESET, lines, {3: total}))


def test_where_losers_are_not_written_the_plus_points_are_compared() -> None:
    plus_only = replace(RULESET, counting=PLUS_ONLY)
    games = [tuple(max(value, 0) for value in points) for points in PLAYED]
    totals = running(tuple(games))
    assert find_slips(plus_only, read_lines(PLAYED), totals) == ()
    slips = find_slips(plus_only, with_line(7, (-1, 1, -1, 1)), totals)
    assert (SlipKind.SIGNS, 7, PLAYED[6]) in [(slip.kind, slip.line, slip.meant) for slip in slips]


def test_a_line_that_is_no_game_is_named_without_any_totals() -> None:
    (slip,) = find_slips(RULESET, with_line(8, (-3, 3, 3, -2)), {})
    assert (slip.kind, slip.line, slip.meant) == (SlipKind.MISWRITTEN, 8, PLAYED[7])


def test_nearest_games_change_one_value_first() -> None:
    games = [(1, 1, -1, -1), (2, 2, -2, -2), (-2, -2, -2, 6), (2, 2, 2, -6)]
    assert nearest_games((1, 1, -1, -2), games) == [(1, 1, -1, -1)]
    assert nearest_games((1, 1, 1, -3), games) == [(2, 2, 2, -6), (1, 1, -1, -1)]


def test_the_lists_of_a_club() -> None:
    """The mistakes that the supervisor found in the sixteen lists, and no others."""
    slips_by_table = {}
    for table, paper in read_lists().items():
        lines = [ReadLine(points=line.points, counts=not line.struck) for line in paper.lines]
        slips_by_table[table] = find_slips(RULESET, lines, {4 * no: total for no, total in enumerate(paper.running, 1)})
    assert {
        table: [(slip.kind, slip.line or slip.total, slip.meant) for slip in slips]
        for table, slips in slips_by_table.items()
        if slips
    } == {
        5: [(SlipKind.MISWRITTEN, 11, (-1, 1, 1, -1))],
        9: [(SlipKind.MISWRITTEN, 19, (1, -1, -1, 1)), (SlipKind.MISWRITTEN, 20, (1, 1, -1, -1))],
        11: [(SlipKind.TOTAL, 24, None)],
        14: [
            (SlipKind.MISWRITTEN, 8, (-1, 1, 1, -1)),
            (SlipKind.MISWRITTEN, 8, (1, -1, 1, -1)),
            (SlipKind.MISWRITTEN, 8, (1, 1, -1, -1)),
            (SlipKind.MISWRITTEN, 8, (2, 2, 2, -6)),
            (SlipKind.MISWRITTEN, 8, (3, 3, 3, -9)),
        ],
    }


def test_struck_lines_that_the_scorekeeper_of_a_list_counted() -> None:
    # 5.2.17: nobody had asked in list 3, so that these three count 0; its totals hold them all the same.
    paper = read_lists()[3]
    lines = [ReadLine(points=line.points, counts=line.no not in (22, 24, 31)) for line in paper.lines]
    totals = {4 * no: total for no, total in enumerate(paper.running, 1)}
    slips = find_slips(RULESET, lines, totals)
    assert (SlipKind.STRUCK_COUNTED, 31) in [(slip.kind, slip.line) for slip in slips]
