"""Old pages, several workers, and what goes wrong: nobody is held up, and nothing older follows something newer."""

import asyncio
import re
import time

import pytest

from tests.tournament.server.answering import Database, Worker, run
from tournament.server import kept_answers
from tournament.server.rows import SqliteRows
from tournament.server.versions import SqliteVersions

LOGIN = "sessionid=abc; csrftoken=def"


# Old pages


def aged(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let the time go on, for pages that were made before."""
    now = time.monotonic
    monkeypatch.setattr("tournament.server.pages.time.monotonic", lambda: now() + seconds)


def test_an_old_page_is_handed_out_for_some_seconds_while_the_next_is_made(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        await worker.answer()
        worker.database.set_version(8)
        assert await worker.answer() == "v7 made 1"
        assert len(worker.asked) == 1  # it is not made anew within the first second
        aged(monkeypatch, 2)
        assert await worker.answer() == "v7 made 1"
        for task in list(worker.kept.making.values()):
            await task
        assert await worker.answer() == "v8 made 2"

    run(evening())


def test_no_page_is_handed_out_that_is_older_than_five_seconds(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        await worker.answer()
        worker.database.set_version(8)
        aged(monkeypatch, 5.1)
        assert await worker.answer() == "v8 made 2"

    run(evening())


def test_a_page_whose_version_stands_is_made_anew_after_a_minute(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        await worker.answer()
        aged(monkeypatch, 59)
        assert await worker.answer() == "v7 made 1"
        aged(monkeypatch, 2)
        assert await worker.answer() == "v7 made 2"

    run(evening())


def test_a_phone_never_gets_an_older_page_after_a_newer_one(database: Database) -> None:
    """It has seen version 9 elsewhere: as a part of the open page, in a search, or from another server."""
    worker = Worker(database)

    async def evening() -> None:
        await worker.answer()
        await worker.answer(hx_request="true")
        database.set_version(9)
        cookie = re.search(
            r"seen=(\d+); Path=/t/a/;", dict((await worker.full("q=huber")).headers)[b"set-cookie"].decode()
        )
        assert cookie is not None
        assert cookie[1] == "9"
        assert await worker.answer() == "v7 made 1"
        assert await worker.answer(cookie="seen=9") == "v9 made 4"
        assert await worker.answer("v=9", hx_request="true") == "204"

    run(evening())


def test_every_page_tells_the_browser_which_version_it_has_seen(worker: Worker) -> None:
    async def evening() -> None:
        for answer in (await worker.full(), await worker.full(), await worker.full("q=huber")):
            assert dict(answer.headers)[b"set-cookie"].startswith(b"seen=7; Path=/t/a/; Max-Age=10;")

    run(evening())


def test_a_version_that_went_backwards_is_of_another_database(worker: Worker) -> None:
    async def evening() -> None:
        assert await worker.answer() == "v7 made 1"
        assert await worker.answer("v=7", "/tournaments/a/", cookie=LOGIN) == "204"
        worker.database.set_version(3)
        assert await worker.answer() == "v3 made 3"
        assert await worker.answer("v=7", "/tournaments/a/", cookie=LOGIN) == "v3 made 4"
        assert await worker.answer("v=7", hx_request="true") == "v3 made 5"

    run(evening())


# Several workers


def test_no_worker_hands_out_what_is_older_than_a_page_of_another(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = Worker(database), Worker(database)

    async def evening() -> None:
        assert await one.answer() == await other.answer() == "v7 made 1"
        database.set_version(8)
        aged(monkeypatch, 2)
        assert await other.answer() == "v7 made 1"
        for task in list(other.kept.making.values()):
            await task
        cookie = dict((await other.full()).headers)[b"set-cookie"].decode().partition(";")[0]
        assert cookie == "seen=8"
        # The first worker has not been asked since: its own page is older than what this browser has seen.
        assert await one.answer(cookie=cookie) == "v8 made 2"
        assert (len(one.asked), len(other.asked)) == (2, 2)

    run(evening())


def test_a_clock_set_back_makes_no_page_younger(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        await worker.answer()
        worker.database.set_version(8)
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now - 3600)
        aged(monkeypatch, 5.1)
        assert await worker.answer() == "v8 made 2"

    run(evening())


def test_an_error_makes_no_page_nobody_elses(worker: Worker) -> None:
    async def evening() -> None:
        worker.status = 503
        assert await worker.answer() == "no page"
        worker.status = 200
        assert [await worker.answer() for _ in range(2)] == ["v7 made 2"] * 2

    run(evening())


def test_few_pages_are_made_at_once_for_others(worker: Worker) -> None:
    """What is asked for beyond that takes the ordinary way, on which nothing is done for a client that has left."""
    worker.seconds = 0.2

    async def evening() -> None:
        answers = [asyncio.ensure_future(worker.answer(f"page={page}")) for page in range(1, 13)]
        await asyncio.sleep(0.1)
        assert len(worker.kept.making) == kept_answers.MOST_MAKING
        await asyncio.gather(*answers)
        assert len(worker.asked) == 12
        assert await worker.answer("page=12") == "v7 made 13"

    run(evening())


def test_what_is_kept_of_a_request_is_small(worker: Worker) -> None:
    async def evening() -> None:
        for number in range(20):
            await worker.answer("v=7", "/tournaments/a/", cookie="x" * 100_000 + str(number))
        assert {len(key) for key in worker.kept.own} == {16}

    run(evening())


def test_a_claim_to_have_seen_the_future_is_not_believed(worker: Worker) -> None:
    async def evening() -> None:
        await worker.answer()
        worker.database.set_version(8)
        assert await worker.answer(cookie="seen=99999999999") == "v7 made 1"

    run(evening())


def test_no_page_stays_in_memory_for_long(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may hold the name of somebody who is forgotten."""

    async def evening() -> None:
        for page in range(3):
            await worker.answer(f"page={page}")
        assert len(worker.kept.pages.pages) == 3
        aged(monkeypatch, 60)
        await worker.answer()
        assert len(worker.kept.pages.pages) == 1

    run(evening())


def test_the_oldest_page_goes_where_there_are_too_many(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.server.pages.MOST_PAGES", 2)

    async def evening() -> None:
        for page in (1, 2, 3):
            await worker.answer(f"page={page}")
        assert await worker.answer("page=2") == "v7 made 2"
        assert await worker.answer("page=1") == "v7 made 4"

    run(evening())


def test_where_the_database_cannot_be_asked_django_is(worker: Worker) -> None:
    async def evening() -> None:
        await worker.answer("v=7", "/tournaments/a/", cookie=LOGIN)
        await worker.answer()
        worker.kept.versions = SqliteVersions(SqliteRows(str(worker.database.file.with_name("nowhere.sqlite3"))))
        assert await worker.answer("v=7", "/tournaments/a/", cookie=LOGIN) == "204"
        assert len(worker.asked) == 3
        assert await worker.answer() == "v7 made 4"

    run(evening())
