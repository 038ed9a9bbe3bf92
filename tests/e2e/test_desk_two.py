"""Two desks with one sheet: who has which line, and what happens to half-typed lines."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.desk import POLL_MS, Desk, sheet_url
from tests.worlds.factories import make_user
from tournament.models import Game, Tournament, User

pytestmark = pytest.mark.e2e


def another_desk(device: Device, tournament: Tournament) -> Desk:
    """Eva at the second laptop with the same sheet; the clock of her page stands still until a test moves it."""
    desk = Desk(device(make_user("desk", username="eva", full_name="Eva Zöllner")))
    desk.page.clock.install()
    desk.open(sheet_url(tournament))
    desk.page.clock.pause_at(desk.page.evaluate("() => Date.now() + 100"))
    return desk


def test_the_second_desk_is_told_who_wrote_what(desk: Desk, device: Device, hall: tuple[Tournament, User]) -> None:
    eva = another_desk(device, hall[0])
    desk.enter("r13++")
    desk.has_written(1)
    eva.enter("s2+")
    sentence = eva.refused()
    assert "K. Reiter" in sentence
    assert desk.line(1).startswith("Rufer, ")
    assert desk.line(1) in sentence
    expect(eva.page.locator("#entry")).to_have_value("s2+")
    eva.press("Enter")  # a second Enter still does not overwrite the other's line
    assert "K. Reiter" in eva.refused()
    assert list(Game.objects.values_list("number", "login__full_name")) == [(1, "K. Reiter")]


def test_another_desks_line_does_not_move_what_is_half_typed(
    desk: Desk, device: Device, hall: tuple[Tournament, User]
) -> None:
    eva = another_desk(device, hall[0])
    eva.type("s2+")
    desk.enter("r13++")
    desk.has_written(1)
    eva.page.clock.run_for(POLL_MS + 500)
    eva.has_written(1)
    assert desk.line(1) in eva.head()
    eva.press("Enter")
    assert "K. Reiter" in eva.refused()
    assert list(Game.objects.values_list("number", flat=True)) == [1]
    eva.press("ArrowDown")
    expect(eva.page.locator("tr.draft")).to_contain_text("Not entered: s2+")
    eva.enter("s2+")
    eva.has_written(2)


def test_the_other_desks_line_comes_by_itself(desk: Desk, device: Device, hall: tuple[Tournament, User]) -> None:
    """It appears within three seconds of the page's own clock, without a reload."""
    eva = another_desk(device, hall[0])
    desk.enter("r13++")
    desk.has_written(1)
    eva.has_written(0)
    eva.page.clock.run_for(3_000)
    eva.has_written(1)
    assert "Game 1 again" in eva.head()  # only its own typist moves the cursor
    eva.press("Escape")
    eva.enter("r12+")
    desk.has_written(2)
    assert [eva.line(1), eva.line(2)] == [desk.line(1), desk.line(2)]


def test_a_ruling_being_typed_survives_the_other_desks_line(
    desk: Desk, device: Device, hall: tuple[Tournament, User]
) -> None:
    eva = another_desk(device, hall[0])
    desk.enter("r12+")
    desk.has_written(1)
    desk.enter("-1 1 1 0")
    desk.refused()
    desk.page.fill("#ruling_reason", "Schreibfehler")
    desk.page.locator(".ruling button").last.focus()
    eva.page.clock.run_for(3_000)
    eva.has_written(1)
    eva.press("ArrowDown")
    eva.enter("r13+")
    eva.has_written(2)
    desk.has_written(2)
    expect(desk.page.locator("#ruling_reason")).to_have_value("Schreibfehler")
    expect(desk.page.locator(".ruling button").last).to_be_focused()


def test_what_was_in_use_when_another_desk_wrote_is_caught_up(
    desk: Desk, device: Device, hall: tuple[Tournament, User]
) -> None:
    """A game is answered with what it changed only while the whole page is of one version."""

    def answered(entry: str) -> set[str]:
        with desk.page.expect_response("**/games/") as answer:
            desk.enter(entry)
        return {"parts", "changed"} & answer.value.json().keys()

    eva = another_desk(device, hall[0])
    desk.enter("r12+")
    desk.has_written(1)
    assert answered("r13+") == {"changed"}
    reason = desk.page.locator("#unplayed_reason")
    desk.page.locator("details.unplayed summary").click()
    reason.fill("Nur drei")
    eva.page.clock.run_for(POLL_MS + 500)
    eva.has_written(2)
    eva.press("Escape")
    eva.enter("r14+")
    desk.has_written(3)
    desk.page.locator("#entry").focus()
    desk.press("Escape")
    assert answered("r23+") == {"parts"}
    expect(reason).to_have_value("Nur drei")
    reason.fill(reason.get_attribute("value") or "")
    desk.page.locator("#entry").focus()
    assert answered("r24+") == {"parts"}
    assert answered("r34+") == {"changed"}
    desk.has_written(6)
    expect(desk.page.locator("details.unplayed")).to_contain_text("26")
