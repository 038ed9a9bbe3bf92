"""The guide to trusting this installation, and what makes the page of a table an app."""

import json
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from django.test import Client
from django.urls import reverse

from tournament.network.certificates import authority, fingerprint, server_certificate
from tournament.network.trust_door import only_trust
from tournament.wsgi import application

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path / "ca"


def test_without_https_there_is_nothing_to_trust(client: Client, folder: Path) -> None:
    assert client.get(reverse("trust")).status_code == 404
    assert client.get(reverse("trust_certificate")).status_code == 404


def test_guide_and_certificate(client: Client, folder: Path) -> None:
    server_certificate(folder, ["localhost"])
    certificates = authority(folder)
    assert certificates is not None
    html = client.get(reverse("trust")).content.decode()
    assert fingerprint(certificates) in html.replace("<wbr>", "")
    answer = client.get(reverse("trust_certificate"))
    assert x509.load_der_x509_certificate(answer.content) == certificates
    assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
    assert "PRIVATE KEY" not in html


@pytest.mark.parametrize("path", ["/", "/login/", "/t/feldkirchen-2026/", "/trustworthy/", "/tournaments/new/"])
def test_the_door_leads_to_the_guide(path: str) -> None:
    start: list[Any] = []
    door = only_trust(application, 8000)
    answer = door({"PATH_INFO": path}, lambda status, headers: start.extend([status, dict(headers)]))
    assert (list(answer), start[0], start[1]["Location"]) == ([], "302 Found", "/trust/")


def test_the_worker_names_files_that_there_are(client: Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer.headers["Content-Type"] == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    first, rest = answer.content.decode().split("\n", 1)
    release = json.loads(first.removeprefix("const RELEASE = ").removesuffix(";"))
    assert [path for path in release["files"] if client.get(path).status_code != 200] == []
    assert {"/static/js/table/page.js", "/static/css/table.css"} <= set(release["files"])
    assert rest.startswith("// The service worker of the pages at the tables")


def test_the_installed_page_is_of_this_table(client: Client) -> None:
    page = "/table/feldkirchen-2026/1/14/"
    assert client.get("/table.webmanifest", {"page": page}).json()["start_url"] == page
    for elsewhere in ("https://example.org/", "//example.org/table/a/1/1/", "/tournaments/new/", ""):
        manifest = client.get("/table.webmanifest", {"page": elsewhere}).json()
        assert (manifest["start_url"], manifest["scope"]) == ("/table/", "/table/")
