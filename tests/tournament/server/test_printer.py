"""The printer, as a process of its own: what comes back, who waits, and that work nobody waits for ends."""

import asyncio
import io
import json
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
from tournament.server.answers import HttpAnswer
from tournament.server.callers import Caller
from tournament.server.listening import listen_beside
from tournament.server.print_line import READY, NotMade, PrintLine, is_document

# An application whose path says what it does: sleep so long, answer with so many bytes, or break down.
PRINTER = """
import json, os, socket, sys, tempfile, time
from pathlib import Path
from tournament.server import printer, requested_jobs
from tournament.server.jobs import Job

def application(environ, start_response):
    what, _, value = environ["PATH_INFO"].strip("/").partition("/")
    with open(os.environ["BEGUN"], "a") as file:
        file.write(f"{what} {value} {os.getpid()}\\n")
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

def stored():
    # Each line of the file is a job: its key, its reader, whether it takes long, and the seconds that it takes.
    lines = Path(os.environ["STORED"]).read_text().splitlines()
    return {key: job(key, reader, long == "long", seconds) for key, reader, long, seconds in map(str.split, lines)}

def job(key, reader, long, seconds):
    def make(folder):
        with open(os.environ["BEGUN"], "a") as file:
            file.write(f"{key} {os.getpid()}\\n")
        time.sleep(float(seconds))
        if key == "broken":
            os._exit(7)
        return key != "failing"

    def end(success):
        if key == "failing":
            return  # it stays, as a seal on a full disk
        lines = Path(os.environ["STORED"]).read_text().splitlines()
        Path(os.environ["STORED"]).write_text("".join(line + "\\n" for line in lines if line.split()[0] != key))
        with open(os.environ["ENDED"], "a") as ended:
            ended.write(f"{key} {success}\\n")

    return Job(key=key, name=key, reader=reader, long=long, make=make, on_end=end)

printer.STORED_SECONDS = 0.1
for name, value in json.loads(sys.argv[3]).items():
    setattr(printer if hasattr(printer, name) else requested_jobs, name, value)
printer.Printer(socket.socket(fileno=int(sys.argv[1])), application, Path(sys.argv[2]), stored).work(lambda: False)
"""


class Running:
    """A printer that runs, and those who ask it."""

    def __init__(self, folder: Path, **limits: float) -> None:
        beside = Path(tempfile.mkdtemp(prefix="spielliste-"))  # the path of a socket must be short
        self.listening = listen_beside(beside, "printer")
        self.address, self.begun = str(beside / "printer"), folder / "begun"
        self.stored, self.ended = folder / "stored", folder / "ended"
        for file in (self.begun, self.stored, self.ended):
            file.touch()
        self.folder = folder / "printer"
        self.folder.mkdir()
        (self.folder / "left").mkdir()  # by a printer that was killed
        descriptor = self.listening.fileno()
        files = {"BEGUN": self.begun, "STORED": self.stored, "ENDED": self.ended}
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                PRINTER,
                str(descriptor),
                str(self.folder),
                json.dumps({"BAR_SECONDS": 20} | limits),
            ],
            cwd=ROOT,
            env=os.environ | {name: str(file) for name, file in files.items()},
            pass_fds=[descriptor],
        )
        self.asking = ThreadPoolExecutor(12)

    def ask(
        self,
        path: str,
        reader: str = "a",
        *,
        patience: float = 60.0,
        method: str = "GET",
        body: bytes = b"",
        is_login: bool = True,
        **headers: str,
    ) -> "Future[Any]":
        """Ask for this path, as a browser that leaves after so many seconds: of this login, else of this address."""
        environ, caller = {"PATH_INFO": path, "REQUEST_METHOD": method}, Caller(key=reader, is_known=is_login)
        question = PrintLine(self.address).ask(environ | headers, io.BytesIO(body), asyncio.sleep(patience), caller)
        return self.asking.submit(lambda: asyncio.run(question))

    def look(self, path: str, reader: str = "a", **headers: str) -> Any:
        """What a page learns that shows the bar of this document."""
        return self.ask(path, reader, HTTP_X_WAITING="1", **headers).result(20)

    def wait_for(self, *names: str) -> list[int]:
        """Wait until these are being made; return the processes that make them."""
        until = time.monotonic() + 20
        while time.monotonic() < until:
            lines = [line.rsplit(" ", 1) for line in self.begun.read_text().splitlines()]
            processes = {what: int(process) for what, process in lines}
            if set(names) <= set(processes):
                return [processes[what] for what in names]
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
def printer(tmp_path: Path) -> Iterator[Callable[..., Running]]:
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


def test_a_document_comes_back_whole(printer: Callable[..., Running]) -> None:
    answer = printer().ask("/bytes/3000000", body=b"csrf=1").result(20)
    assert isinstance(answer, HttpAnswer)
    assert (answer.status, answer.headers) == (200, [(b"x-said", b"csrf=1")])
    assert sum(map(len, answer.pieces)) == 3_000_000
    assert answer.close is not None
    answer.close()


def test_what_nobody_waits_for_ends(printer: Callable[..., Running]) -> None:
    running = printer()
    answer = running.ask("/sleep/50", patience=2.0)
    (process,) = running.wait_for("sleep 50")
    with pytest.raises(ConnectionAbortedError):
        answer.result(20)
    assert ended(process)


def test_what_a_login_waits_for_comes_before_strangers_prints_and_seals(printer: Callable[..., Running]) -> None:
    running = printer()
    own = os.getpriority(os.PRIO_PROCESS, running.process.pid)

    def lower(name: str) -> int:
        """By how much the priority of what makes this is lower than the printer's."""
        (process,) = running.wait_for(name)
        return os.getpriority(os.PRIO_PROCESS, process) - own

    running.ask("/sleep/8", patience=9.0)
    running.ask("/sleep/1", is_login=False)
    store(running, "print1 b long 40")
    assert [lower(name) for name in ("sleep 8", "sleep 1", "print1")] == [0, 10, 10]
    store(running, "seal house short 40")
    assert lower("seal") == 10


def test_what_was_begun_leaves_no_file(printer: Callable[..., Running]) -> None:
    """It may hold names."""
    running = printer()
    answer = running.ask("/writes/50", patience=2.0)
    (process,) = running.wait_for("writes 50")
    until = time.monotonic() + 1.5
    while not list(running.folder.rglob("names.zip")):  # it says that it writes, then it writes
        assert time.monotonic() < until, list(running.folder.rglob("*"))
        time.sleep(0.02)
    with pytest.raises(ConnectionAbortedError):
        answer.result(20)
    assert ended(process)
    assert isinstance(running.ask("/bytes/1").result(20), HttpAnswer)
    until = time.monotonic() + 5
    while list(running.folder.iterdir()):
        assert time.monotonic() < until, list(running.folder.rglob("*"))
        time.sleep(0.02)


def test_one_address_has_a_few_places_only(printer: Callable[..., Running]) -> None:
    running = printer(AT_ONCE=1)
    running.ask("/sleep/2", "other")
    running.wait_for("sleep 2")
    places = [running.ask(f"/bytes/{number}", "crowd", is_login=False) for number in range(1, 10)]
    answers = [one.result(20) for one in places]
    assert sum(isinstance(answer, HttpAnswer) for answer in answers) == 8
    assert sum(isinstance(answer, NotMade) and answer.before is not None for answer in answers) == 1


def test_strangers_share_one_place_and_logins_go_first(printer: Callable[..., Running]) -> None:
    """Invented cookies with documents that do not exist made the desk wait for half a minute."""
    running = printer()
    running.ask("/sleep/2", "192.0.2.1", is_login=False)
    running.wait_for("sleep 2")
    strangers = [running.ask(f"/bytes/{number}", f"192.0.2.{number}", is_login=False) for number in (2, 3, 4)]
    time.sleep(0.2)
    assert isinstance(running.ask("/bytes/9", "desk").result(20), HttpAnswer)
    assert running.order == ["sleep 2", "bytes 9"]
    assert all(isinstance(one.result(20), HttpAnswer) for one in strangers)


def test_strangers_fill_the_line_for_nobody_else(printer: Callable[..., Running]) -> None:
    running = printer()
    crowd = [running.ask("/sleep/3", f"192.0.2.{number}", patience=8.0, is_login=False) for number in range(11)]
    running.wait_for("sleep 3")
    assert isinstance(running.ask("/bytes/9", "desk").result(20), HttpAnswer)
    assert not any(one.done() for one in crowd[:1])


def test_a_login_has_one_at_a_time_and_the_others_go_on(printer: Callable[..., Running]) -> None:
    running = printer(BAR_SECONDS=0.5)
    running.ask("/sleep/51", "a", patience=8.0)
    running.wait_for("sleep 51")
    assert running.ask("/bytes/1", "a").result(20) == NotMade(1)
    assert isinstance(running.ask("/bytes/2", "b").result(20), HttpAnswer)
    assert running.order == ["sleep 51", "bytes 2"]


def test_a_form_waits_because_it_cannot_be_sent_again(printer: Callable[..., Running]) -> None:
    running = printer(BAR_SECONDS=0.2)
    running.ask("/sleep/2")
    running.wait_for("sleep 2")
    assert isinstance(running.ask("/bytes/1", method="POST").result(20), HttpAnswer)


def test_who_waits_longest_is_next_however_often_another_asks(printer: Callable[..., Running]) -> None:
    running = printer(AT_ONCE=1)
    first = running.ask("/sleep/1", "impatient")
    running.wait_for("sleep 1")
    again = [running.ask(f"/bytes/{number}", "impatient") for number in (1, 2, 3)]
    time.sleep(0.2)
    other = running.ask("/bytes/9", "other")
    for one in (first, *again, other):
        assert isinstance(one.result(20), HttpAnswer)
    # One that stood there before the other came is made, then the other's.
    assert running.order[:3] in (["sleep 1", f"bytes {number}", "bytes 9"] for number in (1, 2, 3))


def test_a_long_line_is_told_at_once(printer: Callable[..., Running]) -> None:
    running = printer(MOST_IN_LINE=1)
    running.ask("/sleep/54", patience=8.0)
    running.wait_for("sleep 54")
    assert running.ask("/bytes/1", "b").result(20) == NotMade(1)


def test_a_page_that_asks_again_while_the_line_is_full_is_not_told_that_its_document_is_there(
    printer: Callable[..., Running],
) -> None:
    """It opened the document, was turned away, and asked again each second."""
    running = printer(MOST_IN_LINE=1)
    running.ask("/sleep/57", patience=8.0)
    running.wait_for("sleep 57")
    assert running.look("/bytes/1", "b") == NotMade(1)


def test_a_reader_who_asks_for_very_much_fills_the_line_for_nobody_else(printer: Callable[..., Running]) -> None:
    """One device of a table asked for two hundred documents, and the desk's were turned away."""
    running = printer(MOST_OF_ONE_READER=2)
    running.ask("/sleep/56", "device", patience=8.0)
    running.wait_for("sleep 56")
    running.ask("/bytes/1", "device", patience=8.0)
    time.sleep(0.2)
    assert running.ask("/bytes/2", "device").result(20) == NotMade(2)
    assert isinstance(running.ask("/bytes/9", "desk").result(20), HttpAnswer)


def test_who_waits_for_what_broke_down_is_told_while_others_are_made(printer: Callable[..., Running]) -> None:
    running = printer()
    broken = running.ask("/dies/2", "a")
    running.wait_for("dies 2")
    running.ask("/sleep/55", "b", patience=12.0)  # a copy of the printer that was made meanwhile
    assert broken.result(8) == NotMade()


def test_the_printer_goes_on_where_no_copy_can_be_made(printer: Callable[..., Running]) -> None:
    """As on a full disk."""
    running = printer()
    assert isinstance(running.ask("/bytes/1").result(20), HttpAnswer)
    running.folder.rename(running.folder.with_name("gone"))  # at once: the printer still tidies up in it
    assert running.ask("/bytes/1").result(20) == NotMade()
    running.folder.mkdir()
    assert isinstance(running.ask("/bytes/1").result(20), HttpAnswer)


@pytest.mark.parametrize("path", ["/break/1", "/raise/1"])
def test_what_breaks_down_is_told_and_the_next_is_made(printer: Callable[..., Running], path: str) -> None:
    running = printer()
    assert running.ask(path).result(20) == NotMade()
    assert isinstance(running.ask("/bytes/1").result(20), HttpAnswer)


def test_what_takes_too_long_ends(printer: Callable[..., Running]) -> None:
    running = printer(PAGE_LONGEST=0.5)
    assert running.ask("/sleep/52").result(20) == NotMade()
    assert ended(*running.wait_for("sleep 52"))


def test_the_work_ends_with_the_printer(printer: Callable[..., Running]) -> None:
    running = printer()
    answer = running.ask("/sleep/53")
    (process,) = running.wait_for("sleep 53")
    os.kill(running.process.pid, signal.SIGKILL)
    running.process.wait()
    assert answer.result(20) == NotMade()
    assert ended(process)


def test_strange_senders_harm_nothing(printer: Callable[..., Running]) -> None:
    running = printer()
    half = b'b{"reader": "a", "address": "a", "environ": {"PATH_INFO": "/bytes/2"}, "length": 100}\nhalf'
    for line in (b"", b"b{}\n", b"bnothing\n", half, half.replace(b"100", b"-1"), b"f{}\n"):
        with socket.socket(socket.AF_UNIX) as strange:
            strange.connect(running.address)
            strange.sendall(line)
    assert isinstance(running.ask("/bytes/1").result(20), HttpAnswer)
    assert running.order == ["bytes 1"]


def test_without_a_printer_it_is_said() -> None:
    question = PrintLine("/nowhere/printer").ask({}, io.BytesIO(), asyncio.sleep(0), Caller(key="a"))
    answers: list[object] = []
    thread = threading.Thread(target=lambda: answers.append(asyncio.run(question)))
    thread.start()
    thread.join()
    assert answers == [NotMade()]


def test_while_the_printer_still_starts_its_reader_gets_a_bar(
    printer: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    running = printer()
    assert isinstance(running.ask("/bytes/1").result(20), HttpAnswer)
    os.kill(running.process.pid, signal.SIGSTOP)
    with monkeypatch.context() as impatient:
        impatient.setattr("tournament.server.print_line.SILENT_SECONDS", 0.5)
        assert running.ask("/bytes/2").result(20) == NotMade(0)
        assert running.look("/bytes/2") == NotMade(0)
    os.kill(running.process.pid, signal.SIGCONT)
    until(lambda: running.look("/bytes/2") == READY)
    assert isinstance(running.ask("/bytes/2").result(20), HttpAnswer)


@pytest.mark.parametrize(
    ("method", "path", "is_made"),
    [
        ("GET", "/tournaments/a/standings.pdf", True),
        ("POST", "/tournaments/a/1/sealed.zip", True),
        ("POST", "/tournaments/a/archive/", True),
        ("GET", "/tournaments/a/archive/", False),
        ("HEAD", "/tournaments/a/standings.pdf", False),
    ],
)
def test_what_the_printer_makes(method: str, path: str, is_made: bool) -> None:
    assert is_document({"REQUEST_METHOD": method, "PATH_INFO": path}, Caller(key="a", is_known=True)) is is_made


def test_the_printer_makes_public_documents_only_for_strangers() -> None:
    public, others = ("/t/a/rules.pdf", "/hilfe/handbuch.pdf"), ("/tournaments/a/x.pdf", "/x.pdf")
    requests = [{"REQUEST_METHOD": "GET", "PATH_INFO": path} for path in public + others]
    assert [is_document(environ, Caller(key="192.0.2.1")) for environ in requests] == [True, True, False, False]


# A page with a bar


def until(happened: Callable[[], object], seconds: float = 8.0) -> None:
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_whoever_waits_for_long_gets_a_bar_and_the_document_when_it_is_there(printer: Callable[..., Running]) -> None:
    """Also for what is being made already: a browser shows nothing of that."""
    running = printer(BAR_SECONDS=0.3)
    assert running.ask("/sleep/1.5").result(20) == NotMade(0)
    assert running.look("/sleep/1.5") == NotMade(0)
    assert running.ask("/sleep/1.5").result(20) == NotMade(0)
    until(lambda: running.look("/sleep/1.5") == READY)
    answer = running.ask("/sleep/1.5").result(20)
    assert (answer.status, answer.pieces) == (200, [b"done"])
    assert running.order == ["sleep 1.5"], "it was made once"
    until(lambda: not list(running.folder.iterdir()))
    # Whatever was fetched is there no more: who asks again gets a new one.
    assert running.look("/sleep/1.5") == READY
    assert running.ask("/sleep/1.5").result(20) == NotMade(0)
    assert running.order == ["sleep 1.5"] * 2


def test_the_version_that_a_public_page_has_shown_is_no_other_request(printer: Callable[..., Running]) -> None:
    """That cookie lives for some seconds only. Without it the poster of the rules was begun anew."""
    running = printer(BAR_SECONDS=0.2)
    assert running.ask("/sleep/1", HTTP_COOKIE="seen=41; sessionid=a").result(20) == NotMade(0)
    until(lambda: running.look("/sleep/1", HTTP_COOKIE="sessionid=a") == READY)
    assert isinstance(running.ask("/sleep/1", HTTP_COOKIE="sessionid=a; seen=42").result(20), HttpAnswer)
    assert running.order == ["sleep 1"]


@pytest.mark.parametrize(
    ("reader", "headers"),
    [
        ("b", {}),
        ("a", {"HTTP_COOKIE": "sessionid=other"}),
        ("a", {"HTTP_ACCEPT_LANGUAGE": "en"}),
        ("a", {"QUERY_STRING": "all"}),
    ],
)
def test_nobody_gets_a_document_that_was_made_for_another_request(
    printer: Callable[..., Running], reader: str, headers: dict[str, str]
) -> None:
    running = printer(BAR_SECONDS=0.2)
    assert running.ask("/sleep/1").result(20) == NotMade(0)
    until(lambda: running.look("/sleep/1") == READY)
    assert running.ask("/sleep/1", reader, **headers).result(20) == NotMade(0)
    assert running.order == ["sleep 1"] * 2


def test_a_bar_that_nobody_looks_at_any_more_ends_the_work(printer: Callable[..., Running]) -> None:
    running = printer(BAR_SECONDS=0.2, GIVEN_UP_SECONDS=1.0)
    assert running.ask("/writes/50").result(20) == NotMade(0)
    (process,) = running.wait_for("writes 50")
    for _ in range(8):
        time.sleep(0.2)
        assert running.look("/writes/50") == NotMade(0)
    assert ended(process)
    until(lambda: not list(running.folder.iterdir()))


def test_a_document_that_nobody_fetches_goes(printer: Callable[..., Running]) -> None:
    running = printer(BAR_SECONDS=0.2, GIVEN_UP_SECONDS=1.0)
    assert running.ask("/sleep/0.5").result(20) == NotMade(0)
    until(lambda: any(running.folder.rglob("answer")))
    until(lambda: not list(running.folder.iterdir()))


def test_a_document_that_is_deleted_before_it_is_fetched_is_not_there(printer: Callable[..., Running]) -> None:
    """Somebody was forgotten meanwhile."""
    running = printer(BAR_SECONDS=0.2)
    assert running.ask("/sleep/0.5").result(20) == NotMade(0)
    until(lambda: running.look("/sleep/0.5") == READY)
    for folder in running.folder.iterdir():
        shutil.rmtree(folder)
    assert running.ask("/sleep/0.5").result(20) == NotMade()


def test_a_bar_says_so_where_the_document_broke_down(printer: Callable[..., Running]) -> None:
    running = printer(BAR_SECONDS=0.2)
    assert running.ask("/dies/0.6").result(20) == NotMade(0)
    until(lambda: running.look("/dies/0.6") == NotMade())
    assert running.order == ["dies 0.6"]


# Stored jobs


def store(running: Running, *lines: str) -> None:
    with running.stored.open("a") as file:
        file.writelines(f"{line}\n" for line in lines)


def test_nobody_waits_for_what_takes_long_not_even_its_own_reader(printer: Callable[..., Running]) -> None:
    running = printer()
    store(running, "print1 a long 40", "print2 b long 40")
    running.wait_for("print1")
    assert isinstance(running.ask("/bytes/1", "a").result(20), HttpAnswer)
    assert isinstance(running.ask("/bytes/2", "b").result(20), HttpAnswer)
    assert running.order == ["print1", "bytes 1", "bytes 2"], "one that takes long at a time"


def test_stored_jobs_go_round_by_reader(printer: Callable[..., Running]) -> None:
    running = printer()
    store(running, *(f"print{number} a long 0.3" for number in (1, 2, 3)), "print9 b long 0.3")
    until(lambda: len(running.ended.read_text().splitlines()) == 4)
    assert running.order[:2] in (["print1", "print9"], ["print9", "print1"])


def test_a_stored_job_that_is_no_longer_wanted_ends(printer: Callable[..., Running]) -> None:
    running = printer()
    store(running, "print1 a long 40")
    (process,) = running.wait_for("print1")
    running.stored.write_text("")
    assert ended(process)
    assert running.ended.read_text() == ""


def test_a_stored_job_whose_copy_breaks_down_has_failed_and_the_next_is_made(printer: Callable[..., Running]) -> None:
    running = printer()
    store(running, "broken a long 0.1", "print2 a long 0.1")
    until(lambda: len(running.ended.read_text().splitlines()) == 2)
    assert running.ended.read_text().splitlines() == ["broken False", "print2 True"]


def test_a_stored_job_that_fails_is_not_begun_again_at_once(printer: Callable[..., Running]) -> None:
    """It was begun 45 times a second, and kept a processor busy."""
    running = printer(STORED_SECONDS=0.5)
    start = time.monotonic()
    store(running, "failing a short 0")
    until(lambda: len(running.order) >= 4)
    assert time.monotonic() - start >= 3 * 0.5, "three pauses"


def test_documents_are_made_while_the_stored_jobs_cannot_be_read(printer: Callable[..., Running]) -> None:
    running = printer()
    running.stored.unlink()
    assert isinstance(running.ask("/bytes/1").result(20), HttpAnswer)
