"""Every page for everyone: WCAG 2.2 A and AA by axe-core, in light and dark, and no horizontal scrolling on a phone.

The pages are in German, the product's first language, so the tests also check that nothing on them is English.
"""

import hashlib
from typing import Any

import pytest

from tests.e2e.axe import AXE, problems, reader, too_wide
from tests.e2e.conftest import Device
from tests.e2e.hall import Page, forgotten, make_hall, pages
from tests.e2e.languages import foreign, foreign_to
from tests.worlds.factories import make_user
from tournament.models import Participant, TableMessage, Tournament, User

pytestmark = [pytest.mark.e2e, pytest.mark.proof]


def test_axe_is_what_was_taken() -> None:
    stated = dict(reversed(line.split()) for line in (AXE / "SHA256SUMS").read_text(encoding="utf-8").splitlines())
    files = [path for path in AXE.iterdir() if path.name != "SHA256SUMS"]
    assert stated == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_every_page_is_accessible(device: Device) -> None:
    actor, wrong = make_hall(), foreign_to("de")
    inside, outside = reader(device, actor, language="de"), reader(device, language="de")
    faults = {}
    for target in pages():
        page = outside if target.public else inside
        faults[target.label] = problems(page, target) + foreign(page, "de", wrong)
    assert {label: texts for label, texts in faults.items() if texts} == {}
    assert forgotten() == set()


def test_a_word_without_an_end_widens_no_page(device: Device) -> None:
    actor = make_hall()
    for one in Participant.objects.filter(forgotten=False):
        names = {name: f"{getattr(one, name)}{'W' * 20}{'m' * 20}" for name in ("first_name", "last_name")}
        Participant.objects.filter(pk=one.pk).update(club="V" * 60, **names)
    Tournament.objects.update(name="T" * 60, place="P" * 60, organiser="V" * 60, management="M" * 60)
    User.objects.update(full_name="K" * 60)
    TableMessage.objects.update(text="W" * 160)
    inside, outside = device(actor, language="de"), device(language="de")
    faults = {}
    for target in pages():
        page = outside if target.public else inside
        target.open(page)
        faults[target.label] = too_wide(page)
    assert {label: texts for label, texts in faults.items() if texts} == {}


def test_a_name_that_turns_around_turns_nothing_beside_it(device: Device) -> None:
    page = device(make_user("organiser"))
    Page(name="home").open(page)
    order = page.evaluate(
        """() => {
            const [line, name] = ["p", "span"].map((tag) => document.createElement(tag));
            const range = document.createRange();
            [name.translate, name.textContent] = [false, "\u202eAnna"];
            line.append(name, " 12");
            document.querySelector("main").append(line);
            return [1, 2].map((at) => {
                range.setStart(line.lastChild, at), range.setEnd(line.lastChild, at + 1);
                return range.getBoundingClientRect().left;
            });
        }"""
    )
    assert order == sorted(order)


def test_an_empty_installation_is_accessible(device: Device) -> None:
    inside = reader(device, make_user("organiser"))
    assert problems(inside, Page(name="home")) == []


def test_a_page_that_is_not_allowed_is_accessible(device: Device) -> None:
    inside = reader(device, make_user("desk"))
    assert problems(inside, Page(name="people")) == []


def test_the_check_finds_what_is_wrong(device: Device) -> None:
    """A page with three faults: a field without a name, grey on white, and too wide."""
    inside = reader(device, make_user("organiser"))

    def spoil(page: Any) -> None:
        page.evaluate(
            """() => { document.querySelector("main").innerHTML = '<input><p id="grey">grey</p><p id="wide">wide</p>';
            Object.assign(grey.style, {color: "#aaa", background: "#fff"}); wide.style.width = "700px"; }"""
        )

    faults = problems(inside, Page(name="home", act=spoil))
    assert {text.split(":")[1].strip() for text in faults if text.startswith("light")} >= {"label", "color-contrast"}
    assert any(text.startswith("dark: color-contrast") for text in faults)
    assert [text for text in faults if text.startswith("320 px")] != []
