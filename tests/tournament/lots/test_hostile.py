"""Malicious files: each is answered in a few seconds, with a sentence and never a traceback."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.lots.fields import SECRET, clubs_of, field
from tournament import lots

ROOT = Path(__file__).parents[3]
HERE = Path(__file__).parent
SMALL = lots.protocol(field((4, 4)), secret=SECRET)
LATER = lots.protocol(field((4,) * 6, 2, matches=3), secret=SECRET)
MILLION = list(range(1, 1_000_001))


def verify(path: Path, content: Any, seconds: int = 60) -> tuple[int, str]:
    """Exit code and the whole output; the process may take this many seconds at most."""
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "tournament.lots", "verify", str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=seconds,
    )
    printed = run.stdout + run.stderr
    assert "Traceback" not in printed
    return run.returncode, printed


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "hostile.json"


@pytest.mark.parametrize(
    "change",
    [
        {"tables": [-1]},
        {"tables": [9, -1]},
        {"tables": [10**9]},
        {"tables": [10**4000]},
        {"tables": []},
        {"tables": [0, 4, 4]},
        {"tables": [1] * 100_000},
        {"match": -1},
        {"match": 10**30},
        {"match": 0, "matches": 0},
        {"entrants": MILLION},
        {"entrants": [5] * 1000},
        {"entrants": [], "tables": []},
        {"clubs": [[number] for number in range(100_000)]},
        {"clubs": [[]] * 100_000 + [[10**9]]},
        {"fixed": [[1, 10**9, 1]]},
        {"fixed": [[1, -1, -1]]},
        {"fixed": [[1, 0, 0]]},
        {"fixed": [[1, 1, 1]] * 10_000},
        {"hall": ["1"] * 100_000},
        {"hall": ["1" * 100_000]},
        {"source": "x" * 100_000},
        {"seed": "f" * 10_000_000},
        {"lots": [[]] * 1000},
        {"lots": [[10**4000]]},
    ],
    ids=lambda change: f"{'-'.join(change)}-{len(str(change))}",
)
def test_lists_that_cannot_be(file: Path, change: dict[str, Any]) -> None:
    code, printed = verify(file, SMALL | change)
    assert code == 1
    assert printed.startswith("The draw does not hold:\n")


@pytest.mark.parametrize(
    "content",
    [
        json.dumps(SMALL).replace('"match": 1', '"match": 1e400'),
        json.dumps(SMALL).replace('"match": 1', '"match": NaN'),
        json.dumps(SMALL).replace('"match": 1', '"match": ' + "1" * 5000),
        json.dumps(SMALL).replace('"tables": [4, 4]', '"tables": [' + "1" * 5000 + "]"),
        json.dumps(SMALL).replace('"tables": [4, 4]', '"tables": ' + "[" * 50_000 + "]" * 50_000),
        json.dumps(SMALL).replace('"again": 0', '"again": ' + '{"a":' * 50_000 + "1" + "}" * 50_000),
        '{"algorithm": ' * 100_000,
        "[" + "0," * 5_000_000 + "0]",
        json.dumps({"algorithm": "\ud800"}),
    ],
    ids=["overflow", "nan", "long", "long table", "deep tables", "deep meetings", "deep", "10 MB", "surrogate"],
)
def test_no_protocols(file: Path, content: str) -> None:
    code, printed = verify(file, content)
    assert code == 2
    assert "cannot be checked: " in printed
    assert len(printed.splitlines()) == 1


def test_thousands_of_clubs_hold(file: Path) -> None:
    published = lots.protocol(field((4,) * 5000, clubs=clubs_of(20_000, [3] * 6000)), secret=SECRET)
    assert verify(file, published) == (0, "The draw of match 1 holds: 5000 tables, 20000 seats.\n")


def test_the_largest_list_holds(file: Path) -> None:
    published = lots.protocol(field((4,) * 5_000), secret=SECRET)
    code, printed = verify(file, published)
    assert file.stat().st_size > 200_000
    assert (code, printed) == (0, "The draw of match 1 holds: 5000 tables, 20000 seats.\n")


def test_a_field_given_twice_counts_as_the_last_one(file: Path) -> None:
    """As in every JSON reader: the check reads the same value that the browser shows."""
    content = json.dumps(SMALL)
    assert verify(file, content.replace('"lots":', '"lots": [[1, 2, 3, 4], [5, 6, 7, 8]], "lots":'))[0] == 0
    assert verify(file, content[:-1] + ', "lots": [[1, 2, 3, 4], [5, 6, 7, 8]]}')[0] == 1


ALL_FIXED = [[number, 1 + (number - 1) // 4, 1 + (number - 1) % 4] for number in range(1, 9)]


@pytest.mark.parametrize(
    ("published", "change"),
    [
        (SMALL, {"fixed": ALL_FIXED, "clubs": [[1, 2]]}),
        (SMALL, {"match": 2, "matches": 10**9, "earlier": [[[1, 2, 3, 4], [5, 6, 7, 8]]]}),
        (SMALL, {"match": 2, "matches": 99, "earlier": [[[1, 2, 3, 4], [5, 6, 7, 8]]]}),
        (SMALL, {"match": 2, "matches": 2, "earlier": [[list(range(1, 30_000))]]}),
        (SMALL, {"match": 2, "matches": 3, "earlier": [[MILLION[:10]] * 40_000]}),
        (SMALL, {"match": 2, "matches": 2, "earlier": [[[]] * 1_000_000]}),
        (SMALL, {"entrants": MILLION[:20_000], "tables": [20_000], "clubs": [[1, 2]]}),
        (SMALL, {"entrants": MILLION[:400_000], "tables": [4] * 100_000, "clubs": [MILLION[:399_999]]}),
    ],
    ids=[
        *("all places fixed", "a billion matches", "99 matches", "a long earlier table", "a long past"),
        *("empty tables", "a long table", "one large club"),
    ],
)
def test_no_list_keeps_the_checker_busy_for_ever(file: Path, published: dict[str, Any], change: dict[str, Any]) -> None:
    assert verify(file, published | change, seconds=20)[0] in (1, 2)


FIRST = json.loads((HERE / "spielliste-1.json").read_text(encoding="utf-8"))
HASHES = [*((SMALL, name) for name in ("list_hash", "commitment", "seed", "secret")), (FIRST, "entrants_hash")]


@pytest.mark.parametrize(("published", "name"), HASHES)
@pytest.mark.parametrize("value", ["\ud800", "0\nThe draw of match 1 holds: 2 tables, 8 seats."])
def test_a_hash_that_is_none_is_not_printed(file: Path, published: dict[str, Any], name: str, value: str) -> None:
    code, printed = verify(file, published | {name: value})
    assert code == 1
    assert len(printed.splitlines()) == 2
    assert printed.endswith(" is not 64 digits of 0-9 and a-f\n")


@pytest.mark.parametrize(("published", "name"), HASHES)
def test_digits_with_spaces_are_told_for_every_hash(file: Path, published: dict[str, Any], name: str) -> None:
    code, printed = verify(file, published | {name: f"{published[name][:8]} {published[name][8:]}"})
    assert code == 1
    assert len(printed.splitlines()) == 2
    assert printed.endswith(" is typed with spaces: please write its 64 digits without any\n")
