"""Hints of irregularities for the supervisor: what is rare in an honest tournament. Never a verdict.

Each function looks for one pattern in the games of a tournament. The bounds are set so that an honest tournament
seldom reaches them; `./run bench hints` measures how seldom. Players are keys; nothing here knows a name.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from math import comb
from statistics import median, pstdev
from typing import NamedTuple

from scoring.endings import endings
from scoring.ruleset import Ruleset

LOST_TO = 4
"""So many hopeless Solos of one player at the tables of one other are told."""
CIRCLING_MATCHES = 2
CIRCLING_BEYOND = 2.0
"""A flow of points between two players beyond so many standard deviations of all flows of its match."""
LATE_PART = 4
"""The last quarter of a match is late."""
LATE_CHANCE = 1e-3
"""So unlikely must the number of late Solos of a player be, if every player dared as many as all do on average."""
LATE_LEAST = 4
FAST_GAMES, FAST_SECONDS = 20, 120
SENT_TOGETHER = 2.0
"""Games that reach the server so close together were kept by a device without network; nobody taps so fast."""
OUTLIER_BEYOND = 6.0
"""A sheet whose points differ so many times the usual deviation from the middle one of its match."""
OUTLIER_SHEETS = 5
USUAL = 1.4826
"""The standard deviation of a normal distribution in units of its median deviation."""


class HintKind(StrEnum):
    """What was noticed."""

    HOPELESS = "hopeless"
    CIRCLING = "circling"
    LATE = "late"
    FAST = "fast"
    OUTLIER = "outlier"


FALSE_ALARMS = {
    HintKind.HOPELESS: 5,
    HintKind.CIRCLING: 18,
    HintKind.LATE: 27,
    HintKind.FAST: 0,
    HintKind.OUTLIER: 57,
}
"""In how many of 1,000 honest tournaments of 40 players a hint appears, as `./run bench hints` measured."""


class HintGame(NamedTuple):
    """A game that counts; a tuple, for a hall of 1,000 has 16,000 of them.

    `players` and `points` are by seat, `soloist` is a player's key, None without one. `hopeless`: the soloist lost
    dearer than a plain lost Solo. `at` is the second at which it was written, None for a line from paper. `games` is
    how many the match has.
    """

    match: int
    table: int
    number: int
    players: tuple[int, ...]
    points: tuple[int, ...]
    soloist: int | None = None
    hopeless: bool = False
    at: float | None = None
    games: int = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """Something to look at: which players, at which (match, table), which games; `figure` is what stands out.

    `figure` counts Solos, points, games or times the usual deviation, as the kind says.
    """

    kind: HintKind
    players: tuple[int, ...]
    sheets: tuple[tuple[int, int], ...]
    games: tuple[tuple[int, int, int], ...] = ()
    figure: int = 0


def hints(games: Sequence[HintGame]) -> tuple[Hint, ...]:
    """Return everything that stands out in these games of a tournament, of whatever order."""
    hints_of_sheets: list[Hint] = []
    for look in (hopeless_solos, circling_points, late_solos, fast_games, outlying_sheets):
        hints_of_sheets += look(games)
    return tuple(hints_of_sheets)


def hopeless_solos(games: Iterable[HintGame]) -> Iterator[Hint]:
    """Yield who lost hopeless Solos again and again where the same opponent sat, in more than one match."""
    lost: dict[tuple[int, int], list[HintGame]] = defaultdict(list)
    for game in games:
        if game.hopeless and game.soloist is not None:
            for other in game.players:
                if other != game.soloist:
                    lost[game.soloist, other].append(game)
    for (soloist, other), rows in sorted(lost.items()):
        if len(rows) >= LOST_TO and len({row.match for row in rows}) > 1:
            yield Hint(
                kind=HintKind.HOPELESS,
                players=(soloist, other),
                sheets=_sheets(rows),
                games=_numbers(rows),
                figure=len(rows),
            )


def circling_points(games: Iterable[HintGame]) -> Iterator[Hint]:
    """Yield two players between whom unusually many points went in several matches, in whatever direction.

    What a game moves from one to another: the loss of the one, shared by the gains of those who won.
    """
    # Many games of a table end with the same points.
    ended = Counter((game.match, game.table, game.players, game.points) for game in games)
    flows: dict[int, Counter[tuple[int, int]]] = defaultdict(Counter)
    at: dict[tuple[int, tuple[int, int]], tuple[int, int]] = {}
    for (match, table, players, points), count in ended.items():
        for one, other, moved in _flows(points):
            pair = (players[one], players[other])
            if pair[0] > pair[1]:
                pair, moved = (pair[1], pair[0]), -moved
            flows[match][pair] += count * moved
            at[match, pair] = (match, table)
    beyond: dict[tuple[int, int], list[int]] = defaultdict(list)
    for match, moved_by in flows.items():
        usual = pstdev(moved_by.values()) if len(moved_by) > 1 else 0.0
        for pair, moved in moved_by.items():
            if usual and abs(moved) > CIRCLING_BEYOND * usual:
                beyond[pair].append(match)
    for pair, matches in sorted(beyond.items()):
        if len(matches) >= CIRCLING_MATCHES:
            figure = sum(abs(flows[match][pair]) for match in matches) // 1000
            sheets = tuple(at[match, pair] for match in sorted(matches))
            yield Hint(kind=HintKind.CIRCLING, players=pair, sheets=sheets, figure=figure)


def late_solos(games: Sequence[HintGame]) -> Iterator[Hint]:
    """Yield who played far more Solos in the last quarter of a match than people do."""
    late = [game for game in games if game.number > game.games - game.games // LATE_PART]
    dared = sum(game.soloist is not None for game in late)
    seats = sum(len(game.players) for game in late)
    chance = dared / seats if seats else 0.0
    rows: dict[tuple[int, int, int], list[HintGame]] = defaultdict(list)
    of_table: Counter[tuple[int, int]] = Counter()
    for game in late:
        of_table[game.match, game.table] += 1
        if game.soloist is not None:
            rows[game.soloist, game.match, game.table].append(game)
    for (soloist, match, table), solos in sorted(rows.items()):
        if len(solos) >= LATE_LEAST and _at_least(len(solos), of_table[match, table], chance) < LATE_CHANCE:
            yield Hint(
                kind=HintKind.LATE,
                players=(soloist,),
                sheets=((match, table),),
                games=_numbers(solos),
                figure=len(solos),
            )


def fast_games(games: Iterable[HintGame]) -> Iterator[Hint]:
    """Yield the sheets on which so many games were written within two minutes at the table, one after the other."""
    times: dict[tuple[int, int], list[tuple[float, HintGame]]] = defaultdict(list)
    for game in games:
        if game.at is not None:
            times[game.match, game.table].append((game.at, game))
    for sheet, moments in sorted(times.items()):
        if len(moments) < FAST_GAMES:
            continue
        moments.sort(key=lambda row: row[0])
        before = [None, *(at for at, _game in moments)]
        rows = [
            row for row, last in zip(moments, before, strict=False) if last is None or row[0] - last > SENT_TOGETHER
        ]
        for start in range(len(rows) - FAST_GAMES + 1):
            if rows[start + FAST_GAMES - 1][0] - rows[start][0] <= FAST_SECONDS:
                fast = [game for at, game in rows[start:] if at <= rows[start][0] + FAST_SECONDS]
                yield Hint(kind=HintKind.FAST, players=(), sheets=(sheet,), games=_numbers(fast), figure=len(fast))
                break


def outlying_sheets(games: Iterable[HintGame]) -> Iterator[Hint]:
    """Yield the sheets on which far more or fewer points were moved than on the others of the match."""
    moved: dict[int, Counter[int]] = defaultdict(Counter)
    for game in games:
        moved[game.match][game.table] += _won(game.points)
    for match, by_table in sorted(moved.items()):
        if len(by_table) < OUTLIER_SHEETS:
            continue
        middle = median(by_table.values())
        usual = USUAL * median(abs(points - middle) for points in by_table.values())
        for table, points in sorted(by_table.items()):
            if usual and abs(points - middle) > OUTLIER_BEYOND * usual:
                yield Hint(kind=HintKind.OUTLIER, players=(), sheets=((match, table),), figure=points)


@lru_cache(maxsize=64)
def plain_loss(ruleset: Ruleset, seats: int, sits_out: int | None = None) -> int:
    """Return what the soloist pays who loses the cheapest game alone; a dearer one was hopeless. 0 if there is none."""
    lost = [
        -min(ending.points)
        for ending in endings(ruleset, seats, sits_out)
        if ruleset.contracts[ending.contract].circled and not ending.won
    ]
    return min(lost, default=0)


@lru_cache(maxsize=1024)
def _flows(points: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    """Return how many thousandths of a point went between the seats of each pair; nothing where nobody won."""
    won = _won(points)
    pairs = combinations(range(len(points)), 2) if won else ()
    return tuple((one, other, round(1000 * _moved(points[one], points[other], won))) for one, other in pairs)


@lru_cache(maxsize=1024)
def _won(points: tuple[int, ...]) -> int:
    return sum(value for value in points if value > 0)


def _moved(mine: int, other: int, won: int) -> float:
    """Return how many points went from one player to the other in a game; negative in the other direction."""
    if mine < 0 < other:
        return -mine * other / won
    if other < 0 < mine:
        return other * mine / won
    return 0.0


def _at_least(count: int, of: int, chance: float) -> float:
    """Return the probability of at least so many successes."""
    return sum(comb(of, hits) * chance**hits * (1 - chance) ** (of - hits) for hits in range(count, of + 1))


def _sheets(games: Iterable[HintGame]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted({(game.match, game.table) for game in games}))


def _numbers(games: Iterable[HintGame]) -> tuple[tuple[int, int, int], ...]:
    return tuple(sorted((game.match, game.table, game.number) for game in games))
