"""Putting a checked copy in the place of what is there: in small steps that can be carried on after any interruption.

An order, written as a whole, says which folder takes the place. Before it is written, everything is as it was. From
then on the next start finishes the steps before anything is opened: each file is first moved aside, then the new one to
its place. A step that is done already is passed over, and nothing that is replaced is deleted.
"""

import itertools
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from tournament.backup.copies.packing import KEYS, POSTGRESQL, SECRET, SQLITE, settle_file
from tournament.files import write_whole
from tournament.sqlite.base import RESTORE_ORDER
from tournament.sqlite.watermark import watermark_file

NOTE = "restored.json"
# The folder in which a copy is unpacked and checked.
STAGED = "restore-checked"
# So begins the name of such a folder where nothing is to be changed; each process has its own, also beside a server.
LOOKED_AT = "restore-looked-at-"
# What belongs to the database that is replaced and would be wrong beside another one.
BESIDE = ("-wal", "-shm", "-journal")
PRINTS = "print"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What the next start puts into place. `staged` and `aside` are names of folders beside the database.

    `note` is told to the log of the restored database.
    """

    staged: str
    aside: str
    note: dict[str, Any]


def give_order(order: Order) -> None:
    """Let the next start put the staged copy into place."""
    fields = {"staged": order.staged, "aside": order.aside, "note": order.note}
    write_whole(_var() / RESTORE_ORDER, json.dumps(fields).encode(), 0o600)
    settle_file(_var())


def order_given() -> bool:
    """Whether a copy waits to be put into place, or is in the middle of it. Nobody may open the database meanwhile."""
    return (_var() / RESTORE_ORDER).exists()


def order() -> Order | None:
    """The order that waits; None if there is none."""
    if not order_given():
        return None
    fields = json.loads((_var() / RESTORE_ORDER).read_bytes())
    return Order(staged=fields["staged"], aside=fields["aside"], note=fields["note"])


def carry_out(switch_server: Callable[[Path, str], None] | None = None) -> Path | None:
    """Put the ordered copy into place; return the folder with what it replaced, None if there is no order.

    `switch_server` takes a dump and a name, and puts the dump into place in a database that is no file.
    """
    restore = order()
    if restore is None:
        return None
    for _step in steps(restore, switch_server):
        pass
    return _var() / restore.aside


def note_to_tell() -> dict[str, Any] | None:
    """What the log of the restored database does not tell yet."""
    with suppress(FileNotFoundError):
        return dict(json.loads((_var() / NOTE).read_bytes()))
    return None


def forget_note() -> None:
    """The log tells it now."""
    (_var() / NOTE).unlink(missing_ok=True)


def steps(order: Order, switch_server: Callable[[Path, str], None] | None = None) -> Iterator[str]:
    """Carry out an order step by step; yield the name of each step that was done."""
    var, staged, aside = _var(), _var() / order.staged, _var() / order.aside
    aside.mkdir(mode=0o700, exist_ok=True)
    yield "made the folder for what is replaced"
    database = Path(settings.DATABASES["default"]["NAME"])
    if (staged / SQLITE).exists():
        # As long as the new database is not in its place, everything beside it belongs to the old one.
        for name in (*(f"{database.name}{ending}" for ending in BESIDE), watermark_file(database).name):
            yield from _move_aside(database.with_name(name), aside)
        yield from _put_into_place(staged / SQLITE, database, aside)
    elif (staged / POSTGRESQL).exists():
        assert switch_server is not None
        switch_server(staged / POSTGRESQL, order.aside)
        yield from _move_aside(staged / POSTGRESQL, aside)
    yield from _move_aside(var / PRINTS, aside)
    for name in (KEYS, SECRET):
        yield from _put_into_place(staged / name, var / name, aside)
    write_whole(var / NOTE, json.dumps(order.note).encode(), 0o600)
    yield "wrote the note"
    shutil.rmtree(staged, ignore_errors=True)
    (var / RESTORE_ORDER).unlink()
    settle_file(var)
    yield "done"


def _put_into_place(staged: Path, target: Path, aside: Path) -> Iterator[str]:
    """Put a staged file or folder into its place, and whatever is there aside. If it is not staged, it is in place."""
    if staged.exists():
        yield from _move_aside(target, aside)
        staged.rename(target)
        settle_file(target.parent)
        yield f"put {target.name} into its place"


def _move_aside(source: Path, aside: Path) -> Iterator[str]:
    """Move a file or folder aside, under a name that is free there."""
    if source.exists():
        names = (f"{source.name}{number or ''}" for number in itertools.count())
        source.rename(next(aside / name for name in names if not (aside / name).exists()))
        settle_file(aside)
        settle_file(source.parent)
        yield f"moved {source.name} aside"


def _var() -> Path:
    return Path(settings.VAR_DIR)
