"""What the table asks for before it plays, read from its message (docs/table.md). Writes nothing."""

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.enums import ApprovalState
from tournament.refusals import Refused

LARGEST = 2**31 - 1
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
    """A supervisor's decision on the table's device: which request, what, who (the id of a login), the six digits."""

    request: int
    state: ApprovalState
    supervisor: int
    code: str


def read_request(body: bytes) -> Asked:
    """The game of a message. Refused: not_a_message."""
    said = _message(body)
    hand = said.get("hand") or []
    if not isinstance(hand, list) or len(hand) > MOST_CARDS:
        raise _not_understood()
    return Asked(
        key=_text(said, "key"),
        number=_number(said, "number"),
        seat=_number(said, "seat"),
        contract=_text(said, "contract"),
        suit=_text(said, "suit"),
        hand=tuple(_checked_text(card) for card in hand),
    )


def read_withdrawal(body: bytes) -> int:
    """The id of the request that is withdrawn. Refused: not_a_message."""
    return _number(_message(body), "request")


def read_decision(body: bytes) -> DecidedAtTable:
    """A supervisor's decision. Refused: not_a_message."""
    said = _message(body)
    state = _text(said, "state")
    if state not in (ApprovalState.GRANTED, ApprovalState.REFUSED):
        raise _not_understood()
    return DecidedAtTable(
        request=_number(said, "request"),
        state=ApprovalState(state),
        supervisor=_number(said, "supervisor"),
        code=_text(said, "code"),
    )


def _message(body: bytes) -> dict[str, Any]:
    try:
        said = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise _not_understood() from error
    if not isinstance(said, dict):
        raise _not_understood()
    return said


def _number(said: dict[str, Any], name: str) -> int:
    value = said.get(name)
    # A bool is an int to Python, and no number to anyone.
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise _not_understood()
    return value


def _text(said: dict[str, Any], name: str) -> str:
    return _checked_text(said.get(name, ""))


def _checked_text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST or not value.isprintable():
        raise _not_understood()
    return value


def _not_understood() -> Refused:
    return Refused(_("The message was not understood. Please call the desk."), code="not_a_message")
