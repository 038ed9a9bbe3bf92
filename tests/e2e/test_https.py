"""HTTPS in the hall: a real Chromium that trusts the installation's own authority, and a page that reloads offline."""

import base64
import contextlib
import hashlib
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from urllib.parse import urlsplit

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import expect

from tests.chromium import chromium_arguments, chromium_program
from tests.installation import SETTLING_SECONDS, Server, run_inside
from tests.migrated import lay_installation
from tournament.management.commands.serve import own_names
from tournament.network.certificates import authority, fingerprint

# A drawn match of one table, and the code of its table.
ONE_TABLE = """
from tests.worlds.played import play
from tournament.models import Scoresheet
play(1, [])
sheet = Scoresheet.objects.get()
print(json.dumps([f"/table/{sheet.match.tournament.slug}/1/1/", sheet.code]))
"""
# A name of this computer in the certificate. Not 127.0.0.1, because browsers are lax there with Secure cookies.
HALL = own_names()[-1].lower()

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    started = Server(
        lay_installation(tmp_path_factory.mktemp("https")), "--host", "0.0.0.0", "--https", "--port", "8440"
    )
    started.printed_until("/trust/")
    started.printed_until(fingerprint(authority(started.var / "ca")))
    yield started
    if started.process.poll() is None:  # the last test ends it itself
        assert started.end(by=signal.SIGINT) == (0, False)


@pytest.fixture(scope="module")
def door(server):
    """Where plain http answers, which begins a moment after the server."""
    port = int(re.search(r"http://[^/]+:([0-9]+)/trust/", server.printed)[1])
    until = time.monotonic() + SETTLING_SECONDS
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return f"http://127.0.0.1:{port}"
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.fixture(scope="module")
def table(server):
    """The path of a sheet's page at the table, and the table code."""
    return run_inside(server.var, ONE_TABLE)


def trusting(folder, certificate):
    """Options of a Chromium whose user trusts this authority.

    certutil puts it into a store of its own. Where that tool is missing, Chromium trusts this authority by the
    fingerprint of its key, and no other key besides.
    """
    folder.mkdir()
    home = {"HOME": str(folder)}
    if shutil.which("certutil"):
        store = folder / ".pki" / "nssdb"
        store.mkdir(parents=True)
        database = f"sql:{store}"
        subprocess.run(["certutil", "-d", database, "-N", "--empty-password"], check=True)
        subprocess.run(
            ["certutil", "-d", database, "-A", "-t", "C,,", "-n", "Spielliste", "-i", certificate], check=True
        )
        return home, []
    key = x509.load_pem_x509_certificate(certificate.read_bytes()).public_key()
    info = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    digest = base64.b64encode(hashlib.sha256(info).digest()).decode()
    return home, [f"--ignore-certificate-errors-spki-list={digest}"]


@pytest.fixture(scope="module")
def chromium(browser, server, tmp_path_factory):
    """chromium(trusts) returns a page of a browser with a profile of its own."""
    opened = []

    def open_page(*, trusts):
        folder = tmp_path_factory.mktemp("home") / "user"
        home, options = trusting(folder, server.var / "ca" / "authority.pem") if trusts else ({"HOME": str(folder)}, [])
        context = browser.browser_type.launch_persistent_context(
            folder / "profile",
            executable_path=chromium_program(),
            args=[*options, *chromium_arguments(), f"--host-resolver-rules=MAP {HALL} 127.0.0.1"],
            env=os.environ | home,
            base_url=server.url,
            locale="en",
            service_workers="allow",
        )
        opened.append(context)
        return context.pages[0]

    yield open_page
    for context in opened:
        context.close()


def test_a_browser_that_does_not_trust_it_is_warned(chromium):
    page = chromium(trusts=False)
    with pytest.raises(Exception, match="ERR_CERT_AUTHORITY_INVALID"):
        page.goto("/login/")


def test_the_door_beside_it_shows_the_guide_only(server, door):
    guide = urllib.request.urlopen(f"{door}/login/")
    assert urlsplit(guide.url).path == "/trust/"
    html = guide.read().decode()
    assert server.url in html
    certificate = urllib.request.urlopen(f"{door}/trust/spielliste.crt").read()
    fingerprint = ":".join(f"{byte:02X}" for byte in hashlib.sha256(certificate).digest())
    assert fingerprint in html.replace("<wbr>", "")
    assert fingerprint in server.printed
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(f"{door}/trust/elsewhere/")


def test_a_table_reloads_without_network(chromium, server, table):
    address, code = table
    page = chromium(trusts=True)
    page.goto(address)
    assert page.evaluate("() => isSecureContext")
    page.locator("#id_code").fill(code)
    page.get_by_role("button", name="Write the sheet").click()
    expect(page.locator("#table")).to_be_visible()
    words = page.locator("#offline_words")
    expect(words).to_have_text("This page can be loaded again without network.", timeout=20_000)
    assert page.evaluate("() => navigator.serviceWorker.controller.scriptURL") == f"{server.url}/service-worker.js"
    missing = page.evaluate(
        """async () => {
          const release = await (await fetch('/service-worker.js')).text();
          const {files} = JSON.parse(release.slice('const RELEASE = '.length, release.indexOf(';\\n')));
          const used = performance.getEntriesByType('resource').map(({name}) => new URL(name).pathname);
          return used.filter((path) => path.startsWith('/static/') && !files.includes(path));
        }"""
    )
    assert missing == [], "files of the page that its release does not name"
    manifest = page.evaluate("async () => (await fetch(document.querySelector('[rel=manifest]').href)).json()")
    assert manifest["start_url"] == address
    with silent(server):
        page.reload()
        expect(page.locator("#table")).to_be_visible()
        expect(page.locator("h1")).to_have_text("Table 1")
        # The files of an earlier release are removed once the server has said what became of its pages, not before.
        page.evaluate(
            """async () => {
              const older = await caches.open('spielliste-older');
              await older.put('/table/feldkirchen-2026/1/9/', new Response('a page of the release before'));
              const {active} = await navigator.serviceWorker.ready;
              active.postMessage(location.pathname, [new MessageChannel().port2]);
            }"""
        )
        page.wait_for_timeout(1000)
        assert page.evaluate("() => caches.has('spielliste-older')")
    for _ in range(200):
        if not page.evaluate("() => caches.has('spielliste-older')"):
            break
        page.wait_for_timeout(100)
    else:
        raise AssertionError("what nobody uses any more is kept")


@contextlib.contextmanager
def silent(server):
    """A dead spot: requests are neither refused nor answered."""
    os.killpg(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.killpg(server.process.pid, signal.SIGCONT)


def test_what_the_worker_keeps(chromium, server, table):
    """Pages and files are kept, but no answers to questions, nothing that is sent, and no page that asks for a code."""
    page = chromium(trusts=True)
    page.goto(table[0])
    page.evaluate(
        """async () => {
          await navigator.serviceWorker.register('/service-worker.js', {scope: '/table/'});
          await navigator.serviceWorker.ready;
        }"""
    )
    page.reload()
    expect(page.locator("#id_code")).to_be_visible()
    caches = page.evaluate(
        """async () => {
          const names = await caches.keys(), cache = await caches.open(names[0]);
          return [names.length, (await cache.keys()).map(({url}) => new URL(url).pathname)];
        }"""
    )
    assert caches[0] == 1
    assert [path for path in caches[1] if not path.startswith("/static/")] == []
    assert len(caches[1]) > 20


def log_in(page, base):
    """Log in as the person who typed the tournament."""
    page.goto(f"{base}/login/")
    page.locator("#id_username").fill("reiter")
    page.locator("#id_password").fill("geheim-genug-1")
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("form[action='/logout/']")).to_have_count(1)


def enrol(page, address, code):
    """Make the browser the device of the table."""
    page.goto(address)
    page.locator("#id_code").fill(code)
    page.locator("form[action$='/enrol/'] button").click()
    expect(page.locator("#table")).to_be_visible()


def test_the_address_stays_usable_over_http(chromium, server, door, table):
    """There is no HSTS, and nothing that a browser kept from a day with https blocks plain http at the same address."""
    assert "Strict-Transport-Security" not in server.answer("/login/").headers
    page = chromium(trusts=True)
    address, code = table
    secure = f"https://{HALL}:{server.port}"
    log_in(page, secure)
    enrol(page, f"{secure}{address}", code)
    page.goto(f"http://{HALL}:{urlsplit(door).port}/")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.get_by_role("button", name="English").click()
    assert server.end(by=signal.SIGINT) == (0, False)
    tomorrow = Server(server.var, "--host", "0.0.0.0", "--port", "8465")
    later = None
    try:
        plain = f"http://{HALL}:{tomorrow.port}"
        log_in(page, plain)
        enrol(page, f"{plain}{address}", code)
        # Back on https, both sessions are valid.
        assert tomorrow.end(by=signal.SIGINT) == (0, False)
        later = Server(server.var, "--host", "0.0.0.0", "--https", "--port", "8440")
        page.goto(f"{secure}/")
        expect(page.locator("form[action='/logout/']")).to_have_count(1)
    finally:
        for started in (tomorrow, later):
            if started and started.process.poll() is None:
                assert started.end(by=signal.SIGINT) == (0, False)
