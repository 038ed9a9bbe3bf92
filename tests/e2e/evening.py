"""An installation of its own for a whole evening: a server that is killed and restarted, and everyone's devices."""

import contextlib
import os
import re
import signal
from pathlib import Path
from typing import Any

from django.conf import settings
from playwright.sync_api import expect

from tests.e2e.conftest import PATIENCE_MS
from tests.installation import Server, run_inside
from tests.migrated import lay_installation

LAPTOP = {"viewport": {"width": 1280, "height": 900}, "accept_downloads": True}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
# The tables that write on a phone in match 2.
PHONES = (1, 2, 3)

# Code that runs inside the installation, beside the pages.

AUDIT = """
from tests.round_trip import check_log
check_log()
print(json.dumps(""))
"""

# What another desk enters meanwhile, by the same commands as the page. Prints the totals of each table's four seats.
ANOTHER_DESK = """
from tests.e2e.paper_lists import LISTS, TYPED, as_typed
from tests.worlds.factories import write
from tests.worlds.played import accept
from tests.worlds.sheets import totals
from tournament.models import Scoresheet, User
actor = User.objects.get(organiser=True)
written = {}
sheets = Scoresheet.objects.in_force().select_related("match__tournament").filter(match__number=1)
for sheet in sheets.filter(table_number__in=set(LISTS) - set(TYPED)).order_by("table_number"):
    for line in LISTS[sheet.table_number].lines:
        write(sheet, line.no, as_typed(line.points), actor, initialled_by=actor if line.approved else None)
    accept(sheet, actor)
    written[sheet.table_number] = totals(sheet)
print(json.dumps(written))
"""

# The table of the late four, whose sheet is plain.
LATE_TABLE = """
from tests.worlds.factories import write
from tests.worlds.played import accept
from tournament.models import Scoresheet, User
actor = User.objects.get(organiser=True)
sheet = Scoresheet.objects.select_related("match__tournament").get(match__number=1, table_number=17)
for number, entry in enumerate(["r12+", "r34+"] * 16, 1):
    write(sheet, number, entry, actor)
accept(sheet, actor)
print(json.dumps(""))
"""

TABLES = f"""
from tournament.models import Scoresheet
sheets = Scoresheet.objects.filter(match__number=2, table_number__in={PHONES}).select_related("match__tournament")
from tournament.devices.views.devices import table_address
print(json.dumps([[table_address(sheet), sheet.code] for sheet in sheets]))
"""

# Every game is a Rufer, so that no counters change; two players with equal counters get the same points.
THE_OTHER_TABLES = f"""
from tests.worlds.factories import write
from tests.worlds.played import accept
from tournament.models import Scoresheet, Seat, User
actor = User.objects.get(organiser=True)
first = {{seat.participant_id: seat for seat in Seat.objects.filter(match__number=1)}}
second = list(Seat.objects.filter(match__number=2, scoresheet__table_number__gt={max(PHONES)},
    participant__house=False).select_related("scoresheet__match__tournament", "participant"))
counters = ("sie_played", "touts_won", "touts_played", "solos_won", "solos_played")
def known(seat):
    row = first.get(seat.participant_id)
    return row and [getattr(row, name) for name in counters]
behind, ahead, lag = next(
    (one, other, first[other.participant_id].points - first[one.participant_id].points)
    for one in second for other in second
    if one.scoresheet_id != other.scoresheet_id and known(one) and known(one) == known(other)
    and (first[other.participant_id].points - first[one.participant_id].points) in range(2, 33, 2)
)
for sheet in Scoresheet.objects.filter(match__number=2, table_number__gt={max(PHONES)}).order_by("table_number"):
    entries = ["r12+", "r34+"] * 16
    if sheet.pk == behind.scoresheet_id:
        partner = behind.number % 4 + 1
        entries[:lag] = [f"r{{behind.number}}{{partner}}+"] * lag
    for number, entry in enumerate(entries, 1):
        write(sheet, number, entry, actor)
    accept(sheet, actor)
print(json.dumps([one.participant.list_name for one in (behind, ahead)]))
"""


class Evening:
    """The laptop that runs Spielliste, and the devices around it. `var` keeps everything that is written."""

    def __init__(self, browser: Any, var: Path, port: int) -> None:
        self.browser, self.var, self.port = browser, var, port
        self.server = Server(lay_installation(var), "--port", str(port))
        self.contexts: list[Any] = []

    def first_login(self) -> tuple[str, str]:
        """The organiser's name and password, as the start printed them."""
        match = re.search(r": +(\S+) {2}(\S+)\n", self.server.printed)
        assert match, self.server.printed
        return match[1], match[2]

    def device(self, **options: Any) -> Any:
        """A page of a new device, in English."""
        context = self.browser.new_context(base_url=self.server.url, locale="en-GB", **(options or LAPTOP))
        context.set_default_timeout(PATIENCE_MS)
        context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "url": self.server.url}])
        self.contexts.append(context)
        return context.new_page()

    def log_in(self, username: str, password: str, **options: Any) -> Any:
        """A device with this person logged in."""
        page = self.device(**options)
        page.goto("/")
        page.locator("#id_username").fill(username)
        page.locator("#id_password").fill(password)
        primary(page).click()
        expect(page).to_have_url(re.compile(r":\d+/$"))
        return page

    def kill(self) -> None:
        """Send SIGKILL to every process of the server and start a new one, as after a power cut."""
        self._end(signal.SIGKILL)
        self.server = Server(self.var, "--port", str(self.port))

    def inside(self, code: str) -> Any:
        """The JSON that this code prints when it runs in the installation beside the server."""
        return run_inside(self.var, code)

    def close(self) -> None:
        """Close all devices and the server."""
        for context in self.contexts:
            context.close()
        self._end(signal.SIGTERM)

    def _end(self, by: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.server.process.pid, by)
        self.server.process.wait(15)
        self.server.process.stdout.close()


def primary(page: Any) -> Any:
    """The one next step that a page suggests."""
    return page.locator("main .btn-primary").first
