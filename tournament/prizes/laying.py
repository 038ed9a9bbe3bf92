"""A prize laid at places of an order, and what of it comes to each group of people who stand equal. Pure."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from tournament.prizes.criteria import PLUS, LaidPlace, laid_places
from tournament.prizes.kinds import Criterion, Sharing
from tournament.prizes.orders import PrizeTerms, Standing, Tier

RANKED = frozenset({Criterion.PLACE, Criterion.WOMAN, Criterion.YOUTH, Criterion.CLUB, Criterion.NEWCOMER})


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What is so when a prize is laid."""

    sharing: str
    fits: Callable[[PrizeTerms, int], bool]
    lots: Sequence[Sequence[int]]
    """The orders of participants that lots among equal people gave."""
    pooled: Collection[tuple[int, int]]
    """Prize and place of money that was divided together with that of another prize."""
    waived: Collection[tuple[int, int]]
    """Prize and participant."""
    later_money: Sequence[PrizeTerms]
    """The money prizes of the same group with higher numbers."""


class Laid:
    """A prize laid at places of an order. `direct` says how many of it lie in each tier, `nobody` what nobody gets."""

    def __init__(self, situation: Situation, terms: PrizeTerms, tiers: Sequence[Tier]) -> None:
        self.situation, self.terms = situation, terms
        self.by_lot: set[int] = set()
        self.tiers = [part for tier in tiers for part in self._split(tier)] if situation.lots else tiers
        self.starts = list(accumulate(map(len, self.tiers), initial=1))[:-1]
        self.players = sum(map(len, self.tiers))
        self.laid = [place for place in self._places() if (terms.prize, place.number) not in situation.pooled]
        self.direct: dict[int, int] = defaultdict(int)
        self.nobody = 0
        # Of a thousand tiers only a few are looked at.
        self._by_tier: dict[int, tuple[list[Standing], list[tuple[int, PrizeTerms]]]] = {}

    def tier_at(self, number: int) -> int | None:
        """Return the tier that stands at this place; None behind the last."""
        return bisect_right(self.starts, number) - 1 if 1 <= number <= self.players else None

    def fitting(self, index: int) -> list[Standing]:
        """Return those of a tier who may get it."""
        return self._looked_at(index)[0]

    def others(self, index: int) -> list[tuple[int, PrizeTerms]]:
        """Return the money of other prizes that is divided with it in this tier, by place."""
        return self._looked_at(index)[1]

    def waived_parts(self) -> set[tuple[int, int]]:
        """Return the other prizes of each sum that is divided here, with whoever waived any prize of the sum."""
        waived = self.situation.waived
        pairs: set[tuple[int, int]] = set()
        for index in {self.tier_at(place.number) for place in self.laid} if waived else ():
            if index is None:
                continue
            parts = [other.prize for _place, other in self.others(index)]
            for one in self.tiers[index]:
                who = one.candidate.participant
                if any((part, who) in waived for part in (self.terms.prize, *parts)):
                    pairs |= {(part, who) for part in parts}
        return pairs

    def _looked_at(self, index: int) -> tuple[list[Standing], list[tuple[int, PrizeTerms]]]:
        if index not in self._by_tier:
            others = list(self._others(index))
            self._by_tier[index] = (self._fitting(self.tiers[index], others), others)
        return self._by_tier[index]

    def amounts(self) -> list[tuple[int, int]]:
        """Return each tier that gets any of the prize, and how many: first all that lie there, then what passes on."""
        amounts: dict[int, int] = defaultdict(int)
        passing: list[tuple[int, bool]] = []
        for place in self.laid:
            index = self.tier_at(place.number)
            if index is None or self._skipped(place, index):
                self.nobody += 1
            elif self.same(index) and amounts[index]:
                continue
            elif amounts[index] < len(self.fitting(index)):
                amounts[index] += 1
                self.direct[index] += 1
            else:
                passing.append((index, place.upwards))
        for index, upwards in passing:
            to = self._next(index, amounts, upwards=upwards)
            if to is None:
                self.nobody += 1
            else:
                amounts[to] += 1
        return sorted((index, amount) for index, amount in amounts.items() if amount)

    def same(self, index: int) -> bool:
        """Whether all in this tier get the same."""
        return self.situation.sharing == Sharing.SAME and len(self.tiers[index]) > 1 and not self._waits(index)

    def divides(self, index: int) -> bool:
        """Whether the money for this tier is divided."""
        money = self.terms.cents is not None and self.situation.sharing == Sharing.DIVIDED
        return money and len(self.tiers[index]) > 1 and not self._waits(index)

    def places_at(self, index: int) -> list[int]:
        """Return the places in this tier that the prize lies at."""
        return sorted(place.number for place in self.laid if self.tier_at(place.number) == index)

    def _next(self, index: int, amounts: Mapping[int, int], *, upwards: bool) -> int | None:
        for other in range(index - 1, -1, -1) if upwards else range(index + 1, len(self.tiers)):
            room = len(self.fitting(other))
            if room and amounts.get(other, 0) < (1 if self.same(other) else room):
                return other
        return None

    def _fitting(self, tier: Tier, others: Sequence[tuple[int, PrizeTerms]]) -> list[Standing]:
        """Who waives one prize of a sum that is divided waives the part of the sum."""
        waived = self.situation.waived
        return [
            one
            for one in tier
            if self.situation.fits(self.terms, one.candidate.participant)
            and not any((other.prize, one.candidate.participant) in waived for _place, other in others)
        ]

    def _others(self, index: int) -> Iterator[tuple[int, PrizeTerms]]:
        """Yield the money of later prizes of the group at the places of this tier where this one does not lie."""
        if self.terms.criterion != Criterion.PLACE or not self.divides(index) or not self.places_at(index):
            return
        start = self.starts[index]
        free = set(range(start, start + len(self.tiers[index]))) - set(self.places_at(index))
        by_place: dict[int, PrizeTerms] = {}
        for other in self.situation.later_money:
            if other.criterion != Criterion.PLACE or other.argument == PLUS:
                continue
            for place in laid_places(other.argument, self.players):
                if place.number in free and (other.prize, place.number) not in self.situation.pooled:
                    by_place.setdefault(place.number, other)
        yield from sorted(by_place.items(), key=lambda item: item[0])

    def _skipped(self, place: LaidPlace, index: int) -> bool:
        """Whether nobody stands at this place, because all in the tier stand at its first (from the end: its last)."""
        if not self.same(index) or place.loose:
            return False
        stands_at = self.starts[index] + (len(self.tiers[index]) - 1 if place.upwards else 0)
        return place.number != stands_at and stands_at not in [other.number for other in self.laid]

    def _places(self) -> list[LaidPlace]:
        if self.terms.criterion == Criterion.PLACE:
            return laid_places(self.terms.argument, self.players)
        count = 1 if self.terms.criterion == Criterion.TABLE else self.terms.count
        return [LaidPlace(number) for number in range(1, count + 1)]

    def _waits(self, index: int) -> bool:
        return waits(self.terms, self.tiers[index])

    def _split(self, tier: Tier) -> list[Tier]:
        """Return the tier in the order that a lot among those of it who fit gave them, else as it is."""
        divides = self.terms.cents is not None and self.situation.sharing == Sharing.DIVIDED
        shares = divides or self.situation.sharing == Sharing.SAME
        if len(tier) == 1 or (shares and not waits(self.terms, tier)):
            return [tier]
        keys = {one.candidate.participant for one in tier}
        fitting = {key for key in keys if self.situation.fits(self.terms, key)}
        among = fitting if len(fitting) > 1 else keys
        for order in self.situation.lots:
            if among <= set(order):
                numbers = {key: number for number, key in enumerate(order)}
                self.by_lot |= fitting
                return [
                    (one,) for one in sorted(tier, key=lambda one: numbers.get(one.candidate.participant, len(order)))
                ]
        return [tier]


def waits(terms: PrizeTerms, tier: Tier) -> bool:
    """Whether a lot has yet to decide the places of these people (5.4.2)."""
    return terms.criterion in RANKED and any(one.candidate.tied for one in tier)
