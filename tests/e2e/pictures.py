"""The pictures of the handbook and the README: what each shows, and how the browser gets there.

They are taken in German from the demo (`./run demo`) as it stands at 20:30, at a laptop, a phone and a projector.
"""

import datetime as dt
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.table.finger import draw
from tests.e2e.table.phone import enrol
from tests.tournament.ceremony.hall import Hall
from tests.worlds.frozen import EVENING, Clock
from tournament.backup.copies.locations import LIST, copies_folder
from tournament.backup.copies.names import copy_name
from tournament.backup.copies.status import THERE, BackupStatus, LocationStatus, write_status
from tournament.devices.views.devices import table_address
from tournament.models import Prize, Scoresheet, User

DEMO, PRIZES = "beispiel", "feldkirchen-2026"
LAPTOP = {"viewport": {"width": 1100, "height": 720}}
LONG = {"viewport": {"width": 1100, "height": 1000}}
PHONE = {"viewport": {"width": 390, "height": 780}, "is_mobile": True, "has_touch": True}
PROJECTOR = {"viewport": {"width": 1280, "height": 720}}
# Between two looks at the clock while the demo plays, so that its log has an evening's times.
STEP = dt.timedelta(milliseconds=120)
# The step that announces it: after the opening, the best of match 1 and the third place.
SECOND_PLACE = 3
TAKEN_AT = EVENING + dt.timedelta(hours=1, minutes=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """`login` is the name of a login of the demo, "" for a device in the hall."""

    name: str
    show: Callable[[Any], None]
    options: dict[str, Any]
    login: str = ""


def make_world(clock: Clock) -> None:
    """Play the demo, and beside it a prize-giving that has come to the second place."""
    clock.step = STEP
    call_command("seed_demo", verbosity=0)
    _begin_prize_giving()
    clock.step, clock.now = dt.timedelta(0), TAKEN_AT
    _lay_copies()


def _begin_prize_giving() -> None:
    hall = Hall()
    Prize.objects.filter(pk=hall.place_prizes[1].pk).update(words="Spanferkel für zehn")
    hall.begin()
    hall.step(SECOND_PLACE)


def _lay_copies() -> None:
    """What the keeper says of the copies; only their names are read."""
    names = tuple(copy_name(TAKEN_AT - dt.timedelta(minutes=minutes)) for minutes in (2, 7, 12, 60))
    for name in names:
        (copies_folder() / name).touch()
    stick = {"key": "stick", "folder": "/media/verein/STICK", "lock": None}
    (copies_folder() / LIST).write_text(json.dumps([stick]))
    places = [("own", str(copies_folder()), names), ("stick", stick["folder"], names[:3])]
    locations = tuple(
        LocationStatus(key=key, state=THERE, folder=folder, elsewhere=key != "own", copies=copies, problem="")
        for key, folder, copies in places
    )
    write_status(BackupStatus(at=TAKEN_AT, locations=locations))


def _go(page: Any, name: str, *args: object, slug: str = DEMO) -> None:
    page.goto(reverse(name, args=[slug, *args]))


def _at_table(page: Any, match: int, table: int) -> None:
    """Make the page's browser the phone of this table."""
    sheet = Scoresheet.objects.select_related("match__tournament").get(
        match__tournament__slug=DEMO, match__number=match, table_number=table
    )
    enrol(page, sheet)
    page.goto(table_address(sheet))
    expect(page.locator("#status")).to_have_attribute("data-kind", "saved")


def _sheet(page: Any) -> None:
    _go(page, "scoresheet", 1, 7)


def _desk(page: Any) -> None:
    _go(page, "scoresheet", 2, 8)
    page.locator("#entry").fill("s2++")
    expect(page.locator("#reading")).to_contain_text("gewonnen mit Schneider")


def _phone_game(page: Any) -> None:
    _at_table(page, 2, 8)
    page.locator("#game .contracts label").first.tap()
    page.locator('#who [data-seat="1"]').tap()
    page.locator('#who [data-seat="3"]').tap()


def _phone_result(page: Any) -> None:
    _phone_game(page)
    page.locator("#endings label").nth(1).tap()
    expect(page.locator("#who .seat-points").first).not_to_be_empty()


def _phone_sheet(page: Any) -> None:
    _phone_result(page)
    with page.expect_response("**/commands/"):  # it says "saved" before, too
        page.locator("#write").tap()
    expect(page.locator("#status")).to_have_attribute("data-kind", "saved")
    page.locator("#view_toggle").tap()
    expect(page.locator("#sheet")).to_be_visible()


def _approval(page: Any) -> None:
    _go(page, "approvals")


def _table_plan(page: Any) -> None:
    _go(page, "table_plan", 2)


def _board(page: Any) -> None:
    _go(page, "screen_seats")


def _standings(page: Any) -> None:
    _go(page, "public_standings")


def _prize_giving(page: Any) -> None:
    _go(page, "screen_ceremony", slug=PRIZES)


def _signing(page: Any) -> None:
    _at_table(page, 2, 6)
    page.locator("#signing_list button").first.tap()
    draw(page)


def _backup(page: Any) -> None:
    page.goto(reverse("backup"))
    expect(page.locator("main")).to_contain_text("STICK")


def _rulesets(page: Any) -> None:
    page.goto(reverse("rulesets"))


def _log(page: Any) -> None:
    _go(page, "log")


PICTURES = [
    Picture(name="sheet", show=_sheet, options=LONG, login="auswertung"),
    Picture(name="desk", show=_desk, options=LAPTOP, login="auswertung"),
    Picture(name="approval", show=_approval, options=PHONE, login="aufsicht"),
    Picture(name="table-plan", show=_table_plan, options=LAPTOP, login="turnierleitung"),
    Picture(name="board", show=_board, options=PROJECTOR),
    Picture(name="standings", show=_standings, options=PHONE),
    Picture(name="prize-giving", show=_prize_giving, options=PROJECTOR),
    Picture(name="signing", show=_signing, options=PHONE),
    Picture(name="backup", show=_backup, options=LAPTOP, login="turnierleitung"),
    Picture(name="rulesets", show=_rulesets, options=LAPTOP, login="turnierleitung"),
    Picture(name="log", show=_log, options=LONG, login="turnierleitung"),
    # These write a game, so they come last.
    Picture(name="phone-game", show=_phone_game, options=PHONE),
    Picture(name="phone-result", show=_phone_result, options=PHONE),
    Picture(name="phone-sheet", show=_phone_sheet, options=PHONE),
]


def take(picture: Picture, device: Callable[..., Any]) -> bytes:
    """Show what the picture shows, and return the screen as a PNG."""
    user = User.objects.get(username=picture.login) if picture.login else None
    page = device(user, language="de", reduced_motion="reduce", color_scheme="light", **picture.options)
    page.clock.set_fixed_time(TAKEN_AT)
    picture.show(page)
    page.evaluate("() => Promise.race([document.fonts.ready, new Promise((done) => setTimeout(done, 10000))])")
    page.mouse.move(0, 0)  # away from what was tapped, which is shown as hovered now and then
    # Without a cursor that blinks and without a field that is framed by chance.
    image: bytes = page.screenshot(animations="disabled", caret="hide")
    page.context.close()
    return image
