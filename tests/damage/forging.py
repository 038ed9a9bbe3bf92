"""Forges copies as somebody with an unlocked stick could: every hash, size and figure in them is right again."""

import json
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tournament.backup.copies.contents import read_contents
from tournament.backup.copies.packing import MANIFEST, SIGNATURE, SQLITE, Manifest
from tournament.backup.copies.signing import PURPOSE, UNSIGNED
from tournament.backup.copies.sqlite_file import runs_on

Change = Callable[[sqlite3.Connection], object]
FOREIGN_TRIGGER = (
    "CREATE TRIGGER thanks AFTER INSERT ON tournament_game BEGIN "
    "UPDATE tournament_game SET points_1 = points_1 + 2, points_2 = points_2 - 2 WHERE id = NEW.id; END"
)


def without_triggers(change: Change) -> Change:
    """Make the change with all triggers dropped, and put them back word for word."""

    def changed(database: sqlite3.Connection) -> None:
        triggers = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        drop_triggers(database)
        change(database)
        for _name, create in triggers:
            database.execute(create)

    return changed


def drop_triggers(database: sqlite3.Connection) -> None:
    for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        database.execute(f'DROP TRIGGER "{name}"')


def execute(statement: str) -> Change:
    """The change that this statement makes."""
    return lambda database: database.execute(statement)


# What went through the check, the restore and the start unnoticed, each in a copy of its own.
FORGED: Mapping[str, Change] = {
    "triggers dropped": drop_triggers,
    "a foreign trigger": execute(FOREIGN_TRIGGER),
    "an index that stops tables": execute(
        "CREATE UNIQUE INDEX zz ON tournament_scoresheet(match_id) WHERE table_number > 31"
    ),
    "a role raised": execute("UPDATE tournament_user SET organiser = 1, supervisor = 1 WHERE username = 'anna'"),
    "a game's points changed": without_triggers(
        execute("UPDATE tournament_game SET points_1 = points_1 + 2, points_2 = points_2 - 2 WHERE number = 1")
    ),
    "a password replaced": execute("UPDATE tournament_user SET password = 'md5$x$y'"),
}


def forge(
    copy: Path,
    target: Path,
    change: Change,
    signature: str = "none",
    more: Mapping[str, bytes] | None = None,
    *,
    contents: bool = True,
) -> Path:
    """Write the copy with this change, and with `more` parts, to `target`.

    `signature`: none, kept (that of the copy), or another (key's). Without `contents` the list of what the database
    holds stays as it is.
    """
    with zipfile.ZipFile(copy) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    manifest = Manifest.from_json(json.loads(parts.pop(MANIFEST)), UNSIGNED)
    signature_before = parts.pop(SIGNATURE)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, SQLITE)
        file.write_bytes(parts[SQLITE])
        with closing(sqlite3.connect(file)) as database:
            change(database)
            database.commit()
            if contents:
                with suppress(sqlite3.Error, ValueError, TypeError):  # what is none of ours has no such contents
                    manifest = replace(manifest, contents=read_contents(runs_on(database)))
            database.execute("PRAGMA journal_mode=DELETE")
        parts[SQLITE] = file.read_bytes()
    parts |= more or {}
    digests = {name: (len(content), sha256(content).hexdigest()) for name, content in parts.items()}
    listed = json.dumps(replace(manifest, parts=digests).as_json()).encode()
    signed = {"none": None, "kept": signature_before, "another": _signed(listed)}[signature]
    write_copy(target, parts | {MANIFEST: listed} | ({SIGNATURE: signed} if signed else {}))
    return target


def write_copy(target: Path, files: Mapping[str, bytes]) -> None:
    """Write these files as a copy."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)


def _signed(listed: bytes) -> bytes:
    key = Ed25519PrivateKey.generate()
    public = key.public_key().public_bytes_raw().hex()
    return json.dumps({"key": public, "signature": key.sign(PURPOSE + listed).hex()}).encode()
