"""One worker that gives answers again, and its database."""

from pathlib import Path

import pytest

from tests.tournament.server.answering import Database, Worker


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return Database(tmp_path)


@pytest.fixture
def worker(database: Database) -> Worker:
    return Worker(database)
