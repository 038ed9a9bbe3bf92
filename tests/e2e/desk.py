"""The desk's page as a typist uses it: by keys only. It counts the keystrokes."""

from typing import Any

from django.urls import reverse
from playwright.sync_api import expect

from tournament.models import Tournament

WRITTEN = 'tr[data-line]:not([data-text=""])'
NAMED_KEYS_TO_A_PART = 60
FOUR_LINES = ["r12+", "r13-", "s2+", "w4-"]
POLL_MS = 2_000


def sheet_url(tournament: Tournament, table: int = 1) -> str:
    return reverse("scoresheet", args=[tournament.slug, 1, table])


class Desk:
    """One desk with an open sheet. Everything goes through the keyboard, and every result is read from the page."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.keystrokes = 0

    def open(self, url: str) -> None:
        """Go to a sheet and wait until its script listens; the reading of the next line appears only then."""
        self.page.goto(url)
        self.ready()

    def ready(self) -> None:
        """Wait until the script has run: it moves the focus to the next step."""
        expect(self.page.locator("#desk")).to_be_visible()
        self.page.wait_for_function("() => document.activeElement !== document.body")

    def wait(self, condition: str, argument: Any = None) -> None:
        """Wait in the page itself, frame by frame, because tests wait for hundreds of lines."""
        self.page.wait_for_function(condition, arg=argument)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.keystrokes += 1

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.keystrokes += len(text)

    def enter(self, text: str) -> None:
        """Type an entry and write it."""
        self.type(text)
        self.press("Enter")

    def write_four(self) -> list[str]:
        """Write the first four lines; return the first five as the page shows them."""
        for entry in FOUR_LINES:
            self.enter(entry)
        self.has_written(4)
        return self.first_lines()

    def compare(self, totals: tuple[int, ...]) -> tuple[str, str]:
        """Type the running totals of the paper; return the page's verdict, good or warning, and its words."""
        self.enter("=" + "".join(f"{value:+d}" for value in totals))
        notice = self.page.locator("#outcome .notice-good, #outcome .notice-warning")
        self.wait("() => document.querySelector('#outcome .notice-good, #outcome .notice-warning')")
        return ("good" if "notice-good" in notice.get_attribute("class") else "warning"), notice.inner_text()

    def refused(self) -> str:
        """Wait for the sentence that says why the last act was refused."""
        notice = self.page.locator("#outcome .notice-problem")
        expect(notice).to_be_visible()
        return notice.inner_text()

    def tab_to(self, selector: str, key: str = "Tab") -> None:
        """Move the focus there by Tab, as somebody without a mouse does."""
        there = self.page.locator(selector).first
        expect(there).to_be_visible()
        for _ in range(NAMED_KEYS_TO_A_PART):
            if there.evaluate("element => element === document.activeElement"):
                return
            self.press(key)
        raise AssertionError(f"{selector} cannot be reached by {key}")

    def push(self, selector: str, key: str = "Tab") -> None:
        """Reach a button and press it."""
        self.tab_to(selector, key)
        self.press("Enter")

    def has_written(self, count: int) -> None:
        """Wait until the sheet has this many lines."""
        self.wait("([lines, count]) => document.querySelectorAll(lines).length === count", [WRITTEN, count])

    def line(self, number: int) -> str:
        """The words of this line of the sheet, "" where nothing is written."""
        return self.page.locator(f'tr[data-line="{number}"]').get_attribute("data-text")

    def first_lines(self) -> list[str]:
        """The words of the first five lines."""
        return [self.line(number) for number in range(1, 6)]

    def head(self) -> str:
        """What the entry says above itself: the next line, or that there is none."""
        return self.page.locator("#entry_head").inner_text()

    def preview(self) -> list[str]:
        """The four scores shown before Enter."""
        return self.page.locator("#scores [data-seat]").all_inner_texts()

    def totals(self) -> tuple[int, ...]:
        """The result line of the sheet."""
        cells = self.page.locator("tr.result td").all_inner_texts()
        return tuple(int(cell.replace("−", "-")) for cell in cells)
