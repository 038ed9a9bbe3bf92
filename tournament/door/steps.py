"""The last steps of one desk at the door, newest first, kept in its session so that each can be taken back."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

MOST_STEPS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorStep:
    """One Enter: whose start number; whether it put them on the list."""

    number: int
    registered: bool


def door_steps(session: Mapping[str, Any], slug: str) -> list[DoorStep]:
    """Return this desk's last steps at this tournament's door."""
    return [DoorStep(**step) for step in session.get(_key(slug), ())]


def keep_step(session: Any, slug: str, step: DoorStep) -> None:
    """Put a step before the others; of one person only the newest stays, unless it only repeats the entry."""
    before = door_steps(session, slug)
    older = next((one for one in before if one.number == step.number), None)
    newest = step if older is None else DoorStep(number=step.number, registered=older.registered or step.registered)
    rest = [one for one in before if one.number != step.number]
    session[_key(slug)] = [asdict(one) for one in [newest, *rest][:MOST_STEPS]]


def drop_step(session: Any, slug: str, number: int) -> None:
    """Forget the step of this start number."""
    session[_key(slug)] = [asdict(one) for one in door_steps(session, slug) if one.number != number]


def _key(slug: str) -> str:
    return f"door {slug}"
