"""An answer is given again while its version stands: to whom, for how long, and never an older one after a newer."""

import asyncio
import gzip
import time

import pytest

from tests.tournament.server.answering import Database, Worker, run
from tournament.server import kept_answers

LOGIN = "sessionid=abc; csrftoken=def"


# Nothing new, to the one who asked


def test_nothing_new_is_said_again_while_the_version_stands(worker: Worker) -> None:
    async def evening() -> None:
        for _ in range(3):
            assert await worker.answer("v=7", "/tournaments/a/", cookie=LOGIN) == "204"
        assert len(worker.asked) == 1
        worker.database.set_version(8)
        assert await worker.answer("v=7", "/tournaments/a/", cookie=LOGIN) == "v8 made 2"

    run(evening())


@pytest.mark.parametrize(
    "other", [{"cookie": "sessionid=other"}, {}, {"cookie": LOGIN, "x_forwarded_for": "192.0.2.9"}]
)
def test_nobody_gets_the_answer_of_somebody_else(worker: Worker, other: dict[str, str]) -> None:
    async def evening() -> None:
        await worker.answer("v=7", "/tournaments/a/", cookie=LOGIN)
        await worker.answer("v=7", "/tournaments/a/", **other)
        assert len(worker.asked) == 2

    run(evening())


def test_it_is_said_again_for_some_seconds_only(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a device that was locked, or a login that ended, is noticed, and a device counts as online."""

    async def evening() -> None:
        await worker.answer("v=7", "/tournaments/a/", cookie=LOGIN)
        now = time.monotonic()
        monkeypatch.setattr(kept_answers.time, "monotonic", lambda: now + 19)
        await worker.answer("v=7", "/tournaments/a/", cookie=LOGIN)
        assert len(worker.asked) == 1
        monkeypatch.setattr(kept_answers.time, "monotonic", lambda: now + 21)
        await worker.answer("v=7", "/tournaments/a/", cookie=LOGIN)
        assert len(worker.asked) == 2

    run(evening())


def test_pages_behind_the_login_are_kept_for_nobody(worker: Worker) -> None:
    async def evening() -> None:
        assert await worker.answer("", "/tournaments/a/", cookie=LOGIN) == "v7 made 1"
        assert await worker.answer("", "/tournaments/a/", cookie=LOGIN) == "v7 made 2"

    run(evening())


def test_while_a_copy_is_put_into_place_only_django_answers(worker: Worker, database: Database) -> None:
    async def evening() -> None:
        await worker.answer()
        await worker.answer("v=7", "/tournaments/a/", cookie=LOGIN)
        database.file.with_name("restore-next").touch()
        assert await worker.answer() == "v7 made 3"
        assert await worker.answer("v=7", "/tournaments/a/", cookie=LOGIN) == "204"
        assert len(worker.asked) == 4

    run(evening())


# Pages for everybody


def test_a_page_is_made_once_and_handed_to_everybody(worker: Worker) -> None:
    worker.seconds = 0.1

    async def evening() -> None:
        assert set(await asyncio.gather(*(worker.answer() for _ in range(20)))) == {"v7 made 1"}
        # What an open page asks for is another page, and made without the version that it shows.
        assert await worker.answer("v=7", hx_request="true") == "204"
        assert await worker.answer("v=6", hx_request="true") == "v7 made 2"
        assert [strings["QUERY_STRING"] for strings in worker.asked] == ["", ""]

    run(evening())


def test_a_followed_link_is_never_answered_with_nothing(worker: Worker) -> None:
    async def evening() -> None:
        assert await worker.answer("v=7") == "v7 made 1"
        assert await worker.answer("v=7") == "v7 made 1"
        assert await worker.answer("v=7", "/t/a/version/") == "204"
        assert await worker.answer("v=6", "/t/a/version/") == "v7 made 2"

    run(evening())


@pytest.mark.parametrize(
    ("query", "headers"),
    [
        ("", {"cookie": "sessionid=abc"}),
        ("", {"cookie": "anything=abc"}),
        ("q=huber", {}),
        ("q=1&page=2", {}),
        ("page=1&x=1", {}),
        ("page=1234", {}),
    ],
)
def test_a_search_or_a_login_is_nobody_elses_page(worker: Worker, query: str, headers: dict[str, str]) -> None:
    async def evening() -> None:
        assert await worker.answer(query, **headers) == "v7 made 1"
        assert await worker.answer(query, **headers) == "v7 made 2"

    run(evening())


@pytest.mark.parametrize(
    "headers",
    [
        {"accept_language": "en"},
        {"cookie": "language=en"},
        {"host": "other"},
        {"hx_request": "true"},
    ],
)
def test_whatever_a_page_depends_on_makes_another_page(worker: Worker, headers: dict[str, str]) -> None:
    async def evening() -> None:
        assert await worker.answer() == "v7 made 1"
        assert await worker.answer(**headers) == "v7 made 2"
        assert await worker.answer(**headers) == "v7 made 2"
        assert await worker.answer() == "v7 made 1"
        assert await worker.answer("page=2") == "v7 made 3"

    run(evening())


@pytest.mark.parametrize("own", [{"set-cookie": "a=b"}, {"content-security-policy": "script-src 'nonce-abc'"}])
def test_what_bears_anything_of_its_reader_is_not_shared(database: Database, own: dict[str, str]) -> None:
    worker = Worker(database, **own)

    async def evening() -> None:
        assert [await worker.answer() for _ in range(3)] == ["v7 made 1", "v7 made 2", "v7 made 3"]

    run(evening())


def test_what_the_view_does_not_share_is_not_shared(worker: Worker) -> None:
    async def evening() -> None:
        worker.shared = False
        assert [await worker.answer() for _ in range(3)] == ["v7 made 1", "v7 made 2", "v7 made 3"]

    run(evening())


def test_who_reads_nothing_compressed_gets_the_kept_bytes_unpacked(database: Database) -> None:
    worker = Worker(database, content_encoding="gzip", content_length="9", vary="Accept-Encoding")
    body = b"v7 made 1"

    async def evening() -> None:
        worker.packed = True
        packed = await worker.full()
        plain = await worker.full(accept_encoding="identity")
        assert (gzip.decompress(b"".join(packed.pieces)), b"".join(plain.pieces)) == (body, body)
        headers = dict(plain.headers)
        assert b"content-encoding" not in headers
        assert (headers[b"content-length"], headers[b"vary"]) == (str(len(body)).encode(), b"Accept-Encoding")
        assert len(worker.asked) == 1

    run(evening())
