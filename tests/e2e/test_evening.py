"""A whole evening of 64 players as people live it: desk, door, supervisor, tables and players, each with a device.

Everything goes through the pages except the games of the thirteen tables without a device in match 2. The server is
killed twice, and nothing may be missing afterwards.
"""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from openpyxl import load_workbook
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.e2e import refused
from tests.e2e.desk import Desk
from tests.e2e.documents import document
from tests.e2e.evening import (
    ANOTHER_DESK,
    AUDIT,
    LAPTOP,
    LATE_TABLE,
    PHONE,
    PHONES,
    TABLES,
    THE_OTHER_TABLES,
    Evening,
    primary,
)
from tests.e2e.paper_lists import (
    CLEAN,
    DIFFERS,
    GAMES,
    LISTS,
    MOST_KEYSTROKES,
    TYPED,
    added_up,
    typing_on,
)
from tests.e2e.paper_match import SLUG, accept, confirm, decide, type_list
from tests.e2e.prizes.prize_evening import (
    choose_gifts,
    give_prizes,
    hall_sees,
    hand_out,
    hold_back,
    name_screen,
    put_up_prizes,
    read_afterwards,
)
from tests.e2e.table.finger import draw as draw_signature
from tests.e2e.table.phone import Phone, rufer
from tests.e2e.waiting import ready

pytestmark = [pytest.mark.e2e, pytest.mark.proof]

PORT = 8490
# The list that one of the players will not sign.
REFUSED = 7
FIXTURES = Path(__file__).parents[2] / "fixtures"


def test_an_evening_of_64(browser: Any, tmp_path: Path) -> None:
    evening = Evening(browser, tmp_path, PORT)
    try:
        organiser = evening.log_in(*evening.first_login())
        create_tournament(organiser)
        supervisor = evening.log_in(*create_login(organiser, "Katharina Reiter", "supervisor"), **PHONE)
        desk = Desk(evening.log_in(*create_login(organiser, "Eva Zöllner", "desk"), **LAPTOP))
        judge = evening.log_in(*create_login(organiser, "Rita Richter", "tribunal"), **LAPTOP)
        import_lists(organiser)
        open_the_door(organiser)
        draw(organiser, 1, tables=16)
        print_what_the_hall_needs(organiser)
        late_comer = replace_a_no_show(organiser)
        find_seat(evening.device(**PHONE), late_comer)
        type_match_1(evening, desk, supervisor, organiser, judge)
        leaver = one_leaves(organiser)
        draw(organiser, 2, tables=17)
        put_up_prizes(organiser)
        screen = name_screen(evening, desk.page)
        tables = play_match_2(evening)
        held_back = hold_back(organiser, evening)
        strike(supervisor)
        for number, phone in zip(PHONES, tables, strict=True):
            sign_all(phone)
            accept(supervisor, number)
        level = evening.inside(THE_OTHER_TABLES)
        see_the_tie_and_draw_the_lot(organiser, level, leaver)
        assert hall_sees(evening) == held_back
        winner = give_prizes(evening, organiser, desk.page, screen)
        assert hall_sees(evening) != held_back
        choose_gifts(desk.page)
        hand_out(desk.page)
        next_step(organiser).get_by_role("button", name="Finish the tournament").click()
        print_the_results(organiser, level)
        read_afterwards(organiser, winner)
        assert evening.inside(AUDIT) == ""
    finally:
        evening.close()


def test_no_clean_list_takes_more_keys() -> None:
    """Which keys the page takes for a list, the evening shows on half of them; the count of the others follows."""
    assert [table for table in CLEAN if typing_on(LISTS[table].lines) > MOST_KEYSTROKES] == []


# Before the door


def create_tournament(page: Any) -> None:
    """The empty installation leads the organiser step by step."""
    primary(page).click()
    page.locator("#id_name").fill("Feldkirchen 2026")
    expect(page.locator("#address")).to_contain_text(f"/t/{SLUG}/")
    page.locator("#id_day").fill("2026-11-28")
    page.locator("#id_place").fill("Feldkirchen")
    page.locator("#id_organiser").fill("SV Feldkirchen")
    primary(page).click()
    expect(page.locator("h1")).to_have_text("Feldkirchen 2026")


def create_login(page: Any, name: str, role: str) -> tuple[str, str]:
    """A login; the slip shows all that is needed to log in."""
    page.goto(reverse("people"))
    primary(page).click()
    page.locator("#id_full_name").fill(name)
    page.locator(f'input[name="roles"][value="{role}"]').check()
    primary(page).click()
    expect(page.locator(".facts dd")).to_have_count(3)
    _address, username, password = page.locator(".facts dd").all_inner_texts()
    return username, password


def next_step(page: Any) -> Any:
    """The tournament's page says what comes next."""
    page.goto(reverse("tournament", args=[SLUG]))
    return page.locator(".next-step")


def import_lists(page: Any) -> None:
    """This year's list gives 64 participants and reports its odd lines; last year's list then adds nobody."""
    next_step(page).locator(".btn-primary").click()
    primary(page).click()
    page.locator("#id_list_file").set_input_files(FIXTURES / "teilnehmer-feldkirchen.xlsx")
    primary(page).click()
    refused = page.locator("section.sheet tbody tr").filter(has=page.locator("td.remark p")).all_inner_texts()
    not_taken = [text for text in refused if "Huber, Josef" in text or re.match(r"7[3456]\b", text)]
    assert [re.split(r"\s", text)[0] for text in not_taken] == ["72", "73", "74", "75"], refused
    primary(page).click()
    expect(page).to_have_url(re.compile(r"/participants/$"))
    page.goto(reverse("participants_import", args=[SLUG]))
    page.locator("#id_list_file").set_input_files(FIXTURES / "teilnehmer-alt.csv")
    primary(page).click()
    expect(page.locator(".notice-warning").first).to_contain_text("Nobody new.")


def open_the_door(page: Any) -> None:
    """Tick off ten by number or by name, as they stand in the queue, then all the others."""
    page.goto(f"{reverse('participants', args=[SLUG])}?ticking")
    expect(page.locator("#id_q")).to_be_focused()
    for typed in ("12", "7", "64"):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        expect(page.locator(".arrival-done")).to_contain_text(f"{typed} ")
    page.get_by_role("button", name="All are there").click()
    expect(page.locator(".arrivals-state")).to_contain_text("everyone is there")


def draw(page: Any, match: int, *, tables: int) -> None:
    page.goto(reverse("match", args=[SLUG, match]))
    close_and_draw(page, tables)


def close_and_draw(page: Any, tables: int) -> None:
    """Close the list and draw, each with the page's one next step; then the match has so many tables."""
    primary(page).click()
    expect(page.get_by_role("heading", name="The list is closed")).to_be_visible()
    primary(page).click()
    expect(page.locator("table.match-sheets tbody tr")).to_have_count(tables)


def print_what_the_hall_needs(page: Any) -> None:
    """The step on the page says what to hang up, lay out and print."""
    hall = next_step(page)
    for name, pages in (("table_plan_pdf", 1), ("table_cards_pdf", 8), ("match_pdf", 16)):
        link = hall.locator(f'a[href^="{reverse(name, args=[SLUG, 1])}"]').first
        assert (name, len(read_pdf(page, link.get_attribute("href")))) == (name, pages)


def read_pdf(page: Any, address: str) -> list[str]:
    """The texts of its pages."""
    answer = document(page, address)
    assert answer.headers["content-type"] == "application/pdf"
    return [" ".join(sheet.extract_text().split()) for sheet in PdfReader(io.BytesIO(answer.body())).pages]


def replace_a_no_show(page: Any) -> str:
    """Table 9, seat 3 stays empty; a latecomer takes it, by an act of the management with a reason."""
    page.goto(reverse("seat_replace", args=[SLUG, 1, 9, 3]))
    page.locator("#id_last_name").fill("Nachzügler")
    page.locator("#id_first_name").fill("Toni")
    page.get_by_role("button", name="Go on").click()
    page.locator("#id_reason").fill("rief an: das Auto springt nicht an")
    page.get_by_label("accepts the rules").check()
    page.get_by_role("button", name="Give the seat").click()
    expect(page.locator(".sheet thead")).to_contain_text("Toni Nachzügler")
    return "Toni Nachzügler"


def find_seat(phone: Any, name: str) -> None:
    """A player on their own phone, without a login."""
    phone.goto(reverse("public_seat", args=[SLUG]))
    phone.locator("#q").fill(name)
    primary(phone).click()
    card = phone.locator("article.seat-found").filter(has_text="Nachzügler")
    expect(card.locator(".seat-place b")).to_have_text(["9", "3"])


# Match 1: sixteen lists on paper


def type_match_1(evening: Evening, desk: Desk, supervisor: Any, organiser: Any, judge: Any) -> None:
    """The lists are typed as the pages advise; the supervisor decides on her phone what the desk cannot enter.

    One desk types half of them key by key, every odd one among them; another desk enters the rest meanwhile.
    """
    for table in TYPED:
        paper = LISTS[table]
        desk.open(reverse("scoresheet", args=[SLUG, 1, table]))
        if table == 8:
            evening.kill()
        keys, differs = type_list(desk, paper)
        print(f"list {table}: {keys} keystrokes, its running totals not counted")
        if table in CLEAN:
            assert (table, keys) == (table, typing_on(paper.lines))
            assert keys <= MOST_KEYSTROKES
        assert (table, differs) == (table, DIFFERS.get(table, []))
        decide(supervisor, table)
        desk.open(reverse("scoresheet", args=[SLUG, 1, table]))
        assert (table, desk.totals()) == (table, added_up(paper))
        if table == REFUSED:
            refused.refuse(desk.page)
            refused.settle(desk.page, supervisor, judge, table)
        else:
            confirm(desk.page, table)
        accept(supervisor, table)
        if table == TYPED[0]:
            four_come_late(organiser)
    evening.inside(LATE_TABLE)
    sums = evening.inside(ANOTHER_DESK)
    assert sums == {str(table): list(added_up(paper)) for table, paper in LISTS.items() if table not in TYPED}


def four_come_late(page: Any) -> None:
    """Four come while the others play: from the club's list to a table of their own, by lot."""
    page.goto(reverse("participants_import", args=[SLUG]))
    page.locator("#id_list_file").set_input_files(FIXTURES / "nachzuegler.csv")
    primary(page).click()
    primary(page).click()
    expect(page).to_have_url(re.compile(r"/participants/$"))
    page.goto(f"{reverse('participants', args=[SLUG])}?ticking")
    page.get_by_role("button", name="All are there").click()
    expect(page.locator(".arrivals-state")).to_contain_text("everyone is there")
    page.goto(reverse("match", args=[SLUG, 1]))
    page.locator("#late").get_by_role("link", name="Draw an additional table").click()
    close_and_draw(page, 17)
    expect(page.locator("#late")).to_have_count(0)


def one_leaves(page: Any) -> str:
    """The last of match 1 goes home: the page asks what becomes of the place. A house player fills the table."""
    page.goto(f"{reverse('standings', args=[SLUG])}?all=1")
    last = page.locator("table.standings tbody tr").last
    number, name = last.locator('[data-column="start_number"]').inner_text(), last.get_by_role("link").inner_text()
    page.goto(reverse("participant_edit", args=[SLUG, number]))
    page.get_by_role("link", name="Choose now").click()
    page.get_by_label("keeps points and place").check()
    page.get_by_label("takes a place with the points they have").check()
    primary(page).click()
    page.get_by_role("button", name="Withdraw").click()
    page.goto(reverse("match", args=[SLUG, 2]))
    page.locator(".house-player [name=first_name]").fill("Maria")
    page.locator(".house-player [name=last_name]").fill("Wirt")
    page.locator(".house-player button").click()
    return name


# Match 2: three phones, and thirteen tables without one


def play_match_2(evening: Evening) -> list[Phone]:
    """Three tables write on phones; one phone fails, the server is killed, and nothing is missing at the end."""
    tables = [sit_down(evening, *one) for one in evening.inside(TABLES)]
    for number in range(1, GAMES + 1):
        for phone in tables:
            ready(phone.page, number)
            rufer(phone, number % 4 + 1, (number + 1) % 4 + 1)
        if number == 7:
            tables[1] = take_over(evening, tables[1], number)
        if number == 20:
            evening.kill()
    return tables


def sit_down(evening: Evening, address: str, code: str) -> Phone:
    page = evening.device(**PHONE)
    page.goto(address)
    page.get_by_label("Code on the table card").fill(code)
    page.locator("form.form button").click()
    ready(page, 1)
    return Phone(page, None)


def take_over(evening: Evening, phone: Phone, number: int) -> Phone:
    """The battery is empty: another phone takes over by the code on the card, and nothing is missing."""
    address, code = evening.inside(TABLES)[1]
    phone.expect_saved()
    phone.page.context.close()
    page = evening.device(**PHONE)
    page.goto(address)
    page.get_by_label("Code on the table card").fill(code)
    page.get_by_role("button", name="Take over table 2").click()
    ready(page, number + 1)
    return Phone(page, None)


def strike(supervisor: Any) -> None:
    """The supervisor strikes a game at table 3 that was no game, with a reason that is printed."""
    supervisor.goto(f"{reverse('scoresheet', args=[SLUG, 2, 3])}?line=5")
    supervisor.locator("#correct_reason").fill("zwei Karten zu viel")
    supervisor.get_by_role("button", name="Strike").tap()
    expect(supervisor.locator("tr[data-line='5']")).to_have_class(re.compile("struck"))


def sign_all(phone: Phone) -> None:
    """The device goes round the table. By click: a browser takes a tap right after a stroke for part of the stroke."""
    page = phone.page
    # What the supervisor struck just now would clear the field under the hand when it arrives.
    page.reload()
    for seat in range(4):
        page.locator("#signing_list button").first.click()
        draw_signature(page)
        page.locator("#signing_sign").click()
        expect(page.locator("#signing_progress")).to_contain_text(f"{seat + 1} of 4" if seat < 3 else "supervisor")


def see_the_tie_and_draw_the_lot(page: Any, level: list[str], leaver: str) -> None:
    """Two players are equal in everything, so a lot decides. Players who left or are of the house are marked."""
    page.goto(f"{reverse('standings', args=[SLUG])}?all=1")
    ties = page.get_by_role("heading", name="Lots to be drawn").locator("..")
    for name in level:
        expect(ties).to_contain_text(name)
    page.get_by_role("button", name=re.compile("^Draw the lots")).click()
    expect(page.get_by_role("heading", name="Decided by lot (5.4.2)")).to_be_visible()
    rows = page.locator("table.standings tbody tr")
    expect(rows.filter(has_text=leaver)).to_contain_text("has left the tournament")
    expect(rows.filter(has_text="Wirt")).to_contain_text("takes no place")


def print_the_results(page: Any, level: list[str]) -> None:
    """Print the standings, all sheets and the workbook."""
    standings = " ".join(read_pdf(page, reverse("standings_pdf", args=[SLUG])))
    assert [name for name in level if name not in standings] == []
    assert "Kasten Bier" in standings
    for match in (1, 2):
        sheets = read_pdf(page, f"{reverse('match_pdf', args=[SLUG, match])}?filled=1")
        assert (match, len(sheets)) == (match, 17)
    assert "zwei Karten zu viel" in sheets[2]
    answer = document(page, reverse("workbook", args=[SLUG]))
    assert len(load_workbook(io.BytesIO(answer.body())).sheetnames) == 38
