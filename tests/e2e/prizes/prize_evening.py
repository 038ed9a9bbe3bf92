"""The last chapter of the evening: what there is to win, a ranking that stands still, the prize-giving, the gifts."""

import io
import re
import zipfile
from typing import Any

from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.documents import document
from tests.e2e.evening import PHONE, Evening
from tests.e2e.paper_match import SLUG

GIFTS = ("Geschenkkorb; Dorfladen", "Spanferkel; Metzgerei Ober & Söhne", "Brotzeitbrett <b>geschnitzt</b>")
PROJECTOR = {"viewport": {"width": 1920, "height": 1080}}
# The script of the hall waits so long before it hears the next key: a remote may send one twice.
DEAF_MS = 350


def put_up_prizes(page: Any) -> None:
    """Money for three places, a crate for the last but one, and three gifts to choose from."""
    page.goto(reverse("prize_money", args=[SLUG]))
    page.get_by_label("Sum").fill("600")
    page.get_by_label("For so many places").fill("3")
    page.get_by_role("button", name="Propose a table").click()
    expect(page.locator("#money-sum")).to_contain_text("600")
    page.get_by_role("button", name="Make prizes of it").click()
    page.goto(reverse("prize_add", args=[SLUG]))
    page.get_by_label("Prize", exact=True).fill("Kasten Bier")
    page.get_by_label("Given by").fill("Brauerei")
    page.get_by_label("Which places").fill("vorletzter")
    page.get_by_role("button", name="Add the prize").click()
    page.goto(reverse("prizes_paste", args=[SLUG]))
    page.locator("textarea").fill("\n".join(GIFTS))
    page.get_by_role("button", name="Add these prizes").click()
    for words in ("Kasten Bier", "Ober & Söhne", "<b>geschnitzt</b>"):
        expect(page.locator("main")).to_contain_text(words)


def name_screen(evening: Evening, desk: Any) -> Any:
    """A browser on the projector shows its code; the desk names it."""
    screen = evening.device(**PROJECTOR)
    screen.goto(reverse("hall_screen"))
    code = screen.locator(".screen-code-signs").inner_text()
    desk.goto(reverse("screens", args=[SLUG]))
    desk.get_by_label("Code on the screen").fill(code)
    desk.get_by_label("Name of the screen").fill("Beamer Saal")
    desk.get_by_role("button", name="Name it").click()
    expect(desk.locator("#screens")).to_contain_text("Beamer Saal")
    expect(screen.locator(".screen-code-signs")).to_have_count(0)
    return screen


def hold_back(page: Any, evening: Evening) -> str:
    """The organiser lets the ranking stand still. What a phone in the hall shows then, without the time of day."""
    page.goto(reverse("release", args=[SLUG]))
    page.get_by_role("button", name="Let the ranking stand still").click()
    expect(page.locator("main")).to_contain_text("stands still")
    return hall_sees(evening)


def hall_sees(evening: Evening) -> str:
    """The lines of the public ranking, and the version that phones poll for."""
    phone = evening.device(**PHONE)
    phone.goto(reverse("public_standings", args=[SLUG]))
    rows = phone.locator("table.standings").inner_text()
    version = phone.request.get(reverse("public_version", args=[SLUG])).text()
    phone.context.close()
    return f"{version}\n{rows}"


def give_prizes(evening: Evening, organiser: Any, desk: Any, screen: Any) -> str:
    """From the first step to the honour roll; the server is killed in the middle. Who came first, as the hall read."""
    choose_scene(desk)
    organiser.goto(reverse("ceremony", args=[SLUG]))
    expect(organiser.locator("main")).not_to_contain_text("is missing")
    organiser.get_by_role("button", name="Begin the prize-giving").click()
    steps = int(re.search(r"step 1 of (\d+)", organiser.locator(".lead-now").inner_text())[1])
    for number in range(2, steps + 1):
        if number == steps // 2:
            evening.kill()
            organiser.reload()
        organiser.wait_for_timeout(DEAF_MS)
        organiser.keyboard.press("PageDown")
        expect(organiser.locator(".lead-now")).to_contain_text(f"step {number} of {steps}")
        if number == steps - 1:
            expect(screen.locator(".ceremony")).to_contain_text("Place 1")
            winner = screen.locator(".ceremony-name").first.inner_text()
    expect(screen.locator(".ceremony")).to_contain_text("Honour roll")
    expect(screen.locator(".ceremony")).to_contain_text(winner)
    organiser.wait_for_timeout(DEAF_MS)
    organiser.get_by_role("button", name="End it and publish the results").click()
    expect(organiser.get_by_role("heading", name="The prize-giving is over")).to_be_visible()
    return winner


def choose_scene(desk: Any) -> None:
    """On the projector: the prize-giving, and nothing else."""
    desk.goto(reverse("screens", args=[SLUG]))
    desk.get_by_role("link", name="Beamer Saal", exact=True).click()
    for box in desk.locator("input[name=scenes]").all():
        box.set_checked(box.get_attribute("value") == "ceremony")
    desk.get_by_role("button", name="Let it show that").click()


def choose_gifts(desk: Any) -> None:
    """Three keys a person: the first takes the second gift, the next comes later, the third takes the first one."""
    desk.goto(reverse("prize_choosing", args=[SLUG]))
    numbers = [one.get_attribute("data-number") for one in desk.locator(".prizes-left li").all()]
    turn = desk.locator(".turn-name")
    for typed in (numbers[1], "+", numbers[0], numbers[2]):
        name = turn.inner_text()
        desk.locator("#entry").press_sequentially(typed)
        desk.keyboard.press("Enter")
        if typed != numbers[2]:
            expect(turn).not_to_have_text(name)
    expect(desk.get_by_text("All prizes are chosen.")).to_be_visible()


def hand_out(desk: Any) -> None:
    """By start number or name, one key each; nothing is owed at the end."""
    desk.goto(reverse("prize_handing_out", args=[SLUG]))
    desk.get_by_text(re.compile("chosen prizes as given")).click()
    desk.get_by_role("button", name="Yes, note them as given").click()
    while (give := desk.get_by_role("button", name=re.compile("^Given"))).count():
        remaining = give.count()
        give.first.click()
        expect(give).to_have_count(remaining - 1)
    expect(desk.locator("main")).to_contain_text("0 prizes are still owed")


def read_afterwards(organiser: Any, winner: str) -> None:
    """A text for the newspaper and a folder of plain HTML; what somebody typed as HTML stays text."""
    organiser.goto(reverse("newspaper", args=[SLUG]))
    text = organiser.locator("#newspaper_text").input_value()
    assert all(part in text for part in winner.split())
    answer = document(organiser, reverse("results_zip", args=[SLUG]))
    with zipfile.ZipFile(io.BytesIO(answer.body())) as folder:
        pages = {name: folder.read(name).decode() for name in folder.namelist() if name.endswith(".html")}
    assert pages
    assert not [name for name, page in pages.items() if "<script" in page or "<b>geschnitzt" in page]
    assert any("&lt;b&gt;geschnitzt" in page for page in pages.values())
