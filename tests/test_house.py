"""The order of the house: files stay small enough to read, and each module's first line says what it is."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ["scoring", "tournament", "templates", "tests"]
LONGEST = 400


def files(*suffixes):
    """The project's own sources: nothing vendored, generated or translated."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            own = not {"vendor", "migrations", "locale", "__pycache__"} & set(path.relative_to(ROOT).parts)
            if path.suffix in suffixes and own:
                yield path


def test_no_file_is_too_long():
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in files(".py", ".html", ".js", ".css", ".toml")
    }
    assert {path: length for path, length in lengths.items() if length > LONGEST} == {}


@pytest.mark.parametrize("room", ["scoring", "tournament", "tests"])
def test_every_module_says_what_it_is(room):
    silent = []
    for path in files(".py"):
        if path.relative_to(ROOT).parts[0] == room:
            source = path.read_text(encoding="utf-8")
            # An empty __init__.py only makes a folder a package.
            if (source or path.name != "__init__.py") and not ast.get_docstring(ast.parse(source)):
                silent.append(str(path.relative_to(ROOT)))
    assert silent == []
