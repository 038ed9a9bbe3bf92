"""The form of a ruleset: it returns its input, takes changes, names the field of each refusal, and loses nothing."""

import re

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from scoring.notices import NOTICES
from scoring.ruleset import (
    bundled_rulesets,
    load_ruleset,
    ruleset_text,
)
from tests.tournament.views.reading import words
from tests.tournament.views.ruleset_forms import ORIGIN, begin, beside, faults, post, press, saved, url
from tests.tournament.views.sending import form_data
from tests.worlds.factories import make_user
from tournament.models import OwnRuleset, RulesetVersion, User
from tournament.rulesets.services import create_ruleset, save_ruleset
from tournament.rulesets.words.labels import TOPICS

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(client: Client) -> User:
    """The organiser, logged in."""
    anna = make_user("organiser", username="anna", full_name="Anna Obermaier")
    client.force_login(anna)
    return anna


# The form returns its input


@pytest.mark.parametrize("name", bundled_rulesets())
def test_an_untouched_copy_is_the_same_rules(client, anna, name):
    version = saved(client, begin(client, name, title="Copy", id="copy"), name)
    rules, origin = version.rules, load_ruleset(name)
    assert dict(rules.settings) == dict(origin.settings)
    assert dict(rules.sections) == dict(origin.sections)
    assert rules.notices == origin.notices
    assert (rules.id, rules.title, version.ruleset.origin, version.number) == ("copy", "Copy", name, 1)
    # The form of the saved ruleset gives the same file again, unless somebody changes it.
    again = form_data(client.get(url("edit", "copy")), "ruleset")
    post(client, url("edit", "copy"), again)
    assert list(version.ruleset.versions.all()) == [version]


def test_the_copy_keeps_the_comments_of_what_stays(client, anna):
    text = saved(client, begin(client, **{"ranking.full_tie": "shared"})).text
    assert "# Card points that a side needs to win" in text
    assert "# Schafkopf rules of the Schafkopf School, edition of 16 March 2023." not in text


def test_a_copy_has_a_name_of_its_own_and_says_where_it_comes_from(client, anna):
    rules = saved(client, begin(client)).rules
    assert (rules.id, rules.title) == ("schafkopf-school-2023-own", "Schafkopf School 2023 (own)")
    assert rules.source == "Schafkopf School 2023, edition 2023-03-16, changed"


def test_a_copy_of_an_older_version_of_own_rules(client, anna):
    text = ruleset_text(ORIGIN).replace(f'id = "{ORIGIN}"', 'id = "club"')
    own = create_ruleset(actor=anna, text=text, origin=ORIGIN).ruleset
    save_ruleset(ruleset=own, actor=anna, text=text.replace("matches = { value = 2", "matches = { value = 3"), base=1)
    path = url("copy", "club") + "?version=1"
    answer = post(client, path, form_data(client.get(path), "ruleset", title="Neu"))
    version = RulesetVersion.objects.get(ruleset__slug="neu")
    assert answer["Location"] == reverse("ruleset", args=["neu"])
    assert (version.rules.matches, version.based_on, version.ruleset.origin) == (2, own.versions.get(number=1), ORIGIN)


# Changes by a club


def test_a_club_s_own_rules_in_a_few_fields(client, anna):
    """Solo 5/15, Tout double, Contra allowed, ties shared."""
    data = begin(client, title="Kartlfreunde Fürth", **{
        "contracts.solo.values.simple": "5",
        "contracts.solo.values.schneider": "10",
        "contracts.solo.values.schwarz": "15",
        "doublings.rule": "scored",
        "ranking.full_tie": "shared",
    })  # fmt: skip
    data = form_data(press(client, data, "multiple contracts.solo-tout"), "ruleset")
    version = saved(client, data)
    rules = version.rules
    assert version.ruleset.slug == "kartlfreunde-fuerth"
    assert dict(rules.contracts["solo"].values) == {"simple": 5, "schneider": 10, "schwarz": 15}
    assert dict(rules.contracts["solo-tout"].values) == {"fixed": 10}
    assert (rules.doublings.rule, rules.full_tie) == ("scored", "shared")
    # Nobody has to untick "Stoss and Retour are not allowed".
    assert "no-stoss" not in rules.codes
    page = words(client.get(reverse("ruleset", args=[rules.id])))
    assert "Contracts and values · Solo · Value 5 / 10 / 15 2 / 3 / 4" in page
    assert "Contracts and values · Solo Tout · Value 2 × Solo (simple) 6" in page


@pytest.mark.parametrize(
    ("key", "typed", "value"),
    [
        ("match.minimum_age", " 18 ", 18),
        ("match.packets", "3 2  3", (3, 2, 3)),
        ("match.packets", "2,2, 2;2", (2, 2, 2, 2)),
        ("doublings.most", ["2", "any"], "any"),
        ("match.seating", "kept", "kept"),
        ("match.surrender", "true", True),
        ("approvals.always", None, ()),
        ("approvals.always", ["sie", "wenz-tout"], ("sie", "wenz-tout")),
        ("ranking.tie_break", ["", "solos_won", "", "sie_played", ""], ("solos_won", "sie_played")),
        ("bidding.order", ["rufer", "wenz", "solo", "sie", "wenz-tout", "solo-tout"], None),
    ],
)
def test_what_is_typed_and_chosen_is_what_is_kept(client, anna, key, typed, value):
    rules = saved(client, begin(client, **{key: typed})).rules
    assert rules.settings[key] == (value if value is not None else tuple(typed))


def test_the_sections_are_kept_and_an_empty_one_is_a_dash(client, anna):
    data = begin(client, **{
        "section:match.minimum_age": "§ 3",
        "section:match.packets": "  ",
        "contracts.solo.section": "§ 7",
        "notices": ["no-time-limit", "no-bock-rounds"],
        "notices.no-bock-rounds": "§ 9",
    })  # fmt: skip
    rules = saved(client, data).rules
    sections = [rules.sections[key] for key in ("match.minimum_age", "match.packets", "contracts.solo.values.simple")]
    assert sections == ["§ 3", "–", "§ 7"]
    assert dict(rules.codes) == {"no-time-limit": "5.2.1", "no-bock-rounds": "§ 9"}


# Faults are refused, with their field named


@pytest.mark.parametrize(
    ("key", "typed", "place", "sentence"),
    [
        ("match.minimum_age", "old", None, "Needed: a whole number from 0 to 120."),
        ("match.minimum_age", "", None, "Needed: a whole number from 0 to 120."),
        ("match.minimum_age", "16.5", None, "Needed: a whole number from 0 to 120."),
        ("match.packets", "", None, "Needed: whole numbers from 1 to 10, separated by commas."),
        ("match.packets", "4, 5", None, "The packets must together be as many cards as a hand has."),
        ("match.seats", None, None, "At a table sit as many as play, or one more who deals and sits out."),
        ("match.all_pass", "ramsch", None, "This contract is missing: Ramsch. Please add it."),
        ("match.fewest_matches", "3", None, "At least 3 matches are more than at most 2."),
        ("match.all_pass", "dance", None, "Needed: one of: the same dealer deals again"),
        ("contracts.solo.values.simple", "4", "contracts.solo", "Schneider must not be worth less than simple"),
        ("contracts.solo.values.simple", "0", None, "Needed: a whole number from 1 to 10000."),
        ("limits.declarer_wins", "60", "limits.defenders_win", "Together with what the declarer needs it must be at"),
        ("bidding.order", ["rufer"], None, "Every contract must stand in the order: Sie is missing."),
        ("bidding.order", ["rufer", "rufer"], None, 'Entry 2, "rufer", stands there already.'),
        ("approvals.counted_from", "0", None, "Where no game is chosen the number is 0; where it is not 0, choose"),
        ("approvals.counted", None, "approvals.counted_from", "Where no game is chosen the number is 0; where it is"),
        ("sanctions.mistake.penalties.solo.minus", "8", "sanctions.mistake.penalties.solo", "3 players cannot share"),
        ("title", " ", None, "Needed: a text."),
        ("edition", "", None, "Needed: a text."),
        ("title", "x" * 81, None, "Please use at most 80 characters here."),
        ("id", "Fürth 5/15", None, "Needed: small letters, digits and hyphens, at most 60 of them."),
        ("id", ORIGIN, None, "The short name “schafkopfschule-2023” belongs to Spielliste itself."),
    ],
)  # fmt: skip
def test_a_contradiction_is_refused_beside_its_field(client, anna, key, typed, place, sentence):
    data = begin(client, id="copy", **{} if key == "id" else {key: typed})
    data.setlist("id", [typed] if key == "id" else ["copy"])
    answer = post(client, url("copy", ORIGIN), data)
    place = place or key
    assert answer.status_code == 200
    assert any(error.startswith(sentence) for error in beside(answer, place))
    assert faults(answer)[place] in beside(answer, place)
    # The input is still there, whatever it is.
    again = form_data(answer, "ruleset")
    if isinstance(typed, str) and key not in ("match.all_pass",):
        assert again[key].strip() == typed.strip()
    assert not RulesetVersion.objects.exists()


def test_names_that_do_not_belong_there_are_refused_or_passed_by(client, anna):
    data = begin(client, id="copy")
    for name in ("match", "match.odd", "contracts.evil.section", "a.b.c.d.e.f.g", "__class__.x", "match.seats.x"):
        data[name] = "1"
    answer = post(client, url("copy", ORIGIN), data)
    assert set(faults(answer).values()) == {"There is nothing of this name in a ruleset."}
    assert not RulesetVersion.objects.exists()


@pytest.mark.parametrize("change", ["", "add contracts", "remove contracts.solo", "add sanctions.mistake.penalties"])
def test_a_value_in_place_of_a_table_is_passed_by(client, anna, change):
    data = begin(client, id="copy")
    for name in list(data):
        if name.startswith(("sanctions.mistake.", "contracts.sie.", "section:contracts.sie.")):
            del data[name]
    data |= {"sanctions.mistake": "1", "contracts.sie": "1", "change": change, f"choice {change[4:]}": "geier"}
    answer = post(client, url("copy", ORIGIN), data)
    assert answer.status_code == 200
    again = form_data(answer, "ruleset")
    assert not {"sanctions.mistake", "contracts.sie"} & set(again)


def test_an_empty_form_is_refused(client, anna):
    answer = post(client, url("copy", ORIGIN), QueryDict())
    assert answer.status_code == 200
    assert "things are still wrong" in words(answer)


# While typing


def test_the_point_table_follows_the_typing(client, anna):
    answer = post(client, url("preview"), begin(client, **{"contracts.sie.values.fixed": "100"}))
    assert "Complete and without contradiction." in words(answer)
    assert "Sie +300 −100" in words(answer)


def test_the_preview_names_what_is_wrong(client, anna):
    answer = post(client, url("preview"), begin(client, **{"contracts.sie.values.fixed": "x", "edition": ""}))
    assert "2 things are still wrong." in words(answer)
    assert faults(answer) == {
        "contracts.sie.values.fixed": "Needed: a whole number from 1 to 10000.",
        "edition": "Needed: a text.",
    }
    assert "<table" not in answer.content.decode()


def test_the_point_table_stays_where_nothing_wrong_changes_it(client, anna):
    answer = post(client, url("preview"), begin(client, **{"match.fewest_matches": "3"}))
    assert "1 thing is still wrong." in words(answer)
    assert "Sie +24 −8" in words(answer)


@pytest.mark.parametrize(("name", "args"), [("preview", ()), ("copy", ("house-10-60",))])
def test_a_notice_goes_with_the_rule_that_it_reminds_of(client, anna, name, args):
    """The house's Ramsch is no longer played; a Muss is, though its contract is still missing."""
    data = begin(client, "house-10-60", **{"match.all_pass": "muss"})
    assert "all-pass-ramsch" in data.getlist("notices")
    assert faults(post(client, url(name, *args), data)) == {
        "match.all_pass": "This contract is missing: Muss. Please add it."
    }


def test_the_preview_asks_the_database_nothing(client, anna, django_assert_num_queries):
    data = begin(client)
    with django_assert_num_queries(2):  # the login's
        post(client, url("preview"), data)


# Two people at once


@pytest.fixture
def club(anna: User) -> OwnRuleset:
    text = ruleset_text(ORIGIN).replace(f'id = "{ORIGIN}"', 'id = "club"')
    return create_ruleset(actor=anna, text=text, origin=ORIGIN).ruleset


def test_a_change_is_a_new_version(client, club):
    answer = post(client, url("edit", "club"), form_data(client.get(url("edit", "club")), "ruleset", edition="2027"))
    assert answer["Location"] == reverse("ruleset", args=["club"])
    assert [version.rules.edition for version in club.versions.all()] == ["2023-03-16", "2027"]


def test_the_second_is_refused_and_what_was_typed_stays(client, club):
    bene = make_user("organiser", username="bene", full_name="Bene Huber")
    form = form_data(client.get(url("edit", "club")), "ruleset", **{"match.matches": "4"})
    text = club.versions.get().text
    save_ruleset(
        ruleset=club, actor=bene, text=text.replace("minimum_age = { value = 16", "minimum_age = { value = 18"), base=1
    )
    answer = post(client, url("edit", "club"), form)
    page = words(answer)
    assert "Bene Huber has saved version 2 meanwhile." in page
    assert "Setting yours saved Match and table · Matches 4 2 Match and table · Minimum age 16 18" in page
    again = form_data(answer, "ruleset")
    assert (again["match.matches"], again["base"]) == ("4", "2")
    assert post(client, url("edit", "club"), again).status_code == 302
    newest = club.versions.latest("number")
    assert (newest.number, newest.rules.matches, newest.rules.minimum_age) == (3, 4, 16)


@pytest.mark.parametrize("base", ["7", "9" * 5000])
def test_a_version_that_nobody_was_shown_is_refused(client, club, base):
    form = form_data(client.get(url("edit", "club")), "ruleset", base=base, **{"match.matches": "4"})
    assert "has saved version 1 meanwhile." in words(post(client, url("edit", "club"), form))


def test_published_rules_are_not_edited(client, anna):
    assert client.get(url("edit", ORIGIN)).status_code == 404


def test_the_short_name_of_own_rules_is_fixed(client, club):
    form = form_data(client.get(url("edit", "club")), "ruleset", id="other")
    answer = post(client, url("edit", "club"), form)
    assert "The short name must stay “club”" in words(answer)


@pytest.mark.parametrize("role", ["supervisor", "desk"])
@pytest.mark.parametrize(("name", "args"), [("copy", [ORIGIN]), ("edit", ["club"]), ("preview", []), ("import", [])])
def test_only_organisers_come_in(client, club, role, name, args):
    client.force_login(make_user(role))
    assert client.post(url(name, *args)).status_code == 403


@pytest.mark.parametrize(
    ("ticked", "summary"),
    [(["no-time-limit", "no-bock-rounds"], "2"), (["no-time-limit"], "1"), ([], "none")],
)
def test_a_closed_heading_says_how_many_notices_are_ticked(client, anna, ticked, summary):
    answer = post(client, url("copy", ORIGIN), begin(client, title="", notices=ticked))
    assert re.search(rf'whatever else</h2> <span class="soft">{summary}</span></summary>', answer.content.decode())


def test_no_heading_is_closed_without_a_summary(client, anna):
    html = client.get(url("copy", "house-10-60")).content.decode()
    summaries = dict(re.findall(r'<summary><h2>(.*?)</h2> <span class="soft">(.*?)</span></summary>', html))
    assert len(summaries) == len(TOPICS) + 1  # the notices come last
    assert [name for name, summary in summaries.items() if not summary] == []


def test_every_notice_that_is_true_can_be_ticked(client, anna):
    rules = load_ruleset("house-10-60")
    true = [code for code, holds in NOTICES.items() if holds(rules.settings)]
    data = begin(client, "house-10-60", notices=true)
    assert set(saved(client, data, "house-10-60").rules.codes) == set(true)


def test_every_setting_has_its_place_in_the_form_once(client, anna):
    html = client.get(url("copy", "social")).content.decode()
    fields = re.findall(r'<(?:input|select)[^>]* name="([a-z_]+\.[^"]+)"', html)
    rules = load_ruleset("social")
    first = [name for name in dict.fromkeys(fields) if not name.startswith("notices.")]
    assert set(rules.fields) - {name.removeprefix("section:") for name in first} == set()
    headings = re.findall(r"<summary><h2>(\d)\. ", html)
    assert headings == [str(number) for number in range(1, len(TOPICS) + 2)]


def test_sentences_of_its_own_are_typed_kept_in_order_and_printed(client, anna):
    data = begin(client, id="copy")
    number = next(name.split(".")[1] for name in data if re.fullmatch(r"notices\.\d+\.de", name))
    data[f"notices.{number}.de"], data[f"notices.{number}.on_sheet"] = "  Der  Alte muss. ", "true"
    again = form_data(press(client, data, "more notices"), "ruleset")
    second = str(int(number) + 1)
    again[f"notices.{second}.en"], again[f"notices.{second}.section"] = "A prize for ladies.", "§ 7"
    up = form_data(press(client, again, f"up notices.{second}"), "ruleset")
    notices = [notice for notice in saved(client, up).rules.notices if not notice.code]
    assert [(dict(notice.words), notice.section, notice.on_sheet) for notice in notices] == [
        ({"en": "A prize for ladies."}, "§ 7", False),
        ({"de": "Der Alte muss."}, "–", True),
    ]
    page = words(client.get(reverse("ruleset", args=["copy"])))
    assert "A prize for ladies." in page
    assert "Der Alte muss." in page


def test_a_wrong_sentence_has_the_number_that_the_page_shows(client, anna):
    """Also in the preview while the first is emptied, and whichever notices are ticked."""
    data = begin(client, id="copy", **{"notices.1.de": "One.", "notices.2.de": "Two.", "notices.3.de": "x" * 401})
    answer = post(client, url("copy", ORIGIN), data)
    assert faults(answer) == {"notices.3": "Needed: at most 400 characters."}
    assert '<a href="#f-notices.3">Sentence 3</a>' in answer.content.decode()
    again = form_data(answer, "ruleset", notices=[])
    again["notices.1.de"] = ""
    assert faults(post(client, url("preview"), again)) == {"notices.3": "Needed: at most 400 characters."}


def test_only_the_button_adds_an_empty_sentence(client, anna):
    data = begin(client, title="", **{"notices.1.de": "One."})
    for change, numbers in (("", ["1"]), ("add contracts", ["1"]), ("more notices", ["1", "2"]), ("", ["1"])):
        data["change"] = change
        data = form_data(post(client, url("copy", ORIGIN), data), "ruleset")
        assert [name.split(".")[1] for name in data if re.fullmatch(r"notices\.\d+\.de", name)] == numbers


def test_a_sentence_that_is_too_long_is_refused_beside_its_field(client, anna):
    data = begin(client, id="copy")
    key = next(name for name in data if re.fullmatch(r"notices\.\d+\.de", name)).removesuffix(".de")
    data[f"{key}.de"] = "x" * 10_000
    answer = post(client, url("copy", ORIGIN), data)
    assert beside(answer, key) == ["Needed: at most 400 characters."]
    assert form_data(answer, "ruleset")[f"{key}.de"] == "x" * 10_000


def test_schneider_is_announced_and_runners_have_values_of_their_own(client, anna):
    data = form_data(press(client, begin(client, "house-10-60"), "announced contracts.solo"), "ruleset")
    data = form_data(press(client, data, "together contracts.wenz"), "ruleset")
    assert (data["contracts.solo.values.announced"], data["contracts.wenz.runners.values"]) == ("10", "20, 30, 40")
    data["contracts.wenz.runners.values"] = "15, 20, 30"
    rules = saved(client, data, "house-10-60").rules
    assert rules.contracts["solo"].price.announced == 10
    assert rules.contracts["wenz"].price.runners.values == (15, 20, 30)
    data = form_data(press(client, data, "together contracts.wenz"), "ruleset")
    data = form_data(press(client, data, "announced contracts.solo"), "ruleset")
    assert {"contracts.solo.values.announced", "contracts.wenz.runners.values"} & set(data) == set()
