"""The closed list: everything that a draw depends on besides its seed. It is hashed before anyone knows the seed."""

import itertools
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from tournament.lots.chance import sha256_text
from tournament.lots.errors import LotsError

SYSTEM, NUMBERS, LOTTERY = SOURCES = ("system", "numbers", "lottery")
HAND = "hand"
MOVED = "moved"
"""Nothing is drawn: the seats follow from the match before (moving.py)."""

MOST_ENTRANTS, MOST_MATCHES, MOST_SEATS = 20_000, 99, 10

Tables = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The closed list of one draw. People are start numbers; tables and seats count from 1.

    This is match number `match` of `matches`. `entrants` ascend. `tables` holds the number of seats of each table in
    order. `clubs` are groups that should not share a table. `fixed` are (start number, table, seat) of people who
    cannot walk. `even_seats` spreads the seats over the matches. `earlier` holds the matches before: of each its
    tables in order, and of each table the start numbers by seat. Raises LotsError for terms that cannot be met.
    """

    match: int
    matches: int
    source: str = SYSTEM
    entrants: tuple[int, ...]
    tables: tuple[int, ...]
    clubs: tuple[tuple[int, ...], ...] = ()
    fixed: tuple[tuple[int, int, int], ...] = ()
    even_seats: bool = False
    earlier: tuple[Tables, ...] = ()

    def __post_init__(self) -> None:
        for problem in self._problems():
            raise LotsError(problem)

    @property
    def text(self) -> str:
        """Return the text of the list that is hashed: eight lines of ASCII. Different lists have different texts."""
        return "\n".join([
            f"match={self.match}/{self.matches}",
            f"source={self.source}",
            f"entrants={_joined(self.entrants)}",
            f"tables={_joined(self.tables)}",
            f"clubs={';'.join(map(_joined, self.clubs))}",
            f"fixed={';'.join(':'.join(map(str, place)) for place in self.fixed)}",
            f"even-seats={'yes' if self.even_seats else 'no'}",
            f"earlier={'|'.join(';'.join(map(_joined, tables)) for tables in self.earlier)}",
        ])  # fmt: skip

    @property
    def list_hash(self) -> str:
        """Return the SHA-256 over the text. It is shown when the list is closed."""
        return sha256_text(self.text)

    def to_json(self) -> dict[str, Any]:
        """Return the fields, with tuples as lists."""
        return {name: _as_lists(value) for name, value in asdict(self).items()}

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> "Terms":
        """Read the terms of a stored or published list; other keys are ignored. Raises LotsError."""
        return cls(**{field.name: _as_tuples(content[field.name]) for field in fields(cls)})

    def _problems(self) -> Sequence[str]:
        problems = []
        if not 1 <= self.match <= self.matches <= MOST_MATCHES or len(self.earlier) > MOST_MATCHES:
            problems.append(f"match {self.match} is none of {self.matches}")
        if self.source not in (*SOURCES, HAND, MOVED):
            problems.append(f"the source “{self.source}” is not known")
        if any(second <= first for first, second in itertools.pairwise(self.entrants)):
            problems.append("the entrants are not in ascending order, or one is listed twice")
        if not 0 < len(self.entrants) == sum(self.tables) <= MOST_ENTRANTS or not self._tables_are_tables():
            problems.append(f"{len(self.entrants)} entrants do not fill tables of {_joined(self.tables[:20])}")
        numbers_of_entrants = set(self.entrants)
        members = [number for club in self.clubs for number in club]
        if len(set(members)) != len(members) or not numbers_of_entrants.issuperset(members) or not all(self.clubs):
            problems.append("a club names somebody twice or nobody on the list")
        numbers, places = [number for number, _, _ in self.fixed], [place[1:] for place in self.fixed]
        if (
            len(set(numbers)) != len(numbers)
            or len(set(places)) != len(places)
            or not numbers_of_entrants.issuperset(numbers)
        ):
            problems.append("a fixed place is given twice, or to nobody on the list")
        if any(not (1 <= table <= len(self.tables) and 1 <= seat <= self.tables[table - 1]) for table, seat in places):
            problems.append("a fixed place is at no table")
        return problems

    def _tables_are_tables(self) -> bool:
        """Whether no table is too large or empty, in earlier matches, too. The text could not show an empty table."""
        sizes = {len(table) for tables in self.earlier for table in tables}.union(self.tables)
        crowds = (sum(map(len, tables)) for tables in self.earlier)
        return all(0 < crowd <= MOST_ENTRANTS for crowd in crowds) and min(sizes) >= 1 and max(sizes) <= MOST_SEATS


def table_sizes(count: int, allowed: Collection[int], usual: int) -> tuple[int, ...] | None:
    """Return the sizes of tables for `count` players: as many usual ones as possible, larger first; None if impossible.

    `allowed` are the sizes that the rules allow. In the house tournament (4 or 5) 6, 7 and 11 players do not fit (H 4).
    """
    others = sorted((size for size in allowed if size != usual), reverse=True)
    for tables in range(count // usual, -1, -1):
        rest = _filled(count - tables * usual, others)
        if rest is not None and tables + len(rest):
            return tuple(sorted([*rest, *[usual] * tables], reverse=True))
    return None


def _filled(count: int, sizes: Sequence[int]) -> list[int] | None:
    if not sizes:
        return None if count else []
    for tables in range(count // sizes[0], -1, -1):
        rest = _filled(count - tables * sizes[0], sizes[1:])
        if rest is not None:
            return [sizes[0]] * tables + rest
    return None


def _joined(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))


def _as_lists(value: Any) -> Any:
    return [_as_lists(item) for item in value] if isinstance(value, tuple) else value


def _as_tuples(value: Any) -> Any:
    return tuple(_as_tuples(item) for item in value) if isinstance(value, list) else value
