"""The project's own sources."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ["scoring", "tournament", "templates", "tests"]


def files(*suffixes):
    """The project's own sources: nothing vendored, generated or translated."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            own = not {"vendor", "migrations", "locale", "__pycache__"} & set(path.relative_to(ROOT).parts)
            if path.suffix in suffixes and own:
                yield path
