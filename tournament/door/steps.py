"""What one desk at the door remembers in its session: its last steps, each to be taken back, and its next card."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

MOST_STEPS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class AdmissionStep:
    """One Enter: whose start number; whether it put them on the list; the key of the fee that it took, or None."""

    number: int
    registered: bool
    entry: int | None = None


def door_steps(session: Mapping[str, Any], slug: str) -> list[AdmissionStep]:
    """Return this desk's last steps at this tournament's door, newest first."""
    return [AdmissionStep(**step) for step in session.get(f"door {slug}", ())]


def keep_step(session: Any, slug: str, step: AdmissionStep) -> None:
    """Put a step before the others. A second step of one person joins the first: they are taken back together."""
    steps = door_steps(session, slug)
    older = next((one for one in steps if one.number == step.number), None)
    if older is not None:
        step = AdmissionStep(
            number=step.number, registered=older.registered or step.registered, entry=step.entry or older.entry
        )
    rest = [one for one in steps if one.number != step.number]
    session[f"door {slug}"] = [asdict(one) for one in [step, *rest][:MOST_STEPS]]


def drop_step(session: Any, slug: str, number: int) -> None:
    """Forget the step of this start number. If it gave the last card of the stack, that card comes next again."""
    if card_after(session, slug) == number + 1:
        session[f"door card {slug}"] = number
    session[f"door {slug}"] = [asdict(one) for one in door_steps(session, slug) if one.number != number]


def card_after(session: Mapping[str, Any], slug: str) -> int | None:
    """Return the number after the last card that this desk gave, None before the first."""
    number: int | None = session.get(f"door card {slug}")
    return number


def keep_card(session: Any, slug: str, number: int) -> None:
    """Remember that this desk's stack goes on after this card."""
    session[f"door card {slug}"] = number + 1
