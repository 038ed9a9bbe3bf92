"""The finished pages of a worker: bytes that everybody without a login gets, as long as their version is the newest.

A page is as old as the moment when its making began, by a clock that nobody can set back.
"""

import hashlib
import time
from collections import OrderedDict
from dataclasses import dataclass

from tournament.server.answers import HttpAnswer
from tournament.server.versions import Basis

# Pages of a large hall: each player's and each part of the ranking, in two languages. The oldest go first.
MOST_PAGES = 1000
# A page whose version stands is made anew after this: should it depend on anything else, it is soon right again. No
# page stays in memory longer, so neither does a name that somebody asked to be forgotten.
LONGEST_SECONDS = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPage:
    """A finished page: its headers, its compressed bytes, and the moment and the version that it shows."""

    headers: list[tuple[bytes, bytes]]
    body: bytes
    moment: float
    basis: Basis

    @property
    def age(self) -> float:
        """The seconds since its making began."""
        return time.monotonic() - self.moment


class Pages:
    """The pages of this worker, oldest first."""

    def __init__(self) -> None:
        self.pages: OrderedDict[str, KeptPage] = OrderedDict()

    def get(self, key: str) -> KeptPage | None:
        """The page under this key."""
        self.drop_old()
        return self.pages.get(key)

    def put(self, key: str, page: KeptPage) -> None:
        """Keep a page in the place of the one before."""
        self.pages.pop(key, None)
        self.pages[key] = page
        if len(self.pages) > MOST_PAGES:
            self.pages.popitem(last=False)

    def drop_old(self) -> None:
        """Forget the pages that are older than a minute."""
        while self.pages and next(iter(self.pages.values())).age >= LONGEST_SECONDS:
            self.pages.popitem(last=False)


def page_key(*parts: object) -> str:
    """The key of a page that depends on these."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def page_of(answer: HttpAnswer, moment: float) -> KeptPage | None:
    """The page that this answer gives everybody; None if it is none, or holds anything of its own reader."""
    own = {b"set-cookie"} & {name for name, _value in answer.headers}
    nonce = any(b"'nonce-" in value for name, value in answer.headers if name == b"content-security-policy")
    if answer.basis is None or not answer.basis.shared or answer.status != 200 or own or nonce:
        return None
    return KeptPage(headers=answer.headers, body=b"".join(answer.pieces), moment=moment, basis=answer.basis)
