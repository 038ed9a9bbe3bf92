"""Old pages, several workers, and what goes wrong: nobody is held up, and nothing older follows something newer."""

import asyncio
import multiprocessing
import os
import re
import signal
import time
from pathlib import Path

import pytest

from tests.tournament.server.answering import Database, Worker, run
from tournament.server import kept_answers
from tournament.server.rows import SqliteRows
from tournament.server.shelf import Shelf, empty_shelf
from tournament.server.versions import SqliteVersions

LOGIN = "sessionid=abc; csrftoken=def"


# Old pages


def aged(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let the time go on, for pages that were made before."""
    now = time.monotonic
    monkeypatch.setattr("tournament.server.shelf.time.monotonic", lambda: now() + seconds)


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


def test_a_phone_never_gets_an_older_page_after_a_newer_one(database: Database, shelf: Path) -> None:
    """It has seen version 9 elsewhere: as a part of the open page, in a search, or from another server."""
    worker = Worker(database, shelf)

    async def evening() -> None:
        await worker.answer()
        await worker.answer(hx_request="true")
        database.set_version(9)
        seen = re.search(
            r"seen=(\d+); Path=/t/a/;", dict((await worker.full("q=huber")).headers)[b"set-cookie"].decode()
        )
        assert seen is not None
        assert seen[1] == "9"
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


def test_two_workers_hand_out_the_newest_page_that_either_has_made(
    database: Database, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = Worker(database, shelf), Worker(database, shelf)

    async def evening() -> None:
        assert await one.answer() == await other.answer() == "v7 made 1"
        database.set_version(8)
        aged(monkeypatch, 2)
        assert await other.answer() == "v7 made 1"
        for task in list(other.kept.making.values()):
            await task
        # The first worker has not been asked since, and has made nothing.
        assert await one.answer() == "v8 made 1"
        assert (len(one.asked), len(other.asked)) == (1, 1)

    run(evening())


def test_while_another_worker_makes_the_next_page_the_last_one_is_handed_out(
    database: Database, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, other = Worker(database, shelf, seconds=0.3), Worker(database, shelf)

    async def evening() -> None:
        await other.answer()
        database.set_version(8)
        aged(monkeypatch, 2)
        assert await slow.answer() == "v7 made 1"
        await asyncio.get_running_loop().run_in_executor(None, slow.going.wait)
        assert await other.answer() == "v7 made 1"
        for task in [*slow.kept.making.values(), *other.kept.making.values()]:
            await task
        assert await other.answer() == "v8 made 1"
        assert (len(slow.asked), len(other.asked)) == (1, 1)

    run(evening())


def hold(shelf: Path, key: str, holding: "multiprocessing.synchronize.Event") -> None:
    assert Shelf(shelf).hold(key) is not None
    (shelf / f"{key}.half").write_bytes(b"half a pa")
    holding.set()
    time.sleep(60)


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_that_ends_while_it_makes_a_page_holds_nobody_up(worker: Worker, shelf: Path, end: int) -> None:
    """Killed, or stopped: then the other one waits for some moments and makes the page itself. No thread waits."""
    context, keys = multiprocessing.get_context("fork"), list[str]()

    async def evening() -> None:
        await worker.answer()
        keys.extend(name for name in os.listdir(shelf) if "." not in name)
        worker.database.set_version(8)

    run(evening())
    holding = context.Event()
    killed = context.Process(target=hold, args=[shelf, keys[0], holding])
    killed.start()
    assert holding.wait(10)

    async def afterwards() -> None:
        made = asyncio.ensure_future(worker.answer(cookie="seen=8"))
        await asyncio.sleep(0.2)
        assert not made.done()
        os.kill(killed.pid or 0, end)
        assert await asyncio.wait_for(made, 5) == "v8 made 2"
        assert len(worker.asked) == 2

    run(afterwards())
    killed.kill()
    killed.join()


def test_a_clock_set_back_makes_no_page_younger(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        await worker.answer()
        worker.database.set_version(8)
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now - 3600)
        aged(monkeypatch, 5.1)
        assert await worker.answer() == "v8 made 2"

    run(evening())


def test_where_nothing_can_be_kept_everybody_is_answered(worker: Worker, shelf: Path) -> None:
    shelf.rmdir()

    async def evening() -> None:
        shelf.touch()  # in the way of the folder
        assert [await worker.answer() for _ in range(2)] == ["v7 made 1", "v7 made 2"]
        shelf.unlink()
        assert [await worker.answer() for _ in range(2)] == ["v7 made 3", "v7 made 3"]

    run(evening())


@pytest.mark.parametrize("content", [b"", b"{}\nbody", b"\0" * 100, b"no json\nbody"])
def test_a_damaged_page_is_made_anew(worker: Worker, shelf: Path, content: bytes) -> None:
    async def evening() -> None:
        await worker.answer()
        (file,) = [shelf / name for name in os.listdir(shelf) if "." not in name]
        file.write_bytes(content)
        assert await worker.answer() == "v7 made 2"
        assert await worker.answer() == "v7 made 2"

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
        asked = [asyncio.ensure_future(worker.answer(f"page={page}")) for page in range(1, 13)]
        await asyncio.sleep(0.1)
        assert len(worker.kept.making) == kept_answers.MOST_MAKING
        await asyncio.gather(*asked)
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


def test_emptied_for_somebody_who_is_forgotten(worker: Worker, tmp_path: Path) -> None:
    async def evening() -> None:
        await worker.answer()
        empty_shelf(tmp_path)
        assert [name for name in os.listdir(tmp_path / "pages") if not name.endswith(".lock")] == []
        assert await worker.answer() == "v7 made 2"

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
