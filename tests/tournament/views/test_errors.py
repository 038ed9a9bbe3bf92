"""The error pages: in the product's look, with a sentence and a way back, even where there is no request."""

import os
import subprocess
import sys

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.damage.write_protected import write_protected
from tests.tournament.views.reading import hidden
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tournament.devices.services.devices import enrol_device
from tournament.models import Participant, Scoresheet
from tournament.views.errors import disk, fault, unreadable

pytestmark = pytest.mark.django_db
TABLE = "/table/feldkirchen-2026/1/1/"
FORM, TOKEN = "application/x-www-form-urlencoded", "c" * 32


@pytest.fixture
def sheet() -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 8)
    return open_scoresheet(tournament)


@pytest.fixture
def phone(sheet: Scoresheet) -> Client:
    """The browser of the table's device, which keeps its cookies and checks its token."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False, headers={"X-CSRFToken": TOKEN})
    _device, token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")
    client.cookies["spielliste_table"], client.cookies["csrftoken"] = token, TOKEN
    return client


def test_an_unknown_address_says_so_and_leads_back(client):
    answer = client.get("/nowhere/")
    page = answer.content.decode()
    assert answer.status_code == 404
    assert "<h1>There is no such page</h1>" in page
    assert 'class="btn btn-primary" href="/"' in page


def test_a_form_without_its_token_is_explained():
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/login/", {"username": "anna", "password": "x"})
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "<h1>Please send it once more</h1>" in page
    assert 'class="btn btn-primary" href="/"' in page


def test_head_runs_no_view(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        answers = [client.head(path) for path in ("/", "/login/", "/t/feldkirchen-2026/", "/nowhere/")]
    assert [(answer.status_code, answer.content) for answer in answers] == [(200, b"")] * 3 + [(404, b"")]


def test_a_foreign_host_is_refused_without_a_word_in_the_terminal(client, capfd):
    answer = client.get("/login/", headers={"host": "elsewhere.example"})
    assert (answer.status_code, "Traceback" in answer.content.decode()) == (400, False)
    assert "elsewhere" not in "".join(capfd.readouterr())


@pytest.mark.parametrize("language", ["en", "de"])
def test_faults_have_a_page_that_needs_neither_login_nor_database(language, django_assert_num_queries):
    request = RequestFactory().get("/")
    with django_assert_num_queries(0):
        for answer, status in ((fault(request), 500), (unreadable(request, ValueError()), 400)):
            assert answer.status_code == status
            assert 'class="btn btn-primary" href="/"' in answer.content.decode()


def test_403_without_a_view_names_nobody():
    page = render_to_string("403.html", {"who": []}, request=None)
    assert "This page may be used by" not in page


def test_a_fault_is_told_in_the_terminal():
    """In the installation's own process, as ./run starts it, because pytest would catch the log anyway."""
    program = """
import django
django.setup()
from django.test import Client
def fail(request): raise ZeroDivisionError("of this test")
fail.login_required = False
from django.urls import path
from tournament import urls
urls.urlpatterns.insert(0, path("fail/", fail))
print(Client(raise_request_exception=False, headers={"host": "localhost"}).get("/fail/").status_code)
"""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert process.stdout.strip() == "500", process.stderr
    assert "ZeroDivisionError: of this test" in process.stderr


def test_what_is_too_large_is_said_so(phone):
    much = b"x" * (6 * 2**20)
    page = phone.post("/v/", b"x=" + much, content_type=FORM)
    assert (page.status_code, "That is too much at once." in page.content.decode()) == (413, True)
    answer = phone.post(f"{TABLE}commands/", much, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "unreadable")


@pytest.mark.parametrize("charset", ["hex", "utf-16", "idna", "undefined"])
def test_a_form_in_another_encoding_is_no_fault_of_ours(phone, charset):
    """Django's own pages of errors read the form once more, which failed again."""
    answer = phone.generic("POST", "/login/", b"username=%ff", content_type=f"{FORM}; charset={charset}")
    assert (answer.status_code, "<h1>This could not be read</h1>" in answer.content.decode()) == (400, True)


def test_too_many_fields_are_refused_with_a_page(phone):
    answer = phone.get("/login/", {f"a{number}": "1" for number in range(3100)})
    assert (answer.status_code, "<h1>This could not be read</h1>" in answer.content.decode()) == (400, True)


def test_a_device_without_its_cookie_gets_one_and_a_sentence(phone):
    del phone.cookies["csrftoken"]
    answer = phone.post(f"{TABLE}commands/", {}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"], answer.json()["again"]) == (403, "cookies_lost", True)
    assert answer.cookies["csrftoken"].value


def test_a_device_is_answered_in_the_language_of_its_page(phone):
    """Whatever the browser prefers by now: the sentence is shown on that page."""
    phone.cookies["django_language"] = "en"
    refused = {"content_type": "application/json", "headers": {"X-Page-Language": "de", "Accept-Language": "en"}}
    answers = [phone.post(f"{TABLE}commands/", {}, **refused), phone.get(f"{TABLE}state.json", **refused)]
    assert answers[0].json()["text"].startswith("Die Nachricht kam nicht richtig an")
    assert answers[1].headers["Content-Language"] == "de"
    del phone.cookies["csrftoken"]
    assert phone.post(f"{TABLE}commands/", {}, **refused).json()["text"].startswith("Dieses Gerät hat seine Cookies")
    strange = phone.get(f"{TABLE}state.json", headers={"X-Page-Language": "../xx"})
    assert strange.headers["Content-Language"] == "en"


@pytest.mark.django_db(transaction=True)
def test_a_device_keeps_its_games_while_the_disk_takes_nothing(phone, sheet):
    record = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
    command = {"id": "f" * 32, "sequence": 1, "base": 0, "kind": "record", "number": 1, "record": record}
    message = {"protocol": 1, "commands": [command]}
    with write_protected():
        answer = phone.post(f"{TABLE}commands/", message, content_type="application/json")
        reads = phone.get(f"{TABLE}state.json")
    assert (answer.status_code, answer.json()) == (
        503,
        {
            "code": "read_only",
            "text": "The desk’s computer cannot store anything. This device keeps everything and sends it later.",
            "again": True,
        },
    )
    assert (answer["Retry-After"], "no-store" in answer["Cache-Control"], reads.status_code) == ("10", True, 200)
    answer = phone.post(f"{TABLE}commands/", message, content_type="application/json")
    assert answer.json()["answers"] == [{"id": "f" * 32, "answer": "applied"}]


@pytest.mark.django_db(transaction=True)
def test_what_the_desk_typed_stays_in_the_page_that_says_what_to_do():
    tournament, desk = make_tournament(), Client(raise_request_exception=False)
    desk.force_login(make_user("desk"))
    address, typed = reverse("participant_add", args=[tournament.slug]), {"last_name": "Größl", "first_name": "Anna"}
    with write_protected():
        answer = desk.post(address, typed)
    page = answer.content.decode()
    assert (answer.status_code, Participant.objects.count(), hidden(page)) == (503, 0, typed)
    assert "is write-protected" in page
    desk.post(address, hidden(page))
    assert Participant.objects.get().last_name == "Größl"


@pytest.mark.django_db(transaction=True)
def test_a_stranger_is_not_told_where_we_write(settings):
    with write_protected():
        answer = Client(raise_request_exception=False).post("/login/", {"username": "anna", "password": "x"})
    page = answer.content.decode()
    assert (answer.status_code, str(settings.VAR_DIR) in page, "Please tell the organiser." in page) == (
        503,
        False,
        True,
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_only_who_sent_something_reads_that_it_is_not_stored(rf, method):
    page = disk(rf.generic(method, "/login/"), "disk_full").content.decode()
    is_post = method == "POST"
    sentences = ("Not stored yet", "The last step was not written.", "Then send it once more.")
    assert [sentence in page for sentence in sentences] == [is_post] * 3
    assert ("Then open this page once more." in page) is not is_post


@pytest.mark.django_db(transaction=True)
def test_a_line_of_the_desk_gets_a_sentence_and_waits(sheet):
    desk = Client(raise_request_exception=False, headers={"X-Parts": "1"})
    desk.force_login(make_user("desk"))
    typed = {"number": "1", "entry": "r12+", "command": "f" * 32, "replace": "", "initials": ""}
    with write_protected():
        answer = desk.post(reverse("game_record", args=["feldkirchen-2026", 1, 1]), typed)
    assert (answer.status_code, answer.json()["again"]) == (503, True)
