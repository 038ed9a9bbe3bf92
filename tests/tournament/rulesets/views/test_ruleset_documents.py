"""Poster and leaflet in the browser: who gets them, in which language, and by which rules."""

import io

import pytest
from django.urls import reverse
from pypdf import PdfReader

from scoring.ruleset import ruleset_text
from tests.pango import without_pango
from tests.worlds.factories import make_tournament, make_user
from tournament.rulesets.services import create_ruleset, save_ruleset

pytestmark = pytest.mark.django_db
SLUG = "feldkirchen-2026"
ADDRESSES = {
    "ruleset_poster": ["house-10-60"],
    "ruleset_leaflet": ["house-10-60"],
    "tournament_poster": [SLUG],
    "tournament_leaflet": [SLUG],
}
OWN = ruleset_text("schafkopfschule-2023").replace('id = "schafkopfschule-2023"', 'id = "stammtisch"')


def words(answer) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages).split())


@pytest.fixture
def desk(client):
    """A browser that is logged in with the role of the desk only."""
    client.force_login(make_user("desk"))
    return client


@pytest.mark.parametrize(
    ("name", "file", "title"),
    [
        ("ruleset_poster", "house-10-60-poster-en.pdf", "House tournament 10/60"),
        ("ruleset_leaflet", "house-10-60-leaflet-en.pdf", "House tournament 10/60"),
        ("tournament_poster", f"{SLUG}-poster-en.pdf", "Feldkirchen 2026"),
        ("tournament_leaflet", f"{SLUG}-leaflet-en.pdf", "Feldkirchen 2026"),
    ],
)
def test_a_pdf_under_its_name(desk, name, file, title):
    make_tournament()
    answer = desk.get(reverse(name, args=ADDRESSES[name]))
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer["Content-Disposition"] == f'inline; filename="{file}"'
    assert words(answer).startswith(title)


@pytest.mark.parametrize("name", ADDRESSES)
def test_it_is_only_read(desk, name):
    assert desk.post(reverse(name, args=ADDRESSES[name])).status_code == 405


@pytest.mark.parametrize("query", ["?lang=fr", "?lang="])
@pytest.mark.parametrize("name", ADDRESSES)
def test_other_languages_are_not_found(desk, name, query):
    make_tournament()
    assert desk.get(reverse(name, args=ADDRESSES[name]) + query).status_code == 404


@pytest.mark.parametrize("name", ADDRESSES)
def test_what_is_not_there_is_not_found(desk, name):
    assert desk.get(reverse(name, args=["nowhere"])).status_code == 404


def test_the_language_is_chosen_whatever_the_page_is_in(desk):
    """A German page prints the English poster, and an English page the German one."""
    address = reverse("ruleset_poster", args=["schafkopfschule-2023"])
    german = words(desk.get(address + "?lang=de", headers={"accept-language": "en"}))
    english = words(desk.get(address + "?lang=en", headers={"accept-language": "de"}))
    assert german.startswith("Schafkopfschule 2023")
    assert "Wenz gewonnen +6 −2" in german
    assert english.startswith("Schafkopf School 2023")
    assert "Wenz won +6 −2" in english


def test_a_tournament_prints_the_rules_it_is_played_by(desk):
    """The copy taken at the first draw, not the rules bundled today."""
    tournament = make_tournament()
    tournament.frozen_ruleset = ruleset_text("schafkopfschule-2023").replace("{ fixed = 8 }", "{ fixed = 9 }")
    tournament.save()
    text = words(desk.get(reverse("tournament_poster", args=[SLUG])))
    assert "Sie +27 −9" in text
    assert "+24 −8" not in text


def test_an_own_ruleset_prints_its_newest_version_or_the_one_asked_for(desk):
    organiser = make_user("organiser")
    version = create_ruleset(actor=organiser, text=OWN)
    changed = OWN.replace("{ fixed = 8 }", "{ fixed = 9 }")
    save_ruleset(ruleset=version.ruleset, actor=organiser, text=changed, base=1)
    address = reverse("ruleset_poster", args=["stammtisch"])
    assert "Sie +27 −9" in words(desk.get(address))
    assert "Sie +24 −8" in words(desk.get(address + "?version=1"))
    assert desk.get(address + "?version=3").status_code == 404


@pytest.mark.parametrize(
    ("name", "back"), [("ruleset_poster", "/rulesets/house-10-60/"), ("tournament_leaflet", f"/tournaments/{SLUG}/")]
)
def test_without_pango_a_sentence_says_so(desk, name, back):
    make_tournament()
    with without_pango():
        answer = desk.get(reverse(name, args=ADDRESSES[name]), follow=True)
    assert answer.redirect_chain == [(back, 302)]
    assert "Pango is missing" in answer.content.decode()


@pytest.mark.parametrize(
    ("page", "args", "poster", "leaflet"),
    [
        ("documents", [SLUG], "tournament_poster", "tournament_leaflet"),
        ("tournament_rules", [SLUG], "tournament_poster", "tournament_leaflet"),
        ("ruleset", ["house-10-60"], "ruleset_poster", "ruleset_leaflet"),
    ],
)
def test_pages_lead_to_both_in_both_languages(desk, page, args, poster, leaflet):
    make_tournament()
    html = desk.get(reverse(page, args=args)).content.decode()
    links = [f'href="{reverse(name, args=args)}?lang={code}"' for name in (poster, leaflet) for code in ("de", "en")]
    assert [html.count(link) for link in links] == [1, 1, 1, 1]


def test_the_public_pages_link_the_rules_that_anyone_may_read(client):
    tournament = make_tournament()
    address = reverse("public_rules", args=[tournament.slug])
    page = client.get(reverse("public_standings", args=[tournament.slug])).content.decode()
    answers = [client.get(address, headers={"accept-language": "de"}) for _time in range(2)]
    assert f'href="{address}"' in page
    assert "Feldkirchen" in words(answers[0])
    assert answers[0].content == answers[1].content
