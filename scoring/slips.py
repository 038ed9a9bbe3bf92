"""The error finder: which lines of a list can be wrong if its running totals do not agree, and what they must be."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from operator import add, sub

from scoring.endings import readings
from scoring.games import check_game
from scoring.records import GamePlace, GameRecord, PaperPoints
from scoring.ruleset import Ruleset

Points = tuple[int, ...]


class SlipKind(StrEnum):
    """What went wrong with a list."""

    UNREADABLE = "unreadable"
    MISWRITTEN = "miswritten"
    SIGNS = "signs"
    FIGURE = "figure"
    SEATS = "seats"
    OTHER_GAME = "other_game"
    STRUCK_COUNTED = "struck_counted"
    LEFT_OUT = "left_out"
    DOUBLED = "doubled"
    TOTAL = "total"
    TOTAL_CARRIED = "total_carried"


# How often one kind happens beside another, where the figures cannot tell them apart: a guess, not a measurement.
_USUAL = {
    SlipKind.UNREADABLE: 9,
    SlipKind.LEFT_OUT: 8,
    SlipKind.DOUBLED: 8,
    SlipKind.TOTAL: 7,
    SlipKind.MISWRITTEN: 6,
    SlipKind.FIGURE: 5,
    SlipKind.SIGNS: 4,
    SlipKind.SEATS: 4,
    SlipKind.STRUCK_COUNTED: 3,
    SlipKind.OTHER_GAME: 1,
    SlipKind.TOTAL_CARRIED: 0,
}

# A line whose seats differ from a game in more values than this was hardly meant to be that game.
MOST_CHANGED = 2
# So many games of the same winners are named, the smallest first.
MOST_ALIKE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadLine:
    """A line as it is read from the paper: the points of all seats, None if nobody can read it or it is empty.

    `counts` is False for a struck line: it counts 0, but the scorekeeper may have added it.
    """

    points: Points | None
    sits_out: int | None = None
    counts: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """One possible slip. `line` is the game, 0 for a slip in the totals alone; `read` and `meant` are its points.

    A game that was left out stands somewhere from `line` to `until`. `total` is the game after which the total stands
    that is wrong or that ends the round of the line; `off` by how much the total itself is wrong, for each seat.
    `settles` are the games after which the totals then agree and did not before; `all_agree` says that then nothing is
    left to explain.
    """

    kind: SlipKind
    line: int = 0
    until: int = 0
    read: Points | None = None
    meant: Points | None = None
    total: int = 0
    off: Points = ()
    settles: tuple[int, ...] = ()
    all_agree: bool = False


def find_slips(ruleset: Ruleset, lines: Sequence[ReadLine], written: Mapping[int, Points]) -> tuple[Slip, ...]:
    """Return what can be wrong with a list, the likeliest first; empty if all agrees and every line is a game.

    `written` are the running totals on the paper by the game after which they stand (5.3.3), as many as there are.
    Each slip alone is named that explains a difference; two slips in different rounds are found one by one, two in
    the same round are not. A line that two lines of a round could be stands twice.
    """
    return tuple(sorted(_Finder(ruleset, tuple(lines), dict(written)).slips(), key=_rank))


def applied(lines: Sequence[ReadLine], slip: Slip) -> tuple[ReadLine, ...]:
    """Return the lines without the slip. A game that was left out is put in last of where it can stand."""
    changed = list(lines)
    match slip.kind:
        case SlipKind.TOTAL | SlipKind.TOTAL_CARRIED:
            pass
        case SlipKind.LEFT_OUT:
            changed.insert(slip.until - 1, ReadLine(points=slip.meant))
        case SlipKind.DOUBLED:
            del changed[slip.line - 1]
        case SlipKind.STRUCK_COUNTED:
            changed[slip.line - 1] = replace(changed[slip.line - 1], counts=True)
        case _:
            changed[slip.line - 1] = replace(changed[slip.line - 1], points=slip.meant)
    return tuple(changed)


def running_totals(ruleset: Ruleset, lines: Sequence[ReadLine], seats: int) -> list[Points]:
    """Return the totals of each seat after 0, 1, 2 … games, by what counts (5.3.3)."""
    totals = [(0,) * seats]
    for line in lines:
        totals.append(tuple(map(add, totals[-1], _adds(ruleset, line, seats))))
    return totals


def possible_lines(ruleset: Ruleset, seats: int, sits_out: int | None, *, first: bool) -> Mapping[Points, list[Points]]:
    """Return every line that can be a game, by what it adds to the totals: itself, or its plus points alone."""
    return _possible(ruleset, seats, sits_out, first)


@lru_cache(maxsize=256)
def _possible(ruleset: Ruleset, seats: int, sits_out: int | None, first: bool) -> dict[Points, list[Points]]:
    outcomes: dict[Points, list[Points]] = {}
    for points, ways in readings(ruleset, seats, sits_out).items():
        if not first or any(_is_first(ruleset, points, sits_out, way.circled) for way in ways):
            outcomes.setdefault(_added(ruleset, points), []).append(points)
    return outcomes


def _is_first(ruleset: Ruleset, points: Points, sits_out: int | None, circled: int | None) -> bool:
    place = GamePlace(first=True, seats=len(points), sits_out=sits_out)
    return not check_game(ruleset, GameRecord(place=place, paper=PaperPoints(written=points, circled=circled)))


def _added(ruleset: Ruleset, points: Points) -> Points:
    """Return what a line adds to the totals."""
    return tuple(max(value, 0) for value in points) if ruleset.only_plus else points


def _adds(ruleset: Ruleset, line: ReadLine, seats: int) -> Points:
    return _added(ruleset, line.points) if line.points is not None and line.counts else (0,) * seats


class _Finder:
    """The list and its differences, round by round: what the paper says beyond what is counted."""

    def __init__(self, ruleset: Ruleset, lines: tuple[ReadLine, ...], written: dict[int, Points]) -> None:
        self._ruleset, self._lines, self._written = ruleset, lines, written
        shapes = [*written.values(), *(line.points for line in lines if line.points is not None)]
        self._seats = len(shapes[0]) if shapes else 0
        self._stops = [stop for stop in sorted(written) if stop <= len(lines)]
        self._counted = running_totals(ruleset, lines, self._seats)
        self._agree = self._agreeing(lines)
        off = [self._minus(written[stop], self._counted[stop]) for stop in self._stops]
        before = [(0,) * self._seats, *off]
        self._differences = [self._minus(now, last) for now, last in zip(off, before, strict=False)]

    def slips(self) -> list[Slip]:
        """Return every slip that explains a difference; if one explains all of them, only such slips."""
        candidates = [*self._left_out(), *self._doubled()]
        for at, off in enumerate(self._differences):
            if any(off):
                candidates += [*self._in_lines(at)] or [*self._in_total(at)]
                candidates += self._taken_back(at)
        settled = [self._settled(slip) for slip in dict.fromkeys(candidates)]
        apart = [self._settled(slip) for slip in self._miswritten()]
        return [*([slip for slip in settled if slip.all_agree] or settled), *apart]

    def _settled(self, slip: Slip) -> Slip:
        lines = applied(self._lines, slip)
        agree = self._agreeing(lines)
        if slip.kind in (SlipKind.TOTAL, SlipKind.TOTAL_CARRIED):
            corrected = self._written | {
                stop: self._minus(self._written[stop], slip.off)
                for stop in self._stops
                if stop == slip.total or (stop > slip.total and slip.kind == SlipKind.TOTAL_CARRIED)
            }
            agree = {stop for stop in self._stops if corrected[stop] == self._counted[stop]}
        settles = tuple(sorted(agree - self._agree))
        all_agree = agree >= {stop for stop in self._stops if stop <= len(lines)}
        return replace(slip, total=slip.total or self._round_of(slip), settles=settles, all_agree=all_agree)

    def _round_of(self, slip: Slip) -> int:
        return next((stop for stop in sorted(self._written) if stop >= slip.line), 0)

    def _miswritten(self) -> Iterator[Slip]:
        """Yield the nearest games to a line that is none, where the scorekeeper added what stands there."""
        differing = {number for at, number in self._numbers() if any(self._differences[at])}
        for number, line in enumerate(self._lines, 1):
            if line.points is None or not line.counts or number in differing or self._is_game(number):
                continue
            games = [game for same in self._games(number).values() for game in same]
            for game in nearest_games(line.points, games):
                yield Slip(kind=SlipKind.MISWRITTEN, line=number, read=line.points, meant=game)

    def _in_lines(self, at: int) -> Iterator[Slip]:
        """Yield the lines of a round that, read otherwise, make up its difference."""
        off = self._differences[at]
        numbers = [number for where, number in self._numbers() if where == at]
        empty = [number for number in numbers if self._lines[number - 1].points is None]
        for number in empty or numbers:
            line = self._lines[number - 1]
            if not line.counts:
                if line.points is not None and _added(self._ruleset, line.points) == off:
                    yield Slip(kind=SlipKind.STRUCK_COUNTED, line=number, read=line.points, meant=line.points)
                continue
            for game in self._games(number).get(self._plus(self._adds(line), off), ()):
                if game != line.points and (not empty or len(empty) == 1):
                    yield Slip(kind=self._kind(number, game), line=number, read=line.points, meant=game)

    def _kind(self, number: int, game: Points) -> SlipKind:
        points = self._lines[number - 1].points
        if points is None:
            return SlipKind.UNREADABLE
        if not self._is_game(number):
            return SlipKind.MISWRITTEN
        if game == tuple(-value for value in points):
            return SlipKind.SIGNS
        if _signs(game) == _signs(points):
            return SlipKind.FIGURE
        return SlipKind.SEATS if sorted(game) == sorted(points) else SlipKind.OTHER_GAME

    def _in_total(self, at: int) -> Iterator[Slip]:
        """Yield the slip in the total itself, carried on to the end; it is none if the round before made it."""
        off = self._differences[at]
        if not at or self._differences[at - 1] != tuple(-value for value in off):
            kind = SlipKind.TOTAL_CARRIED if at + 1 < len(self._stops) else SlipKind.TOTAL
            yield Slip(kind=kind, total=self._stops[at], off=off)

    def _taken_back(self, at: int) -> Iterator[Slip]:
        """Yield the slip in this total alone, if the next one takes the difference back."""
        off = self._differences[at]
        if self._differences[at + 1 : at + 2] == [tuple(-value for value in off)]:
            yield Slip(kind=SlipKind.TOTAL, total=self._stops[at], off=off)

    def _left_out(self) -> Iterator[Slip]:
        """Yield a game that is missing: from its round on, every total holds the same game more than is counted."""
        stops = self._wrong_from(len(self._lines) + 1)
        missing = {self._minus(self._written[stop], self._counted[stop - 1]) for stop in stops}
        if len(missing) == 1 and (len(stops) > 1 or stops[0] > len(self._lines)):
            start = max((stop for stop in self._written if stop < stops[0]), default=0) + 1
            for game in self._games(stops[0]).get(missing.pop(), ()):
                yield Slip(kind=SlipKind.LEFT_OUT, line=start, until=stops[0], meant=game)

    def _doubled(self) -> Iterator[Slip]:
        """Yield a game that stands there twice: without it, every total from its round on comes one line later."""
        stops = self._wrong_from(len(self._lines) - 1)
        twice = {self._minus(self._counted[stop + 1], self._written[stop]) for stop in stops}
        if len(twice) != 1:
            return
        added = twice.pop()
        start = max((stop for stop in self._written if stop < stops[0]), default=0) + 1
        same = [number for number in range(start, stops[0] + 2) if self._adds(self._lines[number - 1]) == added]
        for number in same:
            if number + 1 not in same:  # of equal neighbours either is the second one
                yield Slip(kind=SlipKind.DOUBLED, line=number, read=self._lines[number - 1].points)

    def _wrong_from(self, last: int) -> list[int]:
        """Return the games of the totals from the first wrong one on, up to game `last`."""
        right = [stop for stop in self._stops if stop in self._agree]
        wrong = [stop for stop in self._stops if stop not in self._agree]
        first = wrong[0] if wrong else (right[-1] + 1 if right else 1)
        return [stop for stop in sorted(self._written) if first <= stop <= last]

    def _numbers(self) -> Iterator[tuple[int, int]]:
        """Yield (place of the total that ends the round, game) for each line that a total counts."""
        for at, stop in enumerate(self._stops):
            for number in range(self._start(at), stop + 1):
                yield at, number

    def _start(self, at: int) -> int:
        return (self._stops[at - 1] if at else 0) + 1

    def _games(self, number: int) -> Mapping[Points, list[Points]]:
        sits_out = self._lines[number - 1].sits_out if number <= len(self._lines) else None
        return possible_lines(self._ruleset, self._seats, sits_out, first=number == 1)

    def _is_game(self, number: int) -> bool:
        line = self._lines[number - 1]
        return line.points in self._games(number).get(self._adds(line), ())

    def _adds(self, line: ReadLine) -> Points:
        return _adds(self._ruleset, line, self._seats)

    def _agreeing(self, lines: Sequence[ReadLine]) -> set[int]:
        totals = running_totals(self._ruleset, lines, self._seats)
        return {stop for stop in self._stops if stop < len(totals) and totals[stop] == self._written[stop]}

    @staticmethod
    def _plus(one: Points, other: Points) -> Points:
        return tuple(map(add, one, other))

    @staticmethod
    def _minus(one: Points, other: Points) -> Points:
        return tuple(map(sub, one, other))


def _rank(slip: Slip) -> tuple[bool, int, int, int, int]:
    """Return the order of a slip: what explains all first, round by round the usual kinds, then the cheap games."""
    dearest = max(map(abs, slip.meant or (0,)))
    return not slip.all_agree, 0 if slip.all_agree else slip.total, -_USUAL[slip.kind], dearest, slip.line


def nearest_games(points_read: Points, games: Iterable[Points]) -> list[Points]:
    """Return the games that differ from a line in the fewest values; a wrong sign first, then the smaller change.

    If more than one value would have to change, games with the same winners come first: "1 1 1 −3" is no game, but
    it shows who played alone and lost.
    """
    near = sorted((_distance(points_read, points), points) for points in games)
    least = near[0][0][0] if near else 0
    close = [points for distance, points in near if distance[0] in (least, 0) and distance[0] <= MOST_CHANGED]
    if least > 1:
        close = [*[points for _far, points in near if _signs(points) == _signs(points_read)][:MOST_ALIKE], *close]
    return list(dict.fromkeys(close))


def _signs(points: Points) -> list[int]:
    return [(value > 0) - (value < 0) for value in points]


def _distance(points_read: Points, points: Points) -> tuple[int, int, int]:
    """Return how many seats differ, how many of them in more than the sign, and by how much in all."""
    changed = [(mine, theirs) for mine, theirs in zip(points_read, points, strict=True) if mine != theirs]
    values = sum(1 for mine, theirs in changed if mine != -theirs)
    return len(changed), values, sum(abs(mine - theirs) for mine, theirs in changed)
