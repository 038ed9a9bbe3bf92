"""The export of a tournament and what docs/check_tournament.py says about it."""

import importlib.util
import json
import random
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

from tests.worlds.archived import zipped
from tournament.enums import SheetState
from tournament.models import Scoresheet, Tournament
from tournament.proof.exports.sheet_data import sheet_json
from tournament.proof.selectors.archive_files import ROWS, RULES, STANDINGS, repeatable_files
from tournament.selectors.scoresheets import sheet_view

SCRIPT = Path(__file__).parents[2] / "docs" / "check_tournament.py"
Files = dict[str, bytes]
Change = Callable[[Files], object]


@cache
def checker() -> ModuleType:
    """The independent checker as a module."""
    spec = importlib.util.spec_from_file_location("check_tournament", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["check_tournament"] = module
    spec.loader.exec_module(module)
    return module


def export(tournament: Tournament, chance: random.Random) -> Files:
    """The files of the archive that points and places follow from, and the data that one accepted sheet is sealed with.

    Without PDF and seals: they repeat the same figures, and take nearly all the time of an archive.
    """
    files = {
        name: b"".join(pieces) for name, pieces in repeatable_files(tournament) if name in (ROWS, RULES, STANDINGS)
    }
    sheets = Scoresheet.objects.in_force().filter(match__tournament=tournament, state=SheetState.ACCEPTED)
    accepted = list(sheets.select_related("match__tournament").order_by("pk"))
    if accepted:
        sheet = chance.choice(accepted)
        files[f"match-{sheet.match.number}-table-{sheet.table_number}.json"] = sheet_json(sheet_view(sheet))
    return files


def differences(files: Files) -> list[str]:
    """What the checker finds, and what it cannot read."""
    report = checker().Report()
    with tempfile.TemporaryDirectory() as folder:
        for path in written_files(Path(folder), files):
            if why_not := checker().attempt(report, str(path)):
                report.differences.append(f"{path.name} {why_not}")
    return list(report.differences)


def written_files(folder: Path, files: Files) -> list[Path]:
    """Write what the checker reads: an archive, and each sheet by itself."""
    archive = {name: content for name, content in files.items() if name in (ROWS, RULES, STANDINGS)}
    paths = [zipped(folder / "archive.zip", archive)]
    for name in files.keys() - archive.keys():
        path = folder / name
        path.write_bytes(files[name])
        paths.append(path)
    return sorted(paths)


def deciding_criteria(files: Files) -> list[str]:
    """What decided each place of the ranking (5.4.2)."""
    return [line["decided_by"] for line in json.loads(files[STANDINGS]) if line["decided_by"]]
