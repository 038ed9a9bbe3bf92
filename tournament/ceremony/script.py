"""The script of a prize-giving: what it announces, step by step, and what a screen shows of a step.

Pure: knows keys and places, no rows, no names, no clock. A step is a value of JSON, kept in Ceremony.script: {"kind",
"lines": participants whose line of the ranking it announces, "awards": [[prize, participant, cents or None], ...]}.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Protocol

from tournament.prizes.kinds import Criterion, ShownPrize

OPENING, SPECIAL, LIST, PLACE, PRIZE, HONOURS = "opening", "special", "list", "place", "prize", "honours"

LISTED_TOGETHER = 8
"""How many small prizes, or places with small prizes, one list shows; equal places are never parted."""
WINNERS_TOGETHER = 6
"""How many winners of one special prize a step shows."""
ALONE = 10
"""Of the first ten each has a step of its own, even without a prize."""
CALLED = 3
"""How many are called to the front beforehand."""
SECONDS: Mapping[str, int] = {OPENING: 60, SPECIAL: 25, LIST: 40, PLACE: 25, PRIZE: 15, HONOURS: 60}

# Of the others the reason would tell a place, or an age: no screen shows it.
TELLING = frozenset(
    {
        *(Criterion.SIES, Criterion.TOUTS, Criterion.SOLOS, Criterion.SHEET, Criterion.MINUS),
        *(Criterion.MATCH, Criterion.TABLE, Criterion.RAFFLE),
    }
)

Step = Mapping[str, Any]


class Line(Protocol):
    """A line of the ranking."""

    @property
    def participant(self) -> int:
        """Whose line it is."""

    @property
    def place(self) -> int | None:
        """None for who takes no place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """A prize that somebody gets. `by_place`: for a place of the ranking; `shown` is a kind of ShownPrize."""

    prize: int
    participant: int
    cents: int | None = None
    by_place: bool = False
    shown: str = ShownPrize.LINE.value

    def entry(self) -> list[int | None]:
        """Return it as a step holds it."""
        return [self.prize, self.participant, self.cents]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepPicture:
    """What a screen shows of a step. `called`: who is called to the front, without saying for what."""

    kind: str
    lines: tuple[int, ...] = ()
    awards: tuple[tuple[int, int, int | None], ...] = ()
    called: tuple[int, ...] = ()


def make_steps(
    lines: Sequence[Line], won: Iterable[Won], *, winners_only: bool = False, first_place_shown: int | None = None
) -> list[dict[str, Any]]:
    """Return the steps of an evening: opening, special prizes, places from the last shown up to 1, honour roll.

    Equal places are one step. Small prizes are grouped as lists. A prize for a place that is not shown is announced
    with the special prizes.
    """
    announced = [one for one in won if one.shown != ShownPrize.NOT]
    placed = [line for line in lines if line.place is not None]
    groups = [list(equal) for _place, equal in groupby(placed, key=lambda line: line.place)]
    winners = {one.participant for one in announced if one.by_place}
    stage = [
        group
        for group in groups
        if (first_place_shown is None or (group[0].place or 0) <= first_place_shown)
        and (not winners_only or any(line.participant in winners for line in group))
    ]
    on_stage = {line.participant for group in stage for line in group}
    by_place: dict[int, list[Won]] = {}
    special: list[Won] = []
    for one in announced:
        if one.by_place and one.participant in on_stage:
            by_place.setdefault(one.participant, []).append(one)
        else:
            special.append(one)
    return [
        _step(OPENING),
        *_special_steps(special),
        *_place_steps(stage, by_place),
        _step(HONOURS),
    ]


def picture_of_step(steps: Sequence[Step], number: int) -> StepPicture:
    """Return what a screen shows of step `number`, whatever was shown before.

    The honour roll names every prize of the evening, that of place 1 first.
    """
    step = steps[number]
    if step["kind"] == HONOURS:
        return StepPicture(kind=HONOURS, awards=tuple(_roll(steps)))
    return StepPicture(
        kind=step["kind"],
        lines=tuple(step["lines"]),
        awards=tuple(_entries(step)),
        called=called(steps, number),
    )


def called(steps: Sequence[Step], number: int) -> tuple[int, ...]:
    """Return the next three who come to the front, by key: their order would tell their places.

    Of equal places all are called, or none. Lists are read out, so nobody is called for them. If the step before called
    all of them, nobody is called again: else the line names the first while the second is announced.
    """
    coming = _next_ones(steps, number)
    return () if number and set(coming) <= set(_next_ones(steps, number - 1)) else coming


def _next_ones(steps: Sequence[Step], number: int) -> tuple[int, ...]:
    now, next_ones = set(people_of_script(steps[number])), dict[int, None]()
    for step in steps[number + 1 :]:
        coming = [one for one in people_of_script(step) if one not in next_ones and one not in now]
        if step["kind"] in (LIST, HONOURS) or (next_ones and len(next_ones) + len(coming) > CALLED):
            break
        next_ones |= dict.fromkeys(coming)
        if len(next_ones) >= CALLED:
            break
    return tuple(sorted(next_ones))


def people_of_script(step: Step) -> tuple[int, ...]:
    """Return who is named in a step, each once."""
    return tuple(dict.fromkeys([*step["lines"], *(participant for _prize, participant, _cents in step["awards"])]))


@dataclass(frozen=True, slots=True)
class ScriptFact:
    """What the hall learns with a step, exactly as it is read out: a line of the ranking (`prize` is None), or who gets
    a prize; of the opening and the honour roll that they were shown, with all that stands on the roll."""

    participant: int | None
    prize: int | None
    content: tuple[object, ...]


def facts_of(script: Mapping[str, Any]) -> list[frozenset[ScriptFact]]:
    """Return what each step of a script tells, as Ceremony.script holds it."""
    lines = {line["participant"]: line for line in script["ranking"]["lines"]}
    return [frozenset(_facts(step, script, lines)) for step in script["steps"]]


def _facts(step: Step, script: Mapping[str, Any], lines: Mapping[int, Mapping[str, Any]]) -> Iterator[ScriptFact]:
    if step["kind"] in (OPENING, HONOURS):
        roll = _roll(script["steps"]) if step["kind"] == HONOURS else ()
        places = [(*entry, lines[entry[1]]["place"] if entry[1] in lines else None) for entry in roll]
        yield ScriptFact(None, None, (step["kind"], *places))
        return
    for participant in step["lines"]:
        yield ScriptFact(participant, None, read_out(lines[participant]))
    for prize, participant, cents in _entries(step):
        reason = script.get("reasons", {}).get(f"{prize}-{participant}") or {}
        why = sorted(reason.items()) if reason.get("criterion") in TELLING else ()
        yield ScriptFact(participant, prize, (cents, *why))


def read_out(line: Mapping[str, Any]) -> tuple[object, ...]:
    """Return what is read out of a line of the ranking: the place, and the points."""
    return line["place"], line["total"], tuple(line["match_points"])


def known_facts(script: Mapping[str, Any], numbers: Collection[int]) -> frozenset[ScriptFact]:
    """Return what the hall knows from these steps."""
    return frozenset(fact for number, facts in enumerate(facts_of(script)) if number in numbers for fact in facts)


def step_of_place(steps: Sequence[Step], places: Mapping[int, int | None], place: int) -> int | None:
    """Return the step that announces a place, or None. `places`: the place of each participant."""
    for number, step in enumerate(steps):
        if place in {places.get(participant) for participant in step["lines"]}:
            return number
    return None


def same_position(
    old: Sequence[Step],
    number: int,
    old_places: Mapping[int, int | None],
    new: Sequence[Step],
    new_places: Mapping[int, int | None],
) -> int:
    """Return the step of a script made anew that is as far as step `number` of the old one.

    That is the last step that names no place better than the old one did, or the last special prize of those that
    came before.
    """
    if old[number]["kind"] == HONOURS:
        return len(new) - 1
    reached = [place for step in old[: number + 1] if (place := best_place(step, old_places)) is not None]
    if reached:
        best = reached[-1]
        far = [at for at, step in enumerate(new) if (place := best_place(step, new_places)) is None or place >= best]
        return max((at for at in far if new[at]["kind"] != HONOURS), default=0)
    prizes = {prize for step in old[: number + 1] for prize, _participant, _cents in step["awards"]}
    return max((at for at, step in enumerate(new) if _special(step) and _prizes(step) & prizes), default=0)


def carried_over(old: Mapping[str, Any], numbers: Collection[int], new: Mapping[str, Any]) -> list[int]:
    """Return the steps of the `new` script in which everything was read out exactly so in those of the `old` one."""
    announced_facts = known_facts(old, numbers)
    return [number for number, facts in enumerate(facts_of(new)) if facts <= announced_facts]


def best_place(step: Step, places: Mapping[int, int | None]) -> int | None:
    """Return the best place that a step announces; for a prize on a screen of its own that of its winner."""
    who = step["lines"] or (people_of_script(step) if step["kind"] == PRIZE else ())
    return min((place for participant in who if (place := places.get(participant)) is not None), default=None)


def seconds_of(steps: Iterable[Step]) -> int:
    """Return about how long the steps take."""
    return sum(SECONDS[step["kind"]] for step in steps)


def _step(kind: str, lines: Iterable[Line] = (), won: Iterable[Won] = ()) -> dict[str, Any]:
    return {"kind": kind, "lines": [line.participant for line in lines], "awards": [one.entry() for one in won]}


def _special_steps(special: Sequence[Won]) -> Iterator[dict[str, Any]]:
    """The small ones as lists, then each prize by itself with all who get it."""
    small = [one for one in special if one.shown == ShownPrize.LISTED]
    for part in _parts(small, LISTED_TOGETHER):
        yield _step(LIST, won=part)
    own: dict[int, list[Won]] = {}
    for one in special:
        if one.shown != ShownPrize.LISTED:
            own.setdefault(one.prize, []).append(one)
    for winners in own.values():
        for part in _parts(winners, WINNERS_TOGETHER):
            yield _step(SPECIAL, won=part)


def _place_steps(groups: Sequence[Sequence[Line]], won: Mapping[int, Sequence[Won]]) -> Iterator[dict[str, Any]]:
    """From the last place up. Places that are small wait until a list is full, or a place is not small."""
    waiting: list[Sequence[Line]] = []
    for group in reversed(groups):
        awards = [one for line in group for one in won.get(line.participant, ())]
        if not _is_small(group[0].place or 0, awards):
            yield from _list_of(waiting, won)
            waiting = []
            yield _step(PLACE, group, [one for one in awards if one.shown != ShownPrize.SCREEN])
            own: dict[int, list[Won]] = {}
            for one in awards:
                if one.shown == ShownPrize.SCREEN:
                    own.setdefault(one.prize, []).append(one)
            yield from (_step(PRIZE, won=winners) for winners in own.values())
            continue
        if waiting and sum(map(len, waiting)) + len(group) > LISTED_TOGETHER:
            yield from _list_of(waiting, won)
            waiting = []
        waiting.insert(0, group)
    yield from _list_of(waiting, won)


def _list_of(groups: Sequence[Sequence[Line]], won: Mapping[int, Sequence[Won]]) -> Iterator[dict[str, Any]]:
    lines = [line for group in groups for line in group]
    if lines:
        yield _step(LIST, lines, [one for line in lines for one in won.get(line.participant, ())])


def _is_small(place: int, awards: Sequence[Won]) -> bool:
    if not awards:
        return place > ALONE
    return all(one.shown == ShownPrize.LISTED for one in awards)


def _parts(won: Sequence[Won], most: int) -> Iterator[Sequence[Won]]:
    return (won[at : at + most] for at in range(0, len(won), most))


def _entries(step: Step) -> Iterator[tuple[int, int, int | None]]:
    return ((prize, participant, cents) for prize, participant, cents in step["awards"])


def _roll(steps: Sequence[Step]) -> Iterator[tuple[int, int, int | None]]:
    yield from (entry for step in reversed(steps) if not _special(step) for entry in _entries(step))
    yield from (entry for step in steps if _special(step) for entry in _entries(step))


def _special(step: Step) -> bool:
    """Whether a step announces special prizes: prizes without a line of the ranking."""
    return step["kind"] == SPECIAL or (step["kind"] == LIST and not step["lines"])


def _prizes(step: Step) -> set[int]:
    return {prize for prize, _participant, _cents in step["awards"]}
