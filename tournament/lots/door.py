"""Lots at the door: whoever comes in draws table and seat at once, from a secret that was committed before (door-1).

The k-th lot follows from the secret, k and the start number of whoever draws; docs/draw.md describes it for everyone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import zip_longest
from typing import Any

from tournament.lots.chance import Chance, check_hex, sha256_text
from tournament.lots.errors import LotsError
from tournament.lots.terms import MOST_MATCHES, MOST_SEATS, table_sizes

DOOR = "door-1"
LOT, KEPT, BACK, LAST, MORE, AGAIN = KINDS = ("lot", "kept", "back", "last", "more", "again")
"""What happens at the door: a lot is drawn, somebody takes the place that they keep, a place is given back, the last
tables are open, more tables open after all, somebody without a table draws again when the door closes."""
MOST_AHEAD, MOST_SEATED = 100, 2000
AHEAD = 3
"""So many tables' seats are free at least, until the last tables are open: nobody can foresee the next seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorStep:
    """One thing that happened. `number` is a start number; all three are 0 for `last` and `more`."""

    kind: str
    number: int = 0
    table: int = 0
    seat: int = 0

    @property
    def place(self) -> tuple[int, int]:
        return self.table, self.seat

    def to_json(self) -> list[Any]:
        return [self.kind, self.number, self.table, self.seat]


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorTerms:
    """All that is fixed when the door opens: `sizes` are the tables that the rules allow, `usual` the seats of a table.

    At least `ahead` seats are free while tables still open. `fixed` are (start number, table, seat) of people who
    cannot walk. Raises LotsError for terms that cannot be met.
    """

    match: int
    matches: int
    sizes: tuple[int, ...]
    usual: int
    ahead: int
    fixed: tuple[tuple[int, int, int], ...] = ()

    def __post_init__(self) -> None:
        for problem in self._problems():
            raise LotsError(problem)

    @property
    def text(self) -> str:
        """Return the text that is hashed: five lines of ASCII. Different terms have different texts."""
        return "\n".join([
            f"match={self.match}/{self.matches}",
            f"sizes={','.join(map(str, self.sizes))}",
            f"usual={self.usual}",
            f"ahead={self.ahead}",
            f"fixed={';'.join(':'.join(map(str, place)) for place in self.fixed)}",
        ])  # fmt: skip

    @property
    def list_hash(self) -> str:
        """Return the SHA-256 over the text. It is shown when the door opens."""
        return sha256_text(self.text)

    def to_json(self) -> dict[str, Any]:
        """Return the fields, with tuples as lists."""
        values = asdict(self)
        return values | {"sizes": list(self.sizes), "fixed": [list(place) for place in self.fixed]}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "DoorTerms":
        """Read stored or published terms; other keys are ignored. Raises LotsError."""
        return cls(
            match=content["match"],
            matches=content["matches"],
            sizes=tuple(content["sizes"]),
            usual=content["usual"],
            ahead=content["ahead"],
            fixed=tuple((number, table, seat) for number, table, seat in content["fixed"]),
        )

    def _problems(self) -> Iterator[str]:
        if not 1 <= self.match <= self.matches <= MOST_MATCHES:
            yield f"match {self.match} is none of {self.matches}"
        ascending = tuple(sorted(set(self.sizes)))
        if ascending != self.sizes or not self.sizes or self.sizes[0] < 1 or self.sizes[-1] > MOST_SEATS:
            yield "the sizes of tables are not in ascending order, or no sizes of tables"
        if self.usual not in self.sizes or not 1 <= self.ahead <= MOST_AHEAD:
            yield "the usual table or the count of seats ahead is impossible"
        numbers, places = {place[0] for place in self.fixed}, {place[1:] for place in self.fixed}
        if not len(self.fixed) == len(numbers) == len(places) or any(min(place) < 1 for place in self.fixed):
            yield "a fixed place is given twice, or is no place"


@dataclass(slots=True, kw_only=True)
class DoorSeating:
    """The state at the door after some steps: who sits where, and how many tables are open.

    Every act raises LotsError if it is impossible now, and returns its step otherwise.
    """

    terms: DoorTerms
    secret: str
    steps: list[DoorStep] = field(default_factory=list)
    places: dict[int, tuple[int, int]] = field(default_factory=dict)
    keepers: set[int] = field(default_factory=set)
    """Who has a place without a lot, because they cannot walk."""
    tables: int = 0
    last: bool = False
    lots: int = 0
    """How many lots were drawn, those that were given back included."""

    def __post_init__(self) -> None:
        self._open_tables()

    @property
    def free(self) -> list[tuple[int, int]]:
        """Return the free (table, seat) of the open tables in order, without those that somebody keeps."""
        held = {place[1:] for place in self.terms.fixed if place[0] not in self.places} | set(self.places.values())
        every = ((table, seat) for table in range(1, self.tables + 1) for seat in range(1, self.terms.usual + 1))
        return [place for place in every if place not in held]

    def draw(self, number: int) -> DoorStep:
        """Draw the lot of whoever comes in with this start number, or give them the place that they keep."""
        fixed = next((place[1:] for place in self.terms.fixed if place[0] == number), None)
        if fixed is not None:
            return self.keep(number, *fixed)
        self._check_new(number)
        if not self.free:
            raise LotsError("no seat is free")
        table, seat = self._lot(number, self.free)
        return self._seat(DoorStep(kind=LOT, number=number, table=table, seat=seat))

    def keep(self, number: int, table: int, seat: int) -> DoorStep:
        """Give somebody who cannot walk this place, without a lot."""
        self._check_new(number)
        own = next((place[1:] for place in self.terms.fixed if place[0] == number), None)
        reserved = {place[1:] for place in self.terms.fixed if place[0] not in self.places}
        if own not in (None, (table, seat)) or (table, seat) in set(self.places.values()) | reserved - {own}:
            raise LotsError(f"start number {number} cannot keep table {table}, seat {seat}")
        if not 1 <= seat <= max(self.terms.sizes) or not 1 <= table <= MOST_SEATED:
            raise LotsError(f"there is no table {table}, seat {seat}")
        self.keepers.add(number)
        return self._seat(DoorStep(kind=KEPT, number=number, table=table, seat=seat))

    def give_back(self, number: int) -> DoorStep:
        """Take the place of somebody who goes: it is free for others."""
        if number not in self.places:
            raise LotsError(f"start number {number} has no place")
        table, seat = self.places.pop(number)
        self.keepers.discard(number)
        return self._note(DoorStep(kind=BACK, number=number, table=table, seat=seat))

    def announce(self, *, last: bool) -> DoorStep:
        """Open no further table from now on, or open further ones after all."""
        if self.last == last:
            raise LotsError("the last tables are open already" if last else "tables open anyway")
        self.last = last
        return self._note(DoorStep(kind=LAST if last else MORE))

    def close(self) -> tuple[int, ...]:
        """Fill whole tables and return how many sit at each: whoever sits at none of them draws again, by seat."""
        sizes = self.sizes
        if sizes is None:
            raise LotsError(f"{len(self.places)} people fill no tables")
        chairs = [(table, seat) for table, size in enumerate(sizes, 1) for seat in range(1, size + 1)]
        for number in self.movers:
            if number in self.keepers:
                table, seat = self.places[number]
                raise LotsError(f"start number {number} keeps table {table}, seat {seat}, which is not there")
            del self.places[number]
            taken = set(self.places.values())
            table, seat = self._lot(number, [place for place in chairs if place not in taken])
            self.places[number] = (table, seat)
            self.steps.append(DoorStep(kind=AGAIN, number=number, table=table, seat=seat))
        self.tables, self.last = len(sizes), True
        return sizes

    @property
    def sizes(self) -> tuple[int, ...] | None:
        """Return how many would sit at each table if the door closed now; None if the people fill no tables."""
        return table_sizes(len(self.places), self.terms.sizes, self.terms.usual)

    @property
    def movers(self) -> list[int]:
        """Return who would sit at no table if the door closed now, by table and seat; nobody while they fill none."""
        sizes = self.sizes
        if sizes is None:
            return []
        outside = [
            (place, number)
            for number, place in self.places.items()
            if place[0] > len(sizes) or place[1] > sizes[place[0] - 1]
        ]
        return [number for _place, number in sorted(outside)]

    def _check_new(self, number: int) -> None:
        if number in self.places:
            raise LotsError(f"start number {number} has a place already")
        if number < 1 or len(self.places) >= MOST_SEATED:
            raise LotsError(f"start number {number} cannot draw")

    def _lot(self, number: int, free: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """Draw one of the free places: the next lot, by this start number."""
        self.lots += 1
        seed = sha256_text(f"{DOOR}:{self.terms.list_hash}:{self.secret}:{self.lots}:{number}")
        return free[Chance(seed, DOOR).below(len(free))]

    def _seat(self, step: DoorStep) -> DoorStep:
        self.places[step.number] = step.place
        return self._note(step)

    def _note(self, step: DoorStep) -> DoorStep:
        self.steps.append(step)
        self._open_tables()
        return step

    def _open_tables(self) -> None:
        while not self.last and len(self.free) < self.terms.ahead:
            self.tables += 1


def door_commitment(secret: str) -> str:
    """Return the hash of the secret, which is published when the door opens."""
    check_hex("secret", secret)
    return sha256_text(f"{DOOR}:{secret}")


def replay(terms: DoorTerms, secret: str, steps: Sequence[DoorStep]) -> DoorSeating:
    """Return the state after these steps, before the door closes. Raises LotsError at a step that does not follow."""
    check_hex("secret", secret)
    door = DoorSeating(terms=terms, secret=secret)
    for order, step in enumerate(steps, 1):
        if step.kind == AGAIN:
            raise LotsError(f"step {order}: nobody draws again before the door closes")
        expected = _repeat(door, step)
        if expected != step:
            raise LotsError(f"step {order} gives {expected.to_json()}, not {step.to_json()}")
    return door


def door_protocol(terms: DoorTerms, *, secret: str, steps: Sequence[DoorStep]) -> dict[str, Any]:
    """Close the door after these steps and return the protocol to publish, ready for JSON. Raises LotsError."""
    door = replay(terms, secret, steps)
    sizes = door.close()
    numbers = {place: number for number, place in door.places.items()}
    return {
        "algorithm": DOOR,
        **terms.to_json(),
        "list_hash": terms.list_hash,
        "commitment": door_commitment(secret),
        "secret": secret,
        "steps": [step.to_json() for step in door.steps],
        "entrants": sorted(door.places),
        "tables": list(sizes),
        "lots": [[numbers[table, seat] for seat in range(1, size + 1)] for table, size in enumerate(sizes, 1)],
    }


def recomputed_door(published: Mapping[str, Any]) -> dict[str, Any]:
    """Return the protocol that follows from the secret and the arrivals of a published one. Raises LotsError."""
    steps = [
        DoorStep(kind=kind, number=number, table=table, seat=seat)
        for kind, number, table, seat in published["steps"]
        if kind != AGAIN
    ]
    return door_protocol(DoorTerms.from_json(published), secret=published["secret"], steps=steps)


def door_misfits(published: Mapping[str, Any], expected: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a published protocol has otherwise than `expected`, besides its lots."""
    for name, words in (
        ("list_hash", "hash of the list"),
        ("commitment", "commitment to the secret"),
        ("entrants", "list of entrants"),
        ("tables", "list of tables"),
    ):
        if published[name] != expected[name]:
            yield f"the {words} is {expected[name]}, not {published[name]}"
    for order, (step, other) in enumerate(zip_longest(expected["steps"], published["steps"]), 1):
        if step != other:
            yield f"step {order} is {step}, not {other}"


def _repeat(door: DoorSeating, step: DoorStep) -> DoorStep:
    """Do what a step says once more, and return what follows from it."""
    match step.kind:
        case "lot":
            return door.draw(step.number)
        case "kept":
            return door.keep(step.number, step.table, step.seat)
        case "back":
            return door.give_back(step.number)
        case "last" | "more":
            return door.announce(last=step.kind == LAST)
    raise LotsError(f"nobody knows the step “{step.kind}”")
