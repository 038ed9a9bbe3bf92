"""The limit of writing: the statements of real games, replayed on a copy of the database by nothing but SQLite."""

import shutil
import sqlite3
import time
from pathlib import Path
from typing import Any

from tests.installation import run_inside
from tests.migrated import DATABASE

GAMES = 600
PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON;"

# Games as sixty tables write them in turn, through the service; prints their statements, a list for each game.
WRITE = """
import secrets
from django.db import connection
from scoring.shorthand import parse_entry
from tournament.models import Scoresheet, User
from tournament.services.acting import act
from tournament.sheet.acts.games import RecordGame

told, here = [], []
def note(execute, sql, params, many, context):
    here.append([sql, params, many])
    return execute(sql, params, many, context)
actor = User.objects.get(username="reiter")
sheets = list(Scoresheet.objects.in_force().filter(match__number=2, games=None).order_by("table_number")[:60])
record = parse_entry(sheets[0].match.tournament.ruleset, "r13+", first=True)
with connection.execute_wrapper(note):
    for game in range(min({games}, 31 * len(sheets))):
        number, sheet = game // len(sheets) + 1, sheets[game % len(sheets)]
        act(sheet, RecordGame(number=number, record=record, key=secrets.token_hex(16)), actor=actor)
        told.append(list(here))
        here.clear()
print(json.dumps(told, default=str))
"""


def bare_rates(var: Path, games: int = GAMES) -> tuple[float, float]:
    """Games a second that SQLite alone writes with synchronous=FULL: only the rows that change; all our statements."""
    apart = var / "apart"
    apart.mkdir()
    for database in (apart / DATABASE, apart / "before.sqlite3"):
        with sqlite3.connect(var / DATABASE) as source, sqlite3.connect(database) as copy:
            source.backup(copy)
    told = run_inside(apart, WRITE.format(games=games))
    before = apart / "before.sqlite3"
    return _rate(before, told, only_writes=True), _rate(before, told, only_writes=False)


def _rate(before: Path, told: list[list[Any]], *, only_writes: bool) -> float:
    copy = before.with_name("bare.sqlite3")
    shutil.copyfile(before, copy)
    database = sqlite3.connect(copy, isolation_level=None)
    _functions_of_django(database)
    database.executescript(PRAGMAS)
    games = [[one for one in map(_statement, game) if one and (one[3] or not only_writes)] for game in told]
    began = time.perf_counter()
    for game in games:
        database.execute("BEGIN IMMEDIATE")
        for sql, params, many, writes in game:
            if many:
                database.executemany(sql, params)
            elif writes:
                database.execute(sql, params)
            else:
                database.execute(sql, params).fetchall()
        database.execute("COMMIT")
    taken = time.perf_counter() - began
    database.close()
    return len(games) / taken


def _statement(noted: list[Any]) -> tuple[str, Any, bool, bool] | None:
    """A noted statement as SQLite reads it, and whether it writes; None for what only begins or ends something."""
    sql, params, many = noted
    if sql.startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")):
        return None
    return sql.replace("%s", "?"), params or [], many, not sql.startswith(("SELECT", "PRAGMA"))


def _functions_of_django(database: sqlite3.Connection) -> None:
    """The functions that our statements and constraints call."""
    from django.db.backends.sqlite3._functions import register

    register(database)
