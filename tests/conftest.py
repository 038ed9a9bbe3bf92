"""Fixtures of all tests: both databases, languages, browser."""

import fcntl
import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection, transaction
from django.utils import translation
from whitenoise.middleware import WhiteNoiseMiddleware

from tests.chromium import chromium_arguments, chromium_program
from tests.kept_documents import keep_documents
from tests.migrated import KEPT, lay_database
from tests.worlds.remembered import remembered
from tournament.proof.integrity import append_only
from tournament.proof.seals.keys import SealKey, make_seal_key, seal_folder, seal_key


def pytest_report_header() -> str:
    return f"database: {connection.vendor}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start the tests that take minutes first, so that no process is left waiting for them at the end."""
    items.sort(key=lambda item: item.get_closest_marker("proof") is None)


def pytest_collection() -> None:
    """Switch the garbage collector off during collection: everything that is collected stays."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Let the garbage collector ignore the collected tests from now on."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 100)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """On SQLite every process starts with a copy of one migrated database."""
    if connection.vendor == "sqlite":
        lay_database(Path(connection.creation._get_test_db_name()))


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Keep the copy as it is. Its folder is removed with the process (tests/settings.py)."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Let the flush of transactional tests past the triggers, once pytest-django has made the test database.

    The one way around append-only, for tests only: triggers off, tables emptied, triggers on, in one transaction.
    """
    # Patched on the class, because beside a browser's event loop a test may get another connection than this one.
    operations = type(connection.ops)
    flush = operations.execute_sql_flush

    def flush_append_only_tables_too(self: Any, sql_list: list[str]) -> None:
        with transaction.atomic():
            append_only.drop_triggers(self.connection)
            append_only.drop_root_triggers(self.connection)
            append_only.drop_removal_triggers(self.connection)
            flush(self, sql_list)
            append_only.create_triggers(self.connection)
            append_only.create_root_triggers(self.connection)
            append_only.create_removal_triggers(self.connection)

    operations.execute_sql_flush = flush_append_only_tables_too


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Forget the rankings of the test before: its tournament may have the same key and the same moment of creation."""
    from tournament.standings.selectors import cache as kept_standings  # Django is set up by now
    from tournament.standings.selectors import release  # Django is set up by now

    for rankings in (kept_standings._rankings, release._rankings, release._public_rankings):
        rankings.clear()


@pytest.fixture(scope="session", autouse=True)
def static_files() -> None:
    """Let a process look for the files of the pages only once; each client would do it before its first request."""
    files: dict[str, Any] = {}
    look = WhiteNoiseMiddleware.add_files_from_finders

    def look_once(self: Any) -> None:
        if not files:
            look(self)
            files.update(self.files)
        self.files.update(files)

    WhiteNoiseMiddleware.add_files_from_finders = look_once


@pytest.fixture(scope="session", autouse=True)
def documents() -> None:
    """Lay out a page only once, whichever process prints it: that takes most of the time of a document."""
    keep_documents()


@pytest.fixture(scope="session", autouse=True)
def seal() -> SealKey:
    """The key that every test seals with, made as a setup makes it and kept: posters show it, and each seal."""
    key_folder = KEPT / "seal"
    KEPT.mkdir(exist_ok=True)
    with (KEPT / "seal.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not key_folder.exists():
            folder = Path(tempfile.mkdtemp(dir=KEPT))
            make_seal_key(folder)
            folder.rename(key_folder)
    shutil.copytree(key_folder, seal_folder(), dirs_exist_ok=True)
    return seal_key()


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    """Start every test in English, the language of the msgids, whatever language the last request left active."""
    with translation.override(django_settings.LANGUAGE_CODE):
        yield


@pytest.fixture
def world(request: pytest.FixtureRequest, db: None) -> Any:
    """What begin() of the test file made: remembered, so its rows are written once and put back for each test."""
    with translation.override(django_settings.LANGUAGE_CODE):
        return remembered(request.module.begin)()


@pytest.fixture
def german(settings: Any) -> Iterator[None]:
    """The product's default language, for services and for pages."""
    settings.LANGUAGE_CODE = "de"
    with translation.override("de"):
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium. Where it is missing, a browser test is skipped at home and fails in CI."""
    chromium = chromium_program()
    if chromium is None:
        reason = "no Chromium here: apt-get install chromium-headless-shell"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    # Playwright keeps an event loop in this thread; the tests' own queries beside it are harmless.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        program = playwright.chromium.launch(executable_path=chromium, args=chromium_arguments())
        yield program
        program.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page of a German desk laptop (1280 x 800). Another size or a second desk: browser.new_context(...)."""
    context = browser.new_context(locale="de-DE", viewport={"width": 1280, "height": 800}, accept_downloads=True)
    yield context.new_page()
    context.close()
