"""Ranks players by points and the ruleset's criteria, with the reason for every place. Knows no sheets."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter

from scoring.errors import ScoringError
from scoring.ruleset import CRITERIA, LOT, Ruleset

BY_POINTS = "points"
BY_PLACES = "place_sum"
BY_LOT = "lot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """A player to be ranked: total points, the counters of 5.4.2, and the lot drawn for a tie, if one was.

    `place_sum` is the sum of the places in the matches, where these are added up (reading 48); else it is 0 for all.
    """

    name: Hashable
    points: int
    place_sum: int = 0
    sie_played: int = 0
    touts_won: int = 0
    touts_played: int = 0
    solos_won: int = 0
    solos_played: int = 0
    lot: int | None = None

    def __post_init__(self) -> None:
        """Refuse impossible counters: below 0, or more won than played."""
        # A thousand are made for each ranking, so all are compared at once; only an error is looked for by name.
        if min(self.sie_played, self.touts_won, self.touts_played, self.solos_won, self.solos_played) < 0:
            criterion = next(name for name in CRITERIA if getattr(self, name) < 0)
            value = getattr(self, criterion)
            raise ScoringError("number_out_of_range", field=criterion, least=0, most="any number", found=value)
        if self.touts_won > self.touts_played:
            raise ScoringError("won_exceeds_played", name=self.name, field="touts_won")
        if self.solos_won > self.solos_played:
            raise ScoringError("won_exceeds_played", name=self.name, field="solos_won")


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedParticipant:
    """A player with a place, counted from 1. Players of an open tie share it, and the next places are skipped.

    `ahead_by` is what puts the player ahead of the next occupied place, `behind_by` what puts him behind the one
    before: points, a criterion, or lot; None at the end and at the top. All who share a place have the same reasons.
    """

    place: int
    contender: Contender
    shared: bool
    ahead_by: str | None
    behind_by: str | None

    @property
    def decided_by(self) -> str | None:
        """What decided the place, in one word; this includes shared places.

        It is the criterion, or lot, that puts the place ahead of the next one with the same points; for the last of
        these, it puts it behind the one before. If only this place has these points, it is points, or None if
        several share it, because nothing has decided between them.
        """
        first = BY_PLACES if self.contender.place_sum else BY_POINTS
        for by in (self.ahead_by, self.behind_by):
            if by not in (None, first):
                return by
        return None if self.shared else first


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """All players, best first, and the names that must still draw lots, one tuple for each tie."""

    places: tuple[RankedParticipant, ...]
    lots_needed: tuple[tuple[Hashable, ...], ...]


def rank(ruleset: Ruleset, contenders: Iterable[Contender]) -> Ranking:
    """Rank by the lowest sum of places, if there is one, by points, then by the criteria of the ruleset in order.

    More is better, even if lost (5.4.1, 5.4.2).
    A remaining tie is decided by the lower lot, if the ruleset has lots and all in the tie have drawn one; equal
    lots stay an open tie. Players of an open tie keep the order they came in.
    """
    by_points = sorted(contenders, key=_sums)
    groups = [tied for _, equal in groupby(by_points, key=_sums) for tied in _tied_groups(ruleset, list(equal))]
    # The reason that separates each group from the next.
    between = [_separates(ruleset, front[0], behind[0]) for front, behind in pairwise(groups)]
    places: list[RankedParticipant] = []
    for tied, behind_by, ahead_by in zip(groups, [None, *between], [*between, None], strict=False):
        place, shared = len(places) + 1, len(tied) > 1
        places += (
            RankedParticipant(place=place, contender=contender, shared=shared, ahead_by=ahead_by, behind_by=behind_by)
            for contender in tied
        )
    tied_groups = [tied for tied in groups if len(tied) > 1 and ruleset.full_tie == LOT]
    open_ties = [tuple(contender.name for contender in tied) for tied in tied_groups]
    return Ranking(places=tuple(places), lots_needed=tuple(open_ties))


def _sums(contender: Contender) -> tuple[int, int]:
    return contender.place_sum, -contender.points


def _criteria(ruleset: Ruleset, contender: Contender) -> tuple[int, ...]:
    return tuple(getattr(contender, criterion) for criterion in ruleset.tie_break)


def _tied_groups(ruleset: Ruleset, equal: list[Contender]) -> list[list[Contender]]:
    """Return groups of players with equal points, best first; those in one group share their place."""
    if len(equal) == 1:
        return [equal]
    groups: list[list[Contender]] = []
    criteria = [(_criteria(ruleset, contender), contender) for contender in equal]
    criteria.sort(key=itemgetter(0), reverse=True)
    for _, same in groupby(criteria, key=itemgetter(0)):
        tied = [contender for _, contender in same]
        if len(tied) == 1 or ruleset.full_tie != LOT or any(contender.lot is None for contender in tied):
            groups.append(tied)
            continue
        tied.sort(key=_lot)
        groups += (list(group) for _, group in groupby(tied, key=_lot))
    return groups


def _lot(contender: Contender) -> int:
    return contender.lot or 0


def _separates(ruleset: Ruleset, front: Contender, behind: Contender) -> str:
    """Return the first thing in which the two differ; their groups differ in something."""
    if front.place_sum != behind.place_sum:
        return BY_PLACES
    if front.points != behind.points:
        return BY_POINTS
    for criterion in ruleset.tie_break:
        if getattr(front, criterion) != getattr(behind, criterion):
            return criterion
    return BY_LOT
