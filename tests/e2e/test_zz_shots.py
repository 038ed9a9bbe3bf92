from typing import Any

import pytest

from tests.e2e.conftest import Device
from tests.e2e.desk import Desk
from tests.e2e.test_desk_keys import sheet_url
from tests.played import first_sheet, play
from tests.sheets import fill

pytestmark = pytest.mark.e2e


def test_shots(device: Device, live_server: Any) -> None:
    tournament, actor = play(2, ())
    fill(first_sheet(tournament), actor, ["r12+"] * 24, 1)
    for w, h in ((1024, 600),):
        desk = Desk(device(actor, language="de"))
        desk.page.set_viewport_size({"width": w, "height": h})
        desk.open(sheet_url(tournament))
        desk.page.wait_for_timeout(500)
        desk.page.screenshot(path=f"/tmp/shot_{w}.png")
        desk.page.evaluate("window.scrollTo(0, 700)")
        desk.page.wait_for_timeout(300)
        desk.page.screenshot(path=f"/tmp/shot_{w}_s.png")
