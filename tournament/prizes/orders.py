"""The order in which people come for a prize: by their places, by how many Solos they won, by one sheet. Pure."""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple, cast

from tournament.person.birth_dates import old_enough
from tournament.person.names import Born, plain
from tournament.prizes.kinds import Criterion


class SheetPoints(NamedTuple):
    """What somebody has on one sheet that counts; `minus` is the sum of all minus points of its games."""

    match: int
    table: int
    participant: int
    points: int
    minus: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Somebody who may win something. `place` is None for who takes none; `tied` if a lot has yet to decide it.

    `present`: takes part in a raffle.
    """

    participant: int
    start_number: int
    place: int | None
    points: int = 0
    tied: bool = False
    club: str = ""
    born: Born = None
    woman: bool | None = None
    newcomer: bool | None = None
    present: bool = True
    sie_played: int = 0
    touts_won: int = 0
    solos_won: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeTerms:
    """A prize as far as it decides who gets it. `prize` is its key, `group` that of its group."""

    prize: int
    group: int
    criterion: str
    argument: str = ""
    count: int = 1
    cents: int | None = None


class Standing(NamedTuple):
    """Somebody in the order of a prize, with the figure that decided and the sheet that it stands on."""

    candidate: Candidate
    figure: int | None = None
    match: int | None = None
    table: int | None = None


Tier = tuple[Standing, ...]
"""Those who stand equal, by start number."""

# These ask of people what is forgotten with them.
ASKING = frozenset({Criterion.WOMAN, Criterion.NEWCOMER, Criterion.YOUTH, Criterion.OLDEST, Criterion.CLUB})
COUNTED: dict[str, Callable[[Candidate], int]] = {
    Criterion.SIES: lambda one: one.sie_played,
    Criterion.TOUTS: lambda one: one.touts_won,
    Criterion.SOLOS: lambda one: one.solos_won,
}


class Orders:
    """The orders among `people` who take a place. `sheets` are those that count and are not void.

    `kept` are those who were given a prize, by prize, where what it asked of people has been forgotten since.
    """

    def __init__(
        self,
        people: Iterable[Candidate],
        sheets: Iterable[SheetPoints],
        *,
        day: dt.date,
        receivers: Mapping[int, Collection[int]] = MappingProxyType({}),
    ) -> None:
        self.ranked = sorted(
            (one for one in people if one.place is not None), key=lambda one: (one.place or 0, one.start_number)
        )
        self.by_key = {one.participant: one for one in self.ranked}
        self.sheets = [sheet for sheet in sheets if sheet.participant in self.by_key]
        self.day, self.receivers = day, receivers
        self._made: dict[tuple[str, str, int | None], list[list[Tier]]] = {}

    def of(self, terms: PrizeTerms) -> list[list[Tier]]:
        """Return the order of this prize, the first ones first; table winners have one for each table."""
        # Five hundred places have one order.
        argument = "" if terms.criterion == Criterion.PLACE else terms.argument
        key = (
            terms.criterion,
            argument,
            terms.prize if terms.prize in self.receivers and terms.criterion in ASKING else None,
        )
        if key not in self._made:
            self._made[key] = self._of(terms)
        return self._made[key]

    def _of(self, terms: PrizeTerms) -> list[list[Tier]]:
        criterion = terms.criterion
        if criterion == Criterion.TABLE:
            tables = defaultdict(list)
            for sheet in self._of_match(terms):
                tables[sheet.table].append(sheet)
            return [self._by_sheet(tables[table]) for table in sorted(tables)]
        if criterion == Criterion.MATCH:
            return [self._by_sheet(self._of_match(terms))]
        if criterion == Criterion.SHEET:
            return [self._by_sheet(self.sheets)]
        if criterion == Criterion.MINUS:
            return [self._by_minus()]
        if criterion == Criterion.OLDEST:
            return [self._by_age(self.receivers.get(terms.prize, ()))]
        if count := COUNTED.get(criterion):
            return [_tiers([Standing(one, count(one)) for one in self.ranked if count(one) > 0])]
        return [self._by_place([one for one in self.ranked if self._fits(terms, one)])]

    def lacks(self, terms: PrizeTerms) -> int:
        """Return of how many who take a place it is not known whether they fit."""
        unknown: dict[str, Callable[[Candidate], bool]] = {
            Criterion.WOMAN: lambda one: one.woman is None,
            Criterion.NEWCOMER: lambda one: one.newcomer is None,
            Criterion.OLDEST: lambda one: one.born is None,
            Criterion.YOUTH: lambda one: self._grown_up(one, int(terms.argument)) is None,
            Criterion.CLUB: lambda one: not one.club,
        }
        is_unknown = unknown.get(terms.criterion)
        return sum(map(is_unknown, self.ranked)) if is_unknown else 0

    def _fits(self, terms: PrizeTerms, one: Candidate) -> bool:
        if one.participant in self.receivers.get(terms.prize, ()):
            return True
        if terms.criterion == Criterion.WOMAN:
            return one.woman is True
        if terms.criterion == Criterion.NEWCOMER:
            return one.newcomer is True
        if terms.criterion == Criterion.YOUTH:
            return self._grown_up(one, int(terms.argument)) is False
        if terms.criterion == Criterion.CLUB:
            # A club that was erased is nobody's.
            club = plain(terms.argument).strip()
            return bool(club) and plain(one.club).strip() == club
        return True

    def _grown_up(self, one: Candidate, age: int) -> bool | None:
        return old_enough(one.born, day=self.day, minimum_age=age)

    def _of_match(self, terms: PrizeTerms) -> list[SheetPoints]:
        return [sheet for sheet in self.sheets if sheet.match == int(terms.argument)]

    def _by_place(self, ranked: Sequence[Candidate]) -> list[Tier]:
        return [
            tuple(Standing(one) for one in group) for _, group in groupby(ranked, key=lambda candidate: candidate.place)
        ]

    def _by_sheet(self, sheets: Iterable[SheetPoints]) -> list[Tier]:
        """By the best of these sheets that somebody has, the first one of several."""
        best: dict[int, SheetPoints] = {}
        for sheet in sorted(sheets, key=lambda sheet: (sheet.match, sheet.table)):
            if sheet.participant not in best or sheet.points > best[sheet.participant].points:
                best[sheet.participant] = sheet
        return _tiers(
            [
                Standing(self.by_key[key], sheet.points, match=sheet.match, table=sheet.table)
                for key, sheet in best.items()
            ]
        )

    def _by_minus(self) -> list[Tier]:
        minus: dict[int, int] = defaultdict(int)
        for sheet in self.sheets:
            minus[sheet.participant] += sheet.minus
        return _tiers([Standing(self.by_key[key], figure) for key, figure in minus.items() if figure > 0])

    def _by_age(self, receivers: Collection[int]) -> list[Tier]:
        """The oldest first. Of those born in a year of which somebody gave only the year, nobody is the older one."""
        first = tuple(Standing(one) for one in self.ranked if one.participant in receivers)
        born = [one for one in self.ranked if one.born is not None and one.participant not in receivers]
        vague = {one.born for one in born if isinstance(one.born, int)}

        def key(one: Candidate) -> tuple[int, int]:
            if isinstance(one.born, dt.date) and one.born.year not in vague:
                return (one.born.year, one.born.toordinal())
            return (_year(one), 0)

        ordered = sorted(born, key=lambda one: (*key(one), one.start_number))
        others = [tuple(Standing(one) for one in group) for _, group in groupby(ordered, key=key)]
        return [first, *others] if first else others


def _year(one: Candidate) -> int:
    return one.born.year if isinstance(one.born, dt.date) else cast(int, one.born)


def _tiers(standings: Iterable[Standing]) -> list[Tier]:
    """By figure, the highest first."""
    ordered = sorted(standings, key=lambda one: (-(one.figure or 0), one.candidate.start_number))
    return [tuple(group) for _, group in groupby(ordered, key=lambda one: one.figure)]
