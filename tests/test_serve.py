"""manage.py serve, as ./run starts it: a whole installation in an empty folder, by a real server."""

import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).resolve().parent.parent


class Server:
    """One started server: what it printed until it gave its address, and its first page."""

    def __init__(self, var, *options):
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
            "SPIELLISTE_VAR": str(var),
            "DATABASE_URL": "",
            "STATIC_FROM_SOURCE": "off",
        }
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", *options],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            # A group of its own, like a terminal's: Ctrl-C and hangup reach the workers too.
            start_new_session=True,
        )
        self.printed = ""
        while not (found := re.search(r"http://\S+:(\d+)/", self.printed)):
            line = self.process.stdout.readline()
            assert line, f"ended before it gave its address: {self.printed}"
            self.printed += line
        self.port = int(found[1])
        self.login_page = self.read("/login/")

    def read(self, path):
        for _ in range(100):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}") as answer:
                    return answer.read().decode()
            except ConnectionError:
                time.sleep(0.1)
            except urllib.error.URLError as error:
                if not isinstance(error.reason, ConnectionError):
                    raise
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def end(self, by):
        """Send the signal to the whole group; return the exit code and whether anything of it is left."""
        os.killpg(self.process.pid, by)
        code = self.process.wait(15)
        try:
            os.killpg(self.process.pid, 0)
        except ProcessLookupError:
            return code, False
        os.killpg(self.process.pid, signal.SIGKILL)
        return code, True


def processor_seconds():
    """Of all processes that were started here and have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime


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


def test_first_and_second_start(start):
    first = start("--port", "8400")
    assert "turnierleitung" in first.printed
    style = re.search(r'href="(/static/css/base\.[0-9a-f]+\.css)"', first.login_page)[1]
    assert first.read(style)
    asked = time.monotonic()
    assert first.end(by=signal.SIGINT) == (0, False)
    assert time.monotonic() - asked < 4, "a worker did not stop by itself"

    second = start("--port", "8400")
    assert "turnierleitung" not in second.printed
    used = processor_seconds()
    assert second.end(by=signal.SIGHUP) == (0, False)
    # What the start costs, not how long it waited for other tests' processes: half of it runs side by side.
    assert processor_seconds() - used < 3


def test_a_taken_port_is_passed_over(start):
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        server = start("--port", str(taken))
        assert server.port > taken
        assert str(taken) in server.printed.splitlines()[0]
        assert server.end(by=signal.SIGTERM) == (0, False)


@pytest.mark.parametrize(
    ("host", "port", "sentence"),
    [
        ("203.0.113.7", 8400, "203.0.113.7:8400 cannot be listened on: Cannot assign requested address."),
        ("127.0.0.1", 99999, "There is no free port from 99999 on."),
    ],
)
def test_an_address_that_cannot_be(host, port, sentence):
    """Said before anything is prepared: no login is made whose password would scroll away."""
    with pytest.raises(CommandError, match=re.escape(sentence)):
        call_command("serve", host=host, port=port)
