"""How well the error finder names what went wrong: `./run bench slips [LISTS]`.

It simulates honest lists of a match, 10,000 for each kind of slip, spoils each one by that slip, and asks the finder
what is wrong, from the lines as read and the running totals as written after every round. A slip counts as found if
the list without the proposed slip holds the games that were played, round by round.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from scoring.ruleset import Ruleset, load_ruleset
from scoring.slips import Points, ReadLine, Slip, SlipKind, applied, find_slips, possible_lines
from tests.worlds.honest import honest_endings

RULESET = "schafkopfschule-2023"
LISTS = 10_000
IN_TOTALS = (SlipKind.TOTAL, SlipKind.TOTAL_CARRIED)


@dataclass(frozen=True)
class Spoiled:
    """A list as read, the totals as written, and the lines as played; `totals` if the slip is in the totals."""

    lines: tuple[ReadLine, ...]
    written: dict[int, Points]
    played: tuple[Points, ...]
    totals: bool = False


def running(lines: Sequence[Points], size: int = 4) -> dict[int, Points]:
    """Return the running totals after every round."""
    sums = accumulate(lines, lambda one, other: tuple(map(sum, zip(one, other, strict=True))))
    return {no: total for no, total in enumerate(sums, 1) if no % size == 0}


def _wrong_line(kind: SlipKind | None) -> Callable[[random.Random, Ruleset, list[Points]], Spoiled]:
    """Spoil one line: another possible one with the same signs, with exchanged signs, or with the seats exchanged."""

    def spoil(rng: random.Random, ruleset: Ruleset, played: list[Points]) -> Spoiled:
        games = [game for same in possible_lines(ruleset, 4, None, first=False).values() for game in same]
        while True:
            at = rng.randrange(1, len(played))
            right = played[at]
            wrong = [game for game in games if game != right and max(game) < 4 * max(right)]
            wrong = [game for game in wrong if kind is None or _is_slip(kind, right, game)]
            if wrong:
                lines = [*played[:at], rng.choice(wrong), *played[at + 1 :]]
                return Spoiled(_read(lines), running(played), tuple(played))

    return spoil


def _is_slip(kind: SlipKind, right: Points, wrong: Points) -> bool:
    """Whether a slip of this kind makes the wrong line of the right one."""
    if kind == SlipKind.SIGNS:
        return wrong == tuple(-value for value in right)
    if kind == SlipKind.SEATS:
        return sorted(wrong) == sorted(right)
    return [value > 0 for value in wrong] == [value > 0 for value in right]


def _miswritten(rng: random.Random, _ruleset: Ruleset, played: list[Points]) -> Spoiled:
    """One value of one seat is read wrongly; the totals are right."""
    at, seat = rng.randrange(len(played)), rng.randrange(4)
    values = list(played[at])
    values[seat] += rng.choice((-2, -1, 1, 2))
    return Spoiled(_read([*played[:at], tuple(values), *played[at + 1 :]]), running(played), tuple(played))


def _unreadable(rng: random.Random, _ruleset: Ruleset, played: list[Points]) -> Spoiled:
    at = rng.randrange(len(played))
    lines = list(_read(played))
    lines[at] = ReadLine(points=None)
    return Spoiled(tuple(lines), running(played), tuple(played))


def _left_out(rng: random.Random, _ruleset: Ruleset, played: list[Points]) -> Spoiled:
    at = rng.randrange(len(played))
    return Spoiled(_read([*played[:at], *played[at + 1 :]]), running(played), tuple(played))


def _doubled(rng: random.Random, _ruleset: Ruleset, played: list[Points]) -> Spoiled:
    """The same line typed twice; the last line then finds no room on the sheet."""
    at = rng.randrange(len(played) - 4)
    lines = [*played[: at + 1], *played[at:]][: len(played)]
    return Spoiled(_read(lines), running(played), tuple(played))


def _total(carried: bool) -> Callable[[random.Random, Ruleset, list[Points]], Spoiled]:
    """One total of one seat is added up wrongly, and carried on from there or not."""

    def spoil(rng: random.Random, _ruleset: Ruleset, played: list[Points]) -> Spoiled:
        written = running(played)
        stop, seat, by = rng.choice(sorted(written)), rng.randrange(4), rng.choice((-10, -2, -1, 1, 2, 10))
        for no in written:
            if no == stop or (carried and no > stop):
                values = list(written[no])
                values[seat] += by
                written[no] = tuple(values)
        return Spoiled(_read(played), written, tuple(played), totals=True)

    return spoil


def _read(lines: Sequence[Points]) -> tuple[ReadLine, ...]:
    return tuple(ReadLine(points=points) for points in lines)


def _is_right(spoiled: Spoiled, slip: Slip) -> bool:
    """Whether the list without this slip holds the games that were played, in whatever order within a round."""
    if spoiled.totals or slip.kind in IN_TOTALS:
        return spoiled.totals and slip.kind in IN_TOTALS
    lines = [line.points for line in applied(spoiled.lines, slip)]
    rounds = [(lines[start : start + 4], spoiled.played[start : start + 4]) for start in range(0, len(lines) - 3, 4)]
    return all(Counter(mine) == Counter(theirs) for mine, theirs in rounds)


KINDS: dict[str, tuple[Callable[[random.Random, Ruleset, list[Points]], Spoiled], bool]] = {
    "another possible line": (_wrong_line(None), False),
    "  with the final totals alone": (_wrong_line(None), True),
    "one figure wrong": (_wrong_line(SlipKind.FIGURE), False),
    "plus and minus exchanged": (_wrong_line(SlipKind.SIGNS), False),
    "the wrong seat": (_wrong_line(SlipKind.SEATS), False),
    "one value wrong, no game": (_miswritten, False),
    "unreadable": (_unreadable, False),
    "left out": (_left_out, False),
    "written twice": (_doubled, False),
    "total wrong, once": (_total(carried=False), False),
    "total wrong, carried on": (_total(carried=True), False),
}


def main(arguments: list[str]) -> None:
    """Print a line for each kind: found, named alone, named first, candidates on average, time for a list."""
    parser = argparse.ArgumentParser(prog="./run bench slips", description=__doc__)
    parser.add_argument("lists", nargs="?", type=int, default=LISTS)
    count = parser.parse_args(arguments).lists
    ruleset = load_ruleset(RULESET)
    games = ruleset.games(4)
    print(f"{count:,} lists of {games} games for each kind of slip, {RULESET}")
    print(f"{'kind of slip':<32}{'found':>9}{'alone':>9}{'first':>9}{'top 3':>9}{'named':>8}{'ms':>8}")
    for name, (spoil, final) in KINDS.items():
        rng = random.Random(16)
        tally, seconds = Counter[str](), 0.0
        for _ in range(count):
            played = [ending.points for ending in honest_endings(rng, ruleset, games)]
            spoiled = spoil(rng, ruleset, played)
            if final:
                spoiled = replace(spoiled, written={games: spoiled.written[games]})
            start = time.process_time()
            slips = find_slips(ruleset, spoiled.lines, spoiled.written)
            seconds += time.process_time() - start
            right = [place for place, slip in enumerate(slips) if _is_right(spoiled, slip)]
            tally["found"] += bool(right)
            tally["alone"] += bool(right) and len(right) == len(slips)
            tally["first"] += right[:1] == [0]
            tally["top 3"] += bool(right) and right[0] < 3
            tally["named"] += len(slips)
        shares = "".join(f"{100 * tally[key] / count:>8.1f}%" for key in ("found", "alone", "first", "top 3"))
        print(f"{name:<32}{shares}{tally['named'] / count:>8.2f}{1000 * seconds / count:>8.2f}")
