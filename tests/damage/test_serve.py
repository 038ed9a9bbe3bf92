"""manage.py serve as ./run starts it: a whole installation in an empty folder, with a real server."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.attack.hall import processes_of
from tests.installation import ROOT, Server, environment
from tournament.management.commands.serve import own_names, vouched_names
from tournament.server.priority import Priority


def collected(installation):
    """The time at which each file for browsers was collected."""
    return {path: path.stat().st_mtime_ns for path in (installation / "static").rglob("*.css")}


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    return tmp_path_factory.mktemp("installation") / "Größe 1 #2"


@pytest.fixture
def start(installation):
    started = []

    def start_server(*options):
        started.append(Server(installation, *options))
        return started[-1]

    yield start_server
    for server in started:
        if server.process.poll() is None:
            os.killpg(server.process.pid, signal.SIGKILL)


def printer_of(server, unlike=0):
    """The process that prints beside this server, other than `unlike`."""
    mark = re.compile(f"printer\0[0-9]+\0--parent\0{server.process.pid}\0$")
    for _ in range(300):
        for result in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                if mark.search(result.read_text()) and int(result.parent.name) != unlike:
                    return int(result.parent.name)
        time.sleep(0.1)
    raise AssertionError("no printer was started")


def is_copy(process, leader):
    """Whether this is a process of the web server itself, and not one beside it with a command of its own."""
    command = Path(f"/proc/{leader}/cmdline").read_bytes()
    return process != leader and Path(f"/proc/{process}/cmdline").read_bytes() == command


def priority_of(process):
    """The priority that a process gives itself."""
    return os.getpriority(os.PRIO_PROCESS, process)


def ends_soon(process):
    """Whether this process ends within a few seconds."""
    for _ in range(50):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def test_first_and_second_start(start, installation):
    first = start("--port", "8400")
    assert "turnierleitung" in first.printed
    style = re.search(r'href="(/static/css/public\.joined\.[0-9a-f]+\.css)"', first.login_page)[1]
    assert first.read(style)
    printer = printer_of(first)
    os.kill(printer, signal.SIGKILL)
    again = printer_of(first, unlike=printer)
    request = time.monotonic()
    assert first.end(by=signal.SIGINT) == (0, False)
    assert time.monotonic() - request < 4, "a worker did not stop by itself"
    assert ends_soon(again)

    # Started like this it inherits the umask of whoever starts it.
    open_to_others = [path for path in installation.rglob("*") if path.stat().st_mode & 0o077]
    assert open_to_others == []
    document = collected(installation)
    second = start("--port", "8400")
    assert "turnierleitung" not in second.printed
    # Existing files are not made again.
    assert document
    assert collected(installation) == document
    assert second.end(by=signal.SIGHUP) == (0, False)


def test_the_network_reaches_it_under_its_own_names_only(start):
    server = start("--host", "0.0.0.0", "--port", "8420")
    for name in own_names():
        assert server.answer("/login/", Host=f"{name}:{server.port}").status == 200
    with pytest.raises(urllib.error.HTTPError, match="400"):
        server.answer("/login/", Host=f"elsewhere.example:{server.port}")
    assert "█ ▄▄▄▄▄ █" in server.printed_until("▀▀▀▀▀▀▀▀▀▀▀▀"), "a code that a phone's camera reads"
    assert head_of(server.port, 300_000).startswith(b"HTTP/1.1 431"), "heads fill no memory"
    assert head_of(server.port, 10_000).startswith(b"HTTP/1.1 200")
    assert server.end(by=signal.SIGTERM) == (0, False)


def head_of(port, size):
    """The beginning of the answer to a request whose head has this size."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.sendall(b"GET /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * size + b"\r\n\r\n")
        return client.recv(100)


def test_a_taken_port_is_not_exchanged_for_another(installation):
    """The QR codes on the tables lead to the printed port."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        steps = other.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {steps} is taken by another program.*--port {steps + 10}"):
            call_command("serve", port=steps)


def test_a_second_start_says_what_runs(start, installation):
    first = start("--port", "8400")
    second = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", "8430"],
        cwd=ROOT,
        env=environment(installation),
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert (second.returncode, second.stdout) == (1, "")
    assert f"http://127.0.0.1:8400/ (Prozess {first.process.pid})" in second.stderr
    assert first.read("/login/")

    # The process that answers strangers is replaced when it dies, and nobody is refused meanwhile.
    strange = next(process for process in processes_of(first.process.pid) if priority_of(process) == Priority.STRANGERS)
    os.kill(strange, signal.SIGKILL)
    assert first.read("/login/")

    # Its workers end with it, and the next start gets port and folder.
    workers = [process for process in processes_of(first.process.pid) if is_copy(process, first.process.pid)]
    assert len(workers) == 3, "two workers, and the process that answers strangers"
    os.kill(first.process.pid, signal.SIGKILL)
    first.process.wait()
    third = start("--port", "8400")
    assert all(ends_soon(worker) for worker in workers)
    (installation / "restart").touch()
    for _ in range(100):
        if not (installation / "restart").exists():
            break
        time.sleep(0.1)
    assert third.read("/login/")
    assert third.end(by=signal.SIGTERM) == (0, False)


@pytest.mark.parametrize(
    ("host", "port", "sentence"),
    [
        ("203.0.113.7", 8400, "203.0.113.7:8400 cannot be listened on: Cannot assign requested address."),
        ("127.0.0.1", 99999, "There is no port 99999: it is a number from 1 to 65535."),
    ],
)
def test_an_address_that_cannot_be(host, port, sentence):
    """The refusal comes before anything is prepared, as the password of a new login would scroll out of sight."""
    with pytest.raises(CommandError, match=re.escape(sentence)):
        call_command("serve", host=host, port=port)


def test_where_the_first_name_is_none_to_vouch_for_another_one_leads():
    """Without a default route the computer's bare name is the first one."""
    assert vouched_names(["laptop", "laptop.local"])[0] == "laptop.local"


def test_no_device_would_believe_our_certificate_for_the_internet(monkeypatch):
    monkeypatch.setattr("tournament.management.commands.serve.own_names", lambda: ["203.0.113.7", "laptop"])
    with pytest.raises(CommandError, match=r"private networks: .* for 203\.0\.113\.7\. .* --host ADDRESS"):
        call_command("serve", host="0.0.0.0", port=8430, https=True)
