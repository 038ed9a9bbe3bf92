"""Prints docs/permissions.md from the code: `python -m tests.permission_matrix > docs/permissions.md`."""

import inspect
import os
import textwrap
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

| action | organiser | supervisor | desk | tribunal |
|---|---|---|---|---|
"""


def page() -> str:
    """The whole page."""
    parts = {"What each action is": _sentences(), "Addresses and commands": _addresses()}
    lists = "".join(f"\n\n## {title}\n\n" + "\n".join(map(_item, items)) for title, items in parts.items())
    return HEAD + "\n".join(_rows()) + lists + "\n"


def _item(text: str) -> str:
    """An item of a list, in lines of at most 120 characters."""
    return textwrap.fill(text, 120, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False)


def routes() -> dict[str, list[str]]:
    """The names of all addresses by the name of their permission."""
    from django.urls import get_resolver

    names_of = defaultdict(list)
    for pattern in get_resolver().url_patterns:
        names_of[pattern.callback.permission.__name__].append(pattern.name)
    return {name: sorted(names) for name, names in sorted(names_of.items())}


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
        yield f"| `{name}` | {' | '.join(may)} |"


def _sentences() -> Iterator[str]:
    for name, one in _predicates().items():
        yield f"`{name}`: {' '.join((one.__doc__ or '').split())}"


def _addresses() -> Iterator[str]:
    from tournament.services.acting import COMMANDS

    commands = defaultdict(list)
    for command, access in sorted(COMMANDS.items(), key=lambda pair: pair[0].__name__):
        commands[access.may].append(f"{command.__name__}{' ▪' if access.device else ''}")
    addresses = routes()
    for name in _predicates():
        if addresses.get(name) or commands[name]:
            yield f"`{name}`: {', '.join([*addresses.get(name, []), *(f'*{each}*' for each in commands[name])])}"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    print(page(), end="")
