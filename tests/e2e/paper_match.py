"""One match on paper in the evening of 64: lists are typed as the pages advise, decided, confirmed and accepted."""

import re
from typing import Any

from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.desk import Desk
from tests.e2e.paper_lists import GAMES, NOT_SIGNED_ON_PAPER, RULINGS, STRUCK, as_typed, marks, practised
from tests.scoring.paper import PaperLine, PaperList

SLUG = "feldkirchen-2026"


def type_list(desk: Desk, paper: PaperList) -> tuple[int, list[int]]:
    """Type all lines and, after each round, the running totals of the paper.

    Returns the keystrokes of the lines alone, and the games after which the totals differ.
    """
    keys, differs = 0, []
    for line in paper.lines:
        before = desk.keystrokes
        type_line(desk, paper.table, line)
        keys += desk.keystrokes - before
        if line.no % 4 == 0:
            verdict, _words = desk.compare(paper.running[line.no // 4 - 1])
            differs += [line.no] if verdict == "warning" else []
    aside = sum((paper.table, line.no) in RULINGS or line.struck for line in paper.lines)
    desk.wait("(count) => document.querySelectorAll('tr[data-game]').length === count", GAMES - aside)
    return keys, differs


def confirm(page: Any, table: int) -> None:
    """Confirm the signatures of the paper; the four of one unsigned list come to the desk."""
    if table not in NOT_SIGNED_ON_PAPER:
        with page.expect_navigation():
            page.get_by_role("button", name="All signatures are on the paper").click()
        return
    for seat in (1, 2, 3, 4):
        with page.expect_navigation():
            page.locator(f'#side_part button[name="seat"][value="{seat}"]').click()


def type_line(desk: Desk, table: int, line: PaperLine) -> None:
    """Type a line as the legend teaches it; a line that is no game is left to the supervisor, as the page advises."""
    if (table, line.no) in RULINGS:
        if desk.page.locator("#entry").input_value():
            desk.press("Enter")
        desk.enter(as_typed(line.points) + marks(line))
        assert "Enter or ↓ sets it aside for the supervisor" in desk.refused()
        desk.press("Enter")
        expect(desk.page.locator("#entry")).to_have_value("")
        return
    desk.type(practised(line) + marks(line))
    if line.no == GAMES:
        desk.press("Enter")


def decide(supervisor: Any, table: int) -> None:
    """Decide everything that waits at this table, each with one tap."""
    rulings = {number: points for (at, number), points in RULINGS.items() if at == table}
    waiting = len(rulings) + len(STRUCK.get(table, []))
    supervisor.goto(reverse("approvals", args=[SLUG]))
    for remaining in range(waiting, 0, -1):
        expect(supervisor.locator(".asked")).to_have_count(remaining)
        item = supervisor.locator(".asked").first
        number = int(re.search(r"[Gg]ame (\d+)", item.inner_text())[1])
        if number in rulings:
            ruling = " ".join(f"{value:+d}".replace("-", "−") for value in rulings[number])
            item.locator("button").filter(has_text=re.compile(r"\s*".join(map(re.escape, ruling.split())))).first.tap()
        else:
            item.get_by_role("button", name=re.compile("^Strike")).tap()
    expect(supervisor.locator(".asked")).to_have_count(0)


def accept(supervisor: Any, table: int) -> None:
    """The list shows which sheets are signed: a look, a tap."""
    supervisor.goto(reverse("approvals", args=[SLUG]))
    supervisor.locator(".to-accept li").get_by_role("link", name=re.compile(f"Table {table}$")).tap()
    supervisor.get_by_role("button", name="Accept the sheet").tap()
    expect(supervisor.locator("#messages, .notices").first).to_contain_text(f"{table}")
