"""Ranks players by points and the ruleset's criteria, with the reason for every place. Knows no sheets."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from itertools import groupby

from scoring.errors import ScoringError
from scoring.ruleset import CRITERIA, LOT, Ruleset

BY_POINTS = "points"
BY_LOT = "lot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A player to be ranked: total points, the counters of 5.4.2, and the lot drawn for a tie, if one was."""

    name: Hashable
    points: int
    sie_played: int = 0
    touts_won: int = 0
    touts_played: int = 0
    solos_won: int = 0
    solos_played: int = 0
    lot: int | None = None

    def __post_init__(self) -> None:
        """Refuse counters that cannot be: below 0, or more won than played."""
        for criterion in CRITERIA:
            if getattr(self, criterion) < 0:
                found = getattr(self, criterion)
                raise ScoringError("number_out_of_range", field=criterion, least=0, most="any number", found=found)
        for won, played in (("touts_won", "touts_played"), ("solos_won", "solos_played")):
            if getattr(self, won) > getattr(self, played):
                raise ScoringError("won_exceeds_played", name=self.name, field=won)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place from 1 up; players of an open tie share it and the next places are skipped.

    `decided_by` is points where nobody else has as many; else the criterion, or lot, that put the player ahead of the
    next of the same points (the last of them: behind the one before); None for an open tie.
    """

    place: int
    entry: Entry
    decided_by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """All places, best first, and the names that must still draw lots, a tuple for each tie."""

    places: tuple[Place, ...]
    lots_needed: tuple[tuple[Hashable, ...], ...]


def rank(ruleset: Ruleset, entries: Iterable[Entry]) -> Ranking:
    """Rank by points, then by the criteria of the ruleset in order (5.4.1, 5.4.2): more is better, even if lost.

    What is then still equal is decided by the lower lot, if the ruleset has lots and every one of the tie has drawn
    one; equal lots stay an open tie. Players of an open tie keep the order they came in.
    """
    places: list[Place] = []
    open_ties: list[tuple[Hashable, ...]] = []
    by_points = sorted(entries, key=lambda entry: -entry.points)
    for _, equal in groupby(by_points, key=lambda entry: entry.points):
        ordered = _tied_groups(ruleset, list(equal))
        for index, tied in enumerate(ordered):
            reason = _reason(ruleset, ordered, index)
            place = len(places) + 1
            places += (Place(place=place, entry=entry, decided_by=reason) for entry in tied)
            if len(tied) > 1 and ruleset.full_tie == LOT:
                open_ties.append(tuple(entry.name for entry in tied))
    return Ranking(places=tuple(places), lots_needed=tuple(open_ties))


def _criteria(ruleset: Ruleset, entry: Entry) -> tuple[int, ...]:
    return tuple(getattr(entry, criterion) for criterion in ruleset.tie_break)


def _tied_groups(ruleset: Ruleset, equal: list[Entry]) -> list[list[Entry]]:
    """Return players of equal points, best first; those in one list share their place."""
    groups: list[list[Entry]] = []
    ordered = sorted(equal, key=lambda entry: _criteria(ruleset, entry), reverse=True)
    for _, same in groupby(ordered, key=lambda entry: _criteria(ruleset, entry)):
        tied = list(same)
        if len(tied) == 1 or ruleset.full_tie != LOT or any(entry.lot is None for entry in tied):
            groups.append(tied)
            continue
        tied.sort(key=_lot)
        groups += (list(drawn) for _, drawn in groupby(tied, key=_lot))
    return groups


def _lot(entry: Entry) -> int:
    return entry.lot or 0


def _reason(ruleset: Ruleset, groups: list[list[Entry]], index: int) -> str | None:
    if len(groups[index]) > 1:
        return None
    if len(groups) == 1:
        return BY_POINTS
    other = index + 1 if index + 1 < len(groups) else index - 1
    mine, theirs = groups[index][0], groups[other][0]
    for criterion in ruleset.tie_break:
        if getattr(mine, criterion) != getattr(theirs, criterion):
            return criterion
    return BY_LOT
