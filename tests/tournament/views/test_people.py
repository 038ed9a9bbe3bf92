"""Logging in and out, one's own password, and the organiser's page of logins."""

import json

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import password_on
from tests.worlds.factories import PASSWORD, make_tournament, make_user
from tournament.models import Event, FailedTry, Tournament, User

pytestmark = pytest.mark.django_db
NEW = {"full_name": "Bene Huber", "username": "bene", "roles": ["supervisor", "desk"]}


@pytest.fixture
def anna(client: Client) -> User:
    """The organiser, logged in."""
    anna = make_user("organiser", username="anna", full_name="Anna Obermaier")
    client.force_login(anna)
    return anna


@pytest.fixture
def dirk() -> User:
    """A login of the desk."""
    return make_user("desk", username="dirk", full_name="Dirk Süß")


# Logging in and out


def test_login_leads_to_the_page_that_was_asked_for(client, dirk):
    response = client.get(reverse("password_change"))
    assert response.url == "/login/?next=/password/"
    answer = client.post(response.url, {"username": "dirk", "password": PASSWORD, "next": "/password/"})
    assert (answer.status_code, answer.url) == (302, "/password/")


def test_login_never_leads_to_another_site(client, dirk):
    answer = client.post(
        "/login/?next=https://example.org/", {"username": "dirk", "password": PASSWORD, "next": "https://example.org/"}
    )
    assert answer.url == "/"


@pytest.mark.parametrize("typed", ["Dirk", " DIRK ", "dirk"])
def test_the_login_name_is_read_without_regard_to_case(client, dirk, typed):
    assert client.post("/login/", {"username": typed, "password": PASSWORD}).status_code == 302


@pytest.mark.parametrize("typed", ["a" * 151, "%" * 200_000, "ﷺ" * 100], ids=["151", "200000", "grows"])
def test_a_login_name_that_is_too_long_is_no_question_for_the_database(client, dirk, typed, django_assert_num_queries):
    with django_assert_num_queries(1):  # the tournaments below the form
        page = client.post("/login/", {"username": typed, "password": PASSWORD}).content.decode()
    assert "Login name and password do not go together." in page
    assert FailedTry.objects.count() == 0


@pytest.mark.parametrize("typed", [("dirk", "falsch"), ("niemand", PASSWORD)])
def test_a_wrong_login_gets_one_sentence_and_keeps_the_name(client, dirk, typed):
    page = client.post("/login/", {"username": typed[0], "password": typed[1]}).content.decode()
    assert "Login name and password do not go together." in page
    assert f'value="{typed[0]}"' in page
    assert typed[1] not in page


def test_a_login_that_is_switched_off_cannot_log_in(client, dirk):
    User.objects.update(is_active=False)
    assert "do not go together" in client.post("/login/", {"username": "dirk", "password": PASSWORD}).content.decode()


def test_whoever_is_logged_in_is_led_past_the_login_page(client, anna):
    assert client.get("/login/").url == "/"


def test_a_live_page_whose_login_ran_out_reloads_as_a_whole(client):
    answer = client.get("/people/", headers={"HX-Request": "true"}, follow=True)
    assert (answer.redirect_chain, answer["HX-Refresh"], answer.content) == (
        [("/login/?next=/people/", 302)],
        "true",
        b"",
    )


def test_logout_by_post_only(client, anna):
    assert client.get("/logout/").status_code == 405
    assert client.get("/").status_code == 200
    assert client.post("/logout/").url == "/login/"
    assert client.get("/").status_code == 302


def test_logging_out_twice_is_no_error(client, anna):
    client.post("/logout/")
    assert client.post("/logout/").url == "/login/"


def test_switching_a_login_off_ends_its_session(client, dirk):
    client.force_login(dirk)
    assert client.get("/").status_code == 200
    User.objects.filter(pk=dirk.pk).update(is_active=False)
    assert client.get("/").status_code == 302


def test_the_language_can_be_chosen_without_a_login(client):
    answer = client.post(reverse("set_language"), {"language": "de", "next": "/login/"})
    assert (answer.status_code, answer.url, answer.cookies["django_language"].value) == (302, "/login/", "de")


def test_a_session_ends_for_good_when_its_login_is_switched_off(client, anna, dirk):
    phone = Client()
    phone.force_login(dirk)
    assert phone.get("/").status_code == 200
    for act in ("off", "on"):
        assert client.post(reverse(f"person_{'de' * (act == 'off')}activate", args=[dirk.pk])).status_code == 302
    assert phone.get("/").status_code == 302
    dirk.refresh_from_db()
    phone.force_login(dirk)
    assert phone.get("/").status_code == 200


def test_a_generated_password_is_readable_nowhere(client, anna, dirk):
    client.post(f"/people/{dirk.pk}/password/")
    stored = [session.get_decoded() for session in Session.objects.all()]
    password = password_on(client.get("/people/password/").content.decode())
    assert password not in json.dumps(stored)
    assert "password_slip" in json.dumps(stored)
    assert "has been shown" in client.get("/people/password/").content.decode()


def test_what_is_wrong_with_a_new_login_stands_beside_the_field_that_mends_it(client, anna):
    """Nor does the browser cut a login name that is too long, which nobody would see."""
    page = client.post("/people/new/", NEW | {"full_name": "Анна Иванова", "username": ""})
    sentence = "No login name can be made from “Анна Иванова”. Please type one here, in Latin letters."
    assert page.context["form"].errors == {"username": [sentence]}
    page = client.post("/people/new/", NEW | {"username": "b" * 200})
    assert page.context["form"].errors == {"username": ["This login name is too long: it has 150 characters at most."]}
    assert "maxlength" not in str(page.context["form"]["username"])


def test_a_slip_is_for_the_browser_that_asked(client, anna, dirk):
    client.post(f"/people/{dirk.pk}/password/")
    del client.cookies["password_slip"]
    assert "has been shown" in client.get("/people/password/").content.decode()


# One's own password


def own(old: str, new: str, again: str) -> dict[str, str]:
    return {"old_password": old, "new_password1": new, "new_password2": again}


def test_the_own_password_is_changed_and_other_devices_are_logged_out(client, dirk):
    phone = Client()
    for device in (client, phone):
        device.force_login(dirk)
    assert client.post("/password/", own(PASSWORD, "ein-neues-wort-7", "ein-neues-wort-7")).url == "/"
    assert (client.get("/").status_code, phone.get("/").status_code) == (200, 302)
    dirk.refresh_from_db()
    assert dirk.check_password("ein-neues-wort-7")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (own("falsch", "ein-neues-wort-7", "ein-neues-wort-7"), "This is not your present password."),
        (own(PASSWORD, "ein-neues-wort-7", "ein-anderes-wort"), "The two new passwords are not the same."),
        (own(PASSWORD, "kurz", "kurz"), "at least 10 characters"),
        (own(PASSWORD, "12345678901", "12345678901"), "entirely numeric"),
        (own(PASSWORD, "Schafkopf2026", "Schafkopf2026"), "one of those that are tried first"),
        (own(PASSWORD, "dirk-dirk-1", "dirk-dirk-1"), "contains the name of the login"),
    ],
)
def test_a_password_that_will_not_do_gets_its_sentence(client, dirk, typed, sentence):
    client.force_login(dirk)
    assert sentence in client.post("/password/", typed).content.decode()
    dirk.refresh_from_db()
    assert dirk.check_password(PASSWORD)


# The organiser's page


def test_the_list_names_everyone_with_roles_in_one_query(client, anna, dirk, django_assert_num_queries):
    with django_assert_num_queries(4):  # session, own login, list, failed tries
        page = client.get(reverse("people")).content.decode()
    assert "Anna Obermaier" in page
    assert "Dirk Süß" in page


def test_a_new_login_is_shown_once_with_its_password(client, anna):
    answer = client.post(reverse("person_new"), NEW)
    assert answer.url == reverse("password_slip")
    slip = client.get(answer.url)
    assert "no-store" in slip["Cache-Control"]
    page = slip.content.decode()
    bene = User.objects.get(username="bene")
    assert (bene.full_name, bene.roles) == ("Bene Huber", ["supervisor", "desk"])
    assert bene.check_password(password_on(page))
    assert password_on(page) not in client.get(answer.url).content.decode()


@pytest.mark.parametrize("form", [NEW, NEW | {"username": ""}])
def test_the_same_form_twice_is_one_login_and_its_password_is_still_shown(client, anna, form):
    for _ in range(2):
        assert client.post(reverse("person_new"), form).url == reverse("password_slip")
    bene = User.objects.get(full_name="Bene Huber")
    assert bene.check_password(password_on(client.get(reverse("password_slip")).content.decode()))


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"username": "Anna"}, "There is a login “anna” already."),
        ({"username": "bene huber"}, "without spaces"),
        ({"full_name": "Anna Obermaier", "username": ""}, "Anna Obermaier has a login already"),
        ({"roles": []}, "This field is required."),
    ],
)
def test_bad_input_gets_a_sentence_and_keeps_what_was_typed(client, anna, changed, sentence):
    form = NEW | changed
    page = client.post(reverse("person_new"), form).content.decode()
    assert sentence in page
    assert f'value="{form["full_name"]}"' in page
    assert page.count("checked") == len(form["roles"])
    assert User.objects.count() == 1


def test_the_login_name_is_proposed_while_the_name_is_typed(client, anna):
    page = client.get(reverse("person_username"), {"full_name": "Dirk Süß"}).content.decode()
    assert '<strong class="verbatim">dirk.suess</strong>' in page
    assert "<strong" not in client.get(reverse("person_username")).content.decode()


def test_roles_are_changed(client, anna, dirk):
    form = {"full_name": "Dirk Süß", "roles": ["supervisor"]}
    assert client.post(reverse("person", args=[dirk.pk]), form).url == reverse("people")
    dirk.refresh_from_db()
    assert dirk.roles == ["supervisor"]


def test_the_last_organiser_keeps_the_role_and_reads_why(client, anna):
    page = client.post(reverse("person", args=[anna.pk]), {"full_name": "Anna O.", "roles": ["desk"]}).content.decode()
    assert "This is the last organiser." in page
    assert 'value="Anna O."' in page
    answer = client.post(reverse("person_deactivate", args=[anna.pk]), follow=True)
    assert "This is the last organiser." in answer.content.decode()
    anna.refresh_from_db()
    assert (anna.organiser, anna.is_active) == (True, True)


def test_whoever_gives_the_role_away_is_not_left_at_a_closed_door(client, anna):
    make_user("organiser", username="bene")
    answer = client.post(reverse("person", args=[anna.pk]), {"full_name": "Anna O.", "roles": ["desk"]}, follow=True)
    assert (answer.status_code, answer.redirect_chain) == (200, [("/", 302)])


def test_a_login_is_switched_off_and_on(client, anna, dirk):
    for name, active in (("person_deactivate", False), ("person_deactivate", False), ("person_activate", True)):
        assert client.post(reverse(name, args=[dirk.pk])).url == reverse("people")
        dirk.refresh_from_db()
        assert dirk.is_active is active


def test_a_new_password_is_shown_once(client, anna, dirk):
    answer = client.post(reverse("person_reset_password", args=[dirk.pk]), follow=True)
    dirk.refresh_from_db()
    assert dirk.check_password(password_on(answer.content.decode()))


def test_a_new_password_for_oneself_does_not_log_out(client, anna):
    answer = client.post(reverse("person_reset_password", args=[anna.pk]), follow=True)
    anna.refresh_from_db()
    assert anna.check_password(password_on(answer.content.decode()))


# Who may, and how


GET_ONLY = ["people", "password_slip", "person_username"]
POST_ONLY = ["person_deactivate", "person_activate", "person_reset_password"]
BOTH = ["person_new", "person"]


def address(name: str, person: User) -> str:
    return reverse(name, args=[person.pk] if name in [*POST_ONLY, "person"] else [])


@pytest.mark.parametrize("name", [*GET_ONLY, *POST_ONLY, *BOTH])
def test_another_role_may_not_and_reads_who_may(client, dirk, name):
    client.force_login(make_user("supervisor", "desk"))
    for method in (client.get, client.post):
        answer = method(address(name, dirk))
        assert answer.status_code == 403
        assert "<strong>Organiser</strong>" in answer.content.decode()
    assert Event.objects.count() == 0


@pytest.mark.parametrize("name", [*GET_ONLY, *POST_ONLY, *BOTH, "password_change"])
def test_without_a_login_one_is_asked_for_it(client, dirk, name):
    for method in (client.get, client.post):
        answer = method(address(name, dirk))
        assert (answer.status_code, answer.url.split("?")[0]) == (302, "/login/")
    assert Event.objects.count() == 0


@pytest.mark.parametrize("name", [*GET_ONLY, *POST_ONLY])
def test_the_wrong_method_does_nothing(client, anna, dirk, name):
    method = client.post if name in GET_ONLY else client.get
    assert method(address(name, dirk)).status_code == 405
    assert Event.objects.count() == 0


@pytest.mark.parametrize("name", [*POST_ONLY, "person"])
def test_a_login_that_does_not_exist_is_a_404(client, anna, name):
    assert client.post(reverse(name, args=[4711])).status_code == 404


def test_players_find_their_way_from_the_login(client):
    """A person who types the computer's address without a login is led to the public pages."""
    tournament = make_tournament()
    page = client.get(reverse("login")).content.decode()
    assert f'href="{reverse("public_standings", args=[tournament.slug])}"' in page
    Tournament.objects.update(state="draft")
    assert "For players" not in client.get(reverse("login")).content.decode()
