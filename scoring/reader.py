"""Reads the tables of a ruleset file strictly: nothing missing, nothing unknown, every key named. Knows no rules."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NoReturn, TypeVar

from scoring.errors import ScoringError

T = TypeVar("T")


class Table:
    """One table of the document; remembers what was read, to find what is unknown."""

    def __init__(
        self, data: dict[str, object], path: str, settings: dict[str, object], sections: dict[str, str]
    ) -> None:
        self._data = data
        self._path = path
        self._settings = settings
        self._sections = sections
        self._taken: set[str] = set()
        self._children: list[Table] = []

    @property
    def settings(self) -> Mapping[str, object]:
        """Every value read so far, by dotted key; a live view."""
        return MappingProxyType(self._settings)

    @property
    def sections(self) -> Mapping[str, str]:
        """The section number of each of them; a live view."""
        return MappingProxyType(self._sections)

    def table(self, key: str) -> "Table":
        """Return a table within this one."""
        data = self._take(key)
        if not isinstance(data, dict):
            self._bad(key, "a table", data)
        child = Table(data, self._dotted(key), self._settings, self._sections)
        self._children.append(child)
        return child

    def text(self, key: str) -> str:
        """Return a plain text that is no setting, as the title."""
        value = self._take(key)
        if not isinstance(value, str) or not value.strip():
            self._bad(key, "a text", value)
        return value

    def section(self) -> str:
        """Return the section number of the whole table."""
        return self.text("section")

    def figure(self, key: str, section: str) -> int:
        """Return a plain positive number whose section is that of its table."""
        value = self._take(key)
        if type(value) is not int or not 1 <= value <= 10_000:
            self._bad(key, "a whole number from 1 to 10000", value)
        self._note(key, value, section)
        return value

    def integer(self, key: str, least: int, most: int) -> int:
        """Return a setting that is a whole number within bounds."""
        value = self._setting(key)
        if type(value) is not int or not least <= value <= most:
            self._bad(key, f"a whole number from {least} to {most}", value)
        return value

    def integers(self, key: str, least: int, most: int) -> tuple[int, ...]:
        """Return a setting that is a list of whole numbers."""
        value = self._setting(key)
        if not isinstance(value, list) or not value:
            self._bad(key, "a list of whole numbers", value)
        for part in value:
            if type(part) is not int or not least <= part <= most:
                self._bad(key, f"a list of whole numbers from {least} to {most}", value)
        return tuple(value)

    def flag(self, key: str) -> bool:
        """Return a setting that is true or false."""
        value = self._setting(key)
        if not isinstance(value, bool):
            self._bad(key, "true or false", value)
        return value

    def choice(self, key: str, allowed: tuple[T, ...]) -> T:
        """Return a setting that is one of the allowed values."""
        value = self._setting(key)
        for candidate in allowed:
            if type(value) is type(candidate) and value == candidate:
                return candidate
        self._bad(key, "one of " + ", ".join(str(candidate) for candidate in allowed), value)

    def choices(self, key: str, allowed: tuple[T, ...]) -> tuple[T, ...]:
        """Return a setting that is a list of allowed values, each at most once."""
        value = self._setting(key)
        expected = "a list, each at most once, of " + ", ".join(str(candidate) for candidate in allowed)
        if not isinstance(value, list):
            self._bad(key, expected, value)
        found: list[T] = []
        for part in value:
            matching = [candidate for candidate in allowed if type(part) is type(candidate) and part == candidate]
            if not matching or matching[0] in found:
                self._bad(key, expected, value)
            found.append(matching[0])
        return tuple(found)

    def keys_among(self, allowed: tuple[str, ...]) -> tuple[str, ...]:
        """Return the keys of this table, each of which must be allowed; at least one."""
        for key in self._data:
            if key not in allowed:
                raise ScoringError("ruleset_key_unknown", key=self._dotted(key))
        if not self._data:
            raise ScoringError("ruleset_key_missing", key=self._dotted(allowed[0]))
        return tuple(self._data)

    def sections_by_code(self) -> Mapping[str, str]:
        """Return a table of codes, each with its section number."""
        return MappingProxyType({key: self.text(key) for key in self._data})

    def contradiction(self, key: str, detail: str) -> NoReturn:
        """Refuse the ruleset because a key contradicts another."""
        raise ScoringError("ruleset_contradiction", key=self._dotted(key), detail=detail)

    def refuse_unknown(self) -> None:
        """Refuse the first key that nobody asked for, here or in a table within."""
        for key in self._data:
            if key not in self._taken:
                raise ScoringError("ruleset_key_unknown", key=self._dotted(key))
        for child in self._children:
            child.refuse_unknown()

    def _setting(self, key: str) -> object:
        pair = self._take(key)
        if not isinstance(pair, dict):
            self._bad(key, "a table of value and section", pair)
        for part in ("value", "section"):
            if part not in pair:
                raise ScoringError("ruleset_key_missing", key=f"{self._dotted(key)}.{part}")
        for part in pair:
            if part not in ("value", "section"):
                raise ScoringError("ruleset_key_unknown", key=f"{self._dotted(key)}.{part}")
        if not isinstance(pair["section"], str) or not pair["section"].strip():
            self._bad(f"{key}.section", "a text", pair["section"])
        self._note(key, pair["value"], pair["section"])
        return pair["value"]

    def _note(self, key: str, value: object, section: str) -> None:
        self._settings[self._dotted(key)] = tuple(value) if isinstance(value, list) else value
        self._sections[self._dotted(key)] = section

    def _take(self, key: str) -> object:
        if key not in self._data:
            raise ScoringError("ruleset_key_missing", key=self._dotted(key))
        self._taken.add(key)
        return self._data[key]

    def _dotted(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key

    def _bad(self, key: str, expected: str, found: object) -> NoReturn:
        raise ScoringError("ruleset_value_bad", key=self._dotted(key), expected=expected, found=found)


def read_document(data: dict[str, object], read: Callable[[Table], T]) -> T:
    """Read a whole document with `read`, then refuse every key that it did not ask for."""
    root = Table(data, "", {}, {})
    result = read(root)
    root.refuse_unknown()
    return result
