"""Approvals before play as tests ask for them, decide them and take them back."""

import secrets
from typing import Any

from tournament.enums import ApprovalState
from tournament.models import ApprovalRequest, Scoresheet, User
from tournament.services.requests import decide_request, request_approval, withdraw_request
from tournament.sheet.acts.requests import RequestApproval

FOUR = ["r12+", "s1+", "w2+", "s3-", "w4-"]
TOUT = ("EO", "GO", "HO", "EU", "GU", "HA", "H10", "SA")
POOR = ("EO", "GO", "HO", "EU", "GU", "HA", "S10", "SK")


def ask(sheet: Scoresheet, actor: Any, contract: str = "solo", seat: int = 2, **more: Any) -> ApprovalRequest:
    fields: dict[str, Any] = {"number": 6, "suit": "", "hand": (), "key": secrets.token_hex(16)}
    command = RequestApproval(seat=seat, contract=contract, **{**fields, **more})
    return request_approval(scoresheet=sheet, command=command, actor=actor)


def decide(row: ApprovalRequest, state: ApprovalState, actor: User) -> ApprovalRequest:
    decide_request(request=row, state=state, actor=actor)
    row.refresh_from_db()
    return row


def withdraw(row: ApprovalRequest, actor: Any) -> ApprovalRequest:
    withdraw_request(request=row, actor=actor)
    row.refresh_from_db()
    return row


def states(sheet: Scoresheet) -> list[str]:
    return list(sheet.requests.order_by("pk").values_list("state", flat=True))
