"""How many slow copies of the folder, taken while sixty tables write, are damaged, and what the start says of them."""

import contextlib
import fcntl
import itertools
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from tests.attack.damaged import SAID
from tests.attack.figures import Figure
from tests.attack.hall import Hall, open_hall
from tests.installation import ROOT, environment

TRIES = 3
# As slow as a poor stick.
BYTES_A_SECOND = 1_500_000
PIECE = 32 * 1024
# Of six such copies four were damaged, and the server started on each of them without a word.
BEFORE = "4 of 6 before"


def run(folder: Path) -> Iterator[Figure]:
    bad, silent, refused = 0, [], 0
    with open_hall(folder / "var", 60, "--port", "8520") as hall:
        hall.writing(60, 4)
        for number in range(TRIES):
            copy = folder / f"copy-{number}"
            fault = _fault(copy, _copy_while_writing(hall, copy))
            printout = _start(copy)
            bad += bool(fault)
            refused += bool(printout)
            if fault and not printout:
                silent.append(fault)
            shutil.rmtree(copy)
    yield Figure(what=f"{TRIES} slow copies, damaged or incomplete", value=str(bad), goal="any", holds=True)
    yield Figure(what="starts that were refused or said what is missing", value=str(refused), goal="any", holds=True)
    yield Figure(
        what="starts on a damaged copy without a word",
        value=f"{len(silent)} {silent[:1] or ''}",
        goal=f"none; {BEFORE}",
        holds=not silent,
    )


def _copy_while_writing(hall: Hall, copy: Path) -> int:
    """Copy the folder slowly while the tables write; return how many events there were when the copy began."""
    files = [hall.var / name for name in os.listdir(hall.var) if (hall.var / name).is_file()]
    seconds = sum(file.stat().st_size for file in files) / BYTES_A_SECOND
    tables = threading.Thread(target=hall.writing, args=[60, seconds + 0.5])
    tables.start()
    before = _events(hall.var)
    copy.mkdir()
    for file in files:
        _copy_slowly(hall.var, file, copy / file.name)
    for name in ("ca", "backup"):
        shutil.copytree(hall.var / name, copy / name)
    (copy / "static").symlink_to(hall.var / "static")
    tables.join()
    return before


def _checkpoint(var: Path) -> None:
    """Write the WAL into the database, in the turn of a writer. SQLite does so by itself after every thousand pages,
    which take longer than this attack may."""
    with (var / "spielliste.sqlite3.queue").open("r+") as queue:
        fcntl.flock(queue, fcntl.LOCK_EX)
        with contextlib.closing(sqlite3.connect(var / "spielliste.sqlite3")) as database:
            database.execute("PRAGMA wal_checkpoint(RESTART)")


def _copy_slowly(var: Path, source: Path, target: Path) -> None:
    with source.open("rb") as original, target.open("wb") as copy:
        for number in itertools.count():
            piece = original.read(PIECE)
            if not piece:
                return
            copy.write(piece)
            time.sleep(len(piece) / BYTES_A_SECOND)
            if number % 4 == 3:
                _checkpoint(var)


def _events(var: Path) -> int:
    with sqlite3.connect(f"file:{var}/spielliste.sqlite3?mode=ro", uri=True) as database:
        return int(database.execute("SELECT count(*) FROM tournament_event").fetchone()[0])


def _fault(copy: Path, events: int) -> str:
    """What is wrong with a copy by SQLite and the audit of another process, and whether it holds what it should."""
    look = copy.with_name("seen")
    shutil.copytree(copy, look, symlinks=True)
    try:
        with sqlite3.connect(look / "spielliste.sqlite3") as database:
            verdict = str(database.execute("PRAGMA integrity_check(1)").fetchone()[0])
            if verdict != "ok":
                return verdict
            if database.execute("PRAGMA foreign_key_check").fetchone():
                return "rows that point nowhere"
            events_there = int(database.execute("SELECT count(*) FROM tournament_event").fetchone()[0])
        audit = [sys.executable, "manage.py", "verify_audit"]
        audited = subprocess.run(audit, cwd=ROOT, env=environment(look), capture_output=True, text=True, check=False)
        if audited.returncode:
            return audited.stdout[:200]
        lost = events - events_there
        return f"{lost} events lost" if lost > 0 else ""
    except sqlite3.Error as error:
        return str(error)
    finally:
        shutil.rmtree(look)


def _start(copy: Path) -> str:
    """Start on the copy and end again; return what it said: why it refused or what is missing; "" if it just served."""
    command = [sys.executable, "manage.py", "serve", "--port", "8530"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment(copy),
        stdout=pipe,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    printout = ""
    for line in process.stdout:
        printout += line
        if "Spielliste:  " in line:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(15)
            process.stdout.close()
            return printout if SAID in printout else ""
    process.wait(15)
    return printout
