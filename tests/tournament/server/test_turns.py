"""Turns go round: nobody who asks often gets more of them than anybody else."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from tests.tournament.server.answering import run
from tournament.server import turns
from tournament.server.turns import Full, Pace, Turns, Vanished


async def begin(given: Turns, order: list[str], *keys: str) -> list[asyncio.Task[None]]:
    """Let each of these ask for a turn, in this order; they note when it comes, and hold it for a moment."""

    async def one(key: str) -> None:
        async with given.in_turn(key):
            order.append(key)
            await asyncio.sleep(0.02)

    tasks = []
    for key in keys:
        tasks.append(asyncio.ensure_future(one(key)))
        await asyncio.sleep(0)
    return tasks


def test_askers_get_their_turns_by_rotation() -> None:
    async def evening() -> None:
        order: list[str] = []
        await asyncio.gather(*await begin(Turns(1, 1), order, *"aaaabbc"))
        assert "".join(order) == "aabcaba"

    run(evening())


def test_one_asker_never_has_them_all() -> None:
    async def evening() -> None:
        order: list[str] = []
        tasks = await begin(Turns(3, 2), order, *"aaaab")
        assert order == ["a", "a", "b"]
        await asyncio.gather(*tasks)

    run(evening())


def test_too_many_are_told_and_disturb_nobody() -> None:
    async def evening() -> None:
        given, order = Turns(1, 1, waiting=3, waiting_of_one=2), list[str]()
        tasks = await begin(given, order, *"aaa")
        with pytest.raises(Full):
            await given.in_turn("a").__aenter__()
        tasks += await begin(given, order, "b")
        with pytest.raises(Full):
            await given.in_turn("c").__aenter__()
        await asyncio.gather(*tasks)
        assert sorted(order) == list("aaab")
        assert (given.taken, given.lines) == ({}, {})

    run(evening())


@pytest.mark.parametrize(
    ("left", "error"), [("gone", Vanished), ("cancelled", asyncio.CancelledError), ("too long", Full)]
)
def test_who_leaves_the_line_leaves_nothing_behind(
    left: str, error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone() -> None:
        await asyncio.sleep(0.02 if left == "gone" else 60)

    async def evening() -> None:
        given, order = Turns(1, 1), list[str]()
        (first,) = await begin(given, order, "a")
        waiting = asyncio.ensure_future(given.in_turn("a", gone).__aenter__())
        await asyncio.sleep(0)
        if left == "cancelled":
            waiting.cancel()
        with pytest.raises(error):
            await waiting
        await first
        assert (given.taken, given.lines) == ({}, {})

    if left == "too long":
        monkeypatch.setattr(turns, "TURN_SECONDS", 0.01)
    run(_soon(evening()))


async def _soon(what: Coroutine[Any, Any, None]) -> None:
    await asyncio.wait_for(what, 5)


def test_who_comes_at_once_gets_one_moment_after_the_other() -> None:
    async def evening() -> None:
        pace, loop, came = Pace(100), asyncio.get_running_loop(), list[float]()

        async def one() -> None:
            await pace.wait()
            came.append(loop.time())

        began = loop.time()
        await asyncio.gather(*(one() for _ in range(11)))
        assert (came[0] - began < 0.05, came[-1] - began >= 0.099) == (True, True)
        await asyncio.sleep(0.05)
        began = loop.time()
        await pace.wait()
        assert loop.time() - began < 0.01, "nobody waits for a moment that is past"

    run(_soon(evening()))
