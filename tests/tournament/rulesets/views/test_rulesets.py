"""The pages of rulesets: the list, one ruleset, its file, importing a file, the rules of a tournament."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.ruleset import bundled_rulesets, load_ruleset, parse_ruleset, ruleset_text
from tests.tournament.views.reading import words
from tests.worlds.factories import draw_lots, make_participants, make_tournament, make_user
from tournament.models import OwnRuleset, RulesetVersion, Tournament, User
from tournament.rulesets.exports.table import point_groups
from tournament.rulesets.services import create_ruleset, save_ruleset

pytestmark = pytest.mark.django_db
ORIGIN = "schafkopfschule-2023"


@pytest.fixture
def anna(client: Client) -> User:
    """The organiser, logged in."""
    anna = make_user("organiser", username="anna", full_name="Anna Obermaier")
    client.force_login(anna)
    return anna


def club_text(name="club", title="Kartlfreunde Fürth", matches=2):
    text = ruleset_text(ORIGIN).replace(f'id = "{ORIGIN}"', f'id = "{name}"')
    text = text.replace('title = "Schafkopf rules of the Schafkopf School"', f'title = "{title}"')
    return text.replace("matches = { value = 2", f"matches = {{ value = {matches}")


@pytest.fixture
def club(anna: User) -> OwnRuleset:
    """A club's own rules in two versions."""
    own = create_ruleset(actor=anna, text=club_text(), origin=ORIGIN).ruleset
    save_ruleset(ruleset=own, actor=anna, text=club_text(matches=3), base=1)
    return own


def page(client, name, *args, **query):
    return words(client.get(reverse(name, args=args), query))


# The list


def test_the_list_has_the_published_and_the_own_ones(client, anna, club, django_assert_max_num_queries):
    make_tournament().__class__.objects.update(ruleset_id="club")
    with django_assert_max_num_queries(4):
        answer = client.get(reverse("rulesets"))
    text = words(answer)
    assert "Kartlfreunde Fürth 1 tournament before its first draw 2023-03-16 2 Anna Obermaier" in text
    for name in bundled_rulesets():
        assert f'href="{reverse("ruleset", args=[name])}"' in answer.content.decode()
    assert f'href="{reverse("ruleset_edit", args=["club"])}"' in answer.content.decode()
    assert f'href="{reverse("ruleset_edit", args=[ORIGIN])}"' not in answer.content.decode()


def test_what_own_rules_may_not_have_meant_is_said_to_organisers(client, anna, club):
    cheap = club_text(name="cheap").replace("values = { fixed = 6 }", "values = { fixed = 3 }", 1)
    create_ruleset(actor=anna, text=cheap)
    doubt = "Is this meant? Solo Tout is worth 3 to each, Solo with Schwarz unannounced 4 (5.2.7)."
    assert doubt in page(client, "ruleset", "cheap")
    assert "Is this meant?" not in page(client, "ruleset", "club") + page(client, "ruleset", "house-10-60")
    client.logout()
    assert "Is this meant?" not in page(client, "ruleset", "cheap")


def test_who_may_not_change_them_reads_them(client, club):
    client.force_login(make_user("desk"))
    answer = client.get(reverse("rulesets"))
    assert "Copy and edit" not in words(answer)
    page_answer = client.get(reverse("ruleset", args=["club"]))
    assert (page_answer.status_code, "Copy and edit" in words(page_answer), "Save as TOML" in words(page_answer)) == (
        200,
        False,
        True,
    )


# One ruleset


@pytest.mark.parametrize("name", bundled_rulesets())
def test_a_published_ruleset_shows_every_figure_and_every_setting(client, anna, name):
    text = page(client, "ruleset", name)
    rules = load_ruleset(name)
    for group in point_groups(rules):
        assert group.name in text
        assert all(f"{figures.plus} {figures.minus}" in text for row in group.rows for figures in row.figures)
    assert all(f"({section})" in text for section in {*rules.sections.values(), *rules.codes.values()} - {"–"})
    assert rules.edition in text
    assert "Version" not in text


def test_under_the_point_table_stands_what_another_table_differs_in(client, anna):
    """The figures are those of the drawn table of four; a table of three has others."""
    sentence = "At a table of 3 the declarer has one opponent fewer."
    assert sentence in page(client, "ruleset", "palatinate-three")
    assert sentence in page(client, "ruleset_copy", "palatinate-three")
    assert "At a table of 5 the dealer sits out and scores nothing" in page(client, "ruleset", "house-10-60")
    assert "At a table of" not in page(client, "ruleset", ORIGIN)


def test_an_own_ruleset_says_what_differs_from_the_published_one(client, club):
    text = page(client, "ruleset", "club")
    assert "Edition 2023-03-16 · version 2" in text
    assert "What differs from Schafkopf School 2023 Setting here Schafkopf School 2023" in text
    assert "Match and table · Matches 3 2" in text
    assert "A tournament follows the newest version until its first draw" in text


def test_an_older_version_is_shown_as_one(client, club):
    text = page(client, "ruleset", "club", version="1")
    assert "An older version. Show the newest one" in text
    assert "What differs from Schafkopf School 2023 Nothing." in text


@pytest.mark.parametrize("query", ["?version=3", "?version=0", f"?version={'9' * 5000}"])
def test_a_version_that_there_is_not(client, club, query):
    assert client.get(reverse("ruleset", args=["club"]) + query).status_code == 404


@pytest.mark.parametrize("name", ["ruleset", "ruleset_toml", "ruleset_copy", "ruleset_edit"])
def test_rules_that_there_are_not(client, anna, name):
    assert client.get(reverse(name, args=["nobodys"])).status_code == 404


def test_a_page_of_rules_needs_few_queries(client, club, django_assert_max_num_queries):
    with django_assert_max_num_queries(4):  # two of them for the login
        client.get(reverse("ruleset", args=["club"]))


# Its file


@pytest.mark.parametrize(
    ("name", "query", "text", "file"),
    [
        (ORIGIN, "", ruleset_text(ORIGIN), f"{ORIGIN}.toml"),
        ("club", "", club_text(matches=3), "club-2.toml"),
        ("club", "?version=1", club_text(), "club-1.toml"),
    ],
)
def test_the_file_is_as_it_was_written(client, club, name, query, text, file):
    answer = client.get(reverse("ruleset_toml", args=[name]) + query)
    assert answer.content.decode() == text
    assert answer["Content-Type"] == "application/toml; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="{file}"'


# Importing a file


def take_in(client, text="", *, file=None, **fields):
    data = {"toml": text, "id": "", **fields}
    if file is not None:
        data["toml_file"] = SimpleUploadedFile("rules.toml", file)
    return client.post(reverse("ruleset_import"), data)


@pytest.mark.parametrize("wrong", ["match = 5", "notices = [1, 2]", "limits = [1]", 'contracts = "x"', "sanctions = 1"])
def test_another_short_name_for_a_file_that_is_no_ruleset(client, anna, wrong):
    answer = take_in(client, f'format = 3\nid = "club"\n{wrong}\n', id="club-zwei")
    assert answer.status_code == 200
    assert answer.context["form"].errors


@pytest.mark.parametrize("way", ["text", "text with a mark", "file", "file with a mark", "file of Windows"])
def test_a_file_is_taken_in_as_it_is(client, anna, way):
    text = club_text()
    if "text" in way:
        answer = take_in(client, f"\ufeff{text}" if "mark" in way else text)
    else:
        mark = b"\xef\xbb\xbf" if "mark" in way else b""
        content = text.replace("\n", "\r\n") if "Windows" in way else text
        answer = take_in(client, file=mark + content.encode())
    assert (answer.status_code, answer["Location"]) == (302, reverse("ruleset", args=["club"]))
    version = RulesetVersion.objects.get()
    assert (version.text, version.number, version.created_by, version.ruleset.origin) == (text, 1, anna, "")


def test_a_published_file_needs_another_short_name_and_keeps_its_origin(client, anna):
    text = ruleset_text(ORIGIN).replace("matches = { value = 2", "matches = { value = 3")
    refused = take_in(client, text)
    assert "The short name “schafkopfschule-2023” belongs to Spielliste itself." in words(refused)
    assert take_in(client, text, id="club")["Location"] == reverse("ruleset", args=["club"])
    version = RulesetVersion.objects.get()
    assert (version.rules.id, version.rules.matches, version.ruleset.origin) == ("club", 3, ORIGIN)
    assert "# Card points that a side needs to win" in version.text


def test_every_fault_of_a_file_is_told_with_its_key_and_the_text_stays(client, anna):
    text = club_text().replace("minimum_age = { value = 16", 'minimum_age = { value = "old"')
    text = text.replace('full_tie = { value = "lot"', 'full_tie = { value = "dice"').replace("[runners]", "[runner]")
    answer = take_in(client, file=text.encode())
    page_words = words(answer)
    assert "match.minimum_age Match and table · Minimum age: Needed: a whole number from 0 to 120." in page_words
    assert "ranking.full_tie Ranking · Equal in everything: Needed: one of: a lot decides" in page_words
    assert "runners Runners: This is missing." in page_words
    assert "runner runner: There is nothing of this name in a ruleset." in page_words
    assert "Nothing was saved" in page_words
    assert "full_tie = { value = &quot;dice&quot;, section = &quot;5.4.2&quot; }" in answer.content.decode()
    assert not RulesetVersion.objects.exists()


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (b"id = ", "What is wrong: Line 1, column 6 cannot be read."),
        (b'format = 3\nid = "x\n', "What is wrong: Line 2, column 8 cannot be read."),
        (b"PK\x03\x04\x14", "What is wrong: Line 1, column 3 cannot be read."),
        (b"\xff\xfe", "This is no text file in UTF-8."),
        (b"", "The submitted file is empty."),
        (b"#" * 200_001, "This is too long for a ruleset."),
        (None, "Please choose a file, or paste its text."),
        (b'id = "x"\nformat = 7', "Needed: 3."),
        (b"a = " + b"[" * 500, "What is wrong: There are too many tables within tables."),
        (b"a = " + b"9" * 5000, "This is too long for a ruleset."),
        (b"a" + b".a" * 99_000 + b" = 1", "This is too long for a ruleset."),
        (b"a" + b".a" * 450 + b" = 1", "What is wrong: There are too many tables within tables."),
    ],
)
def test_what_is_no_ruleset_is_refused_with_a_sentence(client, anna, file, sentence):
    assert sentence in words(take_in(client, file=file))
    assert not RulesetVersion.objects.exists()


def test_a_word_that_is_too_long_is_named(client, anna):
    text = club_text().replace("5.2.5", "5" * 61, 1)
    answer = take_in(client, text)
    assert "If all pass: Please use at most 60 characters here." in words(answer)
    assert "Edition: Please use at most 40 characters here." in words(
        take_in(client, club_text().replace('edition = "2023-03-16"', f'edition = "{"x" * 41}"'))
    )


def test_a_short_name_that_is_taken(client, club):
    answer = take_in(client, club_text(matches=4))
    assert "There are rules with the short name “club” already." in words(answer)
    assert take_in(client, club_text(matches=4), next_version="on").status_code == 302
    assert list(club.versions.values_list("number", flat=True)) == [1, 2, 3]
    assert club.versions.get(number=3).rules.matches == 4


def test_what_is_typed_into_a_file_is_shown_as_text(client, anna):
    answer = take_in(client, club_text(title="<script>alert(1)</script>"))
    assert "<script>alert(1)" not in client.get(answer["Location"]).content.decode()


# The rules of a tournament


def test_a_tournament_shows_the_rules_it_follows_and_then_keeps(client, anna, club):
    make_participants(make_tournament(), 4)
    Tournament.objects.update(ruleset_id="club")
    tournament = Tournament.objects.get()
    before = page(client, "tournament_rules", tournament.slug)
    assert "Not fixed yet. Until the first draw the tournament follows the newest version" in before
    assert "version 2" in before
    draw_lots(tournament.matches.get(number=1), anna)
    save_ruleset(ruleset=club, actor=anna, text=club_text(matches=1), base=2)
    after = page(client, "tournament_rules", tournament.slug)
    assert "Fixed. These rules were copied into the tournament with the first draw" in after
    assert "version 2" in after
    assert "Match and table · Matches 3 2" in after


def test_the_overview_leads_to_the_rules(client, anna):
    tournament = make_tournament()
    answer = client.get(tournament.get_absolute_url())
    link = f'<a href="{reverse("tournament_rules", args=[tournament.slug])}">Schafkopf School 2023</a>'
    assert link in answer.content.decode()
    assert "With the first draw the tournament keeps its own copy" in page(client, "tournament_rules", tournament.slug)


def test_own_rules_can_be_chosen_for_a_tournament(client, club):
    answer = client.get(reverse("tournament_new"))
    assert '<option value="club">Kartlfreunde Fürth</option>' in answer.content.decode()
    form = {"name": "Fürth", "day": "2026-11-28", "organiser": "SV Fürth", "ruleset_id": "club"}
    assert client.post(reverse("tournament_new"), form).status_code == 302
    tournament = Tournament.objects.get()
    assert (tournament.ruleset, tournament.matches.count()) == (parse_ruleset(club_text(matches=3)), 3)


# Versions compared, names, shelves


def test_two_versions_are_compared_setting_by_setting(client, anna, club):
    text = page(client, "ruleset", "club")
    assert "Version 2 and version 1" in text
    assert "Match and table · Matches 3 2" in text
    save_ruleset(
        ruleset=club,
        actor=anna,
        text=club_text(matches=3).replace("minimum_age = { value = 16", "minimum_age = { value = 18"),
        base=2,
    )
    assert "Match and table · Minimum age 18 16" in page(client, "ruleset", "club")
    with_first = page(client, "ruleset", "club", version="3", against="1")
    assert "Match and table · Matches 3 2" in with_first
    assert "Match and table · Minimum age 18 16" in with_first
    assert "Version 1 and version 3" in page(client, "ruleset", "club", version="1", against="3")
    assert client.get(reverse("ruleset", args=["club"]), {"against": "x" * 400}).status_code == 200


def test_own_rules_get_another_name(client, anna, club):
    answer = client.post(reverse("ruleset_rename", args=["club"]), {"title": "  Süße Sau "}, follow=True)
    assert "Süße Sau" in words(answer)
    assert "They differ only in the name." in page(client, "ruleset", "club")
    newest = club.versions.latest("number")
    assert (newest.number, newest.rules.title, newest.rules.matches) == (3, "Süße Sau", 3)
    for title in ("", "x" * 81, "\u202e"):
        client.post(reverse("ruleset_rename", args=["club"]), {"title": title})
    assert club.versions.count() == 3
    assert client.post(reverse("ruleset_rename", args=[ORIGIN]), {"title": "x"}).status_code == 404


def test_own_rules_are_hidden_and_deleted_on_their_page(client, anna, club):
    address = reverse("ruleset_shelve", args=["club"])
    assert "no new tournament can choose them" in words(client.post(address, {"shelf": "hidden"}, follow=True))
    assert "hidden" in page(client, "rulesets")
    assert "no new tournament can choose them. Offer them again" in page(client, "ruleset", "club")
    client.post(address, {"shelf": "offered"})
    assert "Offer them again" not in page(client, "ruleset", "club")
    for shelf in ("burnt", "deleted"):
        assert client.post(address, {"shelf": shelf}).status_code == 404
    address = reverse("ruleset_delete", args=["club"])
    assert f'href="{address}"' in client.get(reverse("ruleset", args=["club"])).content.decode()
    make_tournament()
    Tournament.objects.update(ruleset_id="club")
    for answer in (client.get(address), client.post(address)):
        assert "They can be hidden, but not deleted. Back to the rules" in words(answer)
    Tournament.objects.update(ruleset_id=ORIGIN)
    assert "Delete for good Cancel" in words(client.get(address))
    assert client.get(reverse("ruleset", args=["club"])).status_code == 200
    assert client.post(address)["Location"] == reverse("rulesets")
    assert "Kartlfreunde" not in page(client, "rulesets")
    assert client.get(reverse("ruleset", args=["club"])).status_code == 404
