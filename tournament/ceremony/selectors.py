"""The prize-giving as it stands: its script, how far it is, what a correction changed."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from tournament.ceremony.script import (
    ScriptFact,
    Won,
    best_place,
    facts_of,
    known_facts,
    make_steps,
    read_out,
    seconds_of,
)
from tournament.enums import Release
from tournament.models import Ceremony, Participant, Prize, Tournament
from tournament.prizes.awarding import Award, Awards, OpenPrize
from tournament.prizes.kinds import Criterion
from tournament.prizes.selectors import awards_of, prizes_of
from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import sha256
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.documents import ranking_hash
from tournament.standings.selectors.release import content_of
from tournament.standings.selectors.standings import Standings, StandingsLine
from tournament.standings.selectors.words import total_text

WITH_PLACE = frozenset({Criterion.PLACE, Criterion.CHOICE})
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
    def places(self) -> int:
        """How many take a place."""
        return sum(line.place is not None for line in self.standings.lines)

    @property
    def minutes(self) -> int:
        """About how long it takes."""
        return -(-seconds_of(self.steps) // 60)

    def as_json(self) -> dict[str, Any]:
        """Return it as Ceremony.script holds it. `reasons`: why somebody gets a special prize, by prize and person.

        A club stands with its prize alone, where a purge erases it.
        """
        reasons = {
            f"{award.prize}-{award.participant}": asdict(award.reason)
            | ({"argument": ""} if award.reason.criterion == Criterion.CLUB else {})
            for award in self.awards.awards
            if award.reason.criterion not in WITH_PLACE
        }
        return {"ranking": content_of(self.standings), "steps": self.steps, "reasons": reasons}


@dataclass(frozen=True, slots=True, kw_only=True)
class LostPrize:
    """A prize that was announced for somebody and goes to others now."""

    prize: Prize
    winners: tuple[Participant, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Somebody of whom the hall knows something that is not so any more. A place is None where there is none.

    `moved`: whether the place or the points changed; the points may be those of a match alone.
    """

    participant: Participant
    moved: bool
    place: int | None
    place_now: int | None
    points: str
    points_now: str
    lost: tuple[LostPrize, ...] = ()
    altered: tuple[Prize, ...] = ()
    """Prizes that were announced with another amount, or for another reason."""


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
    def next_new(self) -> int | None:
        """After a step was shown again, or made up for: where something new goes on; None if that comes next."""
        later = [number for number in range(self.ceremony.step + 1, len(self.steps)) if number not in self.shown]
        return later[0] if later and later[0] > self.ceremony.step + 1 else None

    @property
    def preceding(self) -> int | None:
        """The last step before this one that the hall has seen: going back announces nothing. None if there is none."""
        return max((number for number in self.shown if number < self.ceremony.step), default=None)

    @property
    def is_next_known(self) -> bool:
        """Whether the hall has seen the next step."""
        return self.ceremony.step + 1 in self.shown

    @property
    def is_rest_known(self) -> bool:
        """Whether the hall has seen every step after this one, and the last one is not the next."""
        rest = range(self.ceremony.step + 1, len(self.steps))
        return len(rest) > 1 and self.shown.issuperset(rest)

    @property
    def mark(self) -> str:
        """What a page sends along: the step that it was made on, and in which script."""
        ceremony = self.ceremony
        began = ceremony.begun_at.isoformat() if ceremony.begun_at else ""
        script = sha256(canonical([began, ceremony.ranking_hash, ceremony.script]))
        return f"{ceremony.step}-{script[:8]}"

    @property
    def place(self) -> int | None:
        """The best place of this step."""
        return best_place(self.steps[self.ceremony.step], self.places)


def ceremony_of(tournament: Tournament) -> Ceremony:
    """Return the prize-giving of a tournament; before it is prepared, one that is not saved yet.

    One query; another one for the script, which is large, where it is read.
    """
    row = Ceremony.objects.filter(tournament=tournament).defer("script").first()
    return row or Ceremony(tournament=tournament)


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
    presentations = {prize.pk: prize.shown for prize in prizes}
    steps = make_steps(
        standings.lines,
        [won_of(award, presentations[award.prize]) for award in awards.awards],
        winners_only=ceremony.winners_only,
        first_place_shown=ceremony.first_place_shown,
    )
    return Script(standings=standings, prizes=prizes, awards=awards, steps=steps)


def won_of(award: Award, presentation: str) -> Won:
    """Return an award as the script needs it."""
    return Won(
        prize=award.prize,
        participant=award.participant,
        cents=award.cents,
        by_place=award.reason.criterion in WITH_PLACE,
        shown=presentation,
    )


def ranking_changed(tournament: Tournament, ceremony: Ceremony) -> bool:
    """Whether the ranking is another one than the prize-giving goes by."""
    return ranking_hash(kept_standings(tournament)) != ceremony.ranking_hash


def prizes_changed(running: Running, script: Script) -> bool:
    """Whether prizes go to others than when the script was made, by a waiver or a new prize."""
    return _every_award(running.steps) != _every_award(script.steps)


def new_winners(running: Running, script: Script) -> list[tuple[Prize, Participant]]:
    """Return which prizes go to whom that went to others when the script was made, in the order of their numbers."""
    before, now = ({entry[:2] for entry in _every_award(steps)} for steps in (running.steps, script.steps))
    prizes = {prize.pk: prize for prize in script.prizes}
    people = Participant.objects.in_bulk({who for _prize, who in now - before})
    new = [(prizes[prize], people[who]) for prize, who in now - before if who in people]
    return sorted(new, key=lambda one: (one[0].number, one[1].start_number))


def is_read_as_before(running: Running, script: Script) -> bool:
    """Whether the hall hears a result that was corrected since: by the decision to go on as read."""
    ceremony = running.ceremony
    if script.hash != ceremony.ranking_hash:
        return False
    then, now = (canonical(one["ranking"]["lines"]) for one in (ceremony.script, script.as_json()))
    return then != now


def ceremony_changes(running: Running, script: Script) -> list[Change]:
    """Return whom the hall knows something of that is not so any more, in the order of the places then."""
    now = {line.participant: line for line in script.standings.lines}
    winners, before = (
        {(prize, participant) for prize, participant, _cents in _every_award(steps)}
        for steps in (script.steps, running.steps)
    )
    announced_facts = known_facts(running.ceremony.script, running.ceremony.shown)
    moved = {fact.participant for fact in announced_facts if fact.prize is None and not _is_same(fact, now)}
    lost_facts = announced_facts - frozenset[ScriptFact]().union(*facts_of(script.as_json()))
    awards = sorted((fact.participant, fact.prize) for fact in lost_facts if fact.participant and fact.prize)
    concerned = {who for who in moved if who} | {who for who, _prize in awards}
    prizes = Prize.objects.in_bulk({prize for _who, prize in awards})
    new = sorted((prize, who) for prize, who in winners - before if prize in prizes)
    people = Participant.objects.in_bulk(concerned | {who for _prize, who in new})
    return [
        Change(
            participant=people[who],
            moved=who in moved,
            place=line["place"],
            place_now=now[who].place if who in now else None,
            points=total_text(line["total"]),
            points_now=total_text(now[who].total) if who in now else "",
            lost=tuple(
                LostPrize(prize=prizes[prize], winners=tuple(people[one] for key, one in new if key == prize))
                for one, prize in awards
                if one == who and (prize, who) not in winners
            ),
            altered=tuple(prizes[prize] for one, prize in awards if one == who and (prize, who) in winners),
        )
        for who, line in running.lines.items()
        if who in concerned and who in people
    ]


def _is_same(fact: ScriptFact, now: Mapping[int, StandingsLine]) -> bool:
    line = now.get(fact.participant) if fact.participant else None
    return fact.participant is None or (line is not None and read_out(line._asdict()) == fact.content)


def _every_award(steps: Sequence[Mapping[str, Any]]) -> set[tuple[int, int, int | None]]:
    return {(prize, participant, cents) for step in steps for prize, participant, cents in step["awards"]}
