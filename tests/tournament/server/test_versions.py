"""The newest version: asked of the database once after each change, not once for each phone."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.server.answering import QUESTION, Database, run
from tournament.server import versions
from tournament.server.keeping import language_of
from tournament.server.rows import SqliteRows
from tournament.server.versions import AskedVersions, Basis, SqliteVersions


def basis(key: int = 1) -> Basis:
    return Basis(statement=QUESTION, parameters=(key,), version=7)


def test_a_change_by_anybody_is_noticed_at_once(tmp_path: Path) -> None:
    database, other = Database(tmp_path), sqlite3.connect(tmp_path / "versions.sqlite3")
    newest = SqliteVersions(SqliteRows(str(database.file)))

    async def evening() -> None:
        assert await newest.newest(basis()) == 7
        other_now = sqlite3.connect(database.file)
        other_now.execute("UPDATE tournament SET version = 8")
        assert await newest.newest(basis()) == 7  # not committed yet
        other_now.commit()
        assert await newest.newest(basis()) == 8
        assert await newest.newest(basis(2)) is None

    run(evening())
    other.close()


def test_while_nobody_writes_the_database_is_asked_once(tmp_path: Path) -> None:
    database = Database(tmp_path)
    newest, statements = SqliteVersions(SqliteRows(str(database.file))), list[str]()

    async def evening() -> None:
        await newest.newest(basis())
        assert newest.rows.connection is not None
        newest.rows.connection.set_trace_callback(statements.append)
        for _ in range(5):
            assert await newest.newest(basis()) == 7
        assert statements == ["PRAGMA data_version"] * 5
        database.set_version(8)
        assert await newest.newest(basis()) == 8
        assert len(statements) == 7

    run(evening())


def test_a_database_that_cannot_be_read_is_asked_again_later(tmp_path: Path) -> None:
    newest = SqliteVersions(SqliteRows(str(tmp_path / "versions.sqlite3")))

    async def evening() -> None:
        assert await newest.newest(basis()) is None
        Database(tmp_path)
        assert await newest.newest(basis()) == 7

    run(evening())


def test_another_database_is_asked_four_times_a_second_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    statements = list[Any]()

    async def row(statement: str, parameters: tuple[int, ...]) -> tuple[int]:
        statements.append(parameters)
        await asyncio.sleep(0.05)
        return (6 + len(statements),)

    newest = AskedVersions(row)

    async def evening() -> None:
        assert await asyncio.gather(*(newest.newest(basis()) for _ in range(5))) == [7] * 5
        assert statements == [(1,)]
        monkeypatch.setattr(versions, "ASKED_EVERY", 60)
        assert await newest.newest(basis()) == 7
        monkeypatch.setattr(versions, "ASKED_EVERY", 0)
        assert await newest.newest(basis()) == 8

    run(evening())


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        ("", "", "de"),
        ("", "en-GB,de;q=0.5", "en"),
        ("django_language=de", "en", "de"),
        ("django_language=xx", "en", "en"),
    ],
)
def test_the_language_of_a_page_is_the_one_that_django_chooses(
    db: None, client: Any, settings: Any, cookie: str, accepted: str, language: str
) -> None:
    settings.LANGUAGE_CODE = "de"
    language_of.cache_clear()
    assert language_of(cookie, accepted) == language
    answer = client.get(
        "/login/", headers={"Cookie": cookie, "Accept-Language": accepted} if accepted else {"Cookie": cookie}
    )
    assert f'<html lang="{language}">' in answer.content.decode()
