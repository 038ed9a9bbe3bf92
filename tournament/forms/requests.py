"""Reads the requests of a table before play (docs/table.md). Writes nothing."""

from dataclasses import dataclass
from typing import Any

from tournament.devices.forms.messages import number, read_device_message
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
    return read_device_message(body, _request_of)


def _request_of(payload: dict[str, Any]) -> Asked:
    hand = payload.get("hand") or []
    if not isinstance(hand, list) or len(hand) > MOST_CARDS:
        raise ValueError("no hand")
    return Asked(
        key=_text(payload["key"]),
        number=number(payload["number"]),
        seat=number(payload["seat"]),
        contract=_text(payload["contract"]),
        suit=_text(payload.get("suit", "")),
        hand=tuple(_text(card) for card in hand),
    )


def read_withdrawal(body: bytes) -> int:
    """Read the id of the request that is withdrawn. Refused: not_a_message."""
    return read_device_message(body, lambda payload: number(payload["request"]))


def read_decision(body: bytes) -> DecidedAtTable:
    """Read a supervisor's decision. Refused: not_a_message."""
    return read_device_message(body, _decision_of)


def _decision_of(payload: dict[str, Any]) -> DecidedAtTable:
    state = _text(payload["state"])
    if state not in (ApprovalState.GRANTED, ApprovalState.REFUSED):
        raise ValueError("no decision")
    return DecidedAtTable(
        request=number(payload["request"]),
        state=ApprovalState(state),
        supervisor=number(payload["supervisor"]),
        code=_text(payload["code"]),
    )


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST or not value.isprintable():
        raise ValueError("no text")
    return value
