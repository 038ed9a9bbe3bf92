"""A club's own rules in a browser: made in a minute with the keyboard, with the point table beside the form."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.worlds.factories import make_user
from tournament.models import RulesetVersion

pytestmark = pytest.mark.e2e
COPY = "/rulesets/schafkopfschule-2023/copy/"


def field(page: Any, key: str) -> Any:
    return page.locator(f'[id="f-{key}"]')


def test_a_club_makes_its_rules(device: Device) -> None:
    """Solo 5/15, Tout double, Contra allowed, ties shared."""
    page = device(make_user("organiser", full_name="Anna Obermaier"))
    page.goto("/rulesets/")
    page.get_by_role("link", name="Copy and edit Schafkopf School 2023").click()
    page.get_by_label("Name of the rules").fill("Kartlfreunde Fürth")
    for level, figure in (("Simple", "5"), ("Schneider", "10"), ("Schwarz", "15")):
        page.get_by_role("group", name="Solo", exact=True).get_by_label(level, exact=True).fill(figure)
    expect(page.locator(".points")).to_contain_text("+15 −5")
    page.get_by_role("button", name="A multiple of another contract: Solo Tout").click()
    expect(field(page, "contracts.solo-tout")).to_be_focused()
    expect(page.locator(".points")).to_contain_text("+30 −10")
    page.get_by_role("heading", name="Contra, mistakes and sanctions").click()
    page.get_by_label("Contra", exact=True).select_option("doubles the points")
    page.get_by_role("heading", name="Equal points and the ranking").click()
    page.get_by_label("Equal in everything", exact=True).select_option("the place is shared")
    page.locator(".rule-side").get_by_role("button", name="Create the rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Kartlfreunde Fürth")
    rules = RulesetVersion.objects.get().rules
    assert dict(rules.contracts["solo"].values) == {"simple": 5, "schneider": 10, "schwarz": 15}
    assert dict(rules.contracts["solo-tout"].values) == {"fixed": 10}
    assert (rules.doublings.rule, rules.full_tie) == ("scored", "shared")


def test_a_contradiction_is_said_beside_its_field_while_typing(device: Device) -> None:
    page = device(make_user("organiser"))
    page.goto(COPY)
    age = field(page, "match.minimum_age")
    age.fill("sixteen")
    beside = page.locator('[id="e-match.minimum_age"]')
    expect(beside).to_have_text("Needed: a whole number from 0 to 120.")
    expect(age).to_have_attribute("aria-invalid", "true")
    expect(age).to_have_value("sixteen")
    expect(page.get_by_role("status")).to_have_text("1 thing is still wrong.")
    age.fill("18")
    expect(beside).to_be_empty()
    expect(age).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator(".points")).to_be_visible()
    field(page, "contracts.sie.values.fixed").fill("much")
    expect(page.locator(".points")).to_have_count(0)


def test_the_list_of_faults_leads_into_a_closed_box(device: Device) -> None:
    page = device(make_user("organiser"))
    page.goto(COPY)
    # Packets and pack are in a closed box, so a fault there is a link in the list.
    page.get_by_role("heading", name="Cards and dealing").click()
    field(page, "match.packets").fill("4")
    fault = page.get_by_role("link", name=re.compile("Packets in dealing"))
    expect(fault).to_be_visible()
    page.get_by_role("heading", name="Cards and dealing").click()
    expect(field(page, "match.packets")).to_be_hidden()
    fault.click()
    expect(field(page, "match.packets")).to_be_focused()
    expect(page.locator('[id="e-match.packets"]')).to_contain_text("as many cards as a hand has")


def test_it_is_made_with_the_keyboard_alone(device: Device) -> None:
    page = device(make_user("organiser"))
    page.goto(COPY)
    sie = field(page, "contracts.sie.values.fixed")
    sie.focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("100")
    expect(page.locator(".points")).to_contain_text("+300 −100")
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("Saved.")
    assert dict(RulesetVersion.objects.get().rules.contracts["sie"].values) == {"fixed": 100}


def test_all_sections_are_cleared_with_the_keyboard(device: Device) -> None:
    page = device(make_user("organiser"))
    page.goto(COPY)
    page.get_by_label("Name of the rules").fill("Kartlfreunde Fürth")
    expect(page.locator(".rule-section").first).not_to_have_value("–")
    clear = page.get_by_role("button", name="Our own rules, no sections")
    clear.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".rule-section")).to_have_count(0)
    expect(clear).to_have_count(0)
    expect(page.get_by_label("Name of the rules")).to_have_value("Kartlfreunde Fürth")
    assert not RulesetVersion.objects.exists()


def test_a_file_goes_out_and_comes_in(device: Device, tmp_path: Any) -> None:
    page = device(make_user("organiser"))
    page.goto("/rulesets/house-10-60/")
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save as TOML").click()
    file = tmp_path / "house.toml"
    saving.value.save_as(file)
    page.goto("/rulesets/import/")
    page.get_by_label("TOML file").set_input_files(file)
    page.get_by_role("button", name="Take in the rules").click()
    expect(page.locator(".field-error")).to_contain_text("belongs to Spielliste itself")
    # The file need not be chosen again: its text is kept.
    page.get_by_label("Another short name").fill("our-house")
    page.get_by_role("button", name="Take in the rules").click()
    expect(page.locator("#messages")).to_contain_text("The rules are taken in.")
    assert RulesetVersion.objects.get().rules.id == "our-house"


def test_what_is_typed_and_open_is_not_lost(device: Device) -> None:
    """A button of the form leaves open what is open; whoever leaves with unsaved work is asked first."""
    page = device(make_user("organiser"))
    page.goto(COPY)
    more = page.locator('[id="more-contracts.solo"]')
    more.locator("summary").click()
    page.get_by_role("heading", name="Cards and dealing").click()
    page.get_by_role("heading", name="How many play, how long").click()
    page.get_by_role("button", name="A multiple of another contract: Solo Tout").click()
    expect(field(page, "contracts.solo-tout")).to_be_focused()
    expect(more).to_have_attribute("open", "")
    expect(field(page, "match.packets")).to_be_visible()
    expect(field(page, "match.matches")).to_be_hidden()
    questions: list[str] = []

    def stay(question: Any) -> None:
        questions.append(question.type)
        question.dismiss()

    page.on("dialog", stay)
    page.locator(".rule-side").get_by_role("link", name="Cancel").click()
    assert questions == ["beforeunload"]
    page.locator(".rule-side").get_by_role("button", name="Create the rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Schafkopf School 2023 (own)")
    assert questions == ["beforeunload"]
