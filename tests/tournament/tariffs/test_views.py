"""The pages of tariffs: the list, one of them, copying, editing, a file; what is typed wrongly stands beside it."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from scoring.tariffs import bundled_tariffs, load_tariff, parse_tariff, tariff_text
from tests.tournament.views.reading import words
from tests.tournament.views.sending import form_data
from tests.worlds.factories import make_tournament, make_user
from tournament.models import OwnTariff, TariffVersion, Tournament, User
from tournament.tariffs.selectors import price_rows, tariff_differences
from tournament.tariffs.services import create_tariff, save_tariff

pytestmark = pytest.mark.django_db
ORIGIN = "social-10-20-50"
POT = "10 cents from each for a deal thrown in; it goes to whoever declared and won"


@pytest.fixture
def anna(client: Client) -> User:
    """The organiser, logged in."""
    anna = make_user("organiser", username="anna", full_name="Anna Obermaier")
    client.force_login(anna)
    return anna


@pytest.fixture
def club(anna: User) -> OwnTariff:
    """A club's own tariff in two versions."""
    text = tariff_text(ORIGIN).replace(f'id = "{ORIGIN}"', 'id = "club"').replace("10/20/50 cents", "Kartlfreunde")
    own = create_tariff(actor=anna, text=text).tariff
    save_tariff(tariff=own, actor=anna, text=text.replace("sweetener = { value = 1", "sweetener = { value = 2"), base=1)
    return own


def page(client: Client, name: str, *args: str, **query: str) -> str:
    return words(client.get(reverse(name, args=args), query))


def begin(client: Client, name: str = ORIGIN, view: str = "tariff_copy", **changed: Any) -> QueryDict:
    """What a browser would send from the form as it begins, with some fields typed."""
    return form_data(client.get(reverse(view, args=[name])), "tariff", **changed)


def send(client: Client, data: QueryDict, name: str = ORIGIN, view: str = "tariff_copy") -> Any:
    return client.post(reverse(view, args=[name]), dict(data.lists()))


def test_the_list_has_the_published_and_the_own_ones(client, anna, club, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):
        answer = client.get(reverse("tariffs"))
    text = words(answer)
    assert "Kartlfreunde 0.20 € 0.50 € 0.10 € 2 Anna Obermaier" in text.replace("\xa0", " ")
    assert "Palatinate: 20 cents a point 0.20 € a point published" in text.replace("\xa0", " ")
    for name in bundled_tariffs():
        assert f'href="{reverse("tariff", args=[name])}"' in answer.content.decode()
    assert reverse("tariffs") in client.get(reverse("rulesets")).content.decode()


def test_who_may_not_change_them_reads_them(client, club):
    client.force_login(make_user("desk"))
    assert "Copy and edit" not in page(client, "tariffs") + page(client, "tariff", "club")
    assert client.get(reverse("tariff_copy", args=["club"])).status_code == 403
    assert client.post(reverse("tariff_edit", args=["club"])).status_code == 403


@pytest.mark.parametrize("name", bundled_tariffs())
def test_a_tariff_shows_every_price(client, anna, name):
    text = page(client, "tariff", name)
    for row in price_rows(load_tariff(name)):
        assert f"{row.name} {' '.join(map(str, row.cents))}" in text or row.ramsch


def test_a_tariff_in_cents(client, anna):
    """The overview, Payments and Ramsch: 10/20/50, twice with one Jungfrau, four times with two."""
    text = page(client, "tariff", ORIGIN)
    assert "Rufer 20 30 40 3–14 10 each yes" in text
    assert "Ramsch Jungfrauen: × 2, × 4; Durchmarsch: 50 cents 20 – no" in text
    assert "Solo Tout 100 3–13 20 each yes" in text
    assert f"Pot {POT}" in text
    assert "One point 20 cents" in page(client, "tariff", "palatinate-20")


def test_versions_of_an_own_one(client, club):
    assert "version 2" in page(client, "tariff", "club")
    assert "20 cents from each" in page(client, "tariff", "club")
    older = page(client, "tariff", "club", version="1")
    assert "An older version. Show the newest one" in older
    assert "10 cents from each" in older
    assert client.get(reverse("tariff", args=["club"]), {"version": "9"}).status_code == 404
    assert client.get(reverse("tariff_edit", args=[ORIGIN])).status_code == 404
    assert client.get(reverse("tariff_toml", args=["club"])).content.decode() == TariffVersion.objects.last().text


def test_versions_are_compared(client, club):
    """A Rufer 20, then 30 cents; what is a multiple of it follows."""
    assert "Version 2 and version 1" in page(client, "tariff", "club")
    data = begin(client, "club", "tariff_edit", **{"contracts.rufer.values.simple": "30", "title": "Neu"})
    send(client, data, "club", "tariff_edit")
    text = page(client, "tariff", "club")
    assert "Name of the tariff Neu Kartlfreunde" in text
    assert "Rufer 30 / 30 / 40 cents 20 / 30 / 40 cents" in text
    with_first = page(client, "tariff", "club", version="1", against="3")
    assert "Version 1 and version 3" in with_first
    assert "Rufer 20 / 30 / 40 cents 30 / 30 / 40 cents" in with_first
    assert "Version 3 and" not in page(client, "tariff", ORIGIN)


@pytest.mark.parametrize(
    ("before", "after", "difference"),
    [
        ("sweetener = { value = 1", "sweetener = { value = 0", ("Pot", "none", POT)),
        ("from = 3, most = 14", "from = 4, most = 14", ("Rufer · Runners", "4–14: 10 cents", "3–14: 10 cents")),
        ("from = 3, most = 14", "from = 0, most = 0", ("Rufer · Runners", "", "3–14: 10 cents")),
        ("doubled = { value = true", "doubled = { value = false", ("Rufer · Contra doubles", "no", "yes")),
        (
            "value = [2, 4]",
            "value = [2, 5]",
            (
                "Ramsch",
                "20 cents; Jungfrauen: × 2, × 5; Durchmarsch: 50 cents",
                "20 cents; Jungfrauen: × 2, × 4; Durchmarsch: 50 cents",
            ),
        ),
    ],
)
def test_what_differs(before, after, difference):
    text = tariff_text(ORIGIN)
    assert before in text
    mine, theirs = parse_tariff(text.replace(before, after, 1)), parse_tariff(text)
    [line] = tariff_differences(mine, theirs)
    assert (line.name, line.mine, line.theirs) == difference
    assert tariff_differences(theirs, theirs) == []


def test_an_own_tariff_is_hidden_and_deleted_on_its_page(client, club):
    address = reverse("tariff_shelve", args=["club"])
    assert "no new tournament can choose it" in words(client.post(address, {"shelf": "hidden"}, follow=True))
    assert "hidden" in page(client, "tariffs")
    assert client.post(address, {"shelf": "burnt"}).status_code == 404
    assert client.post(reverse("tariff_shelve", args=[ORIGIN]), {"shelf": "hidden"}).status_code == 404
    make_tournament(rules="social")
    Tournament.objects.update(tariff_id="club@1", tariff_text=club.versions.first().text)
    assert "It can be hidden, but not deleted." in words(client.post(address, {"shelf": "deleted"}, follow=True))
    Tournament.objects.update(tariff_id="", tariff_text="")
    assert client.post(address, {"shelf": "deleted"})["Location"] == reverse("tariffs")
    assert "Kartlfreunde" not in page(client, "tariffs")
    assert client.get(reverse("tariff", args=["club"])).status_code == 404


@pytest.mark.parametrize("name", bundled_tariffs())
def test_a_copy_in_which_nothing_is_changed_pays_the_same(client, anna, name):
    answer = send(client, begin(client, name, title="Kartlfreunde Fürth"), name)
    assert answer["Location"] == reverse("tariff", args=["kartlfreunde-fuerth"])
    mine, theirs = TariffVersion.objects.get().prices, load_tariff(name)
    assert (mine.title, mine.unit_cents, mine.prices) == ("Kartlfreunde Fürth", theirs.unit_cents, theirs.prices)
    assert (mine.ramsch, mine.contracts, mine.claims) == (theirs.ramsch, theirs.contracts, theirs.claims)
    assert (mine.sweetener, mine.won_by, mine.most_in_pot) == (theirs.sweetener, theirs.won_by, theirs.most_in_pot)
    if theirs.prices:
        assert mine.scale == theirs.scale
    assert set(mine.sections.values()) == {"–"}


def test_what_a_club_wants(client, anna):
    """10/20/50, but a Bettel is 30 cents, runners from 4 on, and the pot is 20 cents."""
    changes = {
        "title": "Unser Tarif",
        "contracts.bettel.values.of": "",
        "contracts.bettel.values.fixed": "30",
        "contracts.rufer.runners.from": "4",
        "contracts.solo.runners.from": "",
        "contracts.solo.runners.most": "",
        "pot.sweetener": "20",
        "pot.most": "400",
        "pot.won_by": "pair",
        "doublings.most": "2",
        "runners.claimed": None,
    }
    text = words(client.get(send(client, begin(client, **changes))["Location"]))
    assert "Bettel 30 – yes" in text
    assert "Bettel Brett 60 – yes" in text
    assert "Rufer 20 30 40 4–14 10 each yes" in text
    assert "Solo 50 60 70 – yes" in text
    assert (
        "20 cents from each for a deal thrown in; it goes to two partners who won, never a soloist; at most 400" in text
    )
    assert "doubles: everything, runners too, at most 2 times, laying doubles, too" in text
    assert "Each runner 10 cents Contra" in text


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"title": ""}, "title", "This field is required."),
        ({"title": "!!!"}, "title", "Please use some letters or digits."),
        ({"title": "Official"}, "title", "This name belongs to Spielliste itself. Please choose another one."),
        ({"unit_cents": "0"}, "unit_cents", "Ensure this value is greater than or equal to 1."),
        (
            {"contracts.rufer.values.simple": str(10**9)},
            "contracts.rufer.values.simple",
            "Ensure this value is less than or equal to 100000.",
        ),
        (
            {"contracts.rufer.values.simple": "25"},
            "contracts.rufer.values.simple",
            "This is no multiple of the unit, 10 cents.",
        ),
        ({"contracts.rufer.values.simple": ""}, "contracts.rufer.values.simple", "The price is missing."),
        (
            {"contracts.rufer.values.simple": "80"},
            "contracts.rufer.values.simple",
            "Schneider must not be worth less than simple, nor Schwarz less than Schneider.",
        ),
        (
            {"unit_cents": "1", "contracts.solo.values.schwarz": "10001"},
            "contracts.solo.values.schwarz",
            "At most 10000 cents with this unit.",
        ),
        (
            {"contracts.solo.runners.from": "5", "contracts.solo.runners.most": "3"},
            "contracts.solo.runners.most",
            "It must not be less than where runners begin.",
        ),
        ({"contracts.wenz.runners.most": "5"}, "contracts.wenz.runners.most", "There are not so many trumps."),
        (
            {"contracts.bettel.values.of": "bettel-brett.fixed"},
            "contracts.bettel.values.of",
            "This is a multiple of itself, or of a level that the other contract does not have.",
        ),
        ({"contracts.sie.values.times": ""}, "contracts.sie.values.times", "How many times?"),
        *(
            ({"contracts.ramsch.jungfrau_factors": typed}, "contracts.ramsch.jungfrau_factors", "Enter a valid value.")
            for typed in ("2, x", "1.5", "-3", "2x4", "about 7", "2, 100")
        ),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_stays(client, anna, changes, field, sentence):
    data = begin(client, **{"title": "Süße Sau"} | changes)
    answer = send(client, data)
    assert answer.context["form"].errors[field] == [sentence]
    assert form_data(answer, "tariff").urlencode() == data.urlencode()
    assert "Nothing is saved yet: something is still wrong, see below." in words(answer)
    page = answer.content.decode()
    assert page.count(f'<a href="#id_{field}">') == page.count(f'id="id_{field}"') == 1
    assert not OwnTariff.objects.exists()


def test_a_multiple_of_a_game_that_there_is_not(client, anna):
    answer = send(client, begin(client, title="Club", **{"contracts.sie.values.of": "schafkopf.simple"}))
    [sentence] = answer.context["form"].errors["contracts.sie.values.of"]
    assert sentence == "Select a valid choice. schafkopf.simple is not one of the available choices."


def test_a_price_that_is_not_used_cannot_be_wrong(client, anna):
    """The page hides it while the price is a multiple."""
    data = begin(client, title="Club", **{"contracts.sie.values.fixed": "x", "contracts.solo.values.times": "x"})
    assert send(client, data).status_code == 302


def test_a_contract_that_nobody_asked_for_is_left_out(client, anna):
    data = begin(client, title="Club")
    data["contracts.kaiser.values.simple"] = "50"
    send(client, data)
    assert "kaiser" not in TariffVersion.objects.get().text


def test_a_tariff_by_points_pays_every_game_of_its_rules(client, anna):
    answer = send(client, begin(client, "palatinate-20", title="Club", contracts=["solo", "wenz"]), "palatinate-20")
    sentence = "Heart Solo is missing: the rules of this tariff play it."
    assert sentence in answer.context["form"].errors["contracts"]
    contracts = ["simple", "assrufen", "solo", "heart-solo", "solo-du", "heart-solo-du", "wenz"]
    data = begin(client, "palatinate-20", title="Club", unit_cents="30", contracts=contracts)
    assert send(client, data, "palatinate-20").status_code == 302
    version = TariffVersion.objects.get()
    assert (version.prices.unit_cents, version.prices.contracts) == (30, set(contracts))


def test_a_name_that_there_is_already(client, club):
    create_tariff(actor=make_user("organiser"), text=club.versions.last().text.replace('"club"', '"other"'))
    answer = send(client, begin(client, title="Other"))
    assert answer.context["form"].errors == {
        "title": ["There is a tariff of this name already. Please choose another name."]
    }


def test_a_change_is_the_next_version_under_another_name_too(client, club):
    data = begin(client, "club", "tariff_edit", title="Neuer Name")
    assert send(client, data, "club", "tariff_edit")["Location"] == reverse("tariff", args=["club"])
    assert [version.number for version in club.versions.all()] == [1, 2, 3]
    assert (club.versions.last().prices.id, club.versions.last().prices.title) == ("club", "Neuer Name")


def test_of_two_who_save_at_once_the_second_is_told(client, club):
    first = begin(client, "club", "tariff_edit", unit_cents="5")
    second = begin(client, "club", "tariff_edit", title="Bene")
    send(client, first, "club", "tariff_edit")
    answer = send(client, second, "club", "tariff_edit")
    assert "Anna Obermaier has saved version 3 meanwhile." in words(answer)
    again = form_data(answer, "tariff")
    assert (again["title"], again["base"]) == ("Bene", "3")
    assert send(client, again, "club", "tariff_edit").status_code == 302
    assert club.versions.count() == 4


@pytest.mark.parametrize("base", ["", "0", "x", "9"])
def test_who_does_not_say_what_they_saw_saves_over_nothing(client, club, base):
    answer = send(client, begin(client, "club", "tariff_edit", title="Bene", base=base), "club", "tariff_edit")
    assert "Anna Obermaier has saved version 2 meanwhile." in words(answer)
    assert club.versions.count() == 2


def test_a_file_is_taken_in(client, anna):
    def send_file(content: bytes) -> Any:
        file = SimpleUploadedFile("club.toml", content)
        return client.post(reverse("tariff_import"), {"toml_file": file}, follow=True)

    text = tariff_text("official").replace('id = "official"', 'id = "club"')
    assert "The tariff is taken in." in words(send_file(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()))
    assert TariffVersion.objects.get().text == text
    assert send_file(b"\xff").context["form"].errors == {"toml_file": ["This is no text file in UTF-8."]}
    assert send_file(b"#" * 100_001).context["form"].errors == {"toml_file": ["This is too long for a tariff."]}
    assert "The tariff lacks the key" in words(send_file(b"id = 1\n"))
    assert "There is a tariff of this name already." in words(send_file(text.replace("10", "20").encode()))
    assert "Please choose another one." in words(send_file(tariff_text("official").encode()))


def test_prices_that_the_form_does_not_show_keep_their_unit(client, anna):
    """A file may say what two, three and four runners are worth together."""
    text = tariff_text(ORIGIN).replace(f'id = "{ORIGIN}"', 'id = "club"')
    before, after = "runners = { from = 2, most = 4,", "runners = { from = 2, most = 4, values = [1, 3, 5],"
    own = create_tariff(actor=anna, text=text.replace(before, after, 1)).tariff
    answer = send(client, begin(client, "club", "tariff_edit", unit_cents="5"), "club", "tariff_edit")
    assert answer.context["form"].errors["unit_cents"][0].endswith("so the unit stays 10 cents.")
    send(client, begin(client, "club", "tariff_edit", title="New"), "club", "tariff_edit")
    assert own.versions.last().prices.prices["wenz"].runners.values == (1, 3, 5)


def test_a_tournament_chooses_it_in_its_form(client, club, django_assert_max_num_queries):
    tournament = make_tournament(rules="social")
    where = reverse("tournament_edit", args=[tournament.slug])
    with django_assert_max_num_queries(6):
        answer = client.get(where)
    assert '<option value="club@2">Kartlfreunde (version 2)</option>' in answer.content.decode()
    assert reverse("tariffs") in answer.content.decode()
    form = {name: getattr(tournament, name) for name in ("name", "slug", "day", "place", "organiser", "ruleset_id")}
    assert client.post(where, {**form, "tariff_id": "club@2"}).status_code == 302
    assert Tournament.objects.get().tariff_text == club.versions.last().text
    overview = client.get(reverse("tournament", args=[tournament.slug]))
    assert "Tariff Kartlfreunde (version 2)" in words(overview)
    assert f'href="{reverse("tariff", args=["club"])}?version=2"' in overview.content.decode()
    answer = client.post(where, {**form, "tariff_id": "club@1"})
    assert "tariff_id" in answer.context["form"].errors
