"""Events as the log holds them: kind and payload, with a version. An older log is read as it is and never changed.

Version 1 has no `v` in its payloads. It named rows by their keys in the database and held no reasons, and the times
of its rows are a moment earlier than those of its events.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from datetime import datetime
from enum import Enum
from typing import Any

from scoring.records import GameRecord, record_from_json, record_to_json
from tournament.enums import (
    CorrectionKind,
    DeviceState,
    DisputeOutcome,
    FollowUp,
    PaperLineKind,
    SheetState,
    Source,
    TableChangeKind,
)
from tournament.sheet import dispute_events, events
from tournament.sheet.actors import Actor, Reason
from tournament.sheet.events import Event, Link

VERSION = 2


class UnknownEvent(ValueError):
    """An event of a kind or version that this Spielliste does not know."""


KINDS: Mapping[str, type] = {
    "scoresheet.opened": events.SheetOpened,
    "scoresheet.discarded": events.SheetDiscarded,
    "table.code": events.CodeRenewed,
    "device.enrolled": events.DeviceEnrolled,
    "sheet.source": events.SourceSet,
    "sheet.state": events.SheetStepped,
    "sheet.accepted": events.SheetAccepted,
    "game.recorded": events.GameRecorded,
    "game.moved": events.GameMoved,
    "game.taken_back": events.GameTakenBack,
    "lines.inserted": events.LinesInserted,
    "lines.taken_out": events.LinesTakenOut,
    "line.set_aside": events.LineSetAside,
    "approval.requested": events.ApprovalRequested,
    "approval.granted": events.ApprovalGranted,
    "approval.refused": events.ApprovalRefused,
    "approval.withdrawn": events.ApprovalWithdrawn,
    "request.made": events.RequestMade,
    "signature.given": events.SignatureGiven,
    "signature.lapsed": events.SignatureLapsed,
    "signature.refused": events.SignatureRefused,
    "signature.refusal_lapsed": events.RefusalLapsed,
    "signature.refusal_overruled": events.RefusalOverruled,
    "second.recorded": events.SecondRecorded,
    "second.taken_back": events.SecondTakenBack,
    "second.looked": events.SecondLooked,
    "totals.recorded": events.TotalsRecorded,
    "totals.taken_back": events.TotalsTakenBack,
    "dispute.raised": dispute_events.DisputeRaised,
    "dispute.decided": dispute_events.DisputeDecided,
    "dispute.appealed": dispute_events.DisputeAppealed,
    "dispute.final": dispute_events.DisputeSettled,
    "dispute.withdrawn": dispute_events.DisputeWithdrawn,
    "dispute.followed": dispute_events.DisputeFollowed,
}
ANSWERS = ("granted", "refused", "withdrawn")
# Kinds that share a class: the class, its field, and the value that the second half of the kind stands for.
FAMILIES: Mapping[str, tuple[type, str, Any]] = {
    **{f"game.{change.value}": (events.GameCorrected, "change", change) for change in CorrectionKind},
    **{f"table.{change.value}": (events.TableChanged, "change", change) for change in TableChangeKind},
    **{
        f"request.{answer}": (events.RequestAnswered, "answer", answer)
        for answer in ("granted", "refused", "withdrawn")
    },
    "device.replaced": (events.DeviceEnded, "state", DeviceState.REPLACED),
    "device.locked": (events.DeviceEnded, "state", DeviceState.LOCKED),
    "line.closed": (events.LineClosed, "taken_up", False),
    "line.taken_up": (events.LineClosed, "taken_up", True),
}
_KIND_OF = {kind_class: kind for kind, kind_class in KINDS.items()}
_FAMILY_OF = {(one[0], one[2]): kind for kind, one in FAMILIES.items()}
_FIELD_OF = {one[0]: one[1] for one in FAMILIES.values()}

# Fields that have another name in the payload.
NAMES: Mapping[tuple[type, str], str] = {
    (events.SheetStepped, "before"): "from",
    (events.ApprovalRequested, "name"): "named",
}
# Fields that a row keeps and the log does not: free texts, drawings, keys of an older log.
NOT_TOLD = frozenset({"drawn", "row"})
# In these kinds the payload's device is the one that the event is about, not the one that acts.
OF_DEVICE = frozenset({"device.replaced", "device.locked"})


def _reason(digest: str) -> Reason:
    return Reason(digest=digest)


def _actor(told: Mapping[str, int]) -> Actor:
    return Actor(login=told.get("login"), device=told.get("device"))


READERS: Mapping[str, Callable[[Any], Any]] = {
    "record": record_from_json,
    "new_record": record_from_json,
    "source": Source,
    "before": SheetState,
    "to": SheetState,
    "kind": PaperLineKind,
    "outcome": DisputeOutcome,
    "follow_up": FollowUp,
    "reason": _reason,
    "name": _reason,
    "writer": _actor,
    "seats": tuple,
    "redeals": tuple,
    "written": tuple,
    "hand": tuple,
}


def kind_of(event: Event) -> str:
    """Return the kind of an event as the log calls it: "game.recorded"."""
    field = _FIELD_OF.get(type(event))
    return _KIND_OF[type(event)] if field is None else _FAMILY_OF[type(event), getattr(event, field)]


def payload_of(link: Link) -> dict[str, Any]:
    """Return the payload of an event in the newest version. Fields at their default are left out."""
    event = link.event
    # This event has no version: anyone who checks a sealed sheet from its file alone recomputes it in its first form.
    told: dict[str, Any] = {} if isinstance(event, events.SheetAccepted) else {"v": VERSION}
    if isinstance(event, events.TableChanged):
        told |= event.told
    half = _FIELD_OF.get(type(event), "")
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name in NOT_TOLD or field.name in ("told", half):
            continue
        if field.default is not MISSING and value == field.default:
            continue
        told[NAMES.get((type(event), field.name), field.name)] = _written(value)
    if link.by.device is not None:
        told["device"] = link.by.device
    return told


def read_link(*, kind: str, payload: Mapping[str, Any], login: int | None, at: datetime) -> Link:
    """Read an event of any version from the log. Raises UnknownEvent, and ValueError or LookupError for nonsense."""
    version = payload.get("v", 1)
    # The first version has no number. `True` and 2.0 would pass for numbers.
    if "v" in payload and (type(version) is not int or version != VERSION):
        raise UnknownEvent(f"version {version} of the event {kind} is not known")
    told = dict(payload)
    told.pop("v", None)
    device = None if kind in OF_DEVICE else told.pop("device", None)
    event = _read(kind, told if version == VERSION else _upgraded(kind, told))
    return Link(event=event, by=Actor(login=login, device=device), at=at if version == VERSION else None)


def _read(kind: str, told: dict[str, Any]) -> Event:
    known: dict[str, Any] = {}
    if kind in FAMILIES:
        event_class, half, value = FAMILIES[kind]
        known[half] = value
    elif kind in KINDS:
        event_class = KINDS[kind]
    else:
        raise UnknownEvent(f"the event {kind} is not known")
    if event_class is events.TableChanged:
        known |= {name: told.pop(name) for name in ("after_game", "reason") if name in told}
        if "reason" in known:
            known["reason"] = _reason(known["reason"])
        return events.TableChanged(told=told, **known)
    for field in fields(event_class):
        name = NAMES.get((event_class, field.name), field.name)
        if name in told and told[name] is not None:
            value = told.pop(name)
            known[field.name] = READERS[field.name](value) if field.name in READERS else value
        else:
            told.pop(name, None)
    if told:
        raise UnknownEvent(f"the event {kind} has fields that are not known: {', '.join(sorted(told))}")
    found: Event = event_class(**known)
    return found


def _upgraded(kind: str, told: dict[str, Any]) -> dict[str, Any]:
    """Turn a payload of version 1 into the newest. Keys of rows are dropped where number or seat name the row."""
    if kind.startswith("table.") and kind != "table.code":
        if told.pop("change") is None:
            told.pop("after_game", None)
        return told
    if kind.startswith("request.") or (kind == "approval.granted" and "request" in told):
        told["row"] = told.pop("request")
    for name in ("correction", "paper_line", "refusal"):
        told.pop(name, None)
    if kind == "game.recorded":
        told.setdefault("command", "")
        told.setdefault("source", Source.PAPER.value)
    return told


def _written(value: Any) -> Any:
    if isinstance(value, GameRecord):
        return record_to_json(value)
    if isinstance(value, Reason):
        return value.digest
    if isinstance(value, Actor):
        return {"device": value.device} if value.device is not None else {"login": value.login}
    if isinstance(value, Enum):
        return value.value
    return list(value) if isinstance(value, tuple) else value
