"""The record of one game and its JSON form. Knows types and field names, but no rules."""

from dataclasses import dataclass, fields

from scoring.errors import ScoringError


@dataclass(frozen=True, slots=True, kw_only=True)
class Sanction:
    """A game ended by the supervisor's sanction; `points` is his ruling where the rules give no figure."""

    kind: str
    offender: int
    revealer: int | None = None
    points: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """What happened at the table in one game; None is a field not given. Seats are 1 to 5 clockwise.

    Either `contract` with its fields, or `written`: the points of a line known only from paper. A Ramsch has
    `card_points_by_seat` and `tricks_by_seat`, or as settled at the table `loser` or `durchmarsch`, with the
    `jungfrauen`. `surrender` is what became of the defenders' offer to give up: accepted or refused. `claimed`
    (runners), `laid`, `knocked` (how often) and `pot` (units in it) matter for money only. `unplayed` stands alone: the
    match ended with fewer games than lines.
    """

    contract: str | None = None
    declarer: int | None = None
    partner: int | None = None
    called: str | None = None
    suit: str | None = None
    result: str | None = None
    level: str | None = None
    card_points: int | None = None
    tricks: int | None = None
    runners: int | None = None
    doublings: int | None = None
    late_tout: bool | None = None
    surrender: str | None = None
    card_points_by_seat: tuple[int, ...] | None = None
    tricks_by_seat: tuple[int, ...] | None = None
    loser: int | None = None
    durchmarsch: int | None = None
    jungfrauen: tuple[int, ...] | None = None
    claimed: int | None = None
    laid: int | None = None
    knocked: int | None = None
    pot: int | None = None
    sanction: Sanction | None = None
    written: tuple[int, ...] | None = None
    circled: int | None = None
    approved: bool | None = None
    struck: bool | None = None
    unplayed: bool | None = None
    first: bool | None = None
    match: int | None = None
    passed: int | None = None
    sits_out: int | None = None
    seats: int | None = None


FIELDS: tuple[str, ...] = tuple(field.name for field in fields(GameRecord))
_TEXTS = ("contract", "called", "suit", "result", "level", "surrender")
_LISTS = ("written", "card_points_by_seat", "tricks_by_seat", "jungfrauen")
_FLAGS = ("late_tout", "approved", "struck", "unplayed", "first")


def record_from_json(mapping: object) -> GameRecord:
    """Build a record from a decoded JSON object.

    Raises ScoringError `not_an_object`, `unknown_field`, `missing_field` or `wrong_type`. A null is not a value:
    leave the field out instead.
    """
    values = json_object(mapping, FIELDS)
    return GameRecord(**{name: _value(name, value) for name, value in values.items()})  # type: ignore[arg-type]


def record_to_json(record: GameRecord) -> dict[str, object]:
    """Return the JSON object of a record: only the fields given, in the order of the class."""
    found: dict[str, object] = {}
    for name in FIELDS:
        value = getattr(record, name)
        if isinstance(value, Sanction):
            value = _sanction_to_json(value)
        if value is not None:
            found[name] = list(value) if isinstance(value, tuple) else value
    return found


def _sanction_to_json(sanction: Sanction) -> dict[str, object]:
    found: dict[str, object] = {"kind": sanction.kind, "offender": sanction.offender}
    if sanction.revealer is not None:
        found["revealer"] = sanction.revealer
    if sanction.points is not None:
        found["points"] = list(sanction.points)
    return found


def _sanction(value: object) -> Sanction:
    values = json_object(value, ("kind", "offender", "revealer", "points"))
    for name in ("kind", "offender"):
        if name not in values:
            raise ScoringError("missing_field", field=f"sanction.{name}")
    return Sanction(
        kind=text(values["kind"], "sanction.kind"),
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
        return text(value, name)
    if name in _FLAGS:
        return flag(value, name)
    return whole(value, name)


def _points(value: object, name: str) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise ScoringError("wrong_type", field=name, expected="a list of whole numbers", found=json_type(value))
    return tuple(whole(part, name) for part in value)


def json_object(value: object, allowed: tuple[str, ...]) -> dict[str, object]:
    """Return a value that must be a JSON object of allowed fields only."""
    if not isinstance(value, dict):
        raise ScoringError("not_an_object", found=json_type(value))
    for name in value:
        if name not in allowed:
            raise ScoringError("unknown_field", field=str(name), known=allowed)
    return value


def whole(value: object, name: str) -> int:
    """Return a value that must be a whole number; `name` is the field for the sentence."""
    if type(value) is not int:  # a bool is an int to Python, but not to a scoresheet
        raise ScoringError("wrong_type", field=name, expected="a whole number", found=json_type(value))
    return value


def text(value: object, name: str) -> str:
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
    """Return what JSON calls the type of a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return "a text"
    return "a list" if isinstance(value, list | tuple) else "an object"
