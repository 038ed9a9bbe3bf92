"""One player will not sign a paper list: recorded, objected, appealed, decided for good, and the sheet holds."""

import re
from typing import Any

from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.evening import primary
from tests.e2e.paper_match import SLUG

SEAT = 2


def refuse(desk: Any) -> None:
    """The desk records who does not sign and why; nobody says that all have signed."""
    desk.locator("summary").filter(has_text="Somebody does not sign").click()
    desk.locator("#refusing_seat").select_option(str(SEAT))
    desk.locator("#refusing_reason").fill("Das war kein Schneider.")
    with desk.expect_navigation():
        desk.get_by_role("button", name="Record the refusal").click()
    with desk.expect_navigation():
        desk.get_by_role("button", name="The other signatures are on the paper").click()
    expect(desk.locator(".signed-mark")).to_have_count(3)


def settle(desk: Any, supervisor: Any, judge: Any, table: int) -> None:
    """Dispute, decision, appeal, last word; only then the sheet goes on without the signature."""
    desk.get_by_role("link", name=re.compile("^Raise a dispute for")).click()
    expect(desk.locator("#id_seat")).to_have_value(str(SEAT))
    expect(desk.locator("#id_reason")).to_have_value("Das war kein Schneider.")
    primary(desk).click()
    address = reverse("dispute", args=[SLUG, 1, table, 1])
    decide(supervisor, address, "Decide", "drei sagen es anders")
    sheet = reverse("scoresheet", args=[SLUG, 1, table])
    way_on = re.compile("^Dispute about .* go on without the signature of")
    supervisor.goto(sheet)
    expect(supervisor.get_by_role("button", name=way_on)).to_have_count(1)
    desk.goto(address)
    desk.locator("summary").filter(has_text="Appeal to the tribunal").click()
    desk.locator("#id_reason").fill("doch")
    desk.get_by_role("button", name="Lodge the appeal").click()
    supervisor.goto(sheet)
    expect(supervisor.get_by_role("button", name=way_on)).to_have_count(0)
    decide(judge, address, "Decide finally", "zwei Zeugen")
    supervisor.goto(sheet)
    supervisor.get_by_role("button", name=way_on).tap()
    expect(supervisor.locator("#signatures_title").locator("..")).to_contain_text(
        "accepted after the decision of the tribunal"
    )


def decide(page: Any, address: str, button: str, reason: str) -> None:
    """Reject the dispute, as the supervisor or for good."""
    page.goto(address)
    page.locator('input[name="outcome"][value="rejected"]').check()
    page.locator("#id_reason").fill(reason)
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.locator(".dispute-steps").first).to_contain_text(reason)
