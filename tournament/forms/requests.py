"""Reads what the table asks for before it plays (docs/table.md). Writes nothing."""

from dataclasses import dataclass
from typing import Any

from tournament.devices.forms.messages import number, read_message
from tournament.enums import ApprovalState

LONGEST = 40
MOST_CARDS = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A game to be approved: its number, the declarer's seat, contract, suit or "", and the hand or nothing."""

    key: str
    number: int
    seat: int
    contract: str
    suit: str
    hand: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedAtTable:
    """A supervisor's decision on the table's device: the request, the decision, the id of the login, the six digits."""

    request: int
    state: ApprovalState
    supervisor: int
    code: str


def read_request(body: bytes) -> Asked:
    """Read the game of a message. Refused: not_a_message."""
    return read_message(body, _asked)


def _asked(said: dict[str, Any]) -> Asked:
    hand = said.get("hand") or []
    if not isinstance(hand, list) or len(hand) > MOST_CARDS:
        raise ValueError("no hand")
    return Asked(
        key=_text(said["key"]),
        number=number(said["number"]),
        seat=number(said["seat"]),
        contract=_text(said["contract"]),
        suit=_text(said.get("suit", "")),
        hand=tuple(_text(card) for card in hand),
    )


def read_withdrawal(body: bytes) -> int:
    """Read the id of the request that is withdrawn. Refused: not_a_message."""
    return read_message(body, lambda said: number(said["request"]))


def read_decision(body: bytes) -> DecidedAtTable:
    """Read a supervisor's decision. Refused: not_a_message."""
    return read_message(body, _decided)


def _decided(said: dict[str, Any]) -> DecidedAtTable:
    state = _text(said["state"])
    if state not in (ApprovalState.GRANTED, ApprovalState.REFUSED):
        raise ValueError("no decision")
    return DecidedAtTable(
        request=number(said["request"]),
        state=ApprovalState(state),
        supervisor=number(said["supervisor"]),
        code=_text(said["code"]),
    )


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST or not value.isprintable():
        raise ValueError("no text")
    return value
