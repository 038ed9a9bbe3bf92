"""The base class of a sheet's events, and `@event`, which gives a class its kind in the log.

The classes stand in acts/, each beside the command that it follows from. reading.py holds the texts of the log.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Protocol, TypeVar

from tournament.sheet.actors import NOBODY, Actor
from tournament.sheet.state import Sheet


class Event(Protocol):
    """Something that happened to a sheet: a frozen dataclass whose fields are named as in the payload of the log.

    `number` is a line, `seat` a seat; both count from 1.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def fold(self, sheet: Sheet, link: "Link") -> Sheet:
        """Return the sheet after this event. It decides nothing and refuses nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """An event with its actor and time. `at` is None in an older log: its rows were written a moment earlier."""

    event: Event
    by: Actor = NOBODY
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """How the events of one class stand in the log.

    `kinds` are their kinds, by the value of `field`; a class of a single kind has no such field. `names` are the fields
    that have another name in the payload. `unlogged` are fields that a row keeps and the log does not: free texts,
    drawings, keys of an older log. `rest` is a field whose values stand in the payload side by side with the others.
    `about_device`: the payload's device is the one that the event is about, not the one that acts.
    `versioned`: the payload names its version.
    """

    kinds: Mapping[Any, str]
    field: str = ""
    names: Mapping[str, str]
    unlogged: frozenset[str] = frozenset()
    rest: str = ""
    about_device: bool = False
    versioned: bool = True


# Filled by `@event`; importing acts/ imports every act.
FORMS: dict[type[Event], Form] = {}
# The class of each kind, and the value of its `field`.
KINDS: dict[str, tuple[type[Event], Any]] = {}

Declared = TypeVar("Declared", bound=Event)


def event(
    kind: str = "",
    *,
    field: str = "",
    kinds: Mapping[Any, str] | None = None,
    names: Mapping[str, str] | None = None,
    unlogged: tuple[str, ...] = (),
    rest: str = "",
    about_device: bool = False,
    versioned: bool = True,
) -> Callable[[type[Declared]], type[Declared]]:
    """Register a class of events under its kind, or under the `kinds` that its `field` decides between, as in `Form`.

    Its fields are read from the log by their types: records, choices, reasons, actors, tuples and plain values.
    """
    form = Form(
        kinds=kinds or {None: kind},
        field=field,
        names=names or {},
        unlogged=frozenset(unlogged),
        rest=rest,
        about_device=about_device,
        versioned=versioned,
    )

    def register(event_class: type[Declared]) -> type[Declared]:
        for value, one in form.kinds.items():
            if one in KINDS:
                raise ValueError(f"the kind {one} has a class of events already")
            KINDS[one] = (event_class, value)
        FORMS[event_class] = form
        return event_class

    return register
