"""The sixteen paper lists of fixtures/listen.txt as a practised typist enters them, and the right points of each."""

from collections.abc import Sequence

from scoring.entries import partings
from scoring.points import outcome_table
from scoring.ruleset import load_ruleset
from scoring.shorthand import format_record
from tests.records import recorded
from tests.scoring.paper import PaperLine, PaperList, read_lists

LISTS = read_lists()
# On the others a line is no game: the typist cannot enter it.
CLEAN = [table for table in LISTS if table not in (5, 9, 14)]
GAMES = 32
MOST_KEYSTROKES = 130
TWO_WAYS = partings(outcome_table(load_ruleset("schafkopfschule-2023")), 4)
Points = tuple[int, ...]

# The supervisor's rulings, copied by hand from the paper: (table, game) -> right value.
RULINGS: dict[tuple[int, int], Points] = {
    # Three of the four values are those of a Rufer won by seats 2 and 3; only one value makes the game sum to 0.
    (5, 11): (-1, 1, 1, -1),
    # Both slips are in seat 4 and cancel each other, so the running totals are right all the same.
    (9, 19): (1, -1, -1, 1),
    (9, 20): (1, 1, -1, -1),
    # One against three, but not a value of 5.2.7. Game 30, the fourth circle, has the initials of a fifth Solo or Wenz.
    # The supervisor said that it was a simple one; the totals on the paper follow the wrong line and do not tell.
    (14, 8): (2, 2, 2, -6),
}
# Nobody asked for the approval of 5.2.16 (list 3), or the supervisor struck the game at the table (list 7).
STRUCK = {3: [22, 24, 31], 7: [22]}
NOT_SIGNED_ON_PAPER = [11]
# The lists that are typed key by key in a browser: two clean ones, and every list with something to decide. No line of
# the others is of a kind that these do not have.
TYPED = (1, 3, 5, 7, 8, 9, 11, 14)
# The games after which the running totals of the paper differ from the counted ones. The page cannot tell beside a line
# that is no game and waits for the supervisor.
DIFFERS = {3: [24, 28, 32], 11: [24]}


def right_points(paper: PaperList, line: PaperLine) -> Points:
    """The points of a line once the supervisor has ruled."""
    if line.no in STRUCK.get(paper.table, []):
        return (0, 0, 0, 0)
    return RULINGS.get((paper.table, line.no), line.points)


def added_up(paper: PaperList, to: int = 32) -> Points:
    """The totals of the four seats after game `to`, added up independently of the product."""
    return tuple(sum(column) for column in zip(*(right_points(paper, line) for line in paper.lines[:to]), strict=True))


def value_and_seats(line: PaperLine) -> tuple[str, str]:
    value, seats = format_record(recorded(written=line.points)).split()
    return value, seats


def practised(line: PaperLine) -> str:
    """The digits of the line, with a star where they usually mean a pair but mean a soloist here.

    Initials make the star unnecessary: a Rufer needs none.
    """
    value, seats = value_and_seats(line)
    rare = value + seats in TWO_WAYS and len(seats) == 1 and not line.approved
    return value + seats + "*" * rare


def marks(line: PaperLine) -> str:
    """The marks of the line: initials, or that it is struck."""
    return "/" * line.approved + "x" * line.struck


def typing_on(lines: Sequence[PaperLine]) -> int:
    """The keystrokes of a list where the first key of the next line ends each line, and Enter ends the last."""
    return sum(len(practised(line) + marks(line)) for line in lines) + 1


def as_typed(points: Points) -> str:
    return "".join(f"{value:+d}" for value in points)
