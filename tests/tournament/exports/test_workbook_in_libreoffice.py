"""The sealed workbook in LibreOffice, started once: its verdict on the seal, and what it computes from the lines."""

import io
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from tests.libreoffice import in_libreoffice
from tests.worlds.played import accepted_tournament
from tournament.exports.workbook import sealed_workbook
from tournament.models import Scoresheet
from tournament.participants.selectors.participants import written_names
from tournament.proof.seals.keys import make_seal_key, seal_folder, seal_key
from tournament.proof.seals.office import check_xlsx
from tournament.selectors.scoresheets import sheet_view
from tournament.standings.selectors.standings import overall_standings

# Rows of a sheet: four of head, then lines 1 to 32 with a checksum line after every four, the sums, the result.
CHECKSUMS = [9, 14, 19, 24, 29, 34, 39, 44]
LINES = [row for row in range(5, 45) if row not in CHECKSUMS]
SUMS, RESULT = 45, 46
PLUS, MINUS, COUNTS, CHECK = "DFHJ", "EGIK", "L", "M"
TABLES = ("M1 table 1", "M1 table 2")
ON_SHEET = [
    *(f"{column}{row}" for column in PLUS for row in (*CHECKSUMS, SUMS, RESULT)),
    *(f"{column}{SUMS}" for column in MINUS),
    *(f"{CHECK}{row}" for row in (*LINES, *CHECKSUMS, SUMS, RESULT)),
    *(f"{COUNTS}{row}" for row in LINES),
]
ON_FRONT = [f"{column}{row}" for column in "ABCEG" for row in range(4, 12)]
CELLS = [*(f"{table}!{cell}" for table in TABLES for cell in ON_SHEET), *(f"Standings!{cell}" for cell in ON_FRONT)]
# Game 1, seat 1: 3 where 1 is right; the struck game 16 counts after all.
CHANGES = {"M1 table 1!D5": 3, f"M1 table 1!{COUNTS}23": 1}


def with_another_cell(file: bytes) -> bytes:
    """The same package with one digit of one cell changed."""
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(file)) as source, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.infolist():
            part = source.read(entry)
            if entry.filename == "xl/worksheets/sheet4.xml":
                assert part.count(b'<c r="D5" s="') == 1
                before, after = part.split(b'<c r="D5" s="')
                part = before + b'<c r="D5" s="' + after.replace(b"<v>1</v>", b"<v>3</v>", 1)
            target.writestr(entry, part)
    return changed.getvalue()


def begin() -> Any:
    if not (seal_folder() / "seal.key").exists():
        make_seal_key(seal_folder())
    tournament, _actor = accepted_tournament(tables=2)
    file, _trouble = sealed_workbook(tournament)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sealed.xlsx").write_bytes(file)
        (folder / "changed.xlsx").write_bytes(with_another_cell(file))
        sealed = str(folder / "sealed.xlsx")
        jobs = [
            {"signatures": sealed},
            {"signatures": str(folder / "changed.xlsx")},
            {"cells": sealed, "read": CELLS},
            {"cells": sealed, "set": CHANGES, "read": CELLS},
        ]
        return tournament, file, in_libreoffice(folder, jobs)


def test_the_seal_is_valid_until_a_cell_is_changed(world: Any) -> None:
    _tournament, file, (sealed, changed, *_computed) = world
    signer = f"CN=Spielliste seal {seal_key().fingerprint[:8].upper()}"
    # 1: the certificate is not trusted until its authority is imported.
    assert sealed == [{"valid": True, "certificate": 1, "signer": signer}]
    assert changed == [{"valid": False, "certificate": 1, "signer": signer}]
    # Our own check agrees for both.
    assert [check_xlsx(one).problem for one in (file, with_another_cell(file))] == [None, "changed"]


def test_every_sum_and_checksum_is_computed_from_the_lines(world: Any) -> None:
    tournament, _file, (_sealed, _changed, computed, _other) = world
    sheets = Scoresheet.objects.filter(match__tournament=tournament).order_by("table_number")
    for table, sheet in zip(TABLES, sheets, strict=True):
        view, cell = sheet_view(sheet), {name: computed[f"{table}!{name}"] for name in ON_SHEET}
        running = [tuple(cell[f"{column}{row}"] for column in PLUS) for row in CHECKSUMS]
        assert running == [round_.running for round_ in view.rounds]
        assert tuple(cell[f"{column}{SUMS}"] for column in PLUS) == view.evaluated.plus
        assert tuple(cell[f"{column}{SUMS}"] for column in MINUS) == view.evaluated.minus
        assert tuple(cell[f"{column}{RESULT}"] for column in PLUS) == view.evaluated.totals
        assert [cell[f"{CHECK}{row}"] for row in (*LINES, *CHECKSUMS, SUMS, RESULT)] == ["ok"] * 42
        # Game 16 was refused: struck, readable, worth nothing (5.2.17).
        assert [cell[f"{COUNTS}{row}"] for row in LINES] == [1] * 15 + [0] + [1] * 16
    names = written_names(tournament)
    assert [[computed[f"Standings!{column}{row}"] for column in "ABCEG"] for row in range(4, 12)] == [
        [line.place, line.start_number, names[line.participant], line.match_points[0], line.total]
        for line in overall_standings(tournament).lines
    ]


def test_a_changed_cell_changes_sums_checks_and_standings(world: Any) -> None:
    tournament, _file, (_sealed, _changed, before, after) = world
    view = sheet_view(Scoresheet.objects.get(match__tournament=tournament, table_number=1))
    struck = (6, -2, -2, -2)
    expected = [total + more for total, more in zip(view.evaluated.totals, struck, strict=True)]
    expected[0] += 2
    assert [after[f"M1 table 1!{column}{RESULT}"] for column in PLUS] == expected
    # Every check from there on says by how much it is off.
    checks = [after[f"M1 table 1!{CHECK}{row}"] for row in (5, 6, *CHECKSUMS, SUMS, RESULT)]
    assert checks == [2, "ok", *[2] * 10]
    totals = {after[f"Standings!B{row}"]: after[f"Standings!G{row}"] for row in range(4, 12)}
    assert {seat.start_number: totals[seat.start_number] for seat in view.seats} == {
        seat.start_number: points for seat, points in zip(view.seats, expected, strict=True)
    }
    assert [name for name in CELLS if name.startswith("M1 table 2!") and before[name] != after[name]] == []
