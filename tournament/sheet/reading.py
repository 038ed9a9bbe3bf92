"""Events as the log holds them: kind and payload, with a version. An older log is read as it is and never changed.

Version 1 has no `v` in its payloads. It named rows by their keys in the database and held no reasons, and the times
of its rows are a moment earlier than those of its events.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from datetime import datetime
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

# Importing the package registers every class of events.
import tournament.sheet.acts  # noqa: F401
from scoring.records import GameRecord, record_from_json, record_to_json
from tournament.enums import Source
from tournament.sheet.actors import Actor, Reason
from tournament.sheet.events import FORMS, KINDS, Event, Link

VERSION = 2


class UnknownEvent(ValueError):
    """An event of a kind or version that this Spielliste does not know."""


def kind_of(event: Event) -> str:
    """Return the kind of an event as the log calls it: "game.recorded"."""
    form = FORMS[type(event)]
    return form.kinds[getattr(event, form.field) if form.field else None]


def payload_of(link: Link) -> dict[str, Any]:
    """Return the payload of an event in the newest version. Fields at their default are left out."""
    event, form = link.event, FORMS[type(link.event)]
    payload: dict[str, Any] = {"v": VERSION} if form.versioned else {}
    if form.rest:
        payload |= getattr(event, form.rest)
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name in form.unlogged or field.name in (form.rest, form.field):
            continue
        if field.default is not MISSING and value == field.default:
            continue
        payload[form.names.get(field.name, field.name)] = _json_of(value)
    if link.by.device is not None:
        payload["device"] = link.by.device
    if link.by.card is not None:
        payload["card"] = link.by.card
    return payload


def read_link(*, kind: str, payload: Mapping[str, Any], login: int | None, at: datetime) -> Link:
    """Read an event of any version from the log. Raises UnknownEvent, and ValueError or LookupError for nonsense."""
    version = payload.get("v", 1)
    # The first version has no number. `True` and 2.0 would pass for numbers.
    if "v" in payload and (type(version) is not int or version != VERSION):
        raise UnknownEvent(f"version {version} of the event {kind} is not known")
    if kind not in KINDS:
        raise UnknownEvent(f"the event {kind} is not known")
    values = dict(payload)
    values.pop("v", None)
    device = None if FORMS[KINDS[kind][0]].about_device else values.pop("device", None)
    actor = Actor(login=login, device=device, card=values.pop("card", None))
    event = _event_of(kind, values if version == VERSION else _upgraded(kind, values))
    return Link(event=event, by=actor, at=at if version == VERSION else None)


def _event_of(kind: str, payload: dict[str, Any]) -> Event:
    """Make the event of a payload in the newest version, which is used up."""
    event_class, half = KINDS[kind]
    form, readers = FORMS[event_class], _readers(event_class)
    values: dict[str, Any] = {form.field: half} if form.field else {}
    for field in fields(event_class):
        if form.rest and field.name in (form.rest, form.field):
            continue
        value = payload.pop(form.names.get(field.name, field.name), None)
        if value is not None:
            values[field.name] = readers[field.name](value) if field.name in readers else value
    if form.rest:
        values[form.rest] = payload
    elif payload:
        raise UnknownEvent(f"the event {kind} has fields that are not known: {', '.join(sorted(payload))}")
    return event_class(**values)


@cache
def _readers(event_class: type[Event]) -> Mapping[str, Callable[[Any], Any]]:
    """Return how the fields of this class are read, by name; a field of a plain type stands as it is."""
    hints = get_type_hints(event_class)
    readers = {field.name: _reader(hints[field.name]) for field in fields(event_class)}
    return {name: reader for name, reader in readers.items() if reader is not None}


def _reader(hint: Any) -> Callable[[Any], Any] | None:
    """Return what reads a value of this type, None for a type that JSON has."""
    if isinstance(hint, UnionType):
        (hint,) = (one for one in get_args(hint) if one is not type(None))
    if hint is GameRecord:
        return record_from_json
    if hint is Reason:
        return _reason
    if hint is Actor:
        return _actor
    if get_origin(hint) is tuple:
        return tuple
    return hint if isinstance(hint, type) and issubclass(hint, Enum) else None


def _reason(digest: str) -> Reason:
    return Reason(digest=digest)


def _actor(payload: Mapping[str, int]) -> Actor:
    return Actor(login=payload.get("login"), device=payload.get("device"), card=payload.get("card"))


def _upgraded(kind: str, payload: dict[str, Any]) -> dict[str, Any]:
    """Turn a payload of version 1 into the newest. Drop keys of rows if a number or seat names the row."""
    if kind.startswith("table.") and kind != "table.code":
        if payload.pop("change") is None:
            payload.pop("after_game", None)
        return payload
    if kind.startswith("request.") or (kind == "approval.granted" and "request" in payload):
        payload["row"] = payload.pop("request")
    for name in ("correction", "paper_line", "refusal"):
        payload.pop(name, None)
    if kind == "game.recorded":
        payload.setdefault("command", "")
        payload.setdefault("source", Source.PAPER.value)
    return payload


def _json_of(value: Any) -> Any:
    if isinstance(value, GameRecord):
        return record_to_json(value)
    if isinstance(value, Reason):
        return value.digest
    if isinstance(value, Actor):
        keys = {"device": value.device, "card": value.card}
        return {name: key for name, key in keys.items() if key is not None} or {"login": value.login}
    if isinstance(value, Enum):
        return value.value
    return list(value) if isinstance(value, tuple) else value
