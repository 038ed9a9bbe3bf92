"""The scorekeeper's phone: enrolled for its sheet, in English, used by taps only. It counts the taps."""

from typing import Any

from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.worlds.factories import make_participants, make_tournament, open_scoresheet
from tournament.devices.services.devices import enrol_device
from tournament.devices.views.devices import COOKIE, table_address
from tournament.models import Game, Scoresheet

PORTRAIT = {"width": 390, "height": 844}
LANDSCAPE = {"width": 844, "height": 390}
PHONE = {"viewport": PORTRAIT, "is_mobile": True, "has_touch": True}


class Phone:
    """One enrolled phone with its sheet open."""

    def __init__(self, page: Any, sheet: Scoresheet) -> None:
        self.page = page
        self.sheet = sheet
        self.taps = 0

    def tap(self, where: Any) -> None:
        where.tap()
        self.taps += 1

    def contract(self, name: str) -> None:
        self.tap(self.page.locator("#game .contracts label").filter(has_text=name).first)

    def seat(self, number: int) -> None:
        self.tap(self.page.locator(f'#who [data-seat="{number}"]'))

    def ending(self, *words: str) -> None:
        """An ending, by the names that a screen reader says: ("won", "Schneider")."""
        self.tap(self.page.get_by_role("radio", name=" ".join(words)).locator(".."))

    def write(self) -> None:
        self.page.locator("#write").tap()

    def preview(self) -> list[str]:
        """The points shown beside the names, in the order of the seats."""
        return [text.strip() for text in self.page.locator("#who .seat-points").all_inner_texts()]

    def totals(self) -> list[str]:
        return self.page.locator(".total-points").all_inner_texts()

    def expect_saved(self, following: int | None = None) -> None:
        """Expect that everything has reached the server, and that game `following` is the next one."""
        if following is not None:
            expect(self.page.locator("#entry_head")).to_contain_text(f"Game {following} of")
        expect(self.page.locator("#status")).to_have_attribute("data-kind", "saved")


def enrol(page: Any, sheet: Scoresheet) -> None:
    """Make the browser of this page the writer of the sheet, as the table code would."""
    _device, token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=True, label="Android")
    page.context.add_cookies([{"name": COOKIE, "value": token, "domain": "localhost", "path": table_address(sheet)}])


def open_phone(device: Device, sheet: Scoresheet, **options: Any) -> Phone:
    """A phone of 390 by 844 pixels that writes this sheet, with its page open and ready."""
    return open_sheet(device(**PHONE | options), sheet)


def open_sheet(page: Any, sheet: Scoresheet) -> Phone:
    """Make the browser of this page the writer of this sheet instead of any other, with its page open and ready."""
    enrol(page, sheet)
    page.goto(table_address(sheet))
    expect(page.locator("#entry")).to_be_visible()
    expect(page.locator("#status")).to_have_attribute("data-kind", "saved")
    return Phone(page, sheet)


def make_sheet(rules: str = "schafkopfschule-2023", seats: int = 4, slug: str = "feldkirchen-2026") -> Scoresheet:
    """An open sheet with the named cast."""
    tournament = make_tournament(slug=slug, rules=rules)
    make_participants(tournament, seats)
    return open_scoresheet(tournament, seats=seats)


def points(game: Game, seats: int = 4) -> list[int]:
    return [getattr(game, f"points_{seat}") for seat in range(1, seats + 1)]


def records(sheet: Scoresheet) -> list[tuple[int, dict[str, Any]]]:
    return [(game.number, game.record) for game in sheet.games.order_by("number")]


def rufer(phone: Phone, declarer: int = 1, partner: int = 3, *ending: str) -> None:
    """Choose and write a Rufer."""
    phone.seat(declarer)
    phone.seat(partner)
    phone.ending(*(ending or ("won", "simple")))
    phone.write()
