"""The buttons within the form of a ruleset: they add and remove parts and switch values; nothing is saved or lost."""

import re

import pytest
from django.test import Client

from scoring.contracts import KINDS
from scoring.parts import SANCTION_KINDS
from scoring.ruleset import check_ruleset, examine_ruleset, parse_ruleset, ruleset_text
from tests.tournament.views.reading import words
from tests.tournament.views.ruleset_forms import ORIGIN, begin, press, saved, url
from tests.tournament.views.sending import form_data
from tests.worlds.factories import make_user
from tournament.models import RulesetVersion, User
from tournament.rulesets.forms.changes import change_document
from tournament.rulesets.forms.text import document_of, text_of_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(client: Client) -> User:
    """The organiser, logged in."""
    anna = make_user("organiser", username="anna", full_name="Anna Obermaier")
    client.force_login(anna)
    return anna


def test_every_contract_can_be_added_and_taken_out_again():
    before = document_of(ruleset_text(ORIGIN))
    document, added = before, [name for name in KINDS if name not in before["contracts"]]
    for change, names in (("add contracts", added), ("remove", added)):
        for name in names:
            rules = examine_ruleset(text_of_document(document))[0]
            pressed = change if change != "remove" else f"remove contracts.{name}"
            document = change_document(document, rules, pressed, name)
            assert check_ruleset(text_of_document(document)) == () or pressed.startswith("remove"), name
        if change != "remove":
            assert set(parse_ruleset(text_of_document(document)).contracts) == set(KINDS)
    assert document == before


def test_a_contract_is_added_and_taken_out_by_its_buttons(client, anna):
    data = begin(client, id="copy")
    added = form_data(press(client, data, "add contracts", "geier"), "ruleset")
    assert (added["contracts.geier.values.simple"], added["contracts.geier.runners.most"]) == ("2", "4")
    assert form_data(press(client, added, "remove contracts.geier"), "ruleset").urlencode() == data.urlencode()


def test_what_is_like_another_is_treated_like_it(client, anna):
    data = form_data(press(client, begin(client), "add contracts", "geier-tout"), "ruleset")
    rules = saved(client, data).rules
    assert {"geier", "geier-tout"} <= set(rules.contracts)  # a Tout brings the contract that it falls back to
    assert dict(rules.contracts["geier-tout"].values) == {"fixed": 6}
    assert "geier-tout" in rules.first_game.touts
    assert "geier-tout" in rules.approvals.always
    assert rules.sanctions["mistake"].penalties["geier-tout"] == rules.sanctions["mistake"].penalties["solo-tout"]
    assert rules.bidding_order[:3] == ("sie", "solo-tout", "geier-tout")


def test_a_contract_taken_out_leaves_no_trace(client, anna):
    text = saved(client, form_data(press(client, begin(client), "remove contracts.wenz-tout"), "ruleset")).text
    assert "wenz-tout" not in text


def test_a_contract_that_others_are_a_multiple_of_leaves_them_their_figures(client, anna):
    data = begin(client, "house-10-60")
    for name in ("solo-tout", "solo"):
        data = form_data(press(client, data, f"remove contracts.{name}"), "ruleset")
    rules = saved(client, data, "house-10-60").rules
    assert dict(rules.contracts["sie"].values) == {"fixed": 80}


def test_own_figures_and_a_multiple(client, anna):
    data = form_data(press(client, begin(client, "house-10-60"), "own contracts.solo-tout"), "ruleset")
    assert data["contracts.solo-tout.values.fixed"] == "80"
    assert "contracts.solo-tout.values.of" not in data
    data = form_data(press(client, data, "multiple contracts.solo-tout"), "ruleset")
    multiple = {name: data[f"contracts.solo-tout.values.{name}"] for name in ("times", "of", "level")}
    assert multiple == {"times": "2", "of": "solo", "level": "simple"}


def test_limits_of_its_own_for_a_contract(client, anna):
    data = form_data(press(client, begin(client), "limits contracts.rufer"), "ruleset")
    data["contracts.rufer.limits.declarer_wins"] = "60"
    data["contracts.rufer.limits.defenders_win"] = "61"
    rules = saved(client, data).rules
    assert (rules.contracts["rufer"].limits.declarer_wins, rules.limits.declarer_wins) == (60, 61)
    data = form_data(press(client, data, "remove contracts.rufer.limits"), "ruleset")
    data["title"] = "Other"
    assert saved(client, data).rules.contracts["rufer"].limits.declarer_wins == 61


def test_sanctions_and_permits_can_be_added_and_taken_out(client, anna):
    data = begin(client, "house-10-60")
    for kind in SANCTION_KINDS:
        if f"sanctions.{kind}.section" not in data:
            data = form_data(press(client, data, "add sanctions", kind), "ruleset")
    data = form_data(press(client, data, "add permits", "wenz-tout"), "ruleset")
    data = form_data(press(client, data, "remove sanctions.mistake.penalties.solo"), "ruleset")
    data = form_data(press(client, data, "remove sanctions.wrong-deal"), "ruleset")
    rules = saved(client, data, "house-10-60").rules
    assert set(rules.sanctions) == set(SANCTION_KINDS) - {"wrong-deal"}
    assert "solo" not in rules.sanctions["mistake"].penalties
    assert (rules.sanctions["mistake"].penalties["wenz"].minus, rules.permits["wenz-tout"].runners) == (90, 2)
    data = form_data(press(client, data, "add sanctions.mistake.penalties", "solo"), "ruleset")
    assert data["sanctions.mistake.penalties.solo.minus"] == "90"
    data = form_data(press(client, data, "add sanctions", "wrong-deal"), "ruleset")
    assert data["sanctions.wrong-deal.penalties.deal.minus"] == "120"  # three or four other players share it


@pytest.mark.parametrize("name", [ORIGIN, "palatinate-three"])
def test_all_sections_are_cleared_and_nothing_else(client, anna, name):
    data = begin(client, name, title="Mine", **{"section:match.minimum_age": "§ 3", "match.minimum_age": "18"})
    answer = press(client, data, "clear sections")
    assert "Our own rules, no sections" not in words(answer)
    assert not RulesetVersion.objects.exists()
    cleared = saved(client, form_data(answer, "ruleset"), name).rules
    data["title"] = "Kept"
    uncleared = saved(client, data, name).rules
    assert set(cleared.sections.values()) | set(cleared.codes.values()) == {"–"}
    assert dict(cleared.settings) == dict(uncleared.settings)
    assert (set(cleared.codes), uncleared.sections["match.minimum_age"]) == (set(uncleared.codes), "§ 3")


def test_a_press_saves_nothing_and_loses_nothing(client, anna):
    data = begin(client, title="Mine", **{"match.minimum_age": "old", "contracts.solo.values.simple": "?"})
    answer = press(client, data, "add permits", "nonsense")
    again = form_data(answer, "ruleset")
    assert [again[name] for name in ("title", "match.minimum_age", "contracts.solo.values.simple")] == [
        "Mine",
        "old",
        "?",
    ]
    assert not RulesetVersion.objects.exists()


def open_boxes(answer):
    return re.findall(r'<details [^>]*id="([^"]+)" open>', answer.content.decode())


@pytest.mark.parametrize("change", ["add contracts", "more notices", ""])
def test_what_was_open_stays_open(client, anna, change):
    data = begin(client, title="", open=["f-dealing", "more-contracts.solo"])
    changed = {"more notices": ["f-notices"], "add contracts": ["f-topic-contracts"], "": ["f-topic-contracts"]}
    there = {"f-dealing", "more-contracts.solo"}
    answer = press(client, data, change, "geier")
    assert there <= set(open_boxes(answer))
    assert set(open_boxes(answer)) - there <= set(changed[change])
    assert 'data-guard="typed"' in answer.content.decode()


def test_without_a_script_the_first_boxes_are_open(client, anna):
    page = client.get(url("copy", ORIGIN))
    assert open_boxes(page) == ["f-extent", "f-topic-contracts"]
    assert open_boxes(press(client, begin(client), "more notices")) == ["f-extent", "f-topic-contracts", "f-notices"]
    assert " data-guard hx-post" in page.content.decode()


@pytest.mark.parametrize(
    "change",
    [
        *("remove", "remove match", "add", "own contracts", "limits contracts.nobody", "remove a.b.c.d.e.f"),
        *("clear match", "x y"),
    ],
)
def test_a_press_that_makes_no_sense_changes_nothing(client, anna, change):
    data = begin(client, id="copy")
    assert form_data(press(client, data, change), "ruleset").urlencode() == data.urlencode()
