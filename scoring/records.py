"""The record of one game, in parts by meaning, and its JSON form. Knows types and field names, but no rules."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypedDict, Unpack

from scoring.errors import ScoringError


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """What was played, by whom, and what raises its value."""

    contract: str | None = None
    declarer: int | None = None
    partner: int | None = None
    called: str | None = None
    suit: str | None = None
    runners: int | None = None
    without: bool | None = None
    """Whether the defenders hold the runners."""
    doublings: int | None = None
    doubled_by: int | None = None
    """Who called the Stoss."""
    laid: int | None = None
    knocked: int | None = None
    """How many players doubled the game so before it was announced."""
    announced: bool | None = None
    """Whether Schneider was announced."""
    late_tout: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayEnd:
    """How a game with two sides ended: `result` and `level`, or what is in the tricks of the declarer's side.

    `surrender` says what became of the defenders' offer to give up: accepted or refused.
    """

    result: str | None = None
    level: str | None = None
    card_points: int | None = None
    tricks: int | None = None
    surrender: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RamschEnd:
    """How a Ramsch ended: what is in the tricks of each seat, or who lost or won it as agreed at the table."""

    card_points_by_seat: tuple[int, ...] | None = None
    tricks_by_seat: tuple[int, ...] | None = None
    loser: int | None = None
    second_loser: int | None = None
    """Where two lose."""
    durchmarsch: int | None = None
    jungfrauen: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """What matters only for money: runners claimed, units in the pot."""

    claimed: int | None = None
    pot: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperPoints:
    """The points of a line that is known only from the paper, and the circled seat."""

    written: tuple[int, ...] | None = None
    circled: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sanction:
    """A game ended by the supervisor's sanction; `points` is the supervisor's ruling if the rules give no figure."""

    kind: str
    offender: int
    revealer: int | None = None
    points: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the supervisor decided. `unplayed` allows no other field: the match ended with fewer games than lines."""

    sanction: Sanction | None = None
    approved: bool | None = None
    struck: bool | None = None
    unplayed: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePlace:
    """Where the game stands on its sheet, and how many sat there; `passed` counts the deals thrown in before it.

    `bock` says whether it is in a Bock, where everything counts double.
    """

    first: bool | None = None
    match: int | None = None
    bock: bool | None = None
    passed: int | None = None
    sits_out: int | None = None
    seats: int | None = None


class DecisionChange(TypedDict, total=False):
    """The fields of a Decision that are to be changed."""

    sanction: Sanction | None
    approved: bool | None
    struck: bool | None
    unplayed: bool | None


class PlaceChange(TypedDict, total=False):
    """The fields of a GamePlace that are to be changed."""

    first: bool | None
    match: int | None
    bock: bool | None
    passed: int | None
    sits_out: int | None
    seats: int | None


NO_PLAY = Play()
NO_END = PlayEnd()
NO_RAMSCH = RamschEnd()
NO_MONEY = Money()
NO_PAPER = PaperPoints()
NO_DECISION = Decision()
NO_PLACE = GamePlace()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """What happened at the table in one game; a field that is None was not given. Seats are 1 to 5 clockwise.

    A good record has a `play` with its `end` or its `ramsch`, or `paper` alone. Any other combination can be built
    too, because a file may contain it: `check_game` says what is wrong with it.
    """

    play: Play = NO_PLAY
    end: PlayEnd = NO_END
    ramsch: RamschEnd = NO_RAMSCH
    money: Money = NO_MONEY
    paper: PaperPoints = NO_PAPER
    decision: Decision = NO_DECISION
    place: GamePlace = NO_PLACE

    def __hash__(self) -> int:
        """Hash the fields that tell games apart, read one by one: to hash whole parts takes three times as long."""
        play, end, ramsch, place = self.play, self.end, self.ramsch, self.place
        played = play.contract, play.declarer, play.partner, play.called, play.suit, play.runners, play.doublings
        raised = play.laid, play.knocked, play.without, play.announced, play.doubled_by
        ended = end.result, end.level, end.card_points, end.tricks, end.surrender, self.paper.written
        lost = ramsch.loser, ramsch.second_loser, ramsch.durchmarsch, ramsch.jungfrauen
        taken = ramsch.card_points_by_seat, ramsch.tricks_by_seat
        here = place.first, place.bock, place.sits_out, place.passed, self.decision.sanction
        return hash((played, raised, ended, lost, taken, here))

    def decided(self, **change: Unpack[DecisionChange]) -> "GameRecord":
        """Return the same game with another decision; fields that are not given stay."""
        return replace(self, decision=replace(self.decision, **change))

    def placed(self, **change: Unpack[PlaceChange]) -> "GameRecord":
        """Return the same game in another place on the sheet; fields that are not given stay."""
        return replace(self, place=replace(self.place, **change))


_EMPTY: Mapping[str, Any] = {field.name: field.default for field in fields(GameRecord)}
"""The parts of an empty record."""

# The JSON of a record is flat, in this order; files and hashes depend on it.
_ORDER: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("play", ("contract", "declarer", "partner", "called", "suit")),
    ("end", ("result", "level", "card_points", "tricks")),
    ("play", ("runners", "without", "doublings", "doubled_by", "announced", "late_tout")),
    ("end", ("surrender",)),
    ("ramsch", ("card_points_by_seat", "tricks_by_seat", "loser", "second_loser", "durchmarsch", "jungfrauen")),
    ("money", ("claimed",)),
    ("play", ("laid", "knocked")),
    ("money", ("pot",)),
    ("decision", ("sanction",)),
    ("paper", ("written", "circled")),
    ("decision", ("approved", "struck", "unplayed")),
    ("place", ("first", "match", "bock", "passed", "sits_out", "seats")),
)
_PART_OF: Mapping[str, str] = {name: part for part, names in _ORDER for name in names}

FIELDS: tuple[str, ...] = tuple(_PART_OF)
"""The names of all fields in the JSON, in its order; the parts use the same names."""

_TEXTS = ("contract", "called", "suit", "result", "level", "surrender")
_LISTS = ("written", "card_points_by_seat", "tricks_by_seat", "jungfrauen")
_FLAGS = ("without", "announced", "late_tout", "approved", "struck", "unplayed", "first", "bock")


def given_names(part: Play | PlayEnd | RamschEnd | Money) -> tuple[str, ...]:
    """Return the names of the fields that were given in one part, in its order."""
    return tuple(name for name in part.__slots__ if getattr(part, name) is not None)


def given_fields(record: GameRecord) -> dict[str, object]:
    """Return the fields that were given, by their names in the JSON and in its order."""
    values: dict[str, object] = {}
    for part, names in _ORDER:
        own = getattr(record, part)
        if own is _EMPTY[part]:
            continue
        for name in names:
            value = getattr(own, name)
            if value is not None:
                values[name] = value
    return values


def record_from_json(mapping: object) -> GameRecord:
    """Build a record from a decoded JSON object.

    Raises ScoringError `not_an_object`, `unknown_field`, `missing_field` or `wrong_type`. A null is not a value:
    leave the field out instead.
    """
    parts: dict[str, dict[str, object]] = {}
    for name, value in json_object(mapping, FIELDS).items():
        parts.setdefault(_PART_OF[name], {})[name] = _value(name, value)
    return GameRecord(**{part: type(_EMPTY[part])(**values) for part, values in parts.items()})


def record_to_json(record: GameRecord) -> dict[str, object]:
    """Return the JSON object of a record: only the fields given, in the order of `FIELDS`."""
    return {name: _to_json(value) for name, value in given_fields(record).items()}


def _to_json(value: object) -> object:
    if isinstance(value, Sanction):
        return _sanction_to_json(value)
    return list(value) if isinstance(value, tuple) else value


def _sanction_to_json(sanction: Sanction) -> dict[str, object]:
    entry: dict[str, object] = {"kind": sanction.kind, "offender": sanction.offender}
    if sanction.revealer is not None:
        entry["revealer"] = sanction.revealer
    if sanction.points is not None:
        entry["points"] = list(sanction.points)
    return entry


def _sanction(value: object) -> Sanction:
    values = json_object(value, ("kind", "offender", "revealer", "points"))
    for name in ("kind", "offender"):
        if name not in values:
            raise ScoringError("missing_field", field=f"sanction.{name}")
    return Sanction(
        kind=text_entry(values["kind"], "sanction.kind"),
        offender=whole(values["offender"], "sanction.offender"),
        revealer=whole(values["revealer"], "sanction.revealer") if "revealer" in values else None,
        points=_points(values["points"], "sanction.points") if "points" in values else None,
    )


def _value(name: str, value: object) -> object:
    if name == "sanction":
        return _sanction(value)
    if name in _LISTS:
        return _points(value, name)
    if name in _TEXTS:
        return text_entry(value, name)
    if name in _FLAGS:
        return flag(value, name)
    return whole(value, name)


def _points(value: object, name: str) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise ScoringError("wrong_type", field=name, expected="a list of whole numbers", found=json_type(value))
    return tuple(whole(part, name) for part in value)


def json_object(value: object, allowed: tuple[str, ...]) -> dict[str, object]:
    """Return a value that must be a JSON object with allowed fields only."""
    if not isinstance(value, dict):
        raise ScoringError("not_an_object", found=json_type(value))
    for name in value:
        if name not in allowed:
            raise ScoringError("unknown_field", field=str(name), known=allowed)
    return value


def whole(value: object, name: str) -> int:
    """Return a value that must be a whole number; `name` is the field that the error names."""
    if type(value) is not int:  # to Python a bool is an int, but not to a scoresheet
        raise ScoringError("wrong_type", field=name, expected="a whole number", found=json_type(value))
    return value


def text_entry(value: object, name: str) -> str:
    """Return a value that must be a text."""
    if not isinstance(value, str):
        raise ScoringError("wrong_type", field=name, expected="a text", found=json_type(value))
    return value


def flag(value: object, name: str) -> bool:
    """Return a value that must be true or false."""
    if not isinstance(value, bool):
        raise ScoringError("wrong_type", field=name, expected="true or false", found=json_type(value))
    return value


def json_type(value: object) -> str:
    """Return the name of a value's type in JSON."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return "a text"
    return "a list" if isinstance(value, list | tuple) else "an object"
