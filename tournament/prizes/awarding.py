"""Who gets which prize, and why. Pure: knows no rows, no clock, no chance; selectors gather what it needs.

Prizes are given in the order of their numbers. Each lies at places of an order: the ranking, that of the women, that of
most Solos won. It goes to who stands there, or passes on to the next who fits: who waived it, has it already, or has
had a prize of a group with one a head, does not. Only those with a place in the ranking win anything, but for the
raffle, which is among those who are present.

Equal places share as set. `SAME`: all who stand equal get what lies at their place, and nobody stands at the places
that are skipped. `DIVIDED`: the money that lies at their places is added and divided. A thing cannot be divided: the
lot decides, as it does for everything with `LOT`, and as long as a lot has yet to decide the places themselves (5.4.2).
One lot among equal people decides all their prizes.
"""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tournament.prizes.criteria import PLUS
from tournament.prizes.kinds import Criterion, PerHead, Sharing
from tournament.prizes.laying import Laid, Situation
from tournament.prizes.money import divided
from tournament.prizes.orders import Candidate, Orders, PrizeTerms, SheetPoints, Standing, Tier


class Why(StrEnum):
    """Why a prize has no winner yet."""

    NOBODY = "nobody"  # nobody fits
    LOT = "lot"  # a lot is needed
    DATA = "data"  # of nobody is known what the prize needs
    CHOICE = "choice"  # to be chosen
    EARLY = "early"  # no sheet counts yet


@dataclass(frozen=True, slots=True, kw_only=True)
class Acts:
    """What was done: who chose which prize, who waived which, and the lots that were drawn, the first one first."""

    choices: Mapping[int, int] = field(default_factory=dict)
    """Participant by prize."""
    waived: frozenset[tuple[int, int]] = frozenset()
    """Prize and participant."""
    lots: Sequence[tuple[int, Sequence[int]]] = ()
    """Prize and drawn order of participants; a prize has a second one if more people stand equal by then."""
    receivers: Mapping[int, Collection[int]] = field(default_factory=dict)
    """Who was given a prize, by prize, of those that ask of people what has been forgotten since: they keep it."""


NO_ACTS = Acts()


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardReason:
    """Why somebody gets a prize: the criterion with its argument and the figures that decided."""

    criterion: str
    argument: str = ""
    figure: int | None = None
    """Points, or how often; None where the place decided."""
    match: int | None = None
    table: int | None = None
    shared: int = 1
    """How many share the money, or get the same."""
    by_lot: bool = False
    passed_on: bool = False
    """Whether somebody before did not take it, or had another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """A prize and who gets it, by key. `place` is the winner's in the ranking, `cents` what the winner gets of it."""

    prize: int
    participant: int
    place: int | None
    cents: int | None
    reason: AwardReason


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPrize:
    """A prize, or `count` of it, that nobody gets yet. `among` are those between whom a lot decides, by key."""

    prize: int
    why: Why
    count: int = 1
    among: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Awards:
    """Who gets what, and what is open, both in the order of the prizes."""

    awards: tuple[Award, ...] = ()
    open: tuple[OpenPrize, ...] = ()

    def of_prize(self, prize: int) -> tuple[Award, ...]:
        return tuple(award for award in self.awards if award.prize == prize)


def award_prizes(
    prizes: Sequence[PrizeTerms],
    per_head: Mapping[int, str],
    people: Iterable[Candidate],
    *,
    day: dt.date,
    sheets: Iterable[SheetPoints] = (),
    sharing: str = Sharing.DIVIDED,
    acts: Acts = NO_ACTS,
) -> Awards:
    """Award these prizes, given in the order of their numbers; `per_head` says by group how many somebody may get.

    `sheets` are those that count and are not void; `day` is the day of play.
    """
    awarding = _Awarding(prizes, per_head, list(people), list(sheets), day=day, sharing=sharing, acts=acts)
    return awarding.result()


class _Awarding:
    """The state while prizes are given one after the other."""

    def __init__(
        self,
        prizes: Sequence[PrizeTerms],
        per_head: Mapping[int, str],
        people: Sequence[Candidate],
        sheets: Sequence[SheetPoints],
        *,
        day: dt.date,
        sharing: str,
        acts: Acts,
    ) -> None:
        self.prizes, self.per_head, self.sharing, self.acts = prizes, per_head, sharing, acts
        self.people = {one.participant: one for one in people}
        self.numbers = {terms.prize: index for index, terms in enumerate(prizes)}
        self.orders = Orders(people, sheets, day=day, receivers=acts.receivers)
        raffles = {terms.prize for terms in prizes if terms.criterion == Criterion.RAFFLE}
        self.raffled = {prize: order for prize, order in acts.lots if prize in raffles}
        self.lots = [order for prize, order in acts.lots if prize not in raffles]
        self.awards: list[Award] = []
        self.open: dict[tuple[int, Why], tuple[int, list[int]]] = {}
        # Prize and participant: who has it already, or has their share of what lay at equal places.
        self.has: set[tuple[int, int]] = set()
        # Group, or 0 for all groups of which one overall is given, and participant.
        self.had: set[tuple[int, int]] = set()
        # Prize and place: money that was divided together with that of another prize.
        self.pooled: set[tuple[int, int]] = set()

    def result(self) -> Awards:
        for terms in self.prizes:
            if terms.criterion != Criterion.CHOICE:
                self._give(terms)
        # What people chose is theirs; it does not take a prize away that they get anyway.
        for terms in self.prizes:
            if terms.criterion == Criterion.CHOICE:
                self._give_chosen(terms)
        numbers = self.numbers
        opened = [
            OpenPrize(prize=prize, why=why, count=count, among=tuple(dict.fromkeys(among)))
            for (prize, why), (count, among) in self.open.items()
        ]
        return Awards(
            awards=tuple(sorted(self.awards, key=lambda award: numbers[award.prize])),
            open=tuple(sorted(opened, key=lambda one: numbers[one.prize])),
        )

    def _give(self, terms: PrizeTerms) -> None:
        if terms.criterion == Criterion.RAFFLE:
            return self._raffle(terms)
        orders = self.orders.of(terms)
        if not any(orders):
            why = Why.EARLY if not self.orders.ranked else Why.DATA if self.orders.lacks(terms) else Why.NOBODY
            return self._leave(terms, why, count=terms.count)
        for tiers in orders:
            if terms.criterion == Criterion.PLACE and terms.argument == PLUS:
                self._give_all(terms, [one for tier in tiers for one in tier if one.candidate.points > 0])
            else:
                self._lay(terms, tiers)

    def _give_chosen(self, terms: PrizeTerms) -> None:
        winner = self.acts.choices.get(terms.prize)
        if winner is None or (terms.prize, winner) in self.acts.waived:
            return self._leave(terms, Why.CHOICE)
        candidate = self.people.get(winner) or Candidate(participant=winner, start_number=0, place=None)
        self._award(terms, Standing(candidate))

    def _give_all(self, terms: PrizeTerms, standings: Sequence[Standing]) -> None:
        """Everybody who fits gets it; what is waived here passes on to nobody."""
        fitting = self._fitting(terms, standings)
        for standing in fitting:
            self._award(terms, standing)
        if not fitting:
            self._leave(terms, Why.NOBODY)

    def _raffle(self, terms: PrizeTerms) -> None:
        numbers = self.raffled.get(terms.prize)
        if numbers is None:
            # Whoever has had a prize already is on the list, too, and passed over once it is drawn: the hall reads the
            # list, and who is missing on it would have won something.
            present = sorted((one for one in self.people.values() if one.present), key=lambda one: one.start_number)
            why = Why.LOT if present else Why.NOBODY
            return self._leave(terms, why, count=terms.count, among=map(Standing, present))
        order = self._fitting(terms, [Standing(self.people[key]) for key in numbers if key in self.people])
        for standing in order[: terms.count]:
            self._award(terms, standing, by_lot=True)
        if len(order) < terms.count:
            self._leave(terms, Why.NOBODY, count=terms.count - len(order))

    def _lay(self, terms: PrizeTerms, tiers: Sequence[Tier]) -> None:
        """Lay the prize at its places of this order; what nobody takes there passes on from place to place."""
        layout = Laid(self._view(terms), terms, tiers)
        # Who waives one prize of a sum that is divided has waived all of it, whichever of them comes first.
        self.has |= layout.waived_parts()
        for index, count in layout.amounts():
            fitting = layout.fitting(index)
            # Who shares the sum of several prizes has their part of all of them.
            others = layout.others(index)
            self.has |= {(other.prize, one.candidate.participant) for _place, other in others for one in fitting}
            passed_on = count > layout.direct[index]
            if count == len(fitting) or layout.same(index):
                shared = len(fitting) if layout.same(index) else 1
                for standing in fitting:
                    by_lot = standing.candidate.participant in layout.by_lot
                    self._award(terms, standing, passed_on=passed_on, shared=shared, by_lot=by_lot)
            elif layout.divides(index):
                self._divide(layout, index, count, passed_on=passed_on)
            else:
                self._leave(terms, Why.LOT, count=count, among=fitting)
        if layout.nobody:
            self._leave(terms, Why.NOBODY, count=layout.nobody)

    def _divide(self, layout: Laid, index: int, count: int, *, passed_on: bool) -> None:
        """Divide `count` of the prize among equal people, together with other money of its group at their places."""
        terms, fitting = layout.terms, layout.fitting(index)
        own = layout.places_at(index)[:count]
        parts = [(place, terms) for place in (*own, *[layout.starts[index]] * (count - len(own)))]
        others = layout.others(index)[: len(fitting) - count]
        self.pooled |= {(other.prize, place) for place, other in others}
        parts = sorted([*parts, *others], key=lambda part: part[0])
        shares = divided(sum(part.cents or 0 for _place, part in parts), len(fitting))
        for number, (standing, cents) in enumerate(zip(fitting, shares, strict=True)):
            part = parts[min(number, len(parts) - 1)][1]
            self._award(part, standing, cents=cents, shared=len(fitting), passed_on=passed_on)

    def _view(self, terms: PrizeTerms) -> Situation:
        later = self.prizes[self.numbers[terms.prize] + 1 :]
        return Situation(
            sharing=self.sharing,
            fits=self._fits,
            lots=self.lots,
            pooled=self.pooled,
            waived=self.acts.waived,
            later_money=[other for other in later if other.cents is not None and other.group == terms.group],
        )

    def _fitting(self, terms: PrizeTerms, standings: Iterable[Standing]) -> list[Standing]:
        return [one for one in standings if self._fits(terms, one.candidate.participant)]

    def _fits(self, terms: PrizeTerms, participant: int) -> bool:
        key = (terms.prize, participant)
        if key in self.has or key in self.acts.waived:
            return False
        return (_head(terms, self.per_head), participant) not in self.had

    def _award(
        self,
        terms: PrizeTerms,
        standing: Standing,
        *,
        cents: int | None = None,
        shared: int = 1,
        by_lot: bool = False,
        passed_on: bool = False,
    ) -> None:
        one = standing.candidate
        reason = AwardReason(
            criterion=terms.criterion,
            argument=terms.argument,
            figure=standing.figure,
            match=standing.match,
            table=standing.table,
            shared=shared,
            by_lot=by_lot,
            passed_on=passed_on,
        )
        money = terms.cents if cents is None else cents
        self.awards.append(
            Award(prize=terms.prize, participant=one.participant, place=one.place, cents=money, reason=reason)
        )
        self.has.add((terms.prize, one.participant))
        if (head := _head(terms, self.per_head)) is not None:
            self.had.add((head, one.participant))

    def _leave(self, terms: PrizeTerms, why: Why, *, count: int = 1, among: Iterable[Standing] = ()) -> None:
        before, already = self.open.get((terms.prize, why), (0, []))
        keys = [one.candidate.participant for one in among]
        self.open[terms.prize, why] = (before + count, [*already, *keys])


def _head(terms: PrizeTerms, per_head: Mapping[int, str]) -> int | None:
    """Return the key under which a prize counts as the one that somebody may get; None if one may get several."""
    rule = per_head.get(terms.group, PerHead.SEVERAL)
    if rule == PerHead.ONE_OVERALL:
        return 0
    return terms.group if rule == PerHead.ONE_OF_GROUP else None
