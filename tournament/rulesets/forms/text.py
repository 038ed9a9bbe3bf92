"""Writes a ruleset that a person changed as TOML text, in the manner of the bundled files.

It knows the shape of the file, but no rules: scoring decides whether the ruleset holds.

Why not tomlkit (0.15 was tried): to it a comment is the end of the table above. With a contract taken out its comment
stays and that of the next one goes, a new contract lands between a comment and its table, and a comment stays over a
value it is no longer true of. Line breaks within lists and comments behind a value, which only tomlkit keeps, do not
outweigh that; and it reads ten times as slowly.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scoring.formats import FORMAT, upgraded
from scoring.reader import decode

Document = dict[str, Any]
Path = tuple[str, ...]

# Tables that every file has, even empty ones.
TABLES = (
    "match limits doublings bock runners bonuses contracts bidding first_game approvals permits sanctions ranking"
).split()
# Every entry of these is a table of its own.
OF_TABLES = ("contracts", "permits", "sanctions")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STATEMENT = re.compile(r"\[+(?P<table>[\w.-]+)\]+|(?P<key>[\w-]+)\s*=")


def document_of(text: str) -> Document:
    """Return the document of a ruleset's text in the present form; ScoringError `ruleset_unreadable`."""
    return upgraded(decode(text))


def text_of_document(document: Document, base: str = "", *, tables: Sequence[str] = TABLES) -> str:
    """Return the TOML text of a document. `tables` are those that it has even if they are empty.

    The comments of `base`, the text it was made from, stay above unchanged values. Above a changed value they might no
    longer be true, and the first lines describe the file with the old id.
    """
    comments = _comments(base, document) if base else {}
    lines: list[str] = []
    notices = document.get("notices", [])
    plain = {key: value for key, value in document.items() if not isinstance(value, dict) and value is not notices}
    lines += _entries((), {"format": FORMAT, **plain}, comments)
    for key in tables:
        lines += _table((key,), document.get(key, {}), comments)
    for key in document:
        if isinstance(document[key], dict) and key not in tables:
            lines += _table((key,), document[key], comments)
    lines += _notices(notices, comments.get(("notices",), ()))
    return "\n".join(lines) + "\n"


def _notices(notices: object, comment: Iterable[str]) -> Iterator[str]:
    """Yield a table for each notice; what is no list of tables stays what it is, for scoring to refuse."""
    if not isinstance(notices, list):
        yield from ("", f"notices = {_value(notices)}")
        return
    for number, notice in enumerate(notices):
        yield from ("", *(comment if number == 0 else ()), "[[notices]]")
        yield from _entries((), notice, {})


def _table(path: Path, values: Mapping[str, Any], comments: Mapping[Path, list[str]]) -> list[str]:
    own = {key: value for key, value in values.items() if not _is_table((*path, key), value)}
    within = [key for key in values if key not in own]
    lines = []
    if own or not within:
        gap = [] if len(path) == 3 else [""]
        lines = [*gap, *comments.get(path, ()), f"[{'.'.join(_key(part) for part in path)}]"]
        lines += _entries(path, own, comments)
    for key in within:
        lines += _table((*path, key), values[key], comments)
    return lines


def _is_table(path: Path, value: object) -> bool:
    if not isinstance(value, dict):
        return False
    return len(path) == 1 or (len(path) == 2 and path[0] in OF_TABLES) or path[-1] in ("limits", "penalties")


def _entries(path: Path, values: Mapping[str, Any], comments: Mapping[Path, list[str]]) -> Iterator[str]:
    for key, value in values.items():
        yield from comments.get((*path, key), ())
        yield f"{_key(key)} = {_value(value)}"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def _value(value: object) -> str:
    if isinstance(value, dict):
        return (
            "{ " + ", ".join(f"{_key(key)} = {_value(part)}" for key, part in value.items()) + " }" if value else "{}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(part) for part in value) + "]"
    if isinstance(value, str):
        # TOML has JSON's escapes; only DEL, which JSON leaves as it is, must be escaped as well.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _comments(base: str, document: Document) -> dict[Path, list[str]]:
    """Return the comment lines above each table and key of the base that the document leaves unchanged."""
    before = document_of(base)
    comments: dict[Path, list[str]] = {}
    table: Path = ()
    waiting: list[str] = []
    for line in base.splitlines():
        statement = _STATEMENT.match(line)
        if line.startswith("#"):
            waiting.append(line)
        elif statement:
            if statement["table"]:
                table = path = tuple(statement["table"].split("."))
            else:
                path = (*table, statement["key"])
            if waiting and path not in comments and _at(before, path) == _at(document, path):
                comments[path] = waiting
            waiting = []
    if before.get("id") != document.get("id"):
        comments.pop(("format",), None)
    return comments


def _at(document: Document, path: Path) -> Any:
    value: Any = document
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value
