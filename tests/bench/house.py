"""An installation with a large tournament and its server, and what a measurement needs to know of it."""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.attack.hall import processes_of
from tests.installation import Server, run_inside
from tests.migrated import lay_installation

SLUG = "halle"  # of tests/worlds/seeded.py, whose import needs Django
# Tables that no game is written at yet: some get a device, some are typed at the desk.
DEVICES, TYPED = 60, 60
# Printer and keeper begin some seconds after the start.
SETTLING = 10.0
CLOCK_TICKS = os.sysconf("SC_CLK_TCK")

SEED = """
import time
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from tests.worlds.seeded import seed
from tournament.models import Scoresheet
from tournament.devices.services.devices import enrol_device
began = time.perf_counter()
tournament, actor = seed({participants})
seeded = time.perf_counter() - began
session = SessionStore()
session.update({{SESSION_KEY: str(actor.pk), HASH_SESSION_KEY: actor.get_session_auth_hash(),
    BACKEND_SESSION_KEY: "django.contrib.auth.backends.ModelBackend"}})
session.save()
free = Scoresheet.objects.in_force().filter(match__number=2, games=None).order_by("table_number")
free = list(free.select_related("match__tournament"))
half = len(free) // 2
written = free[:min(half, {devices})]
print(json.dumps({{
    "seeded": seeded,
    "session": session.session_key,
    "devices": [
        [sheet.table_number, enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="test")[1]]
        for sheet in written
    ],
    "typed": [sheet.table_number for sheet in free[half:][:{typed}]],
    "played": Scoresheet.objects.in_force().filter(match__number=2, games__number=16).order_by("table_number")
        .values_list("table_number", flat=True).first(),
}}))
"""


@dataclass(slots=True, kw_only=True)
class House:
    """A started server with a seeded tournament. `session` is the cookie of a login with every role."""

    var: Path
    server: Server
    participants: int
    seeded: float
    session: str
    devices: list[tuple[int, str]]
    typed: list[int]
    played: int

    @property
    def port(self) -> int:
        return self.server.port

    @property
    def login(self) -> str:
        """The header of a request with the login."""
        return f"Cookie: sessionid={self.session}; csrftoken={'c' * 32}"

    def page(self, rest: str = "") -> str:
        """The path of a page of the tournament behind the login."""
        return f"/tournaments/{SLUG}/{rest}"

    def cpu(self) -> float:
        """The seconds that the server's workers have computed, without printer and keeper."""
        return sum(_computed(process) for process in processes_of(self.server.process.pid) if _is_worker(process))


@contextlib.contextmanager
def open_house(var: Path, participants: int) -> Iterator[House]:
    """Lay an installation, seed it, start its server, and end it at last."""
    code = SEED.format(participants=participants, devices=DEVICES, typed=TYPED)
    known: dict[str, Any] = run_inside(lay_installation(var), code)
    server = Server(var, "--port", str(8600 + os.getpid() % 300))
    try:
        time.sleep(SETTLING)
        yield House(var=var, server=server, participants=participants, **known)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.process.pid, signal.SIGTERM)
        server.process.wait(15)


def _is_worker(process: int) -> bool:
    """Whether this process serves requests: a copy of `manage.py serve`."""
    with contextlib.suppress(OSError):
        return b"serve" in Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
    return False


def _computed(process: int) -> float:
    with contextlib.suppress(OSError):
        values = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(values[11]) + int(values[12])) / CLOCK_TICKS
    return 0.0
