"""Measure the hall, or what is named: `./run bench [NAME ...]`; `./run bench help` lists the names."""

import inspect
import sys
from importlib import import_module

from tests.bench import hall

# Each is measured only when it is named, and takes arguments of its own.
ALONE = ("crossing", "documents", "hints", "lots", "people", "scoring", "screen", "slips", "writers")


def main(arguments: list[str]) -> None:
    """Measure the hall, or the part that the first argument names; list the parts for `help` and for a wrong name."""
    name = arguments[0] if arguments else ""
    if name in ALONE:
        import_module(f"tests.bench.{name}").main(arguments[1:])
    elif name == "help":
        print(list_of_parts())
    elif name in ("", *hall.PARTS) or name.startswith("-"):
        hall.main(arguments)
    else:
        print(f"./run bench has no part {name}.\n\n{list_of_parts()}", file=sys.stderr)
        sys.exit(2)  # 1 is a missed goal


def list_of_parts() -> str:
    """Each part with a sentence, the first line of its docstring."""
    parts = [(name, inspect.getdoc(part)) for name, part in hall.PARTS.items()]
    alone = [(name, inspect.getdoc(import_module(f"tests.bench.{name}"))) for name in ALONE]
    lines = ["Of a running hall, all of them when none is named (`./run bench --help`: options):", *map(_line, parts)]
    return "\n".join([*lines, "Each only when it is named:", *map(_line, alone)])


def _line(part: tuple[str, str | None]) -> str:
    name, text = part
    return f"  {name:<11}{(text or '').splitlines()[0]}"


if __name__ == "__main__":
    main(sys.argv[1:])
