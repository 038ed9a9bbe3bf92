"""docs/readings.md: numbered without gaps; its settings exist, and so does every reading that is cited."""

import re

from scoring.ruleset import bundled_rulesets, load_ruleset
from tests.house.own_files import ROOT, files

PAGE = (ROOT / "docs" / "readings.md").read_text(encoding="utf-8")
NUMBERS = [int(number) for number in re.findall(r"^(\d+)\. \*\*", PAGE, flags=re.MULTILINE)]


def test_the_numbers_have_no_gap():
    assert list(range(1, len(NUMBERS) + 1)) == NUMBERS


def test_every_reading_that_is_cited_stands_there():
    cited = {
        int(number)
        for path in files(".py", ".html", ".js", ".toml")
        for number in re.findall(r"[Rr]eadings?[ _-](\d+)", path.read_text(encoding="utf-8"))
    }
    assert len(cited) > len(NUMBERS) / 2
    assert cited - set(NUMBERS) == set()


def test_every_setting_that_is_named_exists():
    keys: set[str] = set()
    for name in bundled_rulesets():
        for key in load_ruleset(name).settings:
            parts = key.split(".")
            keys |= {".".join(parts[:length]) for length in range(1, len(parts) + 1)}
    dotted = re.findall(r"`([a-z_]+(?:\.[a-z_-]+)+)[` ]", PAGE)
    assert len(dotted) > 20
    assert [key for key in dotted if key not in keys] == []
