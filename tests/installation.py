"""A whole installation in a folder of its own, with a real server that is started as ./run starts it."""

import json
import os
import re
import signal
import ssl
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SETTLING_SECONDS = 15


def environment(var, database=""):
    """The environment of a process of this installation, independent of the tests' own. `database` is a URL."""
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "SPIELLISTE_VAR": str(var),
        "DATABASE_URL": database,
        "STATIC_FROM_SOURCE": "off",
        "ALLOWED_HOSTS": "localhost,127.0.0.1,[::1]",
        "CSRF_TRUSTED_ORIGINS": "",
        "DEBUG": "off",
        "PYTHONDONTWRITEBYTECODE": "",  # a start should not compile everything again
        "HTTPS": "off",
        "HALL_NETWORKS": "",
        "CLIENT_ADDRESS_HEADER": "",
        "BACKUP_FOLDERS": "",
    }


def run_inside(var, code, database=""):
    """Run this code in a process of the installation with Django set up; return the JSON that it prints last."""
    completed = subprocess.run(
        [sys.executable, "-c", f"import django, json\ndjango.setup()\n{code}"],
        cwd=ROOT,
        env=environment(var, database),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(completed.stdout.splitlines()[-1])


class Server:
    """A started server: its output up to the line with its address, and its first page.

    `errors` is a file for what it writes into the terminal; without one that is our own.
    """

    def __init__(self, var, *options, database="", errors=None):
        self.var = Path(var)
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", *options],
            cwd=ROOT,
            env=environment(var, database),
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            # A process group of its own, as in a terminal: Ctrl-C and hangup reach the workers, too.
            start_new_session=True,
        )
        self.printed = ""
        match = re.search(r"(https?)://\S+:(\d+)/", self.printed_until("Spielliste:  "))
        self.scheme, self.port = match[1], int(match[2])
        self.url = f"{self.scheme}://127.0.0.1:{self.port}"
        self.login_page = self.read("/login/")

    def context(self):
        """A TLS context that trusts only the installation's own authority."""
        return ssl.create_default_context(cafile=self.var / "ca" / "authority.pem") if self.scheme == "https" else None

    def answer(self, path, **headers):
        """The answer to a request, repeated while the server starts."""
        request = urllib.request.Request(f"{self.url}{path}", headers=headers)
        for _ in range(10 * SETTLING_SECONDS):
            try:
                return urllib.request.urlopen(request, context=self.context())
            except ConnectionError:
                time.sleep(0.1)
            except urllib.error.URLError as error:
                if not isinstance(error.reason, ConnectionError):
                    raise
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def read(self, path):
        with self.answer(path) as answer:
            return answer.read().decode()

    def printed_until(self, mark):
        """The output up to a line with this mark."""
        while mark not in self.printed:
            line = self.process.stdout.readline()
            assert line, f"ended before it printed {mark}: {self.printed}"
            self.printed += line
        return self.printed

    def end(self, by):
        """Send the signal to the whole group; return the exit code and whether any process of it is left."""
        os.killpg(self.process.pid, by)
        code = self.process.wait(15)
        for _ in range(100):  # Python's own tracker of spawned processes ends a moment after them
            try:
                os.killpg(self.process.pid, 0)
            except ProcessLookupError:
                return code, False
            time.sleep(0.05)
        os.killpg(self.process.pid, signal.SIGKILL)
        return code, True
