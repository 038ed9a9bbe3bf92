"""The fewest pairs that must meet again, by exact search: branch and bound over all ways to fill the tables."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

Tables = Sequence[Sequence[int]]


def fewest_meetings(sizes: Sequence[int], entrants: Sequence[int], earlier: Sequence[Tables], at_most: int) -> int:
    """How many pairs of the best tables sat together before; `at_most` is a number that some tables are known to reach.

    Seats do not matter here. Use it for small fields only: it proves its answer by ruling out everything else.
    """
    pairs = {pair for match in earlier for table in match for pair in combinations(sorted(table), 2)}
    masks = [
        sum(1 << b for b, other in enumerate(entrants) if tuple(sorted((one, other))) in pairs) for one in entrants
    ]
    fewest = at_most

    @cache
    def unavoidable(size: int) -> int:
        """The pairs of a table that must have shared one before: its players come from too few earlier tables."""
        return max((shared(size, len(match)) for match in earlier), default=0)

    def bound(free: int, remaining: tuple[int, ...]) -> int:
        """A player with too few strangers left meets somebody again; such a pair is counted from both ends."""
        lacking = 0
        rest = free
        while rest:
            player = rest & -rest
            rest ^= player
            strangers = free & ~masks[player.bit_length() - 1] & ~player
            lacking += max(0, remaining[-1] - 1 - strangers.bit_count())
        return max((lacking + 1) // 2, sum(map(unavoidable, remaining)))

    def next_table(free: int, remaining: tuple[int, ...], cost: int) -> None:
        nonlocal fewest
        if not remaining:
            fewest = min(fewest, cost)
        elif cost + bound(free, remaining) < fewest:
            # The first of those left sits somewhere: at one table of each size that is still available.
            first = free & -free
            for size in dict.fromkeys(remaining):
                others = list(remaining)
                others.remove(size)
                later = sum(map(unavoidable, others))
                fill(free ^ first, free ^ first, first, size - 1, tuple(others), cost, later)

    def fill(free: int, choice: int, table: int, seats: int, remaining: tuple[int, ...], cost: int, later: int) -> None:
        if not seats:
            next_table(free, remaining, cost)
            return
        while choice.bit_count() >= seats:
            player = choice & -choice
            choice ^= player
            again = cost + (masks[player.bit_length() - 1] & table).bit_count()
            if again + later < fewest:
                fill(free ^ player, choice, table | player, seats - 1, remaining, again, later)

    next_table((1 << len(entrants)) - 1, tuple(sorted(sizes, reverse=True)), 0)
    return fewest


def shared(size: int, groups: int) -> int:
    """The smallest number of pairs within a group, when this many people of this many groups are spread evenly."""
    each, more = divmod(size, groups)
    return more * (each + 1) * each // 2 + (groups - more) * each * (each - 1) // 2
