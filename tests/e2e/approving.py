"""Approvals before play on the phone of a table."""

from typing import Any

from tests.e2e.table.phone import Phone

# Four Solos and Wenzen: the next one is the fifth (5.2.16).
FOUR = ["r12+", "s1+", "w2+", "s3-", "w4-"]


def choose(phone: Phone, contract: str, seat: int) -> None:
    label = phone.page.locator("#game .contracts label").filter(has=phone.page.get_by_text(contract, exact=True))
    if not label.first.is_visible():
        phone.page.locator("#more").tap()
    label.first.tap()
    phone.seat(seat)


def dialog(phone: Phone) -> Any:
    return phone.page.locator("#approval_dialog")
