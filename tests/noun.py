"""Which test files are about a noun, in every layer: `python -m tests.noun draw` prints them for `./run check`."""

import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"


def files_of(noun: str) -> list[str]:
    """The test files whose name or folder has this noun as a word, in the singular or the plural; none of a browser."""
    stem = singular(noun)
    return [
        str(path.relative_to(ROOT))
        for path in sorted(TESTS.rglob("test_*.py"))
        if "e2e" not in path.parts and stem in _nouns(path)
    ]


def singular(noun: str) -> str:
    """`matches` and `match` are one noun, so are `entries` and `entry`."""
    for plural, ending in (("ies", "y"), ("ches", "ch"), ("ss", "ss"), ("s", "")):
        if noun.endswith(plural):
            return noun.removesuffix(plural) + ending
    return noun


def _nouns(path: Path) -> set[str]:
    """The words of the file's name, the whole name, and the folders below tests/."""
    name = path.stem.removeprefix("test_")
    words = {name, *name.split("_"), *path.relative_to(TESTS).parts[:-1]}
    return {singular(word) for word in words}


def nouns_of_layers() -> list[str]:
    """The nouns that name test files in at least two folders."""
    folders: dict[str, set[Path]] = defaultdict(set)
    for path in TESTS.rglob("test_*.py"):
        folders[path.stem.removeprefix("test_")].add(path.parent)
    return sorted(noun for noun, where in folders.items() if len(where) > 1)


def main(noun: str) -> int:
    """Print the files of the noun; 1 if there are none."""
    files = files_of(noun)
    if not files:
        print(
            f"No test file is about {noun!r}. Nouns of several layers: {', '.join(nouns_of_layers())}", file=sys.stderr
        )
        return 1
    print("\n".join(files))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
