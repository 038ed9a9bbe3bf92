"""The names of the house: nouns, or verbs with an object, and none that means two things."""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.own_files import ROOT, files

# A reader would have to guess who told whom. Words of the rules and of states (signed, struck, won, granted) are names.
PARTICIPLES = set(
    "asked begun brought caught chosen come counted done drawn found given gone got heard held kept known laid "
    "led left made meant met named noted said seen sent shown spoken stood taken thought told tried used "
    "waited wanted written".split()
)
LARGEST_SHARE = 0.01


def bound_names(tree: ast.AST) -> Iterator[str]:
    """Each name that is bound in a module: variables, parameters, functions and classes."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name


def trees(room: str) -> Iterator[tuple[Path, ast.Module]]:
    for path in files(".py"):
        if path.relative_to(ROOT).parts[0] == room:
            yield path, ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("room", ["scoring", "tournament", "tests"])
def test_names_are_nouns_or_verbs_with_an_object(room: str) -> None:
    counts = Counter(name.strip("_") for _, tree in trees(room) for name in bound_names(tree))
    participles = {name: count for name, count in counts.items() if name in PARTICIPLES}
    assert counts.total() > 3_000
    assert sum(participles.values()) / counts.total() <= LARGEST_SHARE, Counter(participles).most_common(10)


# Texts and comments hold no names; a text comes first, because it may hold the two signs that begin a comment.
TEXTS_AND_COMMENTS = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*.*?\*/|//[^\n]*', re.DOTALL)
# Each finds names or lists of names: declarations, further ones in a list, fields taken from an object, members of a
# class, functions with their parameters, arrow functions.
BINDINGS = [
    re.compile(r"\b(?:const|let|class)\s+(\w+)"),
    re.compile(r",\s*(\w+)\s*=(?![=>])"),
    re.compile(r"\b(?:const|let)\s+[\[{]([^;]*?)[\]}]\s*="),
    re.compile(r"^  #(\w+)(?=;| =)", re.MULTILINE),
    re.compile(r"\b(\w+\([^()]*)\) \{$", re.MULTILINE),
    re.compile(r"\(([^()]*)\)\s*=>|\b(\w+)\s*=>"),
]


def names_of_script(text: str) -> Iterator[str]:
    """Each name that a script binds, as far as plain patterns find it: nearly all of them, and few twice."""
    text = TEXTS_AND_COMMENTS.sub(lambda match: '""' if match[0].startswith('"') else "", text)
    for pattern in BINDINGS:
        for match in pattern.finditer(text):
            # A default value, and the field that a parameter is taken from, are no names of this script.
            names = re.sub(r"=[^,]*", "", match[match.lastindex or 0])
            yield from re.findall(r"[A-Za-z_]\w*\b(?!\s*:)", names)


def test_names_of_scripts_are_nouns_or_verbs_with_an_object() -> None:
    own = [path for path in files(".js") if (ROOT / "tournament/static/js") in path.parents]
    counts = Counter(name.strip("_") for path in own for name in names_of_script(path.read_text(encoding="utf-8")))
    participles = {name: count for name, count in counts.items() if name in PARTICIPLES}
    assert counts.total() > 3_000
    assert sum(participles.values()) / counts.total() <= LARGEST_SHARE, Counter(participles).most_common(10)


# A view and its template tag are named like what they show, a permission like the act that it allows.
NAMED_AFTER_ANOTHER = ("views", "templatetags", "management", "permissions.py", "urls.py")


def test_no_public_name_of_a_module_means_two_things() -> None:
    """Where two layers need one noun, the second says what it is of it. A sheet's value and its row are the same."""
    places = defaultdict(set)
    for room in ("scoring", "tournament"):
        for path, tree in trees(room):
            parts = path.relative_to(ROOT).parts
            if not set(NAMED_AFTER_ANOTHER) & set(parts):
                for node in tree.body:
                    if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                        places[node.name].add("/".join(parts))
    rows_of_a_sheet = {name for name, paths in places.items() if any("/sheet/" in path for path in paths)}
    twice = {
        name: sorted(paths)
        for name, paths in places.items()
        if len(paths) > 1
        and not (name in rows_of_a_sheet and len(paths) == 2 and any("/models/" in path for path in paths))
        and name != "main"
    }
    assert twice == {}
