"""`python -m tournament.lots verify FILE`: its output and exit codes, run as somebody runs it who checks a draw."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.lots.fields import SECRET, field
from tournament import lots
from tournament.lots.__main__ import main

ROOT = Path(__file__).parents[3]
HERE = Path(__file__).parent
USAGE = "usage: python -m tournament.lots verify FILE\n"
PUBLISHED = lots.protocol(field((4, 4, 4), matches=2, clubs=((1, 2),)), secret=SECRET)


def verify(file: Path | str, cwd: Path = ROOT) -> tuple[int, str, str]:
    """Run it in a process of its own, with nothing but Python's own library; return exit code, output, errors."""
    run = subprocess.run(
        [sys.executable, "-S", "-m", "tournament.lots", "verify", str(file)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        timeout=60,
    )
    return run.returncode, run.stdout, run.stderr


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "lots.json"


def write(file: Path, **changes: Any) -> None:
    file.write_text(json.dumps(PUBLISHED | changes), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("spielliste-1.json", "The draw of match 2 holds: 3 tables, 12 seats.\n"),
        ("spielliste-2.json", "The draw of match 2 holds: 3 tables, 13 seats.\n"),
    ],
)
def test_a_published_draw_holds(name: str, sentence: str) -> None:
    assert verify(HERE / name) == (0, sentence, "")


def test_it_needs_its_own_folder_alone(tmp_path: Path) -> None:
    """Without site packages (-S), settings, or anything else of the project."""
    shutil.copytree(ROOT / "tournament" / "lots", tmp_path / "tournament" / "lots")
    (tmp_path / "lots.json").write_text(json.dumps(PUBLISHED))
    assert verify("lots.json", tmp_path) == (0, "The draw of match 1 holds: 3 tables, 12 seats.\n", "")


def test_differences_are_listed(file: Path) -> None:
    tables = json.loads(json.dumps(PUBLISHED["lots"]))
    number, tables[1][2] = tables[1][2], 99
    write(file, lots=tables, commitment="0" * 64)
    assert verify(file) == (
        1,
        "The draw does not hold:\n"
        f"  the commitment to the secret is {PUBLISHED['commitment']}, not {'0' * 64}\n"
        f"  table 2, seat 3: published 99, drawn {number}\n",
        "",
    )


def test_spaces_have_their_sentence(file: Path) -> None:
    write(file, seed=f" {PUBLISHED['seed']}")
    sentence = "the seed is typed with spaces: please write its 64 digits without any"
    assert verify(file) == (1, f"The draw does not hold:\n  {sentence}\n", "")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "Expecting value"),
        (b"\xff\xfe\x00", "codec can't decode"),
        (b"PK\x03\x04", "cannot be checked"),
        (b"[1, 2]", "the file is no protocol of a draw"),
        (b"{}", "the field “algorithm” is missing or of the wrong kind"),
        (b"[" * 100_000, "cannot be checked"),
        (b"1" * 5000, "cannot be checked"),
        (json.dumps(PUBLISHED | {"lots": [[1, "2"]]}).encode(), "the field “lots” is missing or of the wrong kind"),
        (json.dumps(PUBLISHED | {"match": True}).encode(), "the field “match”"),
        (json.dumps(PUBLISHED | {"algorithm": "spielliste-9"}).encode(), "the algorithm “spielliste-9” is not known"),
    ],
)
def test_a_file_that_is_no_protocol(file: Path, content: bytes, reason: str) -> None:
    file.write_bytes(content)
    code, out, error = verify(file)
    assert (code, out) == (2, "")
    assert reason in error
    assert error.startswith(f"{file}: cannot be checked: ")
    assert len(error.splitlines()) == 1


def test_a_missing_file_and_a_folder(file: Path) -> None:
    for path, reason in ((file, "No such file"), (file.parent, "Is a directory")):
        code, out, error = verify(path)
        assert (code, out) == (2, "")
        assert reason in error
        assert len(error.splitlines()) == 1


def test_it_runs_as_a_module_without_arguments() -> None:
    usage = subprocess.run([sys.executable, "-m", "tournament.lots"], cwd=ROOT, capture_output=True, text=True)
    assert (usage.returncode, usage.stdout, usage.stderr) == (2, "", USAGE)


@pytest.mark.parametrize("arguments", [[], ["verify"], ["draw", "file"], ["verify", "one", "two"], ["--help"]])
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr() == ("", USAGE)
