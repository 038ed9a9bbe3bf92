"""The migrations match the models, and each has a name given by hand."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import call_command

import tournament.migrations
from tournament import lots

ROOT = Path(__file__).resolve().parents[2]


def test_no_model_change_without_a_migration(db):
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=0)


def test_named_by_hand():
    names = [path.stem for path in Path(tournament.migrations.__file__).parent.glob("[0-9]*.py")]
    assert names
    assert [name for name in names if "_auto_" in name] == []


@pytest.mark.proof
def test_a_draw_of_the_release_before_keeps_its_protocol(tmp_path):
    """The values of the old columns become the protocol, as it was logged, and the log still verifies."""
    manage = [sys.executable, ROOT / "manage.py"]
    env = os.environ | {
        "SPIELLISTE_VAR": str(tmp_path),
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
    }
    subprocess.run([*manage, "migrate", "--verbosity=0", "tournament", "0004"], env=env, check=True)
    draw = {
        "match": 1,
        "algorithm": "spielliste-1",
        "entrants": [1, 2, 3, 4],
        "entrants_hash": lots.sha256_text("1,2,3,4"),
        "seed": "5f" * 32,
        "lots": [lots.shuffle([1, 2, 3, 4], "5f" * 32)],
    }
    with closing(sqlite3.connect(tmp_path / "spielliste.sqlite3")) as database:
        database.execute(
            "INSERT INTO tournament_user (id, password, is_superuser, username, email, is_staff,"
            " full_name, organiser, supervisor, desk, is_active, date_joined)"
            " VALUES (1, '', 0, 'anna', '', 0, 'Anna Obermaier', 1, 0, 0, 1, '2026-11-28')"
        )
        database.execute(
            "INSERT INTO tournament_tournament (id, name, slug, day, place, organiser, management, ruleset_id,"
            " frozen_ruleset, tariff_id, state, version, created_at) VALUES (1, 'F', 'f', '2026-11-28', '', 'SV', '',"
            " 'schafkopfschule-2023', 'r', '', 'finished', 0, '2026-11-28')"
        )
        database.execute(
            "INSERT INTO tournament_match (id, tournament_id, number, state, version) VALUES (1, 1, 1, 'drawn', 0)"
        )
        columns = [json.dumps(value) if isinstance(value, list) else value for value in draw.values()]
        database.execute(
            "INSERT INTO tournament_draw (match_id, algorithm, entrants, entrants_hash, seed, lots, drawn_by_id,"
            " drawn_at) VALUES (?, ?, ?, ?, ?, ?, 1, '2026-11-28')",
            columns,
        )
        database.commit()
    subprocess.run([*manage, "migrate", "--verbosity=0"], env=env, check=True)
    with closing(sqlite3.connect(tmp_path / "spielliste.sqlite3")) as database:
        [(number, protocol)] = database.execute("SELECT number, protocol FROM tournament_draw")
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            database.execute("UPDATE tournament_draw SET number = 2")
        assert database.execute("SELECT keep_until FROM tournament_tournament").fetchall() == [("2027-05-28",)]
    assert (number, json.loads(protocol)) == (1, draw)
    assert lots.verify(draw) == []
