"""What leaves the hall afterwards, in a browser: the text for the newspaper, and the folder opened from a disk."""

import io
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.worlds.archived import login, small_tournament
from tests.worlds.prize_giving import put_out, ranked
from tournament.models import Participant
from tournament.prizes.kinds import Criterion
from tournament.results.services import add_cup, enter_winner, enter_winners

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

# Where pictures of the pages are kept, to be looked at; nowhere in an ordinary run.
PICTURES = os.environ.get("SPIELLISTE_PICTURES", "")


def picture(page: Any, name: str) -> None:
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"), full_page=True)


def is_too_wide(page: Any) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def test_the_text_is_edited_and_copied_with_one_key(device: Device) -> None:
    tournament, players, actor = ranked(8)
    put_out(tournament, 1, Criterion.PLACE, argument="1-5")
    enter_winner(cup=add_cup(name="Wanderpokal", actor=actor), participant=players[0], actor=actor)
    page = device(actor, permissions=["clipboard-read", "clipboard-write"], viewport={"width": 320, "height": 700})
    page.goto(reverse("newspaper", args=[tournament.slug]))
    assert not is_too_wide(page)
    picture(page, "newspaper-320")
    page.get_by_label("Text").fill("Unser Turnier: ccc")
    page.get_by_role("heading", name="For the newspaper").click()
    page.keyboard.press("c")
    expect(page.get_by_role("status")).to_have_text("Copied.")
    assert page.evaluate("() => navigator.clipboard.readText()") == "Unser Turnier: ccc"
    with page.expect_download() as started:
        page.get_by_role("button", name="Download as a text file").click()
    assert Path(started.value.path()).read_text(encoding="utf-8") == "Unser Turnier: ccc"
    page.set_viewport_size({"width": 1280, "height": 800})
    page.reload()
    picture(page, "newspaper-1280")


def test_cups_on_a_phone(device: Device) -> None:
    tournament, _players, actor = ranked(8)
    cup = add_cup(name="Wanderpokal der Spielgemeinschaft", actor=actor)
    enter_winners(cup=cup, text="\n".join(f"{year} Huber Sepp der Ältere" for year in range(2000, 2012)), actor=actor)
    page = device(actor, viewport={"width": 320, "height": 700})
    page.goto(reverse("tournament_cups", args=[tournament.slug]))
    picture(page, "tournament-cups-320")
    assert not is_too_wide(page)
    page.get_by_role("button", name="Enter as the winner of 2026").click()
    expect(page.get_by_text("Anna Obermaier is entered as the winner.")).to_be_visible()
    for name, address in {"cups": reverse("cups"), "cup": reverse("cup", args=[cup.pk])}.items():
        page.goto(address)
        assert not is_too_wide(page)
        picture(page, f"{name}-320")
    page.set_viewport_size({"width": 1280, "height": 800})
    picture(page, "cup-1280")


def test_the_folder_works_from_a_disk(device: Device, tmp_path: Path) -> None:
    actor = login("reiter", "K. Reiter", "organiser", "supervisor", "desk")
    tournament = small_tournament(actor, 4)
    put_out(tournament, 1, Criterion.PLACE, argument="1-3", cents=2050)
    Participant.objects.filter(tournament=tournament, start_number__gt=4, forgotten=False).update(
        shown_name="name", club="SV Glonn"
    )
    desk = device(actor)
    desk.goto(reverse("results", args=[tournament.slug]))
    picture(desk, "results-1280")
    desk.get_by_label("With the games of each table").check()
    desk.get_by_label("With amounts of money").check()
    with desk.expect_download() as started:
        desk.get_by_role("button", name="Download the folder").click()
    with zipfile.ZipFile(io.BytesIO(Path(started.value.path()).read_bytes())) as archive:
        archive.extractall(tmp_path)
    [folder] = tmp_path.iterdir()
    page = device(java_script_enabled=False, viewport={"width": 320, "height": 700})
    messages: list[str] = []
    requests: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.on("pageerror", lambda error: messages.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    page.goto((folder / "index.html").as_uri())
    visited = set()
    unvisited = {page.url}
    while unvisited:
        page.goto(unvisited.pop())
        visited.add(page.url)
        assert not is_too_wide(page), page.url
        picture(page, f"folder-{Path(page.url).stem}-320")
        links = {link.evaluate("link => link.href") for link in page.get_by_role("link").all()}
        unvisited |= links - visited
    assert {Path(url).name for url in visited} == {path.name for path in folder.glob("*.html")}
    assert messages == []
    assert all(url.startswith((folder.as_uri(), "data:")) for url in requests)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": 1280, "height": 800})
        for name in ("index", "match-1", "prizes", "special"):
            page.goto((folder / f"{name}.html").as_uri())
            picture(page, f"folder-{name}-{scheme}")
