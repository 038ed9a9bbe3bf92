"""Changes that somebody may make to the rows, links or files of an archive before signing it again."""

import json
from collections.abc import Callable
from typing import Any

Files = dict[str, bytes]


def last(rows: list[dict[str, Any]], model: str) -> dict[str, Any]:
    """The last row of a kind."""
    return [row for row in rows if row["model"] == model][-1]


def in_rows(change: Callable[[list[dict[str, Any]]], object]) -> Callable[[Files], None]:
    """A change of rows.jsonl."""

    def changed(files: Files) -> None:
        rows = [json.loads(line) for line in files["rows.jsonl"].splitlines()]
        change(rows)
        files["rows.jsonl"] = b"".join(json.dumps(row).encode() + b"\n" for row in rows)

    return changed


def first_row(model: str, /, **values: Any) -> Callable[[Files], None]:
    """Change values in the first row of a kind."""
    return in_rows(lambda rows: next(row for row in rows if row["model"] == model).update(values))


def last_row(model: str, /, **values: Any) -> Callable[[Files], None]:
    """Change values in the last row of a kind."""
    return in_rows(lambda rows: last(rows, model).update(values))


def in_links(change: Callable[[list[bytes]], object]) -> Callable[[Files], None]:
    def changed(files: Files) -> None:
        links = files["events.jsonl"].splitlines(keepends=True)
        change(links)
        files["events.jsonl"] = b"".join(links)

    return changed


def link_saying(line: bytes, **values: Any) -> bytes:
    """The link with other values."""
    return json.dumps(json.loads(line) | values).encode() + b"\n"


def swap(files: Files, *names: str) -> None:
    first, second = names
    files[first], files[second] = files[second], files[first]


def about(**values: Any) -> Callable[[Files], None]:
    return lambda files: files.update({"archive.json": json.dumps(json.loads(files["archive.json"]) | values).encode()})


def drop_certificates(files: Files) -> None:
    for name in [name for name in files if name.startswith("keys/")]:
        del files[name]


def take_out(model: str) -> Callable[[Files], None]:
    """Remove the last row of a kind."""
    return in_rows(lambda rows: rows.remove(last(rows, model)))
