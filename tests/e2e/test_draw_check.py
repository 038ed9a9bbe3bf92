"""The draw recomputed in a real browser, from the published protocol and from a file saved earlier."""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.axe import problems, reader
from tests.e2e.conftest import Device
from tests.e2e.hall import Page
from tests.js.protocols import SECRET, spaced
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament import lots
from tournament.draw.services.closed_lists import close_list
from tournament.draw.services.draw import discard_draw, draw_match
from tournament.enums import LotSource
from tournament.models import Match, User

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

WRONG = "The file does not hold. Recomputed on this device, this differs: "
OTHER = "It is not the published one. Compared with what is published here, this differs: "


@pytest.fixture
def organiser() -> User:
    return make_user("organiser", full_name="Olga Orga")


@pytest.fixture
def match(organiser: User) -> Match:
    """Match 1 of 16 players, drawn with three numbers of the hall after a first draw was discarded."""
    tournament = make_tournament()
    make_participants(tournament, 16)
    match = tournament.matches.get(number=1)
    draw_lots(match, organiser)
    discard_draw(match=match, actor=organiser, reason="Two guests were forgotten")
    match.refresh_from_db()
    closed = close_list(match=match, actor=organiser, source=LotSource.NUMBERS)
    draw_match(closed=closed, actor=organiser, hall=["7", "042", "99"], witnesses=[1, 2, 3])
    return match


def address(match: Match) -> str:
    return reverse("public_draw", args=[match.tournament.slug, match.number])


def published(match: Match, number: int = 2) -> dict[str, Any]:
    return deepcopy(match.draws.get(number=number).protocol)


def save(folder: Path, content: object) -> Path:
    path = folder / "saved.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def notices(page: Any, where: str) -> list[str]:
    """The page's answers, once they are there."""
    box = page.locator(f'[data-answer="{where}"]')
    expect(box.locator(".notice").first).to_be_visible()
    return [" ".join(text.split()) for text in box.locator(".notice").all_inner_texts()]


def test_the_page_says_that_the_draw_holds(device: Device, match: Match) -> None:
    page = device(viewport={"width": 390, "height": 800})
    page.goto(address(match))
    page.get_by_role("button", name="Recompute").click()
    (notice,) = notices(page, "published")
    assert re.sub(r"\d+ ms", "N ms", notice) == (
        "The draw holds. Recomputed on this device in N ms. Tables: 4, seats: 16, all as they were published."
    )


def test_a_saved_protocol_is_the_published_one(device: Device, match: Match, tmp_path: Path) -> None:
    page = device()
    page.goto(address(match))
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the protocol", exact=True).click()
    download.value.save_as(tmp_path / "saved.json")
    page.get_by_label("Check a protocol that you saved").set_input_files(tmp_path / "saved.json")
    holds, same = notices(page, "saved")
    assert holds.startswith("The file holds. All its lots follow from its list and its digits: match 1, tables: 4,")
    assert same == "It is the published one. The file says exactly what is published here."


def test_one_seat_changed_is_named(device: Device, match: Match, tmp_path: Path) -> None:
    saved = published(match)
    right = saved["lots"][2][1]
    saved["lots"][2][1] = 99
    page = device()
    page.goto(address(match))
    page.get_by_label("Check a protocol that you saved").set_input_files(save(tmp_path, saved))
    assert notices(page, "saved") == [
        f"{WRONG}Table 3, seat 2: written 99, drawn {right}.",
        f"{OTHER}Table 3, seat 2: 99 in the file, {right} published here.",
    ]


def test_a_forged_draw_that_holds_in_itself_is_not_the_published_one(
    device: Device, match: Match, tmp_path: Path
) -> None:
    terms = lots.Terms.from_json(published(match))
    page = device()
    page.goto(address(match))
    forged = lots.protocol(terms, secret=SECRET, hall=["1", "2", "3"])
    page.get_by_label("Check a protocol that you saved").set_input_files(save(tmp_path, forged))
    holds, other = notices(page, "saved")
    assert holds.startswith("The file holds.")
    assert other.startswith(
        "It is not the published one. Compared with what is published here, this differs: The secret"
    )


def test_a_discarded_draw_and_another_match_are_told_apart(device: Device, match: Match, tmp_path: Path) -> None:
    page = device()
    page.goto(address(match))
    chooser = page.get_by_label("Check a protocol that you saved")
    chooser.set_input_files(save(tmp_path, published(match, 1)))
    holds, discarded = notices(page, "saved")
    assert holds.startswith("The file holds.")
    assert discarded.startswith("It is a discarded draw. The file says what was published as draw 1")
    page.goto(address(match))
    terms = lots.Terms(match=2, matches=2, entrants=tuple(range(1, 9)), tables=(4, 4))
    chooser.set_input_files(save(tmp_path, lots.protocol(terms, secret=SECRET)))
    assert notices(page, "saved")[1].startswith("It is another draw. The file belongs to match 2 of")


# A file saved instead of the published protocol, and how the answer begins.
NOT_CHECKED: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda _: "Anna Obermaier", "Not checked. The file is no protocol of a draw: it is not even JSON."),
    (lambda _: "", "Not checked. The file is no protocol of a draw: it is not even JSON."),
    (lambda _: [1, 2], "Not checked. The file is no protocol of a draw."),
    (lambda _: "null", "Not checked. The file is no protocol of a draw."),
    (lambda _: {"name": "Anna"}, "Not checked. The file is no protocol of a draw."),
    (lambda _: "[" * 200_000, "Not checked. The file is no protocol of a draw: it is not even JSON."),
    (lambda p: p | {"algorithm": "dice"}, "Not checked. The algorithm “dice” is not known here."),
    (lambda p: p | {"algorithm": "kept"}, "Not checked. In this file the tables of an earlier match stay,"),
    (lambda p: p | {"tables": "4,4"}, "Not checked. The field “tables” of the protocol is missing or not of"),
    (lambda p: p | {"tables": [10**9, 1]}, WRONG + "The part"),
    (lambda p: p | {"hall": ["7", "4 2", "99"]}, WRONG + "“4 2”"),
    (spaced("seed"), WRONG + "The number of the draw is typed"),
    (spaced("secret"), WRONG + "The secret number is typed w"),
]  # fmt: skip


def test_what_cannot_be_checked_has_its_sentence(device: Device, match: Match, tmp_path: Path) -> None:
    page = device()
    page.goto(address(match))
    chooser = page.get_by_label("Check a protocol that you saved")
    for change, sentence in NOT_CHECKED:
        chooser.set_input_files([])  # a browser sees no change when the same name is chosen again
        page.locator('[data-answer="saved"]').evaluate("(box) => box.replaceChildren()")
        chooser.set_input_files(save(tmp_path, change(published(match))))
        notice = notices(page, "saved")[0]
        assert notice.startswith(sentence), sentence


def test_without_a_network_the_page_says_so(device: Device, match: Match) -> None:
    page = device()
    page.goto(address(match))
    page.context.set_offline(True)
    page.get_by_role("button", name="Recompute").click()
    assert notices(page, "published") == ["Not checked. The published protocol did not arrive. Please try again."]


def test_without_a_script_everything_but_the_recomputing_is_there(device: Device, match: Match) -> None:
    page = device(java_script_enabled=False)
    page.goto(address(match) + "?number=2")
    expect(page.get_by_text("This browser cannot compute the lots itself")).to_be_visible()
    expect(page.get_by_role("button", name="Recompute")).to_be_hidden()
    expect(page.get_by_role("link", name="Save the protocol", exact=True)).to_be_visible()
    expect(page.get_by_text(published(match)["seed"])).to_be_visible()
    expect(page.get_by_role("heading", name="2 Huber Bene")).to_be_visible()


def test_the_page_follows_the_draw_by_itself(device: Device, organiser: User) -> None:
    tournament = make_tournament()
    make_participants(tournament, 8)
    match = tournament.matches.get(number=1)
    page = device()
    page.clock.install()
    page.goto(address(match))
    expect(page.get_by_text("The list is not closed yet.")).to_be_visible()
    closed = close_list(match=match, actor=organiser)
    page.clock.fast_forward(16_000)
    expect(page.get_by_text(closed.commitment)).to_be_visible()
    draw_match(closed=closed, actor=organiser)
    page.clock.fast_forward(16_000)
    page.get_by_role("button", name="Recompute").click()
    assert notices(page, "published")[0].startswith("The draw holds.")


def test_every_state_is_accessible(device: Device, organiser: User, match: Match, tmp_path: Path) -> None:
    slug = match.tournament.slug
    close_list(match=match.tournament.matches.get(number=2), actor=organiser, source=LotSource.LOTTERY, note="6 aus 49")
    changed = published(match)
    changed["lots"][0].reverse()
    path = save(tmp_path, changed)

    def check(page: Any) -> None:
        page.get_by_role("button", name="Recompute").click()
        page.get_by_label("Check a protocol that you saved").set_input_files(path)
        notices(page, "published")
        notices(page, "saved")

    guest = reader(device)
    states = [
        Page(name="public_draw", args=(slug, 1), query="?number=2", act=check),
        Page(name="public_draw", args=(slug, 1), query="?number=77"),
        Page(name="public_draw", args=(slug, 2)),
    ]
    assert {state.label: problems(guest, state) for state in states} == {state.label: [] for state in states}
