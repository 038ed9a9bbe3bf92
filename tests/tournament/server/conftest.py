"""One worker that gives answers again, its database and its shelf."""

from pathlib import Path

import pytest

from tests.tournament.server.answering import Database, Worker


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return Database(tmp_path)


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    return tmp_path / "pages"


@pytest.fixture
def worker(database: Database, shelf: Path) -> Worker:
    return Worker(database, shelf)
