"""Turns that are given fairly: a client that asks often waits for its own requests, and nobody else waits for them."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

Receive = Callable[[], Awaitable[Any]]

# A phone gives up sooner than that: the answer to what waited longer would reach nobody.
TURN_SECONDS = 30.0


class Vanished(Exception):
    """The client closed the connection, or was too slow."""


class Full(Exception):
    """Too many wait already, or for too long."""


class Turns:
    """At most `most` turns at once, of which one asker has `most_of_one`; the askers that wait get them by rotation.

    An asker is a key: a device, a login, an address. Only one event loop uses it.
    """

    def __init__(self, most: int, most_of_one: int, *, waiting: int = 1000, waiting_of_one: int = 1000) -> None:
        self.most, self.most_of_one = most, most_of_one
        self.most_waiting, self.most_waiting_of_one = waiting, waiting_of_one
        self.taken: Counter[str] = Counter()
        self.lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    def in_turn(self, key: str, receive: Receive | None = None) -> "Turn":
        """A turn for this asker, as long as the client of `receive` stays. Entering it raises Vanished, Full."""
        return Turn(self, key, receive)

    def ask(self, key: str) -> "asyncio.Future[None]":
        """A future that is done when the turn has come. Raises Full."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if key not in self.lines and self._may_begin(key):
            self._begin(key, turn)
            return turn
        line = self.lines.get(key, ())
        if len(line) >= self.most_waiting_of_one or sum(map(len, self.lines.values())) >= self.most_waiting:
            raise Full
        self.lines.setdefault(key, deque()).append(turn)
        return turn

    def give_back(self, key: str, turn: "asyncio.Future[None]") -> None:
        """End a turn, or give up waiting for it."""
        if turn.cancelled() or not turn.done():
            turn.cancel()
            with suppress(ValueError):
                self.lines.get(key, deque()).remove(turn)
            if key in self.lines and not self.lines[key]:
                del self.lines[key]
            return
        self.taken[key] -= 1
        if not self.taken[key]:
            del self.taken[key]
        self._go_on()

    def _may_begin(self, key: str) -> bool:
        return self.taken.total() < self.most and self.taken[key] < self.most_of_one

    def _begin(self, key: str, turn: "asyncio.Future[None]") -> None:
        self.taken[key] += 1
        turn.set_result(None)

    def _go_on(self) -> None:
        """Give what is free to whoever waits, to each asker in rotation."""
        for key in list(self.lines):
            if self.taken.total() >= self.most:
                return
            if not self._may_begin(key):
                continue
            line = self.lines.pop(key)
            self._begin(key, line.popleft())
            if line:
                self.lines[key] = line  # behind the others


class Turn:
    """One turn, from the moment when it comes until its block ends."""

    def __init__(self, turns: Turns, key: str, receive: Receive | None) -> None:
        self.turns, self.key, self.receive = turns, key, receive

    async def __aenter__(self) -> None:
        self.turn = self.turns.ask(self.key)
        if self.turn.done():
            return
        futures: set[asyncio.Future[Any]] = {self.turn}
        departure = asyncio.ensure_future(self.receive()) if self.receive else None
        if departure is not None:
            futures.add(departure)
        try:
            await asyncio.wait(futures, timeout=TURN_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if departure is not None and departure.done():
                raise Vanished
            if not self.turn.done():
                raise Full
        except BaseException:
            self.turns.give_back(self.key, self.turn)
            raise
        finally:
            if departure is not None:
                departure.cancel()

    async def __aexit__(self, *_: object) -> None:
        self.turns.give_back(self.key, self.turn)


class Pace:
    """At most so many a second, one after the other. Only one event loop uses it."""

    def __init__(self, a_second: float) -> None:
        self.pause, self.next = 1 / a_second, 0.0

    async def wait(self) -> None:
        """Wait for the next moment; whoever comes later waits longer."""
        now = asyncio.get_running_loop().time()
        moment = max(self.next, now)
        self.next = moment + self.pause
        if moment > now:
            await asyncio.sleep(moment - now)
