"""Finished pages that all workers share: one file each, put into place whole, so a killed worker leaves no half page.

A page is as old as the moment when its making began, by a clock that all processes of a computer share and nobody can
set back.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import threading
import time
from collections import OrderedDict
from dataclasses import asdict, dataclass
from pathlib import Path

from tournament.server.answers import Answer
from tournament.server.versions import Basis

# Pages of a large hall: each player's and each part of the ranking, in two languages. The oldest go first.
MOST_PAGES = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A finished page: its headers, its compressed bytes, and the moment and the version that it shows."""

    headers: list[tuple[bytes, bytes]]
    body: bytes
    made: float
    basis: Basis

    @property
    def age(self) -> float:
        """The seconds since it was begun."""
        return time.monotonic() - self.made


class Shelf:
    """The pages in a folder, of which this process remembers those that it was asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: OrderedDict[str, tuple[tuple[int, int], Page]] = OrderedDict()

    def look(self, key: str) -> Page | None:
        """The newest page under this key, whichever worker made it. Only the event loop asks this."""
        try:
            found = os.stat(self.folder / key)
        except OSError:
            return None
        mark = (found.st_ino, found.st_mtime_ns)
        known = self.known.get(key)
        if known is not None and known[0] == mark:
            self.known.move_to_end(key)
            return known[1]
        page = self.read(key)
        if page is not None:
            # A page that was put there since the mark was taken is read once more next time.
            self.known[key] = (mark, page)
            if len(self.known) > MOST_PAGES:
                self.known.popitem(last=False)
        return page

    def read(self, key: str) -> Page | None:
        """The page as it is in its file; None for a file that is damaged."""
        try:
            head, body = (self.folder / key).read_bytes().split(b"\n", 1)
            told = json.loads(head)
            headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in told["headers"]]
            basis = Basis(**told["basis"] | {"parameters": tuple(told["basis"]["parameters"])})
            return Page(headers=headers, body=body, made=float(told["made"]), basis=basis)
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, key: str, page: Page) -> None:
        """Put a page into the place of the one before. Where the disk is full it is only not kept."""
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in page.headers]
        head = {"headers": headers, "basis": asdict(page.basis), "made": page.made}
        begun = self.folder / f"{key}.{os.getpid()}-{threading.get_ident()}"
        there = self.read(key)
        if there is not None and there.made > page.made:
            return
        with contextlib.suppress(OSError):
            self.folder.mkdir(mode=0o700, exist_ok=True)
            begun.write_bytes(json.dumps(head).encode() + b"\n" + page.body)
            begun.rename(self.folder / key)
            self._tidy()

    def hold(self, key: str) -> int | None:
        """Hold the making of this page; return what is closed to let go, None where another worker holds it.

        The system ends the hold of a killed worker. There are few locks, so that two pages may have the same one.
        Where the disk is full there is no lock, and everybody makes the page.
        """
        try:
            lock = os.open(self.folder / f"{key[:2]}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return os.open(os.devnull, os.O_RDONLY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            return None
        return lock

    def _tidy(self) -> None:
        """Forget the oldest pages, a tenth at once."""
        names = [name for name in os.listdir(self.folder) if "." not in name]
        if len(names) > MOST_PAGES:
            files = sorted((self.folder / name for name in names), key=lambda file: file.stat().st_mtime)
            for file in files[: MOST_PAGES // 10]:
                file.unlink(missing_ok=True)


def shelf_folder(var: Path) -> Path:
    """The folder of the shelf of this installation."""
    return var / "pages"


def empty_shelf(var: Path) -> Path:
    """Take all pages off the shelf: at each start, and when somebody's name must not be kept anywhere any more."""
    folder = shelf_folder(var)
    folder.mkdir(mode=0o700, exist_ok=True)
    for file in folder.iterdir():
        if file.suffix != ".lock":
            file.unlink(missing_ok=True)
    return folder


def key_of(*parts: object) -> str:
    """The name of a page's file."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def page_of(answer: Answer, made: float) -> Page | None:
    """The page that this answer gives everybody; None if it is none, or bears anything of the one who asked."""
    own = {b"set-cookie"} & {name for name, _value in answer.headers}
    nonce = any(b"'nonce-" in value for name, value in answer.headers if name == b"content-security-policy")
    if answer.basis is None or not answer.basis.shared or answer.status != 200 or own or nonce:
        return None
    return Page(headers=answer.headers, body=b"".join(answer.pieces), made=made, basis=answer.basis)
