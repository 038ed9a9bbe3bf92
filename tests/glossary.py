"""The entries of docs/words.md, for the tests that hold it to the code, the catalogue and the handbook."""

import re
from typing import NamedTuple

from tests.house.own_files import ROOT

ENTRY = re.compile(
    r"^- \*\*(?P<word>.+?)\*\* \((?P<german>.+?)\): (?P<meaning>.+?)"
    r"(?:\n  Where: (?P<places>.+?))?(?=\n- |\n\n|\Z)",
    re.MULTILINE | re.DOTALL,
)


class Entry(NamedTuple):
    """A word in English and German ("–" where pages have none), what it means, and where it is defined."""

    word: str
    german: str
    meaning: str
    places: str


def entries() -> list[Entry]:
    text = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")
    return [Entry(*(" ".join((part or "").split()) for part in match.groups())) for match in ENTRY.finditer(text)]
