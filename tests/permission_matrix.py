"""Prints docs/permissions.md from the code: `python -m tests.permission_matrix > docs/permissions.md`."""

import inspect
import os
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

COLUMNS = ("organiser", "supervisor", "desk", "tribunal")
HEAD = """# Who may do what

Printed from the code by `python -m tests.permission_matrix`; a test fails where it differs. An action is a permission
of `tournament/permissions.py`; every address names one, and so does every command of a scoresheet
(`tournament/services/acting.py`), which asks again. **public** needs no login. Whoever has no role may see what
`see_hall` shows. A login may hold several roles.

The **device of a table** is no login. It reaches the public addresses alone; those under `/table/` answer only the
device of that very table, and it may give the commands marked ▪, on its own sheet. A **participant's link**
(`/sign/...`) signs one seat of one sheet once, for 15 minutes.

| action | organiser | supervisor | desk | tribunal | what it is |
|---|---|---|---|---|---|
"""


def page() -> str:
    """The whole page."""
    return HEAD + "\n".join(_rows()) + "\n\n## Addresses\n\n" + "\n".join(_addresses()) + "\n"


def routes() -> dict[str, list[str]]:
    """The names of all addresses by the name of their permission."""
    from django.urls import get_resolver

    found = defaultdict(list)
    for pattern in get_resolver().url_patterns:
        found[pattern.callback.permission.__name__].append(pattern.name)
    return {name: sorted(names) for name, names in sorted(found.items())}


def _predicates() -> dict[str, Any]:
    """The permissions in the order of the module."""
    from tournament import permissions

    members = inspect.getmembers(permissions, inspect.isfunction)
    asking = [
        (name, one)
        for name, one in members
        if one.__module__ == permissions.__name__ and list(inspect.signature(one).parameters) == ["user"]
    ]
    return dict(sorted(asking, key=lambda pair: pair[1].__code__.co_firstlineno))


def _rows() -> Iterator[str]:
    from tournament.models import User

    for name, one in _predicates().items():
        may = ["✓" if one(User(**{role: True})) else "" for role in COLUMNS]
        said = " ".join((one.__doc__ or "").split())
        yield f"| `{name}` | {' | '.join(may)} | {said} |"


def _addresses() -> Iterator[str]:
    from tournament.services.acting import COMMANDS

    commands = defaultdict(list)
    for command, access in sorted(COMMANDS.items(), key=lambda pair: pair[0].__name__):
        commands[access.may].append(f"{command.__name__}{' ▪' if access.device else ''}")
    found = routes()
    for name in _predicates():
        if found.get(name) or commands[name]:
            yield f"- `{name}`: {', '.join([*found.get(name, []), *(f'*{each}*' for each in commands[name])])}"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    print(page(), end="")
