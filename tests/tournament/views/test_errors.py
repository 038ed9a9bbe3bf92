"""The error pages: in the product's look, with a sentence and a way back, even where there is no request."""

import os
import subprocess
import sys

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.views.defaults import bad_request, server_error

pytestmark = pytest.mark.django_db


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
        for answer, status in ((server_error(request), 500), (bad_request(request, ValueError()), 400)):
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
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert done.stdout.strip() == "500", done.stderr
    assert "ZeroDivisionError: of this test" in done.stderr
