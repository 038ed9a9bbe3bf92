"""Whom the hall may hear called to choose while results are held back.

The order of the turns tells places. So the management opens the choosing before the hall: for the order of that moment,
which the hall reads from then on, whatever is corrected afterwards. Another order is opened anew. Without that, the
hall hears nobody but those whose line the prize-giving has announced, in the order of its own ranking.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from django.db.models import Q

from tournament.enums import Release
from tournament.models import Ceremony, Event, Prize, Tournament
from tournament.prizes.kinds import Criterion, PerHead
from tournament.prizes.selectors.rows import prizes_of
from tournament.standings.selectors.release import announced

OPENED = "prize.choosing_opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class HallOrder:
    """The order of the turns as the hall may know it, by key; `barred` as turns_of takes it.

    `told`: who may be named; None once the choosing is opened.
    """

    order: tuple[int, ...]
    barred: Mapping[int, frozenset[int]]
    nameable: frozenset[int] | None = None

    def nameable_of(self, called: Iterable[int]) -> list[int]:
        """Return those of the called who may be named, up to the first who may not."""
        nameable = self.nameable
        return list(called) if nameable is None else list(takewhile(nameable.__contains__, called))

    def same(self, other: "HallOrder") -> bool:
        """Whether the turns follow from both in the same way."""
        return self.payload() == other.payload()

    def payload(self) -> dict[str, Any]:
        """Return it as an event holds it."""
        barred = [[who, sorted(self.barred[who])] for who in self.order if self.barred.get(who)]
        return {"order": list(self.order), "barred": barred}


def hall_order(tournament: Tournament) -> HallOrder | None:
    """Return the order of a tournament whose results are held back; None if the hall knows none. At most three queries.

    Whenever the hall is told more or less of the results, the choosing has to be opened anew.
    """
    events = Event.objects.filter(Q(kind=OPENED) | Q(kind__startswith="release."), tournament=tournament)
    last = events.order_by("-pk").first()
    if last is not None and last.kind == OPENED:
        opened = json.loads(last.payload)
        barred = {who: frozenset(closed) for who, closed in opened["barred"]}
        return HallOrder(order=tuple(opened["order"]), barred=barred)
    ceremony = Ceremony.objects.filter(tournament=tournament).first()
    if tournament.release != Release.REVEALING or ceremony is None or "ranking" not in ceremony.script:
        return None
    placed = [line["participant"] for line in ceremony.script["ranking"]["lines"] if line["place"] is not None]
    had = [(who, prize) for step in ceremony.script["steps"] for prize, who, _cents in step.get("awards", [])]
    return HallOrder(order=tuple(placed), barred=barred_by(prizes_of(tournament), had), nameable=announced(ceremony))


def barred_by(prizes: Sequence[Prize], had: Iterable[tuple[int, int]]) -> dict[int, frozenset[int]]:
    """Return whom prizes are closed to: one may get one prize of their group, or of all such groups, and has got it.

    `had` are people with the prizes that they get.
    """
    ruled = [one for one in prizes if one.criterion == Criterion.CHOICE and one.group.per_head != PerHead.SEVERAL]
    others = {prize.pk: prize for prize in prizes if prize.criterion != Criterion.CHOICE}
    barred: dict[int, frozenset[int]] = {}
    for who, key in had:
        if key in others:
            closed = {prize.pk for prize in ruled if _one_a_head(prize, others[key])}
            barred[who] = barred.get(who, frozenset()) | closed
    return barred


def _one_a_head(choice: Prize, had: Prize) -> bool:
    """Whether who had this prize may not choose that one; the group of the choice has one a head in some way."""
    if choice.group.per_head == PerHead.ONE_OVERALL:
        return had.group.per_head == PerHead.ONE_OVERALL
    return choice.group_id == had.group_id
