"""The columns of each kind of row, named once: rows.py writes the parts of a sheet into them, loading.py reads them.

Columns are named as in the models. How a field stands in its column follows from the type of the field.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from operator import attrgetter, itemgetter
from types import UnionType
from typing import Any, Generic, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from scoring.records import GameRecord, record_from_json, record_to_json
from tournament.sheet import state
from tournament.sheet.actors import Actor, Reason, reason_of
from tournament.sheet.dispute_state import Dispute, DisputeStep

Row: TypeAlias = Mapping[str, Any]
Columns: TypeAlias = dict[str, Any]
Value = TypeVar("Value")


class RowColumns(Generic[Value]):
    """The columns of one kind of row, and the class of the values that its rows stand for.

    `optional` are columns that an older log does not hold: they are left out if they are empty, so they are neither
    written nor compared. `time` is the column of the time at which somebody acted; the actor stands beside it.
    `fields` are the fields of columns with another name; the field of a key is named without its `_id`.
    """

    def __init__(
        self, value_class: Callable[..., Value], columns: str, *, optional: str = "", time: str = "", **fields: str
    ) -> None:
        types = get_type_hints(value_class)
        names = {column: fields.get(column, column.removesuffix("_id")) for column in f"{columns} {optional}".split()}
        self._value_class, self._time = value_class, time
        self._writers = [(column, _writer(names[column], types[names[column]])) for column in columns.split()]
        self._optional = [(column, attrgetter(names[column])) for column in optional.split()]
        self._readers = [(field, _reader(column, types[field])) for column, field in names.items()]
        if time:
            self._readers += [("by", _actor), ("at", itemgetter(time))]
        if "row" in types:
            self._readers.append(("row", itemgetter("id")))

    def write(self, value: Value, **others: Any) -> Columns:
        """Return the columns of this value. `others` are columns that no field of it holds."""
        row = others
        for column, write in self._writers:
            row[column] = write(value)
        for column, field_of in self._optional:
            if cell := field_of(value):
                row[column] = cell
        if self._time:
            row |= _actor_columns(value, self._time)
        return row

    def read(self, row: Row, **others: Any) -> Value:
        """Return the value that this row stands for. `others` are fields that its columns do not hold.

        Raises ValueError, TypeError, LookupError or ScoringError for nonsense.
        """
        return self._value_class(**{field: read(row) for field, read in self._readers}, **others)


def _writer(field: str, field_type: Any) -> Callable[[Any], Any]:
    """Return what makes the column of a value with this field."""
    field_of, (form, _read, empty) = attrgetter(field), _forms(field_type)
    if form is None:
        return field_of
    if not isinstance(field_type, UnionType):
        return lambda value: form(field_of(value))
    return lambda value: empty if (one := field_of(value)) is None else form(one)


def _reader(column: str, field_type: Any) -> Callable[[Row], Any]:
    """Return what makes the field of a row with this column."""
    if field_type == Reason | None:
        return lambda row: _reason(row[column], row["salt"])
    _write, form, empty = _forms(field_type)
    if form is None:
        return itemgetter(column)
    if not isinstance(field_type, UnionType):
        return lambda row: form(row[column])
    return lambda row: None if row[column] == empty else form(row[column])


def _forms(field_type: Any) -> tuple[Callable[[Any], Any] | None, Callable[[Any], Any] | None, str | None]:
    """Return what writes and what reads a field of this type, and how the column says that it is empty."""
    if isinstance(field_type, UnionType):
        field_type = get_args(field_type)[0]
    if field_type is GameRecord:
        return record_to_json, record_from_json, None
    if get_origin(field_type) is tuple:
        return list, _list, None
    if isinstance(field_type, type) and issubclass(field_type, Enum):
        return attrgetter("value"), field_type, ""
    return None, None, None


def _actor_columns(value: Any, when: str) -> Columns:
    """Return the actor and the time. An older log holds no time, and does not say on whose behalf somebody acted."""
    if value.at is None or value.by is None:
        return {}
    return {"login_id": value.by.login, "device_id": value.by.device, "card": value.by.card, when: value.at}


def _actor(row: Row) -> Actor:
    return Actor(login=row["login_id"], device=row["device_id"], card=row["card"])


def _list(value: Any) -> tuple[Any, ...]:
    """Return the values of a list in JSON. A text or an object can be iterated as well, so they are refused."""
    if not isinstance(value, list):
        raise TypeError(f"{type(value).__name__} instead of a list")
    return tuple(value)


def _reason(text: Any, salt: Any) -> Reason | None:
    """Return the text that a person wrote. Its salt is erased together with a name; without the salt the hash is
    unknown."""
    if salt:
        return reason_of(text, salt)
    return Reason(digest="", text=text) if text else None


SHEET = RowColumns(
    state.Sheet, "state source first_dealer scorekeeper pack totals accepted_by_id", optional="accepted_at"
)
GAME = RowColumns(state.WrittenGame, "record redeals source supervisor_id", time="written_at")
APPROVAL = RowColumns(
    state.Approval, "section state on_paper supervisor_id", optional="oral decided_at", time="requested_at"
)
CORRECTION = RowColumns(
    state.Correction,
    "kind old_record new_record supervisor_id",
    optional="section reason at",
    old_record="old",
    new_record="new",
)
REQUEST = RowColumns(
    state.Request,
    "number seat contract suit section hand state supervisor_id at_table",
    optional="command decided_at",
    time="requested_at",
)
PAPER_LINE = RowColumns(
    state.PaperLine, "number kind text written record typed_by_id", optional="typed_at closed_at", typed_at="at"
)
SECOND_LINE = RowColumns(state.SecondLine, "record typed_by_id", optional="command typed_at", typed_at="at")
SIGNATURE = RowColumns(
    state.Signature, "kind content_hash", optional="lapsed_at", time="signed_at", content_hash="content"
)
REFUSAL = RowColumns(
    state.SignatureRefusal,
    "content_hash dispute overruled_by_id",
    optional="overruled_at reason lapsed_at",
    time="refused_at",
    content_hash="content",
)
CHANGE = RowColumns(
    state.TableChange,
    "kind after_game told changed_by_id",
    optional="reason changed_at",
    changed_by_id="by",
    changed_at="at",
)
DISPUTE = RowColumns(Dispute, "number cheating late")
STEP = RowColumns(DisputeStep, "to outcome follow_up for_seat", optional="reason", time="at", for_seat="seat")
# The service of the devices writes their rows.
DEVICE = RowColumns(state.Device, "state locked_by_id enrolled_at ended_at")
