"""The whole path as its users go it: from an empty installation to accepted sheet, standings, PDF and Excel."""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse
from openpyxl import load_workbook
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.e2e.conftest import Device
from tests.e2e.desk import Desk
from tournament.models import Participant

pytestmark = pytest.mark.e2e

FIXTURES = Path(__file__).parents[2] / "fixtures"
SLUG = "feldkirchen-2026"
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}

# 32 games as typed, with the points of the four seats written down by hand from 5.2.7 and 3.4.17.
BY_POINTS = [
    ("1 13", (1, -1, 1, -1)),
    ("-1 12", (-1, -1, 1, 1)),
    ("6 2", (-2, 6, -2, -2)),
    ("-6 4", (2, 2, 2, -6)),
    ("2 34", (-2, -2, 2, 2)),
    ("-1 +1 +1 -1", (-1, 1, 1, -1)),
    ("3 14", (3, -3, -3, 3)),
    ("-2+2-2+2", (-2, 2, -2, 2)),
]
BY_SHORTHAND = [
    ("r13++", (2, -2, 2, -2)),
    ("w4--", (3, 3, 3, -9)),
    ("R24-", (1, -1, 1, -1)),
    ("s1+", (6, -2, -2, -2)),
    ("r23+++", (-3, 3, 3, -3)),
    ("s3++ g", (-3, -3, 9, -3)),
    ("wt2+g", (-6, 18, -6, -6)),
    ("r14+", (1, -1, -1, 1)),
    ("sie3 /", (-8, -8, 24, -8)),
    ("r13!2", (2, -4, 2, 0)),
    ("r12--", (-2, -2, 2, 2)),
    ("r34---", (3, 3, -3, -3)),
    ("r 2 4 +", (-1, 1, -1, 1)),
    ("w1- g", (-6, 2, 2, 2)),
    ("r23+", (-1, 1, 1, -1)),
    ("r14-", (-1, 1, 1, -1)),
]
# contract, declarer, partner, result, level as the boxes hold them
BY_FIELDS = [
    ({"contract": "rufer", "declarer": "2", "partner": "4", "result": "won", "level": "schneider"}, (-2, 2, -2, 2)),
    ({"contract": "rufer", "declarer": "1", "partner": "2", "result": "lost", "level": "simple"}, (-1, -1, 1, 1)),
    ({"contract": "solo", "declarer": "3", "result": "lost", "level": "simple"}, (2, 2, -6, 2)),
    ({"contract": "rufer", "declarer": "3", "partner": "4", "result": "won", "level": "schwarz"}, (-3, -3, 3, 3)),
    ({"contract": "rufer", "declarer": "4", "partner": "1", "result": "won", "level": "simple"}, (1, -1, -1, 1)),
    ({"contract": "rufer", "declarer": "1", "partner": "3", "result": "lost", "level": "schneider"}, (-2, 2, -2, 2)),
    ({"contract": "rufer", "declarer": "2", "partner": "3", "result": "won", "level": "simple"}, (-1, 1, 1, -1)),
    ({"contract": "rufer", "declarer": "4", "partner": "2", "result": "lost", "level": "simple"}, (1, -1, 1, -1)),
]
GAMES = [*BY_POINTS, *BY_SHORTHAND, *BY_FIELDS]
ASKS_APPROVAL = 27  # a Solo, the eighth of this list, without initials (5.2.16)


def added_up(to: int = 32, without: int = 0) -> tuple[int, ...]:
    """The running totals after game `to`, added up here; `without` is the number of an undecided game."""
    counted = [points for number, (_typed, points) in enumerate(GAMES[:to], 1) if number != without]
    return tuple(sum(column) for column in zip(*counted, strict=True))


def test_from_an_empty_installation_to_the_official_sheet(device: Device, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("prepare")
    username, password = capsys.readouterr().out.split("once:")[1].split()
    organiser = device()
    log_in(organiser, username, password)
    create_tournament(organiser)
    supervisor = device()
    log_in(supervisor, *create_supervisor(organiser))
    import_lists(organiser)
    draw(organiser)
    players = players_of_table(organiser, 1)
    find_seat(device(**PHONE), players[2])
    desk = Desk(supervisor)
    type_the_sheet(desk)
    approve(desk)
    sign_and_accept(desk)
    phone = device(**PHONE)
    see_standings(phone, players)
    read_pdf(supervisor, players)
    read_workbook(organiser, players)


def primary(page: Any) -> Any:
    """The one next step of a page."""
    return page.locator("main .btn-primary").first


def log_in(page: Any, username: str, password: str) -> None:
    page.goto("/")
    expect(page).to_have_url(re.compile("/login/"))
    page.locator("#id_username").fill(username)
    page.locator("#id_password").fill(password)
    primary(page).click()
    expect(page).to_have_url(re.compile(r":\d+/$"))


def create_tournament(page: Any) -> None:
    """The empty installation leads by the hand."""
    primary(page).click()
    page.locator("#id_name").fill("Feldkirchen 2026")
    expect(page.locator("#address")).to_contain_text(f"/t/{SLUG}/")
    page.locator("#id_day").fill("2026-11-28")
    page.locator("#id_place").fill("Feldkirchen")
    page.locator("#id_organiser").fill("SV Feldkirchen")
    primary(page).click()
    expect(page.locator("h1")).to_have_text("Feldkirchen 2026")


def create_supervisor(page: Any) -> tuple[str, str]:
    """A login for the supervisor; what the slip says is all there is to log in with."""
    page.goto(reverse("people"))
    primary(page).click()
    page.locator("#id_full_name").fill("Katharina Reiter")
    page.locator('input[name="roles"][value="supervisor"]').check()
    primary(page).click()
    _address, username, password = page.locator(".facts dd").all_inner_texts()
    return username, password


def import_lists(page: Any) -> None:
    """This year's list gives 64 participants and names its odd lines; last year's afterwards adds nobody."""
    page.goto(reverse("tournament", args=[SLUG]))
    page.locator(".next-step .btn-primary").click()
    primary(page).click()
    page.locator("#id_list_file").set_input_files(FIXTURES / "teilnehmer-feldkirchen.xlsx")
    primary(page).click()
    refused = page.locator("section.sheet tbody tr").filter(has=page.locator("td.remark p")).all_inner_texts()
    not_taken = [text for text in refused if "Huber, Josef" in text or re.match(r"7[3456]\b", text)]
    assert [re.split(r"\s", text)[0] for text in not_taken] == ["72", "73", "74", "75"], refused
    assert "Huber, Josef" in not_taken[0]
    assert "Pichler, Elisabeth" in not_taken[1]
    assert "HYPERLINK" in not_taken[3]
    primary(page).click()
    expect(page).to_have_url(re.compile(r"/participants/$"))
    assert list(Participant.objects.values_list("start_number", flat=True)) == list(range(1, 65))
    page.goto(reverse("participants_import", args=[SLUG]))
    page.locator("#id_list_file").set_input_files(FIXTURES / "teilnehmer-alt.csv")
    primary(page).click()
    expect(page.locator(".notice-warning")).to_contain_text("Nobody new.")
    assert Participant.objects.count() == 64


def draw(page: Any) -> None:
    page.goto(reverse("tournament", args=[SLUG]))
    page.locator(".next-step .btn-primary").click()
    expect(page.locator(".facts dd")).to_have_text(["64", "16 tables of 4"])
    primary(page).click()
    expect(page.get_by_role("heading", name="The list is closed")).to_be_visible()
    primary(page).click()
    expect(page.locator("table.match-sheets tbody tr")).to_have_count(16)


def players_of_table(page: Any, table: int) -> list[str]:
    """The table plan shows all 64 and, of this table, who sits where."""
    page.locator(f'main a[href="{reverse("table_plan", args=[SLUG, 1])}"]').first.click()
    expect(page.locator(".plan-table li")).to_have_count(64)
    return page.locator(f"#table-{table} li span").all_inner_texts()


def find_seat(phone: Any, name: str) -> None:
    """A player on their own phone, without a login."""
    phone.goto(reverse("public_seat", args=[SLUG]))
    phone.locator("#q").fill(name)
    primary(phone).click()
    found = phone.locator("article.seat-found", has=phone.get_by_role("heading", name=name, exact=True))
    expect(found.locator(".seat-place b")).to_have_text(["1", "3"])
    expect(found.locator("li")).to_have_count(4)
    assert phone.evaluate("() => document.scrollingElement.scrollWidth") == 390


def type_the_sheet(desk: Desk) -> None:
    desk.page.goto(reverse("match", args=[SLUG, 1]))
    primary(desk.page).click()
    desk.ready()
    for number, (typed, points) in enumerate(GAMES, 1):
        if isinstance(typed, dict):
            choose_fields(desk, typed)
        else:
            desk.type(typed)
        assert desk.preview() == [f"{value:+d}".replace("-", "−") if value else "0" for value in points]
        desk.press("Enter")
        desk.has_written(number)
    assert desk.totals() == added_up(without=ASKS_APPROVAL)
    sums = desk.page.locator("tr.checksum:not(.column-sums) th").all_inner_texts()
    assert [text for text in sums if not text.endswith("0 ✓")] == []
    assert len(sums) == 8
    verdict, words = desk.compare(added_up())
    assert (verdict, f"game {ASKS_APPROVAL} is approved" in words) == ("warning", True)


def choose_fields(desk: Desk, chosen: dict[str, str]) -> None:
    """F2, then one box after the other with the arrow keys; Enter on the button puts the shorthand into the entry."""
    desk.press("F2")
    for name, value in chosen.items():
        box = f'#fields_form select[name="{name}"]'
        desk.tab_to(box)
        steps = desk.page.locator(box).evaluate(
            "(box, value) => [...box.options].findIndex((option) => option.value === value) - box.selectedIndex", value
        )
        desk.press(*["ArrowDown" if steps > 0 else "ArrowUp"] * abs(steps))
    desk.push("#fields_form button")
    expect(desk.page.locator("#entry")).to_be_focused()


def approve(desk: Desk) -> None:
    """The one game without initials waits in the list of approvals."""
    page = desk.page
    expect(page.locator(".nav-count")).to_contain_text("1")
    page.get_by_role("link", name=re.compile("Supervisor|Aufsicht")).click()
    page.locator('#approvals button[value="granted"]').click()
    page.locator(f'section[aria-labelledby="decided_title"] a[href$="?line={ASKS_APPROVAL}"]').click()
    desk.ready()
    assert desk.totals() == added_up()


def sign_and_accept(desk: Desk) -> None:
    desk.page.goto(reverse("scoresheet", args=[SLUG, 1, 1]))
    desk.ready()
    for seat in (1, 2, 3, 4):
        with desk.page.expect_navigation():
            desk.push(f'#side_part button[name="seat"][value="{seat}"]')
        desk.ready()
    with desk.page.expect_navigation():
        desk.push('#side_part form[action$="/accept/"] button')
    expect(desk.page.locator("#side_part .notice-good")).to_contain_text("Katharina Reiter")
    desk.ready()
    with desk.page.expect_navigation():
        desk.push("#side_part a.btn-primary")
    expect(desk.page).to_have_url(re.compile("/1/2/$"))


def see_standings(phone: Any, players: list[str]) -> None:
    """Public, provisional, and the four of table 1 with their points."""
    phone.goto(reverse("public_standings", args=[SLUG]))
    provisional = phone.locator("#standings .notice-warning")
    expect(provisional).to_contain_text(
        "Provisional. 15 of 16 sheets of match 1 are missing. Match 2 is not drawn yet."
    )
    expect(phone.locator("table.standings tbody tr")).to_have_count(64)
    for name, points in zip(players, added_up(), strict=True):
        row = phone.locator("table.standings tbody tr").filter(has=phone.get_by_text(name, exact=True))
        total = row.locator('[data-column="total"]').inner_text()
        assert (name, int(total.replace("−", "-"))) == (name, points)
    assert phone.evaluate("() => document.scrollingElement.scrollWidth") == 390


def read_pdf(page: Any, players: list[str]) -> None:
    """The official sheet: names, totals, the supervisor who accepted, on one page; the same bytes each time."""
    page.goto(reverse("scoresheet", args=[SLUG, 1, 1]))
    link = page.locator("#side_part .desk-links a").first.get_attribute("href")
    first, again = (page.request.get(link) for _ in range(2))
    assert first.headers["content-type"] == "application/pdf"
    assert first.body() == again.body()
    pages = PdfReader(io.BytesIO(first.body())).pages
    text = " ".join(pages[0].extract_text().split())
    assert len(pages) == 1
    as_signed = {participant.list_name: str(participant) for participant in Participant.objects.all()}
    for name in [*(as_signed[name] for name in players), "Katharina Reiter", "Feldkirchen 2026"]:
        assert name in text
    totals = [f"{points:+d}".replace("-", "−") if points else "0" for points in added_up()]
    assert re.search(r"\s".join(map(re.escape, totals)), text)


def read_workbook(page: Any, players: list[str]) -> None:
    """Standings first, then a worksheet for each of the 16 sheets; the points stand there cell by cell."""
    page.goto(reverse("documents", args=[SLUG]))
    with page.expect_download() as waiting:
        page.locator(f'a[href="{reverse("workbook", args=[SLUG])}"]').click()
    workbook = load_workbook(io.BytesIO(Path(waiting.value.path()).read_bytes()))
    assert len(workbook.sheetnames) == 17
    names = [row[2] for row in workbook.worksheets[0].iter_rows(min_row=4, max_row=67, values_only=True)]
    assert len(set(names)) == 64
    assert set(players) < set(names)
    rows = [list(row) for row in workbook.worksheets[1].iter_rows(min_row=5, max_row=44, max_col=11, values_only=True)]
    games = {row[0]: row[3:] for row in rows if isinstance(row[0], int)}
    found = {
        number: tuple((cells[2 * seat] or 0) - (cells[2 * seat + 1] or 0) for seat in range(4))
        for number, cells in games.items()
    }
    assert found == {number: points for number, (_typed, points) in enumerate(GAMES, 1)}
