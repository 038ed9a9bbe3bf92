"""The server is killed while tables write, and its newest commits are damaged: the start says so, the tables heal it.

SQLite's newest commits stand in the WAL until they are written into the database. What is damaged there is gone with
all that follows, and SQLite opens the rest without a word.
"""

import contextlib
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from tests.attack.figures import Figure
from tests.attack.hall import kill_all, processes_of
from tests.attack.healed import HealedHall, compared, wait_until
from tests.attack.keeping import KeepingTable
from tests.installation import ROOT, Server, environment, run_inside

TABLES, GAMES, PAUSE = 20, 30, 2.0
HEADER, FRAME = 32, 24 + 4096
# The damage is among so many of the newest frames; a game is some twenty.
NEWEST = 300
Damage: TypeAlias = Callable[[bytearray, int], None]
SAID = "da war"  # "Einträge, die vorher da waren", "Eintrag, der vorher da war"
BEST_COPY = """
from tournament.services.start_check import best_copy
print(json.dumps(str(best_copy())))
"""


def _cut(wal: bytearray, frame: int) -> None:
    del wal[HEADER + frame * FRAME + 1000 :]


def _flip(wal: bytearray, frame: int) -> None:
    wal[HEADER + frame * FRAME + 500] ^= 0xFF


def _zero(wal: bytearray, frame: int) -> None:
    start = HEADER + frame * FRAME
    wal[start:] = bytes(len(wal) - start)


def _no_header(wal: bytearray, _frame: int) -> None:
    wal[:HEADER] = bytes(HEADER)


def _clear(wal: bytearray, _frame: int) -> None:
    wal.clear()


DAMAGES: Sequence[Damage] = (_cut, _flip, _zero, _cut, _no_header, _clear)


@dataclass(frozen=True, slots=True, kw_only=True)
class Damaged:
    """For each damage how many acknowledged games were gone with it; how many of these starts did not say so, and how
    many named a copy to restore first."""

    lost: tuple[int, ...]
    silent: int
    restored: int


def run(folder: Path) -> Iterator[Figure]:
    hall = HealedHall(folder, port=8640, tables=TABLES, late=0, pause=PAUSE)
    damaged = damage_again_and_again(hall, DAMAGES, games=GAMES)
    finding = compared(hall)
    yield Figure(
        what=f"{len(DAMAGES)} damaged WALs with {' + '.join(map(str, damaged.lost))} acknowledged games in them",
        value=f"{damaged.silent} starts without a word, {damaged.restored} led to a copy first",
        goal="none without a word; 4 before",
        holds=not damaged.silent,
    )
    yield Figure(
        what="games that a table was told are saved, after all devices connected again",
        value=f"{finding.lost} lost, {finding.doubled} doubled, {finding.misplaced} misplaced, "
        f"{len(finding.faults)} refused",
        goal="none, audit holds; 25 lost before",
        holds=not (finding.lost or finding.doubled or finding.misplaced or finding.faults),
    )


def damage_again_and_again(hall: HealedHall, damages: Sequence[Damage], *, games: int) -> Damaged:
    """Let this many games be written before each damage, and the tables heal it."""
    chance, gaps, silent, restored = random.Random(len(damages)), [], 0, 0
    try:
        hall.let_write(hall.known)
        for damage in damages:
            _write(hall, games)
            gap = _damage(hall, damage, chance)
            keys = {table.restore for table in hall.tables}
            restored += _start(hall)
            gaps.append(gap)
            warning = SAID in hall.server.printed
            silent += bool(gap) and not warning
            if gap:
                wait_until(partial(_all_healed, hall.tables, keys), "the tables heal the server")
        hall.close()
    finally:
        hall.end()
    return Damaged(lost=tuple(gaps), silent=silent, restored=restored)


def _write(hall: HealedHall, games: int) -> None:
    """Let so many games be written."""
    before = sum(len(table.acknowledged) for table in hall.tables)
    wait_until(lambda: sum(len(table.acknowledged) for table in hall.tables) > before + games, "the tables write")


def _all_healed(tables: Sequence[KeepingTable], before: set[str]) -> bool:
    """Whether all tables know of another restore than `before`, and have sent again what they had."""
    return all(_healed(table, before) for table in tables)


def _healed(table: KeepingTable, before: set[str]) -> bool:
    again = any(command.get("again") for command in table.sheet["commands"])
    return table.restore not in before and not again and not table.sheet["recollection"]


def _damage(hall: HealedHall, damage: Damage, chance: random.Random) -> int:
    """Kill the server, damage its WAL among the newest frames, and return how many acknowledged games are gone."""
    # All at once: the last one that ends by itself would bring the WAL into the database.
    leader = hall.server.process.pid
    processes = [Path(f"/proc/{process}") for process in processes_of(leader) if process != leader]
    kill_all(leader)
    hall.server.process.wait()
    hall.server.process.stdout.close()
    wait_until(lambda: not any(process.exists() for process in processes), "all its processes are gone")
    acknowledged = {key for keys in hall.acknowledged().values() for key in keys}
    file = hall.var / "spielliste.sqlite3-wal"
    wal = bytearray(file.read_bytes())
    frames = _frames(wal)
    damage(wal, chance.randrange(max(0, frames - NEWEST), frames))
    file.write_bytes(wal)
    file.with_name("spielliste.sqlite3-shm").unlink(missing_ok=True)
    return len(acknowledged - _commands(hall.var))


def _frames(wal: bytes) -> int:
    """How many frames of the WAL count: those behind are of an earlier turn, and have other salts."""
    salts = wal[16:24]
    frames = (len(wal) - HEADER) // FRAME
    return next((n for n in range(frames) if wal[HEADER + n * FRAME + 8 :][:8] != salts), frames)


def _commands(var: Path) -> set[str]:
    """The ids of the commands that SQLite finds, read from other files."""
    look = var.with_name("seen")
    look.mkdir(exist_ok=True)
    for name in ("spielliste.sqlite3", "spielliste.sqlite3-wal"):
        shutil.copyfile(var / name, look / name)
    with contextlib.closing(sqlite3.connect(look / "spielliste.sqlite3")) as database:
        keys = {row[0] for row in database.execute("SELECT key FROM tournament_command")}
    shutil.rmtree(look)
    return keys


def _start(hall: HealedHall) -> bool:
    """Start the server again; return whether it named a copy first, which is restored as it says."""
    try:
        hall.server = Server(hall.var, *hall.options)
    except AssertionError:
        copy = run_inside(hall.var, BEST_COPY)
        command = [sys.executable, "manage.py", "restore", copy]
        subprocess.run(command, cwd=ROOT, env=environment(hall.var), stdout=subprocess.DEVNULL, check=True)
        hall.server = Server(hall.var, *hall.options)
        hall.server.printed += SAID
        return True
    return False
