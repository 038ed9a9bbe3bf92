"""A game typed at the desk is answered with what it changed: the page is then as if it were loaded again."""

import random
import re
import secrets
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from lxml import html

from tests.tournament.views.desk import PARTS, address, entered, login
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import fresh, grant, live
from tests.worlds.signing import enrolled
from tournament.devices.services.commands import apply_commands
from tournament.enums import Source
from tournament.models import Document, Scoresheet, Tournament, User
from tournament.services.acting import act
from tournament.sheet.acts.sources import SetSource
from tournament.sheet.sent import DeviceCommand

pytestmark = pytest.mark.django_db
PLACES = ("messages", "missing_part", "sheet_part", "side_part", "table_part")


def as_read(element: Any) -> str:
    """An element's HTML without what differs each time: ids of commands, tokens, spaces between tags."""
    text = html.tostring(element, encoding="unicode", with_tail=False)
    text = re.sub(r'(name="(?:command|csrfmiddlewaretoken)" value=")[^"]*', r"\1", text)
    return re.sub(r"\s+", " ", text).replace("> <", "><")


@dataclass
class Page:
    """The desk's page of a sheet, as parts.js keeps it. `whole` counts the answers with all parts."""

    client: Client
    tree: Any = None
    changed: int = 0
    whole: int = 0
    bytes: list[int] = field(default_factory=list)

    def load(self, **more: Any) -> None:
        self.tree = html.fromstring(self.client.get(address("scoresheet"), more).content.decode())

    @property
    def version(self) -> str:
        return str(self.tree.get_element_by_id("state").get("data-version"))

    def enter(self, number: int, entry: str, name: str = "game_record", **more: Any) -> dict[str, Any]:
        row = self.tree.xpath(f"//tr[@data-line={number}]")
        game = row[0].get("data-game") or "" if row else ""
        headers = {**PARTS, "X-Version": self.version}
        answer = self.client.post(address(name), entered(number, entry, replace=game, **more), headers=headers)
        self.bytes.append(len(answer.content))
        reply = dict(answer.json())
        assert reply["answer"] == "applied", reply
        self.show(reply)
        assert (self.version, reply["version"]) == (str(reply["version"]), fresh(Scoresheet.objects.first()).version)
        return reply

    def show(self, reply: dict[str, Any]) -> None:
        """Put an answer in its place, as show() of parts.js does, and compare the page with a new one."""
        if "changed" in reply:
            rows, others = reply["changed"]
            table = html.fromstring(f"<table>{rows}</table>")
            parts = [*table, *html.fragments_fromstring(others)]
            for panel in self.tree.xpath("//*[@id='line_panel']"):
                panel.drop_tree()
        else:
            parts = [html.fragment_fromstring(part) for part in reply["parts"].values()]
        self.changed, self.whole = self.changed + ("changed" in reply), self.whole + ("parts" in reply)
        for part in parts:
            old = self.tree.get_element_by_id(part.get("id"), None)
            if old is not None:
                part.tail = old.tail
                old.getparent().replace(old, part)
        new = Page(self.client)
        new.load()
        for name in PLACES:
            ours, theirs = (as_read(page.tree.get_element_by_id(name)) for page in (self, new))
            assert ours == theirs, name


def world(rules: str = "schafkopfschule-2023", players: int = 4) -> Scoresheet:
    tournament = make_tournament(rules=rules)
    make_participants(tournament, players)
    return open_scoresheet(tournament, seats=players)


def page_of(user: User) -> Page:
    page = Page(login(user))
    page.load()
    return page


@pytest.fixture
def boss() -> User:
    return make_user("organiser", "supervisor", "desk", username="anna", full_name="Anna Obermaier")


@pytest.fixture
def page(boss: User) -> Page:
    world()
    page = page_of(boss)
    page.enter(1, "r13+")
    return page


def test_one_line_is_sent_for_one_line(page: Page) -> None:
    reply = page.enter(2, "r12-")
    assert "parts" not in reply
    assert re.findall(r'id="(line_\d+|round_\d+|sheet_sums)"', "".join(reply["changed"])) == ["line_2", "sheet_sums"]
    page.enter(3, "r12-")
    reply = page.enter(4, "r12-")
    assert re.findall(r'id="(line_\d+|round_\d+|sheet_sums)"', "".join(reply["changed"])) == [
        "line_4", "round_1", "sheet_sums",
    ]  # fmt: skip
    assert page.bytes[-1] < 5000 < page.bytes[0]


def test_the_first_game_changes_more_than_its_line(page: Page) -> None:
    assert (page.whole, page.changed) == (1, 0)


def test_a_game_by_fields_is_answered_in_the_same_way(page: Page) -> None:
    fields = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
    assert "changed" in page.enter(2, "", name="game_fields", **fields)


def test_lines_left_empty_above_the_last_game_are_named_until_they_are_typed(page: Page) -> None:
    """After a restore a line that waited is sent by itself, and those above it are missing without a word."""
    assert "Still empty above the last game: 2–4." in as_read(page.enter(5, "r12+") and page.tree)
    page.enter(2, "r12+")
    page.enter(3, "r12+")
    assert "Still empty above the last game: 4." in as_read(page.tree)
    page.enter(4, "r12+")
    assert "Still empty" not in as_read(page.tree)


def test_a_game_that_needs_approval_changes_what_waits(page: Page) -> None:
    assert "Approval missing" in "".join(page.enter(2, "st1+")["changed"])
    page.enter(3, "r12+")
    page.enter(2, "r13+")
    assert page.changed == 3


def test_an_opened_line_is_closed(page: Page) -> None:
    page.load(line="1")
    assert page.tree.xpath("//*[@id='line_panel']")
    page.enter(2, "r13+")
    assert not page.tree.xpath("//*[@id='line_panel']")


def test_an_answer_is_cleared_by_the_next_act(page: Page) -> None:
    refused = page.client.post(address("game_record"), entered(2, "1 1 1 1"), headers=PARTS).json()
    part = html.fragment_fromstring(refused["parts"]["side_part"])
    old = page.tree.get_element_by_id("side_part")
    old.getparent().replace(old, part)
    assert page.tree.xpath("//*[@id='side_answer']/*")
    assert "changed" in page.enter(2, "r13+")


@pytest.mark.parametrize("what", ["another desk", "approval", "no version", "live", "paper line", "document"])
def test_a_page_that_may_differ_elsewhere_gets_all_of_its_parts(page: Page, boss: User, what: str) -> None:
    sheet = fresh(Scoresheet.objects.get())
    page.enter(2, "st1+")
    headers = {**PARTS, "X-Version": page.version}
    if what == "another desk":
        write(sheet, 4, "r13+", boss)
    elif what == "approval":
        grant(sheet, 2, boss)
    elif what == "live":
        live(sheet, boss)
    elif what == "document":
        Document.objects.create(scoresheet=sheet, number=1, content_hash="c", head_hash="h", pdf=b"%PDF", sha256="s")
    elif what == "no version":
        headers = PARTS
    posted = entered(3, "0" if what == "paper line" else "r13+")
    reply = page.client.post(address("game_record"), posted, headers=headers).json()
    assert (reply["answer"], sorted(reply)) == ("applied", ["answer", "parts", "text", "to", "version"])


def test_a_line_that_a_device_wrote_needs_the_whole_page(boss: User) -> None:
    """The page names the device that wrote last."""
    sheet = world()
    device = enrolled(sheet)
    for number in (1, 2):
        fields = {"id": secrets.token_hex(16), "sequence": number, "base": 0, "kind": "record", "number": number}
        record = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
        apply_commands(scoresheet=sheet, commands=[DeviceCommand(**fields, record=record)], actor=device)
    act(sheet, SetSource(source=Source.PAPER), actor=boss)
    page = page_of(boss)
    assert "parts" in page.enter(2, "r12+")
    assert "changed" in page.enter(3, "r12+")


def test_the_same_line_twice_is_answered_whole(page: Page) -> None:
    posted, headers = entered(2, "r13+"), {**PARTS, "X-Version": page.version}
    assert "changed" in page.client.post(address("game_record"), posted, headers=headers).json()
    again = page.client.post(address("game_record"), posted, headers=headers).json()
    assert (again["answer"], "parts" in again) == ("duplicate", True)


def test_without_the_page_s_script_the_whole_page_comes(page: Page) -> None:
    answer = page.client.post(address("game_record"), entered(2, "r13+"), headers={"X-Version": page.version})
    assert answer["Content-Type"].startswith("text/html")


def test_money_and_a_second_entry_need_the_whole_page(page: Page, boss: User) -> None:
    Tournament.objects.update(tariff_id="social-10-20")
    assert "parts" in page.enter(2, "r13+")
    Tournament.objects.update(tariff_id="", double_entry=True)
    page.load()
    headers = {**PARTS, "X-Version": page.version}
    reply = page.client.post(address("game_record"), entered(3, "r13+"), headers=headers).json()
    assert "changed" not in reply


@pytest.mark.parametrize("roles", [["desk"], ["organiser", "supervisor", "desk"]])
@pytest.mark.parametrize(
    ("rules", "players"), [("schafkopfschule-2023", 4), ("schafkopfschule-2007", 4), ("house-10-60", 5)]
)
def test_whatever_is_typed_the_page_is_as_if_loaded_again(rules: str, players: int, roles: list[str]) -> None:
    world(rules, players)
    page, dice = page_of(make_user(*roles, username="eva")), random.Random(f"{rules}{roles}")
    for _step in range(14):
        number = dice.choice([*range(1, 9), 10])
        dealer = int(page.tree.xpath(f"//tr[@data-line={number}]")[0].get("data-dealer"))
        playing = [seat for seat in range(1, players + 1) if players == 4 or seat != dealer]
        declarer, partner = dice.sample(playing, 2)
        entry = dice.choice([f"r{declarer}{partner}{dice.choice('+-')}", f"s{declarer}+"])
        passed = " p" if rules == "schafkopfschule-2007" and dice.random() < 0.3 else ""
        page.enter(number, entry + passed)
        if page.tree.get_element_by_id("state").get("data-open") == "":
            break
    assert page.changed > page.whole > 0
