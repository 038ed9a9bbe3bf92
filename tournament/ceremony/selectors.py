"""The prize-giving as it stands: its script, what is missing before it begins, what a correction changed."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from tournament.ceremony.script import Won, announced, best_place, make_steps, seconds_of
from tournament.enums import Release
from tournament.integrity.canonical import canonical
from tournament.integrity.hashes import sha256
from tournament.models import Ceremony, Participant, Prize, Tournament
from tournament.prizes.awarding import Award, Awards, OpenPrize, Why
from tournament.prizes.kinds import Criterion
from tournament.prizes.selectors import awards_of, open_text, prizes_of
from tournament.selectors.kept_standings import kept_standings
from tournament.selectors.release import content_of, obstacles
from tournament.selectors.standings import Standings
from tournament.selectors.standings_documents import ranking_hash
from tournament.selectors.standings_words import total_text

BY_PLACE = frozenset({Criterion.PLACE, Criterion.CHOICE})
"""Prizes of these criteria are announced with the place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """What a prize-giving would announce if it began now."""

    standings: Standings
    prizes: Sequence[Prize]
    awards: Awards
    steps: list[dict[str, Any]]

    @property
    def hash(self) -> str:
        """The hash of the ranking, without names."""
        return ranking_hash(self.standings)

    @property
    def open(self) -> list[tuple[Prize, OpenPrize]]:
        """The prizes that nobody gets yet."""
        prizes = {prize.pk: prize for prize in self.prizes}
        return [(prizes[one.prize], one) for one in self.awards.open]

    @property
    def minutes(self) -> int:
        """About how long it takes."""
        return -(-seconds_of(self.steps) // 60)

    def kept(self) -> dict[str, Any]:
        """Return it as Ceremony.script holds it. `reasons`: why somebody gets a special prize, by prize and person."""
        reasons = {
            f"{award.prize}-{award.participant}": asdict(award.reason)
            for award in self.awards.awards
            if award.reason.criterion not in BY_PLACE
        }
        return {"ranking": content_of(self.standings), "steps": self.steps, "reasons": reasons}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Somebody of whom the hall knows something that is not so any more. A place is None where there is none."""

    participant: Participant
    place: int | None
    place_now: int | None
    points: str
    points_now: str
    lost: tuple[Prize, ...] = ()
    """Prizes that were announced and now go to somebody else."""


@dataclass(frozen=True, kw_only=True)
class Running:
    """A prize-giving that has begun, with its script."""

    ceremony: Ceremony

    @property
    def steps(self) -> Sequence[Mapping[str, Any]]:
        return self.ceremony.script["steps"]

    @cached_property
    def lines(self) -> Mapping[int, Mapping[str, Any]]:
        """The lines of its ranking as they are stored, by participant."""
        return {line["participant"]: line for line in self.ceremony.script["ranking"]["lines"]}

    @cached_property
    def places(self) -> Mapping[int, int | None]:
        return {participant: line["place"] for participant, line in self.lines.items()}

    @cached_property
    def shown(self) -> frozenset[int]:
        return frozenset(self.ceremony.shown)

    @property
    def skipped(self) -> list[int]:
        """The steps before this one that the hall has not seen."""
        return [number for number in range(self.ceremony.step) if number not in self.shown]

    @property
    def mark(self) -> str:
        """What a page sends along: the step that it was made on, and in which script."""
        ceremony = self.ceremony
        began = ceremony.begun_at.isoformat() if ceremony.begun_at else ""
        script = sha256(canonical([began, ceremony.ranking_hash, len(self.steps)]))
        return f"{ceremony.step}-{script[:8]}"

    @property
    def place(self) -> int | None:
        """The best place of this step."""
        return best_place(self.steps[self.ceremony.step], self.places)


def ceremony_of(tournament: Tournament) -> Ceremony:
    """Return the prize-giving of a tournament; before it is prepared, one that is not saved yet.

    One query; another one for the script, which is large, where it is read.
    """
    kept = Ceremony.objects.filter(tournament=tournament).defer("script").first()
    return kept or Ceremony(tournament=tournament)


def is_running(tournament: Tournament, ceremony: Ceremony) -> bool:
    """Whether it announces the results at this moment."""
    return tournament.release == Release.REVEALING and ceremony.begun_at is not None and ceremony.ended_at is None


def is_over(tournament: Tournament, ceremony: Ceremony) -> bool:
    """Whether it came to its end, and the results are still published."""
    return tournament.release == Release.PUBLISHED and ceremony.ended_at is not None


def script_of(tournament: Tournament, ceremony: Ceremony) -> Script:
    """Return what it would announce if it began now."""
    standings, prizes = kept_standings(tournament), prizes_of(tournament)
    awards = awards_of(tournament, standings, prizes)
    shown = {prize.pk: prize.shown for prize in prizes}
    steps = make_steps(
        standings.lines,
        [won_of(award, shown[award.prize]) for award in awards.awards],
        winners_only=ceremony.winners_only,
        first_place_shown=ceremony.first_place_shown,
    )
    return Script(standings=standings, prizes=prizes, awards=awards, steps=steps)


def won_of(award: Award, shown: str) -> Won:
    """Return an award as the script needs it."""
    return Won(
        prize=award.prize,
        participant=award.participant,
        cents=award.cents,
        by_place=award.reason.criterion in BY_PLACE,
        shown=shown,
    )


def missing(tournament: Tournament, script: Script) -> list[str]:
    """Return a sentence for each thing that has to be settled before it can begin.

    A raffle may be drawn afterwards: it decides nothing that is announced.
    """
    return [one.sentence for one in obstacles(tournament)] + [
        _open(prize, one) for prize, one in script.open if one.why == Why.LOT and prize.criterion != Criterion.RAFFLE
    ]


def remarks(script: Script) -> list[str]:
    """Return a sentence for each prize that nobody gets as things stand; it can begin all the same."""
    return [
        _open(prize, one)
        for prize, one in script.open
        if one.why not in (Why.LOT, Why.CHOICE) or prize.criterion == Criterion.RAFFLE
    ]


def _open(prize: Prize, one: OpenPrize) -> str:
    words = {"number": prize.number, "words": prize.words, "why": open_text(one)}
    return _("Prize %(number)s, %(words)s: %(why)s") % words


def ranking_changed(tournament: Tournament, ceremony: Ceremony) -> bool:
    """Whether the ranking is another one than the prize-giving goes by."""
    return ranking_hash(kept_standings(tournament)) != ceremony.ranking_hash


def prizes_changed(running: Running, script: Script) -> bool:
    """Whether prizes go to others than when the script was made, by a waiver or a new prize."""
    return _every_award(running.steps) != _every_award(script.steps)


def changes(running: Running, script: Script) -> list[Change]:
    """Return whom the hall knows something of that is not so any more, in the order of the places then."""
    lines, awards = announced(running.steps, running.ceremony.shown)
    now = {line.participant: line for line in script.standings.lines}
    awards_now = {(prize, participant) for prize, participant, _cents in _every_award(script.steps)}
    lost: dict[int, list[int]] = {}
    for prize, participant in sorted(awards - awards_now):
        lost.setdefault(participant, []).append(prize)
    moved = {who for who in lines if not _is_same(running.lines[who], now.get(who))}
    concerned = moved | lost.keys()
    people = Participant.objects.in_bulk(concerned)
    prizes = Prize.objects.in_bulk([prize for ones in lost.values() for prize in ones])
    return [
        Change(
            participant=people[who],
            place=line["place"] if who in lines else None,
            place_now=now[who].place if who in now and who in lines else None,
            points=total_text(line["total"]),
            points_now=total_text(now[who].total) if who in now else "",
            lost=tuple(prizes[prize] for prize in lost.get(who, ())),
        )
        for who, line in running.lines.items()
        if who in concerned and who in people
    ]


def _is_same(stored: Mapping[str, Any], line: Any) -> bool:
    return line is not None and (stored["place"], stored["total"], stored["match_points"]) == (
        line.place,
        line.total,
        list(line.match_points),
    )


def _every_award(steps: Sequence[Mapping[str, Any]]) -> set[tuple[int, int, int | None]]:
    return {(prize, participant, cents) for step in steps for prize, participant, cents in step["awards"]}
