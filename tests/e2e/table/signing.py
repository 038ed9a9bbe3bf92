"""The four at the device of their table."""

from typing import Any

from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.table.phone import PORTRAIT, enrol
from tournament.devices.views.devices import table_address
from tournament.models import Scoresheet, Signature


def at_table(device: Device, sheet: Scoresheet, **options: Any) -> Any:
    """The page of the device at the table, ready for the four to sign."""
    page = device(**{"viewport": PORTRAIT, "is_mobile": True, "has_touch": True} | options)
    enrol(page, sheet)
    page.goto(table_address(sheet))
    expect(page.locator("#signing_progress")).to_be_visible()
    return page


def hand_to(page: Any, name: str) -> None:
    page.get_by_role("button", name=f"{name} signs").click()
    expect(page.locator("#signing_name")).to_have_text(name)


def signed(sheet: Scoresheet) -> list[tuple[int, str, bool]]:
    """Seat, way and whether something was drawn, of each valid signature."""
    rows = Signature.objects.filter(seat__scoresheet=sheet, lapsed_at=None).order_by("seat__number")
    return [(row.seat.number, row.kind, row.strokes is not None) for row in rows.select_related("seat")]
