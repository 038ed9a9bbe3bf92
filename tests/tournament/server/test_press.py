"""The press, as a process of its own: what comes back, who waits, and that work nobody waits for ends."""

import asyncio
import io
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.installation import ROOT
from tournament.server.answers import Answer
from tournament.server.callers import Caller
from tournament.server.listening import listen_beside
from tournament.server.press_line import NotMade, PressLine, is_document

# An application whose path says what it does: sleep so long, answer with so many bytes, or break down.
PRESS = """
import os, sys, tempfile, time
from pathlib import Path
from tournament.server import press
import socket

def application(environ, start_response):
    what, _, value = environ["PATH_INFO"].strip("/").partition("/")
    with open(os.environ["BEGUN"], "a") as begun:
        begun.write(f"{what} {value} {os.getpid()}\\n")
    if what == "sleep":
        time.sleep(float(value))
    if what == "dies":
        time.sleep(float(value))
    if what == "writes":
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "names.zip").write_text("Anna")
            time.sleep(float(value))
    if what in ("break", "dies"):
        os._exit(7)
    if what == "raise":
        raise RuntimeError(value)
    body = environ["wsgi.input"].read()
    start_response("200 OK", [("X-Said", body.decode("latin-1"))])
    return [b"x" * int(value)] if what == "bytes" else [b"done"]

press.AT_ONCE, press.TOLD_SECONDS, press.MOST_SECONDS, press.MOST_IN_LINE = map(float, sys.argv[3:])
press.Press(socket.socket(fileno=int(sys.argv[1])), application, Path(sys.argv[2])).work(lambda: False)
"""


class Running:
    """A press that runs, and those who ask it."""

    def __init__(
        self, folder: Path, *, at_once: int = 2, told: float = 20.0, most: float = 60.0, in_line: int = 50
    ) -> None:
        beside = Path(tempfile.mkdtemp(prefix="spielliste-"))  # the path of a socket must be short
        self.listening = listen_beside(beside, "press")
        self.address, self.begun = str(beside / "press"), folder / "begun"
        self.begun.touch()
        self.folder = folder / "press"
        self.folder.mkdir()
        (self.folder / "left").mkdir()  # by a press that was killed
        descriptor = self.listening.fileno()
        limits = [str(at_once), str(told), str(most), str(in_line)]
        self.process = subprocess.Popen(
            [sys.executable, "-c", PRESS, str(descriptor), str(self.folder), *limits],
            cwd=ROOT,
            env=os.environ | {"BEGUN": str(self.begun)},
            pass_fds=[descriptor],
        )
        self.asking = ThreadPoolExecutor(12)

    def ask(
        self,
        path: str,
        reader: str = "a",
        *,
        gone: float = 60.0,
        method: str = "GET",
        body: bytes = b"",
        known: bool = True,
    ) -> "Future[Any]":
        """Ask for this path, as a browser that leaves after so many seconds: of this login, else of this address."""
        environ, caller = {"PATH_INFO": path, "REQUEST_METHOD": method}, Caller(key=reader, known=known)
        asked = PressLine(self.address).ask(environ, io.BytesIO(body), asyncio.sleep(gone), caller)
        return self.asking.submit(lambda: asyncio.run(asked))

    def wait_for(self, *begun: str) -> list[int]:
        """Wait until these are being made; return the processes that make them."""
        until = time.monotonic() + 20
        while time.monotonic() < until:
            lines = [line.rsplit(" ", 1) for line in self.begun.read_text().splitlines()]
            found = {what: int(process) for what, process in lines}
            if set(begun) <= set(found):
                return [found[what] for what in begun]
            time.sleep(0.02)
        raise AssertionError(self.begun.read_text())

    @property
    def order(self) -> list[str]:
        """What was begun, in its order."""
        return [line.rsplit(" ", 1)[0] for line in self.begun.read_text().splitlines()]

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self.listening.close()
        shutil.rmtree(Path(self.address).parent)
        self.asking.shutdown()


@pytest.fixture
def press(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    running: list[Running] = []

    def start(**limits: Any) -> Running:
        running.append(Running(tmp_path, **limits))
        return running[-1]

    yield start
    for one in running:
        one.end()


def ended(process: int) -> bool:
    """Whether this process ends within some seconds."""
    until = time.monotonic() + 5
    while time.monotonic() < until:
        if not Path(f"/proc/{process}").exists():
            return True
        time.sleep(0.02)
    return False


def test_a_document_comes_back_whole(press: Callable[..., Running]) -> None:
    answer = press().ask("/bytes/3000000", body=b"csrf=1").result(20)
    assert isinstance(answer, Answer)
    assert (answer.status, answer.headers) == (200, [(b"x-said", b"csrf=1")])
    assert sum(map(len, answer.pieces)) == 3_000_000
    assert answer.close is not None
    answer.close()


def test_what_nobody_waits_for_ends(press: Callable[..., Running]) -> None:
    running = press()
    left = running.ask("/sleep/50", gone=2.0)
    (process,) = running.wait_for("sleep 50")
    with pytest.raises(ConnectionAbortedError):
        left.result(20)
    assert ended(process)


def test_what_was_begun_leaves_no_file(press: Callable[..., Running]) -> None:
    """It may hold names."""
    running = press()
    left = running.ask("/writes/50", gone=2.0)
    (process,) = running.wait_for("writes 50")
    until = time.monotonic() + 1.5
    while not list(running.folder.rglob("names.zip")):  # it says that it writes, then it writes
        assert time.monotonic() < until, list(running.folder.rglob("*"))
        time.sleep(0.02)
    with pytest.raises(ConnectionAbortedError):
        left.result(20)
    assert ended(process)
    assert isinstance(running.ask("/bytes/1").result(20), Answer)
    until = time.monotonic() + 5
    while list(running.folder.iterdir()):
        assert time.monotonic() < until, list(running.folder.rglob("*"))
        time.sleep(0.02)


def test_one_address_has_a_few_places_only(press: Callable[..., Running]) -> None:
    running = press(at_once=1)
    running.ask("/sleep/2", "other")
    running.wait_for("sleep 2")
    places = [running.ask(f"/bytes/{number}", "crowd", known=False) for number in range(1, 10)]
    answers = [one.result(20) for one in places]
    assert sum(isinstance(answer, Answer) for answer in answers) == 8
    assert sum(isinstance(answer, NotMade) and answer.before is not None for answer in answers) == 1


def test_strangers_share_one_place_and_logins_go_first(press: Callable[..., Running]) -> None:
    """Invented cookies with documents that do not exist made the desk wait for half a minute."""
    running = press()
    running.ask("/sleep/2", "192.0.2.1", known=False)
    running.wait_for("sleep 2")
    strangers = [running.ask(f"/bytes/{number}", f"192.0.2.{number}", known=False) for number in (2, 3, 4)]
    time.sleep(0.2)
    assert isinstance(running.ask("/bytes/9", "desk").result(20), Answer)
    assert running.order == ["sleep 2", "bytes 9"]
    assert all(isinstance(one.result(20), Answer) for one in strangers)


def test_strangers_fill_the_line_for_nobody_else(press: Callable[..., Running]) -> None:
    running = press()
    crowd = [running.ask("/sleep/3", f"192.0.2.{number}", gone=8.0, known=False) for number in range(11)]
    running.wait_for("sleep 3")
    assert isinstance(running.ask("/bytes/9", "desk").result(20), Answer)
    assert not any(one.done() for one in crowd[:1])


def test_a_login_has_one_at_a_time_and_the_others_go_on(press: Callable[..., Running]) -> None:
    running = press(told=0.5)
    running.ask("/sleep/51", "a", gone=8.0)
    running.wait_for("sleep 51")
    assert running.ask("/bytes/1", "a").result(20) == NotMade(1)
    assert isinstance(running.ask("/bytes/2", "b").result(20), Answer)
    assert running.order == ["sleep 51", "bytes 2"]


def test_a_form_waits_because_it_cannot_be_sent_again(press: Callable[..., Running]) -> None:
    running = press(told=0.2)
    running.ask("/sleep/2")
    running.wait_for("sleep 2")
    assert isinstance(running.ask("/bytes/1", method="POST").result(20), Answer)


def test_who_waits_longest_is_next_however_often_another_asks(press: Callable[..., Running]) -> None:
    running = press(at_once=1)
    first = running.ask("/sleep/1", "impatient")
    running.wait_for("sleep 1")
    again = [running.ask(f"/bytes/{number}", "impatient") for number in (1, 2, 3)]
    time.sleep(0.2)
    other = running.ask("/bytes/9", "other")
    for one in (first, *again, other):
        assert isinstance(one.result(20), Answer)
    # One that stood there before the other came is made, then the other's.
    assert running.order[:3] in (["sleep 1", f"bytes {number}", "bytes 9"] for number in (1, 2, 3))


def test_a_long_line_is_told_at_once(press: Callable[..., Running]) -> None:
    running = press(in_line=1)
    running.ask("/sleep/54", gone=8.0)
    running.wait_for("sleep 54")
    assert running.ask("/bytes/1", "b").result(20) == NotMade(1)


def test_who_waits_for_what_broke_down_is_told_while_others_are_made(press: Callable[..., Running]) -> None:
    running = press()
    broken = running.ask("/dies/2", "a")
    running.wait_for("dies 2")
    running.ask("/sleep/55", "b", gone=12.0)  # a copy of the press that was made meanwhile
    assert broken.result(8) == NotMade()


@pytest.mark.parametrize("path", ["/break/1", "/raise/1"])
def test_what_breaks_down_is_told_and_the_next_is_made(press: Callable[..., Running], path: str) -> None:
    running = press()
    assert running.ask(path).result(20) == NotMade()
    assert isinstance(running.ask("/bytes/1").result(20), Answer)


def test_what_takes_too_long_ends(press: Callable[..., Running]) -> None:
    running = press(most=0.5)
    assert running.ask("/sleep/52").result(20) == NotMade()
    assert ended(*running.wait_for("sleep 52"))


def test_the_work_ends_with_the_press(press: Callable[..., Running]) -> None:
    running = press()
    asked = running.ask("/sleep/53")
    (process,) = running.wait_for("sleep 53")
    os.kill(running.process.pid, signal.SIGKILL)
    running.process.wait()
    assert asked.result(20) == NotMade()
    assert ended(process)


def test_strange_senders_harm_nothing(press: Callable[..., Running]) -> None:
    running = press()
    half = b'b{"reader": "a", "address": "a", "environ": {"PATH_INFO": "/bytes/2"}, "length": 100}\nhalf'
    for said in (b"", b"b{}\n", b"bnothing\n", half, half.replace(b"100", b"-1"), b"f{}\n"):
        with socket.socket(socket.AF_UNIX) as strange:
            strange.connect(running.address)
            strange.sendall(said)
    assert isinstance(running.ask("/bytes/1").result(20), Answer)
    assert running.order == ["bytes 1"]


def test_without_a_press_it_is_told() -> None:
    asked = PressLine("/nowhere/press").ask({}, io.BytesIO(), asyncio.sleep(0), Caller(key="a"))
    told: list[object] = []
    thread = threading.Thread(target=lambda: told.append(asyncio.run(asked)))
    thread.start()
    thread.join()
    assert told == [NotMade()]


@pytest.mark.parametrize(
    ("method", "path", "told"),
    [
        ("GET", "/tournaments/a/standings.pdf", True),
        ("POST", "/tournaments/a/1/sealed.zip", True),
        ("POST", "/tournaments/a/archive/", True),
        ("GET", "/tournaments/a/archive/", False),
        ("HEAD", "/tournaments/a/standings.pdf", False),
    ],
)
def test_what_the_press_makes(method: str, path: str, told: bool) -> None:
    assert is_document({"REQUEST_METHOD": method, "PATH_INFO": path}, Caller(key="a", known=True)) is told


def test_the_press_makes_public_documents_only_for_strangers() -> None:
    asked = [
        {"REQUEST_METHOD": "GET", "PATH_INFO": path} for path in ("/t/a/rules.pdf", "/tournaments/a/x.pdf", "/x.pdf")
    ]
    assert [is_document(environ, Caller(key="192.0.2.1")) for environ in asked] == [True, False, False]
