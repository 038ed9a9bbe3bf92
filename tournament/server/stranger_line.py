"""Hands the request of a stranger on to the process that answers strangers, and waits without holding a thread."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO

from tournament.server.answers import HttpAnswer
from tournament.server.wire import hand_on, read_answer

# Checking a document takes half a minute at most (proof/seals/handed_in.py).
MOST_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class StrangerLine:
    """The way to the process that listens at this Unix socket."""

    address: str

    async def ask(self, environ: Mapping[str, str], body: IO[bytes]) -> HttpAnswer | None:
        """The answer; None where there is none, because that process was ended or takes too long. What only reads is
        asked once more: the next process is there in a moment."""
        answer = await self._ask(environ, body)
        if answer is None and environ["REQUEST_METHOD"] in ("GET", "HEAD"):
            answer = await self._ask(environ, body)
        return answer

    async def _ask(self, environ: Mapping[str, str], body: IO[bytes]) -> HttpAnswer | None:
        try:
            async with asyncio.timeout(MOST_SECONDS):
                reader, writer = await hand_on(self.address, {"environ": environ}, body)
                try:
                    return await read_answer(reader)
                finally:
                    writer.close()
        except (OSError, TimeoutError):
            return None
