"""Reads the tables of a TOML document strictly: nothing missing, nothing unknown, every key named. Knows no rules.

A value has a section of its own, or that of its table, or of a table around it. Every fault is noted and a harmless
value used in its place, so that one pass finds all faults.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from scoring.errors import Problem, ScoringError, problem

T = TypeVar("T")

CONTRADICTION = "ruleset_contradiction"

NO_SECTION = "–"
"""The section of what stands in no document."""

DEEPEST = 10
"""How deep tables and lists may be nested; the deepest value of a ruleset is at level six."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """What a key may hold, for a form that edits it.

    `kind` is integer, integers, flag, choice, choices or text. `allowed` holds the values of choice and choices; for
    an integer, the words that may stand in its place.
    """

    kind: str
    least: int = 0
    most: int = 0
    allowed: tuple[object, ...] = ()


@dataclass(slots=True)
class _Notes:
    """What one reading of a document found."""

    settings: dict[str, object] = field(default_factory=dict)
    sections: dict[str, str] = field(default_factory=dict)
    fields: dict[str, Field] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


class TomlTable:
    """One table of the document. It remembers what was read, so that unknown keys can be found."""

    def __init__(self, data: dict[str, object], path: str, notes: _Notes, above: str | None = None) -> None:
        self._data = data
        self._path = path
        self._notes = notes
        self._section_here = above
        self._taken: set[str] = set()
        self._known: set[str] = set()
        self._children: dict[str, TomlTable] = {}
        self._lacking = False
        if "section" in data:
            self._section_here = self._own_section(data["section"])

    @property
    def settings(self) -> Mapping[str, object]:
        """Every value read so far, by dotted key; a live view."""
        return MappingProxyType(self._notes.settings)

    @property
    def sections(self) -> Mapping[str, str]:
        """The section number of each value read so far; a live view."""
        return MappingProxyType(self._notes.sections)

    @property
    def fields(self) -> Mapping[str, Field]:
        """What each key read so far may hold; a live view."""
        return MappingProxyType(self._notes.fields)

    @property
    def sound(self) -> bool:
        """Whether nothing was wrong so far, so that it makes sense to look for contradictions."""
        return not self._notes.problems

    def has(self, key: str) -> bool:
        """Return whether the key is there."""
        self._known.add(key)
        return key in self._data

    def table(self, key: str) -> "TomlTable":
        """Return a table within this one. If it is missing, only this is noted, not every key in it."""
        if key not in self._data:
            self._take(key, {})
            return TomlTable({}, self._dotted(key), _Notes())
        data = self._take(key, {})
        if not isinstance(data, dict):
            self._bad(key, "a table", data)
            data = {}
        return self._child(key, data)

    def tables(self, key: str, most: int) -> "list[TomlTable]":
        """Return the tables of a list, none if it is missing; each has the key of the list and its number."""
        self._known.add(key)
        if key not in self._data:
            return []
        entries = self._take(key, [])
        if not isinstance(entries, list) or len(entries) > most:
            self._bad(key, f"a list of at most {most} tables", entries if isinstance(entries, dict | str) else "")
            return []
        children = []
        for number, entry in enumerate(entries, 1):
            if not isinstance(entry, dict):
                self._bad_entry(key, number - 1, "a table", entries)
            children.append(self._child(f"{key}.{number}", entry if isinstance(entry, dict) else {}))
        return children

    def version(self, key: str, number: int) -> None:
        """Require this number of the file format."""
        value = self._take(key, number)
        if type(value) is not int or value != number:
            self._bad(key, str(number), value)

    def text(self, key: str) -> str:
        """Return a plain text that is not a setting, such as the title."""
        value = self._take(key, "?")
        if not isinstance(value, str) or not value.strip():
            self._bad(key, "a text", value)
            return "?"
        return value

    def word(self, key: str) -> str:
        """Return a plain text of small letters, digits and hyphens, such as an id or a file name."""
        value = self.text(key)
        agrees = self._data.get(key) == value
        if agrees and (not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", value) or len(value) > 60):
            self._bad(key, "small letters, digits and hyphens, at most 60", value)
        return value

    def optional_text(self, key: str, most: int) -> str:
        """Return a plain text of at most so many characters, "" if it is missing."""
        if not self.has(key):
            return ""
        value = self.text(key)
        if len(value) > most:
            self._bad(key, f"at most {most} characters", f"{value[:20]}…")
        return value

    def option(self, key: str, allowed: tuple[str, ...]) -> str:
        """Return the name of one of the allowed entries of the list that this table is in, "" if it is missing."""
        if not self.has(key):
            return ""
        value = self.text(key)
        if value not in allowed and isinstance(self._data[key], str):
            self._unknown(self._path.rpartition(".")[0], value, allowed)
        return value if value in allowed else ""

    def optional_flag(self, key: str) -> bool:
        """Return a plain true or false, false if it is missing."""
        if not self.has(key):
            return False
        value = self._take(key, False)
        if not isinstance(value, bool):
            self._bad(key, "true or false", value)
        return value is True

    def section(self) -> str:
        """Return the section number of the whole table: its own, or that of the nearest table around it."""
        if self._section_here is None:
            self._section_here = self.text("section")
        return self._section_here

    def optional_section(self) -> str:
        """Return the section number of the whole table, NO_SECTION if neither it nor a table around it has one."""
        return NO_SECTION if self._section_here is None else self._section_here

    def figure(self, key: str, *, least: int = 1, most: int = 10_000) -> int:
        """Return a plain number that has the section of its table."""
        value = self._take(key, least)
        self._note(key, value, self.section(), Field(kind="integer", least=least, most=most))
        if type(value) is not int or not least <= value <= most:
            self._bad(key, f"a whole number from {least} to {most}", value)
            return least
        return value

    def name(self, key: str, allowed: tuple[str, ...]) -> str:
        """Return a plain word that has the section of its table."""
        value = self._take(key, allowed[0] if allowed else "?")
        self._note(key, value, self.section(), Field(kind="choice", allowed=allowed))
        if not isinstance(value, str) or value not in allowed:
            self._bad(key, "one of " + ", ".join(allowed), value)
            return allowed[0] if allowed else "?"
        return value

    def integer(self, key: str, least: int, most: int, *, words: tuple[str, ...] = ()) -> int:
        """Return a setting that is a whole number within bounds; the first of `words` gives most + 1 and so on."""
        value = self._setting(key, least, Field(kind="integer", least=least, most=most, allowed=words))
        if value in words:
            return most + 1 + words.index(str(value))
        if type(value) is not int or not least <= value <= most:
            expected = f"a whole number from {least} to {most}" + "".join(f" or {word}" for word in words)
            self._bad(key, expected, value)
            return least
        return value

    def integers(self, key: str, least: int, most: int) -> tuple[int, ...]:
        """Return a setting that is a list of whole numbers."""
        return self._integers(
            key, self._setting(key, [least], Field(kind="integers", least=least, most=most)), least, most
        )

    def figures(self, key: str, least: int, most: int) -> tuple[int, ...]:
        """Return a plain list of whole numbers that has the section of its table."""
        values = self._take(key, [least])
        self._note(key, values, self.section(), Field(kind="integers", least=least, most=most))
        return self._integers(key, values, least, most)

    def _integers(self, key: str, values: object, least: int, most: int) -> tuple[int, ...]:
        if not isinstance(values, list) or not values:
            self._bad(key, "a list of whole numbers", values)
            return (least,)
        bad = [number for number, part in enumerate(values) if type(part) is not int or not least <= part <= most]
        for number in bad:
            self._bad_entry(key, number, f"a whole number from {least} to {most}", values)
        return (least,) if bad else tuple(values)

    def flag(self, key: str) -> bool:
        """Return a setting that is true or false."""
        value = self._setting(key, False, Field(kind="flag"))
        if not isinstance(value, bool):
            self._bad(key, "true or false", value)
            return False
        return value

    def choice(self, key: str, allowed: tuple[T, ...]) -> T:
        """Return a setting that is one of the allowed values."""
        value = self._setting(key, allowed[0], Field(kind="choice", allowed=allowed))
        for candidate in allowed:
            if type(value) is type(candidate) and value == candidate:
                return candidate
        self._bad(key, "one of " + ", ".join(str(candidate) for candidate in allowed), value)
        return allowed[0]

    def choices(self, key: str, allowed: tuple[T, ...]) -> tuple[T, ...]:
        """Return a setting that is a list of allowed values, each at most once."""
        value = self._setting(key, [], Field(kind="choices", allowed=allowed))
        options = ", ".join(str(candidate) for candidate in allowed)
        if not isinstance(value, list):
            self._bad(key, f"a list, each at most once, of {options}", value)
            return ()
        entries: list[T] = []
        for number, part in enumerate(value):
            matching = [candidate for candidate in allowed if type(part) is type(candidate) and part == candidate]
            if not matching:
                self._bad_entry(key, number, f"one of {options}", value)
            elif matching[0] in entries:
                self._note_problem(
                    "ruleset_entry_twice", key=self._dotted(key), number=number + 1, found=_readable(part)
                )
            else:
                entries += matching
        return tuple(entries) if len(entries) == len(value) else ()

    def keys_among(self, allowed: tuple[str, ...], *, least: int = 0) -> tuple[str, ...]:
        """Return the allowed keys of this table. Any other is unknown; if fewer than `least`, one is missing."""
        self._known.update(allowed)
        keys = tuple(key for key in self._data if key in allowed)
        if len(keys) < least:
            self._note_problem("ruleset_key_missing", key=self._dotted(allowed[0]))
        return keys

    def contradiction(self, key: str, detail: Problem) -> None:
        """Note that a key contradicts another one; `detail` says how."""
        self._note_problem(CONTRADICTION, key=self._dotted(key), detail=detail)

    def find_unknown(self) -> None:
        """Note every key that nobody asked for, here or in inner tables, and suggest the most similar missing key."""
        # A misspelt [sanctions.wrong-del] may leave a half table behind: [sanctions.wrong-deal.penalties] is still
        # there.
        halves = {key for key, child in self._children.items() if child._lacking}
        for key in self._data:
            if key not in self._taken:
                self._unknown(self._path, key, self._known - self._data.keys() | halves)
        for child in self._children.values():
            child.find_unknown()

    def _setting(self, key: str, instead: object, what: Field) -> object:
        if key not in self._data:
            return self._take(key, instead)
        pair = self._take(key, instead)
        above = self._section_here
        if not isinstance(pair, dict):
            if above is None:
                self._bad(key, "a table of value and section", pair)
                return instead
            pair = {"value": pair}
        if above is not None:
            pair = {"section": above, **pair}
        missing = [part for part in ("value", "section") if part not in pair]
        for part in pair:
            if part not in ("value", "section"):
                self._unknown(self._dotted(key), part, missing)
        if missing:
            self._note_problem("ruleset_key_missing", key=f"{self._dotted(key)}.{missing[0]}")
            return instead
        section = pair["section"]
        if not isinstance(section, str) or not section.strip():
            self._bad(f"{key}.section", "a text", section)
            section = "?"
        self._note(key, pair["value"], section, what)
        value: object = pair["value"]
        return value

    def _own_section(self, section: object) -> str:
        self._taken.add("section")
        if not isinstance(section, str) or not section.strip():
            self._bad("section", "a text", section)
            return "?"
        return section

    def _child(self, key: str, data: dict[str, object]) -> "TomlTable":
        child = TomlTable(data, self._dotted(key), self._notes, self._section_here)
        self._children[key] = child
        return child

    def _note(self, key: str, value: object, section: str, what: Field) -> None:
        dotted = self._dotted(key)
        self._notes.settings[dotted] = tuple(value) if isinstance(value, list) else value
        self._notes.sections[dotted] = section
        self._notes.fields[dotted] = what

    def _take(self, key: str, instead: object) -> object:
        self._known.add(key)
        if key not in self._data:
            self._lacking = True
            self._note_problem("ruleset_key_missing", key=self._dotted(key))
            return instead
        self._taken.add(key)
        return self._data[key]

    def _dotted(self, key: str) -> str:
        return _joined(self._path, key)

    def _bad(self, key: str, expected: str, value: object) -> None:
        self._note_problem("ruleset_value_bad", key=self._dotted(key), expected=expected, found=_readable(value))

    def _bad_entry(self, key: str, number: int, expected: str, values: list[object]) -> None:
        words = {"number": number + 1, "expected": expected, "found": _readable(values[number])}
        self._note_problem("ruleset_entry_bad", key=self._dotted(key), **words)

    def _unknown(self, path: str, key: str, missing: Iterable[str]) -> None:
        near = get_close_matches(key, sorted(missing), n=1)
        if near:
            self._note_problem("ruleset_key_misspelt", key=_joined(path, key), nearest=_joined(path, near[0]))
        else:
            self._note_problem("ruleset_key_unknown", key=_joined(path, key))

    def _note_problem(self, code: str, **context: object) -> None:
        self._notes.problems.append(problem(code, **context))


def _joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _readable(value: object) -> object:
    return f'"{value}"' if isinstance(value, str) else value


def read_toml_file(path: str | Path) -> str:
    """Return the text of a file. Raises FileNotFoundError if it is missing or a directory, or `ruleset_unreadable`."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        raise FileNotFoundError(path) from None
    except UnicodeDecodeError:
        raise _unreadable("file_not_utf8") from None
    except (OSError, ValueError) as error:  # ValueError: a path cannot hold a null character
        raise _unreadable("file_not_opened", told=getattr(error, "strerror", str(error))) from None


def decode(text: str) -> dict[str, object]:
    """Return the document of a TOML text. Raises ScoringError `ruleset_unreadable`, also if it is too deep."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _malformed(text, str(error)) from None
    except ValueError:  # thousands of digits, which Python refuses to read
        raise _unreadable("toml_number_too_large") from None
    except RecursionError:
        raise _unreadable("toml_too_deep") from None
    _check_bounds(data)
    return data


def _unreadable(code: str, **context: object) -> ScoringError:
    return ScoringError("ruleset_unreadable", detail=problem(code, **context))


def _malformed(text: str, message: str) -> ScoringError:
    # Before Python 3.14, which has `lineno` and `colno`, only the message tells the position.
    sentence, _, place = message.rpartition(" (at ")
    stopped = re.fullmatch(r"line (\d+), column (\d+)\)", place)
    line, column = map(int, stopped.groups()) if stopped else (text.count("\n") + 1, len(text) - text.rfind("\n"))
    return _unreadable("toml_malformed", told=sentence, line=line, column=column)


def _check_bounds(data: dict[str, object]) -> None:
    """Raise `ruleset_unreadable` for values that can be read but not be shown to anybody."""
    values: list[object] = [data]
    for _ in range(DEEPEST):
        if any(type(value) is int and abs(value) >= 2**63 for value in values):  # TOML promises 64 bits
            raise _unreadable("toml_number_too_large")
        values = [part for value in values for part in _parts(value)]
    if values:
        raise _unreadable("toml_too_deep")


def _parts(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def read_document(data: dict[str, object], read: Callable[[TomlTable], T]) -> tuple[T, tuple[Problem, ...]]:
    """Read a whole document with `read`; return what it built and every problem found on the way.

    Contradictions come last: a missing or unknown key may explain them.
    """
    notes = _Notes()
    root = TomlTable(data, "", notes)
    result = read(root)
    root.find_unknown()
    return result, tuple(sorted(notes.problems, key=lambda fault: fault.code == CONTRADICTION))
