"""Home, the form of a tournament, its overview, finishing and opening again."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import page_of
from tests.worlds.factories import (
    draw_lots,
    make_decided_scoresheet,
    make_participants,
    make_tournament,
    make_user,
    open_scoresheet,
    write,
)
from tournament.enums import Role
from tournament.models import Event, Tournament, User
from tournament.selectors import versions
from tournament.services.tournaments import start_play

pytestmark = pytest.mark.django_db
FORM = {
    "name": "Schafkopfturnier Fürth",
    "slug": "",
    "day": "2026-11-28",
    "place": "Gasthof zur Post",
    "organiser": "SV Fürth",
    "management": "Kartlfreunde",
    "ruleset_id": "schafkopfschule-2023",
}


@pytest.fixture
def anna(client: Client) -> User:
    """The organiser, logged in."""
    anna = make_user("organiser", username="anna", full_name="Anna Obermaier")
    client.force_login(anna)
    return anna


def text(answer) -> str:
    return " ".join(page_of(answer).split())


@pytest.mark.parametrize("field", ["name", "place", "organiser", "management", "wifi_name"])
def test_what_cannot_be_printed_is_said_at_its_field(client, anna, field):
    answer = client.post(reverse("tournament_new"), FORM | {field: "Fürth\u202e 2026"})
    assert answer.context["form"].errors.get_json_data()[field][0]["code"] == "unprintable"
    assert not Tournament.objects.exists()


# Home


def test_an_empty_installation_leads_the_organiser_to_the_first_tournament(client, anna):
    page = text(client.get("/"))
    assert "No tournament yet" in page
    assert f'class="btn btn-primary" href="{reverse("tournament_new")}"' in page


def test_an_empty_installation_tells_others_what_they_wait_for(client):
    client.force_login(make_user("desk"))
    page = text(client.get("/"))
    assert "An organiser creates it." in page
    assert reverse("tournament_new") not in page


def test_the_newest_tournament_stands_first(client, anna, django_assert_num_queries):
    make_tournament(name="Feldkirchen 2025", slug="feldkirchen-2025")
    Tournament.objects.update(day="2025-11-29")
    make_tournament()
    with django_assert_num_queries(3):  # session, own login, tournaments
        page = text(client.get("/"))
    assert page.index("Feldkirchen 2026") < page.index("Feldkirchen 2025")
    assert "Go on with this tournament" not in page


def test_the_one_that_is_being_played_is_the_way_on(client, anna):
    one, other = make_tournament(), make_tournament(name="Fürth", slug="fuerth")
    start_play(tournament=one, actor=anna)
    page = text(client.get("/"))
    assert f'class="btn btn-primary" href="{one.get_absolute_url()}">Go on with this tournament' in page
    start_play(tournament=other, actor=anna)
    assert "Go on with this tournament" not in text(client.get("/"))


# The form


def test_a_tournament_is_created_and_its_overview_comes_next(client, anna):
    assert client.post(reverse("tournament_new"), FORM).url == "/tournaments/schafkopfturnier-fuerth/"
    tournament = Tournament.objects.get()
    assert (tournament.place, tournament.management, tournament.state) == (
        "Gasthof zur Post",
        "Kartlfreunde",
        "registration",
    )


def test_the_same_form_twice_is_one_tournament(client, anna):
    addresses = [client.post(reverse("tournament_new"), FORM).url for _ in range(2)]
    assert addresses == ["/tournaments/schafkopfturnier-fuerth/"] * 2
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"name": ""}, "This field is required."),
        ({"wifi_name": "", "wifi_password": "herz-sticht"}, "Please name the Wi-Fi that this password belongs to."),
        ({"wifi_password": "kurz", "wifi_name": "Halle"}, "Ensure this value has at least 8 characters (it has 4)."),
        ({"day": "31.02.2026"}, "Enter a valid date."),
        ({"day": "0202-11-28"}, "Please check the year."),
        ({"slug": "Fürth"}, "plain small letters"),
        ({"slug": "feldkirchen-2026"}, "belongs to another tournament"),
        ({"ruleset_id": "none"}, "not one of the available choices"),
    ],
)
def test_bad_input_gets_a_sentence_beside_its_field_and_keeps_what_was_typed(client, anna, changed, sentence):
    make_tournament()
    page = text(client.post(reverse("tournament_new"), FORM | changed))
    assert sentence in page
    assert 'value="Gasthof zur Post"' in page
    assert f'id="id_{next(iter(changed))}_error"' in page
    assert Tournament.objects.count() == 1


def test_the_address_is_shown_while_the_name_is_typed(client, anna):
    ask = reverse("tournament_address")
    assert "<strong>http://testserver/t/oetz/</strong>" in text(client.get(ask, {"name": "Ötz", "slug": ""}))
    assert "<strong>http://testserver/t/abc/</strong>" in text(client.get(ask, {"name": "Ötz", "slug": "abc"}))
    for typed in ({}, {"slug": "a b"}):
        assert "<strong>" not in text(client.get(ask, typed))


def test_an_edit_is_saved_and_unfit_input_kept(client, anna):
    tournament = make_tournament()
    edit = reverse("tournament_edit", args=[tournament.slug])
    assert 'value="2026-11-28"' in text(client.get(edit))
    page = text(client.post(edit, FORM | {"slug": "a b", "place": "Halle 2"}))
    assert "plain small letters" in page
    assert 'value="Halle 2"' in page
    assert client.post(edit, FORM | {"slug": "fuerth", "place": "Halle 2"}).url == "/tournaments/fuerth/"
    assert Tournament.objects.get().place == "Halle 2"


def choices_of(answer) -> list[str]:
    return re.findall(r'<option value="(\d)"', text(answer))


def test_the_number_of_matches_is_asked_where_the_rules_leave_a_choice(client, anna):
    new = reverse("tournament_new")
    assert "Number of matches" not in text(client.get(new))
    ask = {"ruleset_id": "house-10-60"}
    answer = client.get(new, ask, headers={"hx-request": "true"})
    assert (choices_of(answer), "<form" in text(answer)) == (["2", "3", "4"], False)
    assert '<option value="4" selected' in text(answer)
    # What was chosen stays where the other rules allow it.
    answer = client.get(new, ask | {"match_count": "3"}, headers={"hx-request": "true"})
    assert '<option value="3" selected' in text(answer)
    answer = client.get(new, {"ruleset_id": "schafkopfschule-2023"}, headers={"hx-request": "true"})
    assert choices_of(answer) == []
    assert client.post(new, FORM | ask | {"match_count": "3"}).status_code == 302
    assert Tournament.objects.get().matches_in_all == 3


def test_the_number_of_matches_can_change_during_play_and_is_fixed_at_its_end(client, anna):
    tournament = make_tournament(rules="house-10-60")
    start_play(tournament=tournament, actor=anna)
    edit = reverse("tournament_edit", args=[tournament.slug])
    assert choices_of(client.get(edit)) == ["2", "3", "4"]
    assert client.post(edit, FORM | {"match_count": "2"}).status_code == 302
    tournament.refresh_from_db()
    assert tournament.matches.count() == tournament.matches_in_all == 2
    Tournament.objects.update(state="finished")
    assert re.search(r'<select name="match_count"[^>]* disabled', text(client.get(edit)))
    assert client.post(edit, FORM | {"match_count": "3", "name": "Fürth"}).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.name, tournament.matches_in_all) == ("Fürth", 2)


def test_rules_and_address_stand_fixed_once_play_has_begun(client, anna):
    tournament = make_tournament()
    start_play(tournament=tournament, actor=anna)
    edit = reverse("tournament_edit", args=[tournament.slug])
    assert text(client.get(edit)).count("Fixed since the first draw.") == 2
    assert client.post(edit, FORM | {"slug": "fuerth", "ruleset_id": "none"}).url == tournament.get_absolute_url()
    tournament.refresh_from_db()
    assert (tournament.name, tournament.slug) == ("Schafkopfturnier Fürth", "feldkirchen-2026")


# The overview


def test_the_overview_names_the_next_step_and_the_public_address(client, anna):
    tournament = make_tournament()
    page = text(client.get(tournament.get_absolute_url()))
    assert "Next step</p> <h2>Register the participants</h2>" in page
    assert "http://testserver/t/feldkirchen-2026/" in page
    assert "Tournament management" not in page
    Tournament.objects.update(management="Kartlfreunde")
    assert "<dt>Tournament management</dt><dd>Kartlfreunde</dd>" in text(client.get(tournament.get_absolute_url()))


def test_the_overview_asks_for_news_only(client, anna):
    tournament = make_tournament()
    version = versions.tournament_version(tournament)
    address, htmx = f"{tournament.get_absolute_url()}?v={version}", {"HX-Request": "true"}
    assert client.get(address, headers=htmx).status_code == 204
    make_participants(tournament, 4)
    draw_lots(tournament.matches.get(number=1), anna)
    answer = client.get(address, headers=htmx)
    assert answer.status_code == 200
    assert "1 table is drawn." in text(answer)
    assert "<html" not in text(answer)


def test_the_navigation_counts_approvals(client, anna):
    tournament = make_tournament()
    count = reverse("approvals_count", args=[tournament.slug])
    assert f'hx-get="{count}"' in text(client.get(tournament.get_absolute_url()))
    assert client.get(count).content.strip() == b""
    make_participants(tournament, 4)
    sheet = open_scoresheet(tournament)
    for number, entry in enumerate(["r13+", "st2+", "wt1-"], 1):
        write(sheet, number, entry, anna)
    assert '<span class="nav-count" title="2 games">2<' in text(client.get(count))


@pytest.mark.parametrize("role", Role.values)
def test_every_link_of_the_navigation_opens(role: str) -> None:
    client, tournament = Client(), make_tournament()
    client.force_login(make_user(role, username=f"nur-{role}"))
    page = text(client.get(tournament.get_absolute_url()))
    links = set(re.findall(r'href="([^"]+)"', page.split('class="site-nav"')[1].split("</nav>")[0]))
    assert len(links) >= 6
    assert {link: client.get(link).status_code for link in links} == dict.fromkeys(links, 200)


def test_players_read_who_manages_where_that_is_not_the_organiser(client):
    """5.1.1."""
    tournament = make_tournament()
    address = reverse("public_standings", args=[tournament.slug])
    assert "Tournament management" not in text(client.get(address))
    Tournament.objects.update(management="Kartlfreunde")
    assert "Organiser: SV Feldkirchen · Tournament management: Kartlfreunde" in text(client.get(address))


# Finishing


def test_finishing_says_what_is_missing(client, anna):
    tournament = make_tournament()
    start_play(tournament=tournament, actor=anna)
    answer = client.post(reverse("tournament_finish", args=[tournament.slug]), follow=True)
    assert "Match 1 has not been drawn yet." in text(answer)
    assert Tournament.objects.get().state == "running"


def test_finished_and_opened_again_also_when_pressed_twice(client, anna):
    tournament = make_tournament()
    start_play(tournament=tournament, actor=anna)
    players = make_participants(tournament, 4)
    for match in tournament.matches.all():
        make_decided_scoresheet(match, players)
    tournament.matches.update(state="closed")
    assert "<h2>Finish the tournament</h2>" in text(client.get(tournament.get_absolute_url()))
    for name, state, next_step in (
        ("tournament_finish", "finished", "Print standings and sheets"),
        ("tournament_reopen", "running", "Finish the tournament"),
    ):
        for _ in range(2):
            answer = client.post(reverse(name, args=[tournament.slug]), follow=True)
            assert f"<h2>{next_step}</h2>" in text(answer)
            assert Tournament.objects.get().state == state


# Who may, and how

SLUG = ["feldkirchen-2026"]
ORGANISER_GET = [("tournament_address", [])]
ORGANISER_POST = [("tournament_finish", SLUG), ("tournament_reopen", SLUG)]
ORGANISER_BOTH = [("tournament_new", []), ("tournament_edit", SLUG)]
ALL_GET = [("home", []), ("tournament", SLUG), ("approvals_count", SLUG)]


@pytest.mark.parametrize(("name", "args"), ORGANISER_GET + ORGANISER_POST + ORGANISER_BOTH)
def test_another_role_may_not_and_reads_who_may(client, name, args):
    make_tournament()
    client.force_login(make_user("supervisor", "desk"))
    for method in (client.get, client.post):
        answer = method(reverse(name, args=args))
        assert answer.status_code == 403
        assert "<strong>Organiser</strong>" in text(answer)
    assert Event.objects.count() == 0


@pytest.mark.parametrize(("name", "args"), ORGANISER_GET + ORGANISER_POST + ORGANISER_BOTH + ALL_GET)
def test_without_a_login_one_is_asked_for_it(client, name, args):
    make_tournament()
    for method in (client.get, client.post):
        answer = method(reverse(name, args=args))
        assert (answer.status_code, answer.url.split("?")[0]) == (302, "/login/")
    assert Event.objects.count() == 0


@pytest.mark.parametrize(("name", "args"), ALL_GET)
def test_every_role_may_look(client, name, args):
    make_tournament()
    for role in ("organiser", "supervisor", "desk"):
        client.force_login(make_user(role))
        assert client.get(reverse(name, args=args)).status_code == 200


@pytest.mark.parametrize(("name", "args"), ORGANISER_GET + ORGANISER_POST + ALL_GET)
def test_the_wrong_method_does_nothing(client, anna, name, args):
    make_tournament()
    method = client.get if (name, args) in ORGANISER_POST else client.post
    assert method(reverse(name, args=args)).status_code == 405
    assert Event.objects.count() == 0


@pytest.mark.parametrize("name", ["tournament", "tournament_edit", "approvals_count"])
def test_a_tournament_that_does_not_exist_is_a_404(client, anna, name):
    assert client.get(reverse(name, args=["nowhere"])).status_code == 404


def test_an_address_that_no_phone_can_open_says_so(client, anna, settings):
    settings.ALLOWED_HOSTS = ["127.0.0.1", "192.168.1.20"]
    page = reverse("tournament", args=[make_tournament().slug])
    assert "works on this computer only" in text(client.get(page, headers={"host": "127.0.0.1:8000"}))
    assert "works on this computer only" not in text(client.get(page, headers={"host": "192.168.1.20:8000"}))
