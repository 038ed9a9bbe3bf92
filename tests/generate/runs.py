"""Tournament after tournament, each in an empty database, compared with the checker; counts what happened in them."""

import json
import random
import secrets
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from unittest import mock

from django.db import connection
from django.utils import translation

from tests.generate.comparison import Change, Files, deciding_criteria, differences, export
from tests.generate.tournaments import play_tournament
from tests.migrated import lay_database


def leave(files: Files) -> None:
    """Change nothing in an export."""


def run(count: int, first_seed: int, *, change: Change = leave, begin: Callable[[], None] | None = None) -> int:
    """Play `count` tournaments and print differences and counts; return 1 if anything differs.

    `begin` prepares the empty database of each, and `change` may damage its export before it is checked.
    """
    begin, since = begin or lay_empty_database, time.monotonic()
    acts, failures = Counter[str](), 0
    for seed in range(first_seed, first_seed + count):
        begin()
        problems, counts = examine(seed, change)
        acts += counts
        failures += bool(problems)
        for problem in problems:
            print(f"seed {seed}: {problem}", flush=True)
    seconds = time.monotonic() - since
    print(f"{count} tournaments from seed {first_seed} in {seconds:.0f} s, {failures} with a difference")
    print(json.dumps(dict(sorted(acts.items()))), flush=True)
    return 1 if failures else 0


def lay_empty_database() -> None:
    """Begin with a fresh copy of the migrated database."""
    file = Path(connection.settings_dict["NAME"])
    connection.close()
    for path in file.parent.glob(f"{file.name}*"):
        path.unlink()
    lay_database(file)


def examine(seed: int, change: Change = leave) -> tuple[list[str], Counter[str]]:
    """Play the tournament of this seed and check its export, which `change` may damage first.

    Return what differs, or what a service refused, and how often each act was done.
    """
    with seeded_secrets(seed), translation.override("de"):
        try:
            hall = play_tournament(seed)
            files = export(hall.tournament, hall.chance)
        except Exception:
            return [traceback.format_exc()], Counter()
        change(files)
        hall.acts.update(f"by {criterion}" for criterion in deciding_criteria(files))
        return differences(files), hall.acts


def seeded_secrets(seed: int) -> AbstractContextManager[object]:
    """Let the secrets of this tournament follow from its seed, too: lots, salts and the ids of commands."""
    chance = random.Random(f"secrets {seed}")
    return mock.patch.object(secrets, "token_hex", lambda size=32: chance.randbytes(size).hex())
