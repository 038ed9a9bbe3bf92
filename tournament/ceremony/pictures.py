"""What a screen in the hall shows of the prize-giving: a step with the names of now, or a calm picture.

A picture holds nothing of a later step but the names of those who are called to the front.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournament.ceremony.namesakes import namesake_additions
from tournament.ceremony.reasons import heard_reason, label
from tournament.ceremony.script import HONOURS, PRIZE, SPECIAL, StepPicture, picture_of_step
from tournament.ceremony.selectors import ceremony_of, is_over, is_running, script_of
from tournament.ceremony.titles import places_title, special_title
from tournament.enums import ShownName
from tournament.models import Ceremony, Prize, Tournament
from tournament.participants.selectors.public_names import PublicNames, public_names
from tournament.person.names import excerpt, plain
from tournament.prizes.kinds import Criterion, ShownPrize
from tournament.prizes.selectors.rows import in_public
from tournament.standings.selectors.release import standings_of
from tournament.standings.selectors.standings import Standings, StandingsLine
from tournament.standings.selectors.words import ahead_text
from tournament.words.labels import signed

CALM = "calm"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownAward:
    """A prize as a screen shows it. `cents` is the money that this winner gets of it; `why` the reason, if it tells."""

    prize: Prize
    cents: int | None
    why: str = ""

    @property
    def highlighted(self) -> bool:
        return self.prize.shown == ShownPrize.HIGHLIGHT


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPerson:
    """Somebody in a picture. `place`, `points` of each match, `total` and `place_sum` only where the line is announced;
    `place_sum` is 0 where points are added up (reading 48)."""

    name: str
    club: str
    awards: tuple[ShownAward, ...] = ()
    place: int | None = None
    total: str = ""
    place_sum: int = 0
    points: tuple[tuple[int, str], ...] = ()
    ahead: str = ""
    """What puts the line ahead of the place behind it, in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HallPicture:
    """What a screen shows: its kind, who stands on it, the one prize that it is about, who is called to the front.

    `reason` says for what somebody gets the prize, where all get it for the same.
    """

    kind: str
    people: tuple[ShownPerson, ...] = ()
    prize: Prize | None = None
    reason: str = ""
    called: tuple[str, ...] = ()
    paused: bool = False

    @property
    def size(self) -> str:
        """How large its names can be: "one", "few", "many" or "crowd"."""
        many = len(self.people)
        return "one" if many <= 1 else "few" if many <= 3 else "many" if many <= 8 else "crowd"

    @property
    def is_first(self) -> bool:
        """Whether it announces the first place."""
        return any(person.place == 1 for person in self.people)

    @property
    def list_title(self) -> str:
        """The heading of a list: its places, or that they are special prizes."""
        places = [person.place for person in self.people if person.place and person.total]
        return places_title(places) if places else special_title()

    @property
    def longest(self) -> int:
        """How long the longest name is."""
        return max((len(person.name) for person in self.people), default=0)


def picture_context(tournament: Tournament) -> dict[str, Any]:
    """Return what templates/ceremony/_picture.html needs to show what the hall sees now.

    Once it is over the honour roll follows the ranking, the choosing and the raffles as they stand now. At most ten
    queries, whatever the number of participants, with the honour roll those of script_of, too; before the beginning,
    and in a pause, one.
    """
    ceremony = ceremony_of(tournament)
    if is_running(tournament, ceremony) and not ceremony.paused:
        picture = _of_step(tournament, ceremony.script, ceremony.step, ceremony.shown)
    elif is_over(tournament, ceremony):
        now = script_of(tournament, ceremony)
        # A sheet may be open again: a leader of an hour has not won, and is named by the own wish.
        last = len(now.steps) - 1
        picture = _of_step(tournament, now.as_json(), last, range(last + 1), final=now.standings.final)
    else:
        picture = HallPicture(kind=CALM, paused=is_running(tournament, ceremony))
    return {"tournament": tournament, "picture": picture}


def trial_context(tournament: Tournament, number: int) -> dict[str, Any]:
    """Return a step as the hall would see it if everything before had been shown; the nearest one that there is."""
    script = _trial_script(tournament, ceremony_of(tournament))
    count = len(script["steps"])
    step = min(max(number, 0), count - 1)
    picture = _of_step(tournament, script, step, range(step + 1))
    return {"tournament": tournament, "picture": picture, "step": step, "count": count}


def _trial_script(tournament: Tournament, ceremony: Ceremony) -> Mapping[str, Any]:
    return ceremony.script if is_running(tournament, ceremony) else script_of(tournament, ceremony).as_json()


def _of_step(
    tournament: Tournament, script: Mapping[str, Any], number: int, numbers: Collection[int], *, final: bool = True
) -> HallPicture:
    """Return the picture of a step; `numbers` are those of the steps that the hall has seen, this one too.

    Only of a `final` ranking the first three are named in any case. What was skipped does not stand on the honour roll.
    """
    steps = script["steps"]
    shown_steps = [steps[at] for at in numbers if at < len(steps)]
    picture = picture_of_step(steps, number)
    if picture.kind == HONOURS:
        announced = {(prize, who) for step in shown_steps for prize, who, _cents in step["awards"]}
        picture = replace(picture, awards=tuple(one for one in picture.awards if one[:2] in announced))
    lines = {line for step in shown_steps for line in step["lines"]}
    return _Painter(tournament, script, picture, lines, final=final).paint()


class _Painter:
    """Puts names, figures and prizes into one picture."""

    def __init__(
        self,
        tournament: Tournament,
        script: Mapping[str, Any],
        picture: StepPicture,
        announced_lines: Collection[int],
        *,
        final: bool,
    ) -> None:
        self.picture, self.final = picture, final
        self.reasons: Mapping[str, Any] = script.get("reasons", {})
        self.names: PublicNames = public_names(tournament)
        stored = script["ranking"]
        self.announced_lines = announced_lines
        self.known_places = {line["place"] for line in stored["lines"] if line["participant"] in announced_lines}
        # The roll has the places of all who won by place, and of the others those that were announced.
        keys = {*picture.lines, *(self._by_place(entry) for entry in picture.awards)}
        keys |= set(announced_lines) if picture.kind == HONOURS else set()
        lines = [line for line in stored["lines"] if line["participant"] in keys]
        ranking: Standings = standings_of({**stored, "lines": lines, "lots": []}, tournament)
        self.matches = [part.match for part in ranking.progress]
        self.lines = {line.participant: line for line in ranking.lines}
        self.prizes = Prize.objects.select_related("picture").defer("picture__data").in_bulk(
            {prize for prize, _participant, _cents in picture.awards}
        )  # fmt: skip
        in_public(self.prizes.values(), self.names)
        self.behind = namesake_additions(tournament, self._has_name)

    def paint(self) -> HallPicture:
        picture = self.picture
        order = dict.fromkeys([*picture.lines, *(participant for _prize, participant, _cents in picture.awards)])
        prizes = {prize for prize, _participant, _cents in picture.awards if prize in self.prizes}
        one = self.prizes[prizes.pop()] if picture.kind in (SPECIAL, PRIZE) and len(prizes) == 1 else None
        people = tuple(self._person(participant) for participant in order)
        if picture.kind == HONOURS:
            people = tuple(sorted(people, key=lambda person: (person.place is None, person.place or 0)))
        return HallPicture(
            kind=picture.kind,
            people=people,
            prize=one,
            reason=self._reason_of(one, people) if one else "",
            called=self._called(),
        )

    def _won(self, participant: int) -> int | None:
        """Return the place by which somebody is named in any case, if it is one of the first."""
        line = self.lines.get(participant)
        return line.place if line and self.final else None

    def _has_name(self, participant: int) -> bool:
        return self.names.naming(participant, self._won(participant)) == ShownName.NAME

    def _by_place(self, entry: tuple[int, int, int | None]) -> int | None:
        prize, participant, _cents = entry
        return participant if self.picture.kind in (HONOURS, PRIZE) and self._key(prize, participant) is None else None

    def _key(self, prize: int, participant: int) -> Mapping[str, Any] | None:
        """Return why somebody gets a special prize; None for a prize that is announced with a place."""
        return self.reasons.get(f"{prize}-{participant}")

    def _person(self, participant: int) -> ShownPerson:
        line: StandingsLine | None = self.lines.get(participant)
        place, won = line.place if line else None, self._won(participant)
        name, club = self.names.name(participant, won), self.names.club(participant, won)
        # The club stands below the name anyway.
        behind = self.behind.get(participant, "")
        name += "" if behind == f" ({excerpt(club)})" else behind
        awards = tuple(
            ShownAward(prize=self.prizes[prize], cents=cents, why=self._why(prize, participant, cents))
            for prize, who, cents in self.picture.awards
            if who == participant and prize in self.prizes
        )
        if line is None or self.picture.kind in (HONOURS, PRIZE):
            return ShownPerson(name=name, club=club, awards=awards, place=place)
        return ShownPerson(
            name=name,
            club=club,
            awards=awards,
            place=place,
            total=signed(line.total),
            place_sum=line.place_sum,
            points=tuple(
                (match, "–" if points is None else signed(points))
                for match, points in zip(self.matches, line.match_points, strict=False)
                if match not in line.uncounted
            ),
            ahead=ahead_text(line.ahead) if line.ahead and line.ahead.place in self.known_places else "",
        )

    def _why(self, prize: int, participant: int, cents: int | None) -> str:
        stored = None if self.picture.kind == HONOURS else self._key(prize, participant)
        return heard_reason(self.prizes[prize], participant, cents, stored)

    def _reason_of(self, prize: Prize, people: Sequence[ShownPerson]) -> str:
        """Return the reason of a prize if it is the same for all, else what it is for. Of a place only once that was
        announced."""
        reasons = {award.why for person in people for award in person.awards}
        if self.picture.kind == PRIZE and prize.criterion == Criterion.PLACE:
            return label(prize)
        return reasons.pop() if len(reasons) == 1 else label(prize)

    def _called(self) -> tuple[str, ...]:
        """Return who is called to the front, in alphabetical order, namesakes told apart.

        Whoever is not shown at all is not called, nor who was announced already, when a step is shown again.
        """
        namings = {one: self.names.naming(one) for one in self.picture.called if one not in self.announced_lines}
        names = [
            self.names.name(one) + (self.behind.get(one, "") if how == ShownName.NAME else "")
            for one, how in namings.items()
            if how != ShownName.HIDDEN
        ]
        return tuple(sorted(names, key=lambda name: (plain(name), name)))
